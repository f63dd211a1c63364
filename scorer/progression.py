"""What a ruleset says about how its game goes on; `scorer.game` plays by it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Deal(StrEnum):
    """What happens to the deal after a hand."""

    KEEP = "keep"
    """The dealer deals again and the streak grows."""
    HOLD = "hold"
    """The dealer deals again and the streak stays."""
    PASS = "pass"
    """The next seat deals, with a streak of 1."""


@dataclass(frozen=True, slots=True)
class Progression:
    """A game's policy. `rounds` is how many winds are played before it is over, None for a game without an end;
    `drawn_after_kong` applies to a drawn hand in which someone konged four of a kind."""

    dealer_wins: Deal = Deal.KEEP
    other_wins: Deal = Deal.PASS
    drawn: Deal = Deal.KEEP
    drawn_after_kong: Deal | None = None
    escape: Deal = Deal.HOLD
    rounds: int | None = None
