"""Killed while writing, the disk full, the database away: what was acknowledged is there, and nothing half-written."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, event, select
from sqlalchemy.engine import make_url

from service.book.book import Book
from service.book.engine import Database
from service.book.errors import BookUnavailable, StorageFull
from service.book.models import EntryRow
from tests.service.book.play import Play, amounts, wrong_in

ROOT = Path(__file__).parents[3]
UP = amounts(0, [30, -10, -10, -10])


def killed_writer(url: str, play: Play, first: int, acknowledged: int, delay_s: float) -> tuple[int, int]:
    """Start a writing process, kill it a moment after so many acknowledged writes; the number and entry of the last."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.service.book.writer", url, play.table, play.host, str(first)],
        cwd=ROOT, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert process.stdout is not None
    number, last = first - 1, 0
    for _ in range(acknowledged):
        line = process.stdout.readline()
        assert line, "the writer ended by itself"
        number, last = (int(part) for part in line.split())
    time.sleep(delay_s)  # into the middle of the next write
    process.send_signal(signal.SIGKILL)
    for line in process.stdout:  # what it said before the signal came
        if line.endswith("\n"):
            number, last = (int(part) for part in line.split())
    process.wait(30)
    process.stdout.close()
    return number, last


def test_killed_at_any_moment_nothing_acknowledged_is_lost_and_nothing_is_half_written(play: Play, url: str) -> None:
    chance = random.Random(7)
    number = 0
    for _ in range(4):
        number, last = killed_writer(url, play, number + 1, chance.randrange(1, 9), chance.random() * 0.02)
        assert play.view()["entries"] >= last
        assert wrong_in(play.book, rescore=True) == []
    with play.book.database.read() as session:
        keys = session.scalars(select(EntryRow.idempotency_key).where(EntryRow.idempotency_key.is_not(None))).all()
    # The write under way at each kill was sent again by the next process under its key: it may have been booked the
    # first time or the second, but not twice; only the last process's may be one that nobody heard of.
    assert number <= len(keys) <= number + 1
    assert len(set(keys)) == len(keys)
    play.enter(UP)
    assert wrong_in(play.book) == []


def test_a_full_disk_is_said_and_loses_nothing(play: Play) -> None:
    if not play.book.database.sqlite:
        pytest.skip("PostgreSQL's disk is its own")
    play.enter(UP)

    @event.listens_for(play.book.database.engine, "begin")
    def _full(connection: Any) -> None:
        connection.exec_driver_sql("PRAGMA max_page_count = 1")  # SQLite keeps the pages there are and gives no more

    def fill() -> None:
        for _ in range(500):
            play.enter({"kind": "penalty", "amounts": [0, 0, 0, 0], "reason": "x" * 200})

    with pytest.raises(StorageFull):
        fill()
    event.remove(play.book.database.engine, "begin", _full)
    play.book.database.engine.dispose()
    assert wrong_in(play.book) == []
    entered = play.view()["entries"]
    play.enter(UP)
    assert play.view()["entries"] == entered + 1


def test_a_database_that_went_away_is_used_again_when_it_is_back(play: Play, url: str) -> None:
    if play.book.database.sqlite:
        pytest.skip("a file does not go away")
    play.enter(UP)
    admin = create_engine(
        make_url(url).set(drivername="postgresql+psycopg", database="postgres"), isolation_level="AUTOCOMMIT"
    )
    name = make_url(url).database
    with admin.connect() as connection:
        connection.exec_driver_sql(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
        connection.exec_driver_sql(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")
        try:
            with pytest.raises(BookUnavailable):
                play.enter(UP)
            with pytest.raises(BookUnavailable):
                play.book.ping()
        finally:
            connection.exec_driver_sql(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
    admin.dispose()
    play.enter(UP)
    assert play.view()["entries"] == 2


def test_a_locked_file_is_waited_for_and_then_said(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    if not play.book.database.sqlite:
        pytest.skip("SQLite's lock")
    monkeypatch.setattr("service.book.engine.BUSY_TIMEOUT_MS", 50)
    impatient = Play(Book(Database(str(play.book.database.url))), play.table, play.host, play.watch)
    with play.book.database.write(), pytest.raises(BookUnavailable):
        impatient.enter(UP)
    impatient.enter(UP)
    assert play.view()["entries"] == 1
    impatient.book.close()


def test_a_clock_that_jumps_back_changes_no_order(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter(range(2_000_000_000_000, 0, -10_000_000_000))
    monkeypatch.setattr("service.book.desk.now_ms", lambda: next(times))
    for _ in range(5):
        play.enter(UP)
    play.undo()
    assert play.balances()["老王"] == 120
    assert wrong_in(play.book) == []


def test_a_file_is_readable_by_its_owner_alone(fresh_url: Callable[[], str]) -> None:
    database = Database(fresh_url())
    if not database.sqlite:
        pytest.skip("a file of SQLite")
    database.ping()
    assert Path(str(database.url.database)).stat().st_mode & 0o077 == 0
    database.close()
