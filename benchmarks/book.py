"""How fast the book is: writes a second, and whether a game of 10,000 hands or a database of 100,000 tables is slower.

    python -m benchmarks.book [--db URL] [--hands 10000] [--tables 100000] [--writes 200] [--phones 4]

Prints one JSON object; times are milliseconds. By default a SQLite file in a temporary folder; another has to be empty.
"""

from __future__ import annotations

import argparse
import json
import secrets
import statistics
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from sqlalchemy import insert

from service.book import entries, importing, open_book, tables, views
from service.book.answers import make_request
from service.book.book import Book
from service.book.models import GameRow, PlayerRow, TableRow, TokenRow
from service.book.tables import NewGame
from service.book.values import now_ms

CHUNK = 2000
PLAYERS = ("老王", "小李", "阿芳", "大刘")
HAND: dict[str, Any] = {
    "kind": "hand",
    "wins": [
        {
            "hand": {"concealed": "123456789m99p66s", "win_tile": "6s"},
            "context": {"winner": 1, "win_by": "discard", "payer": 2},
        }
    ],
}
AMOUNTS: dict[str, Any] = {"kind": "amounts", "amounts": [30, -10, -10, -10], "winners": [0], "win_by": "self-draw"}


class Bench:
    """One table of a book, and the requests to time."""

    def __init__(self, book: Book, made: dict[str, Any]) -> None:
        self.book = book
        self.table = made["table"]["id"]
        self.host = made["tokens"]["host"]

    @classmethod
    def new(cls, book: Book) -> Bench:
        key = secrets.token_hex(16)
        request = make_request("new", key, {}, secret=True)
        game = NewGame("guobiao", {})
        return cls(book, book.create(request, lambda s: tables.make_table(s, "bench", PLAYERS, game, key)).body)

    @classmethod
    def long(cls, book: Book, hands: int) -> Bench:
        """A table whose game has so many hands, brought in as an export."""
        key = secrets.token_hex(16)
        request = make_request("new", key, {}, secret=True)
        document = long_game(hands)
        return cls(book, book.create(request, lambda s: importing.import_table(s, document, key)).body)

    def enter(self, asked: dict[str, Any] = HAND) -> None:
        request = make_request(self.table, secrets.token_hex(8), asked)
        self.book.write(
            self.table, self.host, request, "*",
            lambda s, table, holder: entries.enter(s, table, holder, request.key_digest, 1, asked),
        )  # fmt: skip

    def undo(self) -> None:
        request = make_request(self.table, secrets.token_hex(8), "undo")
        self.book.write(
            self.table, self.host, request, "*",
            lambda s, table, holder: entries.undo(s, table, holder, request.key_digest, 1, None),
        )  # fmt: skip

    def view(self) -> None:
        with self.book.reading(self.table, self.host) as reader:
            views.table_view(reader.session, reader.table)

    def page(self) -> None:
        with self.book.reading(self.table, self.host) as reader:
            views.entries_page(reader.session, reader.game(1), None, 20)

    def statistics(self) -> None:
        with self.book.reading(self.table, self.host) as reader:
            views.statistics_view(reader.session, reader.game(1), views.names_of(reader.session, self.table))

    def timed(self, repeats: int = 40) -> dict[str, dict[str, float]]:
        """Processor time, median and 95th percentile of every request."""
        requests: dict[str, Callable[[], None]] = {
            "enter a hand": self.enter, "undo": self.undo, "table": self.view, "entries": self.page,
            "statistics": self.statistics,
        }  # fmt: skip
        return {name: milliseconds(request, repeats) for name, request in requests.items()}


def milliseconds(request: Callable[[], None], repeats: int) -> dict[str, float]:
    times = []
    busy = time.process_time()
    for _ in range(repeats):
        started = time.perf_counter()
        request()
        times.append((time.perf_counter() - started) * 1000)
    busy = (time.process_time() - busy) * 1000 / repeats
    times.sort()
    return {
        "cpu": round(busy, 2),
        "p50": round(statistics.median(times), 2),
        "p95": round(times[int(repeats * 0.95) - 1], 2),
    }


def long_game(hands: int) -> dict[str, Any]:
    when = "2026-11-29T19:00:00.000Z"
    event = {key: value for key, value in AMOUNTS.items() if key != "amounts"} | {"payer": None, "reason": None}
    return {
        "format": "tilesight.book",
        "version": 1,
        "table": {
            "name": "long", "created_at": when,
            "players": [{"player": number, "name": name} for number, name in enumerate(PLAYERS, 1)],
        },
        "games": [{
            "number": 1, "created_at": when, "ruleset": {"id": "guobiao", "version": "1", "options": {}},
            "start": {"players": [1, 2, 3, 4], "dealer": 0, "round_wind": "E"},
            "entries": [
                {"entry": number, "place": number, "kind": "amounts", "event": event, "amounts": AMOUNTS["amounts"],
                 "fee": 0, "reversal_of": None, "written_at": when, "written_by": "bench"}
                for number in range(1, hands + 1)
            ],
        }],
    }  # fmt: skip


def fill(book: Book, count: int) -> None:
    """So many more tables with a game each, written straight into the database."""
    with book.database.write() as session:
        for first in range(0, count, CHUNK):
            ids = [f"filler-{number:08d}" for number in range(first, min(count, first + CHUNK))]
            now = now_ms()
            session.execute(
                insert(TableRow),
                [{"id": id_, "name": "x", "revision": 1, "games": 1, "players": 4, "created_ms": now} for id_ in ids],
            )
            session.execute(
                insert(TokenRow),
                [
                    {
                        "table_id": id_,
                        "role": "host",
                        "label": "host",
                        "digest": secrets.token_hex(32),
                        "created_ms": now,
                    }
                    for id_ in ids
                ],
            )
            session.execute(
                insert(PlayerRow),
                [
                    {"table_id": id_, "number": number, "name": name}
                    for id_ in ids
                    for number, name in enumerate(PLAYERS, 1)
                ],
            )
            session.execute(insert(GameRow), [
                {"table_id": id_, "number": 1, "ruleset": "guobiao", "ruleset_version": "1", "options": "{}",
                 "charges_fee": False, "start": "{}", "created_ms": now, "head_seq": 0, "hands": 0, "fees": 0,
                 "state": "{}", "seating": "[1,2,3,4]", "closed": False} for id_ in ids])  # fmt: skip


def throughput(book: Book, writes: int, phones: int) -> dict[str, float]:
    """Hands a second of so many phones, each at its own table, and their processor time here."""
    benches = [Bench.new(book) for _ in range(phones)]
    started, busy = time.perf_counter(), time.process_time()
    with ThreadPoolExecutor(phones) as pool:
        list(pool.map(lambda number: benches[number % phones].enter(), range(writes)))
    elapsed, busy = time.perf_counter() - started, time.process_time() - busy
    return {"per_second": round(writes / elapsed, 1), "cpu": round(busy * 1000 / writes, 2)}


def growth(url: str, hands: int, tables: int, writes: int, phones: int) -> dict[str, Any]:
    """What requests cost in a new game, in a long one, and among many tables, in a database that is empty before."""
    book = open_book(url)
    short = Bench.new(book)
    found: dict[str, Any] = {"database": book.database.url.get_backend_name(), "short game": short.timed()}
    started = time.perf_counter()
    long = Bench.long(book, hands)
    found[f"import of {hands} hands, s"] = round(time.perf_counter() - started, 2)
    found[f"game of {hands} hands"] = long.timed()
    fill(book, tables)
    found[f"short game among {tables} tables"] = short.timed()
    found[f"hands a second, {phones} phones"] = throughput(book, writes, phones)
    found["hands a second, 1 phone"] = throughput(book, writes, 1)
    book.close()
    return found


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--db")
    parser.add_argument("--hands", type=int, default=10_000)
    parser.add_argument("--tables", type=int, default=100_000)
    parser.add_argument("--writes", type=int, default=200)
    parser.add_argument("--phones", type=int, default=4)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        url = given.db or f"sqlite:///{Path(folder) / 'bench.db'}"
        found = growth(url, given.hands, given.tables, given.writes, given.phones)
    print(json.dumps(found, ensure_ascii=False, indent=1))


if __name__ == "__main__":
    main()
