"""Facts of a reading, the choice among readings, and counting with exclusions, on a game made for the purpose."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from scorer import Hand, NotWinning, Ruleset, Scored, Tile, WinBy, WinContext, parse_hand, score, tally
from scorer.engine import best_reading, in_order, parts_of, placements
from scorer.given import Given
from scorer.items import Item, Option
from scorer.lazy import lazy
from scorer.reading import NOWHERE, PAIR, Reading
from scorer.result import Payment, Problem
from scorer.sets import PUNGS
from scorer.settle import borne_by, others, payers, payouts_of
from scorer.tally import Tally
from scorer.tiles import next_face


def item(id_: str, value: Any, when: Any, **fields: Any) -> Item:
    return Item(id=id_, name=id_, name_en=id_, value=value, when=when, **fields)


def game(*items: Item, **fields: Any) -> Ruleset:
    return Ruleset(
        id="made-up",
        name="made up",
        name_en="made up",
        version="1",
        unit="点",
        items=items,
        settle=lambda tally: [Payment(seat, 0, tally.total, "all") for seat in (1, 2, 3)],
        **{"sets": 4, "wild": lambda indicator, options: next_face(indicator), **fields},
    )


def readings(hand: str, rules: Ruleset | None = None, **context: Any) -> list[Reading]:
    rules = rules or game()
    where = WinContext(**context)
    wild = -1 if where.wild is None else int(where.wild)
    given = Given(rules, parse_hand(hand), where, rules.resolve({}), wild)
    return [reading for codes, pair in parts_of(given) for reading in in_order(list(placements(given, codes, pair)))]


def only(hand: str, **context: Any) -> Reading:
    found = readings(hand, **context)
    assert len(found) == 1, found
    return found[0]


def test_facts_of_a_hand_with_melds() -> None:
    reading = only("4m 678s [123m|0] [EEE|2] [5555p|an] + 4m", dealer=3)
    shown = ["<chow 1m2m3m>", "<pung EEE>", "<concealed kong 5p5p5p5p>", "<chow 6s7s8s>"]
    assert [str(s) for s in reading.sets] == shown
    assert [s.claimed for s in reading.sets] == [True, True, False, False]
    assert [s.on_table for s in reading.sets] == [True, True, True, False]
    assert [s.concealed for s in reading.sets] == [False, False, True, True]
    assert len(reading.chows) == len(reading.pungs) == 2
    assert len(reading.kongs) == len(reading.concealed_pungs) == 1
    assert reading.pung_of(Tile.EAST) is reading.sets[1]
    assert reading.pung_of(Tile.SOUTH) is None
    assert reading.pair_is(Tile.M4)
    assert not reading.pair_is(Tile.EAST)
    assert reading.suits == 7
    assert reading.has_honour
    assert reading.count(Tile.P5) == 4
    assert sum(reading.counts) == 15
    assert (reading.win, reading.win_set, reading.wait, reading.single_wait) == (PAIR, None, "pair", True)
    given = reading.given
    assert (given.claims, given.closed, given.seat_wind) == (2, False, Tile.SOUTH)
    assert given.held[Tile.P5] == 4
    assert "win -1" in repr(reading)


@pytest.mark.parametrize(
    ("hand", "waits"),
    [
        ("123m 456p 789s 22s 34m + 5m", ["two-sided"]),
        ("123m 456p 789s 22s 12m + 3m", ["edge"]),
        ("123m 456p 789s 22s 89m + 7m", ["edge"]),
        ("123m 456p 789s 22s 35m + 4m", ["middle"]),
        ("123m 456p 789s 22s 55m + 5m", ["pung"]),
        ("234m 456p 789s 2s 345m + 2s", ["pair"]),
        ("123m 456p 789s 1223s + 2s", ["middle", "pair"]),
        ("12m 456p 789s 22s 345m + 3m", ["edge", "two-sided"]),
    ],
)
def test_what_the_winning_tile_completed(hand: str, waits: list[str]) -> None:
    assert [reading.wait for reading in readings(hand)] == waits


def test_edges_follow_the_deck() -> None:
    small = game(lowest_rank=2, highest_rank=8)
    assert [reading.wait for reading in readings("234m 456p 678s 22s 23m + 4m", small)] == ["edge"]
    assert [reading.wait for reading in readings("345m 456p 678s 22s 78m + 6m", small)] == ["edge"]


def test_a_tile_all_held_is_no_wait_but_is_among_all_waits() -> None:
    reading = readings("1234m [567m|1] [111m|3] [999m|3] + 4m")[0]
    assert sorted(reading.all_waits) == [Tile.M1, Tile.M4]
    assert sorted(reading.waits) == [Tile.M4]
    assert reading.single_wait


def test_a_set_completed_by_another_is_not_concealed() -> None:
    drawn = only("123m 456p 789s 22s 55m + 5m")
    claimed = only("123m 456p 789s 22s 55m + 5m", win_by=WinBy.DISCARD, payer=1)
    assert len(drawn.concealed_pungs) == 1
    assert claimed.concealed_pungs == ()
    assert claimed.win_set is not None
    assert not claimed.win_set.claimed


def test_wild_tiles_as_themselves_and_as_others() -> None:
    wild = Tile.S5
    found = readings("123m 456p 789s 22s 5s6s + 7s", wild=wild)
    home = next(reading for reading in found if reading.homes)
    assert (home.homes_in_chows, home.stand_ins) == (1, 0)
    other = readings("123m 456p 789s 22s 5s3m + 4m", wild=wild)
    assert {reading.stand_ins for reading in other} == {1}
    assert all(reading.win_face == Tile.M4 for reading in other)
    pair = next(r for r in readings("123m 456p 789s 345m 5s + 5s", wild=wild) if r.all_wild_pair and r.homes)
    assert (pair.homes, pair.homes_in_chows, pair.win, pair.win_face) == (2, 0, PAIR, wild)
    assert not pair.pair_is(wild)
    pung = [r for r in readings("123m 456p 789s 22s 55s + 5s", wild=wild) if r.all_wild_pung]
    assert {r.homes for r in pung} == {0, 3}
    assert all(r.pung_of(wild) is None for r in pung)
    faceless = next(r for r in pung if r.homes == 0)
    assert faceless.win_face == -1
    assert faceless.all_waits == frozenset()
    assert faceless.stand_ins == 3


def test_what_was_waited_for_with_a_wild_tile_as_read() -> None:
    found = readings("[111m] 123m 789s 22s 5s3m + 4m", wild=Tile.S5)
    as_two = next(r for r in found if any(Tile.M2 in s.wild_faces for s in r.sets))
    # 2m3m wait for 1m and 4m, and all four 1m are there.
    assert (sorted(as_two.all_waits), sorted(as_two.waits)) == ([Tile.M1, Tile.M4], [Tile.M4])
    assert as_two.single_wait
    as_five = next(r for r in found if any(Tile.M5 in s.wild_faces for s in r.sets))
    assert (sorted(as_five.all_waits), sorted(as_five.waits), as_five.wait) == ([Tile.M4], [Tile.M4], "middle")


def test_honours_and_suits_of_wild_tiles_alone() -> None:
    found = readings("EEE SSS WWW CC 55s + 5s", wild=Tile.S5)
    assert any(r.all_honours for r in found)
    assert not any(r.all_honours for r in found if r.chows)
    assert {r.one_suit_and_honours for r in found} == {True, False}
    plain = readings("123m 456m 789m 2m [NNN] + 2m")[0]
    assert plain.one_suit_and_honours
    assert not plain.one_suit


def test_without_a_winning_tile() -> None:
    reading = only("123m 456p 789s 22s 345m")
    assert (reading.win, reading.win_set, reading.wait, reading.win_face) == (NOWHERE, None, "", -1)
    assert reading.waits == frozenset()
    nowhere = Reading(reading.given, "free", (), None, NOWHERE, tiles=(0, 0))
    assert replace_win(nowhere).wait == ""


def replace_win(reading: Reading) -> Reading:
    """The same reading in a hand that names its winning tile."""
    hand = replace(reading.given.hand, win_tile=Tile.M1)
    given = Given(reading.given.rules, hand, reading.given.context, {}, -1)
    return Reading(given, reading.shape, reading.sets, reading.pair, reading.win, tiles=reading.tiles)


def test_the_higher_rank_then_more_items_then_the_first() -> None:
    pungs = item("pungs", 6, lambda r: len(r.pungs) == 4)
    chows = item("chows", 3, lambda r: len(r.chows) == 3)
    more = item("more", 3, lambda r: len(r.chows) == 3)
    hand = parse_hand("111222333m 444p 6s + 6s")
    by_count = score(game(pungs, chows, more), hand, WinContext())
    assert isinstance(by_count, Scored)
    assert [counted.id for counted in by_count.items] == ["chows", "more"]
    assert by_count.runner_up is not None
    assert [counted.id for counted in by_count.runner_up.items] == ["pungs"]
    by_rank = score(game(pungs, chows, rank=lambda tally: len(tally.reading.pungs)), hand, WinContext())
    assert isinstance(by_rank, Scored)
    assert by_rank.total == 6
    first = score(game(item("any", 1, lambda r: True)), hand, WinContext())
    assert isinstance(first, Scored)
    assert [s.type for s in first.reading.sets] == ["chow", "chow", "chow", "pung"]
    assert first.runner_up is None


def test_a_reading_that_counts_the_same_but_pays_more_leaves_no_runner_up() -> None:
    # Three chows of 123m are read first; as three pungs nothing else counts, yet this game pays more for pungs.
    rules = game(item("any", 1, lambda r: True), rank=lambda tally: len(tally.reading.pungs))
    result = score(rules, parse_hand("111222333m 444p 6s + 6s"), WinContext())
    assert isinstance(result, Scored)
    assert [s.type for s in result.reading.sets] == ["pung"] * 4
    assert result.runner_up is None


def test_much_remembered_is_forgotten_and_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    written = ("111222333m 444p 6s + 6s", "123m 456p 789s 22s 34m + 5m", "123m 345p 567s EEE 6s + 6s")
    hands = [parse_hand(hand) for hand in written]
    rules = [
        game(item("pungs", 6, lambda r: len(r.pungs) == 4, needs=PUNGS), item("chows", 3, lambda r: len(r.chows)))
        for _ in range(2)
    ]
    usual = [score(rules[0], hand, WinContext()) for hand in hands]
    monkeypatch.setattr(tally, "_MOST_KNOWN", 0)
    monkeypatch.setattr(tally, "_MOST_SHOWN", 0)
    monkeypatch.setattr(tally, "_SHOWN", {})
    assert [score(rules[1], hand, WinContext()) for hand in hands] == usual
    assert len(tally._SHOWN) == 1


def test_a_third_best_reading_is_not_the_runner_up() -> None:
    values = item("v", lambda r: 5 - len(r.concealed_pungs), lambda r: True)
    given_hand = parse_hand("111222333m 444p 6s + 6s")
    rules = game(values)
    best = best_reading(Given(rules, given_hand, WinContext(), {}, -1))
    assert best.first is not None
    assert best.second is not None
    assert (best.first.total, best.second.total) == (4, 1)


def test_only_items_that_count_exclude() -> None:
    items = (
        item("a", 5, lambda r: len(r.pungs) == 4, excludes=("b",)),
        item("b", 3, lambda r: True, excludes=("c",)),
        item("c", 1, lambda r: True, excludes=("d if on",)),
        item("d", 1, lambda r: True, only_if="on"),
        item("e", 0, lambda r: True, otherwise=("none",)),
        item("f", 9, lambda r: True, otherwise=("",)),
        item("g", None, lambda r: True, factor=lambda r: 3),
    )
    rules = game(*items, options=(Option("on", "bool", False, ""),))
    result = score(rules, parse_hand("111m 333p 555s EEE 6s + 6s"), WinContext())
    assert isinstance(result, Scored)
    assert [counted.id for counted in result.items] == ["a", "c", "g", "e"]
    assert [(dropped.id, dropped.because) for dropped in result.not_counted] == [("b", "a")]
    assert result.items[2].factor == 3
    assert result.items[2].value is None
    assert result.formula == "a 5 + c 1 + e 0 = 6"
    switched = score(rules, parse_hand("123m 345p 567s EEE 6s + 6s"), WinContext(), {"on": True})
    assert isinstance(switched, Scored)
    assert [counted.id for counted in switched.items] == ["b", "d", "g", "e"]


def test_sums_and_counts_of_groups() -> None:
    rules = game(
        item("a", 2, lambda r: 3, group="big"),
        item("b", lambda r: 5, lambda r: True, group="small", marks=lambda r: (0,)),
        item("x", None, lambda r: True, factor=2),
    )
    given = Given(rules, parse_hand("123m 345p 567s EEE 6s + 6s"), WinContext(), {}, -1)
    best = best_reading(given).first
    assert best is not None
    assert (best.sum(), best.sum("big"), best.sum("small", "big")) == (11, 6, 11)
    assert (best.count(), best.count("big"), best.times("a"), best.times("z")) == (5, 3, 3, 0)
    assert best.has("b")
    assert not best.has("z")
    assert best.items[1].sets == (0,)
    assert isinstance(best, Tally)


def test_a_refused_reading_makes_room_for_another() -> None:
    def refuse(tally: Tally) -> list[Problem]:
        return [Problem("pungs", "no pungs here")] if len(tally.reading.pungs) == 4 else []

    rules = game(item("pungs", 6, lambda r: len(r.pungs) == 4), refuse=refuse)
    result = score(rules, parse_hand("111222333m 444p 6s + 6s"), WinContext())
    assert isinstance(result, Scored)
    assert result.total == 0
    refused = score(rules, parse_hand("111m 222p 333s 444p 6s + 6s"), WinContext())
    assert isinstance(refused, NotWinning)
    assert [problem.code for problem in refused.problems] == ["pungs"]


def test_variants_are_scored_side_by_side() -> None:
    rules = game(
        item("v", lambda r: {"low": 1, "high": 2}[r.variant], lambda r: True),
        variants=lambda given: ("low", "high"),
    )
    result = score(rules, parse_hand("123m 345p 567s EEE 6s + 6s"), WinContext())
    assert isinstance(result, Scored)
    assert result.total == 2
    assert result.runner_up is not None
    assert result.runner_up.total == 1


def test_conditions_of_the_hand_come_before_those_of_readings() -> None:
    rules = game(
        conditions=lambda given: [Problem("closed", "open first")] if given.closed else [],
        refuse=lambda tally: [Problem("poor", "nothing counts")],
        check_hand=lambda hand, context, options, wild: [Problem("late", "")] if "last tile" in context.flags else [],
    )
    hand = parse_hand("123m 345p 567s EEE 6s + 6s")
    unmet = score(rules, hand, WinContext())
    assert isinstance(unmet, NotWinning)
    assert [problem.code for problem in unmet.problems] == ["closed", "poor"]
    late = score(rules, hand, WinContext(flags=frozenset({"last tile"})))
    assert (late.status, late.problems[0].code) == ("illegal", "late")  # type: ignore[union-attr]
    shapeless = score(game(conditions=rules.conditions), parse_hand("123m 345p 568s EEE 6s + 6s"), WinContext())
    assert [problem.code for problem in shapeless.problems] == ["closed", "no_winning_shape"]  # type: ignore[union-attr]


def test_who_pays() -> None:
    rules = game()
    hand = parse_hand("123m 345p 567s EEE 6s + 6s")
    drawn = Given(rules, hand, WinContext(winner=2), {}, -1)
    claimed = Given(rules, hand, WinContext(winner=2, win_by=WinBy.DISCARD, payer=1), {}, -1)
    assert others(2) == payers(drawn) == (3, 0, 1)
    assert payers(claimed) == (1,)
    assert payers(claimed, everyone_on_discard=True) == (3, 0, 1)


def test_one_player_answers_for_all() -> None:
    payments = [Payment(seat, 3, 5, "5") for seat in (0, 1, 2)]
    assert borne_by(None, payments, "包牌") == payments
    borne = borne_by(1, payments, "包牌")
    assert payouts_of(borne) == (0, -15, 0, 15)
    assert borne[0].why == "5, for seat 0: 包牌"
    assert borne[1] == payments[1]
    assert payouts_of([Payment(0, None, 4, "fee"), Payment(None, 1, 3, "prize")]) == (-4, 3, 0, 0)


def test_a_lazy_fact_is_worked_out_once() -> None:
    class Thing:
        asked = 0

        @lazy
        def fact(self) -> int:
            """Known once."""
            self.asked += 1
            return 7

    thing = Thing()
    assert (thing.fact, thing.fact, thing.asked) == (7, 7, 1)
    assert Thing.fact.__doc__ == "Known once."


def test_the_lone_tile() -> None:
    hand = parse_hand("9m [123m] [555p] [2222s] [456p] + 9m")
    given = Given(game(), hand, WinContext(), {}, -1)
    assert given.open_melds_only
    assert given.lone_tile == Tile.M9
    assert given.aside == {}
    assert Given(game(), replace(hand, aside=(Tile.PLUM,)), WinContext(dealer=None), {}, -1).aside == {Tile.PLUM: 1}
    more = Given(game(), parse_hand("123m 99m [555p] [2222s] [456p]"), WinContext(dealer=None), {}, -1)
    assert (more.lone_tile, more.seat_wind, more.open_melds_only) == (-1, -1, False)


def test_nine_gates_needs_the_tile_it_was_won_with() -> None:
    context = WinContext(flags=frozenset({"first turn"}))
    hand = Hand(tuple(parse_hand("11123456789995m").concealed))
    result = score("guobiao", hand, context)
    assert isinstance(result, Scored)
    assert "九莲宝灯" not in [counted.name for counted in result.items]
    won = score("guobiao", parse_hand("1112345678999m + 5m"), context)
    assert isinstance(won, Scored)
    assert "九莲宝灯" in [counted.name for counted in won.items]
