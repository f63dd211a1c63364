"""The book over HTTP: tables, players, links, live events, exports; the games are in `tables_games`."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Header, Path, Query, Request
from sse_starlette import EventSourceResponse
from starlette.responses import Response, StreamingResponse

from service.api import events, tables_games
from service.api.state import MetricsOf
from service.api.tables_answers import LinksOut, NewLinkOut, NewTableOut, RevokedOut, TableOut, TableWrittenOut
from service.api.tables_schemas import LinkIn, NewTableIn, RenameIn
from service.api.tables_support import (
    WITH_KEY,
    WITH_KEY_AND_MATCH,
    WITH_SECRET_KEY,
    BookOf,
    BookRoute,
    ReadToken,
    TableId,
    Write,
    WriteHeaders,
    answered,
    data_of,
    download,
    game_in,
    game_write_responses,
    link_address,
    qr_svg,
    read_responses,
    shown,
    write_on,
    write_responses,
)
from service.book import exports, importing, tables, views
from service.book.answers import make_request
from service.book.errors import HostTokenNeeded
from service.book.values import Json

router = APIRouter(prefix="/tables", tags=["tables"], route_class=BookRoute)


@router.post(
    "",
    status_code=201,
    summary="Make a table",
    operation_id="make_table",
    response_model=NewTableOut,
    responses=write_responses("ruleset_unknown", "options_invalid"),
    openapi_extra=WITH_SECRET_KEY,
)
def make_table(request: Request, body: NewTableIn, book: BookOf, write: WriteHeaders, metrics: MetricsOf) -> Response:
    """Four named seats and the first game. The answer holds the table's tokens, which are shown only here."""
    asked = make_request("new", write.key, ["make_table", data_of(body)], secret=True)
    answer = book.create(
        asked, lambda session: tables.make_table(session, body.name, body.players, game_in(body.game), asked.key)
    )
    metrics.book_writes.labels("table").inc(0 if answer.repeated else 1)
    return answered(answer, {"watch_link": _watch_link(request, answer.body)})


@router.post(
    "/import",
    status_code=201,
    summary="Import a table",
    operation_id="import_table",
    response_model=NewTableOut,
    responses=write_responses("import_invalid"),
    openapi_extra=WITH_SECRET_KEY,
)
def import_table(
    request: Request, body: dict[str, Any], book: BookOf, write: WriteHeaders, metrics: MetricsOf
) -> Response:
    """An exported table (`export.json`) as a new one with fresh tokens; every entry is checked and summed anew."""
    asked = make_request("new", write.key, ["import", body], secret=True)
    answer = book.create(asked, lambda session: importing.import_table(session, body, asked.key))
    metrics.book_writes.labels("import").inc(0 if answer.repeated else 1)
    return answered(answer, {"watch_link": _watch_link(request, answer.body)})


@router.get(
    "/{table_id}", summary="A table", operation_id="get_table", response_model=TableOut, responses=read_responses()
)
def get_table(request: Request, table_id: TableId, book: BookOf, token: ReadToken) -> Response:
    """The table, its players and its latest game with everybody's total. Knows `If-None-Match`."""
    with book.reading(table_id, token) as reader:
        return shown(request, views.table_view(reader.session, reader.table), reader.table.revision)


@router.patch(
    "/{table_id}",
    summary="Rename a table",
    operation_id="rename_table",
    response_model=TableWrittenOut,
    responses=game_write_responses(),
    openapi_extra=WITH_KEY_AND_MATCH,
)
def rename_table(table_id: TableId, body: RenameIn, book: BookOf, write: WriteHeaders) -> Response:
    """Another name for the table."""
    return write_on(
        book,
        table_id,
        write,
        ["rename_table", data_of(body)],
        lambda session, table, _holder, _key: tables.rename_table(session, table, body.name),
    )


@router.patch(
    "/{table_id}/players/{player}",
    summary="Rename a player",
    operation_id="rename_player",
    response_model=TableWrittenOut,
    responses=game_write_responses("entry_not_found"),
    openapi_extra=WITH_KEY_AND_MATCH,
)
def rename_player(
    table_id: TableId,
    player: Annotated[int, Path(ge=1, le=1_000_000, description="The player's number.", examples=[2])],
    body: RenameIn,
    book: BookOf,
    write: WriteHeaders,
) -> Response:
    """Another name for the same player, in all his games."""
    return write_on(
        book,
        table_id,
        write,
        ["rename_player", player, data_of(body)],
        lambda session, table, _holder, _key: tables.rename_player(session, table, player, body.name),
    )


@router.get(
    "/{table_id}/events",
    summary="Live events",
    operation_id="watch_table",
    responses={
        200: {
            "content": {"text/event-stream": {"schema": {"type": "string"}}},
            "description": "Server-sent events: `write` for each write with its entries, `table` with "
            "the table as it is then; ids are revisions.",
        },
        **read_responses(),
    },
    response_class=EventSourceResponse,
)
def watch_table(
    table_id: TableId,
    book: BookOf,
    token: ReadToken,
    metrics: MetricsOf,
    after: Annotated[int | None, Query(ge=0, le=2**53, description="The revision seen last.")] = None,
    last_event_id: Annotated[
        str | None, Header(description="The id of the event seen last; goes before `after`.")
    ] = None,
) -> Response:
    """What is written to the table, as it happens, going on after the event seen last.

    Without one, or after a long absence, the stream begins with the table as it is.
    """
    with book.reading(table_id, token):
        pass
    return events.stream(book, metrics, table_id, token or "", events.last_seen(last_event_id, after))


@router.get(
    "/{table_id}/export.json",
    summary="Export a table",
    operation_id="export_table",
    responses={
        200: {"content": {"application/json": {}}, "description": "The table, for `import`."},
        **read_responses(),
    },
    response_class=StreamingResponse,
)
def export_table(table_id: TableId, book: BookOf, token: ReadToken) -> Response:
    """Players, games and every entry, without tokens."""
    return download(
        book,
        table_id,
        token,
        "application/json",
        f"table-{table_id}.json",
        lambda reader: exports.table_json(reader.session, reader.table),
    )


@router.get(
    "/{table_id}/qr.svg",
    summary="QR code of the watch link",
    operation_id="watch_qr",
    responses={200: {"content": {"image/svg+xml": {}}, "description": "An SVG picture."}, **read_responses()},
    response_class=Response,
)
def watch_qr(request: Request, table_id: TableId, book: BookOf, token: ReadToken) -> Response:
    """The link of the watch token that is sent, to pass on to the next watcher."""
    with book.reading(table_id, token) as reader:
        if reader.holder.role != "watch":
            raise HostTokenNeeded("send a watch token; make one with POST links")
    return Response(
        qr_svg(link_address(request, "watch", table_id, token or "")),
        media_type="image/svg+xml",
        headers={"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'"},
    )


@router.get(
    "/{table_id}/links",
    summary="The table's links",
    operation_id="list_links",
    response_model=LinksOut,
    responses=read_responses(),
)
def list_links(table_id: TableId, book: BookOf, token: ReadToken) -> Json:
    """Every token made for the table; hosts only."""
    with book.reading(table_id, token) as reader:
        if reader.holder.role != "host":
            raise HostTokenNeeded("only a host sees the table's links")
        return {"links": tables.links_view(reader.session, reader.table)}


@router.post(
    "/{table_id}/links",
    status_code=201,
    summary="Make a link",
    operation_id="make_link",
    response_model=NewLinkOut,
    responses=write_responses(),
    openapi_extra=WITH_SECRET_KEY,
)
def make_link(request: Request, table_id: TableId, body: LinkIn, book: BookOf, write: WriteHeaders) -> Response:
    """A further host or watch token, as an address and a QR code; shown only here."""
    asked = make_request(table_id, write.key, ["make_link", data_of(body)], secret=True)
    answer = book.write(
        table_id,
        write.token,
        asked,
        "*",
        lambda session, table, _holder: tables.add_link(session, table, body.role, body.label, asked.key),
    )
    address = link_address(request, body.role, table_id, _token(answer.body, body.role))
    return answered(answer, {"address": address, "qr_svg": qr_svg(address)})


@router.delete(
    "/{table_id}/links/{link}",
    summary="Revoke a link",
    operation_id="revoke_link",
    response_model=RevokedOut,
    responses=write_responses("entry_not_found", body=False),
    openapi_extra=WITH_KEY,
)
def revoke_link(
    table_id: TableId,
    link: Annotated[int, Path(ge=1, le=2**53, description="The link's number.", examples=[3])],
    book: BookOf,
    write: WriteHeaders,
) -> Response:
    """The token opens nothing from now on; watchers that use it are cut off."""
    any_revision = Write(write.token, write.key, "*")
    return write_on(
        book,
        table_id,
        any_revision,
        ["revoke_link", link],
        lambda session, table, holder, _key: tables.revoke_link(session, table, holder, link),
    )


router.include_router(tables_games.router)


def _token(body: Json, role: str) -> str:
    tokens = body["tokens"]
    assert isinstance(tokens, dict)
    return str(tokens[role])


def _watch_link(request: Request, body: Json) -> str:
    table = body["table"]
    assert isinstance(table, dict)
    return link_address(request, "watch", str(table["id"]), _token(body, "watch"))
