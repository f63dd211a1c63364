"""Entering, undoing, redoing, correcting: what the totals, the deal and the ledger then are."""

from __future__ import annotations

from typing import Any

import pytest

from service.book import views
from service.book.book import Book
from service.book.errors import (
    AmountsUnbalanced,
    ContextDiffers,
    EntryNotFound,
    EventInvalid,
    GameClosed,
    GameOpen,
    HandNotScored,
    NothingToRedo,
    NothingToUndo,
    ReadingChanged,
    TooFarBack,
)
from service.readings import reading_version
from tests.service.book.play import STRAIGHT, Play, amounts, won, wrong_in

FIVE_CHOWS: dict[str, Any] = {"concealed": "123456789m123p45s99s", "win_tile": "6s", "melds": []}
EIGHT_WITH_SOUTH: dict[str, Any] = {
    "concealed": "345789m11mSS",
    "win_tile": "S",
    "melds": [{"type": "chow", "tiles": "234m"}],
}
"""混一色 with a pung of S: enough 番 only where S is the own wind."""


def entry_list(play: Play) -> list[dict[str, Any]]:
    with play.book.reading(play.table, play.watch) as reader:
        page: Any = views.entries_page(reader.session, reader.game(play.game), None, 100)
    return list(reversed(page["entries"]))


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (amounts(0, [-30, 10, 10, 10]), "amounts[0]: seat 0 won the hand and loses 30 by it"),
        (amounts(0, [10, 10, -10, -10], payer=1), "amounts[1]: seat 1 gave the winning tile and gains 10 by it"),
        (
            {**amounts(0, [20, -5, -40, 25], payer=2), "winners": [0, 1]},
            "amounts[1]: seat 1 won the hand and loses 5 by it",
        ),
        ({"kind": "false_win", "seat": 1, "amounts": [-8, 24, -8, -8]}, "amounts[0]: seat 0 pays 8"),
        ({"kind": "false_win", "seat": 1, "amounts": [16, -8, -8, 0]}, "amounts[2]: seat 2 pays 8"),
        ({"kind": "false_win", "seat": 0, "amounts": [1, 0, 0, -1]}, "amounts[0]: seat 0 called the false win"),
        ({"kind": "false_win", "seat": 1, "each": 8, "fee": 5}, "fee: "),
        ({"kind": "draw", "fee": 5}, "fee: "),
    ],
    ids=str,
)
def test_amounts_that_cannot_be_meant_are_refused(play: Play, asked: dict[str, Any], said: str) -> None:
    with pytest.raises(EventInvalid) as refused:
        play.enter(asked)
    assert refused.value.detail.startswith(said)
    play.enter(amounts(0, [30, -10, -10, -10]))
    if asked["kind"] != "draw":
        with pytest.raises(EventInvalid):
            play.correct(1, asked)
    assert list(play.balances().values()) == [30, -10, -10, -10]


@pytest.mark.parametrize(
    "asked",
    [
        amounts(0, [0, 0, 0, 0]),
        amounts(0, [24, -8, -8, -8], payer=3),
        {"kind": "false_win", "seat": 2, "amounts": [16, 8, -24, 0]},
        {"kind": "false_win", "seat": 2, "each": 0},
    ],
    ids=str,
)
def test_amounts_as_tables_agree_on_them_are_booked(play: Play, asked: dict[str, Any]) -> None:
    play.enter(asked)
    assert play.view()["entries"] == 1


def test_where_the_others_sets_count_a_winner_may_lose(book: Book) -> None:
    play = Play.at_new_table(book, "yueqing-platform")
    play.enter(amounts(1, [-42, -64, -13, 119], payer=2))
    assert list(play.balances().values()) == [-42, -64, -13, 119]


def test_a_hand_is_scored_by_the_server_and_moves_totals_and_deal(play: Play) -> None:
    answer = play.enter(won(1, payer=2))
    entry: Any = answer.body["entries"][0]  # type: ignore[index]
    result = entry["event"]["wins"][0]["result"]
    assert entry["amounts"] == result["payouts"] == [-8, 8 + 8 + 8 + result["total"], -8 - result["total"], -8]
    assert play.balances() == dict(zip(("老王", "小李", "阿芳", "大刘"), entry["amounts"], strict=True))
    assert play.deal() == (1, 1, "E")
    assert play.view()["sum"] == 0


def test_the_dealer_and_round_go_round_with_the_hands(play: Play) -> None:
    for hand in range(4):
        play.enter(amounts((hand + 1) % 4, _paid((hand + 1) % 4)))
    assert play.deal() == (0, 1, "S")


def test_a_hand_takes_dealer_streak_and_round_from_the_book(play: Play) -> None:
    play.enter(amounts(1, _paid(1)))
    answer = play.enter(won(2, payer=3))
    context = answer.body["entries"][0]["event"]["wins"][0]["context"]  # type: ignore[index]
    assert (context["dealer"], context["streak"], context["round_wind"]) == (1, 1, "E")


@pytest.mark.parametrize(("field", "value"), [("dealer", 2), ("streak", 3), ("round_wind", "S")])
def test_a_hand_that_contradicts_the_book_is_refused(play: Play, field: str, value: Any) -> None:
    with pytest.raises(ContextDiffers) as refused:
        play.enter(won(1, payer=2, **{field: value}))
    assert refused.value.extra["field"] == field
    assert entry_list(play) == []


def test_a_hand_that_does_not_win_is_refused_with_every_reason(play: Play) -> None:
    with pytest.raises(HandNotScored) as refused:
        play.enter(won(1, payer=2, hand={**STRAIGHT, "win_tile": "5s"}))
    assert refused.value.extra["problems"]
    assert play.view()["entries"] == 0


def test_amounts_that_do_not_add_up_are_refused(play: Play) -> None:
    with pytest.raises(AmountsUnbalanced, match="1"):
        play.enter(amounts(0, [25, -8, -8, -8]))


def test_a_fee_needs_a_ruleset_that_charges_one(play: Play) -> None:
    with pytest.raises(AmountsUnbalanced, match="fee"):
        play.enter({**amounts(0, [23, -8, -8, -8]), "fee": 1})


def test_a_fee_goes_to_the_house_and_everything_together_is_zero(book: Book, fee_rules: str) -> None:
    play = Play.at_new_table(book, fee_rules)
    answer = play.enter(won(1, payer=2))
    entry: Any = answer.body["entries"][0]  # type: ignore[index]
    assert (entry["amounts"], entry["fee"]) == ([-5, 5, -15, -5], 20)
    play.enter({"kind": "draw"})
    view = play.view()
    assert (view["fees"], view["sum"], sum(play.balances().values())) == (40, 0, -40)


def test_several_winners_pay_the_fee_once(book: Book, fee_rules: str) -> None:
    play = Play.at_new_table(book, fee_rules)
    together = won(1, payer=2)
    together["wins"] += won(3, payer=2)["wins"]
    entry: Any = play.enter(together).body["entries"][0]  # type: ignore[index]
    assert (entry["amounts"], entry["fee"]) == ([-5, 5, -25, 5], 20)
    assert entry["event"]["winners"] == [1, 3]


def test_several_winners_on_one_discard_are_each_paid(book: Book) -> None:
    play = Play.at_new_table(book, "taiwan")
    together = won(1, payer=2, hand=FIVE_CHOWS)
    together["wins"] += won(3, payer=2, hand=FIVE_CHOWS)["wins"]
    entry: Any = play.enter(together).body["entries"][0]  # type: ignore[index]
    singly = [win["result"]["payouts"] for win in entry["event"]["wins"]]
    assert entry["amounts"] == [one + other for one, other in zip(*singly, strict=True)]
    assert play.deal() == (1, 1, "E")


def test_rules_by_which_all_pay_on_a_discard_know_one_winner(play: Play) -> None:
    together = won(1, payer=2)
    together["wins"] += won(3, payer=2)["wins"]
    with pytest.raises(EventInvalid, match="guobiao"):
        play.enter(together)


def test_several_winners_need_the_same_discard(play: Play) -> None:
    together = won(1, payer=2)
    together["wins"] += won(3, payer=0)["wins"]
    with pytest.raises(EventInvalid, match="same payer"):
        play.enter(together)
    alone = won(1)
    alone["wins"] += won(3)["wins"]
    with pytest.raises(EventInvalid, match="same tile"):
        play.enter(alone)


def test_a_drawn_hand_is_a_hand_of_no_amounts(play: Play) -> None:
    play.enter({"kind": "draw"})
    assert entry_list(play)[0]["amounts"] == [0, 0, 0, 0]
    assert play.view()["hands"] == 1


def test_false_wins_and_penalties_leave_the_deal(play: Play) -> None:
    play.enter({"kind": "false_win", "seat": 2, "each": 8})
    play.enter({"kind": "penalty", "amounts": [-5, 5, 0, 0], "reason": "迟到"})
    assert play.balances() == {"老王": 3, "小李": 13, "阿芳": -24, "大刘": 8}
    assert play.deal() == (0, 1, "E")
    assert play.view()["hands"] == 0


def test_a_player_leaving_by_typed_amounts(play: Play) -> None:
    play.enter({"kind": "leave", "leaver": 3, "amounts": [10, 10, 10, -30]})
    assert play.balances()["大刘"] == -30


def test_undo_takes_back_the_last_entry_and_redo_brings_it_back(play: Play) -> None:
    play.enter(won(1, payer=2))
    before = play.view()
    play.enter(won(0))
    after = play.view()
    play.undo()
    view = play.view()
    for name in ("totals", "seats", "progress", "hands", "fees"):
        assert view[name] == before[name]
    play.redo()
    view = play.view()
    for name in ("totals", "seats", "progress", "hands", "fees"):
        assert view[name] == after[name]
    assert [entry["kind"] for entry in entry_list(play)] == ["hand", "hand", "undo", "redo"]
    assert [entry["in_force"] for entry in entry_list(play)] == [True, False, False, True]


def test_undo_goes_on_to_the_first_entry_and_no_further(play: Play) -> None:
    for _ in range(3):
        play.enter(won(1, payer=2))
    for _ in range(3):
        play.undo()
    assert set(play.balances().values()) == {0}
    with pytest.raises(NothingToUndo):
        play.undo()
    for _ in range(3):
        play.redo()
    with pytest.raises(NothingToRedo):
        play.redo()
    assert wrong_in(play.book) == []


def test_redo_by_itself_never_books_what_was_entered_anew(play: Play) -> None:
    play.enter(won(1, payer=2))
    undoing = play.undo().body["first_entry"]
    play.enter(won(1, payer=3))
    assert play.view()["can_redo"] is None
    with pytest.raises(NothingToRedo):
        play.redo()
    play.redo(undoing)  # type: ignore[arg-type]
    assert play.view()["hands"] == 2


def test_an_entry_is_undone_once(play: Play) -> None:
    play.enter(won(1, payer=2))
    play.undo(1)
    with pytest.raises(NothingToUndo):
        play.undo(1)
    with pytest.raises(EntryNotFound):
        play.undo(77)
    with pytest.raises(NothingToRedo):
        play.redo(1)


def test_undoing_in_the_middle_restates_later_hands_with_the_deal_that_was(play: Play) -> None:
    play.enter(amounts(1, _paid(1)))  # the deal passes from 0 to 1
    later = won(2, payer=3, hand={"concealed": "123456789m99pSS", "win_tile": "S"})
    play.enter(later)
    dealt_by_1 = entry_list(play)[1]
    answer = play.undo(1)
    restated: Any = answer.body["entries"][-1]  # type: ignore[index]
    assert [entry["kind"] for entry in answer.body["entries"]] == ["undo", "retract", "restate"]  # type: ignore[attr-defined]
    was, now = (entry["event"]["wins"][0] for entry in (dealt_by_1, restated))
    assert (was["context"]["dealer"], now["context"]["dealer"]) == (1, 0)
    assert was["result"]["total"] == now["result"]["total"] + 1  # 门风刻 2 with dealer 1, 幺九刻 1 with 0
    assert play.balances()["阿芳"] == restated["amounts"][2]
    assert play.view()["sum"] == 0
    assert wrong_in(play.book, rescore=True) == []


def test_typed_amounts_stay_as_typed_when_the_deal_changes(play: Play) -> None:
    play.enter(amounts(1, _paid(1)))
    play.enter(amounts(2, _paid(2)))
    play.undo(1)
    assert play.balances()["阿芳"] == _paid(2)[2]
    assert play.deal() == (1, 1, "E")
    assert wrong_in(play.book) == []


def test_a_change_that_would_make_a_later_hand_worthless_is_refused(play: Play) -> None:
    play.enter(amounts(1, _paid(1)))  # seat 2 is South now
    play.enter(won(2, payer=3, hand=EIGHT_WITH_SOUTH))
    with pytest.raises(HandNotScored, match="entry 2"):
        play.undo(1)
    assert play.view()["entries"] == 2
    assert wrong_in(play.book) == []


def test_a_correction_takes_the_place_of_the_entry(play: Play) -> None:
    play.enter(won(1, payer=2))
    play.enter(amounts(0, _paid(0)))
    answer = play.correct(1, won(1, payer=3))
    assert [entry["kind"] for entry in answer.body["entries"]] == ["retract", "restate"]  # type: ignore[attr-defined]
    assert play.balances()["阿芳"] == -8 + _paid(0)[2]
    assert wrong_in(play.book, rescore=True) == []
    play.undo(4)
    assert play.view()["hands"] == 1
    play.redo()
    assert play.view()["hands"] == 2
    assert wrong_in(play.book, rescore=True) == []


def test_a_change_too_far_back_is_refused_whole(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(6):
        play.enter(amounts(1, _paid(1)))
    monkeypatch.setattr("service.book.restate.MOST_LATER_TURNS", 3)
    before = play.view()
    with pytest.raises(TooFarBack):
        play.undo(1)
    with pytest.raises(TooFarBack):
        play.correct(2, {"kind": "penalty", "amounts": [1, -1, 0, 0]})
    with pytest.raises(TooFarBack):
        play.enter({"kind": "swap", "one": 1, "other": 2, "since": 1})
    assert play.view() == before
    play.correct(1, amounts(0, _paid(0)))  # the deal passes all the same: nothing after it changes
    play.undo(4)
    assert wrong_in(play.book) == []


def test_an_earlier_game_is_reopened_and_put_right_while_the_next_is_played(play: Play) -> None:
    play.enter(won(1, payer=2))
    play.enter({"kind": "close"})
    play.next_game()
    play.enter({"kind": "reopen"})
    play.correct(1, won(1, payer=3))
    play.enter({"kind": "close"})
    play.game = 2
    play.enter(won(2))
    assert play.view()["hands"] == 1
    assert wrong_in(play.book) == []


def test_only_hands_and_amounts_can_be_corrected(play: Play) -> None:
    play.enter({"kind": "swap", "one": 1, "other": 2})
    with pytest.raises(EventInvalid, match="undo"):
        play.correct(1, won(1, payer=3))


def test_a_closed_game_takes_nothing_until_it_is_reopened(play: Play) -> None:
    play.enter(won(1, payer=2))
    play.enter({"kind": "close"})
    with pytest.raises(GameClosed):
        play.enter(won(1, payer=2))
    with pytest.raises(GameClosed):
        play.undo(1)
    with pytest.raises(GameClosed):
        play.correct(1, won(2, payer=0))
    play.enter({"kind": "reopen"})
    with pytest.raises(GameOpen):
        play.enter({"kind": "reopen"})
    play.enter(won(1, payer=2))
    assert play.view()["closed"] is False


def test_undo_after_the_last_hand_reopens_the_game_first(play: Play) -> None:
    play.enter(won(1, payer=2))
    play.enter({"kind": "close"})
    play.undo()
    assert play.view()["closed"] is False
    play.undo()
    assert set(play.balances().values()) == {0}
    play.redo()
    play.redo()
    assert play.view()["closed"] is True
    assert wrong_in(play.book) == []


def test_the_deal_put_right_by_hand_holds_from_there(play: Play) -> None:
    play.enter(amounts(1, _paid(1)))
    play.enter({"kind": "progress", "dealer": 3, "streak": 2, "round_wind": "S"})
    assert play.deal() == (3, 2, "S")
    play.enter(amounts(1, _paid(1)))
    assert play.deal() == (0, 1, "W")
    play.undo()
    play.undo()
    assert play.deal() == (1, 1, "E")


def test_a_reading_is_booked_only_by_the_version_confirmed(play: Play) -> None:
    reading: dict[str, Any] = {"id": "reading-1", "hand": STRAIGHT, "notation": "…", "review": []}
    version = reading_version(reading)
    asked = won(1, payer=2)
    context = asked["wins"][0]["context"]
    with pytest.raises(ReadingChanged):
        play.enter({"kind": "hand", "wins": [{"reading": reading, "version": "another", "context": context}]})
    changed = {**reading, "hand": {**STRAIGHT, "win_tile": "9p"}}
    with pytest.raises(ReadingChanged):
        play.enter({"kind": "hand", "wins": [{"reading": changed, "version": version, "context": context}]})
    with pytest.raises(ReadingChanged):
        play.enter({"kind": "hand", "wins": [{"reading": reading, "context": context}]})
    answer = play.enter({"kind": "hand", "wins": [{"reading": reading, "version": version, "context": context}]})
    win = answer.body["entries"][0]["event"]["wins"][0]  # type: ignore[index]
    assert win["reading"] == {"id": "reading-1", "version": version}
    assert win["hand"] == STRAIGHT


def test_a_reading_is_booked_with_the_seats_its_sideways_tiles_tell(play: Play) -> None:
    hand = {"concealed": "123456789m 1p", "win_tile": "1p", "melds": [{"type": "chow", "tiles": "234s"}], "aside": ""}
    groups = [{"id": 0, "role": "concealed", "tiles": []}, {"id": 1, "role": "chow", "tiles": [], "from": "left"}]
    reading: dict[str, Any] = {"id": "reading-2", "hand": hand, "groups": groups, "review": []}
    context = won(1, payer=2)["wins"][0]["context"]
    asked = {"reading": reading, "version": reading_version(reading), "context": context}
    answer = play.enter({"kind": "hand", "wins": [asked]})
    win = answer.body["entries"][0]["event"]["wins"][0]  # type: ignore[index]
    # seat 1's left-hand neighbour is the player before him, seat 0
    assert win["hand"]["melds"] == [{"type": "chow", "tiles": "234s", "from": 0}]


def _paid(winner: int) -> list[int]:
    return [30 if seat == winner else -10 for seat in range(4)]
