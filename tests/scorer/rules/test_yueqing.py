"""乐清, both editions: the golden hands leave no item and no exclusion out, and results say how they came about."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from scorer import score
from scorer.context import Event, Liability, SeatView, WinBy, WinContext
from scorer.game import HandEnd, replay
from scorer.notation import parse_hand, parse_tiles
from scorer.registry import get_ruleset
from scorer.result import Scored
from scorer.rulebook import unknown_exclusions
from scorer.rules.yueqing_platform_escape import most_sets
from scorer.rules.yueqing_platform_flowers import of_tiles
from scorer.rules.yueqing_platform_state import of_sums
from scorer.rules.yueqing_tiles import face_after, face_before, flower_tile
from scorer.ruleset import Ruleset
from scorer.tiles import TILES, Tile
from scorer.wire import case_from_json
from tests.scorer.cases import GOLDEN, RULES, load_cases
from tests.scorer.rules.table_properties import outcome
from tests.scorer.winning_hands import random_sets_hand

CHAYUAN = get_ruleset("yueqing-chayuan")
PLATFORM = get_ruleset("yueqing-platform")
EDITIONS = (CHAYUAN, PLATFORM)
IMPOSSIBLE = {
    ("all-honours", "one-suit-and-honours"): "no suit is among honours",
    ("one-suit", "one-suit-and-honours"): "one has no honours, the other has",
    ("lone-tile-draws-wild", "hard-lone-tile"): "the tile won with is wild or it is not",
    ("lone-tile-draws-wild", "wild-pair"): "one of the pair is not wild",
    ("three-homes", "wild-pung"): "that would be six wild tiles",
    ("four-wild", "three-wild"): "four are held or three",
    ("two-homes", "one-home"): "two stand as themselves or one",
    (
        "two-homes",
        "wild-pair",
    ): "四财神 with 三财神刻 is worth more in every hand that has both; a golden hand shows it",
}
"""Exclusions that the rule files name and that no hand can show, with the reason."""


@pytest.mark.parametrize("rules", EDITIONS, ids=lambda rules: rules.id)
def test_the_golden_hands_show_every_item_and_every_exclusion(rules: Ruleset) -> None:
    counted: set[str] = set()
    excluded: set[tuple[str, str]] = set()
    for path in sorted((GOLDEN / rules.id).glob("*.jsonl")):
        for entry in load_cases(path):
            case = case_from_json({name: entry[name] for name in ("ruleset", "options", "hand", "context")})
            result = score(rules, case.hand, case.context, case.options)
            if isinstance(result, Scored):
                counted |= {item.id for item in result.items}
                ids = {item.id for item in result.items}
                dropped = {item.id for item in result.not_counted}
                excluded |= {(item.id, other) for item in rules.items if item.id in ids for other in item.excludes
                             if other in dropped}  # fmt: skip
    assert counted == {item.id for item in rules.items}
    declared = {(item.id, other) for item in rules.items for other in item.excludes}
    assert declared - excluded - IMPOSSIBLE.keys() == set()
    assert excluded & IMPOSSIBLE.keys() == set()


@pytest.mark.skipif(not RULES.is_dir(), reason=f"no rule examples at {RULES}")
@pytest.mark.parametrize(
    "case", load_cases(RULES / "examples" / "yueqing-platform.jsonl"), ids=lambda case: str(case["id"])
)
def test_a_published_total_comes_out(case: dict[str, Any]) -> None:
    assert of_sums(case["context"]["N"], case["context"]["M"]) == case["expected"]["tai"]


ONE_SUIT = "222m345m678m456m79m99m + 8m"
PLAIN = "123m456m789p22p67s456s + 8s"
DOUBLED = {"open_state_limit": "five_each_doubled"}


@pytest.mark.parametrize(
    ("rules", "hand", "holder", "options", "formula"),
    [
        (PLATFORM, PLAIN, None, {}, "N 2, M 0: 台 = N = 2"),
        (PLATFORM, f"{PLAIN} | PPP", None, {}, "N 5, M 0: 台 = N = 5"),
        (PLATFORM, f"{PLAIN} | PPP 4p", None, {}, "N 6, M 0: (15 + 6 - 6) × 2 = 30"),
        (PLATFORM, f"{PLAIN} | PPPP 4p", None, {}, "N 7, M 45: (15 + 7 - 6 + 45) × 2 = 122"),
        (PLATFORM, ONE_SUIT, None, {}, "N 1, M 45: (1 + 45) × 2 = 92"),
        (PLATFORM, ONE_SUIT, 2, {}, "N 1, M 5, seat 2 in the 明牌 state: 1 + 5, at most 5 = 5"),
        (PLATFORM, ONE_SUIT, 2, DOUBLED, "N 1, M 5, seat 2 in the 明牌 state: (1 + 5) × 2 = 12"),
        (PLATFORM, PLAIN, 2, DOUBLED, "N 2, M 0, seat 2 in the 明牌 state: 台 = N = 2"),
        (PLATFORM, f"{PLAIN} | PPP", 2, DOUBLED, "N 5, M 0, seat 2 in the 明牌 state: 台 = N = 5"),
        (PLATFORM, f"{PLAIN} | PPP 4p", 2, DOUBLED, "N 6, M 0, seat 2 in the 明牌 state: (5 + 0) × 2 = 10"),
        (
            PLATFORM,
            "5p5p5p 1m1m1m 4s4s4s 7s7s7s 2s3s 6s6s + 1s | PPPP 4p4p",
            2,
            {},
            "N 7, M 15, seat 2 in the 明牌 state: (5 + 15) × 2 = 40",
        ),
        (CHAYUAN, PLAIN, None, {}, "N 2, M 0: 台 = N = 2"),
        (CHAYUAN, f"{PLAIN} | PPP", None, {}, "N 5, M 0: 台 = N = 5"),
        (CHAYUAN, f"{PLAIN} | PPPP", None, {}, "N 6 counts 10, M 30: (10 + 30) × 2 = 80"),
        (CHAYUAN, ONE_SUIT, None, {}, "N 1, M 30: (1 + 30) × 2 = 62"),
    ],
)
def test_the_formula_shows_the_arithmetic(
    rules: Ruleset, hand: str, holder: int | None, options: dict[str, Any], formula: str
) -> None:
    context = WinContext(winner=1, wild=Tile.P5, open_hand_holder=holder)
    result = score(rules, parse_hand(hand), context, options)
    assert isinstance(result, Scored), result
    assert result.formula == formula


def test_each_payment_says_why() -> None:
    context = WinContext(
        winner=1,
        wild=Tile.P5,
        streak=2,
        liability=(Liability("见牌胡", 3),),
        seats=(SeatView(), SeatView(), SeatView(parse_hand("[CCCC]").melds, (Tile.WHITE,)), SeatView()),
    )
    result = score(PLATFORM, parse_hand(PLAIN), context, {"unit_price": 5})
    assert isinstance(result, Scored)
    assert [payment.why for payment in result.payments] == [
        "2 台 + 1, for seat 2: 包牌, 见牌胡, × 5",
        "2 台 + 1, × 5",
        "2 台 + 2 as the dealer, for seat 0: 包牌, 见牌胡, × 5",
        *["花 of seat 2: (白板 1 + 杠 红中 2)² = 9, × 5"] * 3,
    ]
    result = score(PLATFORM, parse_hand(PLAIN), replace(context, winner=0, liability=(), seats=()))
    assert isinstance(result, Scored)
    assert {payment.why for payment in result.payments} == {"2 台 + streak 2 + 1"}
    result = score(PLATFORM, parse_hand("EEE 123m 456m 22p 67s 456s + 8s | P"), replace(context, winner=0, seats=()))
    assert isinstance(result, Scored)
    assert result.payments[-1].why == "花 of seat 0: (白板 1 + 刻 东 1)² = 4"
    result = score(CHAYUAN, parse_hand(PLAIN), context)
    assert isinstance(result, Scored)
    assert [payment.why for payment in result.payments] == ["2 台 + 1", "2 台 + 1", "2 台 + 1 + streak 2"]


@pytest.mark.parametrize(
    ("rules", "hand", "wild", "marks"),
    [
        (PLATFORM, "SSS 456m 789p 22p 67s 456s + 8s", "9m", {"own-wind": (4,)}),
        (PLATFORM, "[CCC] 123m FFF 22p 67s 456s + 8s", "5p", {"red-pung": (0,), "green-pung": (4,)}),
        (PLATFORM, "123m 456m 789p 22p 67s 456s + 8s", "5p", {"plain-win": (4,)}),
        (PLATFORM, "67m 456m 789p 22p 123s 456s + 8m", "5p", {"plain-win": (1,)}),
        (PLATFORM, "67m 678p 999p 22p 567s 567s + 8m", "5s", {"two-homes": (3, 4)}),
        (PLATFORM, "555s 12m 456m 345p 678p 99p + 3m", "5s", {"wild-pung": (4,)}),
        (PLATFORM, "[222p] 444m 666p 888s 77s 3s3s + 3s", "9m", {"all-pungs": (0, 1, 2, 3, 4)}),
        (CHAYUAN, "EEE SSS WWW NN 345p 99p + N", "3m", {"all-winds": (1, 2, 3, 4)}),
        (CHAYUAN, "CCC FFF 123m 456m 77p 8s 9s + 7s | PPP", "3p", {"three-beauties": (3, 4)}),
        (CHAYUAN, "456s 567s 123p 456p 89p 22m + 7p", "5s", {"two-with-two-homes": (3, 4)}),
        (CHAYUAN, "123m 456m 789p 22p 67s 456s + 8s", "5m", {"one-home": (1,)}),
    ],
)
def test_an_item_names_the_sets_it_came_from(
    rules: Ruleset, hand: str, wild: str, marks: dict[str, tuple[int, ...]]
) -> None:
    result = score(rules, parse_hand(hand), WinContext(winner=1, wild=Tile.parse(wild)))
    assert isinstance(result, Scored), result
    assert {item.id: item.sets for item in result.items if item.id in marks} == marks


@pytest.mark.parametrize("rules", EDITIONS, ids=lambda rules: rules.id)
def test_every_exclusion_names_a_later_item(rules: Ruleset) -> None:
    assert unknown_exclusions(rules) == []


@pytest.mark.parametrize("rules", EDITIONS, ids=lambda rules: rules.id)
def test_the_streak_grows_by_winning_only(rules: Ruleset) -> None:
    hands = [
        HandEnd("won", winners=(0,), payouts=(9, -3, -3, -3)),
        HandEnd("drawn", event=Event.DRAW),
        HandEnd("left", event=Event.ESCAPE, leaver=2),
        HandEnd("drawn after a kong", event=Event.DRAW, konged=True),
        HandEnd("lost", winners=(3,), payouts=(-2, -3, -2, 7)),
    ]
    told = [(state.dealer, state.streak) for state in (replay(rules.progression, hands[:n]) for n in range(6))]
    assert told == [(0, 1), (0, 2), (0, 2), (0, 2), (1, 1), (2, 1)]


def test_the_faces_go_round() -> None:
    pairs = ("1m2m", "9m1m", "9p1p", "9s1s", "8s9s", "ES", "SW", "WN", "NC", "CF", "FP", "PE")
    for pair in pairs:
        half = len(pair) // 2
        before, after = Tile.parse(pair[:half]), Tile.parse(pair[half:])
        assert (face_after(before), face_before(after)) == (after, before)


def test_the_flower_gives_way() -> None:
    assert flower_tile(Tile.M1, Tile.M9) == Tile.WHITE
    assert flower_tile(Tile.WHITE, Tile.GREEN) == Tile.RED
    assert flower_tile(Tile.EAST, Tile.WHITE) == Tile.RED
    assert flower_tile(Tile.RED, Tile.NORTH) == Tile.WHITE


@pytest.mark.parametrize(
    ("tiles", "sets"),
    [
        ("", 0),
        ("111m", 1),
        ("1111m", 1),
        ("123m", 1),
        ("789s 1s", 1),
        ("89m 1p", 0),
        ("13m 24p", 0),
        ("EEE SW", 1),
        ("11123m", 1),
        ("111234m", 2),
        ("112233m", 2),
        ("11122233m", 2),
        ("111222333m", 3),
        ("789m 789p 999s", 3),
    ],
)
def test_the_most_sets_among_tiles(tiles: str, sets: int) -> None:
    counts = [parse_tiles(tiles).count(tile) for tile in TILES[:34]]
    assert most_sets(counts) == sets


def test_units_beyond_four_of_a_face_grow_no_more() -> None:
    assert of_tiles(5, [Tile.WHITE] * 5 + [Tile.P8] * 4, Tile.P9) == [("财神", 10), ("白板", 8), ("明牌", 6)]


def test_who_wins_by_what_changes_no_total_of_a_plain_hand() -> None:
    hand = random_sets_hand(random.Random(7), 5, 1.0, range(9))
    context = WinContext(winner=1, payer=2, wild=Tile.P9, indicator=Tile.P8)
    drawn = score(PLATFORM, hand, context)
    discarded = score(PLATFORM, hand, replace(context, win_by=WinBy.DISCARD))
    assert outcome(drawn) == outcome(discarded)
