"""乐清麻将, platform edition: indicator copies laid aside, 花 points paid every hand, the 明牌 state, 包牌, 逃跑.

136 tiles, 16 in hand, five sets and a pair; the face after the tile turned up is wild.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorer.context import Event, WinContext
from scorer.game import Deal, Progression
from scorer.hand import Hand
from scorer.items import Option
from scorer.result import Problem
from scorer.rules.yueqing_likeness import ends_two_sided, likeness
from scorer.rules.yueqing_platform_big import SOURCE
from scorer.rules.yueqing_platform_escape import escape
from scorer.rules.yueqing_platform_flowers import squared_for_winner
from scorer.rules.yueqing_platform_items import ITEMS
from scorer.rules.yueqing_platform_settlement import drawn, liability_problems, settle
from scorer.rules.yueqing_platform_state import formula, total
from scorer.rules.yueqing_tiles import (
    WHITE,
    copies_beside,
    face_after,
    face_before,
    flower_tile,
    missing_wild,
    seat_problems,
    winning_tile_problems,
)
from scorer.ruleset import ALL_34, Ruleset
from scorer.tally import Tally
from scorer.tiles import FACES, Tile
from scorer.validate import replacement_problems

OPTIONS = (
    Option("min_tai", "int", 0, "how many 台, doubled, a hand needs to win; from 15 on 吃碰杠四手 makes nobody answer"),
    Option(
        "open_state_limit",
        "choice",
        "five",
        "a win in another's 明牌 state. five: each big item counts 5, the hand at most 5 台, undoubled; "
        "five_each_doubled: (min(N, 5) + 5 × big items) × 2, up to 5 small ones alone undoubled",
        ("five", "five_each_doubled"),
    ),
    Option("unit_price", "int", 1, "what one 条 is paid with; every payment is multiplied by it", minimum=1),
    Option("base", "int", 1, "the base a leaver pays several times over to each of the others"),
    Option("escape_multiple", "int", 10, "how many times that base a leaver pays"),
    Option(
        "pair_with_discarded_wild",
        "bool",
        True,
        "财神单吊 that wins on a discarded wild tile has 财神做牛 too; off: only a self-drawn one adds it",
    ),
    Option(
        "fed_four_from_melds",
        "bool",
        False,
        "吃碰杠四手 is also found from where the winner's melds came, not only where the context names it",
    ),
    Option("escape_concealed_kongs", "bool", False, "逃跑: a concealed kong is one of the claimed sets"),
    Option("escape_concealed_chows", "bool", False, "逃跑: for 三财神刻 chows in hand count as made, not only pungs"),
)
FLAGS = ("kong replacement", "first turn", "open state first discard", "konged")
CONTEXT = (
    ("indicator", "the tile turned up (明牌); the face after it is wild"),
    ("wild", "the wild face 财神, in place of the indicator"),
    ("open_hand_holder", "the seat in the 明牌 state"),
    ("liability", "包牌: the reason, 吃碰杠四手, 见牌胡, 不能乱吐, 单吊形成 or 点炮成明翻, and the seat that pays"),
    ("seats", "what lies before each player, and his hand where it is shown: 花 points, and what a leaver pays for"),
    ("leaver", "who left, for the event escape"),
)
NOTES = """\
136 tiles, 16 in hand; five sets and a pair win. 16 tiles of the wall stay undrawn. The face after the tile turned up is
wild (财神): 1 to 9 and round again, 东南西北中发白 and round again. The other three copies of the tile turned up (明牌)
and 白板 are laid aside and replaced; 红中 takes the place of 白板 where 白板 is wild or was turned up.

- N is the sum of the small items, M of the big ones. N up to 5 without a big item: 台 = N.
- Otherwise 台 = (N + M) × 2, and from N = 6 on N counts 15 + N - 6, at most as for 10.
- Of several readings the one counts that is worth most in 台 and 花 together.

**明牌 state.** The first player to show one of these is in it: 三杠头; 四白板; six 台 of 明牌, 白板 and melded own wind
or 红中 or 发财; 三美人; 四美人; 四风齐; five sets on the table. Every other player's win is then limited (option
`open_state_limit`); with three or four wild tiles 三财神 or 四财神 alone count as big and double, with at most 5 small.
天胡, 地胡 and a win on the first discard made as the state forms are scored in full.

**Who pays.** All three, whoever discarded. A dealer who wins receives 台 + streak + 1 from each; another player 台 + 1
from each of the two and 台 + 2 from the dealer. 包牌: one player pays all three shares; of several reasons the first of
吃碰杠四手, 见牌胡, 不能乱吐, 单吊形成, 点炮成明翻.

**花.** Every player adds up his units, drawn hands too, and gets their square from each of the others: a wild tile 1
(three 6, four 10), a flower tile 1 (four 8), a 明牌 tile 1 (three 6), an exposed kong 1, a concealed one 2; own wind,
红中, 发财: pung 1, exposed kong 2, concealed kong 3, unless wild. Three alike in the hand of a player who did not win
are a pung.

**逃跑.** A leaver pays each of the others the largest big item still possible for him, undoubled, and base × 10.

The dealer is always East. A dealer who wins deals again and the streak grows; else the deal passes. After a drawn hand
or a leaver the dealer stays and the streak with him, unless in a drawn hand somebody konged four of a kind."""


def wild_of(indicator: Tile, options: Mapping[str, Any]) -> Tile | None:
    return face_after(indicator)


def laid_aside(wild: int, indicator: Tile | None, options: Mapping[str, Any]) -> frozenset[Tile]:
    """The flower tile and the copies of the indicator."""
    if not 0 <= wild < FACES:
        return frozenset((WHITE,))
    turned_up = face_before(wild)
    return frozenset((flower_tile(wild, turned_up), turned_up))


def check_context(context: WinContext, options: Mapping[str, Any], wild: int) -> list[Problem]:
    """What cannot be of the table: besides the tiles, an indicator that makes another face wild, and 包牌."""
    problems = missing_wild(context, wild)
    named, indicator = context.wild, context.indicator
    if named is not None and indicator is not None and indicator < FACES and face_after(indicator) != named:
        text = f"{named} cannot be wild: {indicator} was turned up, which makes {face_after(indicator)} wild"
        problems.append(Problem("bad_wild", text, (named, indicator)))
    problems += seat_problems(context, wild, laid_aside(wild, indicator, options))
    if context.event is Event.WIN:
        problems += liability_problems(context)
    return problems


def check_hand(hand: Hand, context: WinContext, options: Mapping[str, Any], wild: int) -> list[Problem]:
    """The winning tile is named, a replacement has its kong, and a tile turned up but not named counts as a copy."""
    problems = winning_tile_problems(hand, context) + replacement_problems(hand, context, options, wild)
    if context.indicator is None and 0 <= wild < FACES:
        problems += copies_beside(face_before(wild), hand)
    return problems


def refuse(tally: Tally) -> list[Problem]:
    """起胡: the room's least 台."""
    least = tally.given.option["min_tai"]
    if tally.total >= least:
        return []
    return [Problem("min_tai", f"{tally.total} 台, this room needs {least} to win")]


def rank(tally: Tally) -> int:
    """台 and 花 together: what each of the others pays."""
    return tally.total + squared_for_winner(tally.reading)


RULESET = Ruleset(
    id="yueqing-platform",
    name="乐清麻将（网络平台）",
    name_en="Yueqing mahjong, platform edition",
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
    refuse=refuse,
    total=total,
    formula=formula,
    rank=rank,
    settle=settle,
    draw=drawn,
    escape=escape,
    progression=Progression(
        dealer_wins=Deal.KEEP,
        other_wins=Deal.PASS,
        drawn=Deal.HOLD,
        drawn_after_kong=Deal.PASS,
        escape=Deal.HOLD,
    ),
    aliases=("乐清平台",),
    source=SOURCE.partition(":")[0],
    notes=NOTES,
)
