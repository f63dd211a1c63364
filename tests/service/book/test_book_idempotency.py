"""Requests that come twice, and two phones that write at the same time."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from sqlalchemy import text, update

from service.book import tables
from service.book.answers import KEPT_MS, make_request
from service.book.book import Book
from service.book.errors import (
    EventInvalid,
    HandNotScored,
    IdempotencyConflict,
    IdempotencyKeyInvalid,
    RevisionMissing,
    RevisionStale,
)
from service.book.models import AnswerRow
from service.book.tables import NewGame
from tests.service.book.play import NAMES, STRAIGHT, Play, amounts, won, wrong_in

UP = amounts(0, [30, -10, -10, -10])


def test_the_same_request_again_gets_the_same_answer_and_books_once(play: Play) -> None:
    first = play.enter(UP, key="the-same-key")
    again = play.enter(UP, key="the-same-key")
    assert (again.body, again.status, again.revision) == (first.body, first.status, first.revision)
    assert again.repeated
    assert play.view()["entries"] == 1


def test_a_repeated_request_is_answered_although_the_table_has_moved_on(play: Play) -> None:
    first = play.enter(UP, key="the-same-key", expected=1)
    play.enter(won(1, payer=2))
    assert play.enter(UP, key="the-same-key", expected=1).body == first.body


def test_the_same_key_for_another_request_is_refused(play: Play) -> None:
    play.enter(UP, key="the-same-key")
    with pytest.raises(IdempotencyConflict):
        play.enter(won(1, payer=2), key="the-same-key")
    assert play.view()["entries"] == 1


def test_a_refused_request_may_be_mended_under_its_key(play: Play) -> None:
    with pytest.raises(HandNotScored):
        play.enter(won(1, payer=2, hand={**STRAIGHT, "win_tile": "5s"}), key="the-same-key")
    play.enter(won(1, payer=2), key="the-same-key")
    assert play.view()["entries"] == 1


def test_keys_of_two_tables_do_not_meet(book: Book) -> None:
    for play in (Play.at_new_table(book), Play.at_new_table(book)):
        assert not play.enter(UP, key="the-same-key").repeated


def test_a_key_whose_answer_is_no_longer_kept_still_books_nothing(play: Play) -> None:
    play.enter(UP, key="the-same-key")
    with play.book.database.write() as session:
        session.execute(update(AnswerRow).values(written_ms=AnswerRow.written_ms - KEPT_MS - 1))
    play.enter(won(1, payer=2))  # sweeps
    with pytest.raises(IdempotencyConflict):
        play.enter(UP, key="the-same-key")
    assert play.view()["entries"] == 2


@pytest.mark.parametrize("key", [None, "", "short", "with blank in it", "x" * 129, "ümlaut-key"])
def test_keys_that_are_none(key: str | None) -> None:
    with pytest.raises(IdempotencyKeyInvalid):
        make_request("table", key, {})


def test_a_request_whose_answer_holds_tokens_needs_a_long_key() -> None:
    with pytest.raises(IdempotencyKeyInvalid, match="16"):
        make_request("new", "x" * 15, {}, secret=True)


def _nested(depth: int) -> Any:
    value: Any = 0
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize(
    "asked", ["\ud800", float("nan"), float("inf"), _nested(100_000)], ids=["half a pair", "nan", "inf", "deep"]
)
def test_what_is_no_json_is_refused(asked: Any) -> None:
    with pytest.raises(EventInvalid):
        make_request("table", "x" * 16, {"reason": asked})


def test_making_a_table_twice_gives_the_same_tokens_and_keeps_neither_token_nor_key(book: Book) -> None:
    key = secrets.token_hex(16)
    request = make_request("new", key, {}, secret=True)

    def make(session: Any) -> Any:
        return tables.make_table(session, "桌", NAMES, NewGame("guobiao", {}), key)

    first, again = book.create(request, make), book.create(request, make)
    assert first.body == again.body
    tokens: Any = first.body["tokens"]
    with book.database.read() as session:
        stored = "".join(
            str(row)
            for table in ("book_table", "book_token", "book_answer", "book_entry")
            for row in session.execute(text(f"SELECT * FROM {table}"))
        )
    for secret in (tokens["host"], tokens["watch"], key):
        assert secret not in stored


def test_a_write_names_the_revision_it_was_made_on(play: Play) -> None:
    with pytest.raises(RevisionMissing):
        play.enter(UP, expected=None)
    play.enter(UP, expected=1)
    with pytest.raises(RevisionStale) as stale:
        play.enter(UP, expected=1)
    assert stale.value.extra == {"revision": 2}
    assert play.view()["entries"] == 1


def test_of_two_phones_that_enter_the_same_hand_one_is_told_to_look(play: Play) -> None:
    together = threading.Barrier(2)

    def phone(winner: int) -> str:
        together.wait(10)
        try:
            play.enter(amounts(winner, [30 if seat == winner else -10 for seat in range(4)]), expected=1)
        except RevisionStale:
            return "stale"
        return "written"

    with ThreadPoolExecutor(2) as phones:
        assert sorted(phones.map(phone, (0, 1))) == ["stale", "written"]
    assert play.view()["entries"] == 1


def test_a_request_sent_twice_at_the_same_moment_books_once(play: Play) -> None:
    together = threading.Barrier(4)

    def send(_: int) -> dict[str, object]:
        together.wait(10)
        return play.enter(UP, key="the-same-key", expected=1).body

    with ThreadPoolExecutor(4) as phones:
        bodies = list(phones.map(send, range(4)))
    assert all(body == bodies[0] for body in bodies)
    assert play.view()["entries"] == 1


def test_making_a_table_at_the_same_moment_makes_one(book: Book) -> None:
    key = secrets.token_hex(16)
    request = make_request("new", key, {}, secret=True)
    together = threading.Barrier(3)

    def make(_: int) -> dict[str, object]:
        together.wait(10)
        return book.create(
            request, lambda session: tables.make_table(session, "桌", NAMES, NewGame("guobiao", {}), key)
        ).body

    with ThreadPoolExecutor(3) as phones:
        bodies = list(phones.map(make, range(3)))
    assert all(body == bodies[0] for body in bodies)


def test_many_writers_of_many_tables_leave_every_game_right(book: Book) -> None:
    plays = [Play.at_new_table(book) for _ in range(3)]
    acts: list[Callable[[Play], object]] = [lambda play: play.enter(UP), lambda play: play.undo()]

    def write(number: int) -> None:
        play = plays[number % len(plays)]
        play.enter(UP)
        acts[number % 2](play)

    with ThreadPoolExecutor(6) as phones:
        list(phones.map(write, range(24)))
    assert sum(play.view()["entries"] for play in plays) == 48
    assert wrong_in(book) == []
