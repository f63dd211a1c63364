"""Whether the process lives, whether it can serve, and what it counted."""

from __future__ import annotations

import asyncio
from typing import Literal

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import JSONResponse

from service import metrics as counting
from service.api.state import MetricsOf, ReaderOf

router = APIRouter(tags=["operation"])
_PING_S = 3.0


class Health(BaseModel):
    """The process answers."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"status": "ok"}]})

    status: Literal["ok"] = Field(description="Always `ok`.", examples=["ok"])


class Readiness(BaseModel):
    """Whether the service can do its work, check by check."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"status": "ready", "checks": {"model": "ready", "database": "ready"}}]}
    )

    status: Literal["ready", "not ready"] = Field(description="`ready` when every check is.", examples=["ready"])
    checks: dict[str, Literal["ready", "loading", "failed"]] = Field(
        description="`model`: the nets are loaded; `database`: the book can be reached.",
        examples=[{"model": "ready", "database": "ready"}],
    )


@router.head("/healthz", include_in_schema=False)
@router.get("/healthz", summary="Is the process alive?", operation_id="health")
async def healthz() -> Health:
    """Answers while the process can answer at all; checks nothing else."""
    return Health(status="ok")


@router.head("/readyz", include_in_schema=False)
@router.get(
    "/readyz",
    summary="Can it serve?",
    operation_id="readiness",
    response_model=Readiness,
    responses={503: {"model": Readiness, "description": "Not ready; `checks` says what is missing."}},
)
async def readyz(request: Request, reader: ReaderOf) -> Response:
    """Ready when the models are loaded and the database answers."""
    checks: dict[str, Literal["ready", "loading", "failed"]] = {"model": reader.state, "database": "ready"}
    try:
        await asyncio.wait_for(asyncio.to_thread(request.app.state.book.ping), _PING_S)
    except Exception:
        checks["database"] = "failed"
    ready = all(state == "ready" for state in checks.values())
    body = Readiness(status="ready" if ready else "not ready", checks=checks)
    return JSONResponse(body.model_dump(), 200 if ready else 503)


@router.get(
    "/metrics",
    summary="Counters in Prometheus form",
    operation_id="metrics",
    response_class=Response,
    responses={
        200: {
            "description": "The counters.",
            "content": {"text/plain": {"schema": {"type": "string"}, "example": "tilesight_requests_total 1.0\n"}},
        }
    },
)
async def metrics_text(metrics: MetricsOf) -> Response:
    """Requests, stage times, readings, review reasons, the queue, the book."""
    return Response(metrics.text(), media_type=counting.CONTENT_TYPE)
