"""The progress and the summary of a batch, for people."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text

_QUIET_S = 10.0
DOUBTS = {
    "low_margin": "a tile could be another",
    "count": "not the number of tiles a hand has",
    "five_of_a_kind": "more than four of a tile",
    "not_winning": "the hand does not win",
    "hidden_kong": "a kong whose tiles do not all show",
    "win_tile_unsure": "which tile is the winning one",
    "group_unsure": "which tiles belong together",
    "inferred": "a tile named by the rules, against what was seen",
    "small_tiles": "the tiles are small in the picture",
    "blurred": "the picture is blurred",
    "overlapping": "tiles lie over one another",
    "nothing_found": "no tiles found",
}
"""What each code of a doubt means to somebody who looks through many photos."""


class RateColumn(ProgressColumn):
    """Photos a second."""

    def render(self, task: Task) -> Text:
        return Text(f"{task.speed:.1f}/s" if task.speed else "")


@contextmanager
def progress_bar(console: Console, total: int, already: int, live: bool) -> Iterator[Callable[[], None]]:
    """Shows how far a batch is; gives the function that counts one photo. Where nobody watches, a line now and then."""
    if not live:
        yield from _lines(console, total, already)
        return
    columns = (TextColumn("reading"), BarColumn(), MofNCompleteColumn(), RateColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("reading", total=total, completed=already)
        yield lambda: progress.advance(task)


def _lines(console: Console, total: int, already: int) -> Iterator[Callable[[], None]]:
    done, started = already, time.monotonic()
    said = started

    def advance() -> None:
        nonlocal done, said
        done += 1
        now = time.monotonic()
        if now - said >= _QUIET_S:
            said = now
            rate = (done - already) / (now - started)
            console.print(f"{done}/{total} photos, {rate:.1f}/s, {(total - done) / rate:.0f} s left")

    yield advance


def print_summary(console: Console, summary: Mapping[str, Any], out: str) -> None:
    """Print what came of the batch."""
    photos, errors = summary["photos"], summary["errors"]
    console.print(
        f"[bold]{photos}[/bold] photo{'' if photos == 1 else 's'} in {escape(out)}: {summary['sure']} without doubts, "
        f"{photos - summary['sure'] - errors} to review, {errors} error{'' if errors == 1 else 's'}"
    )
    for code, count in summary["review"].items():
        console.print(f"  {count} × {DOUBTS.get(code, 'another doubt')} ({escape(code)})")
    truth = summary.get("truth")
    if truth:
        compared = truth["compared"]
        console.print(f"of {compared} with known truth:")
        for name, label in (
            ("tiles_right", "every tile right"),
            ("hands_right", "whole hand right"),
            ("sure_but_wrong", "wrong without any doubt said"),
        ):
            console.print(f"  {label}: {truth[name]} ({truth[name] / compared:.1%})")
