"""花麻将 against PyMahjongGB over every assignment of the wild tiles; bird, dealer, fee, options."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest

from scorer import (
    Event,
    Hand,
    Illegal,
    NotWinning,
    Scored,
    Settled,
    Tile,
    WinBy,
    WinContext,
    get_ruleset,
    parse_hand,
    score,
)
from scorer.engine import ruleset_wild
from scorer.given import Given
from scorer.reading import SETS
from scorer.rules.hua_readings import candidates
from scorer.tiles import TILES
from scorer.wire import case_from_json
from tests.scorer.cases import GOLDEN, load_cases
from tests.scorer.winning_hands import claimed_from_others, random_context, random_sets_hand, random_special_hand

FLAGS = ("kong replacement", "last tile", "last of its kind")
ANY_FAN = {"min_fan": 0}
# The yardstick takes a face of which all four are held for a wait.
AS_PY_MAHJONG_GB = {**ANY_FAN, "held_four_waits": True}
E = Tile.EAST


def hands_with_wild_tiles(rng: random.Random, wilds: int) -> Iterator[tuple[Hand, WinContext]]:
    """Winning hands of which `wilds` tiles have been replaced by wild ones."""
    while True:
        hand = random_special_hand(rng) if rng.random() < 0.35 else random_sets_hand(rng, 4, 0.15)
        context = replace(random_context(rng, FLAGS), wild=TILES[rng.randrange(34)])
        wild = context.wild
        assert hand.win_tile is not None
        assert wild is not None
        tiles = [*hand.concealed, hand.win_tile]
        if len(tiles) <= wilds or any(tile == wild for meld in hand.melds for tile in meld.tiles):
            continue
        for index in rng.sample(range(len(tiles)), wilds):
            tiles[index] = wild
        if tiles.count(wild) == wilds:
            held = replace(hand, concealed=tuple(tiles[:-1]), win_tile=tiles[-1])
            yield claimed_from_others(held, context.winner), context


def compare_with_brute_force(seed: int, wilds: int, hands: int) -> None:
    pytest.importorskip("MahjongGB")
    from tests.scorer.hua_oracle import best_total

    for _, (hand, context) in zip(range(hands), hands_with_wild_tiles(random.Random(seed), wilds), strict=False):
        result = score("hua", hand, context, AS_PY_MAHJONG_GB)
        assert isinstance(result, Scored), (str(hand), context)
        assert result.total == best_total(hand, context), (str(hand), context)


@pytest.mark.parametrize(("wilds", "hands"), [(1, 250), (2, 30), (3, 3)])
def test_no_assignment_of_the_wild_tiles_is_worth_more(wilds: int, hands: int) -> None:
    compare_with_brute_force(seed=wilds, wilds=wilds, hands=hands)


@pytest.mark.slow
@pytest.mark.parametrize(("wilds", "hands"), [(1, 3000), (2, 800), (3, 100), (4, 12)])
def test_no_assignment_of_the_wild_tiles_is_worth_more_in_many_hands(wilds: int, hands: int) -> None:
    compare_with_brute_force(seed=100 + wilds, wilds=wilds, hands=hands)


def hua(hand: str, options: dict[str, int] | None = None, **context: object) -> Scored:
    result = score("hua", parse_hand(hand), WinContext(round_wind=E, **context), options or {})  # type: ignore[arg-type]
    assert isinstance(result, Scored), result
    return result


HAND = "345p 345s 67s 22m [345m|3] + 8s"  # 三色三同顺 8 平和 2 断幺 2 连六 1, and 无财神 2


def test_a_wild_tile_used_as_itself_is_no_wild_tile() -> None:
    names = [item.name for item in hua("123m 456s 78p9p 22s 45m + 6m", wild=Tile.parse("9p")).items]
    assert "无财神" in names


def test_no_reading_needs_a_fifth_copy() -> None:
    # The wild tile would have to be a fifth 3s to make this four sets and a pair; as 七对 nothing fits either.
    hand = parse_hand("3333s 12m 456m 777p E + 9p")
    result = score("hua", hand, WinContext(wild=E), ANY_FAN)
    assert isinstance(result, NotWinning)


def test_the_knitted_tiles_need_no_fifth_copy_either() -> None:
    # The wild tile would have to be the fifth 1m; beside a kong of 2m it is the first.
    held = score("hua", parse_hand("47m 258p 369s S E [1111m|an] + S"), WinContext(wild=E), ANY_FAN)
    assert isinstance(held, NotWinning)
    free = hua("47m 258p 369s S E [2222m|an] + S", ANY_FAN, wild=E)
    assert "组合龙" in {item.name for item in free.items}


@pytest.mark.parametrize(
    ("bird", "seat"),
    [("1m", 0), ("5p", 0), ("9s", 0), ("2m", 1), ("6m", 1), ("E", 0), ("N", 3), ("C", 0), ("P", 2)],
)
def test_the_bird_is_counted_from_the_dealer(bird: str, seat: int) -> None:
    result = hua(HAND, winner=1, bird=Tile.parse(bird), dealer=0)
    plain = hua(HAND, winner=1, bird=Tile.parse("1f"), dealer=0)
    ratio = [after // before for after, before in zip(result.payouts, plain.payouts, strict=True)]
    assert [ratio[other] for other in (0, 2, 3)] == [2 if seat in (1, other) else 1 for other in (0, 2, 3)]


def test_on_a_discard_the_bird_of_an_idle_player_hits_nobody() -> None:
    idle = hua(HAND, winner=1, win_by=WinBy.DISCARD, payer=2, bird=Tile.parse("4s"))
    hit = hua(HAND, winner=1, win_by=WinBy.DISCARD, payer=2, bird=Tile.parse("3s"))
    assert idle.payouts == (0, 23, -23, 0)
    assert hit.payouts == (0, 46, -46, 0)


def test_the_last_tile_of_the_wall_is_its_own_bird() -> None:
    drawn = hua(HAND, winner=1, flags=frozenset({"last tile"}))
    assert drawn.payouts == (-46, 115, -23, -46)
    told = hua(HAND, winner=1, flags=frozenset({"last tile"}), bird=Tile.parse("1f"))
    assert told.payouts == (-46, 92, -23, -23)


def test_the_room_has_a_factor_and_a_fee() -> None:
    result = hua(HAND, {"room_factor": 200, "fee": 20}, winner=1, win_by=WinBy.DISCARD, payer=2)
    assert result.payouts == (-20, 23 * 200 - 20, -23 * 200 - 20, -20)
    assert sum(result.payouts) == -80  # what the house takes
    drawn = score("hua", None, WinContext(event=Event.DRAW), {"fee": 20})
    assert isinstance(drawn, Settled)
    assert drawn.payouts == (-20, -20, -20, -20)


def test_self_draw_and_discard_additions_are_options() -> None:
    options = {"self_draw_add": 3, "discard_add": 1, "escape_points": 7}
    assert hua(HAND, options, winner=1).payouts == (-38, 76, -19, -19)
    assert hua(HAND, options, winner=1, win_by=WinBy.DISCARD, payer=2).payouts == (0, 16, -16, 0)
    left = score("hua", None, WinContext(event=Event.ESCAPE, leaver=0, dealer=0), options)
    assert isinstance(left, Settled)
    assert left.payouts == (-42, 14, 14, 14)


def test_a_leaver_has_to_be_named_and_the_dealer_known() -> None:
    result = score("hua", None, WinContext(event=Event.ESCAPE, dealer=None))
    assert isinstance(result, Illegal)
    assert {problem.code for problem in result.problems} == {"leaver_missing", "dealer_missing"}


def test_one_exposed_and_one_concealed_kong_are_counted_each() -> None:
    result = hua("345m 67p 55s [2222s] [6666s|an] + 8p", ANY_FAN, winner=1, win_by=WinBy.DISCARD, payer=2)
    assert {"明杠", "暗杠"} <= {item.name for item in result.items}


def test_the_wild_tile_follows_the_indicator() -> None:
    by_indicator = hua("123m 456s 78p9p 22s 45m + 6m", indicator=Tile.parse("8p"))
    assert by_indicator == hua("123m 456s 78p9p 22s 45m + 6m", wild=Tile.parse("9p"), indicator=Tile.parse("8p"))


@pytest.mark.parametrize(
    ("hand", "named"), [("111m 222p FFF CCC E + E", "小三元"), ("111m 22p CCC FFF EE + E", "大三元")]
)
def test_whether_wild_tiles_alone_name_a_dragon_is_an_option(hand: str, named: str) -> None:
    free = hua(hand, ANY_FAN, wild=E)
    strict = hua(hand, {**ANY_FAN, "named_sets_need_real": True}, wild=E)
    assert named in {item.name for item in free.items}
    assert named not in {item.name for item in strict.items}
    assert strict.total < free.total


def test_one_real_tile_names_the_set() -> None:
    result = hua("111m 22p C FFF 999s E + E", {**ANY_FAN, "named_sets_need_real": True}, wild=E)
    assert "双箭刻" in {item.name for item in result.items}


def test_a_hand_without_wild_tiles_is_read_without_them() -> None:
    assert hua(HAND, wild=E).total == hua(HAND).total


def test_without_a_winning_tile_a_wild_hand_is_scored_too() -> None:
    result = score("hua", parse_hand("123m 456p 789s 22s 34mE"), WinContext(wild=E, flags=frozenset({"first turn"})))
    assert isinstance(result, Scored)
    assert {item.name for item in result.items} == {"花龙", "不求人", "平和"}


@pytest.mark.parametrize(
    ("hand", "item"),
    [
        ("119m19p19sESWNC E + E", "十三幺"),
        ("147m 258p 36s SWNC E + E", "全不靠"),
        ("147m 258p 36s 55p 12m E + 3m", "组合龙"),
        ("1133m5577p2288s E + E", "七对"),
        ("234567m 234567m E + E", "连七对"),
        ("147m 258p 36s E 5p [123m] + 5p", "组合龙"),
    ],
)
def test_wild_tiles_complete_the_special_shapes(hand: str, item: str) -> None:
    result = hua(hand, ANY_FAN, wild=E)
    assert item in [counted.name for counted in result.items]


def test_thirteen_orphans_have_one_pair() -> None:
    # Two faces lie double, and of two others there is but the one wild tile.
    result = score("hua", parse_hand("1199m19p19sSWNC E + P"), WinContext(wild=E), ANY_FAN)
    assert isinstance(result, NotWinning)
    assert "十三幺" in {item.name for item in hua("119m19p19sFSWNC E + P", ANY_FAN, wild=E).items}


def test_the_reading_shows_what_the_wild_tiles_stand_for() -> None:
    result = hua("12m 456p 789s 2s 567m E + E", ANY_FAN, wild=E)
    stood_for = [tile for s in result.reading.sets for tile in s.wild]
    assert stood_for == [Tile.parse("3m")]
    assert result.reading.pair == (Tile.parse("2s"),) * 2


@pytest.mark.parametrize(
    ("hand", "total", "named"),
    [
        # 七对 24, 四归一 2 for 1m and 2 for another pair doubled by the two wild tiles, 无字 1, 自摸 1; as a third and
        # fourth 1m the wild tiles would be a fifth and sixth.
        ("1111m 33m 55p 77p 22s E + E", 30, "七对"),
        # 组合龙 12, 不求人 4, 四归一 2, 幺九刻 1, 单钓将 1; the pair of E, as themselves, 无财神 2. (With a pair of
        # another face 无字 1 takes the place of that 2.)
        ("147m 258p 369s 111m E + E", 22, "组合龙"),
    ],
)
def test_wild_tiles_alone_make_no_pair_of_a_face_of_which_all_are_there(hand: str, total: int, named: str) -> None:
    result = hua(hand, ANY_FAN, wild=E)
    assert result.total == total
    assert named in {item.name for item in result.items}


def whys(result: Scored | Settled) -> list[str]:
    return [payment.why for payment in result.payments]


def test_every_payment_shows_its_arithmetic() -> None:
    drawn = hua(HAND, {"room_factor": 3, "self_draw_add": 2, "fee": 5}, winner=1, bird=Tile.parse("3m"))
    assert whys(drawn) == [
        "(16 番 + 2) × 2 鸟 × 3 = 108",
        "(16 番 + 2) × 3 = 54",
        "(16 番 + 2) × 2 庄 × 3 = 108",
        *["fee 5"] * 4,
    ]
    assert whys(hua(HAND, winner=1, bird=Tile.parse("2m"))) == [
        "16 番 × 2 鸟 = 32",
        "16 番 × 2 鸟 = 32",
        "16 番 × 2 鸟 × 2 庄 = 64",
    ]
    assert whys(hua(HAND, winner=1, win_by=WinBy.DISCARD, payer=2)) == ["15 番 + 8 = 23"]
    assert whys(hua(HAND, winner=1, win_by=WinBy.DISCARD, payer=0)) == ["(15 番 + 8) × 2 庄 = 46"]


def test_what_a_leaver_pays_shows_its_arithmetic() -> None:
    left = score("hua", None, WinContext(event=Event.ESCAPE, leaver=2, dealer=1), {"room_factor": 3})
    assert isinstance(left, Settled)
    assert whys(left) == ["leaves: 10 × 3 = 30", "leaves: 10 × 3 = 30", "leaves: 10 × 2 庄 × 3 = 60"]
    left = score("hua", None, WinContext(event=Event.ESCAPE, leaver=2, dealer=1))
    assert isinstance(left, Settled)
    assert whys(left) == ["leaves: 10 = 10", "leaves: 10 = 10", "leaves: 10 × 2 庄 = 20"]


def test_flowers_are_shown_apart_from_the_items() -> None:
    assert hua(HAND, winner=1, win_by=WinBy.DISCARD, payer=2).formula == "15 番"
    with_flowers = hua(HAND + " | 1f 6f", winner=1, win_by=WinBy.DISCARD, payer=2)
    assert (with_flowers.total, with_flowers.formula) == (17, "15 番 + 2 花 = 17")


def test_a_wild_tile_that_was_drawn_stands_where_it_makes_nine_gates() -> None:
    # The wild tiles are two 1m and a 9m: 111 123 456 789 99. With the fourth 1m drawn, the hand was 1112345678999m:
    # 九莲宝灯 88, 清龙 16, 四归一 2, 自摸 1. Drawn as 9m it would have been another hand.
    assert hua("11234567899m EE + E", ANY_FAN, wild=E).total == 107


def given_of(case: dict[str, Any]) -> Given:
    """A golden hand as the readings take it."""
    asked = case_from_json({name: case[name] for name in ("ruleset", "options", "hand", "context")})
    assert asked.hand is not None
    return given_for(asked.hand, asked.context, asked.options)


def given_for(hand: Hand, context: WinContext, options: Mapping[str, Any]) -> Given:
    rules = get_ruleset("hua")
    resolved = rules.resolve(options)
    return Given(rules, hand, context, resolved, ruleset_wild(rules, context.wild, context.indicator, resolved))


def with_a_tile_wild(given: Given, rng: random.Random) -> Iterator[Given]:
    """The hand with each of its tiles in turn taken out for a wild one, as it was won and with every flag."""
    wild = TILES[rng.choice([face for face in range(34) if not given.held[face]])]
    context = replace(given.context, wild=wild, indicator=None)
    hand = given.hand
    assert hand.win_tile is not None
    tiles = [*hand.concealed, hand.win_tile]
    for index in range(len(tiles)):
        changed = [*tiles[:index], wild, *tiles[index + 1 :]]
        for flags in (context.flags, frozenset(FLAGS)):
            hand = replace(hand, concealed=tuple(changed[:-1]), win_tile=changed[-1])
            yield given_for(hand, replace(context, flags=flags), given.options)


def worths_within_bounds(given: Given) -> list[int]:
    """Readings whose bound is below the best found are never looked at: a bound too low would lose points."""
    table = given.rules.table(given.options)
    worths = []
    for limit, make in candidates(given):
        for reading in make():
            worths.append(given.rules.total(table.count(reading)))
            assert worths[-1] <= limit, (given.hand, reading)
            if given.win_wild:
                # The wild tile won with stands where a wild tile stands, not where all tiles are real.
                assert reading.counts[reading.win_face] > given.held[reading.win_face], (given.hand, reading)
            if reading.shape == SETS and reading.pair is not None:
                shown = sum(s.wilds for s in reading.sets) + reading.pair.wilds
                assert shown == given.wilds, (given.hand, reading)
    return worths


def with_suits_turned(given: Given) -> Iterator[Given]:
    """The hand, and the hands with its suits in the two other orders: a bound must know every suit."""
    for turn in (0, 9, 18):
        turned = {tile: TILES[(tile + turn) % 27] if tile.is_suited else tile for tile in TILES}
        hand, context = given.hand, given.context
        assert hand.win_tile is not None
        yield given_for(
            replace(
                hand,
                concealed=tuple(turned[tile] for tile in hand.concealed),
                win_tile=turned[hand.win_tile],
                melds=tuple(replace(meld, tiles=tuple(turned[tile] for tile in meld.tiles)) for meld in hand.melds),
            ),
            replace(context, wild=turned[TILES[given.wild]] if given.wild >= 0 else None, indicator=None),
            given.options,
        )


def test_a_reading_in_which_nothing_counts_may_be_the_best() -> None:
    # As themselves the two wild tiles are a pair of 9p: 平和 2, 无财神 2. As a pair of E nothing counts: 无番和 8.
    result = hua(
        "34p 678s 99p [123m] [567m] + 2p", ANY_FAN, winner=1, win_by=WinBy.DISCARD, payer=2, wild=Tile.parse("9p")
    )
    assert [(item.name, item.value) for item in result.items] == [("无番和", 8)]
    # Flowers come on top of it, and of what it is held against.
    result = hua(
        "34p 678s 99p [123m] [567m] + 2p | 1f 2f 5f 6f",
        ANY_FAN,
        winner=1,
        win_by=WinBy.DISCARD,
        payer=2,
        wild=Tile.parse("9p"),
    )
    assert result.total == 12


def test_the_last_tile_of_its_kind_may_have_copies_in_melds() -> None:
    # The wild tiles are 4s, all three as themselves: 345p claimed, 234p 345s 789s 44s. 和绝张 4, 平和 2, 无财神 2,
    # 喜相逢 1, 坎张 1, 缺一门 1, 自摸 1. The 3p of the claimed chow does not speak against 和绝张.
    told = frozenset({"last of its kind"})
    result = hua("24p 3s444s5s 789s [345p] + 3p", ANY_FAN, winner=3, wild=Tile.parse("4s"), flags=told)
    assert result.total == 12


ITEMS = [(case, given_of(case)) for case in load_cases(GOLDEN / "hua" / "items.jsonl")]


@pytest.mark.parametrize(("case", "given"), [pytest.param(*x, id=x[0]["id"]) for x in ITEMS if 1 <= x[1].wilds <= 2])
def test_no_reading_is_worth_more_than_its_bound(case: dict[str, Any], given: Given) -> None:
    asked, *turned = with_suits_turned(given)
    assert max(worths_within_bounds(asked)) == case["expected"]["total"]
    for other in turned:
        assert worths_within_bounds(other)


# What the golden hands have with chows only, or in one suit only, or not at all.
MORE = (
    "46m 345p 567s 55m 555p + 5m",
    "1112345678999m + 5m",
    "222444666m 88m 22p + 2p",
    "SSS WWW NNN 123m E + E",
    "1111m 47m 258p 369s E + E",
    "147m 258p 369s EEE P + P",
)
UNWILD = [pytest.param(x[1], id=x[0]["id"]) for x in ITEMS if not x[1].wilds] + [
    pytest.param(given_for(parse_hand(hand), WinContext(round_wind=E), ANY_FAN), id=hand) for hand in MORE
]


@pytest.mark.parametrize("given", UNWILD)
def test_no_reading_of_a_hand_with_one_tile_wild_is_worth_more_than_its_bound(given: Given) -> None:
    rng = random.Random(len(given.hand.concealed))
    for one in (one for turned in with_suits_turned(given) for one in with_a_tile_wild(turned, rng)):
        worths = worths_within_bounds(one)
        result = score("hua", one.hand, one.context, {**one.options, "min_fan": 0})
        assert isinstance(result, Scored)
        assert result.total == max(worths)


def random_hands_within_bounds(seed: int, wilds: int, hands: int) -> None:
    """Every flag is set in half of the hands: what it can give has to be in the bound wherever it holds."""
    for number, (hand, context) in enumerate(hands_with_wild_tiles(random.Random(seed), wilds)):
        if number == hands:
            return
        context = replace(context, flags=frozenset(FLAGS)) if number % 2 else context
        assert worths_within_bounds(given_for(hand, context, ANY_FAN))


@pytest.mark.parametrize(("wilds", "hands"), [(1, 400), (2, 100)])
def test_no_reading_of_a_random_hand_is_worth_more_than_its_bound(wilds: int, hands: int) -> None:
    random_hands_within_bounds(20 + wilds, wilds, hands)


@pytest.mark.slow
@pytest.mark.parametrize(("wilds", "hands"), [(1, 5000), (2, 2000), (3, 60)])
def test_no_reading_of_many_random_hands_is_worth_more_than_its_bound(wilds: int, hands: int) -> None:
    random_hands_within_bounds(120 + wilds, wilds, hands)
