"""乐清麻将, 温州茶苑 edition: the tile turned up is itself wild, at most three are held; no 花 points, no 包牌.

136 tiles, 16 in hand, five sets and a pair.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorer.context import WinContext
from scorer.game import Deal, Progression
from scorer.given import Given
from scorer.hand import Hand
from scorer.items import Option
from scorer.result import Payment, Problem
from scorer.rules.yueqing_chayuan_items import BIG, ITEMS, SMALL, SOURCE
from scorer.rules.yueqing_likeness import ends_two_sided, likeness
from scorer.rules.yueqing_tiles import (
    copies_beside,
    face_after,
    face_before,
    flower_tile,
    missing_wild,
    seat_problems,
    winning_tile_problems,
)
from scorer.ruleset import ALL_34, Ruleset
from scorer.settle import others
from scorer.tally import Tally
from scorer.tiles import FACES, TILES, Tile
from scorer.validate import replacement_problems

OPTIONS = (
    Option(
        "wild_from",
        "choice",
        "indicator_itself",
        "which face the tile turned up makes wild: its own, of which three are left in play, or the next (1 to 9 and "
        "round again, 东南西北中发白 and round again), of which four can be held",
        ("indicator_itself", "next"),
    ),
    Option(
        "pair_with_discarded_wild",
        "bool",
        False,
        "财神吊 that wins on a discarded wild tile has 财神做牛 too; off: only a self-drawn one adds it",
    ),
)
FLAGS = ("kong replacement", "first turn", "konged")
CONTEXT = (
    ("indicator", "the tile turned up; it is wild itself, or the next face (option `wild_from`)"),
    ("wild", "the wild face 财神, in place of the indicator"),
)
NOTES = """\
136 tiles, 16 in hand; five sets and a pair win. 14 tiles of the wall stay undrawn. The tile turned up is wild (财神),
and so three copies of it are left. 白板 is laid aside and replaced; 红中 takes its place where 白板 is wild.

- N is the sum of the items of 1, M of the bigger ones. N up to 5 and no bigger item: 台 = N.
- Otherwise 台 = (N + M) × 2, and N of 6 or more counts 10.
- With the option `wild_from` = `next` four wild tiles can be held: the items of the best three count, and one more
  财神一归位 for a fourth standing as itself.

**Who pays.** All three, whoever discarded. A dealer who wins receives 台 + 1 + streak from each; another player 台 + 1
from each of the two and 台 + 1 + streak from the dealer. Nothing is paid for a drawn hand.

A dealer who wins deals again and the streak grows; else the deal passes. After a drawn hand the dealer stays and the
streak with him, unless somebody konged four of a kind."""


def wild_of(indicator: Tile, options: Mapping[str, Any]) -> Tile | None:
    return indicator if options["wild_from"] == "indicator_itself" else face_after(indicator)


def laid_aside(wild: int, indicator: Tile | None, options: Mapping[str, Any]) -> frozenset[Tile]:
    return frozenset((flower_tile(wild),))


def turned_up(wild: int, options: Mapping[str, Any]) -> Tile:
    """The tile turned up that makes this face wild."""
    return TILES[wild] if options["wild_from"] == "indicator_itself" else face_before(wild)


def check_context(context: WinContext, options: Mapping[str, Any], wild: int) -> list[Problem]:
    return missing_wild(context, wild) + seat_problems(context, wild, (flower_tile(wild),))


def check_hand(hand: Hand, context: WinContext, options: Mapping[str, Any], wild: int) -> list[Problem]:
    """The winning tile is named, a replacement has its kong, and a tile turned up but not named counts as a copy."""
    problems = winning_tile_problems(hand, context) + replacement_problems(hand, context, options, wild)
    if context.indicator is None and 0 <= wild < FACES:
        problems += copies_beside(turned_up(wild, options), hand)
    return problems


def total(tally: Tally) -> int:
    """台."""
    small, big = tally.sum(SMALL), tally.sum(BIG)
    if small <= 5:
        return (small + big) * 2 if big else small
    return (10 + big) * 2


def formula(tally: Tally) -> str:
    """The arithmetic of the total."""
    small, big = tally.sum(SMALL), tally.sum(BIG)
    if small <= 5 and not big:
        return f"N {small}, M 0: 台 = N = {small}"
    counted = small if small <= 5 else 10
    return f"N {small}{' counts 10' * (small > 5)}, M {big}: ({counted} + {big}) × 2 = {tally.total}"


def settle(tally: Tally) -> list[Payment]:
    """台 + 1 from everybody, and the streak between the winner and the dealer."""
    context = tally.given.context
    winner, worth, streak = context.winner, tally.total, context.streak
    payments = []
    for seat in others(winner):
        if context.dealer in (seat, winner):
            payments.append(Payment(seat, winner, worth + 1 + streak, f"{worth} 台 + 1 + streak {streak}"))
        else:
            payments.append(Payment(seat, winner, worth + 1, f"{worth} 台 + 1"))
    return payments


def drawn(given: Given) -> list[Payment]:
    """Nobody pays."""
    return []


RULESET = Ruleset(
    id="yueqing-chayuan",
    name="乐清麻将（温州茶苑）",
    name_en="Yueqing mahjong, Wenzhou Chayuan edition",
    version="1",
    sets=5,
    unit="台",
    items=ITEMS,
    options=OPTIONS,
    tiles=ALL_34,
    aside_tiles=ALL_34,
    flags=FLAGS,
    context_fields=CONTEXT,
    needs_dealer=True,
    wild=wild_of,
    singles=laid_aside,
    like=likeness,
    win_matters=ends_two_sided,
    check_context=check_context,
    check_hand=check_hand,
    total=total,
    formula=formula,
    settle=settle,
    draw=drawn,
    progression=Progression(
        dealer_wins=Deal.KEEP,
        other_wins=Deal.PASS,
        drawn=Deal.HOLD,
        drawn_after_kong=Deal.PASS,
        escape=Deal.HOLD,
    ),
    aliases=("乐清", "乐清麻将", "乐清茶苑", "樂清", "樂清麻將"),
    source=SOURCE.partition(":")[0],
    notes=NOTES,
)
