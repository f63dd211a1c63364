"""Is the book right? Every balance computed anew from the entries, and on request every hand scored anew."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sqlalchemy import func, select, text, true
from sqlalchemy.orm import Session

from service.book import progress, schema, scoring
from service.book.derive import differences, lines_of
from service.book.engine import Database
from service.book.errors import BookError
from service.book.models import GameRow, TableRow
from service.book.replay import ReplayError, replay
from service.book.values import from_text


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is wrong: in which table and game (None for the database as a whole), and what."""

    table: str | None
    game: int | None
    what: str


@dataclass(frozen=True, slots=True)
class GameChecked:
    """One game looked at."""

    table: str
    game: int
    findings: tuple[Finding, ...]


def check_database(database: Database) -> list[Finding]:
    """What is wrong with the database as a whole: its schema, and on SQLite its file."""
    with database.read() as session:
        found = []
        at, newest = schema.current(session), schema.newest()
        if at != newest:
            what = f"the schema is at {at}, this release works with {newest}"
            if at is None:
                what = "the database has no schema yet; `tilesight db upgrade` makes it"
            found.append(Finding(None, None, what))
            return found
        if database.sqlite:
            for (line,) in session.execute(text("PRAGMA integrity_check(20)")):
                if line != "ok":
                    found.append(Finding(None, None, f"the file is damaged: {line}"))
            for row in session.execute(text("PRAGMA foreign_key_check")):
                found.append(Finding(None, None, f"a row of {row[0]} names one of {row[2]} that is not there"))
        return found


def count_games(database: Database) -> int:
    with database.read() as session:
        return session.scalars(select(func.count()).select_from(GameRow)).one()


def check_games(database: Database, rescore: bool = False, only: str | None = None) -> Iterator[GameChecked]:
    """Every game, or those of one table, one transaction each, so that the book stays in use meanwhile."""
    last = 0
    while True:
        with database.read() as session:
            row = session.execute(
                select(GameRow, TableRow.id)
                .join(TableRow, TableRow.id == GameRow.table_id)
                .where(GameRow.id > last, TableRow.id == only if only is not None else true())
                .order_by(GameRow.id)
                .limit(1)
            ).one_or_none()
            if row is None:
                return
            game, table_id = row
            wrong = _wrong(session, game, rescore)
            last = game.id
            yield GameChecked(table_id, game.number, tuple(Finding(table_id, game.number, what) for what in wrong))


def _wrong(session: Session, game: GameRow, rescore: bool) -> list[str]:
    try:
        wrong = differences(session, game)
        return wrong if wrong or not rescore else _scored_otherwise(session, game)
    except BookError as error:
        return [error.detail]


def _scored_otherwise(session: Session, game: GameRow) -> list[str]:
    """Hands in force that this release's rules score differently from what was booked."""
    rules = progress.rules_of(game)
    try:
        found = replay(rules, from_text(game.start), lines_of(session, game.id))
    except ReplayError as error:
        return [str(error)]
    wrong = []
    for turn in found.turns.values():
        if turn.live is None:
            continue
        try:
            posting = scoring.rescored(rules, turn.state_before, turn.live.event)
        except BookError as error:
            wrong.append(f"entry {turn.live.seq} no longer scores: {error.detail}")
            continue
        if posting is not None and (posting.amounts, posting.fee) != (turn.live.amounts, turn.live.fee):
            wrong.append(
                f"entry {turn.live.seq} books {list(turn.live.amounts)}, scoring gives {list(posting.amounts)}"
            )
    return wrong
