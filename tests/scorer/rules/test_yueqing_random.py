"""乐清, both editions, on random hands: against brute force, and the same table seen otherwise."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest

from scorer import score
from scorer.context import Liability, SeatView, WinContext
from scorer.hand import Hand, Meld, MeldType
from scorer.registry import get_ruleset
from scorer.result import Scored
from scorer.rules.yueqing_platform_settlement import REASONS
from scorer.rules.yueqing_tiles import face_before, flower_tile
from scorer.ruleset import Ruleset
from scorer.tiles import TILES, Tile
from tests.scorer.rules.brute_yueqing import best_chayuan, best_platform, melded_units, shares
from tests.scorer.rules.table_properties import outcome, outcome_turned, renamed, shuffled, turned
from tests.scorer.winning_hands import claimed_from_others, random_context, random_sets_hand, with_its_kong

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
        everything = [*tiles, *(tile for meld in hand.melds for tile in meld.tiles)]
        if max(everything.count(tile) for tile in tiles) > 4 or everything.count(indicator) > (0 if shown else 3):
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
        laid = claimed_from_others(hand, context.winner).melds
        held = Hand(tuple(tiles[1:]), tiles[0], laid, tuple(aside))
        return held, with_its_kong(held, context), options


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
