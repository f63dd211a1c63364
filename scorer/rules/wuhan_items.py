"""武汉: the items. 大胡 are worth 10 each and add up; what is none of them is 小胡, worth 1."""

from __future__ import annotations

from scorer.given import Given
from scorer.items import Item
from scorer.reading import FLAGS, FREE, ONE_SUIT, SETS, Reading
from scorer.tiles import Tile

BIG = "big"
SMALL = "small"
SHARE = "share"
SOURCE = "武汉麻将游戏规则: 胡牌类型"
EITHER_SHAPE = (SETS, FREE)

RED = int(Tile.RED)
WINDS_AND_DRAGONS: tuple[int, ...] = tuple(face for face in range(27, 34) if face != RED)
"""东南西北发白: what 风一色 is made of. 红中 is never in a hand."""
TWO_FIVE_EIGHT: tuple[int, ...] = tuple(face for face in range(27) if face % 9 in (1, 4, 7))
"""What 将一色 is made of, and what the pair has to be of otherwise."""

_ONLY_WINDS = ~sum(1 << face for face in WINDS_AND_DRAGONS)
_ONLY_258 = ~sum(1 << face for face in TWO_FIVE_EIGHT)


def all_winds(r: Reading) -> bool:
    return r.mask & _ONLY_WINDS == 0 and not r.chows


def all_258(r: Reading) -> bool:
    return r.mask & _ONLY_258 == 0 and not r.chows


def all_pungs(r: Reading) -> bool:
    return not r.chows


def drawn(given: Given, flag: str) -> bool:
    return given.self_draw and given.flag(flag)


def all_begged(r: Reading) -> bool:
    """全求人: four claimed sets; the tile in hand is a 2, 5 or 8 and the other's tile its twin, or it is a wild tile
    and the other's tile any 2, 5 or 8. The rule asks what the tile in hand is, not what it stands for: beside four
    pungs of 将一色 a wild 2, 5 or 8 may stand as itself, with 硬胡."""
    given = r.given
    if not given.on_discard or given.claims < 4 or given.win_tile not in TWO_FIVE_EIGHT:
        return False
    return given.lone_tile in (given.wild, given.win_tile)


def hard(r: Reading) -> bool:
    return r.stand_ins == 0


ITEMS: tuple[Item, ...] = (
    Item(
        id="all-pungs",
        name="碰碰胡",
        name_en="All pungs",
        value=10,
        group=BIG,
        when=all_pungs,
        note="four pungs or kongs; any pair",
        source=SOURCE,
    ),
    Item(
        id="all-winds",
        name="风一色",
        name_en="All winds",
        value=10,
        group=BIG,
        when=all_winds,
        shapes=EITHER_SHAPE,
        note="every tile a wind, 发 or 白; needs no sets",
        source=SOURCE,
    ),
    Item(
        id="all-258",
        name="将一色",
        name_en="All 2, 5, 8",
        value=10,
        group=BIG,
        when=all_258,
        shapes=EITHER_SHAPE,
        note="every tile a 2, 5 or 8; needs no sets",
        source=SOURCE,
    ),
    Item(
        id="one-suit",
        name="清一色",
        name_en="One suit",
        value=10,
        group=BIG,
        when=lambda r: r.one_suit,
        needs=ONE_SUIT,
        note="one suit, in sets; any pair",
        source=SOURCE,
    ),
    Item(
        id="last-tile-draw",
        name="海底捞",
        name_en="Last tile draw",
        value=10,
        group=BIG,
        when=lambda r: drawn(r.given, "last tile"),
        shapes=EITHER_SHAPE,
        needs=FLAGS,
        note="self-draw among the last four tiles",
        source=SOURCE,
    ),
    Item(
        id="kong-replacement",
        name="杠上花",
        name_en="Kong replacement",
        value=10,
        group=BIG,
        when=lambda r: drawn(r.given, "kong replacement"),
        shapes=EITHER_SHAPE,
        needs=FLAGS,
        note="self-draw on the tile drawn after a kong, 红中杠 and 癞子杠 included",
        source=SOURCE,
    ),
    Item(
        id="robbed-kong",
        name="抢杠",
        name_en="Robbed kong",
        value=10,
        group=BIG,
        when=lambda r: r.given.robbed,
        shapes=EITHER_SHAPE,
        note="won on the tile another adds to a pung",
        source=SOURCE,
    ),
    Item(
        id="all-begged",
        name="全求人",
        name_en="All claimed",
        value=10,
        group=BIG,
        when=all_begged,
        shapes=EITHER_SHAPE,
        note="four claimed sets, no concealed kong; won on another's tile: the twin of a 2, 5 or 8 in hand, or any "
        "2, 5 or 8 for a wild tile in hand",
        source=SOURCE,
    ),
    Item(
        id="small",
        name="小胡",
        name_en="Small win",
        value=1,
        group=SMALL,
        when=lambda r: True,
        otherwise=(BIG,),
        note="no 大胡: the pair of 2, 5 or 8, at most one wild tile standing for another",
        source=SOURCE,
    ),
    Item(
        id="hard",
        name="硬胡",
        name_en="Hard win",
        factor=2,
        group=SHARE,
        when=hard,
        shapes=EITHER_SHAPE,
        note="no wild tile, or every one konged or standing as itself",
        source=SOURCE,
    ),
    Item(
        id="soft",
        name="软胡",
        name_en="Soft win",
        factor=1,
        group=SHARE,
        when=lambda r: not hard(r),
        shapes=EITHER_SHAPE,
        note="a wild tile stands for another tile",
        source=SOURCE,
    ),
)
