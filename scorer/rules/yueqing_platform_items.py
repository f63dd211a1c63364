"""乐清, platform edition: the items. Big ones first, the largest before the smaller ones they leave no room for."""

from __future__ import annotations

from collections.abc import Callable

from scorer.items import Item, Predicate
from scorer.reading import Reading
from scorer.rules import yueqing_predicates as is_
from scorer.rules.yueqing_platform_state import BIG, DOUBLES_ALWAYS, SMALL, unless_wild_only, worth
from scorer.rules.yueqing_predicates import Marks, mark_faces
from scorer.rules.yueqing_tiles import GREEN, RED, WINDS, face_before, flower_tile

SOURCE = "乐清麻将 (网络平台): 台型"


def flowers(r: Reading) -> int:
    """白板 laid aside, or the 红中 that take their place."""
    given = r.given
    found: int | None = given.extra.get("flowers")
    if found is None:
        indicator = face_before(given.wild)
        found = given.extra["flowers"] = is_.aside(given, flower_tile(given.wild, indicator))
        given.extra["shown"] = is_.aside(given, indicator)
    return found


def shown(r: Reading) -> int:
    """明牌: copies of the indicator laid aside."""
    flowers(r)
    found: int = r.given.extra["shown"]
    return found


def all_winds(r: Reading) -> bool:
    """四风齐: the own wind a pung, each other wind a pung or, one of them, the pair."""
    if not is_.own_wind(r):
        return False
    others = [wind for wind in WINDS if wind != r.given.seat_wind]
    return is_.other_wind_pungs(r) + any(r.pair_is(wind) and not is_.has_pung(r, wind) for wind in others) == 3


def no_wind_wild(when: Predicate) -> Predicate:
    return lambda r: r.given.wild not in WINDS and when(r)


def beauties(whites: int) -> Predicate:
    return lambda r: is_.red_and_green(r) and flowers(r) >= whites


def homes(least: int) -> Predicate:
    """归位: at least so many wild tiles stand as themselves in chows."""
    return lambda r: r.homes_in_chows >= least


def big(
    id_: str,
    name: str,
    name_en: str,
    value: int,
    when: Predicate,
    note: str,
    excludes: tuple[str, ...] = (),
    marks: Marks | None = None,
) -> Item:
    return Item(
        id=id_,
        name=name,
        name_en=name_en,
        value=worth(value),
        value_note=str(value),
        group=BIG,
        when=unless_wild_only(when),
        excludes=excludes,
        marks=marks,
        note=note,
        source=f"{SOURCE}, {value} 台",
    )


def keeps_doubling(
    id_: str,
    name: str,
    name_en: str,
    value: int,
    when: Predicate,
    note: str,
    excludes: tuple[str, ...] = (),
) -> Item:
    return Item(
        id=id_,
        name=name,
        name_en=name_en,
        value=worth(value),
        value_note=str(value),
        group=DOUBLES_ALWAYS,
        when=when,
        excludes=excludes,
        note=note,
        source=f"{SOURCE}, {value} 台",
    )


def small(
    id_: str,
    name: str,
    name_en: str,
    when: Predicate,
    note: str,
    marks: Callable[[Reading], tuple[int, ...]] | None = None,
) -> Item:
    source = f"{SOURCE}, 一台"
    return Item(
        id=id_, name=name, name_en=name_en, value=1, group=SMALL, when=when, marks=marks, note=note, source=source
    )


BIG_ITEMS = (
    big(
        "four-homes",
        "财神四归位",
        "Four wild tiles as themselves",
        500,
        homes(4),
        "four wild tiles stand as themselves in chows",
        excludes=("four-wild", "three-homes", "two-homes"),
        marks=is_.mark_homes,
    ),
    big(
        "three-homes",
        "财神三归位",
        "Three wild tiles as themselves",
        200,
        homes(3),
        "three wild tiles stand as themselves in chows",
        excludes=("wild-pung", "three-wild", "two-homes"),
        marks=is_.mark_homes,
    ),
    big(
        "all-honours",
        "全字",
        "All honours",
        200,
        is_.all_honours,
        "every tile an honour; adds to 三美人, 四美人, 四风齐 and 四风影",
        excludes=("own-wind", "all-pungs", "one-suit-and-honours"),
    ),
    big(
        "four-beauties",
        "四美人",
        "Four beauties",
        200,
        beauties(4),
        "pungs or kongs of 红中 and 发财, and four 白板 laid aside; none of 中发白 is wild",
        excludes=("three-beauties", "four-whites", "red-pung", "green-pung"),
        marks=mark_faces(RED, GREEN),
    ),
    big(
        "one-suit",
        "清一色",
        "One suit",
        45,
        is_.one_suit,
        "one suit, no honours",
        excludes=("one-suit-and-honours",),
    ),
    big(
        "all-winds",
        "四风齐",
        "All four winds",
        45,
        no_wind_wild(all_winds),
        "a pung or kong of the own wind, pungs or kongs of the other winds, one of which may be the pair; "
        "no wind is wild",
        excludes=("own-wind", "winds-shadow"),
        marks=is_.mark_winds,
    ),
    big(
        "four-whites",
        "四白板",
        "Four whites",
        45,
        lambda r: flowers(r) == 4,
        "four flower tiles laid aside",
    ),
    big(
        "heaven",
        "天胡",
        "Heavenly win",
        45,
        lambda r: is_.heaven(r.given),
        "the dealer's first 17 tiles win",
    ),
    big(
        "earth",
        "地胡",
        "Earthly win",
        45,
        lambda r: is_.earth(r.given),
        "won on the dealer's first discard",
    ),
    big(
        "wild-pung",
        "三财神刻",
        "Pung of wild tiles",
        45,
        is_.wild_pung,
        "three wild tiles are one pung",
        excludes=("three-wild",),
        marks=is_.mark_wild_pung,
    ),
    big(
        "three-beauties",
        "三美人",
        "Three beauties",
        45,
        beauties(3),
        "pungs or kongs of 红中 and 发财, and three 白板 laid aside; none of 中发白 is wild",
        excludes=("red-pung", "green-pung"),
        marks=mark_faces(RED, GREEN),
    ),
    keeps_doubling(
        "four-wild",
        "四财神",
        "Four wild tiles",
        45,
        is_.held(4),
        "four wild tiles held",
        excludes=("three-wild",),
    ),
    big(
        "two-homes",
        "财神双归位",
        "Two wild tiles as themselves",
        30,
        homes(2),
        "two wild tiles stand as themselves in chows",
        excludes=("wild-pair", "two-wild", "one-home"),
        marks=is_.mark_homes,
    ),
    big(
        "lone-tile-draws-wild",
        "单吊财神",
        "Lone tile draws a wild one",
        30,
        is_.lone_real_draws_wild,
        "five sets exposed or konged, the one tile in hand is not wild, and a wild tile is drawn",
        excludes=("hard-lone-tile", "wild-pair"),
    ),
    big(
        "hard-lone-tile",
        "硬吊",
        "Lone tile meets its twin",
        45,
        is_.lone_real_meets_twin,
        "five sets exposed or konged, the one tile in hand is not wild and its real twin wins",
        excludes=("no-wild",),
    ),
    big(
        "all-pungs",
        "对对胡",
        "All pungs",
        15,
        is_.all_pungs,
        "five pungs or kongs",
        marks=is_.mark_pungs,
    ),
    big(
        "one-suit-and-honours",
        "混一色",
        "One suit and honours",
        15,
        is_.one_suit_and_honours,
        "one suit and honours",
    ),
    big(
        "lone-wild",
        "财神单吊",
        "Lone wild tile",
        15,
        is_.lone_wild,
        "five sets exposed or konged, the one tile in hand is wild; drawing a second wild tile adds 财神做牛",
    ),
    keeps_doubling(
        "three-wild",
        "三财神",
        "Three wild tiles",
        15,
        is_.held(3),
        "exactly three wild tiles held",
    ),
    big(
        "wild-pair",
        "财神做牛",
        "Pair of wild tiles",
        15,
        is_.wild_pair,
        "the pair is two wild tiles",
        excludes=("two-wild",),
    ),
    big(
        "winds-shadow",
        "四风影",
        "Three winds and the own pair",
        15,
        no_wind_wild(is_.three_winds_and_own_pair),
        "pungs or kongs of three winds and a pair of the own wind; no wind is wild",
        marks=is_.mark_winds,
    ),
    big(
        "three-shown",
        "三杠头",
        "Three shown tiles",
        15,
        lambda r: shown(r) == 3,
        "all three copies of the indicator laid aside",
        excludes=("shown",),
    ),
)

SMALL_ITEMS = (
    small(
        "own-wind",
        "自风位",
        "Own wind",
        is_.own_wind,
        "a pung or kong of the winner's own wind, wild tiles may complete it; void when that wind is wild",
        marks=is_.mark_own_wind,
    ),
    small("white", "白板", "White", flowers, "each flower tile aside: 白板, or 红中 when 白板 is wild or turned up"),
    small(
        "red-pung",
        "红中刻",
        "Red pung",
        is_.pung_of(RED),
        "a pung or kong of 红中, wild tiles may complete it",
        marks=mark_faces(RED),
    ),
    small(
        "green-pung",
        "发财刻",
        "Green pung",
        is_.pung_of(GREEN),
        "a pung or kong of 发财, wild tiles may complete it",
        marks=mark_faces(GREEN),
    ),
    small("no-wild", "无财神", "No wild tile", is_.no_wild, "no wild tile among the 17"),
    small(
        "one-home",
        "财神一归位",
        "One wild tile as itself",
        lambda r: r.homes_in_chows == 1,
        "exactly one of the wild tiles stands as itself inside a chow",
        marks=is_.mark_homes,
    ),
    small("two-wild", "双财神", "Two wild tiles", is_.held(2), "exactly two wild tiles among the 17"),
    small(
        "kong-replacement",
        "杠杠胡",
        "Kong replacement",
        is_.kong_replacement,
        "won on the tile drawn after a kong",
    ),
    small("robbed-kong", "抢杠胡", "Robbed kong", is_.robbed_kong, "won on the tile another adds to a pung"),
    small(
        "plain-win",
        "平胡",
        "Plain win",
        is_.plain_win,
        "no pung or kong; the winning tile is real and ends a chow without any wild tile that waited on both sides; "
        "the pair is not the own wind, 红中 or 发财",
        marks=is_.mark_won,
    ),
    small("shown", "明牌", "Shown tile", shown, "each copy of the indicator laid aside"),
)

NOTHING = Item(
    id="nothing",
    name="屁胡",
    name_en="Nothing",
    value=0,
    when=lambda r: True,
    otherwise=(BIG, DOUBLES_ALWAYS, SMALL),
    note="none of all the items",
    source=f"{SOURCE}, 屁胡",
)

ITEMS: tuple[Item, ...] = (*BIG_ITEMS, *SMALL_ITEMS, NOTHING)
