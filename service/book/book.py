"""The book as the service uses it: every request in one transaction, durable when it is answered.

A write finds who sends it, repeats a stored answer where the same Idempotency-Key came before, checks that the table is
still what the phone saw, appends, moves the derived rows along, stores its answer, and tells the watchers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from service.book.answers import Answer, Request, find_answer, lock_new, store_answer
from service.book.engine import Database
from service.book.errors import (
    GameNotFound,
    HostTokenNeeded,
    IdempotencyConflict,
    RevisionMissing,
    RevisionStale,
    TableNotFound,
)
from service.book.feed import CHANNEL, Feed
from service.book.models import FeedRow, GameRow, TableRow
from service.book.tokens import Holder, find_holder
from service.book.values import Json, now_ms

Expected = int | Literal["*"] | None
"""The revision a write was made on; `*` for any; None where the caller named none."""


@dataclass(frozen=True, slots=True)
class Done:
    """What a write did: its answer's body, and which entries it appended to which game."""

    kind: str
    body: Json
    status: int = 200
    game: int | None = None
    first_seq: int | None = None
    last_seq: int | None = None
    nonce: str = ""


@dataclass(frozen=True, slots=True)
class Reader:
    """One consistent look at a table by somebody who may read it."""

    session: Session
    table: TableRow
    holder: Holder

    def game(self, number: int | None = None) -> GameRow:
        """The game of this number, the latest where none is named. Raises GameNotFound."""
        return game_of(self.session, self.table, number)


class Book:
    """All tables of one database."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.feed = Feed(database)

    def close(self) -> None:
        self.feed.close()
        self.database.close()

    def ping(self) -> None:
        """Raises BookUnavailable."""
        self.database.ping()

    @contextmanager
    def reading(self, table_id: str, token: str | None) -> Iterator[Reader]:
        """Look at a table with a host or watch token. Raises TokenMissing, TableNotFound."""
        with self.database.read() as session:
            holder = find_holder(session, table_id, token)
            table = session.get(TableRow, table_id)
            if table is None:
                raise TableNotFound("there is no such table")
            yield Reader(session, table, holder)

    def write(
        self,
        table_id: str,
        token: str | None,
        request: Request,
        expected: Expected,
        act: Callable[[Session, TableRow, Holder], Done],
    ) -> Answer:
        """Carry out one write on a table. `act` may refuse by raising; then nothing is written.

        Raises TokenMissing, TableNotFound, HostTokenNeeded, IdempotencyConflict, RevisionMissing, RevisionStale.
        """
        try:
            with self.database.write() as session:
                holder = find_holder(session, table_id, token)
                if holder.role != "host":
                    raise HostTokenNeeded("this is a watch token; writing needs the host token")
                table = lock_table(session, table_id)
                repeated = find_answer(session, request)
                if repeated is not None:
                    return repeated
                check_revision(table, expected)
                done = act(session, table, holder)
                answer = self._finish(session, table, request, done)
        except IntegrityError as error:
            if "idempotency_key" in str(error.orig):
                raise IdempotencyConflict(
                    "this Idempotency-Key was used for this game before and its answer is no longer kept"
                ) from None
            raise
        self.feed.wake(table_id)
        return answer

    def create(self, request: Request, act: Callable[[Session], tuple[TableRow, Done]]) -> Answer:
        """Carry out the write that makes a table."""
        with self.database.write() as session:
            lock_new(session, request, self.database.sqlite)
            repeated = find_answer(session, request)
            if repeated is not None:
                return repeated
            table, done = act(session)
            session.flush()
            return self._finish(session, table, request, done, fresh=True)

    def _finish(self, session: Session, table: TableRow, request: Request, done: Done, fresh: bool = False) -> Answer:
        if not fresh:
            table.revision += 1
        session.add(
            FeedRow(table_id=table.id, revision=table.revision, kind=done.kind, game=done.game,
                    first_seq=done.first_seq, last_seq=done.last_seq, written_ms=now_ms())
        )  # fmt: skip
        body = {**done.body, "revision": table.revision}
        answer = store_answer(session, request, Answer(done.status, body, table.revision), done.nonce)
        if not self.database.sqlite:
            session.execute(select(func.pg_notify(CHANNEL, table.id)))
        return answer


def lock_table(session: Session, table_id: str) -> TableRow:
    """The table's row, locked until the transaction ends."""
    table = session.scalar(select(TableRow).where(TableRow.id == table_id).with_for_update())
    if table is None:
        raise TableNotFound("there is no such table")
    return table


def check_revision(table: TableRow, expected: Expected) -> None:
    """Raises RevisionMissing, RevisionStale."""
    if expected is None:
        raise RevisionMissing("If-Match has to name the table's revision, as the ETag gives it, or *")
    if expected != "*" and expected != table.revision:
        raise RevisionStale(
            f"the table is at revision {table.revision}, the request was made on {expected}",
            {"revision": table.revision},
        )


def game_of(session: Session, table: TableRow, number: int | None = None) -> GameRow:
    """The table's game of this number, the latest where none is named. Raises GameNotFound."""
    wanted = table.games if number is None else number
    game = session.scalar(select(GameRow).where(GameRow.table_id == table.id, GameRow.number == wanted))
    if game is None:
        raise GameNotFound(f"the table has no game {wanted}")
    return game
