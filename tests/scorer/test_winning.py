"""Waits, what is missing, and results in words."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

import scorer
from scorer import (
    Event,
    Tile,
    WinBy,
    WinContext,
    get_ruleset,
    is_winning_shape,
    missing,
    parse_hand,
    parse_tiles,
    rulesets,
    score,
    waits,
)
from scorer.explain import explain, explain_missing, explain_waits, problem_words
from scorer.winning import Exchange, Missing
from tests.scorer.winning_hands import random_sets_hand, random_special_hand

DRAWN = WinContext(round_wind=Tile.EAST)


def test_the_tiles_that_win_and_for_how_much() -> None:
    found = waits("guobiao", parse_hand("123m 456p 789s 22s 34m"), DRAWN)
    assert [(str(wait.tile), wait.total, wait.left) for wait in found] == [("2m", 14, 3), ("5m", 14, 4)]
    assert [item.name for item in found[0].items] == ["花龙", "不求人", "平和"]


def test_a_wait_that_may_not_win_says_why() -> None:
    found = waits("guobiao", parse_hand("23m 678m 678p 33p [345s]"), WinContext(win_by=WinBy.DISCARD, payer=1))
    assert {str(wait.tile): wait.total for wait in found} == {"1m": None, "4m": None}
    assert [problem.code for problem in found[0].problems] == ["too_few_fan"]


def test_a_face_that_is_all_held_is_no_wait() -> None:
    found = waits("guobiao", parse_hand("123m 456m 789m 4444p"), DRAWN, {"min_fan": 0})
    assert found == ()
    shown = waits("hua", parse_hand("123m 456p 789s 22s 34m"), WinContext(indicator=Tile.M5), {"min_fan": 0})
    assert {str(wait.tile): wait.left for wait in shown} == {"2m": 3, "5m": 3, "6m": 4}


def test_a_wild_tile_waits_for_much() -> None:
    found = waits("hua", parse_hand("123m 456p 789s 22s 3mE"), WinContext(wild=Tile.EAST), {"min_fan": 0})
    assert {"1m", "2m", "3m", "4m", "5m", "E"} <= {str(wait.tile) for wait in found}


def test_a_full_hand_has_no_waits() -> None:
    assert waits("guobiao", parse_hand("123m 456p 789s 22s 345m"), DRAWN) == ()


def test_every_random_winning_hand_is_one() -> None:
    rng = random.Random(2)
    for _ in range(200):
        hand = random_special_hand(rng) if rng.random() < 0.4 else random_sets_hand(rng, 4)
        assert hand.win_tile is not None
        assert is_winning_shape("guobiao", (*hand.concealed, hand.win_tile), hand.melds)
        assert missing("guobiao", hand, DRAWN) == Missing(0)


@pytest.mark.parametrize(
    ("tiles", "wild", "expected"),
    [
        ("123m456p789s22s345m", None, True),
        ("123m456p789s22s346m", None, False),
        ("123m456p789s22s34mE", "E", True),
        ("1122334455667m E", "E", True),
        ("19m19p19sESWNCFP E", "E", True),
        ("147m258p369sESWNC", None, True),
        ("147m258p36sESWNC F", None, True),
        ("123m456p789s22s34m", None, False),
        ("123m456p789s22s34m1f", None, False),
    ],
)
def test_shapes_with_and_without_wild_tiles(tiles: str, wild: str | None, expected: bool) -> None:
    face = None if wild is None else Tile.parse(wild)
    assert is_winning_shape("hua", parse_tiles(tiles), (), face) is expected


def test_melds_belong_to_the_shape() -> None:
    good = parse_hand("22s [123m] [456p] [789s] [345m]")
    bad = parse_hand("22s [124m] [456p] [789s] [345m]")
    assert is_winning_shape("guobiao", good.concealed, good.melds)
    assert not is_winning_shape("guobiao", bad.concealed, bad.melds)
    assert not is_winning_shape("guobiao", (), (*good.melds, good.melds[0]))


def test_one_tile_away_names_every_exchange() -> None:
    found = missing("guobiao", parse_hand("123m 456p 789s 22s 34m + 9p"), DRAWN)
    assert found == Missing(1, (Exchange(Tile.P9, (Tile.M2, Tile.M5)),))


def test_further_away_only_the_number_is_given() -> None:
    assert missing("guobiao", parse_hand("147m 258p 147s EESW + 9m"), DRAWN) == Missing(7)
    assert missing("hua", parse_hand("147m 258p 147s EESW + E"), WinContext(wild=Tile.EAST)) == Missing(6)


def test_what_is_no_hand_lacks_nothing() -> None:
    assert missing("guobiao", parse_hand("123m + 4m"), DRAWN) is None
    assert missing("guobiao", parse_hand("456p 789s 22s 34m [124m] + 9m"), DRAWN) is None
    assert missing("guobiao", parse_hand("123m 456p 789s 22s 34m + 1f"), DRAWN) is None


def test_results_in_both_languages() -> None:
    hand = parse_hand("1112223335558m + 8m | 1f")
    result = score("hua", hand, WinContext(winner=1, win_by=WinBy.DISCARD, payer=2), {"fee": 1})
    chinese, english = "\n".join(explain(result, "zh")), "\n".join(explain(result, "en"))
    assert "清一色 24 番" in chinese
    assert "Full flush 24" in english
    assert "不计 碰碰和（已计 四暗刻）" in chinese
    assert "not counted: All pungs, because of Four concealed pungs" in english
    assert "次佳读法" in chinese
    assert "Next best reading" in english
    assert "座2 付 座1" in chinese
    assert "seat 2 pays seat 1" in english
    assert "房间" in chinese
    assert "the house" in english


def test_a_hand_with_one_reading_has_no_runner_up() -> None:
    result = score("guobiao", parse_hand("123m 456p 789s 22s 34m + 5m"), DRAWN)
    assert not any("Next best" in line for line in explain(result, "en"))


def test_items_that_multiply_and_items_that_count_often() -> None:
    from scorer.explain import item_line
    from scorer.result import CountedItem

    assert item_line(CountedItem("a", "硬胡", "Hard", None, factor=2), "分", True) == "硬胡 × 2"
    assert item_line(CountedItem("a", "花牌", "Flower", 1, 3), "番", False) == "Flower 1 × 3"


def test_why_there_is_no_score_in_both_languages() -> None:
    illegal = score("hua", parse_hand("123m [124p] + 4m"), DRAWN)
    assert explain(illegal, "zh") == ["不是合法的牌：", "  不成副的明牌：一筒 二筒 四筒", "  张数不对（4 / 11）"]
    assert explain(illegal)[0] == "Not a possible hand:"
    lost = score("guobiao", parse_hand("123m 456p 789s 12s 34m + 9m"), DRAWN)
    assert explain(lost, "zh")[0] == "没有和："
    assert "not 4 sets and a pair" in explain(lost, "en")[1]
    unmet = score("wuhan", parse_hand("123m 456p 789s 22s 34m + 5m"), DRAWN)
    assert explain(unmet, "zh") == ["没有和：", "  没有开口"]
    assert explain(unmet, "en")[1:] == [f"  {problem.message}" for problem in unmet.problems]  # type: ignore[union-attr]


def test_every_problem_has_a_name_in_chinese() -> None:
    sources = [path.read_text(encoding="utf-8") for path in Path(scorer.__file__).parent.rglob("*.py")]
    codes = {code for source in sources for code in re.findall(r'Problem\(\s*"(\w+)"', source)}
    assert {"tile_count", "too_few_fan", "not_opened"} <= codes
    assert {code for code in {*codes, "aside_tile_in_hand"} if problem_words(code) == code} == set()
    assert problem_words("of tomorrow") == "of tomorrow"


@pytest.mark.parametrize("ruleset", [ruleset.id for ruleset in rulesets()])
def test_every_item_has_a_name_in_both_languages(ruleset: str) -> None:
    for item in get_ruleset(ruleset).items:
        assert re.search(r"[\u4e00-\u9fff]|\d", item.name), item
        assert item.name_en.isascii(), item
        assert item.name_en.strip(), item


def test_settled_hands_in_words() -> None:
    drawn = score("hua", None, WinContext(event=Event.DRAW), {"fee": 5})
    assert explain(drawn, "en")[-1] == "Payouts: -5 -5 -5 -5"


def test_waits_and_missing_in_words() -> None:
    hand = parse_hand("123m 456p 789s 22s 34m")
    assert explain_waits(waits("guobiao", hand, DRAWN), "zh") == ["二万: 14 番", "五万: 14 番"]
    poor = waits("guobiao", parse_hand("23m 456m 678p 33p [345s]"), WinContext(win_by=WinBy.DISCARD, payer=1))
    assert explain_waits(poor, "zh")[0] == "一万: 不能和: 番数不够起和（3 / 8）"
    assert explain_waits(poor)[0].startswith("1m: no win: ")
    assert explain_waits((), "zh") == ["没有听牌"]
    assert explain_waits(()) == ["Not one tile from winning"]
    assert explain_missing(Missing(0), "zh") == ["已成牌型"]
    assert explain_missing(Missing(2)) == ["2 tiles away"]
    one = Missing(1, (Exchange(Tile.P9, (Tile.M2, Tile.M5)),))
    assert explain_missing(one) == ["1 tile away", "  9p for any of 2m 5m"]
    assert explain_missing(one, "zh") == ["还差 1 张", "  九筒 换 二万 五万"]


def test_no_third_language() -> None:
    with pytest.raises(ValueError, match="'fr'"):
        explain(score("hua", None, WinContext(event=Event.DRAW)), "fr")


def test_in_an_impossible_context_nothing_is_waited_for() -> None:
    hand = parse_hand("123m 456p 789s 22s 34m")
    assert len(waits("guobiao", hand, WinContext(win_by=WinBy.DISCARD, payer=1))) == 2
    assert waits("guobiao", hand, WinContext(win_by=WinBy.DISCARD, payer=0)) == ()
