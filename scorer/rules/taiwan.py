"""台湾十六张: sixteen tiles in hand, five sets and a pair, 底 and 台.

144 tiles with eight flowers, which are laid aside and replaced. The default is one published modern table (`sml`);
presets and options are what tables differ in.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorer.context import WinBy, WinContext
from scorer.game import Deal, Progression
from scorer.given import Given
from scorer.hand import Hand
from scorer.items import Option
from scorer.result import Payment, Problem
from scorer.rules.taiwan_items import IDS, ITEMS, SOURCE, item_id
from scorer.rules.taiwan_shapes import (
    EIGHT_FLOWERS,
    FLOWER_WIN,
    SEVEN_ROBS_ONE,
    flowers_alone,
    only_by_flowers,
    pair_waits,
    special_readings,
)
from scorer.ruleset import ALL_34, FLOWERS, Ruleset
from scorer.settle import others, payers
from scorer.tally import Tally


def switch(name: str, meaning: str, default: bool = False) -> Option:
    return Option(name, "bool", default, meaning)


OPTIONS = (
    Option("preset", "choice", "sml", "a published table: see the presets", ("sml", "star31", "shenlaiye", "ata")),
    Option("values", "map", {}, "台 of single items, by item id, in place of the usual ones"),
    Option("min_tai", "int", 0, "fewest 台 to win"),
    Option("tai_cap", "int", "none", "most 台 that are paid, before the dealer part; flower wins too", ("none",)),
    Option("base", "int", 5, "底"),
    Option("tai_price", "int", 1, "what one 台 costs"),
    switch("declared_ready", "報聽 1"),
    switch("early_ready", "天聽 and 地聽 count", True),
    switch("half_begging", "半求人 1: five claimed sets, self-draw"),
    switch("last_tile_claim", "河底撈魚 1: won on the last discard"),
    switch("eight_and_a_half_pairs", "八對半 8: seven pairs and a triplet win"),
    switch("all_flower_tiles", "every flower counts 1, in place of 正花"),
    switch("no_flowers", "無花 1"),
    switch("no_flowers_or_honors", "無字無花 2, contains 無花"),
    switch("all_wind_pungs", "風刻: every wind pung 1, in place of 門風刻 圈風刻, beside 四喜 too"),
    switch("melded_kong", "明槓 1"),
    switch("concealed_kong", "暗槓 2"),
    switch("four_kongs", "四槓 8"),
    switch("five_kongs", "五槓 16"),
    switch("initial_flower_bonus", "配牌花胡 4: a win by flowers in the first turn"),
    Option(
        "all_chows_wait",
        "choice",
        "any_two_sided",
        "平胡: any_two_sided — some reading has the winning tile in a two-sided chow; only_two_sided — wherever it "
        "could stand in that reading it does; unrestricted — any wait",
        ("any_two_sided", "only_two_sided", "unrestricted"),
    ),
    switch("all_chows_concealed_allowed", "平胡 beside 門清"),
    switch("all_chows_self_draw_allowed", "平胡 on a self-draw"),
    switch("all_chows_honors_and_flowers_allowed", "平胡 with an honour pair or flowers", True),
    switch("all_honors_add_all_pungs", "字一色 with 碰碰胡 added", True),
    switch("five_concealed_pungs_alone", "五暗刻 without 碰碰胡 and 門清"),
    switch("little_four_winds_add_wind_pungs", "小四喜 with 門風刻 and 圈風刻 added"),
    switch("flower_kong_excludes_seat_flower", "no 正花 for the flowers of a 花槓"),
    Option("seven_flowers_payer", "choice", "robbed", "who pays 七搶一: the player robbed, or all", ("robbed", "all")),
    Option(
        "eight_flowers",
        "choice",
        "standalone",
        "八仙過海: standalone — a win by itself; additive — added to a winning hand in place of 正花 and 花槓; "
        "compound — additive, and by itself when the hand does not win",
        ("standalone", "additive", "compound"),
    ),
    Option("plants_order", "choice", "梅兰竹菊", "the plants by seat, East first", ("梅兰竹菊", "梅兰菊竹")),
)
PRESETS: Mapping[str, Mapping[str, Any]] = {
    "sml": {},
    "star31": {"values": {"flower-kong": 2, "all-honours": 8, "ready-after-first-round": 4, "ready-from-deal": 8}},
    "shenlaiye": {"values": {"flower-kong": 2, "all-honours": 8, "ready-after-first-round": 4, "human-win": 8}},
    "ata": {
        "values": {"flower-kong": 2, "ready-after-first-round": 4, "ready-from-deal": 8, "heavenly-win": 16},
        "half_begging": True,
        "last_tile_claim": True,
        "all_chows_honors_and_flowers_allowed": False,
        "all_honors_add_all_pungs": False,
        "five_concealed_pungs_alone": True,
    },
}
FLAGS = (
    "kong replacement",
    "last tile",
    "first turn",
    "ready from the deal",
    "ready after the first round",
    "declared ready",
    EIGHT_FLOWERS,
    SEVEN_ROBS_ONE,
    "initial flowers",
)
NOTES = """\
Each payment is 底 + 台 price × (台 of the hand + dealer part). The dealer part is 2(k - 1) + 1 on every payment to or
from the dealer, k being how many hands in a row he has dealt. The cap applies to the hand's 台 before it. On a
self-draw three pay, on a discard or a robbed kong that player alone. Flowers lie aside. The total shown is before the
cap."""


def check_context(context: WinContext, options: Mapping[str, Any], wild: int) -> list[Problem]:
    """Values of items there are, and whom 七搶一 robs."""
    problems = []
    known = set(IDS.values())
    for name, value in options["values"].items():
        if item_id(name) not in known:
            problems.append(Problem("bad_option", f"option values: {name!r} is no item of taiwan"))
        elif value < 0:
            problems.append(Problem("bad_option", f"option values: {name!r} is {value}, expected at least 0"))
    if SEVEN_ROBS_ONE in context.flags and options["seven_flowers_payer"] == "robbed":
        # On a discard the payer is asked for anyway.
        if context.payer is None and context.win_by is WinBy.SELF_DRAW:
            problems.append(Problem("payer_missing", "七搶一: name the seat that drew the eighth flower as payer"))
        elif context.payer == context.winner and context.win_by is WinBy.SELF_DRAW:
            problems.append(Problem("payer_is_winner", f"seat {context.payer} cannot pay itself"))
    return problems


def check_hand(hand: Hand, context: WinContext, options: Mapping[str, Any], wild: int) -> list[Problem]:
    """The flowers that the flags speak of lie aside; the dealer's deal alone names no winning tile."""
    problems = []
    shown = hand.tiles or hand.aside  # a win by flowers may come without any tiles named
    flowers = len(FLOWERS.intersection(hand.aside))
    for flag, least in ((EIGHT_FLOWERS, 8), (SEVEN_ROBS_ONE, 7)):
        if flag in context.flags and shown and flowers < least:
            text = f"{flag!r} is said, but {flowers} flowers lie aside"
            problems.append(Problem("flowers_missing", text, hand.aside))
    left_to_the_rules = "first turn" in context.flags or flowers_alone(context, options)
    if hand.win_tile is None and shown and left_to_the_rules and not _won_with_no_tile(context, options):
        problems.append(Problem("no_winning_tile", "the winning tile is not named: only 天胡 has none"))
    return problems


def _won_with_no_tile(context: WinContext, options: Mapping[str, Any]) -> bool:
    """天胡, and wins by flowers."""
    if SEVEN_ROBS_ONE in context.flags:
        return True
    dealt = "first turn" in context.flags and context.winner == context.dealer
    return context.win_by is WinBy.SELF_DRAW and (dealt or flowers_alone(context, options))


def refuse(tally: Tally) -> list[Problem]:
    """Too few 台; a hand beside a win by flowers alone; 八仙過海 on a discard."""
    given, shape = tally.given, tally.reading.shape
    problems = []
    if shape != FLOWER_WIN and given.flags and only_by_flowers(given):
        problems.append(Problem("flowers_alone", "the win is by flowers alone, the tiles in hand do not count"))
    if shape == FLOWER_WIN and tally.has("eight-flowers") and not given.self_draw:
        problems.append(Problem("not_self_draw", "八仙過海 is won by drawing the last flower oneself"))
    least = given.option["min_tai"]
    if tally.total < least:
        problems.append(Problem("too_few_tai", f"{tally.total} 台, {least} are needed to win"))
    return problems


def settle(tally: Tally) -> list[Payment]:
    given = tally.given
    option, context = given.option, given.context
    cap = option["tai_cap"]
    hand = tally.total if cap == "none" else min(tally.total, cap)
    shown = f"{hand} 台" if hand == tally.total else f"{hand} 台 (capped)"
    payments = []
    for seat in _payers(tally):
        extra = 2 * (context.streak - 1) + 1 if context.dealer in (seat, context.winner) else 0
        amount = option["base"] + option["tai_price"] * (hand + extra)
        price = "" if option["tai_price"] == 1 else f"{option['tai_price']} × "
        counted = f"({shown} + dealer {extra})" if extra and price else f"{shown}{f' + dealer {extra}' * (extra > 0)}"
        payments.append(Payment(seat, context.winner, amount, f"底 {option['base']} + {price}{counted} = {amount}"))
    return payments


def _payers(tally: Tally) -> tuple[int, ...]:
    given = tally.given
    payer = given.context.payer
    if tally.has("seven-robs-one"):
        if given.option["seven_flowers_payer"] == "all" or payer is None:
            return others(given.context.winner)
        return (payer,)
    return payers(given)


def nothing(given: Given) -> list[Payment]:
    """A drawn hand: nobody pays."""
    return []


RULESET = Ruleset(
    id="taiwan",
    name="台湾十六张",
    name_en="Taiwan 16-tile mahjong",
    version="1",
    sets=5,
    unit="台",
    items=ITEMS,
    options=OPTIONS,
    presets=PRESETS,
    tiles=ALL_34,
    aside_tiles=FLOWERS,
    flags=FLAGS,
    needs_dealer=True,
    readings=special_readings,
    more_waits=pair_waits,
    check_context=check_context,
    check_hand=check_hand,
    refuse=refuse,
    settle=settle,
    draw=nothing,
    needs_no_hand=flowers_alone,
    progression=Progression(dealer_wins=Deal.KEEP, other_wins=Deal.PASS, drawn=Deal.KEEP, rounds=4),
    aliases=("台湾", "台湾麻将", "台灣", "台灣麻將", "台灣十六張"),
    source=SOURCE,
    notes=NOTES,
)
