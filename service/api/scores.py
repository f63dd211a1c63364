"""Score a hand."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse, Response

from service.api.problems import Problem, responses
from service.api.schemas.case import CaseIn
from service.api.schemas.score import ScoreAnswer
from service.api.state import MetricsOf
from service.api.strict import StrictRoute

router = APIRouter(prefix="/scores", tags=["score"], route_class=StrictRoute)


@router.post(
    "",
    summary="Score a hand",
    operation_id="score",
    response_model=ScoreAnswer,
    responses=responses(
        "bad_request", "body_too_large", "unsupported_media_type", "invalid_request", "invalid_case", "rate_limited"
    ),
)
async def score(case: CaseIn, metrics: MetricsOf) -> Response:
    """Items, total, formula and who pays whom, under the ruleset's rules and the table's options.

    Any multiset of tiles has an answer: `scored`, `settled`, `not_winning` or `illegal`, the last two with all reasons.
    """
    told = case_json(case)
    # Handing a hand to another thread costs more than scoring it, but for the many readings of wild tiles.
    slow = bool(case.context.wild or case.context.indicator)
    answer = await run_in_threadpool(score_case, told) if slow else score_case(told)
    metrics.scores.labels(answer["ruleset"]["id"], answer["status"]).inc()
    return JSONResponse(answer)


def case_json(case: CaseIn) -> dict[str, Any]:
    """The case as the scorer takes it: what was not said stays unsaid."""
    return case.model_dump(by_alias=True, exclude_unset=True)


def score_case(case: dict[str, Any]) -> dict[str, Any]:
    """The scorer's answer.

    Raises:
        Problem: 422, the case cannot be understood.
    """
    from scorer.errors import CaseError
    from service.cases import score_told

    try:
        return score_told(case)
    except CaseError as error:
        raise Problem(422, "invalid_case", str(error)) from None
