"""Who sits where at a place of the game: the first seating and the changes in force, played forward.

A change names players, not seats, and says from which place on it holds, so that a mistake seen late (two names
swapped since the first hand) is put right for the hands already played.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from service.book.values import Four


@dataclass(frozen=True, slots=True)
class SeatChange:
    """`swap`: players `one` and `other` change seats; `replace`: `other` takes the seat of `one`."""

    kind: Literal["swap", "replace"]
    since: int
    place: int
    one: int
    other: int


def seated(first: Four, changes: Iterable[SeatChange], place: int) -> Four:
    """The players' numbers by seat at `place`. A change whose players are not seated as it needs does nothing."""
    seats = list(first)
    for change in sorted(changes, key=lambda change: (change.since, change.place)):
        if change.since > place:
            break
        if change.one not in seats:
            continue
        at = seats.index(change.one)
        if change.kind == "swap" and change.other in seats:
            to = seats.index(change.other)
            seats[at], seats[to] = seats[to], seats[at]
        elif change.kind == "replace" and change.other not in seats:
            seats[at] = change.other
    return (seats[0], seats[1], seats[2], seats[3])
