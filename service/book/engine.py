"""Opening the database: SQLite with its safety switches, or PostgreSQL, behind one pair of transactions.

`Database.write()` gives a transaction that is durable when it ends without an error; `Database.read()` gives one
consistent view. On SQLite a write takes the write lock at its start, so it never fails half-way for want of it.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import platformdirs
from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import (
    ArgumentError,
    DatabaseError,
    DBAPIError,
    InterfaceError,
    InternalError,
    InvalidatePoolError,
    OperationalError,
)
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.orm import Session
from sqlalchemy.pool import ConnectionPoolEntry

from service.book.errors import BookUnavailable, StorageFull

BUSY_TIMEOUT_MS = 10_000
POSTGRES_PATIENCE: dict[str, int] = {
    "connect_timeout": 5, "keepalives": 1, "keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
}  # fmt: skip
"""How long a PostgreSQL that no longer answers is waited for: a dead network must not hold requests for minutes."""
_WRITE = "tilesight_write"
_FILE = "tilesight_file"
_DISK_FULL = "53100"
"""PostgreSQL's code where there is no room."""
_AWAY = (OperationalError, InterfaceError, InternalError, DatabaseError)
"""What the drivers raise for a database that is away, locked, full or damaged; their subclasses mean other things."""


def default_url() -> str:
    """The SQLite file in the user's data directory."""
    return f"sqlite:///{Path(platformdirs.user_data_dir('tilesight', appauthor=False)) / 'tilesight.db'}"


class Database:
    """A database of the book, SQLite or PostgreSQL."""

    def __init__(self, url: str) -> None:
        """Opens nothing yet. Raises ValueError for an address of neither database, or without its driver."""
        try:
            self.url = make_url(url)
        except ArgumentError:
            raise ValueError(
                "the database address is not understood; expected sqlite:///FILE or postgresql://…"
            ) from None
        backend = self.url.get_backend_name()
        if backend == "sqlite":
            self.sqlite = True
            self.engine = _sqlite_engine(str(self.url.database or ""))
        elif backend == "postgresql":
            self.sqlite = False
            self.engine = _postgres_engine(self.url.set(drivername="postgresql+psycopg").render_as_string(False))
        else:
            raise ValueError(f"database {backend!r} is not supported; expected sqlite or postgresql")

    @contextmanager
    def write(self) -> Iterator[Session]:
        """A writing transaction, committed durably at the end, rolled back on any error."""
        with self._transaction(write=True) as session:
            yield session

    @contextmanager
    def read(self) -> Iterator[Session]:
        """A reading transaction with one consistent view."""
        with self._transaction(write=False) as session:
            yield session

    @contextmanager
    def _transaction(self, write: bool) -> Iterator[Session]:
        options: dict[str, Any] = {_WRITE: write}
        if not self.sqlite and not write:
            options["isolation_level"] = "REPEATABLE READ"
        try:
            with self.engine.connect() as plain:
                connection = plain.execution_options(**options)
                with connection.begin(), Session(connection, expire_on_commit=False, autoflush=False) as session:
                    yield session
                    session.flush()
        except PoolTimeout as error:
            raise BookUnavailable("the book's database is busy") from error
        except DBAPIError as error:
            if type(error) not in _AWAY:
                raise
            raise _unavailable(error) from error

    def ping(self) -> None:
        """Raises BookUnavailable where the database cannot be reached."""
        with self.read() as session:
            session.execute(text("SELECT 1"))

    def close(self) -> None:
        self.engine.dispose()


def _unavailable(error: DBAPIError) -> BookUnavailable | StorageFull:
    full = getattr(error.orig, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL
    if full or getattr(error.orig, "sqlstate", None) == _DISK_FULL:
        return StorageFull("the disk that holds the book is full")
    return BookUnavailable("the book's database does not answer")


def _sqlite_engine(file: str) -> Engine:
    if file in ("", ":memory:"):
        raise ValueError("the book needs a file: expected sqlite:///FILE")
    path = Path(file).expanduser().absolute()
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    there = path.exists()

    def connect() -> sqlite3.Connection:
        nonlocal there
        # A book that was there and is gone must not be begun anew beside the one that may come back.
        address = f"{path.as_uri()}?mode={'rw' if there else 'rwc'}"
        connection = sqlite3.connect(address, uri=True, timeout=BUSY_TIMEOUT_MS / 1000, check_same_thread=False)
        there = True
        return connection

    engine = create_engine(f"sqlite:///{path}", creator=connect, pool_size=8, max_overflow=32)

    @event.listens_for(engine, "connect")
    def _switches(connection: sqlite3.Connection, record: ConnectionPoolEntry) -> None:
        record.info[_FILE] = _identity(path)
        connection.isolation_level = None  # the driver's own hidden BEGINs would defeat BEGIN IMMEDIATE
        for pragma in (
            f"busy_timeout = {BUSY_TIMEOUT_MS}",
            "journal_mode = WAL",
            "synchronous = FULL",
            "foreign_keys = ON",
            "recursive_triggers = ON",
            "trusted_schema = OFF",
        ):
            connection.execute(f"PRAGMA {pragma}").close()
        if path.exists() and path.stat().st_mode & 0o077 and os.access(path, os.W_OK):
            path.chmod(0o600)

    @event.listens_for(engine, "checkout")
    def _still_there(_connection: object, record: ConnectionPoolEntry, _proxy: object) -> None:
        if record.info.get(_FILE) != _identity(path):
            # Moved, removed or replaced while open: what is written to it now would be found by nobody.
            raise InvalidatePoolError("the file at the address is another one")

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        writing = connection.get_execution_options().get(_WRITE, False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")

    return engine


def _identity(path: Path) -> tuple[int, int] | None:
    """Which file lies at a path; None where there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _postgres_engine(url: str) -> Engine:
    try:
        return create_engine(
            url, pool_size=8, max_overflow=32, pool_timeout=BUSY_TIMEOUT_MS / 1000, pool_pre_ping=True,
            connect_args={**POSTGRES_PATIENCE, "options": f"-c lock_timeout={2 * BUSY_TIMEOUT_MS}"},
        )  # fmt: skip
    except ImportError as error:
        # Not only where psycopg is not there: without the library of PostgreSQL it cannot be imported either.
        raise ValueError(f"a PostgreSQL database needs psycopg: pip install 'tilesight[postgres]' ({error})") from None
