"""A book on each kind of database: SQLite in a temporary file, PostgreSQL where TILESIGHT_TEST_POSTGRES names one."""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest
from psycopg.sql import SQL, Identifier
from sqlalchemy.engine import make_url

from scorer import registry
from service.book import open_book
from service.book.book import Book
from service.book.engine import Database
from service.book.models import Base
from tests.service.book.play import FEE_RULES, Play

POSTGRES = os.environ.get("TILESIGHT_TEST_POSTGRES")
NO_POSTGRES = "TILESIGHT_TEST_POSTGRES names no PostgreSQL (see .ci/postgres.sh)"


@pytest.fixture(params=["sqlite", "postgresql"])
def kind(request: pytest.FixtureRequest) -> str:
    if request.param == "postgresql" and not POSTGRES:
        pytest.skip(NO_POSTGRES)
    return str(request.param)


@pytest.fixture
def fresh_url(kind: str, tmp_path: Path) -> Iterator[Callable[[], str]]:
    """Makes addresses of empty databases of the kind under test, and removes them afterwards."""
    made: list[str] = []

    def make() -> str:
        if kind == "sqlite":
            return f"sqlite:///{tmp_path / secrets.token_hex(4)}.db"
        made.append(_new_postgres())
        return _postgres_url(made[-1])

    yield make
    for name in made:
        _administer(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(scope="session")
def upgraded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], str]]:
    """Gives, for each kind of database, one of this release's schema ."""
    found: dict[str, str] = {}
    made: list[str] = []

    def template(kind: str) -> str:
        if kind not in found:
            if kind == "sqlite":
                found[kind] = str(tmp_path_factory.mktemp("book") / "template.db")
                open_book(f"sqlite:///{found[kind]}").close()
            else:
                found[kind] = _new_postgres()
                made.append(found[kind])
                open_book(_postgres_url(found[kind])).close()
        return found[kind]

    yield template
    for name in made:
        _administer(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def url(kind: str, upgraded: Callable[[str], str], tmp_path: Path) -> str:
    """A database of this release's schema without a row; on PostgreSQL the same one each time, emptied."""
    template = upgraded(kind)
    if kind == "sqlite":
        shutil.copy(template, tmp_path / "book.db")
        return f"sqlite:///{tmp_path / 'book.db'}"
    with psycopg.connect(_postgres_url(template), autocommit=True) as connection:
        connection.execute("SET session_replication_role = replica")
        for table in Base.metadata.tables:
            connection.execute(SQL("DELETE FROM {}").format(Identifier(table)))
    return _postgres_url(template)


def _new_postgres() -> str:
    name = f"book_{secrets.token_hex(6)}"
    _administer(f"CREATE DATABASE {name} TEMPLATE template0")
    return name


def _postgres_url(name: str) -> str:
    return make_url(str(POSTGRES)).set(drivername="postgresql", database=name).render_as_string(hide_password=False)


def _administer(statement: str) -> None:
    with psycopg.connect(_postgres_url("postgres"), autocommit=True) as connection:
        connection.execute(statement.encode())


@pytest.fixture
def book(url: str) -> Iterator[Book]:
    opened = Book(Database(url))
    yield opened
    opened.close()


@pytest.fixture
def play(book: Book) -> Play:
    """A table of 国标 with four players."""
    return Play.at_new_table(book)


@pytest.fixture
def fee_rules(monkeypatch: pytest.MonkeyPatch) -> str:
    """A ruleset whose house takes a fee of every player and hand; its id."""
    registry.rulesets()
    monkeypatch.setitem(registry._loaded, FEE_RULES.id, FEE_RULES)
    return FEE_RULES.id
