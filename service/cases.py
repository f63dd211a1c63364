"""A case as somebody told it, refused where it tells what its game does not have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from scorer.wire import Case


def no_wild_tile(ruleset: str, wild: Any) -> str | None:
    """Why this wild tile cannot be told of this game; None where it can, or where none is told.

    Scoring passes over a wild tile in a game without one; whoever told it means another game and should hear of it.

    Raises:
        scorer.errors.UnknownRuleset: there is no such game.
    """
    from scorer.registry import get_ruleset

    if wild is None:
        return None
    rules = get_ruleset(ruleset)
    return None if rules.wild is not None else f"{rules.name} {rules.id} has no wild tile, so {wild} cannot be one"


def case_told(case: Any) -> Case:
    """The case, as `scorer.wire.case_from_json` reads it.

    Raises:
        scorer.errors.CaseError: it cannot be understood, or names a wild tile in a game that has none.
    """
    from scorer.errors import CaseError
    from scorer.wire import case_from_json

    told = case_from_json(case)
    if (refused := no_wild_tile(told.ruleset, told.context.wild)) is not None:
        raise CaseError("context.wild", refused)
    return told


def score_told(case: Any) -> dict[str, Any]:
    """The answer to a case.

    Raises:
        scorer.errors.CaseError: as `case_told` does.
    """
    from scorer.api import score
    from scorer.wire import result_to_json

    told = case_told(case)
    return result_to_json(score(told.ruleset, told.hand, told.context, told.options))
