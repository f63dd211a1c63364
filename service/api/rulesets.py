"""The rulesets: what can be scored, with items, options and flags."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path

from service.api.problems import Problem, responses
from service.api.schemas.rules import RulesetOut, RulesetsOut
from service.rulebook import ruleset_json, summary_json

router = APIRouter(prefix="/rulesets", tags=["rules"])


@router.get("", summary="All rulesets", operation_id="list_rulesets", response_model=RulesetsOut)
def list_rulesets() -> dict[str, Any]:
    """Every ruleset with its names, version and size."""
    from scorer.registry import rulesets

    return {"rulesets": [summary_json(ruleset) for ruleset in rulesets()]}


@router.get(
    "/{ruleset_id}",
    summary="One ruleset",
    operation_id="get_ruleset",
    response_model=RulesetOut,
    responses=responses("unknown_ruleset", "invalid_request"),
)
def get_one(
    ruleset_id: Annotated[
        str, Path(min_length=1, max_length=64, description="The ruleset's id or alias.", examples=["guobiao"])
    ],
) -> dict[str, Any]:
    """The whole ruleset: every item with its value, every option, the flags it reads."""
    return ruleset_json(find_ruleset(ruleset_id))


def find_ruleset(ruleset_id: str, status: int = 404) -> Any:
    """The ruleset of this id.

    Raises:
        Problem: there is none.
    """
    from scorer.errors import UnknownRuleset
    from scorer.registry import get_ruleset

    try:
        return get_ruleset(ruleset_id)
    except UnknownRuleset as error:
        raise Problem(status, "unknown_ruleset", str(error)) from None
