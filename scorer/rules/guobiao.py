"""国标麻将: the 1998 national competition rules.

144 tiles, four sets and a pair or one of the special shapes, at least 8 番 without flowers to win. The base is 8: on a
discard the discarder pays 8 + 番 and the two others 8 each; on a self-draw each pays 8 + 番.
"""

from __future__ import annotations

from scorer.items import Option
from scorer.progression import Deal, Progression
from scorer.result import Payment, Problem
from scorer.rules.guobiao_features import features
from scorer.rules.guobiao_items import FAN, ITEMS
from scorer.rules.guobiao_shapes import seven_pair_waits, special_readings
from scorer.ruleset import ALL_34, FLOWERS, Ruleset
from scorer.settle import nothing, others
from scorer.tally import Tally

BASE = 8


def held_four_waits(default: bool) -> Option:
    """Whether 1112345679999 waits for 9 besides 8. 国标's yardstick says so; the rules at large do not."""
    meaning = "边张 坎张 单钓将: a face of which the winner already holds all four is a wait all the same"
    return Option("held_four_waits", "bool", default, meaning)


OPTIONS = (
    Option("mixed_kongs", "bool", True, "明暗杠 5: one exposed and one concealed kong"),
    Option("min_fan", "int", 8, "fewest 番 to win, flowers not counted (起和)"),
    held_four_waits(True),
)
FLAGS = ("kong replacement", "last tile", "last of its kind")


def too_few(tally: Tally) -> list[Problem]:
    """Flowers do not help to reach the 番 needed to win."""
    needed = tally.given.option["min_fan"]
    fan = tally.sum(FAN)
    if fan >= needed:
        return []
    return [Problem("too_few_fan", f"{fan} 番 without flowers, {needed} are needed to win")]


def settle(tally: Tally) -> list[Payment]:
    winner, payer = tally.given.context.winner, tally.given.context.payer
    full = BASE + tally.total
    payments = []
    for seat in others(winner):
        if tally.given.self_draw or seat == payer:
            payments.append(Payment(seat, winner, full, f"{BASE} + {tally.total} 番 = {full}"))
        else:
            payments.append(Payment(seat, winner, BASE, f"{BASE}, not the discarder"))
    return payments


RULESET = Ruleset(
    id="guobiao",
    name="国标麻将",
    name_en="Chinese official mahjong (1998 competition rules)",
    version="1",
    sets=4,
    unit="番",
    items=ITEMS,
    options=OPTIONS,
    tiles=ALL_34,
    aside_tiles=FLOWERS,
    flags=FLAGS,
    features=features,
    readings=special_readings,
    more_waits=seven_pair_waits,
    refuse=too_few,
    settle=settle,
    draw=nothing,
    progression=Progression(dealer_wins=Deal.PASS, other_wins=Deal.PASS, drawn=Deal.PASS, escape=Deal.PASS, rounds=4),
    aliases=("gb", "mcr", "国标", "國標", "國標麻將"),
    source="国标麻将竞赛规则 1998",
)
