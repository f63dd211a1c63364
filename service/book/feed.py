"""Live events: what was written to a table since a revision, and being woken when something is.

The table's revisions are the event ids, so a watcher that was away names the last one it saw and gets what it missed.
Waking goes at once within this process. Between processes PostgreSQL tells by NOTIFY; on SQLite a look every `LOOK_S`
seconds at the number that each commit to the file changes, which costs a few microseconds. Both are backed by a look at
the revisions of the tables being watched, every `POLL_S` seconds where nothing else tells, else every `BACKUP_POLL_S`.
"""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import threading
import time
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Literal

from sqlalchemy import select
from sqlalchemy.orm import Session

from service.book.engine import Database
from service.book.errors import BookError
from service.book.models import FeedRow, GameRow, TableRow
from service.book.tokens import find_holder
from service.book.values import Json, iso, to_text
from service.book.views import entries_between, table_view

CHANNEL = "tilesight_book"
LOOK_S = 0.1
POLL_S = 1.0
BACKUP_POLL_S = 15.0
Hint = Literal["some", "none", "unknown"]
"""Whether other processes may have written something."""
_PATIENCE_S: dict[Hint, float] = {"some": 0.0, "none": BACKUP_POLL_S, "unknown": POLL_S}
_KEEPALIVE: dict[str, Any] = {"keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3}
MOST_MISSED = 200
MOST_ENTRIES = 50
_CACHED = 256


@dataclass(frozen=True, slots=True)
class Message:
    """One message to a watcher: its event id (the revision), kind, and JSON text."""

    id: int
    event: str
    data: str


@dataclass(eq=False)
class Watch:
    """One watcher: wakes its own event loop when its table has changed."""

    table_id: str
    loop: asyncio.AbstractEventLoop
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    def wake(self) -> None:
        if not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self.changed.set)


class Feed:
    """The watchers of this process and what they are sent."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._watches: dict[str, set[Watch]] = {}
        self._seen: dict[str, int] = {}
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._listener: threading.Thread | None = None
        self._told = threading.Event()
        """Set while PostgreSQL tells of every write."""
        self._sent: OrderedDict[tuple[str, int, int], tuple[Message, ...]] = OrderedDict()

    @asynccontextmanager
    async def watching(self, table_id: str) -> AsyncIterator[Watch]:
        """Be woken when the table changes, for as long as the block runs."""
        watch = Watch(table_id, asyncio.get_running_loop())
        with self._lock:
            self._watches.setdefault(table_id, set()).add(watch)
            self._start()
        try:
            yield watch
        finally:
            with self._lock:
                watches = self._watches.get(table_id, set())
                watches.discard(watch)
                if not watches:
                    self._watches.pop(table_id, None)
                    self._seen.pop(table_id, None)

    def count(self) -> int:
        """How many watchers this process has."""
        with self._lock:
            return sum(len(watches) for watches in self._watches.values())

    def wake(self, table_id: str) -> None:
        """Tell the watchers of a table to look."""
        with self._lock:
            watches = list(self._watches.get(table_id, ()))
        for watch in watches:
            watch.wake()

    def close(self) -> None:
        self._stop.set()
        for thread in (self._thread, self._listener):
            if thread is not None:
                thread.join(timeout=5)

    def since(self, table_id: str, token: str | None, revision: int | None) -> tuple[Message, ...]:
        """What somebody who saw `revision` has missed: each write, then the table as it is now; () where nothing.

        Without a revision, after a very long absence, or with a revision that the table never had, only the table as
        it is now. Raises TokenMissing, TableNotFound, also where the token was revoked meanwhile.
        """
        with self._database.read() as session:
            find_holder(session, table_id, token)
            table = session.get_one(TableRow, table_id)
            if revision == table.revision:
                return ()
            key = (table_id, -1 if revision is None else revision, table.revision)
            with self._lock:
                known = self._sent.get(key)
            if known is not None:
                return known
            missed: list[Message] = []
            if revision is not None and 0 <= table.revision - revision <= MOST_MISSED:
                rows = session.scalars(
                    select(FeedRow)
                    .where(FeedRow.table_id == table_id, FeedRow.revision > revision)
                    .order_by(FeedRow.revision)
                ).all()
                if len(rows) == table.revision - revision:
                    missed = [Message(row.revision, "write", to_text(_write(session, row))) for row in rows]
            state = Message(table.revision, "table", to_text(table_view(session, table)))
        messages = (*missed, state)
        with self._lock:
            self._sent[key] = messages
            while len(self._sent) > _CACHED:
                self._sent.popitem(last=False)
        return messages

    # Waking across processes

    def _start(self) -> None:
        if self._thread is None and not self._stop.is_set():
            self._thread = threading.Thread(target=self._poll, name="book-feed", daemon=True)
            self._thread.start()
            if not self._database.sqlite:
                self._listener = threading.Thread(target=self._listen, name="book-listen", daemon=True)
                self._listener.start()

    def _poll(self) -> None:
        commits = _Commits(str(self._database.url.database)) if self._database.sqlite else None
        looked = 0.0
        with contextlib.closing(commits) if commits else contextlib.nullcontext():
            while not self._stop.wait(LOOK_S if commits else POLL_S):
                with self._lock:
                    watched = list(self._watches)
                if not watched:
                    continue
                hint = commits.hint() if commits else "none" if self._told.is_set() else "unknown"
                now = time.monotonic()
                if now - looked < _PATIENCE_S[hint]:
                    continue
                looked = now
                try:
                    changed = self._changed(watched)
                except BookError:
                    looked = 0.0  # the database is away; the watchers keep waiting
                    continue
                for table_id in changed:
                    self.wake(table_id)

    def _changed(self, watched: list[str]) -> list[str]:
        changed = []
        with self._database.read() as session:
            for first in range(0, len(watched), 500):
                rows = session.execute(
                    select(TableRow.id, TableRow.revision).where(TableRow.id.in_(watched[first : first + 500]))
                )
                for table_id, revision in rows:
                    if self._seen.get(table_id) != revision:
                        self._seen[table_id] = revision
                        changed.append(table_id)
        return changed

    def _listen(self) -> None:
        import psycopg

        address = self._database.url.set(drivername="postgresql").render_as_string(hide_password=False)
        while not self._stop.is_set():
            try:
                with psycopg.connect(address, autocommit=True, connect_timeout=5, **_KEEPALIVE) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    self._told.set()
                    self._wake_all()  # whatever was written while nobody listened
                    while not self._stop.is_set():
                        for notice in connection.notifies(timeout=1.0):
                            self.wake(notice.payload)
            except psycopg.Error:
                self._told.clear()
                self._stop.wait(POLL_S)

    def _wake_all(self) -> None:
        with self._lock:
            watched = list(self._watches)
        for table_id in watched:
            self.wake(table_id)


class _Commits:
    """The number of an SQLite file that every commit by another connection changes; used by one thread."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._connection: sqlite3.Connection | None = None
        self._seen: int | None = None

    def hint(self) -> Hint:
        """Whether anything was committed since the last time this was asked."""
        try:
            if self._connection is None:
                self._connection = sqlite3.connect(self._file, timeout=LOOK_S, isolation_level=None)
            (number,) = self._connection.execute("PRAGMA data_version").fetchone()
        except sqlite3.Error:
            self.close()
            return "unknown"
        before, self._seen = self._seen, number
        return "none" if before == number else "some"

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
        # Another connection counts anew, so its number says nothing beside this one's.
        self._connection = self._seen = None


def _write(session: Session, row: FeedRow) -> Json:
    """One write as watchers see it; the entries of a very large one are named but not sent along."""
    entries: list[Json] | None = []
    if row.game is not None and row.first_seq is not None and row.last_seq is not None:
        game_id = session.scalars(
            select(GameRow.id).where(GameRow.table_id == row.table_id, GameRow.number == row.game)
        ).one()
        few = row.last_seq - row.first_seq < MOST_ENTRIES
        entries = entries_between(session, game_id, row.first_seq, row.last_seq) if few else None
    return {
        "revision": row.revision,
        "kind": row.kind,
        "game": row.game,
        "first_entry": row.first_seq,
        "last_entry": row.last_seq,
        "entries": entries,
        "written_at": iso(row.written_ms),
    }
