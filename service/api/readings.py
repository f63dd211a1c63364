"""Read photos, correct readings, and give or delete kept photos."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from pydantic import TypeAdapter, ValidationError
from starlette.responses import JSONResponse, Response

from service.api.problems import Problem, field_errors, responses
from service.api.reading_jobs import correct_job, in_pool, read_job
from service.api.schemas.edits import CorrectionIn, EditIn
from service.api.schemas.reading import ReadingOut
from service.api.state import MetricsOf, PhotosOf, PoolOf, ReaderOf, SettingsOf
from service.api.strict import StrictRoute
from service.api.uploads import Upload, read_upload
from service.plain_words import field_names
from service.readings import with_version
from service.strict_json import NotJson, parse_json

router = APIRouter(tags=["readings"], route_class=StrictRoute)

UPLOAD_ERRORS = (
    "bad_multipart",
    "body_timeout",
    "body_too_large",
    "photo_too_large",
    "unsupported_media_type",
    "photo_format",
    "invalid_request",
    "no_photo",
    "photo_empty",
    "photo_truncated",
    "photo_damaged",
    "photo_unreadable",
    "invalid_edit",
    "rate_limited",
    "busy",
    "reader_not_ready",
    "reading_timeout",
)
PHOTO_SCHEMA: dict[str, Any] = {
    "type": "array",
    "minItems": 1,
    "maxItems": 16,
    "items": {"type": "string", "format": "binary"},
    "description": "One photo, or several of the same hand: JPEG, PNG, WebP or HEIC.",
}
RULESET_SCHEMA: dict[str, Any] = {
    "type": "string",
    "maxLength": 64,
    "examples": ["guobiao"],
    "description": "The ruleset; with it the reading is the most probable hand that the game knows.",
}
WILD_SCHEMA: dict[str, Any] = {
    "type": "string",
    "minLength": 1,
    "maxLength": 8,
    "examples": ["4s"],
    "description": "The wild tile 财神/癞子.",
}
EDITS_SCHEMA: dict[str, Any] = {
    "allOf": [{"$ref": "#/components/schemas/EditsIn"}],
    "description": "Corrections to make at once, as JSON.",
}
_EDITS: TypeAdapter[list[EditIn]] = TypeAdapter(list[EditIn])


def multipart(properties: dict[str, Any], required: list[str]) -> dict[str, Any]:
    """The OpenAPI of a multipart body."""
    return {
        "requestBody": {
            "required": True,
            "content": {
                "multipart/form-data": {
                    "schema": {
                        "type": "object",
                        "properties": properties,
                        "required": required,
                        "additionalProperties": False,
                    },
                    "encoding": {
                        name: {"contentType": "application/json"}
                        for name in ("edits", "context", "options")
                        if name in properties
                    },
                }
            },
        }
    }


@router.post(
    "/readings",
    summary="Read a photo",
    operation_id="read_photo",
    response_model=ReadingOut,
    responses=responses(*UPLOAD_ERRORS),
    openapi_extra=multipart(
        {"photo": PHOTO_SCHEMA, "ruleset": RULESET_SCHEMA, "wild": WILD_SCHEMA, "edits": EDITS_SCHEMA}, ["photo"]
    ),
)
async def read_photo(
    request: Request, settings: SettingsOf, pool: PoolOf, slot: ReaderOf, metrics: MetricsOf, photos: PhotosOf
) -> Response:
    """The tiles, the groups they lie in, the hand they make, and every doubt.

    Photos are held in memory only, unless the operator keeps them; then `photo_id` names the kept one.
    """
    reader = slot.get()
    upload = await read_upload(
        request,
        fields=frozenset({"ruleset", "wild", "edits"}),
        max_photos=settings.max_photos,
        max_photo_bytes=settings.max_photo_bytes,
    )
    ruleset, wild, edits = asked(upload)
    reading = await in_pool(
        pool,
        lambda: read_job(reader, metrics, upload.photos, ruleset=ruleset, wild=wild, edits=edits, keep=photos),
    )
    return JSONResponse(with_version(reading))


def asked(upload: Upload) -> tuple[str | None, str | None, list[dict[str, Any]]]:
    """Ruleset, wild tile and corrections of an upload.

    Raises:
        Problem: there is no photo, or a field cannot be used.
    """
    if not upload.photos:
        raise Problem(422, "no_photo", "the request brings no part named photo")
    ruleset = upload.fields.get("ruleset") or None
    wild = upload.fields.get("wild")
    check_ruleset(ruleset)
    check_wild(wild, ruleset)
    edits = parse_field(upload, "edits", _EDITS, field_names(EditIn)) or []
    return ruleset, wild, [edit.model_dump(by_alias=True, exclude_none=True) for edit in edits]


def parse_field(upload: Upload, name: str, kind: TypeAdapter[Any], known: Iterable[str] = ()) -> Any:
    """A JSON field of an upload, checked; None where it is absent. ``known`` are the names of the fields it may have.

    Raises:
        Problem: it is no JSON, or not of this kind.
    """
    text = upload.fields.get(name)
    if not text:
        return None
    try:
        parse_json(text)
        return kind.validate_json(text)
    except NotJson as error:
        errors = [{"pointer": f"/{name}", "message": str(error)}]
        raise Problem(422, "invalid_request", f"/{name}: {error}", extra={"errors": errors}) from None
    except ValidationError as error:
        errors = field_errors(error.errors(include_url=False), lambda: known, f"/{name}")
        detail = f"{errors[0]['pointer']}: {errors[0]['message']}"
        raise Problem(422, "invalid_request", detail, extra={"errors": errors}) from None


def check_ruleset(ruleset: str | None) -> None:
    """Raises a Problem where there is no such ruleset."""
    from scorer.errors import UnknownRuleset
    from scorer.registry import get_ruleset

    if ruleset is None:
        return
    try:
        get_ruleset(ruleset)
    except UnknownRuleset as error:
        raise wrong_field("/ruleset", str(error)) from None


def check_wild(wild: str | None, ruleset: str | None) -> None:
    """Raises a Problem where this is no tile, or the ruleset has no wild tile."""
    from scorer.errors import NotationError
    from scorer.tiles import Tile
    from service.cases import no_wild_tile

    if wild is None:
        return
    try:
        Tile.parse(wild)
    except NotationError as error:
        raise wrong_field("/wild", str(error)) from None
    if ruleset is not None and (refused := no_wild_tile(ruleset, wild)) is not None:
        raise wrong_field("/wild", refused)


def wrong_field(place: str, message: str) -> Problem:
    """The problem of a field, named by its pointer, that cannot be used."""
    shown = message[:300]
    return Problem(
        422, "invalid_request", f"{place}: {shown}", extra={"errors": [{"pointer": place, "message": shown}]}
    )


@router.post(
    "/readings/corrections",
    summary="Correct a reading",
    operation_id="correct_reading",
    response_model=ReadingOut,
    responses=responses(
        "bad_request",
        "body_too_large",
        "unsupported_media_type",
        "invalid_request",
        "invalid_edit",
        "invalid_reading",
        "rate_limited",
        "busy",
        "reader_not_ready",
        "reading_timeout",
    ),
)
async def correct_reading(body: CorrectionIn, pool: PoolOf, slot: ReaderOf) -> Response:
    """The reading read anew with what the player said held fixed.

    The server keeps no readings: send the one you have, with every correction that holds: those in its `edits` and the
    new ones. To undo one, leave it out. The answer keeps the `id` and has a new `version`.
    """
    reader = slot.get()
    check_ruleset(body.ruleset)
    check_wild(body.wild, body.ruleset)
    edits = [edit.model_dump(by_alias=True, exclude_none=True) for edit in body.edits]
    corrected = await in_pool(pool, lambda: correct_job(reader, body.reading, body.ruleset, body.wild, edits))
    given = body.reading.get("id")
    return JSONResponse(with_version(corrected, given if isinstance(given, str) and 1 <= len(given) <= 64 else None))


PhotoId = Annotated[
    str,
    Path(min_length=1, max_length=64, description="The `photo_id` of a reading.", examples=["Zk3v0dT1m2wXyA9eQ7bLgA"]),
]


@router.get(
    "/photos/{photo_id}",
    summary="A kept photo",
    operation_id="get_photo",
    response_class=Response,
    responses={
        200: {
            "description": "The photo.",
            "content": {"image/jpeg": {"schema": {"type": "string", "format": "binary"}}},
        },
        **responses("photo_not_kept"),
    },
)
def get_photo(photo_id: PhotoId, photos: PhotosOf) -> Response:
    """The photo as it was kept: re-encoded, without metadata."""
    found = photos.get(photo_id) if photos else None
    if found is None:
        raise Problem(404, "photo_not_kept", "there is no such photo")
    return Response(found, media_type="image/jpeg")


@router.delete(
    "/photos/{photo_id}",
    summary="Delete a kept photo",
    operation_id="delete_photo",
    status_code=204,
    responses=responses("photo_not_kept"),
)
def delete_photo(photo_id: PhotoId, photos: PhotosOf) -> Response:
    """Deletes the photo at once."""
    if photos is None or not photos.delete(photo_id):
        raise Problem(404, "photo_not_kept", "there is no such photo")
    return Response(status_code=204)
