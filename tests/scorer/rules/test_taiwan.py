"""台湾十六张: published hands, the table seen from other seats, and the deal."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest

from scorer import score
from scorer.context import Event, WinBy, WinContext
from scorer.engine import parts_of, placements
from scorer.game import HandEnd, replay
from scorer.given import Given
from scorer.hand import Hand, Meld, MeldType
from scorer.notation import parse_tiles
from scorer.registry import get_ruleset
from scorer.result import Scored
from scorer.rulebook import unknown_exclusions
from scorer.rules.taiwan_shapes import pair_waits, special_readings
from scorer.tiles import TILES, Tile
from tests.scorer.cases import RULES, load_cases
from tests.scorer.rules.table_properties import outcome, outcome_turned, renamed, shuffled, turned
from tests.scorer.winning_hands import claimed_from_others, random_context, random_sets_hand, won

TAIWAN = get_ruleset("taiwan")
PUBLISHED = load_cases(RULES / "examples" / "taiwan.jsonl")
WITH_HANDS = [case for case in PUBLISHED if "hand" in case]
SETTLEMENTS = [case for case in PUBLISHED if "hand" not in case]
PAIRS_OF_NAMES = """\
门清=門清 门风刻=門風刻 圈风刻=圈風刻 花杠=花槓 独听=獨聽 抢杠=搶槓 杠上开花=槓上開花 报听=報聽 八仙过海=八仙過海
七抢一=七搶一 地听=地聽 天听=天聽 八对半=八對半 无字无花=無字無花 明杠=明槓 四杠子=四槓 五杠子=五槓"""
NAMES: dict[str, str] = dict(pair.split("=") for pair in PAIRS_OF_NAMES.split())
RENAMED_OPTIONS = {
    "scoring_preset": "preset",
    "eight_flowers_mode": "eight_flowers",
    "fan_tai_overrides": "values",
    "all_chows_wait_mode": "all_chows_wait",
    "public_ready_enabled": "declared_ready",
}
FLAG_OF = {
    "out_with_replacement_tile": "kong replacement",
    "heavenly_ready": "ready from the deal",
    "earthly_ready": "ready after the first round",
    "declared_ready": "declared ready",
    "human_win": "first turn",
    "heavenly_win": "first turn",
    "earthly_win": "first turn",
    "eight_flowers_and_seasons": "eight flowers",
    "seven_flowers_steal_eighth": "seven robs one",
}
BY_SOURCE = {
    "self_draw": WinBy.SELF_DRAW,
    "discard": WinBy.DISCARD,
    "robbing_kong": WinBy.ROBBED_KONG,
    "seven_flowers_steal_eighth": WinBy.DISCARD,
}


def our_options(theirs: dict[str, Any]) -> dict[str, Any]:
    options: dict[str, Any] = {}
    for name, value in theirs.items():
        if name == "ready_qualification_mode":
            options["early_ready"] = value != "disabled"
        elif (name, value) != ("scoring_preset", "cml"):  # counts what is asked of it as the default does
            options[RENAMED_OPTIONS.get(name, name.removesuffix("_enabled"))] = value
    return options


def our_hand(case: dict[str, Any]) -> Hand:
    melds = tuple(Meld(MeldType(meld["type"]), parse_tiles(meld["tiles"]), None) for meld in case.get("melds", ()))
    win = Tile.parse(case["win_tile"])
    tiles = list(parse_tiles(case["concealed_incl_win"]))
    tiles.remove(win)
    flowers = tuple(Tile.parse(flower) for flower in case["context"]["flowers"])
    return Hand(tuple(tiles), win, melds, flowers)


def our_context(theirs: dict[str, Any]) -> WinContext:
    by = BY_SOURCE[theirs["win_source"]]
    # The examples give 地胡 to East; here it is another seat's, and no wind is in those hands.
    winner = "ESWN".index("S" if theirs.get("earthly_win") else theirs["seat_wind"])
    return WinContext(
        winner=winner,
        win_by=by,
        payer=None if by is WinBy.SELF_DRAW else (winner + 1) % 4,
        dealer=0,
        round_wind=Tile.parse(theirs["round_wind"]),
        flags=frozenset(flag for name, flag in FLAG_OF.items() if theirs.get(name)),
    )


@pytest.mark.skipif(not PUBLISHED, reason=f"no rule examples at {RULES}")
def test_there_are_published_hands() -> None:
    assert len(WITH_HANDS) == 59
    assert len(SETTLEMENTS) == 3


@pytest.mark.parametrize("case", WITH_HANDS, ids=lambda case: case["id"])
def test_a_published_hand_counts_as_published(case: dict[str, Any]) -> None:
    result = score(TAIWAN, our_hand(case), our_context(case["context"]), our_options(case["options"]))
    assert isinstance(result, Scored), result
    counted = sorted((item.name, item.value, item.count) for item in result.items)
    wanted = sorted((NAMES.get(fan["name"], fan["name"]), fan["tai"], fan["count"]) for fan in case["expected"]["fans"])
    assert counted == wanted
    assert result.total == case["expected"]["tai"]


HANDS_WORTH = {0: "123456s 23456p CC", 3: "123456m 23456p 123s CC", 4: "123456s 23456p CC"}


@pytest.mark.parametrize("case", SETTLEMENTS, ids=lambda case: case["id"])
def test_a_published_settlement_comes_out(case: dict[str, Any]) -> None:
    theirs = case["context"]
    by = BY_SOURCE[theirs["win_source"]]
    worth = theirs["hand_tai"]
    concealed = parse_tiles(HANDS_WORTH[worth])
    melds = (Meld(MeldType.PUNG, (Tile.M1,) * 3, None),) if len(concealed) == 13 else ()
    # 自摸 1, and 3 more for the hand that is to be worth 4.
    values = {"self-draw": 4} if worth == 4 else {}
    context = WinContext(
        winner=theirs["winner"],
        win_by=by,
        payer=theirs.get("discarder"),
        dealer=theirs["dealer"],
        streak=theirs["streak"] + 1,  # there counted from 0
    )
    options = {"base": theirs["base_points"], "tai_price": theirs["points_per_tai"], "values": values}
    result = score(TAIWAN, Hand(concealed, Tile.P1, melds), context, options)
    assert isinstance(result, Scored)
    assert result.total == worth
    assert result.payouts == tuple(case["expected"]["score_changes"][str(seat)] for seat in range(4))


def random_options(rng: random.Random) -> dict[str, Any]:
    """A preset and a few other choices."""
    options: dict[str, Any] = {"preset": rng.choice(["sml", "star31", "shenlaiye", "ata"])}
    for option in rng.sample(TAIWAN.options, 6):
        if option.type == "bool":
            options[option.name] = rng.random() < 0.5
        elif option.type == "choice" and option.name != "preset":
            options[option.name] = rng.choice(option.choices)
    return options


def random_case(rng: random.Random) -> tuple[Hand, WinContext, dict[str, Any]]:
    options = random_options(rng)
    if rng.random() < 0.1:
        options["eight_and_a_half_pairs"] = True
        faces = sorted(rng.sample(range(34), 8))
        hand = won(rng, [*(face for face in faces for _ in (0, 1)), faces[0]])
    else:
        hand = random_sets_hand(rng, 5, rng.choice([0.0, 0.3, 0.9]), range(rng.choice([18, 27, 34])))
    aside = tuple(rng.sample(TILES[34:], rng.choice([0, 0, 1, 2, 4, 8])))
    flags = [flag for flag in TAIWAN.flags if flag not in ("eight flowers", "seven robs one")]
    context = random_context(rng, flags)
    return replace(claimed_from_others(hand, context.winner), aside=aside), context, options


@pytest.mark.parametrize("seed", range(80))
def test_the_table_seen_otherwise_pays_the_same(seed: int) -> None:
    rng = random.Random(seed)
    hand, context, options = random_case(rng)
    result = score(TAIWAN, hand, context, options)
    assert isinstance(result, Scored)
    assert sum(result.payouts) == 0
    by = rng.randrange(1, 4)
    assert outcome(score(TAIWAN, *turned(hand, context, by), options)) == outcome_turned(result, by)
    for order in permutations(range(3)):
        assert outcome(score(TAIWAN, *renamed(hand, context, order), options)) == outcome(result)
    assert outcome(score(TAIWAN, shuffled(rng, hand), context, options)) == outcome(result)


@pytest.mark.parametrize("seed", range(80))
def test_no_reading_beats_the_one_found(seed: int) -> None:
    rng = random.Random(seed)
    hand, context, chosen = random_case(rng)
    options = TAIWAN.resolve(chosen)
    result = score(TAIWAN, hand, context, options)
    assert isinstance(result, Scored)
    given = Given(TAIWAN, hand, context, options, -1)
    readings = [reading for codes, pair in parts_of(given) for reading in placements(given, codes, pair)]
    if sum(given.counts) != 3 * given.sets_needed + 2:
        readings = []
    readings += special_readings(given)
    totals = [TAIWAN.table(options).count(reading).sum() for reading in readings]
    assert result.total == max(totals)
    assert result.total == sum((item.value or 0) * item.count for item in result.items)


def test_a_preset_is_a_set_of_options() -> None:
    names = {option.name for option in TAIWAN.options}
    ids = {item.id for item in TAIWAN.items}
    for values in TAIWAN.presets.values():
        assert set(values) <= names
        assert set(values.get("values", {})) <= ids


def test_an_unrelated_option_changes_nothing() -> None:
    hand = Hand(parse_tiles("123456m 23456p 123s CC"), Tile.P1)
    plain = outcome(score(TAIWAN, hand, WinContext(winner=1)))
    for option in (
        "four_kongs",
        "melded_kong",
        "half_begging",
        "all_wind_pungs",
        "all_flower_tiles",
        "last_tile_claim",
    ):
        assert outcome(score(TAIWAN, hand, WinContext(winner=1), {option: True})) == plain


def test_eight_pairs_wait_for_any_of_their_faces() -> None:
    given = Given(TAIWAN, Hand(()), WinContext(), TAIWAN.resolve({"eight_and_a_half_pairs": True}), -1)
    counts = [0] * 34
    for face in range(1, 9):
        counts[face] = 2
    assert pair_waits(given, counts) == set(range(1, 9))
    counts[1], counts[2], counts[33] = 3, 0, 1
    counts[4] = 4
    counts[5] = 0
    assert pair_waits(given, counts) == {33}
    counts[33] = 0
    assert pair_waits(given, counts) == set()


def test_every_exclusion_names_a_later_item() -> None:
    assert unknown_exclusions(TAIWAN) == []


def test_the_deal_is_kept_by_winning_and_by_a_drawn_hand() -> None:
    hands = [HandEnd("1", winners=(0,)), HandEnd("2", event=Event.DRAW), HandEnd("3", winners=(1, 0))]
    kept = replay(TAIWAN.progression, hands)
    assert (kept.dealer, kept.streak) == (0, 4)
    passed = replay(TAIWAN.progression, [*hands, HandEnd("4", winners=(3,))])
    assert (passed.dealer, passed.streak) == (1, 1)


@pytest.mark.parametrize(
    ("options", "streak", "whys"),
    [
        ({}, 1, ["底 5 + 3 台 = 8", "底 5 + 3 台 = 8", "底 5 + 3 台 + dealer 1 = 9"]),
        (
            {"tai_cap": 2, "tai_price": 10},
            2,
            [
                "底 5 + 10 × 2 台 (capped) = 25",
                "底 5 + 10 × 2 台 (capped) = 25",
                "底 5 + 10 × (2 台 (capped) + dealer 3) = 55",
            ],
        ),
    ],
)
def test_each_payment_shows_its_arithmetic(options: dict[str, Any], streak: int, whys: list[str]) -> None:
    hand = Hand(parse_tiles("123456m 23456p 123s CC"), Tile.P1)
    result = score(TAIWAN, hand, WinContext(winner=1, streak=streak), options)
    assert isinstance(result, Scored)
    assert [payment.why for payment in result.payments] == whys
    assert [payment.from_seat for payment in result.payments] == [2, 3, 0]


def test_eight_pairs_are_shown_with_the_triplet_that_was_completed() -> None:
    tiles = parse_tiles("112233m 55m 4477p 88s")
    for concealed, win, own in (("EE", "E", False), ("EEE", "8s", True)):
        taken = (*tiles[: len(tiles) - (win == "8s")], *parse_tiles(concealed))
        hand = Hand(taken, Tile.parse(win))
        context = WinContext(winner=1, win_by=WinBy.DISCARD, payer=2)
        result = score(TAIWAN, hand, context, {"eight_and_a_half_pairs": True})
        assert isinstance(result, Scored)
        assert len(result.reading.tiles) == 14
        assert result.reading.won is None
        (triplet,) = result.reading.sets
        assert (triplet.type, triplet.tiles, triplet.concealed) == ("pung", (Tile.EAST,) * 3, own)


def test_without_the_option_or_beside_a_meld_there_are_no_pairs_to_wait_for() -> None:
    counts = [2] * 8 + [0] * 26
    on = TAIWAN.resolve({"eight_and_a_half_pairs": True})
    meld = Meld(MeldType.PUNG, (Tile.WHITE,) * 3)
    assert pair_waits(Given(TAIWAN, Hand(()), WinContext(), TAIWAN.resolve({}), -1), counts) == set()
    assert pair_waits(Given(TAIWAN, Hand((), melds=(meld,)), WinContext(), on, -1), counts) == set()
    assert pair_waits(Given(TAIWAN, Hand(()), WinContext(), on, -1), counts) == set(range(8))


def test_a_game_is_over_after_four_rounds() -> None:
    hands = [HandEnd(str(number), winners=((number + 1) % 4,)) for number in range(16)]
    assert replay(TAIWAN.progression, hands).finished
    assert not replay(TAIWAN.progression, hands[:15]).finished
