"""Writes a small book as this release's schema holds it, for later releases to upgrade:

    python -m tests.service.book.dumps.make POSTGRES_URL

Run it once a schema is final, before the next one is begun. Writes `REVISION.sqlite.sql`, `REVISION.postgresql.sql`
and, in `REVISION.json`, what both hold. The PostgreSQL database has to be empty; `pg_dump` has to be installed.
"""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from sqlalchemy.engine import make_url

from service.book import open_book, schema
from service.book.book import Book
from tests.service.book.play import Play, amounts, won

HERE = Path(__file__).resolve().parent
KEY = "the-key-that-made-the-table-of-the-dump"
UP = amounts(0, [30, -10, -10, -10])


def play(book: Book) -> Play:
    """Two games with every kind of entry, one closed and one under way."""
    at = Play.at_new_table(book, key=KEY)
    for asked in (
        UP, won(1, payer=2), {"kind": "draw"}, {"kind": "false_win", "seat": 3, "each": 10},
        {"kind": "penalty", "amounts": [5, -5, 0, 0], "reason": "迟到"}, {"kind": "swap", "one": 1, "other": 2}, won(2),
    ):  # fmt: skip
        at.enter(asked)
    at.undo()
    at.redo()
    at.correct(2, amounts(1, [-10, 30, -10, -10]))
    at.enter({"kind": "close"})
    at.next_game()
    at.game = 2
    at.enter(UP)
    at.enter(won(3, payer=0))
    at.undo()
    return at


def held(at: Play) -> dict[str, Any]:
    """What the book says about the table, as far as it does not hang on the release."""
    found: dict[str, Any] = {"table": at.table, "key": KEY}
    for game in (1, 2):
        at.game = game
        view = at.view()
        found[f"game {game}"] = {
            "balances": at.balances(), "entries": view["entries"], "closed": view["closed"],
            "deal": list(at.deal()),
        }  # fmt: skip
    return found


def main() -> None:
    revision = schema.newest()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "book.db"
        book = open_book(f"sqlite:///{file}")
        told = held(play(book))
        book.close()
        connection = sqlite3.connect(file)
        write(f"{revision}.sqlite.sql", "\n".join(connection.iterdump()))
        connection.close()
    book = open_book(sys.argv[1])
    at = play(book)
    told = {"sqlite": told, "postgresql": held(at)}
    book.close()
    write(f"{revision}.postgresql.sql", postgres_dump(sys.argv[1]))
    write(f"{revision}.json", json.dumps(told, ensure_ascii=False, indent=1, sort_keys=True))


def postgres_dump(url: str) -> str:
    """The database as plain statements, without what only one version of the server or its client knows."""
    address = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
    command = ["pg_dump", "--inserts", "--no-owner", "--no-privileges", "--no-comments", address]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    kept = (
        line
        for line in text.splitlines()
        if line.strip() and not line.startswith(("--", "\\", "SET ", "SELECT pg_catalog.set_config"))
    )
    return "\n".join(kept)


def write(name: str, text: str) -> None:
    (HERE / name).write_text(text.rstrip() + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
