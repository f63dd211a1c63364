"""武汉麻将: 红中 and 癞子 konged singly, opening before winning, 大胡 that add and products that multiply.

136 tiles, four sets and a pair. Two editions: 开口番 (opening doubles once) and 口口番 (every claim doubles).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from scorer.context import WinContext
from scorer.game import Deal, Progression
from scorer.given import Given
from scorer.hand import MeldType
from scorer.items import Option
from scorer.reading import FREE, NOWHERE, Reading
from scorer.result import Problem
from scorer.rules.wuhan_items import BIG, ITEMS, RED, SOURCE, TWO_FIVE_EIGHT, WINDS_AND_DRAGONS
from scorer.rules.wuhan_likeness import likeness
from scorer.rules.wuhan_settlement import escape, formula, nothing, rank, settle, total
from scorer.ruleset import ALL_34, Ruleset
from scorer.settle import others
from scorer.tally import Tally
from scorer.tiles import TILES, Tile
from scorer.validate import replacement_problems

FREE_PAIRS = ("all-winds", "all-258", "all-pungs", "one-suit")
"""大胡 whose pair can be of any tile."""

OPTIONS = (
    Option(
        "edition",
        "choice",
        "kaikou",
        "kaikou 开口番: opening × 2 once; koukou 口口番: × 2 for every claimed set, 金顶 and 逃跑 500 instead of 400",
        ("kaikou", "koukou"),
    ),
    Option("wild_kong_factor", "choice", 2, "what each 癞子杠 multiplies by", (2, 4)),
    Option("max_wild_big", "choice", "none", "how many wild tiles a 大胡 may use for other tiles", ("none", 2)),
)
FLAGS = ("kong replacement", "last tile", "payer not ready")
CONTEXT = (
    ("indicator", "the tile turned up; the face after it is wild (癞子)"),
    ("wild", "the wild face itself, in place of the indicator"),
    ("seats", "what lies before each player: claimed sets, kongs, and aside the 红中 and 癞子 konged singly"),
    ("liability", "a seat that the table makes answer for the win, where the sets' origin is not known"),
    ("leaver", "who left, for the event escape"),
)
NOTES = """\
Each loser pays base × his own product × the winner's product.

- The base is 1 for 小胡, 10 for each 大胡.
- Everybody's own product: × 2 for having opened (口口番: for each claimed set), × 2 for each exposed or added kong,
  × 4 for each concealed one, × 2 for each 红中杠 and 癞子杠.
- The winner: × 2 for 硬胡, and × 2 for a self-draw (大胡 × 1.5).
- The discarder, or the player robbed of a kong: × 2 (大胡 × 1.5).
- 小胡 between the dealer and another player: × 2.
- A loser pays at most 300; if all three would pay more, at most 400 (口口番 500).
- One player pays for all three: who, not being ready, discards to 全求人; from whom the third claimed set of 清一色
  came; whose kong is robbed.

The winner must have opened: a chow, a pung, an exposed or an added kong. The pair is of 2, 5 or 8 unless 风一色,
将一色, 碰碰胡 or 清一色 counts. A leaver loses 400 (口口番 500), shared among the three others."""


def next_face(indicator: Tile, options: Mapping[str, Any]) -> Tile | None:
    """The face after the tile turned up: 1 to 9 and round again, 东南西北发白 and round again; 红中 gives 发."""
    if indicator < 27:
        first = indicator // 9 * 9
        return TILES[first + (indicator - first + 1) % 9]
    if indicator == RED:
        return Tile.GREEN
    place = WINDS_AND_DRAGONS.index(indicator)
    return TILES[WINDS_AND_DRAGONS[(place + 1) % len(WINDS_AND_DRAGONS)]]


def laid_out_singly(wild: int, indicator: Tile | None, options: Mapping[str, Any]) -> frozenset[Tile]:
    """红中杠 and 癞子杠."""
    return frozenset((Tile.RED,) if wild < 0 else (Tile.RED, TILES[wild]))


def check_context(context: WinContext, options: Mapping[str, Any], wild: int) -> list[Problem]:
    """What cannot be on a 武汉 table."""
    problems = []
    if wild == RED:
        problems.append(Problem("bad_wild", "红中 is never wild", (Tile.RED,)))
    turned = context.indicator
    if turned is not None and context.wild is not None and not turned.is_flower:
        follows = next_face(turned, options)
        if follows != context.wild != Tile.RED:
            text = f"{turned} is turned up, so {follows} is wild, not {context.wild}"
            problems.append(Problem("bad_wild", text, (context.wild,)))
    for seat in others(context.winner % 4):
        view = context.seat(seat)
        for meld in view.melds:
            if not meld.is_set:
                problems.append(Problem("bad_meld", f"seat {seat} has {meld}, which is no {meld.type}", meld.tiles))
            elif any(tile in (wild, RED) for tile in meld.tiles):
                text = f"seat {seat} has {meld}: 红中 and 癞子 are konged singly"
                problems.append(Problem("wild_in_meld", text, meld.tiles))
        for tile in sorted(set(view.aside)):
            if tile not in (wild, RED):
                text = f"seat {seat} has {tile} aside, neither 红中 nor 癞子"
                problems.append(Problem("tile_not_aside", text, (tile,)))
    return problems


def anywhere(given: Given, code: int) -> bool:
    """No item looks at what the winning tile completed."""
    return False


def conditions(given: Given) -> list[Problem]:
    """What a win needs whatever the reading."""
    problems = []
    if not given.claims:
        problems.append(Problem("not_opened", "开口: no chow, pung or exposed kong has been claimed"))
    if given.on_discard and given.win_wild:
        problems.append(Problem("wild_discard", "a 癞子 that another lays out cannot be won on", (TILES[given.wild],)))
    return problems


def refuse(tally: Tally) -> list[Problem]:
    """What a win needs of the reading: its pair, and not too many wild tiles standing for others."""
    reading = tally.reading
    problems = []
    pair = reading.pair
    fixed = pair is not None and not pair.faceless and not any(tally.has(id_) for id_ in FREE_PAIRS)
    if pair is not None and fixed and pair.tile not in TWO_FIVE_EIGHT:
        text = f"the pair is of {TILES[pair.tile]}, 将 must be 2, 5 or 8"
        problems.append(Problem("pair_not_258", text, pair.tiles))
    most = tally.given.option["max_wild_big"] if tally.count(BIG) else 1
    if most != "none" and reading.stand_ins > most:
        kind = "大胡" if tally.count(BIG) else "小胡"
        text = f"{reading.stand_ins} wild tiles stand for others, {kind} allows {most}"
        problems.append(Problem("too_many_wild", text, (TILES[tally.given.wild],)))
    return problems


def without_sets(given: Given) -> Iterator[Reading]:
    """风一色 and 将一色 need no sets in hand: every tile one of theirs, wild tiles too."""
    for faces in (WINDS_AND_DRAGONS, TWO_FIVE_EIGHT):
        if any(count and face not in faces for face, count in enumerate(given.held)):
            continue
        wild_as = given.wild if given.wild in faces else faces[0]
        real = [face for face, count in enumerate(given.counts) for _ in range(count)]
        yield Reading(given, FREE, given.melds, None, NOWHERE, tiles=tuple(sorted(real + [wild_as] * given.wilds)))


RULESET = Ruleset(
    id="wuhan",
    name="武汉麻将",
    name_en="Wuhan mahjong (开口番 and 口口番)",
    version="1",
    sets=4,
    unit="分",
    items=ITEMS,
    options=OPTIONS,
    tiles=ALL_34 - {Tile.RED},
    aside_tiles=ALL_34,
    melds=frozenset(MeldType),
    flags=FLAGS,
    context_fields=CONTEXT,
    needs_dealer=True,
    wild=next_face,
    singles=laid_out_singly,
    readings=without_sets,
    like=likeness,
    win_matters=anywhere,
    check_context=check_context,
    check_hand=replacement_problems,
    conditions=conditions,
    refuse=refuse,
    total=total,
    rank=rank,
    formula=formula,
    settle=settle,
    draw=nothing,
    escape=escape,
    progression=Progression(dealer_wins=Deal.KEEP, other_wins=Deal.PASS, drawn=Deal.KEEP, escape=Deal.PASS, rounds=4),
    aliases=("武汉", "武漢", "武漢麻將"),
    source=SOURCE.partition(":")[0],
    notes=NOTES,
)
