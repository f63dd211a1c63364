"""Playing at a table of the book without HTTP: short calls for what a phone asks, and what should then be true."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scorer.game import Progression
from scorer.items import Item
from scorer.result import Payment
from scorer.ruleset import Ruleset
from service.book import entries, tables
from service.book.answers import Answer, make_request
from service.book.book import Book, Expected
from service.book.check import check_games
from service.book.tables import NewGame

NAMES = ("老王", "小李", "阿芳", "大刘")
STRAIGHT: dict[str, Any] = {"concealed": "123456789m99p66s", "win_tile": "6s", "melds": [], "aside": ""}
"""清龙 and a pung, won on the third 6s: 19 番 on a discard."""


FEE = 5
"""What the house of the test ruleset takes of every player and hand."""


def _fees() -> list[Payment]:
    return [Payment(seat, None, FEE, "fee") for seat in range(4)]


FEE_RULES = Ruleset(
    id="test-fee", name="桌费", name_en="With a fee", version="1", sets=4, unit="番",
    items=(Item(id="win", name="胡", name_en="Win", value=10, when=lambda reading: 1),),
    settle=lambda tally: [
        *(Payment(seat, tally.given.context.winner, 10, "10") for seat in _payers(tally.given)), *_fees()
    ],
    draw=lambda given: _fees(),
    progression=Progression(),
)  # fmt: skip


def _payers(given: Any) -> list[int]:
    context = given.context
    return [context.payer] if context.payer is not None else [seat for seat in range(4) if seat != context.winner]


def won(winner: int, payer: int | None = None, hand: Mapping[str, Any] = STRAIGHT, **context: Any) -> dict[str, Any]:
    """A hand as a phone enters it: on `payer`'s discard, or self-drawn."""
    how = {"win_by": "self-draw"} if payer is None else {"win_by": "discard", "payer": payer}
    return {"kind": "hand", "wins": [{"hand": dict(hand), "context": {"winner": winner, **how, **context}}]}


def amounts(winner: int, paid: list[int], payer: int | None = None) -> dict[str, Any]:
    win_by = "self-draw" if payer is None else "discard"
    asked = {"kind": "amounts", "amounts": paid, "winners": [winner], "win_by": win_by}
    return asked if payer is None else {**asked, "payer": payer}


@dataclass
class Play:
    """One table in play; every call is a write with a fresh key unless one is given."""

    book: Book
    table: str
    host: str
    watch: str
    game: int = 1

    @classmethod
    def at_new_table(cls, book: Book, ruleset: str = "guobiao", **game: Any) -> Play:
        key = game.pop("key", None) or secrets.token_hex(16)
        request = make_request("new", key, [ruleset, key], secret=True)
        new = NewGame(ruleset, game.pop("options", {}), **game)
        answer = book.create(request, lambda session: tables.make_table(session, "桌", NAMES, new, key))
        tokens: Any = answer.body["tokens"]
        table: Any = answer.body["table"]
        return cls(book, table["id"], tokens["host"], tokens["watch"])

    def enter(self, asked: dict[str, Any], key: str | None = None, expected: Expected = "*") -> Answer:
        request = make_request(self.table, key or secrets.token_hex(8), ["enter", self.game, asked])
        return self.book.write(
            self.table, self.host, request, expected,
            lambda session, table, holder: entries.enter(session, table, holder, request.key_digest, self.game, asked),
        )  # fmt: skip

    def undo(self, entry: int | None = None, expected: Expected = "*") -> Answer:
        request = make_request(self.table, secrets.token_hex(8), ["undo", entry])
        return self.book.write(
            self.table, self.host, request, expected,
            lambda session, table, holder: entries.undo(session, table, holder, request.key_digest, self.game, entry),
        )  # fmt: skip

    def redo(self, entry: int | None = None) -> Answer:
        request = make_request(self.table, secrets.token_hex(8), ["redo", entry])
        return self.book.write(
            self.table, self.host, request, "*",
            lambda session, table, holder: entries.redo(session, table, holder, request.key_digest, self.game, entry),
        )  # fmt: skip

    def correct(self, entry: int, asked: dict[str, Any]) -> Answer:
        request = make_request(self.table, secrets.token_hex(8), ["correct", entry, asked])
        return self.book.write(
            self.table, self.host, request, "*",
            lambda session, table, holder: entries.correct(
                session, table, holder, request.key_digest, self.game, entry, asked
            ),
        )  # fmt: skip

    def next_game(self, ruleset: str = "guobiao") -> Answer:
        request = make_request(self.table, secrets.token_hex(8), ["next", ruleset])
        return self.book.write(
            self.table, self.host, request, "*",
            lambda session, table, _holder: tables.next_game(session, table, NewGame(ruleset, {}), None),
        )  # fmt: skip

    def view(self) -> dict[str, Any]:
        """The game as it stands."""
        from service.book import views

        with self.book.reading(self.table, self.watch) as reader:
            names = views.names_of(reader.session, self.table)
            return views.game_view(reader.session, reader.game(self.game), names)

    def balances(self) -> dict[str, int]:
        return {total["name"]: total["balance"] for total in self.view()["totals"]}

    def deal(self) -> tuple[int, int, str]:
        """Dealer, streak, round wind."""
        progress = self.view()["progress"]
        return progress["dealer"], progress["streak"], progress["round_wind"]


def wrong_in(book: Book, rescore: bool = False, table: str | None = None) -> list[str]:
    """What checking every game of the database, or of one table, finds."""
    return [finding.what for checked in check_games(book.database, rescore, table) for finding in checked.findings]
