"""The database goes away under a running service and comes back: told as a problem, nothing acknowledged is lost, and a
write that was refused is booked once when it is sent again."""

from __future__ import annotations

import secrets
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine
from sqlalchemy.engine import make_url
from starlette.testclient import TestClient

from service.book import open_book
from service.book.book import Book
from service.book.errors import BookUnavailable
from tests.service.book.play import Play, amounts, wrong_in
from tests.service.book.test_book_cost_http import NEW

UP = amounts(0, [30, -10, -10, -10])
CASE: dict[str, Any] = {"ruleset": "guobiao", "hand": {"concealed": "123456789m1p234s", "win_tile": "1p"}}


def files_of(file: Path) -> list[Path]:
    return [found for found in file.parent.iterdir() if found.name.startswith(file.name)]


@contextmanager
def moved_away(file: Path) -> Iterator[Path]:
    """An SQLite book with all that belongs to it, lying elsewhere for a while; the folder where."""
    elsewhere = file.parent / "elsewhere"
    elsewhere.mkdir()
    for each in files_of(file):
        each.rename(elsewhere / each.name)
    yield elsewhere
    for each in elsewhere.iterdir():
        each.rename(file.parent / each.name)


@contextmanager
def shut(url: str) -> Iterator[None]:
    """A PostgreSQL database that lets nobody in for a while."""
    address = make_url(url).set(drivername="postgresql+psycopg")
    name = address.database
    admin = create_engine(address.set(database="postgres"), isolation_level="AUTOCOMMIT")
    with admin.connect() as connection:
        connection.exec_driver_sql(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
        connection.exec_driver_sql(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")
        try:
            yield
        finally:
            connection.exec_driver_sql(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
    admin.dispose()


@pytest.fixture
def away(kind: str, url: str) -> Callable[[], Any]:
    """Takes the database away while a block runs."""
    return (lambda: moved_away(Path(url.removeprefix("sqlite:///")))) if kind == "sqlite" else (lambda: shut(url))


def test_routes_say_so_scores_go_on_and_what_was_refused_is_booked_once_later(
    make_client: Callable[..., TestClient], url: str, away: Callable[[], Any]
) -> None:
    client = make_client(database_url=url)
    made = client.post("/v1/tables", json=NEW, headers={"Idempotency-Key": secrets.token_hex(12)}).json()
    at, token = f"/v1/tables/{made['table']['id']}", {"X-Table-Token": made["tokens"]["host"]}

    def enter(key: str) -> Any:
        return client.post(f"{at}/games/1/entries", json=UP, headers={**token, "Idempotency-Key": key, "If-Match": "*"})

    assert enter("first-write").status_code == 201
    with away():
        for answer in (enter("second-write"), client.get(at, headers=token)):
            assert (answer.status_code, answer.json()["code"]) == (503, "book_unavailable")
            assert answer.headers["retry-after"] == "1"
        ready = client.get("/readyz")
        assert (ready.status_code, ready.json()["checks"]["database"]) == (503, "failed")
        assert client.get("/healthz").status_code == 200
        assert client.post("/v1/scores", json=CASE).json()["status"] == "scored"
    assert client.get("/readyz").status_code == 200
    assert enter("second-write").status_code == 201
    assert enter("second-write").headers["idempotency-replayed"] == "true"
    assert enter("first-write").headers["idempotency-replayed"] == "true"
    assert client.get(f"{at}/games/1", headers=token).json()["entries"] == 2
    book: Book = client.app.state.book  # type: ignore[attr-defined]
    assert wrong_in(book) == []


def test_a_watcher_gets_what_was_written_before_and_after(play: Play, away: Callable[[], Any]) -> None:
    play.enter(UP)
    with play.book.reading(play.table, play.watch) as reader:
        seen = reader.table.revision
    with away(), pytest.raises(BookUnavailable):
        play.book.feed.since(play.table, play.watch, seen)
    play.enter(UP)
    assert [message.event for message in play.book.feed.since(play.table, play.watch, seen)] == ["write", "table"]


def sqlite_only(play: Play) -> Path:
    if not play.book.database.sqlite:
        pytest.skip("PostgreSQL sees to its own files")
    return Path(str(play.book.database.url.database))


def test_no_new_book_is_begun_where_one_has_gone(play: Play) -> None:
    file = sqlite_only(play)
    play.enter(UP)
    with moved_away(file):
        for _ in range(3):
            with pytest.raises(BookUnavailable):
                play.enter(UP)
        assert files_of(file) == []
    play.enter(UP)
    assert play.view()["entries"] == 2


def test_nothing_is_acknowledged_into_a_file_that_was_replaced(play: Play, tmp_path: Path) -> None:
    file = sqlite_only(play)
    play.enter(UP)
    play.book.database.engine.dispose()
    copy = tmp_path / "copy.db"
    shutil.copy(file, copy)
    play.enter(UP)  # opens the file anew, and keeps it open
    for each in files_of(file):
        each.unlink()
    shutil.copy(copy, file)
    for _ in range(3):
        play.enter(UP)
    play.book.database.engine.dispose()
    again = open_book(f"sqlite:///{file}")
    assert Play(again, play.table, play.host, play.watch).view()["entries"] == 4
    assert wrong_in(again) == []
    again.close()
