"""The games of a table over HTTP: entries, undoing, statistics, exports of one game."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from sqlalchemy import select
from starlette.responses import Response, StreamingResponse

from service.api.state import MetricsOf
from service.api.tables_answers import EntriesOut, GameOut, GamesOut, NewGameOut, StatisticsOut, WrittenOut
from service.api.tables_schemas import CorrectionIn, EntryIn, NextGameIn, WhichIn
from service.api.tables_support import (
    WITH_KEY_AND_MATCH,
    BookOf,
    BookRoute,
    ReadToken,
    TableId,
    WriteHeaders,
    data_of,
    download,
    game_in,
    game_write_responses,
    read_responses,
    shown,
    write_on,
)
from service.book import entries, exports, sheet, tables, views
from service.book.models import GameRow
from service.book.values import Json, now_ms
from service.book.wording import Language

router = APIRouter(prefix="/{table_id}/games", route_class=BookRoute)

GameNumber = Annotated[int, Path(ge=1, le=1_000_000, description="The game's number at its table.", examples=[1])]
EntryPath = Annotated[int, Path(ge=1, le=2**53, description="The entry's number in its game.", examples=[12])]
Before = Annotated[int | None, Query(ge=1, le=2**53, description="Only what is older than this number.")]
Limit = Annotated[int, Query(ge=1, le=views.PAGE, description="Most to give.")]
_UNSCORED = ("hand_not_scored", "context_differs", "reading_changed", "amounts_unbalanced")


@router.get(
    "", summary="The table's games", operation_id="list_games", response_model=GamesOut, responses=read_responses()
)
def list_games(table_id: TableId, book: BookOf, token: ReadToken, before: Before = None, limit: Limit = 20) -> Json:
    """The games, the latest first."""
    with book.reading(table_id, token) as reader:
        query = select(GameRow).where(GameRow.table_id == table_id).order_by(GameRow.number.desc()).limit(limit + 1)
        if before is not None:
            query = query.where(GameRow.number < before)
        rows = reader.session.scalars(query).all()
        names = views.names_of(reader.session, table_id)
        return {
            "games": [views.game_view(reader.session, row, names) for row in rows[:limit]],
            "next": rows[limit - 1].number if len(rows) > limit else None,
        }


@router.post(
    "",
    status_code=201,
    summary="Start the next game",
    operation_id="next_game",
    response_model=NewGameOut,
    responses=game_write_responses("game_open", "ruleset_unknown", "options_invalid"),
    openapi_extra=WITH_KEY_AND_MATCH,
)
def next_game(table_id: TableId, body: NextGameIn, book: BookOf, write: WriteHeaders) -> Response:
    """The next game, once the latest is closed: its own rules, and seats as before or as given."""
    return write_on(
        book,
        table_id,
        write,
        ["next_game", data_of(body)],
        lambda session, table, _holder, _key: tables.next_game(session, table, game_in(body), body.seats),
    )


@router.get(
    "/{game}",
    summary="A game",
    operation_id="get_game",
    response_model=GameOut,
    responses=read_responses("game_not_found"),
)
def get_game(request: Request, table_id: TableId, game: GameNumber, book: BookOf, token: ReadToken) -> Response:
    """Rules, progress, seats and totals. Knows `If-None-Match`."""
    with book.reading(table_id, token) as reader:
        names = views.names_of(reader.session, table_id)
        return shown(request, views.game_view(reader.session, reader.game(game), names), reader.table.revision)


@router.get(
    "/{game}/entries",
    summary="A game's entries",
    operation_id="list_entries",
    response_model=EntriesOut,
    responses=read_responses("game_not_found"),
)
def list_entries(
    table_id: TableId, game: GameNumber, book: BookOf, token: ReadToken, before: Before = None, limit: Limit = 20
) -> Json:
    """The ledger, the latest entry first, undone entries and undoings too."""
    with book.reading(table_id, token) as reader:
        return views.entries_page(reader.session, reader.game(game), before, limit)


@router.post(
    "/{game}/entries",
    status_code=201,
    summary="Enter what happened",
    operation_id="enter",
    response_model=WrittenOut,
    responses=game_write_responses("game_closed", "game_open", "too_far_back", *_UNSCORED),
    openapi_extra=WITH_KEY_AND_MATCH,
)
def enter(
    table_id: TableId, game: GameNumber, body: EntryIn, book: BookOf, write: WriteHeaders, metrics: MetricsOf
) -> Response:
    """A hand (scored here), amounts, a drawn hand, a false win, a penalty, a change of seats, the end of the game.

    Dealer, streak and round wind of a hand are the book's own.
    """
    data = data_of(body)
    return write_on(
        book,
        table_id,
        write,
        ["enter", game, data],
        lambda session, table, holder, key: entries.enter(session, table, holder, key, game, data),
        lambda: metrics.book_writes.labels(body.kind).inc(),
    )


@router.post(
    "/{game}/entries/{entry}/correction",
    status_code=201,
    summary="Correct an entry",
    operation_id="correct",
    response_model=WrittenOut,
    responses=game_write_responses("game_closed", "entry_not_found", "nothing_to_undo", "too_far_back", *_UNSCORED),
    openapi_extra=WITH_KEY_AND_MATCH,
)
def correct(
    table_id: TableId,
    game: GameNumber,
    entry: EntryPath,
    body: CorrectionIn,
    book: BookOf,
    write: WriteHeaders,
    metrics: MetricsOf,
) -> Response:
    """What really happened, in the place of an entry in force. Later hands that were scored with a dealer, streak or
    round that changes by it are scored anew; all of it is written as further entries."""
    data = data_of(body)
    return write_on(
        book,
        table_id,
        write,
        ["correct", game, entry, data],
        lambda session, table, holder, key: entries.correct(session, table, holder, key, game, entry, data),
        lambda: metrics.book_writes.labels("correct").inc(),
    )


@router.post(
    "/{game}/undo",
    status_code=201,
    summary="Undo",
    operation_id="undo",
    response_model=WrittenOut,
    responses=game_write_responses(
        "game_closed", "entry_not_found", "nothing_to_undo", "too_far_back", "hand_not_scored"
    ),
    openapi_extra=WITH_KEY_AND_MATCH,
)
def undo(
    table_id: TableId, game: GameNumber, body: WhichIn, book: BookOf, write: WriteHeaders, metrics: MetricsOf
) -> Response:
    """Take back the last entry in force, or the one named; also the closing of the game. Nothing is erased."""
    return write_on(
        book,
        table_id,
        write,
        ["undo", game, data_of(body)],
        lambda session, table, holder, key: entries.undo(session, table, holder, key, game, body.entry),
        lambda: metrics.book_writes.labels("undo").inc(),
    )


@router.post(
    "/{game}/redo",
    status_code=201,
    summary="Redo",
    operation_id="redo",
    response_model=WrittenOut,
    responses=game_write_responses(
        "game_closed", "entry_not_found", "nothing_to_redo", "too_far_back", "hand_not_scored"
    ),
    openapi_extra=WITH_KEY_AND_MATCH,
)
def redo(
    table_id: TableId, game: GameNumber, body: WhichIn, book: BookOf, write: WriteHeaders, metrics: MetricsOf
) -> Response:
    """Bring back what the last undoing took back, at its old place; or what the undoing named did."""
    return write_on(
        book,
        table_id,
        write,
        ["redo", game, data_of(body)],
        lambda session, table, holder, key: entries.redo(session, table, holder, key, game, body.entry),
        lambda: metrics.book_writes.labels("redo").inc(),
    )


@router.get(
    "/{game}/statistics",
    summary="Statistics",
    operation_id="statistics",
    response_model=StatisticsOut,
    responses=read_responses("game_not_found"),
)
def statistics(table_id: TableId, game: GameNumber, book: BookOf, token: ReadToken) -> Json:
    """Every player's wins, self-draws, deal-ins, rates and dearest win."""
    with book.reading(table_id, token) as reader:
        return views.statistics_view(reader.session, reader.game(game), views.names_of(reader.session, table_id))


@router.get(
    "/{game}/export.csv",
    summary="A game as CSV",
    operation_id="export_csv",
    responses={
        200: {"content": {"text/csv": {}}, "description": "One line an entry."},
        **read_responses("game_not_found"),
    },
    response_class=StreamingResponse,
)
def export_csv(table_id: TableId, game: GameNumber, book: BookOf, token: ReadToken) -> Response:
    """Every entry for a spreadsheet."""
    return download(
        book,
        table_id,
        token,
        "text/csv; charset=utf-8",
        f"table-{table_id}-game-{game}.csv",
        lambda reader: exports.game_csv(reader.session, reader.table, reader.game(game)),
        game,
    )


@router.get(
    "/{game}/sheet.html",
    summary="Printable score sheet",
    operation_id="score_sheet",
    responses={
        200: {"content": {"text/html": {}}, "description": "A page to print."},
        **read_responses("game_not_found"),
    },
    response_class=StreamingResponse,
)
def score_sheet(
    table_id: TableId,
    game: GameNumber,
    book: BookOf,
    token: ReadToken,
    lang: Annotated[Language, Query(description="The sheet's language.", examples=["zh"])] = "zh",
) -> Response:
    """Totals and every hand in force with running totals; the browser prints it or saves it as PDF."""
    answer = download(
        book,
        table_id,
        token,
        "text/html; charset=utf-8",
        None,
        lambda reader: sheet.game_sheet(reader.session, reader.table, reader.game(game), lang, now_ms()),
        game,
    )
    answer.headers["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'"
    return answer
