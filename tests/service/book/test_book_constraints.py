"""What the database itself refuses, whatever program writes to it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError, IntegrityError

from service.book import schema
from service.book.book import Book
from service.book.engine import Database
from service.book.errors import DatabaseTooNew
from service.book.models import Base
from tests.service.book.play import Play, amounts, wrong_in

ROOT = Path(__file__).parents[3]
INSERT = (
    "INSERT INTO book_entry (game_id, seq, place, kind, event, amount_0, amount_1, amount_2, amount_3, fee,"
    " charges_fee, reversal_of, idempotency_key, written_ms, written_by) VALUES (:game, :seq, :place, :kind, '{}',"
    " :a, :b, :c, :d, :fee, :charges, :reversal, :key, 0, 'x')"
)
GOOD: dict[str, Any] = {
    "seq": 2, "place": 2, "kind": "penalty", "a": 1, "b": -1, "c": 0, "d": 0, "fee": 0, "charges": False,
    "reversal": None, "key": None,
}  # fmt: skip


@pytest.fixture
def written(play: Play) -> Play:
    play.enter(amounts(0, [30, -10, -10, -10]))
    return play


def _insert(book: Book, play: Play, **given: Any) -> None:
    with book.database.write() as session:
        game = session.execute(text("SELECT id FROM book_game WHERE table_id = :t"), {"t": play.table}).scalar_one()
        session.execute(text(INSERT), {**GOOD, "game": game, **given})


def test_a_balanced_entry_that_follows_is_taken(book: Book, written: Play) -> None:
    _insert(book, written)


@pytest.mark.parametrize(
    "given",
    [
        {"a": 2},
        {"fee": 1},
        {"a": 0, "fee": 1},
        {"a": 0, "fee": 1, "charges": True},
        {"seq": 3, "place": 3},
        {"seq": 1, "place": 1},
        {"place": 3},
        {"place": 0},
        {"reversal": 1},
        {"reversal": 1, "place": 1, "a": -30, "b": 10, "c": 10, "d": 11},
        {"reversal": 1, "a": -30, "b": 10, "c": 10, "d": 10},
        {"reversal": 2, "place": 1, "a": -30, "b": 10, "c": 10, "d": 10},
        {"place": 1},
        {"a": 2_000_000_000_000, "b": -2_000_000_000_000},
    ],
    ids=str,
)
def test_an_entry_that_cannot_be_is_refused_by_the_database(book: Book, written: Play, given: dict[str, Any]) -> None:
    with pytest.raises(IntegrityError):
        _insert(book, written, **given)
    assert wrong_in(book) == []


def test_an_entry_is_reversed_only_once(book: Book, written: Play) -> None:
    back = {"reversal": 1, "place": 1, "kind": "undo", "a": -30, "b": 10, "c": 10, "d": 10}
    _insert(book, written, **back)
    with pytest.raises(IntegrityError):
        _insert(book, written, **{**back, "seq": 3})


def test_a_key_is_used_once_in_a_game(book: Book, written: Play) -> None:
    _insert(book, written, key="k")
    with pytest.raises(IntegrityError):
        _insert(book, written, seq=3, place=3, key="k")


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE book_entry SET amount_0 = amount_0 + 1, amount_1 = amount_1 - 1",
        "UPDATE book_entry SET event = '{}'",
        "DELETE FROM book_entry",
        "UPDATE book_game SET options = '{}'",
        "UPDATE book_game SET ruleset = 'taiwan'",
    ],
)
def test_what_is_written_stays(book: Book, written: Play, statement: str) -> None:
    with pytest.raises(DBAPIError), book.database.write() as session:
        session.execute(text(statement))
    assert wrong_in(book) == []


def test_replacing_an_entry_is_refused_on_sqlite(book: Book, written: Play) -> None:
    if not book.database.sqlite:
        pytest.skip("INSERT OR REPLACE is SQLite's")
    with pytest.raises(DBAPIError), book.database.write() as session:
        session.execute(text("INSERT OR REPLACE INTO book_entry SELECT * FROM book_entry"))


def test_truncating_the_ledger_is_refused_on_postgresql(book: Book, written: Play) -> None:
    if book.database.sqlite:
        pytest.skip("TRUNCATE is PostgreSQL's")
    with pytest.raises(DBAPIError), book.database.write() as session:
        session.execute(text("TRUNCATE book_entry CASCADE"))


def test_an_entry_needs_its_game(book: Book, written: Play) -> None:
    with pytest.raises(IntegrityError):
        _insert(book, written, game=999_999, seq=1, place=1)


def test_the_migrations_make_the_tables_that_the_models_describe(book: Book) -> None:
    with book.database.read() as session:
        assert compare_metadata(MigrationContext.configure(session.connection()), Base.metadata) == []


def test_upgrading_again_changes_nothing(book: Book) -> None:
    assert schema.upgrade(book.database) == schema.newest()


def test_a_database_of_a_newer_release_is_left_alone(fresh_url: Callable[[], str]) -> None:
    database = Database(fresh_url())
    schema.upgrade(database)
    with database.write() as session:
        session.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(DatabaseTooNew, match="9999"):
        schema.upgrade(database)
    database.close()


def test_several_processes_may_open_a_new_book_at_once(fresh_url: Callable[[], str]) -> None:
    """As `tilesight serve --workers N` does: each brings the schema up to date, one of them finds it missing."""
    url = fresh_url()
    program = "import sys; from service.book import open_book; open_book(sys.argv[1]).close()"
    openers = [
        subprocess.Popen([sys.executable, "-c", program, url], cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)})
        for _ in range(4)
    ]
    assert [opener.wait(120) for opener in openers] == [0, 0, 0, 0]
    database = Database(url)
    with database.read() as session:
        assert schema.current(session) == schema.newest()
    database.close()
