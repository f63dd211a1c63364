"""合肥: against a plain count over every division of the tiles, the table seen from other seats, the deal."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations

import pytest

from scorer import score
from scorer.context import Event, WinBy, WinContext
from scorer.game import HandEnd, replay
from scorer.given import Given
from scorer.hand import Hand, Meld, MeldType
from scorer.notation import parse_hand
from scorer.reading import NOWHERE, SETS, Reading
from scorer.registry import get_ruleset
from scorer.result import Scored
from scorer.rulebook import unknown_exclusions
from scorer.rules.hefei import pair_waits
from scorer.rules.hefei_items import equal_chows
from scorer.sets import pair_of, set_in_hand
from scorer.tiles import TILES
from tests.scorer.rules.table_properties import outcome, outcome_turned, renamed, shuffled, turned
from tests.scorer.winning_hands import random_context, random_sets_hand, with_its_kong, won

HEFEI = get_ruleset("hefei")
RANKS = range(1, 8)
"""Of a face modulo 9: ranks 2 to 8."""


def random_hand(rng: random.Random) -> Hand:
    """Mostly of two suits, so that eight of one suit are there; kongs concealed; some seven pairs."""
    suits = rng.choice([(0, 9), (9, 18), (18, 0), (0, 9, 18), (9,)])
    faces = [suit + rank for suit in suits for rank in RANKS]
    if rng.random() < 0.2:
        pairs = [rng.choice(faces) for _ in range(7)]
        if max(Counter(pairs).values()) < 3:
            return won(rng, [face for face in pairs for _ in (0, 1)])
    hand = random_sets_hand(rng, 4, 0.0, faces)
    melds = tuple(Meld(MeldType.CONCEALED_KONG, meld.tiles) for meld in hand.melds)
    return replace(hand, melds=melds)


def divisions(tiles: tuple[int, ...]) -> Iterator[list[tuple[int, ...]]]:
    """Every way to divide tiles into chows and pungs."""
    if not tiles:
        yield []
        return
    first = tiles[0]
    if tiles[:3] == (first,) * 3:
        for more in divisions(tiles[3:]):
            yield [(first,) * 3, *more]
    if first + 1 in tiles and first + 2 in tiles and first % 9 <= 5:
        rest = list(tiles)
        for face in (first, first + 1, first + 2):
            rest.remove(face)
        for more in divisions(tuple(rest)):
            yield [(first, first + 1, first + 2), *more]


def wins_at_all(tiles: list[int], sets: int) -> bool:
    pairs = Counter(tiles)
    if len(tiles) == 14 and all(count % 2 == 0 for count in pairs.values()):
        return True
    return any(True for _ in with_pair(tiles))


def with_pair(tiles: list[int]) -> Iterator[tuple[int, list[tuple[int, ...]]]]:
    for pair in sorted(set(tiles)):
        if tiles.count(pair) >= 2:
            rest = sorted(tiles)
            rest.remove(pair)
            rest.remove(pair)
            for sets in divisions(tuple(rest)):
                yield pair, sets


def plain_total(hand: Hand, context: WinContext) -> int | None:
    """The most points that one payment can come to, by the rule file read line by line."""
    assert hand.win_tile is not None
    tiles = sorted([*map(int, hand.concealed), int(hand.win_tile)])
    kongs = [int(meld.tiles[0]) for meld in hand.melds]
    every = [*tiles, *(face for face in kongs for _ in range(4))]
    suits = Counter(face // 9 for face in every)
    if max(suits.values()) < 8:
        return None
    ranks = Counter(face % 9 + 1 for face in every)
    common = 10 + max(suits.values()) - 8 + 5 * (len(suits) == 2) + context.streak
    common += sum(max(0, count - 4) for count in ranks.values())
    common += max(0, ranks[2] + ranks[5] + ranks[8] - 6) + max(0, ranks[3] + ranks[7] - 4)
    drawn = context.win_by is WinBy.SELF_DRAW
    extras = 5 * (drawn and "last tile" in context.flags) + 5 * (not drawn and "after kong" in context.flags)
    times = 1
    if "first turn" in context.flags:
        if context.winner == context.dealer:
            times = 6 if drawn else 1
        elif drawn or context.payer == context.dealer:
            times = 3
    totals = []
    if not kongs and all(count % 2 == 0 for count in Counter(tiles).values()):
        fours = sum(count == 4 for count in Counter(tiles).values())
        pattern = 10 + 5 * fours if fours else 5
        totals.append(common + pattern + 50 * (len(suits) == 1) + extras)
        totals.append(common * times)
    before = list(tiles)
    before.remove(hand.win_tile)
    waits = [
        face
        for suit in (0, 9, 18)
        for face in (suit + rank for rank in RANKS)
        if every.count(face) - (face == hand.win_tile) < 4 and wins_at_all([*before, face], 4 - len(kongs))
    ]
    for pair, sets in with_pair(tiles):
        chows = [s for s in sets if s[0] != s[1]]
        doubled = 5 * sum(count // 2 for count in Counter(chows).values())
        places: list[tuple[int, ...]] = [s for s in {*sets, (pair, pair)} if hand.win_tile in s]
        for place in places:
            own = [s for s in sets if s[0] == s[1]]
            if not drawn and place in own:
                own.remove(place)
            single = len(place) == 2
            if len(place) == 3 and place in chows:
                at = place.index(hand.win_tile)
                single = at == 1 or (at == 2 and place[0] % 9 == 1) or (at == 0 and place[2] % 9 == 7)
            points = common + len(own) + 5 * len(kongs) + doubled + (single and len(waits) == 1)
            points += 5 * sum(tiles.count(s[0]) == 4 for s in own)
            fifty = len(suits) == 1 or len(own) + len(kongs) == 4
            replaced = 5 * (drawn and "kong replacement" in context.flags)
            totals.append(points + (50 if fifty else 1) + extras + replaced)
            totals.append(points * times)
    return max(totals)


def random_table(rng: random.Random) -> WinContext:
    context = random_context(rng, HEFEI.flags)
    if context.win_by is WinBy.ROBBED_KONG:
        context = replace(context, win_by=WinBy.DISCARD)
    return context


def random_win(rng: random.Random) -> tuple[Hand, WinContext]:
    hand = random_hand(rng)
    return hand, with_its_kong(hand, random_table(rng))


def agrees(seed: int) -> bool:
    rng = random.Random(seed)
    hand, context = random_win(rng)
    wanted = plain_total(hand, context)
    result = score(HEFEI, hand, context)
    if wanted is None:
        assert result.status == "not_winning"
        return False
    assert isinstance(result, Scored), (str(hand), result)
    assert result.total == wanted, (str(hand), context, result.items)
    return True


def test_no_division_beats_the_reading_found() -> None:
    assert sum(map(agrees, range(300))) > 200


@pytest.mark.slow
def test_no_division_beats_the_reading_found_in_thousands() -> None:
    assert sum(map(agrees, range(10_000, 15_000))) > 3000


@pytest.mark.parametrize("seed", range(60))
def test_the_table_seen_otherwise_pays_the_same(seed: int) -> None:
    rng = random.Random(seed)
    hand, context = random_win(rng)
    options = {"dealer_points": rng.choice(["all", "dealer_pairs"]), "edge_wait": rng.random() < 0.5}
    result = score(HEFEI, hand, context, options)
    if isinstance(result, Scored):
        assert sum(result.payouts) == 0
    by = rng.randrange(1, 4)
    assert outcome(score(HEFEI, *turned(hand, context, by), options)) == outcome_turned(result, by)
    for order in permutations(range(3)):
        assert outcome(score(HEFEI, *renamed(hand, context, order), options)) == outcome(result)
    assert outcome(score(HEFEI, shuffled(rng, hand), context, options)) == outcome(result)


def test_four_equal_chows_are_two_pairs_of_them() -> None:
    # As a hand they are better read as triplets, so this is asked of the reading alone.
    hand = parse_hand("222233334444m 8p + 8p")
    given = Given(HEFEI, hand, WinContext(), HEFEI.resolve({}), -1)
    chow = set_in_hand(1 << 3)
    reading = Reading(given, SETS, (chow,) * 4, pair_of(int(TILES[16]) << 2), NOWHERE)
    assert chow.tiles == TILES[1:4]
    assert equal_chows(reading) == 2


def test_six_pairs_and_a_tile_wait_for_its_twin() -> None:
    given = Given(HEFEI, Hand(()), WinContext(), HEFEI.resolve({}), -1)
    counts = [0] * 34
    for face in (1, 3, 5, 7, 10, 12):
        counts[face] = 2
    counts[14] = 1
    assert pair_waits(given, counts) == {14}
    counts[15] = 2
    counts[14], counts[16] = 0, 1
    assert pair_waits(given, counts) == set()


def test_every_exclusion_names_a_later_item() -> None:
    assert unknown_exclusions(HEFEI) == []


def test_the_deal_stays_after_a_drawn_hand_and_with_a_winning_dealer() -> None:
    hands = [HandEnd("1", event=Event.DRAW), HandEnd("2", winners=(3, 0)), HandEnd("3", winners=(1, 2))]
    state = replay(HEFEI.progression, hands[:2])
    assert (state.dealer, state.streak) == (0, 3)
    state = replay(HEFEI.progression, hands)
    assert (state.dealer, state.streak) == (1, 1)


def test_each_payment_shows_its_arithmetic() -> None:
    hand = parse_hand("234567m 88m 345p 67p + 8p")
    context = WinContext(winner=2, streak=3)
    plain = score(HEFEI, hand, context, {"dealer_points": "dealer_pairs"})
    assert isinstance(plain, Scored)
    text = "胡 10 + 缺门 5 + 平胡 1 = 16"
    assert plain.formula == text
    assert [payment.why for payment in plain.payments] == [text, f"{text}; 庄分 3 more: 19", text]
    early = score(HEFEI, hand, replace(context, flags=frozenset(("first turn",))))
    assert isinstance(early, Scored)
    assert early.formula == "(胡 10 + 缺门 5 + 庄分 3) × 3 = 54"
    assert {payment.why for payment in early.payments} == {early.formula}
    # The patterns that 地胡 leaves out are named.
    assert [(item.name, item.because) for item in early.not_counted] == [("平胡", "earthly-win")]


def test_a_game_is_over_after_four_rounds() -> None:
    hands = [HandEnd(str(number), winners=((number + 1) % 4,)) for number in range(16)]
    assert replay(HEFEI.progression, hands).finished
    assert not replay(HEFEI.progression, hands[:15]).finished
