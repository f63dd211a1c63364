"""Errors as RFC 9457 problem documents with stable codes.

Each code is declared once, at import, with its status, title and meaning; ``docs/api-errors.md`` is written from the
declarations. A handler raises ``Problem(status, code, detail)``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response
from starlette.types import Scope

from scorer.near import SLIPS
from service.plain_words import field_names, plain

MEDIA_TYPE = "application/problem+json"


@dataclass(frozen=True, slots=True)
class Declared:
    """One stable error code: its HTTP status, short title and what it means to a caller."""

    code: str
    status: int
    title: str
    meaning: str


_declared: dict[str, Declared] = {}


def declare(code: str, status: int, title: str, meaning: str) -> Declared:
    """Declare an error code; the same code may not be declared twice with another content."""
    entry = Declared(code, status, title, meaning)
    if _declared.setdefault(code, entry) != entry:
        raise ValueError(f"error code {code} is declared twice")
    return entry


def declared() -> tuple[Declared, ...]:
    """All declared codes, by status, then code."""
    return tuple(sorted(_declared.values(), key=lambda entry: (entry.status, entry.code)))


class Problem(HTTPException):
    """An error to be answered as a problem document."""

    def __init__(
        self,
        status: int,
        code: str,
        detail: str,
        *,
        title: str | None = None,
        headers: Mapping[str, str] | None = None,
        extra: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(status, detail, dict(headers) if headers else None)
        self.code = code
        self.title = title
        self.extra = dict(extra or {})

    def response(self, scope: Scope) -> Response:
        """The answer to send to the request of this scope, named as its log line names it."""
        known = _declared.get(self.code)
        title = self.title or (known.title if known else HTTPStatus(self.status_code).phrase)
        body: dict[str, Any] = {
            "type": f"urn:tilesight:problem:{self.code}",
            "title": title,
            "status": self.status_code,
            "detail": self.detail,
            "code": self.code,
            **self.extra,
        }
        # Every answer goes through here, those of the middleware too, before any route is reached.
        if request_id := scope.get("state", {}).get("request_id"):
            body["request_id"] = request_id
        return JSONResponse(body, self.status_code, headers=self.headers, media_type=MEDIA_TYPE)


declare("bad_request", 400, "Bad request", "The request could not be understood: broken JSON or broken HTTP.")
declare("bad_multipart", 400, "Broken upload", "The multipart body is broken, or has parts that are not expected.")
declare("access_token_required", 401, "Access token required", "The server wants its access token in the request.")
declare("not_found", 404, "Not found", "There is nothing at this address.")
declare("method_not_allowed", 405, "Method not allowed", "This address does not know the method; see Allow.")
declare("body_timeout", 408, "Body too slow", "The body did not arrive in the time allowed.")
declare("body_too_large", 413, "Body too large", "The body is larger than allowed; `limit` gives the bytes.")
declare("unsupported_media_type", 415, "Unsupported media type", "The body is not of the type that this route takes.")
declare("wrong_host", 421, "Wrong host", "The Host header names another host than the server answers for.")
declare("invalid_request", 422, "Invalid request", "Fields are missing, unknown or wrong; `errors` lists each one.")
declare("rate_limited", 429, "Too many requests", "Too many requests from this caller; try again after Retry-After.")
declare("reader_not_ready", 503, "Reader not ready", "The models are still loading, or failed to; see /readyz.")
declare("unknown_ruleset", 404, "Unknown ruleset", "There is no ruleset of this id; the detail lists the known ones.")
declare("invalid_case", 422, "Invalid case", "The ruleset, hand, options or context cannot be understood.")
declare("no_photo", 422, "No photo", "The request brings no part named `photo`.")
declare("photo_format", 415, "Not a picture", "The bytes are no JPEG, PNG, WebP or HEIC picture.")
declare("photo_too_large", 413, "Picture too large", "More bytes or pixels than are read.")
declare("photo_empty", 422, "Empty picture", "The file holds no bytes.")
declare("photo_truncated", 422, "Picture cut short", "The file ends before the picture does.")
declare("photo_damaged", 422, "Damaged picture", "The file begins like a picture but cannot be decoded.")
declare("photo_unreadable", 422, "Unreadable picture", "The picture cannot be read.")
declare("invalid_edit", 422, "Invalid correction", "A correction names a tile or face that is not there.")
declare("invalid_reading", 422, "Invalid reading", "What was sent back is no reading that this server can read anew.")
declare("reading_timeout", 503, "Reading took too long", "The reading did not end in time; try a smaller photo.")
declare("photo_not_kept", 404, "No such photo", "The photo was never kept, or was deleted.")
declare("internal_error", 500, "Internal error", "The server failed; the log holds the request id.")
declare("busy", 503, "Busy", "All readers are busy and the queue is full; try again after Retry-After.")


_BY_STATUS = {
    400: "bad_request",
    404: "not_found",
    405: "method_not_allowed",
    413: "body_too_large",
    415: "unsupported_media_type",
}

PROBLEM_SCHEMA: dict[str, Any] = {
    "type": "object",
    "description": "An error, as RFC 9457 describes it.",
    "required": ["type", "title", "status", "detail", "code"],
    "properties": {
        "type": {
            "type": "string",
            "description": "The error code as a URN.",
            "examples": ["urn:tilesight:problem:not_found"],
        },
        "title": {"type": "string", "description": "What kind of error it is.", "examples": ["Not found"]},
        "status": {"type": "integer", "description": "The HTTP status.", "examples": [404]},
        "detail": {
            "type": "string",
            "description": "What was wrong here, in one sentence.",
            "examples": ["there is no ruleset 'yueqing'"],
        },
        "code": {"type": "string", "description": "The stable code of the error.", "examples": ["not_found"]},
        "request_id": {"type": "string", "description": "The request, as the server's log names it."},
        "errors": {
            "type": "array",
            "description": "Each wrong field, where there are several.",
            "items": {
                "type": "object",
                "description": "One wrong field.",
                "required": ["pointer", "message"],
                "properties": {
                    "pointer": {
                        "type": "string",
                        "description": "Where it stands, as a JSON pointer.",
                        "examples": ["/context/winner"],
                    },
                    "message": {
                        "type": "string",
                        "description": "What was expected.",
                        "examples": ["expected a number up to 3, got 4"],
                    },
                },
            },
        },
    },
    "additionalProperties": True,
}


def responses(*codes: str) -> dict[int | str, dict[str, Any]]:
    """The OpenAPI ``responses`` of a route that may answer with these codes."""
    by_status: dict[int | str, dict[str, Any]] = {}
    for code in codes:
        entry = _declared[code]
        found = by_status.setdefault(entry.status, {"description": "", "content": {}})
        line = f"`{code}`: {entry.meaning}"
        found["description"] = f"{found['description']} {line}".strip()
        found["content"] = {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    return by_status


def pointer(location: tuple[int | str, ...]) -> str:
    """A pydantic location as a JSON pointer, without the leading ``body``."""
    parts = location[1:] if location and location[0] == "body" else location
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in parts)


def validation_problem(
    error: RequestValidationError, content_type: str = "application/json", known: Callable[[], Iterable[str]] = tuple
) -> Problem:
    """The problem for a request that does not fit its schema; of its own content only names of fields and numbers are
    repeated. ``known`` gives the names of the fields that its body may have."""
    found = error.errors()
    media_type = content_type.partition(";")[0].strip().lower()
    if found[0]["loc"] == ("body",) and found[0].get("input") and not media_type.endswith(("/json", "+json")):
        return Problem(415, "unsupported_media_type", "the body must be application/json")
    if any(entry["type"] == "json_invalid" for entry in found):
        return Problem(400, "bad_request", "the body is not valid JSON")
    errors = field_errors(found, known)
    first = errors[0]
    detail = f"{first['pointer'] or 'body'}: {first['message']}"
    more = len(found) - 1
    return Problem(422, "invalid_request", detail + (f" (and {more} more)" if more else ""), extra={"errors": errors})


_MOST = 50


def field_errors(
    found: Sequence[Mapping[str, Any]], known: Callable[[], Iterable[str]] = tuple, before: str = ""
) -> list[dict[str, str]]:
    """The wrong fields of a body, below the pointer ``before``, each with what was expected."""
    unknown = [entry for entry in found if entry["type"] == "extra_forbidden"][:SLIPS]
    names = tuple(known()) if unknown else ()
    return [
        {
            "pointer": before + pointer(tuple(entry["loc"])),
            "message": plain(entry, names if any(entry is one for one in unknown) else ()),
        }
        for entry in found[:_MOST]
    ]


def _body_fields(request: Request) -> frozenset[str]:
    """The names of all fields that the body of this request's route may have."""
    body = getattr(request.scope.get("route"), "body_field", None)
    return field_names(getattr(getattr(body, "field_info", None), "annotation", None))


def install(app: FastAPI) -> None:
    """Answer every error of ``app`` as a problem document."""

    async def on_problem(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        if isinstance(error, Problem):
            return error.response(request.scope)
        code = _BY_STATUS.get(error.status_code, "bad_request" if error.status_code < 500 else "internal_error")
        detail = {404: "there is nothing at this address", 405: f"{request.method} is not allowed here"}.get(
            error.status_code, str(error.detail)
        )
        return Problem(error.status_code, code, detail, headers=error.headers).response(request.scope)

    async def on_invalid(request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        media_type = request.headers.get("content-type", "")
        return validation_problem(error, media_type, lambda: _body_fields(request)).response(request.scope)

    app.add_exception_handler(HTTPException, on_problem)
    app.add_exception_handler(RequestValidationError, on_invalid)
