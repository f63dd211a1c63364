"""Rulesets for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from service.render.tiles import glyphs

_WHOLE = frozenset({"id", "name"})
"""Columns that are typed again, and so are never broken."""


def print_rulesets(console: Console, found: Sequence[Mapping[str, Any]]) -> None:
    """Print the list of rulesets."""
    table = Table(box=None, pad_edge=False, header_style="dim")
    for heading in ("id", "规则", "rules", "version", "tiles", "unit"):
        table.add_column(heading, overflow="fold", no_wrap=heading in _WHOLE)
    for entry in found:
        table.add_row(
            entry["id"], entry["name"], entry["name_en"], str(entry["version"]), str(entry["hand_size"]), entry["unit"]
        )
    console.print(table, soft_wrap=False)


def print_ruleset(console: Console, book: Mapping[str, Any]) -> None:
    """Print one ruleset: items, options, flags and the context it reads."""
    console.print(
        f"[bold]{escape(book['name'])}[/bold]  {escape(book['name_en'])}  "
        f"({escape(book['id'])} {escape(str(book['version']))})"
    )
    console.print(f"{book['hand_size']} tiles when winning, in {escape(book['unit'])}")
    if book["aside_tiles"]:
        console.print(f"laid aside: {glyphs(book['aside_tiles'])} {escape(book['aside_tiles'])}")
    _print_items(console, book)
    _print_options(console, book)
    _print_pairs(console, "flags 标记 (--flag)", book["flags"])
    _print_pairs(console, "further context (--context)", book["context"])
    for label in ("source", "notes"):
        if book[label]:
            console.print(f"[dim]{label}:[/dim] {escape(book[label])}")


def _print_items(console: Console, book: Mapping[str, Any]) -> None:
    table = Table(title="items 项目", title_justify="left", box=None, pad_edge=False, header_style="dim")
    table.add_column(book["unit"], justify="right", overflow="fold")
    for heading in ("项目", "item", "id", "when", "includes 不计"):
        table.add_column(heading, overflow="fold", no_wrap=heading in _WHOLE)
    for item in book["items"]:
        when = item["note"] + (f" (option {item['only_if']})" if item["only_if"] else "")
        table.add_row(
            escape(worth(item)),
            escape(item["name"]),
            escape(item["name_en"]),
            escape(item["id"]),
            escape(when),
            escape(", ".join(item["excludes"])),
        )
    console.print(table, soft_wrap=False)


def worth(item: Mapping[str, Any]) -> str:
    """What an item is worth, in a few characters."""
    if item["factor"] is not None:
        return f"×{item['factor']}"
    if item["value"] is not None:
        return str(item["value"])
    return item["value_note"] or "varies"


def _print_options(console: Console, book: Mapping[str, Any]) -> None:
    if not book["options"]:
        return
    table = Table(title="options 选项 (--option)", title_justify="left", box=None, pad_edge=False, header_style="dim")
    for heading in ("name", "default", "values", "meaning"):
        table.add_column(heading, overflow="fold", no_wrap=heading in _WHOLE)
    for option in book["options"]:
        values = " | ".join(_text(choice) for choice in option["choices"]) or option["type"]
        table.add_row(
            escape(option["name"]), escape(_text(option["default"])), escape(values), escape(option["meaning"])
        )
    console.print(table, soft_wrap=False)


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _print_pairs(console: Console, title: str, pairs: Sequence[Mapping[str, str]]) -> None:
    if not pairs:
        return
    table = Table(title=title, title_justify="left", box=None, pad_edge=False, show_header=False)
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for pair in pairs:
        table.add_row(escape(pair["name"]), escape(pair["meaning"]))
    console.print(table, soft_wrap=False)
