"""What nobody said of a hand's round and dealer, where its worth depends on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from service.render.tiles import WINDS

if TYPE_CHECKING:
    from scorer.result import Result

SEATS = range(4)


def notes(case: Mapping[str, Any], answer: Mapping[str, Any]) -> list[str]:
    """One line for each thing left out of the context on which an item of this hand depends.

    Without a round no wind is the prevalent one; without a dealer seat 0 deals. Both are the documented defaults, and
    both are told only where saying it could change what counts.
    """
    from scorer.api import score
    from scorer.context import Event
    from scorer.tiles import Tile
    from service.cases import case_told

    if answer["status"] not in ("scored", "not_winning"):
        return []
    told = case_told(case)
    hand, context = told.hand, told.context
    if hand is None or context.event is not Event.WIN:
        return []

    def scored(**said: Any) -> Result:
        return score(told.ruleset, hand, replace(context, **said), told.options)

    as_told = scored()
    lines = []
    winds = sorted({tile for tile in hand.tiles if tile.is_wind})
    if context.round_wind is None:
        for wind in winds:
            other = scored(round_wind=wind)
            if worth(other) != worth(as_told):
                name = f"{wind} {WINDS[wind - Tile.EAST]}"
                lines.append(
                    f"the round 圈风 was not said: in the {name} round {in_words(other, as_told)} (--round {wind})"
                )
    unsaid = "dealer" not in (case.get("context") or {})
    # Flowers belong to seats as winds do.
    if unsaid and (winds or hand.aside) and any(worth(scored(dealer=seat)) != worth(as_told) for seat in SEATS):
        lines.append("the dealer 庄家 was not said, so seat 0 deals: with another, other items count (--dealer)")
    return lines


def worth(result: Result) -> Any:
    """What counts, apart from what the dealer's own payments come to."""
    from scorer.result import Scored

    return {(item.id, item.count) for item in result.items} if isinstance(result, Scored) else result.status


def in_words(other: Result, as_told: Result) -> str:
    """`it is 17 番 instead of 15`."""
    from scorer.result import Scored

    if not isinstance(other, Scored):
        return "it does not win"
    if not isinstance(as_told, Scored):
        return f"it wins with {other.total} {other.unit}"
    return f"it is {other.total} {other.unit} instead of {as_told.total}"
