"""Which of a reading's doubts are worth a player's look."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

ENOUGH = 0.5
"""Of a hand's tiles, the part from which what was seen is a hand: below it the picture shows something else, and doubts
about single tiles are doubts about things that are none."""
_WHOLE = frozenset({"nothing_found", "count"})


def worth_saying(reading: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    """The doubts to tell; those about single tiles are left out where no hand was seen at all."""
    review: Sequence[Mapping[str, Any]] = reading["review"]
    whole = [reason for reason in review if reason.get("code") in _WHOLE]
    return whole if whole and _no_hand(reading) else review


def _no_hand(reading: Mapping[str, Any]) -> bool:
    from scorer.errors import UnknownRuleset
    from scorer.registry import get_ruleset, rulesets

    seen: int = sum(tile["role"] != "aside" for tile in reading["tiles"])
    try:
        expected = get_ruleset(str(reading.get("ruleset"))).hand_size
    except UnknownRuleset:
        # Where the game is not known, the least that is a hand in any.
        expected = min(rules.hand_size for rules in rulesets())
    return seen < ENOUGH * expected
