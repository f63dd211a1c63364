"""A reading scored: the step between the photo and the payouts, the same for command line and API."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from service.doubts import worth_saying
from service.groups import MELDS

BLOCKING = frozenset({"nothing_found", "count", "hidden_kong"})
"""Doubts that leave no hand to score; with the others the score is given, and the doubt with it."""


def score_reading(
    reading: Mapping[str, Any], ruleset: str, options: Mapping[str, Any], context: Mapping[str, Any]
) -> dict[str, Any]:
    """The scan: ``{"status", "message", "reading", "case", "score"}``.

    ``status`` is that of the score, or ``needs_review`` where the reading has doubts; then ``score`` is the score of
    the reading as it stands, or None where it is no whole hand, and ``message`` says what was seen and what is missing.

    Raises:
        scorer.errors.CaseError: ruleset, options or context cannot be used.
    """
    from service.cases import score_told

    hand = with_seats(reading, context)
    case = {"ruleset": ruleset, "options": dict(options), "hand": hand, "context": dict(context)}
    review = reading["review"]
    blocked = case["hand"] is None or _short(reading) or any(reason["code"] in BLOCKING for reason in review)
    # Also where nothing can be scored yet, so that a wrong context is told now and not after the correction.
    answer = score_told(case if case["hand"] is not None else {**case, "hand": {"concealed": ""}})
    score = None if blocked else answer
    return {
        "status": "needs_review" if review or score is None else score["status"],
        "message": message(reading, score),
        "reading": dict(reading),
        "case": case,
        "score": score,
    }


def _short(reading: Mapping[str, Any]) -> bool:
    """Whether a meld lacks tiles, as one that the player has only begun to lay."""
    groups = reading.get("groups") or ()
    return any(
        isinstance(group, Mapping) and group.get("role") in MELDS and len(group["tiles"]) < _LEAST for group in groups
    )


_TURNS = {"right": 1, "across": 2, "left": 3}
_LEAST = 3


def with_seats(reading: Mapping[str, Any], context: Mapping[str, Any]) -> Any:
    """The hand of a reading with the seats its melds were claimed from, as their sideways tiles tell the winner.

    What is no hand comes back as it is, for scoring to refuse.
    """
    hand = reading.get("hand")
    winner = context.get("winner", 0)
    if not isinstance(hand, Mapping) or not isinstance(winner, int):
        return hand
    groups = [
        group for group in reading.get("groups") or () if isinstance(group, Mapping) and group.get("role") in MELDS
    ]
    stated = hand.get("melds")
    if not isinstance(stated, list) or len(stated) != len(groups):
        return dict(hand)
    melds: list[Any] = []
    for meld, group in zip(stated, groups, strict=True):
        turns = _TURNS.get(str(group.get("from")))
        told = isinstance(meld, Mapping) and "from" not in meld and meld.get("type") != "concealed kong"
        melds.append({**meld, "from": (winner + turns) % 4} if told and turns is not None else meld)
    return {**hand, "melds": melds}


def wild_face(ruleset: str, context: Mapping[str, Any], options: Mapping[str, Any]) -> str | None:
    """The wild tile that the context names, or that follows from the tile turned up; None where there is none or the
    context cannot be used (scoring says why)."""
    from scorer.engine import ruleset_wild
    from scorer.errors import CaseError, OptionError
    from scorer.registry import get_ruleset
    from scorer.tiles import Tile
    from scorer.wire import context_from_json

    rules = get_ruleset(ruleset)
    try:
        told = context_from_json(context)
        resolved = rules.resolve(options)
    except (CaseError, OptionError):
        return None
    wild = ruleset_wild(rules, told.wild, told.indicator, resolved)
    return None if wild < 0 else str(Tile(wild))


def message(reading: Mapping[str, Any], score: Mapping[str, Any] | None) -> str:
    """One line for the player: every doubt worth a look, or what the score is."""
    reasons = [str(reason["message"]) for reason in worth_saying(reading)]
    if reasons:
        return "; ".join(reasons)
    if score is None:
        return f"{len(reading['tiles'])} tiles read, but no hand can be made of them"
    if score["status"] == "scored":
        return f"{score['total']} {score['unit']}"
    return "; ".join(problem["message"] for problem in score.get("problems", ()))
