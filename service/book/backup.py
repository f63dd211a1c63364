"""A whole database as one compressed file, readable by either kind of database, and back.

The file is gzip of JSON Lines: a head, then for every table its own line, for every game a line and its entries in
portions, and at the end the counts and the SHA-256 of all lines before it: a file that was cut short or changed is
refused. Watchers' events and stored answers do not travel; a repeated request is still known by its entry.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import tempfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from service.book import schema
from service.book.engine import Database
from service.book.errors import BackupInvalid, ImportInvalid
from service.book.event_check import object_at
from service.book.models import TableRow, TokenRow
from service.book.portable import (
    add_entries,
    add_game,
    add_players,
    entry_data,
    entry_rows,
    game_head,
    games_of,
    table_head,
)
from service.book.tokens import Role
from service.book.values import Json, integer, iso, milliseconds, now_ms, to_text

FORMAT = "tilesight.backup"
VERSION = 1
_PORTION = 200
_LINE_LIMIT = 256 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Counts:
    """What a backup holds."""

    tables: int
    games: int
    entries: int


def backup(database: Database, file: Path) -> Counts:
    """Write a consistent picture of the database; the file appears only when it is whole.

    Raises OSError, BookUnavailable.
    """
    handle, name = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)
    try:
        with os.fdopen(handle, "wb") as raw:
            with database.read() as session, gzip.GzipFile(fileobj=raw, mode="wb", mtime=0) as packed:
                counts = _write(session, packed)
            raw.flush()
            os.fsync(raw.fileno())
        os.replace(name, file)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    folder = os.open(file.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
    return counts


def restore(database: Database, file: Path) -> Counts:
    """Fill an empty database, its schema made first, from a backup: everything or nothing.

    Raises OSError, BackupInvalid, DatabaseTooNew, BookUnavailable.
    """
    schema.upgrade(database)
    with database.write() as session:
        if session.scalar(select(TableRow.id).limit(1)) is not None:
            raise BackupInvalid("the database holds tables already; a backup is restored into an empty one")
        try:
            with gzip.open(file, "rb") as packed:
                return _read(session, _lines(packed))
        except (EOFError, gzip.BadGzipFile, zlib.error, ValueError, KeyError, TypeError, IntegrityError):
            raise BackupInvalid("the file is no backup of this program, or damaged") from None
        except ImportInvalid as error:
            raise BackupInvalid(error.detail) from None


def _write(session: Session, packed: gzip.GzipFile) -> Counts:
    digest = hashlib.sha256()
    tables = games = entries = 0

    def put(value: Json) -> None:
        line = to_text(value).encode() + b"\n"
        digest.update(line)
        packed.write(line)

    put({"format": FORMAT, "version": VERSION, "schema": schema.current(session), "created_at": iso(now_ms())})
    for table in _tables(session):
        tables += 1
        put({"table": {**table_head(session, table), "id": table.id, "revision": table.revision,
                       "tokens": _tokens(session, table.id)}})  # fmt: skip
        for game in games_of(session, table.id):
            games += 1
            put({"game": game_head(game)})
            portion: list[Json] = []
            for row in entry_rows(session, game.id, game.head_seq):
                entries += 1
                portion.append({**entry_data(row), "key": row.idempotency_key})
                if len(portion) == _PORTION:
                    put({"entries": portion})
                    portion = []
            if portion:
                put({"entries": portion})
        session.expunge_all()
    put({"end": {"tables": tables, "games": games, "entries": entries, "sha256": digest.hexdigest()}})
    return Counts(tables, games, entries)


def _tables(session: Session) -> Iterator[TableRow]:
    last = ""
    while True:
        rows = session.scalars(select(TableRow).where(TableRow.id > last).order_by(TableRow.id).limit(_PORTION)).all()
        yield from rows
        if len(rows) < _PORTION:
            return
        last = rows[-1].id


def _tokens(session: Session, table_id: str) -> list[Json]:
    rows = session.scalars(select(TokenRow).where(TokenRow.table_id == table_id).order_by(TokenRow.id))
    return [
        {"role": row.role, "label": row.label, "sha256": row.digest, "created_at": iso(row.created_ms),
         "revoked_at": iso(row.revoked_ms) if row.revoked_ms is not None else None}
        for row in rows
    ]  # fmt: skip


class _Reader:
    """Lines of a backup, checked against its end; `peek` looks at the next one."""

    def __init__(self, lines: Iterator[tuple[Json, str]]) -> None:
        self._lines = lines
        self._next = next(lines, None)

    def peek(self) -> Json:
        if self._next is None:
            raise BackupInvalid("the file is cut short: it has no end")
        return self._next[0]

    def take(self) -> tuple[Json, str]:
        found = self._next
        if found is None:
            raise BackupInvalid("the file is cut short: it has no end")
        self._next = next(self._lines, None)
        return found

    def entries(self) -> Iterator[object]:
        """The entries of the game whose line was taken last."""
        while "entries" in self.peek():
            portion = self.take()[0]["entries"]
            if not isinstance(portion, list):
                raise BackupInvalid("entries: expected a list")
            yield from portion


def _lines(packed: gzip.GzipFile) -> Iterator[tuple[Json, str]]:
    """Every line with the SHA-256 of those before it."""
    digest = hashlib.sha256()
    while line := packed.readline(_LINE_LIMIT):
        before = digest.hexdigest()
        digest.update(line)
        yield object_at(json.loads(line), "line"), before


def _read(session: Session, lines: Iterator[tuple[Json, str]]) -> Counts:
    reader = _Reader(lines)
    head, _ = reader.take()
    if head.get("format") != FORMAT or head.get("version") != VERSION:
        raise BackupInvalid(f"format: expected {FORMAT!r}, version {VERSION}")
    tables = games = entries = 0
    while "end" not in reader.peek():
        table = _add_table(session, object_at(reader.take()[0].get("table"), "table"))
        tables += 1
        while "game" in reader.peek():
            game = add_game(session, table, object_at(reader.take()[0]["game"], "game"))
            games += 1
            entries += add_entries(session, game, table.players, reader.entries())
        session.flush()
        session.expunge_all()
    end, digest = reader.take()
    found = {"tables": tables, "games": games, "entries": entries, "sha256": digest}
    if end["end"] != found:
        raise BackupInvalid("the file was changed: its counts or its checksum are not those it was written with")
    return Counts(tables, games, entries)


def _add_table(session: Session, given: Json) -> TableRow:
    table = TableRow(
        id=str(given["id"])[:32], name=str(given["name"])[:80], revision=integer(given["revision"]), games=0, players=0,
        created_ms=milliseconds(str(given["created_at"])),
    )  # fmt: skip
    session.add(table)
    session.flush()
    add_players(session, table, given.get("players"))
    tokens = given.get("tokens")
    for token in tokens if isinstance(tokens, list) else []:
        role: Role = "host" if token["role"] == "host" else "watch"
        revoked = token["revoked_at"]
        session.add(
            TokenRow(table_id=table.id, role=role, label=str(token["label"])[:80], digest=str(token["sha256"])[:64],
                     created_ms=milliseconds(str(token["created_at"])),
                     revoked_ms=milliseconds(str(revoked)) if revoked is not None else None)
        )  # fmt: skip
    session.flush()
    return table
