"""合肥麻将: no claims at all, only concealed kongs; the points of the hand and a pattern on top.

84 tiles: 2 to 8 of the three suits. Four sets and a pair, or seven pairs, with at least eight tiles of one suit.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from scorer.context import Event, WinBy, WinContext
from scorer.game import Deal, Progression
from scorer.given import Given
from scorer.hand import MeldType
from scorer.items import Option
from scorer.reading import NOWHERE, SEVEN_PAIRS, Reading
from scorer.result import Payment, Problem
from scorer.rules.hefei_items import (
    BASE,
    FIRST_TURN,
    ITEMS,
    LEAST_OF_A_SUIT,
    SOURCE,
    dealer_points,
    earth,
    facts,
    heaven,
)
from scorer.ruleset import Ruleset
from scorer.settle import payers
from scorer.tally import Tally
from scorer.tiles import TILES
from scorer.validate import replacement_problems

DECK = frozenset(tile for tile in TILES[:27] if 1 <= tile % 9 <= 7)
"""Ranks 2 to 8."""

OPTIONS = (
    Option(
        "dealer_points",
        "choice",
        "all",
        "庄分 in every win, or only in payments between the dealer and another player",
        ("all", "dealer_pairs"),
    ),
    Option("edge_wait", "bool", True, "卡 for 23 waiting for 4 and 78 waiting for 6, the edges of this deck"),
)
FLAGS = ("kong replacement", "last tile", "first turn", "after kong")
NOTES = """\
The total is what one payment comes to: the 基础分, summed from 胡 to 双扑, and the patterns on top. 天胡 and 地胡
multiply the 基础分 instead, where that is more. On a discard the discarder pays each winner in full, on a self-draw the
three others pay. Kongs are concealed and shown; nothing is claimed. At least eight tiles are of one suit, a kong giving
four."""


def check_context(context: WinContext, options: Mapping[str, Any], wild: int) -> list[Problem]:
    """Only concealed kongs are made, so none can be robbed."""
    if context.event is Event.WIN and context.win_by is WinBy.ROBBED_KONG:
        return [Problem("no_robbed_kong", "合肥: a concealed kong cannot be robbed")]
    return []


def eight_of_a_suit(given: Given) -> list[Problem]:
    most = max(facts(given).suits)
    if most >= LEAST_OF_A_SUIT:
        return []
    text = f"{most} tiles of the longest suit, {LEAST_OF_A_SUIT} are needed to win"
    return [Problem("eight_of_a_suit", text)]


def seven_pairs(given: Given) -> Iterator[Reading]:
    counts = given.counts
    if given.melds or 1 in counts or 3 in counts or sum(counts) != 14:
        return
    pairs = tuple(face for face, count in enumerate(counts) for _ in range(count // 2))
    tiles = tuple(face for face in pairs for _ in (0, 1))
    yield Reading(given, SEVEN_PAIRS, (), None, NOWHERE, tiles=tiles, pairs=pairs)


def pair_waits(given: Given, counts: list[int]) -> set[int]:
    """The face that makes these thirteen tiles seven pairs."""
    odd = [face for face, count in enumerate(counts) if count & 1]
    return set(odd) if len(odd) == 1 and sum(counts) == 13 else set()


def variants(given: Given) -> tuple[str, ...]:
    """天胡 and 地胡 first, then the ordinary sum: the larger counts."""
    return (FIRST_TURN, "") if heaven(given) or earth(given) else ("",)


def factor(tally: Tally) -> int:
    if not tally.reading.variant:
        return 1
    return 6 if tally.given.is_dealer else 3


def total(tally: Tally) -> int:
    """What one payment comes to."""
    return tally.sum(BASE) * factor(tally) if tally.reading.variant else tally.sum()


def dealer_extra(tally: Tally) -> int:
    """What the dealer alone pays more: 庄分 where the other payers owe none."""
    return 0 if dealer_points(tally.reading) else tally.given.context.streak * factor(tally)


def received(tally: Tally) -> int:
    """What the winner receives from all, or one of payments that are all alike: the reading that gives most counts."""
    given = tally.given
    if given.option["dealer_points"] == "all":
        return tally.total
    seats = payers(given)
    return tally.total * len(seats) + dealer_extra(tally) * (given.context.dealer in seats)


def formula(tally: Tally) -> str:
    """The sum, worked out once for the payments and the result."""
    known: tuple[Tally, str] | None = tally.given.extra.get("formula")
    if known is not None and known[0] is tally:
        return known[1]
    summed = " + ".join([f"{item.name} {item.value}" for item in tally.items if item.value is not None])
    times = factor(tally)
    text = f"({summed}) × {times} = {tally.total}" if times > 1 else f"{summed} = {tally.total}"
    tally.given.extra["formula"] = (tally, text)
    return text


def settle(tally: Tally) -> list[Payment]:
    given = tally.given
    shown = formula(tally)
    payments = []
    for seat in payers(given):
        extra = dealer_extra(tally) if seat == given.context.dealer else 0
        why = f"{shown}; 庄分 {extra} more: {tally.total + extra}" if extra else shown
        payments.append(Payment(seat, given.context.winner, tally.total + extra, why))
    return payments


def nothing(given: Given) -> list[Payment]:
    """流局: nobody pays."""
    return []


RULESET = Ruleset(
    id="hefei",
    name="合肥麻将",
    name_en="Hefei mahjong",
    version="1",
    sets=4,
    unit="分",
    items=ITEMS,
    options=OPTIONS,
    tiles=DECK,
    melds=frozenset((MeldType.CONCEALED_KONG,)),
    lowest_rank=2,
    highest_rank=8,
    flags=FLAGS,
    needs_dealer=True,
    readings=seven_pairs,
    more_waits=pair_waits,
    variants=variants,
    check_context=check_context,
    check_hand=replacement_problems,
    conditions=eight_of_a_suit,
    total=total,
    formula=formula,
    rank=received,
    settle=settle,
    draw=nothing,
    progression=Progression(dealer_wins=Deal.KEEP, other_wins=Deal.PASS, drawn=Deal.KEEP, rounds=4),
    aliases=("合肥", "合肥麻將"),
    source=SOURCE.partition(":")[0],
    notes=NOTES,
)
