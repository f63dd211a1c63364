"""Photo and context in, reading and score out, in one call."""

from __future__ import annotations

import json
import operator
from collections.abc import Callable
from typing import Any

from fastapi import APIRouter, Request
from pydantic import ConfigDict, Field, TypeAdapter
from starlette.responses import JSONResponse, Response

from service.api.problems import Problem, responses
from service.api.reading_jobs import in_pool, read_job
from service.api.readings import (
    EDITS_SCHEMA,
    PHOTO_SCHEMA,
    RULESET_SCHEMA,
    UPLOAD_ERRORS,
    WILD_SCHEMA,
    asked,
    check_ruleset,
    check_wild,
    multipart,
    parse_field,
    wrong_field,
)
from service.api.schemas.base import Options, RulesetId
from service.api.schemas.case import EXAMPLE_CONTEXT, ContextIn
from service.api.schemas.scan import ScanOut
from service.api.state import MetricsOf, PhotosOf, PoolOf, ReaderOf, SettingsOf
from service.api.uploads import read_upload
from service.plain_words import field_names
from service.readings import with_version
from service.scanning import score_reading, wild_face

router = APIRouter(prefix="/scans", tags=["readings"])


class ScanContextIn(ContextIn):
    """The context of a hand to score; ruleset and options may stand in it, for callers with one part to send."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"ruleset": "yueqing-chayuan", **EXAMPLE_CONTEXT}]})

    ruleset: RulesetId | None = Field(
        default=None, description="The ruleset, where no part `ruleset` is sent.", examples=["guobiao"]
    )
    options: Options | None = Field(
        default=None, description="The options, where no part `options` is sent.", examples=[{"wild_from": "next"}]
    )


_CONTEXT: TypeAdapter[ScanContextIn] = TypeAdapter(ScanContextIn)
_OPTIONS: TypeAdapter[dict[str, Any]] = TypeAdapter(Options)


@router.post(
    "",
    summary="Read a photo and score it",
    operation_id="scan_photo",
    response_model=ScanOut,
    responses=responses(*UPLOAD_ERRORS, "invalid_case"),
    openapi_extra=multipart(
        {
            "photo": PHOTO_SCHEMA,
            "context": {"$ref": "#/components/schemas/ScanContextIn"},
            "ruleset": RULESET_SCHEMA,
            "options": {
                "type": "object",
                "additionalProperties": True,
                "examples": [{"wild_from": "next"}],
                "description": "House rules that differ from the defaults, as JSON.",
            },
            "wild": WILD_SCHEMA,
            "edits": EDITS_SCHEMA,
        },
        ["photo"],
    ),
)
async def scan_photo(
    request: Request, settings: SettingsOf, pool: PoolOf, slot: ReaderOf, metrics: MetricsOf, photos: PhotosOf
) -> Response:
    """The same answer as `tilesight scan --json`: the reading, the case it makes, and its score.

    What is said by a part of its own and in `context` too must be the same in both.
    Where the reading has doubts `status` is `needs_review` and `message` says them; nothing is written to any book.
    """
    from scorer.errors import CaseError

    reader = slot.get()
    upload = await read_upload(
        request,
        fields=frozenset({"context", "ruleset", "options", "wild", "edits"}),
        max_photos=settings.max_photos,
        max_photo_bytes=settings.max_photo_bytes,
    )
    told: ScanContextIn = parse_field(upload, "context", _CONTEXT, field_names(ScanContextIn)) or ScanContextIn()
    ruleset, wild, edits = asked(upload)
    sent = parse_field(upload, "options", _OPTIONS)
    _agree(told, ruleset, sent, wild)
    ruleset = ruleset or told.ruleset
    if ruleset is None:
        raise Problem(
            422,
            "invalid_request",
            "/ruleset: the ruleset is missing",
            extra={"errors": [{"pointer": "/ruleset", "message": "is missing"}]},
        )
    check_ruleset(ruleset)
    options = sent or told.options or {}
    context = told.model_dump(by_alias=True, exclude_unset=True, exclude={"ruleset", "options"})
    if wild is not None:
        context["wild"] = wild

    def job() -> dict[str, Any]:
        reading = read_job(
            reader,
            metrics,
            upload.photos,
            ruleset=ruleset,
            wild=wild_face(ruleset, context, options),
            edits=edits,
            keep=photos,
        )
        return score_reading(with_version(reading), ruleset, options, context)

    try:
        scan = await in_pool(pool, job)
    except CaseError as error:
        raise Problem(422, "invalid_case", str(error)) from None
    if scan["score"] is not None:
        metrics.scores.labels(scan["score"]["ruleset"]["id"], scan["score"]["status"]).inc()
    return JSONResponse(scan)


def _agree(told: ScanContextIn, ruleset: str | None, options: dict[str, Any] | None, wild: str | None) -> None:
    """See that no part of the upload says another thing than the context does.

    Raises:
        Problem: naming the part.
    """
    twice: tuple[tuple[str, Any, Any, Callable[[Any, Any], bool]], ...] = (
        ("ruleset", ruleset, told.ruleset, _other_rules),
        ("options", options, told.options, operator.ne),
        ("wild", wild, told.wild, _other_tile),
    )
    for name, part, inside, differ in twice:
        if part is not None and inside is not None and differ(part, inside):
            raise wrong_field(f"/{name}", f"the part is {_shown(part)}, the context says {_shown(inside)}")


def _other_rules(one: str, other: str) -> bool:
    from scorer.registry import get_ruleset

    check_ruleset(other)
    return get_ruleset(one) is not get_ruleset(other)


def _other_tile(one: str, other: str) -> bool:
    from scorer.tiles import Tile

    check_wild(other, None)
    return Tile.parse(one) is not Tile.parse(other)


def _shown(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)[:120]
