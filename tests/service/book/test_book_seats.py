"""Players change: swapped seats, replaced players, now and from an earlier hand on."""

from __future__ import annotations

import pytest

from service.book.errors import EventInvalid
from service.book.seating import SeatChange, seated
from tests.service.book.play import Play, amounts, wrong_in

FIRST = (1, 2, 3, 4)
UP = [30, -10, -10, -10]


@pytest.mark.parametrize(
    ("changes", "place", "expected"),
    [
        ([], 1, (1, 2, 3, 4)),
        ([SeatChange("swap", 3, 3, 1, 2)], 2, (1, 2, 3, 4)),
        ([SeatChange("swap", 3, 3, 1, 2)], 3, (2, 1, 3, 4)),
        ([SeatChange("replace", 3, 3, 4, 5)], 9, (1, 2, 3, 5)),
        ([SeatChange("replace", 3, 3, 4, 5), SeatChange("swap", 1, 9, 4, 1)], 2, (4, 2, 3, 1)),
        ([SeatChange("replace", 3, 3, 4, 5), SeatChange("swap", 1, 9, 4, 1)], 3, (5, 2, 3, 1)),
        ([SeatChange("replace", 3, 3, 9, 5)], 3, (1, 2, 3, 4)),
        ([SeatChange("replace", 3, 3, 1, 2)], 3, (1, 2, 3, 4)),
    ],
)
def test_seating_at_a_place(changes: list[SeatChange], place: int, expected: tuple[int, int, int, int]) -> None:
    assert seated(FIRST, changes, place) == expected


def test_swapped_players_take_their_totals_with_them(play: Play) -> None:
    play.enter(amounts(0, UP))
    play.enter({"kind": "swap", "one": 1, "other": 2})
    play.enter(amounts(0, UP))
    assert play.balances() == {"老王": 20, "小李": 20, "阿芳": -20, "大刘": -20}
    assert [seat["name"] for seat in play.view()["seats"]] == ["小李", "老王", "阿芳", "大刘"]
    assert wrong_in(play.book) == []


def test_seats_entered_wrongly_are_put_right_for_the_hands_already_played(play: Play) -> None:
    play.enter(amounts(0, UP))
    play.enter(amounts(0, UP))
    play.enter({"kind": "swap", "one": 1, "other": 2, "since": 2})
    assert play.balances() == {"老王": 20, "小李": 20, "阿芳": -20, "大刘": -20}
    play.undo()
    assert play.balances() == {"老王": 60, "小李": -20, "阿芳": -20, "大刘": -20}
    play.redo()
    play.undo(2)
    assert play.balances() == {"老王": 30, "小李": -10, "阿芳": -10, "大刘": -10}
    play.redo()
    assert play.balances() == {"老王": 20, "小李": 20, "阿芳": -20, "大刘": -20}
    assert wrong_in(play.book) == []


def test_a_replaced_player_keeps_his_total_and_the_new_one_starts_at_zero(play: Play) -> None:
    play.enter(amounts(0, UP))
    play.enter({"kind": "replace", "player": 1, "name": "小陈"})
    play.enter(amounts(0, UP))
    assert play.balances() == {"老王": 30, "小李": -20, "阿芳": -20, "大刘": -20, "小陈": 30}
    assert play.view()["totals"][0]["seat"] is None
    play.enter({"kind": "replace", "player": 5, "by": 1})
    play.enter(amounts(0, UP))
    assert play.balances()["老王"] == 60
    assert play.view()["sum"] == 0
    assert wrong_in(play.book) == []


def test_a_wrong_name_is_replaced_from_the_first_hand_on(play: Play) -> None:
    play.enter(amounts(0, UP))
    play.enter(amounts(1, [-10, 30, -10, -10]))
    play.enter({"kind": "replace", "player": 1, "name": "小陈", "since": 1})
    assert play.balances() == {"老王": 0, "小李": 20, "阿芳": -20, "大刘": -20, "小陈": 20}
    assert wrong_in(play.book) == []


@pytest.mark.parametrize(
    "asked",
    [
        {"kind": "swap", "one": 1, "other": 1},
        {"kind": "swap", "one": 1, "other": 9},
        {"kind": "swap", "one": 1, "other": 2, "since": 7},
        {"kind": "replace", "player": 9, "name": "小陈"},
        {"kind": "replace", "player": 1},
        {"kind": "replace", "player": 1, "by": 2},
        {"kind": "replace", "player": 1, "by": 9},
        {"kind": "replace", "player": 1, "name": "小李"},
        {"kind": "replace", "player": 1, "name": "小陈", "by": 2},
    ],
)
def test_changes_that_cannot_be_are_refused(play: Play, asked: dict[str, object]) -> None:
    with pytest.raises(EventInvalid):
        play.enter(asked)
    assert play.view()["entries"] == 0
