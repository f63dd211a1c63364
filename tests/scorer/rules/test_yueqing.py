"""乐清, both editions: against brute force, seen from other seats, and that the golden hands leave no item out."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest

from scorer import score
from scorer.context import Event, Liability, SeatView, WinBy, WinContext
from scorer.game import HandEnd, replay
from scorer.hand import Hand, Meld, MeldType
from scorer.notation import parse_hand, parse_tiles
from scorer.registry import get_ruleset
from scorer.result import Scored
from scorer.rulebook import unknown_exclusions
from scorer.rules.yueqing_platform_escape import most_sets
from scorer.rules.yueqing_platform_flowers import of_tiles
from scorer.rules.yueqing_platform_settlement import REASONS
from scorer.rules.yueqing_platform_state import of_sums
from scorer.rules.yueqing_tiles import face_after, face_before, flower_tile
from scorer.ruleset import Ruleset
from scorer.tiles import TILES, Tile
from scorer.wire import case_from_json
from tests.scorer.cases import GOLDEN, RULES, load_cases
from tests.scorer.rules.brute_yueqing import best_chayuan, best_platform, melded_units, shares
from tests.scorer.rules.table_properties import outcome, outcome_turned, renamed, shuffled, turned
from tests.scorer.winning_hands import random_context, random_sets_hand

CHAYUAN = get_ruleset("yueqing-chayuan")
PLATFORM = get_ruleset("yueqing-platform")
EDITIONS = (CHAYUAN, PLATFORM)
PALETTES: Sequence[Sequence[int]] = (
    range(34),
    range(27),
    range(9),
    [*range(9, 18), 27, 28, 31],
    range(27, 34),
    [*range(18, 27), *range(27, 34)],
    [face for face in range(27) if face % 9 < 5],
)
CHOICES: dict[str, Sequence[dict[str, Any]]] = {
    "yueqing-chayuan": ({}, {}, {"pair_with_discarded_wild": True}),
    "yueqing-platform": (
        {},
        {},
        {"open_state_limit": "five_each_doubled"},
        {"pair_with_discarded_wild": False},
        {"min_tai": 15},
        {"min_tai": 3, "unit_price": 2},
    ),
}


def random_case(
    rng: random.Random, rules: Ruleset, wilds: int, melds: float = 0.5
) -> tuple[Hand, WinContext, dict[str, Any]]:
    """A winning hand, `wilds` of its tiles turned into wild ones (now and then such that it wins no more)."""
    while True:
        palette = rng.choice(PALETTES)
        hand = random_sets_hand(rng, 5, melds, palette)
        assert hand.win_tile is not None
        wild = TILES[rng.choice([*palette, rng.randrange(34)])]
        follows = rules is PLATFORM or rng.random() < 0.3 or wilds == 4
        indicator = face_before(wild) if follows else wild
        flower = flower_tile(wild, indicator) if rules is PLATFORM else flower_tile(wild)
        shown = [indicator] if rules is PLATFORM else []
        if {wild, flower, *shown} & set(hand.tiles) or sum(tile == indicator for tile in hand.tiles) > 3:
            continue
        tiles = [*hand.concealed, hand.win_tile]
        if len(tiles) < wilds or wilds > (4 if follows else 3):
            continue
        for place in rng.sample(range(len(tiles)), wilds):
            tiles[place] = wild
        if rng.random() < 0.1:
            tiles[rng.randrange(len(tiles))] = rng.choice([wild, tiles[0]])
        if tiles.count(wild) > (4 if follows else 3):
            continue
        if max(tiles.count(tile) for tile in tiles) > 4 or max(map([*tiles, *hand.tiles].count, shown), default=0):
            continue
        if max([*tiles, *(tile for meld in hand.melds for tile in meld.tiles)].count(tile) for tile in tiles) > 4:
            continue
        rng.shuffle(tiles)
        aside = [flower] * rng.choice([0, 0, 1, 2, 3, 3 if flower == indicator else 4])
        aside += [tile for tile in shown for _ in range(rng.choice([0, 0, 0, 1, 2, 3]))]
        context = random_context(rng, rules.flags, wild=wild, indicator=indicator)
        if rules is PLATFORM:
            context = replace(
                context,
                open_hand_holder=rng.choice([None, None, *range(4)]),
                seats=tuple(random_seat(rng, wild, indicator) for _ in range(4)),
                liability=random_liability(rng, context.winner),
            )
        options = dict(rng.choice(CHOICES[rules.id]))
        if follows and rules is CHAYUAN:
            options["wild_from"] = "next"
        return Hand(tuple(tiles[1:]), tiles[0], hand.melds, tuple(aside)), context, options


def random_seat(rng: random.Random, wild: Tile, indicator: Tile) -> SeatView:
    melds = []
    for _ in range(rng.randrange(3)):
        kind = rng.choice([MeldType.PUNG, MeldType.KONG, MeldType.ADDED_KONG, MeldType.CONCEALED_KONG])
        tile = TILES[rng.choice([27, 28, 29, 30, 31, 32, 0, 13])]
        if tile not in (wild, indicator, flower_tile(wild, indicator)):
            melds.append(Meld(kind, (tile,) * (3 if kind is MeldType.PUNG else 4), None))
    aside = [flower_tile(wild, indicator)] * rng.choice([0, 0, 1, 2]) + [indicator] * rng.choice([0, 0, 0, 1])
    hand = None if rng.random() < 0.5 else tuple(rng.choice([wild, Tile.GREEN, Tile.EAST, Tile.M3]) for _ in range(4))
    return SeatView(tuple(melds), tuple(aside), hand)


def random_liability(rng: random.Random, winner: int) -> tuple[Liability, ...]:
    others = [seat for seat in range(4) if seat != winner]
    return tuple(Liability(rng.choice(REASONS), rng.choice(others)) for _ in range(rng.choice([0, 0, 0, 1, 2])))


def agrees_with_brute_force(rules: Ruleset, seed: int, wilds: int, melds: float) -> bool:
    """Compare one random hand; tells whether it won."""
    hand, context, options = random_case(random.Random(seed), rules, wilds, melds)
    result = score(rules, hand, context, options)
    case = str(hand), context, options
    if rules is CHAYUAN:
        total = best_chayuan(hand, context, options)
        if total is None:
            assert result.status == "not_winning", case
            return False
        assert isinstance(result, Scored), (case, result)
        assert result.total == total, case
        assert list(result.payouts) == shares(total, context, context.streak), case
        return True
    found = best_platform(hand, context, options)
    if found is None:
        assert result.status == "not_winning", case
        return False
    best, totals = found
    assert isinstance(result, Scored), (case, result)
    assert result.total in totals, case
    assert list(result.payouts) == platform_payouts(context, options, result.total, best - result.total), case
    return True


def platform_payouts(context: WinContext, options: dict[str, Any], total: int, squared: int) -> list[int]:
    """The hand, by one for all if somebody answers for it, and everybody's 花."""
    payouts = shares(total, context, 1)
    reasons = [reason for reason in REASONS if not (reason == REASONS[0] and options.get("min_tai", 0) >= 15)]
    named = [entry for reason in reasons for entry in context.liability if entry.reason == reason]
    if named:
        won = payouts[context.winner]
        payouts = [0, 0, 0, 0]
        payouts[context.winner] = won
        payouts[named[0].seat] = -won
    for seat in range(4):
        each = squared if seat == context.winner else seat_units(context, seat) ** 2
        for other in range(4):
            payouts[other] -= each
        payouts[seat] += 4 * each
    return [amount * options.get("unit_price", 1) for amount in payouts]


def seat_units(context: WinContext, seat: int) -> int:
    view = context.seats[seat]
    hand = view.concealed or ()
    assert context.wild is not None
    assert context.indicator is not None
    assert context.dealer is not None
    counts = {27 + (seat - context.dealer) % 4, 31, 32} - {int(context.wild)}
    units = (0, 1, 2, 6, 10)[hand.count(context.wild)]
    units += view.aside.count(flower_tile(context.wild, context.indicator)) + view.aside.count(context.indicator)
    return units + melded_units(view.melds, counts) + sum(hand.count(TILES[face]) >= 3 for face in counts)


@pytest.mark.parametrize("rules", EDITIONS, ids=lambda rules: rules.id)
@pytest.mark.parametrize(("wilds", "hands", "melds"), [(0, 150, 0.4), (1, 150, 0.4), (2, 60, 0.5), (3, 6, 0.8)])
def test_no_assignment_beats_the_reading_found(rules: Ruleset, wilds: int, hands: int, melds: float) -> None:
    won = sum(agrees_with_brute_force(rules, wilds * 10_000 + seed, wilds, melds) for seed in range(hands))
    assert won >= hands // 2


@pytest.mark.slow
@pytest.mark.parametrize("rules", EDITIONS, ids=lambda rules: rules.id)
@pytest.mark.parametrize(
    ("wilds", "hands", "melds"), [(0, 3000, 0.3), (1, 2500, 0.3), (2, 500, 0.4), (3, 60, 0.6), (4, 8, 0.8)]
)
def test_no_assignment_beats_the_reading_found_in_thousands(
    rules: Ruleset, wilds: int, hands: int, melds: float
) -> None:
    won = sum(agrees_with_brute_force(rules, 900_000 + wilds * 10_000 + seed, wilds, melds) for seed in range(hands))
    assert won >= hands // 2


@pytest.mark.parametrize("rules", EDITIONS, ids=lambda rules: rules.id)
@pytest.mark.parametrize("seed", range(60))
def test_the_table_seen_otherwise_pays_the_same(rules: Ruleset, seed: int) -> None:
    rng = random.Random(seed)
    hand, context, options = random_case(rng, rules, rng.randrange(4))
    result = score(rules, hand, context, options)
    if isinstance(result, Scored):
        assert sum(result.payouts) == 0
    by = rng.randrange(1, 4)
    assert outcome(score(rules, *turned(hand, context, by), options)) == outcome_turned(result, by)
    for order in permutations(range(3)):
        assert outcome(score(rules, *renamed(hand, context, order), options)) == outcome(result)
    assert outcome(score(rules, shuffled(rng, hand), context, options)) == outcome(result)


@pytest.mark.parametrize("rules", EDITIONS, ids=lambda rules: rules.id)
@pytest.mark.parametrize("seed", range(40))
def test_the_runner_up_is_no_better(rules: Ruleset, seed: int) -> None:
    hand, context, options = random_case(random.Random(seed), rules, 2 + seed % 2)
    result = score(rules, hand, replace(context, seats=(), liability=()), options)
    if isinstance(result, Scored) and result.runner_up is not None and rules is CHAYUAN:
        assert result.runner_up.total <= result.total


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
        (PLATFORM, PLAIN, None, {}, "N 2, M 0: 2 = 2"),
        (PLATFORM, f"{PLAIN} | PPP", None, {}, "N 5, M 0: 5 = 5"),
        (PLATFORM, f"{PLAIN} | PPP 4p", None, {}, "N 6, M 0: (15 + 6 - 6) × 2 = 30"),
        (PLATFORM, f"{PLAIN} | PPPP 4p", None, {}, "N 7, M 45: (15 + 7 - 6 + 45) × 2 = 122"),
        (PLATFORM, ONE_SUIT, None, {}, "N 1, M 45: (1 + 45) × 2 = 92"),
        (PLATFORM, ONE_SUIT, 2, {}, "N 1, M 5, seat 2 in the 明牌 state: 1 + 5, at most 5 = 5"),
        (PLATFORM, ONE_SUIT, 2, DOUBLED, "N 1, M 5, seat 2 in the 明牌 state: (1 + 5) × 2 = 12"),
        (PLATFORM, PLAIN, 2, DOUBLED, "N 2, M 0, seat 2 in the 明牌 state: 2 = 2"),
        (PLATFORM, f"{PLAIN} | PPP", 2, DOUBLED, "N 5, M 0, seat 2 in the 明牌 state: 5 = 5"),
        (PLATFORM, f"{PLAIN} | PPP 4p", 2, DOUBLED, "N 6, M 0, seat 2 in the 明牌 state: (5 + 0) × 2 = 10"),
        (
            PLATFORM,
            "5p5p5p 1m1m1m 4s4s4s 7s7s7s 2s3s 6s6s + 1s | PPPP 4p4p",
            2,
            {},
            "N 7, M 15, seat 2 in the 明牌 state: (5 + 15) × 2 = 40",
        ),
        (CHAYUAN, PLAIN, None, {}, "N 2 = 2"),
        (CHAYUAN, f"{PLAIN} | PPP", None, {}, "N 5 = 5"),
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
