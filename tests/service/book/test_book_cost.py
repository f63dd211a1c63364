"""No request grows with the book: every query of the ordinary requests goes by an index, and their number and the rows
they bring are the same in a short game and a long one."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from sqlalchemy import event, text

from service.book import tables, views
from service.book.answers import make_request
from service.book.book import Book
from tests.service.book.play import Play, amounts, won

UP = amounts(0, [30, -10, -10, -10])


@dataclass
class Heard:
    """The statements that went to the database, with their parameters, and how many rows came back."""

    statements: list[tuple[str, Any]] = field(default_factory=list)


@contextmanager
def listening(book: Book) -> Iterator[Heard]:
    heard = Heard()

    @event.listens_for(book.database.engine, "before_cursor_execute")
    def _hear(_conn: Any, _cursor: Any, statement: str, parameters: Any, _context: Any, many: bool) -> None:
        if statement.lstrip().upper().startswith(("SELECT", "UPDATE", "DELETE")):
            heard.statements.append((statement, parameters[0] if many else parameters))

    yield heard
    event.remove(book.database.engine, "before_cursor_execute", _hear)


def link(play: Play) -> None:
    key = secrets.token_hex(16)
    play.book.write(
        play.table, play.host, make_request(play.table, key, {}, secret=True), "*",
        lambda session, table, _holder: tables.add_link(session, table, "watch", "x", key),
    )  # fmt: skip


def look(play: Play) -> None:
    with play.book.reading(play.table, play.watch) as reader:
        views.table_view(reader.session, reader.table)


def page(play: Play) -> None:
    with play.book.reading(play.table, play.watch) as reader:
        game = reader.game(1)
        views.entries_page(reader.session, game, game.head_seq - 2, 5)


def statistics(play: Play) -> None:
    with play.book.reading(play.table, play.watch) as reader:
        views.statistics_view(reader.session, reader.game(1), views.names_of(reader.session, play.table))


def watch(play: Play) -> None:
    """What a watcher gets that missed the last four writes."""
    with play.book.reading(play.table, play.watch) as reader:
        revision = reader.table.revision
    play.book.feed.since(play.table, play.watch, revision - 4)


ORDINARY: dict[str, Callable[[Play], object]] = {
    "look": look,
    "page": page,
    "statistics": statistics,
    "hand": lambda play: play.enter(won(1, payer=2)),
    "amounts": lambda play: play.enter(UP),
    "undo": lambda play: play.undo(),
    "redo": lambda play: (play.undo(), play.redo()),
    "correct the last hand": lambda play: play.correct(play.view()["can_undo"], UP),
    "swap": lambda play: play.enter({"kind": "swap", "one": 1, "other": 2}),
    "close and reopen": lambda play: (play.enter({"kind": "close"}), play.enter({"kind": "reopen"})),
    "watch": watch,
    "link": link,
}


@pytest.mark.parametrize("what", ORDINARY, ids=str)
def test_every_query_goes_by_an_index(play: Play, what: str) -> None:
    for _ in range(6):
        play.enter(UP)
    with listening(play.book) as heard:
        ORDINARY[what](play)
    assert heard.statements
    for statement, parameters in heard.statements:
        if "pg_" not in statement:
            plan = explained(play.book, statement, parameters)
            assert not whole_table(plan), f"{statement}\n{plan}"


def explained(book: Book, statement: str, parameters: Any) -> str:
    prefix = "EXPLAIN QUERY PLAN " if book.database.sqlite else "EXPLAIN "
    with book.database.engine.connect() as connection:
        if not book.database.sqlite:
            connection.execute(text("SET LOCAL enable_seqscan = off"))  # so small a table is else read whole
        rows = connection.exec_driver_sql(prefix + statement, parameters).all()
    return "\n".join(" ".join(str(cell) for cell in row) for row in rows)


def whole_table(plan: str) -> bool:
    lines = plan.splitlines()
    return any("SCAN book_" in line for line in lines) or any("Seq Scan" in line for line in lines)


@pytest.mark.parametrize("what", ORDINARY, ids=str)
def test_a_long_game_costs_no_more_queries_and_rows_than_a_short_one(book: Book, what: str) -> None:
    costs = []
    for hands in (12, 40):
        play = Play.at_new_table(book)
        for _ in range(hands):
            play.enter(UP)
        costs.append(cost(play, what))
    assert costs[0] == costs[1] > 0


def cost(play: Play, what: str) -> int:
    """Queries made and rows brought."""
    rows = 0
    with listening(play.book) as heard:

        @event.listens_for(play.book.database.engine, "after_cursor_execute")
        def _count(_conn: Any, cursor: Any, statement: str, _p: Any, _context: Any, _many: bool) -> None:
            nonlocal rows
            if not play.book.database.sqlite and statement.lstrip().upper().startswith("SELECT"):
                rows += max(0, cursor.rowcount)

        ORDINARY[what](play)
        event.remove(play.book.database.engine, "after_cursor_execute", _count)
    return len(heard.statements) + rows
