"""What every route of the book shares: refusals as problem documents, tokens, keys, revisions, links."""

from __future__ import annotations

import io
from collections.abc import Callable, Coroutine, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, cast

import segno
from fastapi import Depends, Path, Request
from fastapi.security import APIKeyHeader, APIKeyQuery
from pydantic import BaseModel
from sqlalchemy.orm import Session
from starlette.responses import JSONResponse, Response, StreamingResponse

from service.api import problems
from service.api.problems import Problem
from service.api.state import settings_of
from service.api.strict import StrictRoute
from service.api.tables_schemas import NewGameIn
from service.book.answers import LONGEST_KEY, SHORTEST_KEY, SHORTEST_SECRET_KEY, Answer, make_request
from service.book.book import Book, Done, Expected, Reader
from service.book.errors import BookError, BookUnavailable, EventInvalid, HostTokenNeeded, RevisionStale, all_errors
from service.book.models import TableRow
from service.book.tables import NewGame
from service.book.tokens import Holder
from service.book.values import Json

KEY_HEADER = "Idempotency-Key"
for _error in all_errors():
    problems.declare(_error.code, _error.status, _error.title, _error.meaning)

_READ = ("table_token_missing", "host_token_needed", "table_not_found", "book_unavailable")
_WRITE = (*_READ, "idempotency_key_invalid", "idempotency_conflict", "invalid_request", "event_invalid", "storage_full")
_BODY = ("bad_request", "body_too_large", "unsupported_media_type")
_GAME_WRITE = (*_WRITE, *_BODY, "revision_missing", "revision_stale", "game_not_found")

_KEY_TEXT = "A fresh random key for every write; the same request with the same key is answered the same way."
KEY_PARAMETER: dict[str, Any] = {
    "name": KEY_HEADER, "in": "header", "required": True,
    "description": _KEY_TEXT,
    "schema": {"type": "string", "minLength": SHORTEST_KEY, "maxLength": LONGEST_KEY, "pattern": "^[!-~]+$"},
    "example": "5f2b1c9e-8d34-4f3a-9b1e-2f6f0f9f7c11",
}  # fmt: skip
SECRET_KEY_PARAMETER: dict[str, Any] = {
    **KEY_PARAMETER,
    "description": f"{_KEY_TEXT} Keep it to yourself: the token in the answer is derived from it.",
    "schema": {**KEY_PARAMETER["schema"], "minLength": SHORTEST_SECRET_KEY},
}
MATCH_PARAMETER: dict[str, Any] = {
    "name": "If-Match", "in": "header", "required": True,
    "description": "The ETag of the table as the phone shows it, or `*` to write on whatever it is now.",
    "schema": {"type": "string", "pattern": r'^(\*|(W/)?"[0-9]{1,18}")$'},
    "example": '"17"',
}  # fmt: skip
WITH_KEY: dict[str, Any] = {"parameters": [KEY_PARAMETER]}
WITH_SECRET_KEY: dict[str, Any] = {"parameters": [SECRET_KEY_PARAMETER]}
WITH_KEY_AND_MATCH: dict[str, Any] = {"parameters": [KEY_PARAMETER, MATCH_PARAMETER]}

_header = APIKeyHeader(
    name="X-Table-Token", scheme_name="tableToken", description="A table's host or watch token.", auto_error=False
)
_query = APIKeyQuery(
    name="token", scheme_name="watchToken", description="A table's watch token, for event streams and links.",
    auto_error=False,
)  # fmt: skip


class BookRoute(StrictRoute):
    """A route whose refusals by the book are answered as problem documents."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handler = super().get_route_handler()

        async def guarded(request: Request) -> Response:
            try:
                return await handler(request)
            except BookError as error:
                raise problem_of(error) from error
            except RecursionError:
                raise problem_of(EventInvalid("the request is nested too deeply")) from None

        return guarded


def problem_of(error: BookError) -> Problem:
    """A refusal as a problem document."""
    headers = {"Retry-After": "1"} if isinstance(error, BookUnavailable) else None
    return Problem(error.status, error.code, error.detail, headers=headers, extra=error.extra)


def read_responses(*more: str) -> dict[int | str, dict[str, Any]]:
    """The refusals of a route that reads."""
    return problems.responses(*_READ, *more)


def write_responses(*more: str, body: bool = True) -> dict[int | str, dict[str, Any]]:
    """The refusals of a route that writes on a table, with or without a body."""
    return problems.responses(*_WRITE, *(_BODY if body else ()), *more)


def game_write_responses(*more: str) -> dict[int | str, dict[str, Any]]:
    """The refusals of a route that writes in a game."""
    return problems.responses(*_GAME_WRITE, *more)


def book_of(request: Request) -> Book:
    return cast(Book, request.app.state.book)


TableId = Annotated[
    str, Path(min_length=1, max_length=64, description="The table's id.", examples=["5d1c0a7be2f3a9c4"])
]


def read_token(
    header: Annotated[str | None, Depends(_header)], query: Annotated[str | None, Depends(_query)]
) -> str | None:
    """The token of a request that reads. A host token in an address would end up in logs: it is refused."""
    if header is None and query is not None and query.startswith("tsh_"):
        raise Problem(403, HostTokenNeeded.code, "a host token goes in the header X-Table-Token, never in an address")
    return header or query


@dataclass(frozen=True, slots=True)
class Write:
    """The headers of a write: the table token, the Idempotency-Key, the revision it was made on."""

    token: str | None
    key: str | None
    expected: Expected


def write_headers(request: Request, header: Annotated[str | None, Depends(_header)]) -> Write:
    return Write(header, request.headers.get(KEY_HEADER), expected_of(request.headers.get("if-match")))


def expected_of(header: str | None) -> Expected:
    """The revision that an If-Match names. Raises RevisionStale for one that no table ever has."""
    if header is None:
        return None
    if header.strip() == "*":
        return "*"
    text = header.strip().removeprefix("W/")
    digits = text[1:-1]
    if len(text) < 3 or text[0] != '"' or text[-1] != '"' or not digits.isascii() or not digits.isdigit():
        raise problem_of(RevisionStale('If-Match: expected the ETag of the table, such as "17", or *'))
    return int(digits[:18])


BookOf = Annotated[Book, Depends(book_of)]
ReadToken = Annotated[str | None, Depends(read_token)]
WriteHeaders = Annotated[Write, Depends(write_headers)]


def answered(answer: Answer, more: Mapping[str, object] | None = None) -> Response:
    """A write's answer with the table's ETag; `Idempotency-Replayed` tells a repeated one."""
    headers = {"ETag": etag(answer.revision)}
    if answer.repeated:
        headers["Idempotency-Replayed"] = "true"
    return JSONResponse({**answer.body, **(more or {})}, answer.status, headers=headers)


def shown(request: Request, body: Json, revision: int) -> Response:
    """A table's state with its ETag, or 304 where the caller has it."""
    tag = etag(revision)
    known = [part.strip().removeprefix("W/") for part in request.headers.get("if-none-match", "").split(",")]
    headers = {"ETag": tag, "Cache-Control": "private, no-cache"}
    return Response(status_code=304, headers=headers) if tag in known else JSONResponse(body, headers=headers)


def etag(revision: int) -> str:
    return f'"{revision}"'


def link_address(request: Request, role: str, table_id: str, token: str) -> str:
    """The address of the phone app at a table. The token stands behind `#`, which browsers never send."""
    base = settings_of(request).public_url or str(request.base_url)
    return f"{base.rstrip('/')}/#/{role}/{table_id}/{token}"


def qr_svg(text: str) -> str:
    """A text as a QR code: an SVG picture of black modules on white, with the quiet zone."""
    out = io.BytesIO()
    segno.make(text, error="m", micro=False).save(
        out, kind="svg", scale=8, border=4, dark="#000", light="#fff", xmldecl=False
    )  # fmt: skip
    return out.getvalue().decode()


def write_on(
    book: Book,
    table_id: str,
    write: Write,
    asked: list[object],
    act: Callable[[Session, TableRow, Holder, str], Done],
    count: Callable[[], None] | None = None,
) -> Response:
    """Carry out a write and answer it; `asked` is all that a repeated request must have in common, `count` is told of
    one that was not a repeat."""
    request = make_request(table_id, write.key, asked)
    answer = book.write(
        table_id, write.token, request, write.expected,
        lambda session, table, holder: act(session, table, holder, request.key_digest),
    )  # fmt: skip
    if count is not None and not answer.repeated:
        count()
    return answered(answer)


def download(
    book: Book,
    table_id: str,
    token: str | None,
    media_type: str,
    file: str | None,
    parts: Callable[[Reader], Iterator[str]],
    game: int | None = None,
) -> Response:
    """Send something long piece by piece, once it is clear that the caller may have it."""
    with book.reading(table_id, token) as reader:
        if game is not None:
            reader.game(game)

    def pieces() -> Iterator[str]:
        with book.reading(table_id, token) as reader:
            yield from parts(reader)

    headers = {"Content-Disposition": f'attachment; filename="{file}"'} if file else {}
    return StreamingResponse(pieces(), media_type=media_type, headers=headers)


def data_of(body: BaseModel) -> Json:
    """A request's body as it was sent: what was not said stays unsaid."""
    return body.model_dump(by_alias=True, exclude_unset=True)


def game_in(body: NewGameIn) -> NewGame:
    """What a new game is played by."""
    return NewGame(body.ruleset, body.options, body.dealer, body.round_wind, body.unit_price, body.currency)
