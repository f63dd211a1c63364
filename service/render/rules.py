"""Rulesets for people, in lines that a terminal of 80 columns holds without breaking words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from rich.cells import cell_len
from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table

from service.render.tiles import glyphs

_WHOLE = frozenset({"id", "规则"})
"""Columns that are typed again or would be broken within a word, and so are never broken."""
_WIDEST = 5
"""Columns that the value of an item may take beside its name; a longer one is told below it."""


def print_rulesets(console: Console, found: Sequence[Mapping[str, Any]]) -> None:
    """Print the list of rulesets."""
    table = Table(box=None, pad_edge=False, header_style="dim")
    for heading in ("id", "规则", "tiles", "unit", "rules"):
        table.add_column(heading, overflow="fold", no_wrap=heading in _WHOLE)
    for entry in found:
        table.add_row(entry["id"], entry["name"], str(entry["hand_size"]), entry["unit"], escape(entry["name_en"]))
    console.print(table, soft_wrap=False)


def print_ruleset(console: Console, book: Mapping[str, Any], aside: tuple[str, Sequence[str]]) -> None:
    """Print one ruleset: items, options, flags and the context it reads; ``aside`` are the tiles that are laid aside,
    and what else is."""
    console.print(
        f"[bold]{escape(book['name'])}[/bold]  {escape(book['name_en'])}  "
        f"({escape(book['id'])} {escape(str(book['version']))})",
        soft_wrap=False,
    )
    console.print(f"{book['hand_size']} tiles when winning, in {escape(book['unit'])}")
    tiles, more = aside
    if tiles:
        console.print(f"laid aside: {glyphs(tiles)} {escape(', '.join((tiles, *more)))}", soft_wrap=False)
    _print_items(console, book)
    _print_options(console, book)
    _print_pairs(console, "flags 标记 (--flag)", book["flags"])
    _print_pairs(console, "further context (--context)", book["context"])
    for label in ("source", "notes"):
        if book[label]:
            console.print(f"[dim]{label}:[/dim] {escape(book[label])}", soft_wrap=False)


def _print_items(console: Console, book: Mapping[str, Any]) -> None:
    """Each item with what it is worth, its names and its id, and below them when it holds and what it includes."""
    console.print(f"\n[italic]items 项目, in {escape(book['unit'])}[/italic]")
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(justify="right", no_wrap=True)
    table.add_column(overflow="fold")
    for item in book["items"]:
        value, rest = _value(worth(item))
        lines = [f"[bold]{escape(item['name'])}[/bold]  {escape(item['name_en'])}  [dim]{escape(item['id'])}[/dim]"]
        lines += [f"worth {escape(rest.replace('`', ''))}"] * bool(rest)
        when = item["note"] + (f" (option {item['only_if']})" if item["only_if"] else "")
        lines += [escape(when.replace("`", ""))] * bool(when)
        if item["excludes"]:
            lines.append(f"[dim]includes 不计:[/dim] {escape(', '.join(item['excludes']))}")
        table.add_row(escape(value), "\n".join(lines))
    console.print(table, soft_wrap=False)


def _value(told: str) -> tuple[str, str]:
    """The value to stand before the item, and what is told of it below."""
    if cell_len(told) <= _WIDEST:
        return told, ""
    number = re.match(r"[\d×]+(?= \()", told)
    return (number[0] if number else "*"), told


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
    console.print("\n[italic]options 选项 (--option)[/italic]")
    for option in book["options"]:
        values = " | ".join(_text(choice) for choice in option["choices"]) or option["type"]
        default = escape(_text(option["default"]))
        console.print(f"[bold]{option['name']}[/bold] = {default}  [dim]{escape(values)}[/dim]", soft_wrap=False)
        console.print(Padding(escape(option["meaning"]), (0, 0, 0, 4)), soft_wrap=False)


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _print_pairs(console: Console, title: str, pairs: Sequence[Mapping[str, str]]) -> None:
    if not pairs:
        return
    console.print(f"\n[italic]{escape(title)}[/italic]")
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for pair in pairs:
        table.add_row(escape(pair["name"]), escape(pair["meaning"]))
    console.print(table, soft_wrap=False)
