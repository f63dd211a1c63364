"""A process that writes to a table until it is killed, telling each write on standard output once it is acknowledged.

Run as `python -m tests.service.book.writer URL TABLE HOST_TOKEN FIRST`: writes number FIRST, FIRST + 1, …; write n has
its own Idempotency-Key, so that a killed process's successor can send the last one again.
"""

from __future__ import annotations

import sys
from typing import Any

from sqlalchemy import select

from service.book import entries
from service.book.answers import make_request
from service.book.book import Book
from service.book.engine import Database
from service.book.models import GameRow, TurnRow
from tests.service.book.play import STRAIGHT, amounts, won

EVERY = 5
"""Every so manyth write corrects the first hand, which restates the scored hands after it."""


def asked(number: int) -> dict[str, Any]:
    """What write `number` enters: hands whose score hangs on the deal, so that a correction restates them."""
    wind = "ESWN"[number % 4]
    return won(number % 4, (number + 1) % 4, {**STRAIGHT, "concealed": f"123456789m99p{wind * 2}", "win_tile": wind})


def write(book: Book, table: str, host: str, number: int) -> int:
    """Carry out write `number`; the last entry it wrote."""
    if number > 1 and number % EVERY == 1:
        winner = number // EVERY % 4
        what: dict[str, Any] = amounts(winner, [30 if seat == winner else -10 for seat in range(4)])
        request = make_request(table, f"write-number-{number}", ["correct", what])
        answer = book.write(
            table, host, request, "*",
            lambda session, row, holder: entries.correct(
                session, row, holder, request.key_digest, 1, in_force(session, row.id), what
            ),
        )  # fmt: skip
    else:
        what = asked(number)
        request = make_request(table, f"write-number-{number}", ["enter", what])
        answer = book.write(
            table, host, request, "*",
            lambda session, row, holder: entries.enter(session, row, holder, request.key_digest, 1, what),
        )  # fmt: skip
    return int(str(answer.body["last_entry"]))


def in_force(session: Any, table: str) -> int:
    """The entry in force at the first place of the first game."""
    found = session.scalars(
        select(TurnRow.live_seq)
        .join(GameRow, GameRow.id == TurnRow.game_id)
        .where(GameRow.table_id == table, GameRow.number == 1, TurnRow.place == 1)
    ).one()
    return int(found)


def main() -> None:
    url, table, host, first = sys.argv[1:]
    book = Book(Database(url))
    number = int(first)
    while True:
        last = write(book, table, host, number)
        print(number, last, flush=True)
        number += 1


if __name__ == "__main__":
    main()
