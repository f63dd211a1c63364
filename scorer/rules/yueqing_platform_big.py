"""乐清, platform edition: the big items, the larger ones before the smaller ones they leave no room for."""

from __future__ import annotations

from scorer.items import Item, Predicate
from scorer.reading import FLAGS, HONOUR_PUNGS, HONOURS, NO_HONOURS, ONE_SUIT, PUNGS, WILDS, Reading
from scorer.rules import yueqing_predicates as is_
from scorer.rules.yueqing_platform_state import BIG, DOUBLES_ALWAYS, unless_wild_only, worth
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
    needs: int = 0,
    marks: Marks | None = None,
    group: str = BIG,
) -> Item:
    return Item(
        id=id_,
        name=name,
        name_en=name_en,
        value=worth(value),
        value_note=str(value),
        group=group,
        when=when if group == DOUBLES_ALWAYS else unless_wild_only(when),
        excludes=excludes,
        needs=needs,
        marks=marks,
        note=note,
        source=f"{SOURCE}, {value} 台",
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
        needs=WILDS,
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
        needs=WILDS,
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
        needs=HONOURS | PUNGS,
    ),
    big(
        "four-beauties",
        "四美人",
        "Four beauties",
        200,
        beauties(4),
        "pungs or kongs of 红中 and 发财, and four 白板 laid aside; none of 中发白 is wild",
        excludes=("three-beauties", "four-whites", "red-pung", "green-pung"),
        needs=HONOUR_PUNGS,
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
        needs=NO_HONOURS | ONE_SUIT,
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
        needs=HONOUR_PUNGS,
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
        needs=FLAGS,
    ),
    big(
        "earth",
        "地胡",
        "Earthly win",
        45,
        lambda r: is_.earth(r.given),
        "won on the dealer's first discard",
        needs=FLAGS,
    ),
    big(
        "wild-pung",
        "三财神刻",
        "Pung of wild tiles",
        45,
        is_.wild_pung,
        "three wild tiles are one pung",
        excludes=("three-wild",),
        needs=WILDS | PUNGS,
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
        needs=HONOUR_PUNGS,
        marks=mark_faces(RED, GREEN),
    ),
    big(
        "four-wild",
        "四财神",
        "Four wild tiles",
        45,
        is_.held(4),
        "four wild tiles held",
        excludes=("three-wild",),
        needs=WILDS,
        group=DOUBLES_ALWAYS,
    ),
    big(
        "two-homes",
        "财神双归位",
        "Two wild tiles as themselves",
        30,
        homes(2),
        "two wild tiles stand as themselves in chows",
        excludes=("wild-pair", "two-wild", "one-home"),
        needs=WILDS,
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
        needs=WILDS,
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
        needs=PUNGS,
        marks=is_.mark_pungs,
    ),
    big(
        "one-suit-and-honours",
        "混一色",
        "One suit and honours",
        15,
        is_.one_suit_and_honours,
        "one suit and honours",
        needs=HONOURS | ONE_SUIT,
    ),
    big(
        "lone-wild",
        "财神单吊",
        "Lone wild tile",
        15,
        is_.lone_wild,
        "five sets exposed or konged, the one tile in hand is wild; drawing a second wild tile adds 财神做牛",
        needs=WILDS,
    ),
    big(
        "three-wild",
        "三财神",
        "Three wild tiles",
        15,
        is_.held(3),
        "exactly three wild tiles held",
        needs=WILDS,
        group=DOUBLES_ALWAYS,
    ),
    big(
        "wild-pair",
        "财神做牛",
        "Pair of wild tiles",
        15,
        is_.wild_pair,
        "the pair is two wild tiles",
        excludes=("two-wild",),
        needs=WILDS,
    ),
    big(
        "winds-shadow",
        "四风影",
        "Three winds and the own pair",
        15,
        no_wind_wild(is_.three_winds_and_own_pair),
        "pungs or kongs of three winds and a pair of the own wind; no wind is wild",
        needs=HONOUR_PUNGS,
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
