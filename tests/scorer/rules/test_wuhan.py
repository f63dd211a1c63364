"""武汉: against brute force, seen from other seats, and the caps and products that tables publish."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest

from scorer import score
from scorer.context import Event, SeatView, WinBy, WinContext
from scorer.game import HandEnd, replay
from scorer.given import Given
from scorer.hand import Hand, Meld, MeldType
from scorer.notation import parse_hand
from scorer.registry import get_ruleset
from scorer.result import NotWinning, Scored
from scorer.rulebook import unknown_exclusions
from scorer.rules.wuhan import next_face
from scorer.rules.wuhan_settlement import GOLDEN_CAP, Product, capped, escape
from scorer.tiles import TILES, Tile
from tests.scorer.cases import RULES, load_cases
from tests.scorer.rules.brute_wuhan import best
from tests.scorer.rules.table_properties import outcome, outcome_turned, renamed, shuffled, turned
from tests.scorer.winning_hands import claimed_from_others, random_sets_hand, with_its_kong

WUHAN = get_ruleset("wuhan")
PALETTES: Sequence[Sequence[int]] = (
    [face for face in range(34) if face != 31],
    range(27),
    range(9),
    range(9, 18),
    [27, 28, 29, 30, 32, 33],
    [face for face in range(27) if face % 9 in (1, 4, 7)],
    [*range(18, 27), 27, 30, 33],
)
CHOICES: Sequence[dict[str, Any]] = (
    {},
    {},
    {"edition": "koukou"},
    {"wild_kong_factor": 4},
    {"max_wild_big": 2},
    {"edition": "koukou", "wild_kong_factor": 4, "max_wild_big": 2},
)


def random_melds(rng: random.Random, most: int) -> tuple[Meld, ...]:
    melds = []
    for _ in range(rng.randrange(most + 1)):
        kind = rng.choice(list(MeldType))
        first = rng.randrange(7)
        face = rng.choice([27, 28, 9, 18])
        tiles = (
            (first, first + 1, first + 2) if kind is MeldType.CHOW else (face,) * (3 if kind is MeldType.PUNG else 4)
        )
        melds.append(Meld(kind, tuple(TILES[tile] for tile in tiles), rng.randrange(4)))
    return tuple(melds)


def random_table(rng: random.Random, wild: int) -> WinContext:
    winner = rng.randrange(4)
    by = rng.choice([WinBy.SELF_DRAW, WinBy.DISCARD, WinBy.DISCARD, WinBy.ROBBED_KONG])
    seats = []
    for _ in range(4):
        melds = tuple(meld for meld in random_melds(rng, 2) if wild not in meld.tiles)
        aside = rng.choice([(), (), (), (Tile.RED,), (TILES[wild],)])
        seats.append(SeatView(melds, aside))
    flags = [flag for flag in WUHAN.flags if rng.random() < 0.2]
    return WinContext(
        winner=winner,
        win_by=by,
        payer=None if by is WinBy.SELF_DRAW else rng.choice([seat for seat in range(4) if seat != winner]),
        dealer=rng.randrange(4),
        wild=TILES[wild],
        flags=frozenset(flags),
        seats=tuple(seats),
    )


def random_case(rng: random.Random, wilds: int, melds: float = 0.5) -> tuple[Hand, WinContext, dict[str, Any]]:
    """Mostly winning hands, `wilds` of their tiles turned into wild ones; some of winds or 258 without sets."""
    while True:
        palette = rng.choice(PALETTES)
        hand = random_sets_hand(rng, 4, melds, palette)
        assert hand.win_tile is not None
        tiles = [*hand.concealed, hand.win_tile]
        if rng.random() < 0.15:
            tiles = [TILES[rng.choice(palette)] for _ in tiles]
        wild = rng.choice([*palette, rng.choice(PALETTES[0])])
        places = rng.sample(range(len(tiles)), min(wilds, len(tiles)))
        for place in places:
            tiles[place] = TILES[wild]
        aside = tuple(rng.choice([Tile.RED, TILES[wild]]) for _ in range(rng.choice([0, 0, 0, 1, 2])))
        every = Counter([*tiles, *aside, *(tile for meld in hand.melds for tile in meld.tiles)])
        if max(every.values()) > 4 or any(wild in meld.tiles for meld in hand.melds) or Tile.RED in tiles:
            continue
        rng.shuffle(tiles)
        from_somewhere = tuple(
            meld if meld.type is MeldType.CONCEALED_KONG else replace(meld, from_seat=rng.choice([None, 0, 1, 2, 3]))
            for meld in hand.melds
        )
        context = random_table(rng, wild)
        hand = Hand(tuple(tiles[1:]), tiles[0], from_somewhere, aside)
        return claimed_from_others(hand, context.winner), with_its_kong(hand, context), rng.choice(CHOICES)


def agrees_with_brute_force(seed: int, wilds: int, melds: float) -> bool:
    """Compare one random hand; tells whether it won."""
    hand, context, options = random_case(random.Random(seed), wilds, melds)
    result = score(WUHAN, hand, context, options)
    wanted = best(hand, context, options)
    if wanted is None:
        assert result.status == "not_winning", (str(hand), context)
        return False
    assert isinstance(result, Scored), (str(hand), context, result)
    (total, _), payouts = wanted
    assert result.total == total, (str(hand), context, options)
    assert result.payouts in payouts, (str(hand), context, options)
    return True


@pytest.mark.parametrize(("wilds", "hands"), [(0, 150), (1, 200), (2, 60)])
def test_no_assignment_beats_the_reading_found(wilds: int, hands: int) -> None:
    won = sum(agrees_with_brute_force(wilds * 10_000 + seed, wilds, 0.5) for seed in range(hands))
    assert won > hands // 3


@pytest.mark.slow
@pytest.mark.parametrize(("wilds", "hands", "melds"), [(0, 2000, 0.5), (1, 1500, 0.4), (2, 400, 0.5), (3, 25, 0.7)])
def test_no_assignment_beats_the_reading_found_in_thousands(wilds: int, hands: int, melds: float) -> None:
    won = sum(agrees_with_brute_force(900_000 + wilds * 10_000 + seed, wilds, melds) for seed in range(hands))
    assert won > hands // 3


@pytest.mark.parametrize("seed", range(60))
def test_the_table_seen_otherwise_pays_the_same(seed: int) -> None:
    rng = random.Random(seed)
    hand, context, options = random_case(rng, rng.randrange(4))
    result = score(WUHAN, hand, context, options)
    seen = outcome(result)
    if isinstance(result, Scored):
        assert sum(result.payouts) == 0
        assert result.payouts[context.winner] == result.total
    by = rng.randrange(1, 4)
    assert outcome(score(WUHAN, *turned(hand, context, by), options)) == outcome_turned(result, by)
    for order in permutations(range(3)):
        assert outcome(score(WUHAN, *renamed(hand, context, order), options)) == seen
    # The order of the claims tells whose was the third, so melds keep theirs.
    assert outcome(score(WUHAN, shuffled(rng, hand, melds_too=False), context, options)) == seen
    nowhere = replace(hand, melds=tuple(replace(meld, from_seat=None) for meld in hand.melds))
    assert outcome(score(WUHAN, shuffled(rng, nowhere), context, options)) == outcome(
        score(WUHAN, nowhere, context, options)
    )


@pytest.mark.skipif(not RULES.is_dir(), reason=f"no rule examples at {RULES}")
@pytest.mark.parametrize("case", load_cases(RULES / "examples" / "wuhan.jsonl"), ids=lambda case: case["id"])
def test_a_published_settlement_comes_out(case: dict[str, Any]) -> None:
    context, expected = case["context"], case["expected"]
    if "raw_losses" in context:
        edition = "koukou" if context["koukou"] else "kaikou"
        assert capped(context["raw_losses"], GOLDEN_CAP[edition]) == expected["capped"]
        return
    # This one example takes an exposed kong for no claim, so its claims are given as counted there.
    options = WUHAN.resolve({"edition": "koukou"})

    def product(given: dict[str, int]) -> int:
        return Product(given["kou"], given.get("ming_gang", 0), given.get("an_gang", 0)).value(options)

    winner = product(context["winner"]) * 2 * 2  # 硬胡, 自摸
    losers = [product(loser) for loser in context["losers"]]
    dealer = [2 if loser.get("dealer") else 1 for loser in context["losers"]]
    raw = [winner * loser * twice for loser, twice in zip(losers, dealer, strict=True)]
    assert winner == expected["winner_product"]
    assert raw == expected["raw"]
    assert capped(raw, GOLDEN_CAP["koukou"]) == expected["capped"]
    assert sum(expected["capped"]) == expected["winner"]


def test_every_exclusion_names_a_later_item() -> None:
    assert unknown_exclusions(WUHAN) == []


def test_the_deal_is_kept_by_winning_and_by_a_drawn_hand() -> None:
    state = replay(
        WUHAN.progression,
        [
            HandEnd("1", winners=(0,), payouts=(3, -1, -1, -1)),
            HandEnd("2", event=Event.DRAW),
            HandEnd("3", winners=(2,), payouts=(-1, -1, 3, -1)),
            HandEnd("4", event=Event.ESCAPE, leaver=1, payouts=(133, -400, 134, 133)),
        ],
    )
    assert (state.dealer, state.streak, state.balances) == (2, 1, (135, -402, 136, 131))


def test_a_drawn_hand_has_no_payments() -> None:
    result = score(WUHAN, None, WinContext(event=Event.DRAW))
    assert outcome(result) == ("settled", (0, 0, 0, 0))


def test_nobody_pays_for_leaving_when_nobody_left() -> None:
    given = Given(WUHAN, Hand(()), WinContext(event=Event.ESCAPE), WUHAN.resolve({}), -1)
    assert escape(given) == []


def whys(text: str, context: WinContext) -> list[str]:
    result = score(WUHAN, parse_hand(text), context)
    assert isinstance(result, Scored)
    return [payment.why for payment in result.payments]


def test_each_payment_shows_its_arithmetic() -> None:
    seats = (SeatView(), SeatView(), SeatView(aside=(Tile.RED,)), SeatView())
    table = WinContext(winner=1, win_by=WinBy.DISCARD, payer=2, dealer=3, wild=Tile.S9, seats=seats)
    small = "456s 789p 34m 55p [123p|0] + 5m"
    assert whys(small, table) == [
        "小胡 1 × 开口 2 × 硬胡 2 × 红中杠 2 × 放冲 2 = 16",
        "小胡 1 × 开口 2 × 硬胡 2 × 庄闲 2 = 8",
        "小胡 1 × 开口 2 × 硬胡 2 = 4",
    ]
    drawn = replace(table, win_by=WinBy.SELF_DRAW, payer=None)
    assert whys(small, drawn)[2] == "小胡 1 × 开口 2 × 硬胡 2 × 自摸 2 = 8"
    assert whys(small, replace(drawn, flags=frozenset(("last tile",))))[2] == (
        "大胡 10 × 开口 2 × 硬胡 2 × 自摸 1.5 = 60"
    )
    robbed = replace(table, win_by=WinBy.ROBBED_KONG)
    assert whys(small + " | CCCC", robbed) == [
        "大胡 10 × 开口 2 × 红中杠 16 × 硬胡 2 × 红中杠 2 × 被抢杠 1.5 = 1920, capped at 400",
        "大胡 10 × 开口 2 × 红中杠 16 × 硬胡 2 = 640, capped at 400, for seat 3: 承包, his kong was robbed",
        "大胡 10 × 开口 2 × 红中杠 16 × 硬胡 2 = 640, capped at 400, for seat 0: 承包, his kong was robbed",
    ]
    result = score(WUHAN, parse_hand(small), table)
    assert isinstance(result, Scored)
    assert result.formula == "小胡 1 × 开口 2 × 硬胡 2; 16 + 8 + 4 = 28"


@pytest.mark.parametrize(
    ("turned_up", "wild"),
    [*((f"{rank}{suit}", f"{rank % 9 + 1}{suit}") for suit in "mps" for rank in range(1, 10)),
     *zip("ESWNCFP", "SWNFFPE", strict=True)],
)  # fmt: skip
def test_the_face_after_the_one_turned_up_is_wild(turned_up: str, wild: str) -> None:
    assert next_face(Tile.parse(turned_up), {}) == Tile.parse(wild)


@pytest.mark.parametrize(("flags", "kind"), [((), "小胡 allows 1"), (("last tile",), "大胡 allows 2")])
def test_too_many_wild_tiles_are_told_with_their_limit(flags: tuple[str, ...], kind: str) -> None:
    hand = parse_hand("4s 78p 34m 999s 55p [123p|0] + 6s")
    result = score(WUHAN, hand, WinContext(winner=1, wild=Tile.S9, flags=frozenset(flags)), {"max_wild_big": 2})
    assert isinstance(result, NotWinning)
    assert [problem.message for problem in result.problems] == [f"3 wild tiles stand for others, {kind}"]


def test_a_game_is_over_after_four_rounds() -> None:
    hands = [HandEnd(str(number), winners=((number + 1) % 4,)) for number in range(16)]
    assert replay(WUHAN.progression, hands).finished
    assert not replay(WUHAN.progression, hands[:15]).finished
