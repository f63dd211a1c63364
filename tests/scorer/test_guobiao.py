"""国标 against PyMahjongGB, against published hands, and its own options and settlement."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import Any

import pytest

from scorer import Hand, NotWinning, Scored, Tile, WinBy, WinContext, format_tiles, get_ruleset, parse_hand, score
from scorer.engine import in_order, parts_of, placements
from scorer.given import Given
from scorer.rules.guobiao_chows import chow_items
from scorer.rules.guobiao_marks import MARKS
from scorer.rules.guobiao_shapes import special_readings
from scorer.tally import Tally
from scorer.tiles import TILES
from scorer.wire import hand_from_json
from tests.scorer.cases import RULES
from tests.scorer.winning_hands import claimed_from_others, random_context, random_sets_hand, random_special_hand

FLAGS = ("kong replacement", "last tile", "last of its kind")
ANY_FAN = {"min_fan": 0}
PUBLISHED = RULES / "examples" / "guobiao.jsonl"
SAME_NAME = {"嵌张": "坎张"}


def random_hand(rng: random.Random) -> Hand:
    hand = random_special_hand(rng) if rng.random() < 0.35 else random_sets_hand(rng, 4)
    flowers = rng.sample(TILES[34:], rng.randrange(4)) if rng.random() < 0.2 else []
    return replace(hand, aside=tuple(flowers))


def random_win(rng: random.Random) -> tuple[Hand, WinContext]:
    hand, context = random_hand(rng), random_context(rng, FLAGS)
    return claimed_from_others(hand, context.winner), context


def every_tally(hand: Hand, context: WinContext) -> list[Tally]:
    """Every reading of the hand, counted."""
    rules = get_ruleset("guobiao")
    options = rules.resolve(ANY_FAN)
    given = Given(rules, hand, context, options, -1)
    readings = [r for codes, pair in parts_of(given) for r in in_order(list(placements(given, codes, pair)))]
    table = rules.table(options)
    return [table.count(reading) for reading in [*readings, *special_readings(given)]]


def compare_with_mahjong_gb(seed: int, hands: int) -> None:
    oracle = pytest.importorskip("tests.scorer.mahjong_gb")
    pytest.importorskip("MahjongGB")
    rng = random.Random(seed)
    for _ in range(hands):
        hand, context = random_win(rng)
        expected = oracle.fans(hand, context)
        result = score("guobiao", hand, context, ANY_FAN)
        assert isinstance(result, Scored), (str(hand), context, result)
        mine = {item.name: (item.value, item.count) for item in result.items}
        if mine == expected:
            continue
        # Another reading may be worth the same; nothing else excuses a difference.
        total = sum(value * count for value, count in expected.values())
        assert result.total == total, (str(hand), context, mine, expected)
        others = [{i.name: (i.value, i.count) for i in tally.items} for tally in every_tally(hand, context)]
        assert expected in others, (str(hand), context, mine, expected)


def test_random_hands_score_as_mahjong_gb_says() -> None:
    compare_with_mahjong_gb(seed=20261, hands=2000)


@pytest.mark.slow
def test_many_random_hands_score_as_mahjong_gb_says() -> None:
    compare_with_mahjong_gb(seed=7, hands=20000)


def published() -> list[dict[str, Any]]:
    if not PUBLISHED.exists():
        return []
    return [json.loads(line) for line in PUBLISHED.read_text(encoding="utf-8").splitlines()]


def context_of(case: dict[str, Any]) -> WinContext:
    """The context a published hand implies: its winds as given, its flags from the items it lists."""
    said, fans = case["context"], case["expected"]["fans"]
    by = WinBy.SELF_DRAW if said["self_draw"] else WinBy.ROBBED_KONG if "抢杠和" in fans else WinBy.DISCARD
    implied = {
        "妙手回春": "last tile",
        "海底捞月": "last tile",
        "杠上开花": "kong replacement",
        "和绝张": "last of its kind",
    }
    seat = said["seat_wind"]
    return WinContext(
        winner=1,
        win_by=by,
        payer=None if said["self_draw"] else 2,
        dealer=None if seat is None else (1 - "ESWN".index(seat)) % 4,
        round_wind=None if said["round_wind"] is None else Tile.parse(said["round_wind"]),
        flags=frozenset(implied[name] for name in fans if name in implied),
    )


@pytest.mark.skipif(not PUBLISHED.exists(), reason=f"no published hands at {PUBLISHED}")
@pytest.mark.parametrize("case", [c for c in published() if "fans" in c["expected"]], ids=lambda case: case["id"])
def test_a_published_hand_counts_as_published(case: dict[str, Any]) -> None:
    fields = {name: case.get(name) for name in ("concealed", "win_tile", "melds")}
    hand = hand_from_json({**fields, "aside": case["context"]["flowers"]})
    result = score("guobiao", hand, context_of(case), ANY_FAN)
    assert isinstance(result, Scored)
    expected = {SAME_NAME.get(name, name): count for name, count in case["expected"]["fans"].items()}
    assert {item.name: item.count for item in result.items} == expected
    assert result.total == case["expected"]["total"]


@pytest.mark.skipif(not PUBLISHED.exists(), reason=f"no published hands at {PUBLISHED}")
@pytest.mark.parametrize("case", [c for c in published() if "main" in c["expected"]], ids=lambda case: case["id"])
def test_a_picture_in_the_book_shows_its_item(case: dict[str, Any]) -> None:
    """The book shows the tiles alone: any winning tile, way of winning and reading may show the item."""
    main = SAME_NAME.get(case["expected"]["main"], case["expected"]["main"])
    hand = parse_hand(case["hand"])
    seen: set[str] = set()
    for by in (WinBy.SELF_DRAW, WinBy.DISCARD, WinBy.ROBBED_KONG):
        for flags in (frozenset(FLAGS), frozenset[str]()):
            context = WinContext(winner=0, win_by=by, payer=1, round_wind=Tile.EAST, flags=flags)
            for tile in sorted(set(hand.concealed)):
                rest = list(hand.concealed)
                rest.remove(tile)
                for tally in every_tally(replace(hand, concealed=tuple(rest), win_tile=tile), context):
                    seen |= {item.name for item in tally.items} | {item.name for item in tally.not_counted}
    assert main in seen


def test_mixed_kongs_is_an_option() -> None:
    hand = parse_hand("33m 678p 45s [1111m] [9999s|an] + 6s")
    with_item = score("guobiao", hand, WinContext(), ANY_FAN)
    without = score("guobiao", hand, WinContext(), {**ANY_FAN, "mixed_kongs": False})
    assert isinstance(with_item, Scored)
    assert isinstance(without, Scored)
    assert "明暗杠" in [item.name for item in with_item.items]
    names = [item.name for item in without.items]
    assert "明暗杠" not in names
    assert {"明杠", "暗杠"} <= set(names)
    assert with_item.total - without.total == 5 - 1 - 2


def test_flowers_count_but_do_not_help_to_win() -> None:
    hand = parse_hand("23m 456m 678p 33p [345s] + 4m")
    context = WinContext(winner=1, win_by=WinBy.DISCARD, payer=2, round_wind=Tile.EAST)
    poor = score("guobiao", replace(hand, aside=TILES[34:42]), context)
    assert isinstance(poor, NotWinning)
    assert [problem.code for problem in poor.problems] == ["too_few_fan"]
    assert "4 番" in poor.problems[0].message
    rich = score("guobiao", replace(hand, aside=TILES[34:42]), context, {"min_fan": 4})
    assert isinstance(rich, Scored)
    assert rich.total == 4 + 8


def test_a_discard_is_paid_in_full_by_the_discarder_alone() -> None:
    hand = parse_hand("123m 456p 789s 22s 34m + 5m")
    result = score("guobiao", hand, WinContext(winner=3, win_by=WinBy.DISCARD, payer=0, round_wind=Tile.EAST))
    assert isinstance(result, Scored)
    assert result.total == 12  # 花龙 8, 平和 2, 门前清 2
    assert result.payouts == (-20, -8, -8, 36)
    assert [payment.amount for payment in result.payments] == [20, 8, 8]


def test_a_self_draw_is_paid_in_full_by_everybody() -> None:
    hand = parse_hand("123m 456p 789s 22s 34m + 5m")
    result = score("guobiao", hand, WinContext(winner=3, round_wind=Tile.EAST))
    assert isinstance(result, Scored)
    assert result.total == 14  # 花龙 8, 不求人 4, 平和 2
    assert result.payouts == (-22, -22, -22, 66)


def test_an_item_left_out_is_named_with_what_contains_it() -> None:
    result = score("guobiao", parse_hand("111222333m 444p 6s + 6s"), WinContext())
    assert isinstance(result, Scored)
    because = {item.name: item.because for item in result.not_counted}
    assert because == {"碰碰和": "four-concealed-pungs", "不求人": "four-concealed-pungs"}
    assert result.runner_up is not None
    assert result.runner_up.total < result.total


def test_without_a_winning_tile_nothing_is_said_about_waits() -> None:
    hand = parse_hand("123m 456p 789s 22s 345m")
    context = WinContext(round_wind=Tile.EAST, flags=frozenset({"first turn"}))
    result = score("guobiao", hand, context)
    assert isinstance(result, Scored)
    assert {item.name for item in result.items} == {"花龙", "不求人", "平和"}


@pytest.mark.parametrize(
    ("hand", "sets"),
    [
        ("123m 456p 789s 22s 34m + 5m", {"花龙": ("123m", "456p", "789s")}),
        ("123m 123p 123s 22s 34m + 5m", {"三色三同顺": ("123m", "123p", "123s")}),
        ("123m 123m 567p 678s E + E", {"一般高": ("123m", "123m"), "单钓将": ()}),
        ("111m 222m 333m 567p 5s + 5s", {"一色三节高": ("111m", "222m", "333m"), "三暗刻": ("111m", "222m", "333m")}),
        ("11m 22p 333s CCC [111p] + 1m", {"双同刻": ("111m", "111p"), "箭刻": ("CCC",)}),
        ("222m 333p 444s 567p 5s + 5s", {"三色三节高": ("222m", "333p", "444s")}),
        ("222m 222p 222s 567p 5s + 5s", {"三同刻": ("222m", "222p", "222s")}),
        ("55s 67p [2222m|an] [EEEE] [999p] + 8p", {"明暗杠": ("2222m", "EEEE"), "幺九刻": ("999p",)}),
        ("13m 456p 789s 22s 456m + 2m", {"坎张": ("123m",), "喜相逢": ("456m", "456p")}),
    ],
)
def test_items_name_the_sets_they_came_from(hand: str, sets: dict[str, tuple[str, ...]]) -> None:
    result = score("guobiao", parse_hand(hand), WinContext(dealer=1, round_wind=Tile.EAST), ANY_FAN)
    assert isinstance(result, Scored)
    shown = [format_tiles(s.tiles) for s in result.reading.sets]
    found = {item.name: tuple(sorted(shown[index] for index in item.sets)) for item in result.items}
    for name, expected in sets.items():
        assert found[name] == tuple(sorted(expected)), found


def test_every_item_that_sets_make_names_some() -> None:
    rng = random.Random(8)
    for _ in range(400):
        hand, context = random_win(rng)
        result = score("guobiao", hand, context, ANY_FAN)
        assert isinstance(result, Scored)
        for item in result.items:
            if item.id in MARKS and item.id != "terminal-pung":
                assert item.sets, (str(hand), item)


@pytest.mark.parametrize(
    ("hand", "items"),
    [
        ("34p 678s CC [123m] [567m] + 2p", {"无番和": 8}),
        ("99s 11s [111m] [999m] [111p] + 9s", {"清幺九": 64}),
        ("67s 55m [345m] [456p] [567p] + 5s", {"全带五": 16, "三色三步高": 6, "平和": 2, "喜相逢": 1}),
        ("34s 55m [345m] [456p] [567p] + 5s", {"全带五": 16, "平和": 2, "喜相逢": 1}),
        ("34s 55m [345m] [456p] [678p] + 5s", {"断幺": 2, "平和": 2, "喜相逢": 1}),
        ("13m 789m 123p 789p 55s + 2m", {"三色双龙会": 16, "门前清": 2, "坎张": 1}),
        ("13m 789m 123m 789m 55m + 2m", {"一色双龙会": 64, "门前清": 2, "坎张": 1}),
        ("22m [444p] [666s] [888m] 88p + 2m", {"全双刻": 24}),
    ],
)
def test_rare_items_and_nothing_else(hand: str, items: dict[str, int]) -> None:
    """Worked by hand: items that random hands seldom show, with all that counts beside them."""
    context = WinContext(winner=1, win_by=WinBy.DISCARD, payer=2, dealer=0, round_wind=Tile.EAST)
    result = score("guobiao", parse_hand(hand), context, ANY_FAN)
    assert isinstance(result, Scored)
    assert {item.name: item.value for item in result.items} == items
    assert result.total == sum(items.values())


@pytest.mark.parametrize(
    ("bases", "items"),
    [
        ((), {}),
        ((3,), {}),
        ((3, 4), {}),
        ((3, 10), {"mixed-double-chow": 1}),
        ((0, 1, 2, 6), {"three-stepped-chows": 1, "two-terminal-chows": 1}),
    ],
)
def test_what_chows_make_together(bases: tuple[int, ...], items: dict[str, int]) -> None:
    assert chow_items(bases) == items


def test_pungs_of_three_ranks_in_a_row_are_of_three_suits() -> None:
    def names(hand: str) -> set[str]:
        result = score("guobiao", parse_hand(hand), WinContext(), ANY_FAN)
        assert isinstance(result, Scored)
        return {item.name for item in result.items}

    assert "三色三节高" in names("222m 333p 444s 789m 9p + 9p")
    assert "三色三节高" in names("444m 222p 333s 789m 9p + 9p")
    assert "三色三节高" not in names("222m 333p 555s 789m 9p + 9p")
    assert "三色三节高" not in names("222m 333p 444p 789s 9s + 9s")


def test_without_a_winning_tile_it_is_not_the_last_of_its_kind() -> None:
    # The three white dragons of the meld say nothing about a tile that is not named.
    hand = parse_hand("123m 456p 789s 22s [PPP]")
    context = WinContext(flags=frozenset({"first turn", "last of its kind"}))
    result = score("guobiao", hand, context, ANY_FAN)
    assert isinstance(result, Scored)
    assert "和绝张" not in {item.name for item in result.items}


@pytest.mark.parametrize(
    ("hand", "alone"),
    [
        # 3 or 6 completes 3456666m, but the four 6m are the winner's own.
        ("3456666m [EEE] [123s] + 3m", "单钓将"),
        # 1112m waits for 2, and for 3, which lies in a kong.
        ("1112m [3333m] [EEE] [234s] + 2m", "单钓将"),
        # 56m waits for 4 and 7; without the konged 7m for 4 alone, which makes it neither 边张 nor 坎张.
        ("56m 99p 123s [7777m] [EEE] + 4m", ""),
    ],
)
def test_whether_a_face_all_held_is_a_wait_is_an_option(hand: str, alone: str) -> None:
    """A wait by the yardstick of 国标, none by the words of the rules at large, which 花麻将 follows."""
    context = WinContext(winner=1, win_by=WinBy.DISCARD, payer=2, round_wind=Tile.EAST)

    def items(ruleset: str, **options: bool) -> set[str]:
        result = score(ruleset, parse_hand(hand), context, {"min_fan": 0, **options})
        assert isinstance(result, Scored)
        return {item.name for item in result.items} - {"无财神"}

    held, not_held = items("guobiao"), items("hua")
    assert not_held == held | ({alone} if alone else set())
    assert items("guobiao", held_four_waits=False) == not_held
    assert items("hua", held_four_waits=True) == held
