"""Any sequence of events, undoings, redoings and corrections: sums stay zero, and everything derived is what replaying
the entries gives."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from service.book.book import Book
from service.book.errors import BookError
from tests.service.book.play import STRAIGHT, Play, amounts, won, wrong_in

SEATS = st.integers(0, 3)
PLAYERS = st.integers(1, 5)
SINCE = st.none() | st.integers(1, 6)


@st.composite
def typed_amounts(draw: st.DrawFn) -> dict[str, Any]:
    winner = draw(SEATS)
    paid = draw(st.integers(0, 500))
    return amounts(winner, [3 * paid if seat == winner else -paid for seat in range(4)])


@st.composite
def scored_hands(draw: st.DrawFn) -> dict[str, Any]:
    winner = draw(SEATS)
    payer = draw(st.sampled_from([None, *(seat for seat in range(4) if seat != winner)]))
    wind = draw(st.sampled_from("ESWN"))
    hand = {**STRAIGHT, "concealed": f"123456789m99p{wind * 2}", "win_tile": wind}
    return won(winner, payer, hand)


def _changed(kind: str, **fields: Any) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({"kind": st.just(kind), **fields})


EVENTS = st.one_of(
    scored_hands(),
    typed_amounts(),
    _changed("draw"),
    _changed("false_win", seat=SEATS, each=st.integers(0, 50)),
    _changed("penalty", amounts=st.just([5, -5, 0, 0])),
    _changed("progress", dealer=SEATS, streak=st.integers(1, 4)),
    _changed("swap", one=PLAYERS, other=PLAYERS, since=SINCE),
    _changed("replace", player=PLAYERS, by=PLAYERS, since=SINCE),
    _changed("close"),
    _changed("reopen"),
)
STEPS = st.one_of(
    st.tuples(st.just("enter"), EVENTS),
    st.tuples(st.just("undo"), st.none() | st.integers(1, 12)),
    st.tuples(st.just("redo"), st.none() | st.integers(1, 12)),
    st.tuples(st.just("correct"), st.tuples(st.integers(1, 8), st.one_of(scored_hands(), typed_amounts()))),
)


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(steps=st.lists(STEPS, min_size=1, max_size=14))
def test_any_game_equals_its_replay(book: Book, steps: list[tuple[str, Any]]) -> None:
    play = Play.at_new_table(book)
    play.enter({"kind": "replace", "player": 4, "name": "小陈"})
    for step, what in steps:
        before = play.view()
        try:
            if step == "correct":
                play.correct(*what)
            elif step == "enter":
                play.enter(what)
            else:
                getattr(play, step)(what)
        except BookError:
            assert play.view() == before
            continue
        view = play.view()
        assert view["sum"] == 0
        assert view["entries"] > before["entries"]
    assert wrong_in(book, rescore=True, table=play.table) == []
