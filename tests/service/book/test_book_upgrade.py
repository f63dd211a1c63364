"""Upgrading: books of former releases with what is in them, and the way a schema is brought up to date.

Each file of `dumps` is a small book as one schema held it, written by `dumps.make` when that schema was the newest.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import inspect, text
from sqlalchemy.exc import DBAPIError, IntegrityError

from service.book import open_book, schema
from service.book.backup import backup, restore
from service.book.book import Book
from service.book.engine import Database
from service.book.errors import DatabaseTooNew
from service.book.models import EntryRow
from tests.service.book.dumps.make import UP, held
from tests.service.book.play import Play, won, wrong_in

DUMPS = Path(__file__).parent / "dumps"
REVISIONS = sorted(file.stem for file in DUMPS.glob("*.json"))


@pytest.fixture(params=REVISIONS)
def revision(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def old(kind: str, revision: str, fresh_url: Callable[[], str]) -> str:
    """A database as the release of a revision left it."""
    url = fresh_url()
    script = (DUMPS / f"{revision}.{kind}.sql").read_text(encoding="utf-8")
    if kind == "sqlite":
        connection = sqlite3.connect(url.removeprefix("sqlite:///"))
        connection.executescript(script)
        connection.close()
    else:
        with psycopg.connect(url, autocommit=True) as postgres:
            postgres.execute(script.encode())
    return url


@pytest.fixture
def told(kind: str, revision: str) -> dict[str, Any]:
    """What the dump holds, as the release that wrote it said."""
    found: dict[str, Any] = json.loads((DUMPS / f"{revision}.json").read_text(encoding="utf-8"))[kind]
    return found


def back_at(book: Book, told: dict[str, Any]) -> Play:
    """The table of the dump: who made it sends the same request again and gets the same table and tokens."""
    again = Play.at_new_table(book, key=told["key"])
    assert again.table == told["table"]
    return again


def test_every_schema_there_was_has_its_book() -> None:
    folder = files("service.book.migrations") / "versions"
    made = sorted(file.name[:4] for file in folder.iterdir() if file.name[:4].isdigit())
    assert made == REVISIONS


def test_a_former_book_is_brought_up_to_date_with_all_that_is_in_it(old: str, told: dict[str, Any]) -> None:
    book = open_book(old)
    with book.database.read() as session:
        assert schema.current(session) == schema.newest()
    assert wrong_in(book) == []
    at = back_at(book, told)
    assert held(at) == told
    book.close()


def test_it_is_played_on_undone_and_guarded_as_a_new_one(old: str, told: dict[str, Any]) -> None:
    book = open_book(old)
    at = back_at(book, told)
    at.game = 2
    before = at.balances()
    at.redo()
    at.enter(won(1, payer=2))
    at.enter(UP)
    at.undo()
    at.undo()
    at.undo()
    assert at.balances() == before
    assert wrong_in(book) == []
    with pytest.raises(IntegrityError), book.database.write() as session:
        session.execute(text("UPDATE book_entry SET amount_0 = 0"))
    book.close()


def test_it_travels_by_backup(old: str, told: dict[str, Any], fresh_url: Callable[[], str], tmp_path: Path) -> None:
    book = open_book(old)
    at = back_at(book, told)
    backup(book.database, tmp_path / "book.backup")
    book.close()
    moved = open_book(fresh_url())
    restore(moved.database, tmp_path / "book.backup")
    assert held(Play(moved, at.table, at.host, at.watch)) == told
    moved.close()


# The way there, with a schema that is none of ours as the next

NEXT = """
revision = "9001"
down_revision = "{former}"

import sqlalchemy as sa
from alembic import op


def upgrade() -> None:
    op.add_column("book_table", sa.Column("colour", sa.String(length=8), nullable=True))
    op.execute("UPDATE book_table SET colour = 'green'")
    op.create_index("ix_book_table_colour", "book_table", ["colour"])
    {more}
"""


@pytest.fixture
def next_schema(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Makes a further schema the newest."""
    former = schema.newest()

    def make(more: str = "") -> None:
        folder = tmp_path / "migrations"
        shutil.copytree(Path(str(files("service.book.migrations"))), folder, dirs_exist_ok=True)
        (folder / "versions" / "9001_next.py").write_text(NEXT.format(former=former, more=more), encoding="utf-8")
        monkeypatch.setattr(schema, "files", lambda _package: folder)

    return make


def test_the_next_schema_is_reached_with_the_data_in_place(
    old: str, told: dict[str, Any], next_schema: Callable[[str], None]
) -> None:
    next_schema("")
    book = open_book(old)
    with book.database.read() as session:
        assert schema.current(session) == "9001"
        assert session.execute(text("SELECT DISTINCT colour FROM book_table")).scalars().all() == ["green"]
    assert held(back_at(book, told)) == told
    assert wrong_in(book) == []
    book.close()


def test_a_schema_that_cannot_be_reached_leaves_the_book_as_it_was(
    old: str, told: dict[str, Any], revision: str, next_schema: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    next_schema('op.execute("SELECT nothing FROM nowhere")')
    with pytest.raises(Exception, match=r"nowhere|does not answer"):
        open_book(old)
    database = Database(old)
    assert "colour" not in {column["name"] for column in inspect(database.engine).get_columns("book_table")}
    with database.read() as session:
        assert schema.current(session) == revision
    database.close()
    monkeypatch.undo()
    book = open_book(old)
    assert held(back_at(book, told)) == told
    book.close()


def test_a_migration_cannot_change_what_was_entered(old: str, next_schema: Callable[[str], None]) -> None:
    """The guards hold for migrations too: one that would touch the ledger has to say so by dropping them first."""
    next_schema("""op.execute("UPDATE book_entry SET written_by = 'somebody'")""")
    with pytest.raises(DBAPIError):
        open_book(old)
    database = Database(old)
    with database.read() as session:
        assert "somebody" not in set(session.scalars(text(f"SELECT written_by FROM {EntryRow.__tablename__}")))
    database.close()


def test_the_former_release_refuses_what_the_next_one_made(
    old: str, next_schema: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    next_schema("")
    open_book(old).close()
    monkeypatch.undo()
    with pytest.raises(DatabaseTooNew, match="9001"):
        open_book(old)
