"""What one entry in force adds to the totals and counts of the four players at the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import astuple, dataclass, fields

from service.book.values import SEATS, Four, Json

HAND_KINDS = frozenset({"hand", "amounts", "draw", "leave"})
"""Kinds of event that end a hand of play."""

MONEY_KINDS = HAND_KINDS | {"false_win", "penalty"}
"""Kinds of event that may move amounts."""


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts of one player over any number of entries; tallies add and subtract."""

    balance: int = 0
    hands: int = 0
    wins: int = 0
    self_draws: int = 0
    deal_ins: int = 0
    draws: int = 0
    dealt: int = 0
    false_wins: int = 0
    penalties: int = 0
    won_amount: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(*(mine + theirs for mine, theirs in zip(astuple(self), astuple(other), strict=True)))

    def __neg__(self) -> Tally:
        return Tally(*(-value for value in astuple(self)))

    def as_dict(self) -> dict[str, int]:
        return {field.name: getattr(self, field.name) for field in fields(self)}


def winners_of(event: Json) -> tuple[int, ...]:
    """The seats that won with this event, in its own order."""
    found = event.get("winners")
    return tuple(seat for seat in found if isinstance(seat, int)) if isinstance(found, list) else ()


def tally(event: Json, amounts: Four, seating: Four, dealer: int) -> Mapping[int, Tally]:
    """What the entry gives each of the four players, by player number; nothing for kinds that move no amounts."""
    kind = str(event["kind"])
    if kind not in MONEY_KINDS:
        return {}
    winners = winners_of(event)
    ends_hand = kind in HAND_KINDS
    self_draw = event.get("win_by") == "self-draw"
    return {
        seating[seat]: Tally(
            balance=amounts[seat],
            hands=int(ends_hand),
            wins=int(seat in winners),
            self_draws=int(seat in winners and self_draw),
            deal_ins=int(bool(winners) and not self_draw and event.get("payer") == seat),
            draws=int(kind == "draw"),
            dealt=int(ends_hand and seat == dealer),
            false_wins=int(kind == "false_win" and event.get("seat") == seat),
            penalties=int(kind == "penalty" and amounts[seat] < 0),
            won_amount=amounts[seat] if seat in winners else 0,
        )
        for seat in SEATS
    }
