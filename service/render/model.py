"""The model card and the evaluation, for people."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeVar

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from service.render.batch import progress_bar

Item = TypeVar("Item")


def counted(console: Console) -> Callable[[Iterable[Item], int], Iterable[Item]]:
    """Wraps an iteration over photos with a progress bar."""

    def wrap(photos: Iterable[Item], total: int) -> Iterator[Item]:
        with progress_bar(console, total, 0, console.is_terminal) as advance:
            for photo in photos:
                yield photo
                advance()

    return wrap


def print_card(console: Console, card: Mapping[str, Any]) -> None:
    """Print every entry of the card, nested ones indented."""
    console.print(f"[bold]{escape(str(card['id']))}[/bold]")
    _print_entries(console, {name: value for name, value in card.items() if name != "id"}, "")


def _print_entries(console: Console, entries: Mapping[str, Any], indent: str) -> None:
    for name, value in entries.items():
        if isinstance(value, Mapping):
            console.print(f"{indent}{escape(str(name))}:")
            _print_entries(console, value, indent + "  ")
        elif isinstance(value, list) and value and isinstance(value[0], Mapping):
            console.print(f"{indent}{escape(str(name))}:")
            for entry in value:
                (_, what), *more = entry.items()
                shown = "; ".join((str(what), *(f"{key}: {told}" for key, told in more)))
                console.print(f"{indent}  · {escape(shown)}")
        else:
            shown = " ".join(str(entry) for entry in value) if isinstance(value, list) else str(value)
            console.print(f"{indent}{escape(str(name))}: {escape(shown)}")


def print_report(console: Console, report: Mapping[str, Any]) -> None:
    """Print a row for each group of photos and one for all, then the faces most often confused."""
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("group")
    for heading in ("photos", "tiles", "precision", "recall", "naming", "found & right", "95 %", "whole", "cal. error"):
        table.add_column(heading, justify="right")
    for name, row in (*report["groups"].items(), ("all", report["total"])):
        low, high = row["found_and_right_interval"]
        table.add_row(
            escape(name),
            str(row["photos"]),
            str(row["labelled"]),
            f"{row['precision']:.4f}",
            f"{row['recall']:.4f}",
            f"{row['naming']:.4f}",
            f"{row['found_and_right']:.4f}",
            f"{low:.3f}–{high:.3f}",
            f"{row['whole_share']:.3f}",
            f"{row['calibration_error']:.3f}",
        )
    console.print(table, soft_wrap=False)
    pairs = ", ".join(f"{entry['face']}→{entry['read_as']} {entry['count']}" for entry in report["total"]["confusions"])
    console.print(f"confused: {pairs or 'none'}")
    if "hands" in report:
        _print_hands(console, report["hands"])


def _print_hands(console: Console, hands: Mapping[str, Any]) -> None:
    kinds = hands["kinds"]["all"]
    shown = ", ".join(f"{count} × {kind}" for kind, count in sorted(kinds.items(), key=lambda entry: -entry[1]))
    console.print(f"the labels show: {escape(shown)}")
    for title, name in (("whole hands", "hands"), ("whole photos, all labels as they came", "groups")):
        _print_rates(console, f"{title}, rules of {hands['ruleset']}", hands[name])
    dealt = hands["dealt"]
    if dealt["with_rules"]["hands"]:
        _print_rates(console, "winning hands dealt from the photographs' tiles", {"dealt": dealt})
        console.print(
            f"named right throughout {dealt['eyes']:.3f}; of {dealt['tiles_misread']} misread tiles {_done(dealt)}"
        )
    table = Table(title="hands by the confidence below which a tile is doubted", title_justify="left", box=None)
    for heading in ("confidence", "undoubted", "exact if undoubted"):
        table.add_column(heading, justify="right")
    for row in hands["curve"]:
        table.add_row(f"{row['confidence']:g}", f"{row['undoubted']:.3f}", f"{row['undoubted_exact']:.4f}")
    console.print(table, soft_wrap=False)


def _print_rates(console: Console, title: str, groups: Mapping[str, Any]) -> None:
    table = Table(title=title, title_justify="left", box=None, pad_edge=False)
    table.add_column("group")
    for heading in ("rules", "hands", "exact", "edits/hand", "undoubted", "exact if undoubted", "wrong undoubted"):
        table.add_column(heading, justify="right")
    for group, row in groups.items():
        for kind, label in (("without_rules", "without"), ("with_rules", "with")):
            rates = row[kind]
            table.add_row(
                escape(group),
                label,
                f"{rates['hands']:.0f}",
                f"{rates['exact']:.3f}",
                f"{rates['edits']:.2f}",
                f"{rates['undoubted']:.3f}",
                f"{rates['undoubted_exact']:.4f}",
                f"{rates['undoubted_errors']:.4f}",
            )
    console.print(table, soft_wrap=False)
    if "all" in groups:
        console.print(_done(groups["all"]))


def _done(row: Mapping[str, Any]) -> str:
    return f"the rules repaired {row['tiles_repaired']} tiles and spoiled {row['tiles_spoiled']}"
