"""乐清, 温州茶苑 edition: the items. Those of 100 first, each before the smaller ones it leaves no room for."""

from __future__ import annotations

from scorer.given import Given
from scorer.items import Item, Predicate
from scorer.reading import FLAGS, HONOUR_PUNGS, HONOURS, NO_HONOURS, ONE_SUIT, PUNGS, WILDS, Reading
from scorer.rules import yueqing_predicates as is_
from scorer.rules.yueqing_predicates import Marks, mark_faces
from scorer.rules.yueqing_tiles import GREEN, RED, flower_tile

SOURCE = "乐清麻将 (温州茶苑): 台型"
SMALL = "small"
BIG = "big"


def flowers(r: Reading) -> int:
    """白板 laid aside, or 红中 where 白板 is wild."""
    return flowers_of(r.given)


def flowers_of(given: Given) -> int:
    found: int | None = given.extra.get("flowers")
    if found is None:
        found = given.extra["flowers"] = is_.aside(given, flower_tile(given.wild))
    return found


def three_held(r: Reading) -> bool:
    """Three wild tiles, or four, of which the best three count."""
    return r.given.wilds >= 3


def three_mixed(r: Reading) -> bool:
    """三财神杂胡: three wild tiles, at most one as itself, no pung of them and no pair."""
    return three_held(r) and r.homes_in_chows <= 1 and not r.all_wild_pung and not r.all_wild_pair


def three_with_two_homes(r: Reading) -> bool:
    """三财神双归位. With four held a pair of wild tiles is the better three."""
    return three_held(r) and r.homes_in_chows == 2 and not r.all_wild_pair


def single_homes(r: Reading) -> int:
    """财神一归位: exactly one of the wild tiles as itself; of four the fourth counts beside the best three."""
    homes = r.homes_in_chows
    if r.given.wilds < 4:
        return homes == 1
    if homes == 4:
        return 1  # 三财神三归位, and the fourth as itself
    if r.all_wild_pair:
        return homes  # 三财神做牛 with one as itself, and the fourth
    return homes == 1


def two_mixed(r: Reading) -> bool:
    """双财神杂胡: exactly two wild tiles, not both as themselves and not the pair."""
    return r.given.wilds == 2 and r.homes_in_chows < 2 and not r.all_wild_pair


def item(
    id_: str,
    name: str,
    name_en: str,
    value: int,
    when: Predicate,
    note: str,
    excludes: tuple[str, ...] = (),
    needs: int = 0,
    marks: Marks | None = None,
) -> Item:
    return Item(
        id=id_,
        name=name,
        name_en=name_en,
        value=value,
        group=SMALL if value == 1 else BIG,
        when=when,
        excludes=excludes,
        needs=needs,
        marks=marks,
        note=note,
        source=f"{SOURCE}, {value} 台",
    )


ITEMS: tuple[Item, ...] = (
    item(
        "three-homes",
        "三财神三归位",
        "Three wild tiles as themselves",
        100,
        lambda r: r.homes_in_chows >= 3,
        "three wild tiles stand as themselves in chows",
        needs=WILDS,
        marks=is_.mark_homes,
    ),
    item(
        "all-honours",
        "字一色",
        "All honours",
        100,
        is_.all_honours,
        "every tile an honour",
        excludes=(
            "all-winds",
            "three-beauties",
            "all-pungs",
            "one-suit-and-honours",
            "winds-and-own-pair",
            "own-wind",
            "red-pung",
            "green-pung",
        ),
        needs=HONOURS | PUNGS,
    ),
    item(
        "one-suit",
        "清一色",
        "One suit",
        30,
        is_.one_suit,
        "one suit, no honours",
        excludes=("one-suit-and-honours",),
        needs=NO_HONOURS | ONE_SUIT,
    ),
    item(
        "all-winds",
        "四风齐",
        "All four winds",
        30,
        lambda r: is_.wind_pungs(r) == 4,
        "pungs or kongs of all four winds",
        excludes=("winds-and-own-pair", "own-wind"),
        needs=HONOUR_PUNGS,
        marks=is_.mark_winds,
    ),
    item("four-whites", "四白板", "Four whites", 30, lambda r: flowers(r) == 4, "four flower tiles laid aside"),
    item(
        "heaven",
        "天胡",
        "Heavenly win",
        30,
        lambda r: is_.heaven(r.given),
        "the dealer's first 17 tiles win",
        needs=FLAGS,
    ),
    item(
        "earth",
        "地胡",
        "Earthly win",
        30,
        lambda r: is_.earth(r.given),
        "won on the dealer's first discard",
        needs=FLAGS,
    ),
    item(
        "wild-pung",
        "三财神刻",
        "Pung of wild tiles",
        30,
        is_.wild_pung,
        "three wild tiles are one pung",
        needs=WILDS | PUNGS,
        marks=is_.mark_wild_pung,
    ),
    item(
        "three-beauties",
        "三美人",
        "Three beauties",
        30,
        lambda r: is_.red_and_green(r) and flowers(r) >= 3,
        "pungs or kongs of 红中 and 发财, and three 白板 laid aside; a fourth adds 四白板",
        excludes=("red-pung", "green-pung"),
        needs=HONOUR_PUNGS,
        marks=mark_faces(RED, GREEN),
    ),
    item(
        "lone-tile-draws-wild",
        "硬吊摸财神",
        "Lone tile draws a wild one",
        20,
        is_.lone_real_draws_wild,
        "five sets exposed or konged, the one tile in hand is not wild, and a wild tile is drawn",
        excludes=("hard-lone-tile",),
        needs=WILDS,
    ),
    item(
        "hard-lone-tile",
        "硬吊",
        "Lone tile meets its twin",
        30,
        is_.lone_real_meets_twin,
        "five sets exposed or konged, the one tile in hand is not wild and its twin wins; 无财神 counts beside it",
    ),
    item(
        "three-with-two-homes",
        "三财神双归位",
        "Three wild tiles, two as themselves",
        20,
        three_with_two_homes,
        "three wild tiles held, two of them stand as themselves in chows",
        needs=WILDS,
        marks=is_.mark_homes,
    ),
    item(
        "three-with-pair",
        "三财神做牛",
        "Three wild tiles, two the pair",
        20,
        lambda r: three_held(r) and r.all_wild_pair,
        "three wild tiles held, two of them the pair; in place of 财神做牛",
        excludes=("wild-pair",),
        needs=WILDS,
    ),
    item(
        "wild-pair",
        "财神做牛",
        "Pair of wild tiles",
        10,
        is_.wild_pair,
        "two wild tiles are the pair; beside 财神吊 only with a self-drawn one",
        needs=WILDS,
    ),
    item(
        "three-mixed",
        "三财神杂胡",
        "Three wild tiles, mixed",
        10,
        three_mixed,
        "three wild tiles, at most one as itself, neither a pung nor two of them the pair",
        needs=WILDS,
    ),
    item(
        "all-pungs", "对对碰", "All pungs", 10, is_.all_pungs, "five pungs or kongs", needs=PUNGS, marks=is_.mark_pungs
    ),
    item(
        "one-suit-and-honours",
        "混一色",
        "One suit and honours",
        10,
        is_.one_suit_and_honours,
        "one suit and honours",
        needs=HONOURS | ONE_SUIT,
    ),
    item(
        "lone-wild",
        "财神吊",
        "Lone wild tile",
        10,
        is_.lone_wild,
        "five sets exposed or konged, the one tile in hand is wild; drawing another wild tile adds 财神做牛",
        needs=WILDS,
    ),
    item(
        "winds-and-own-pair",
        "四风齐（小）",
        "Three winds and the own pair",
        10,
        is_.three_winds_and_own_pair,
        "pungs or kongs of three winds, the own wind the pair",
        needs=HONOUR_PUNGS,
        marks=is_.mark_winds,
    ),
    item(
        "two-with-two-homes",
        "双财神双归位",
        "Two wild tiles as themselves",
        10,
        lambda r: r.given.wilds == 2 and r.homes_in_chows == 2,
        "exactly two wild tiles, both stand as themselves in chows",
        needs=WILDS,
        marks=is_.mark_homes,
    ),
    item(
        "own-wind",
        "字风位",
        "Own wind",
        1,
        is_.own_wind,
        "a pung or kong of the winner's own wind, wild tiles may complete it; void when that wind is wild",
        needs=HONOUR_PUNGS,
        marks=is_.mark_own_wind,
    ),
    item("white", "白板", "White", 1, flowers, "each flower tile laid aside: 白板, or 红中 when 白板 is wild"),
    item(
        "red-pung",
        "红中刻",
        "Red pung",
        1,
        is_.pung_of(RED),
        "a pung or kong of 红中",
        needs=HONOUR_PUNGS,
        marks=mark_faces(RED),
    ),
    item(
        "green-pung",
        "发财刻",
        "Green pung",
        1,
        is_.pung_of(GREEN),
        "a pung or kong of 发财",
        needs=HONOUR_PUNGS,
        marks=mark_faces(GREEN),
    ),
    item("no-wild", "无财神", "No wild tile", 1, is_.no_wild, "no wild tile among the 17"),
    item(
        "one-home",
        "财神一归位",
        "One wild tile as itself",
        1,
        single_homes,
        "exactly one of the wild tiles held stands as itself in a chow; with four held the fourth one besides",
        needs=WILDS,
        marks=is_.mark_homes,
    ),
    item(
        "two-mixed",
        "双财神杂胡",
        "Two wild tiles, mixed",
        1,
        two_mixed,
        "exactly two wild tiles, not both as themselves and not the pair",
        needs=WILDS,
    ),
    item(
        "kong-replacement",
        "杠杠胡",
        "Kong replacement",
        1,
        is_.kong_replacement,
        "won on the tile drawn after a kong",
        needs=FLAGS,
    ),
    item(
        "robbed-kong",
        "抢杠胡",
        "Robbed kong",
        1,
        is_.robbed_kong,
        "won on the tile another adds to a pung",
    ),
    item(
        "plain-win",
        "平胡",
        "Plain win",
        1,
        is_.plain_win,
        "no pung or kong; the winning tile is real and ends a chow without any wild tile that waited on both sides; "
        "the pair is not the own wind, 红中 or 发财",
        marks=is_.mark_won,
    ),
)
