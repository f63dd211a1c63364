"""A table or a game taken out of the book: JSON that `import` reads back, and CSV for a spreadsheet.

Everything is given piece by piece, so that a long game is never held in memory.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence

from sqlalchemy.orm import Session

from service.book.desk import seat_change, seat_changes_of
from service.book.models import EntryRow, GameRow, TableRow
from service.book.portable import FORMAT, VERSION, entry_data, entry_rows, game_head, games_of, table_head
from service.book.seating import SeatChange, seated
from service.book.values import SEATS, four, from_text, iso, now_ms, to_text
from service.book.views import live_entries, names_of
from service.book.wording import in_words

_CHUNK = 200
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def table_json(session: Session, table: TableRow) -> Iterator[str]:
    """The whole table: players, games, every entry; no token and nothing derived."""
    head = to_text({"format": FORMAT, "version": VERSION, "exported_at": iso(now_ms()),
                    "table": table_head(session, table)})  # fmt: skip
    yield head[:-1] + ',"games":['
    for number, game in enumerate(games_of(session, table.id)):
        yield ("," if number else "") + to_text(game_head(game))[:-1] + ',"entries":['
        for place, row in enumerate(entry_rows(session, game.id, game.head_seq)):
            yield ("," if place else "") + to_text(entry_data(row))
        yield "]}"
    yield "]}\n"


def game_csv(session: Session, table: TableRow, game: GameRow) -> Iterator[str]:
    """A game, one line an entry, with a byte order mark so that spreadsheets show the Chinese.

    Columns: entry, place, in force, kind, when, what, then for each seat the player and the amount, and the fee.
    """
    names = names_of(session, table.id)
    yield "\ufeff"
    yield _csv_line(
        ["entry", "place", "in_force", "kind", "written_at", "what"]
        + [f"seat_{seat}_{part}" for seat in SEATS for part in ("player", "amount")]
        + ["fee"]
    )
    first, changes = seating_of(session, game)
    for rows in chunks(entry_rows(session, game.id, game.head_seq)):
        live = live_entries(session, game.id, (row.place for row in rows))
        for row in rows:
            seating = seated(first, changes, row.place)
            yield _csv_line(
                [row.seq, row.place, int(row.seq in live), row.kind, iso(row.written_ms),
                 in_words(from_text(row.event), [names.get(player, "") for player in seating])]
                + [value for seat in SEATS for value in (names.get(seating[seat], ""), row.amounts[seat])]
                + [row.fee]
            )  # fmt: skip


def seating_of(session: Session, game: GameRow) -> tuple[tuple[int, int, int, int], list[SeatChange]]:
    """The first seating of a game and the seat changes in force."""
    rows = session.execute(seat_changes_of(game.id)).all()
    return four(from_text(game.start)["players"]), [seat_change(place, from_text(event)) for place, event in rows]


def chunks(rows: Iterator[EntryRow]) -> Iterator[list[EntryRow]]:
    """The rows, some at a time."""
    part: list[EntryRow] = []
    for row in rows:
        part.append(row)
        if len(part) == _CHUNK:
            yield part
            part = []
    if part:
        yield part


def _csv_line(values: Sequence[object]) -> str:
    """One line; text that a spreadsheet would take for a formula is quoted with an apostrophe."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\r\n").writerow(
        [f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value for value in values]
    )
    return out.getvalue()
