"""台湾十六张: the items with their 台. What a preset or a table counts otherwise stands in the option `values`."""

from __future__ import annotations

from scorer.given import Given
from scorer.items import Item, Predicate
from scorer.reading import (
    FLAGS,
    HONOUR_PUNGS,
    KONGS,
    ONE_SUIT,
    PUNGS,
    SETS,
    Reading,
)
from scorer.rules.taiwan_shapes import (
    EIGHT_FLOWERS,
    EIGHT_PAIRS,
    FLOWER_WIN,
    SEVEN_ROBS_ONE,
    all_eight,
    drew_all_eight,
)
from scorer.tiles import Tile

SOURCE = "台灣十六張麻將台數"
WITH_TILES = (SETS, EIGHT_PAIRS)
ANY_SHAPE = (SETS, EIGHT_PAIRS, FLOWER_WIN)

DRAGONS = (31, 32, 33)
WINDS = (27, 28, 29, 30)
_WIND_BITS = sum(1 << face for face in WINDS)
_DRAGON_BITS = sum(1 << face for face in DRAGONS)

SEASONS = (Tile.parse("1f"), Tile.parse("2f"), Tile.parse("3f"), Tile.parse("4f"))
PLANTS = {
    "梅兰竹菊": (Tile.parse("5f"), Tile.parse("6f"), Tile.parse("7f"), Tile.parse("8f")),
    "梅兰菊竹": (Tile.parse("5f"), Tile.parse("6f"), Tile.parse("8f"), Tile.parse("7f")),
}

# -- values ----------------------------------------------------------------------------------------------------------


def overridden(given: Given) -> dict[str, int]:
    """The option `values` by item id; an item may be named by its id, written with _ as options are, or in Chinese."""
    found: dict[str, int] | None = given.extra.get("values")
    if found is None:
        found = given.extra["values"] = {item_id(name): value for name, value in given.option["values"].items()}
    return found


def item_id(name: str) -> str:
    return IDS.get(name, name.replace("_", "-").replace("honors", "honours"))


def tai(
    value: int,
    id_: str,
    name: str,
    name_en: str,
    when: Predicate,
    note: str,
    excludes: str = "",
    shapes: tuple[str, ...] = (SETS,),
    only_if: str | None = None,
    others: str = "",
    needs: int = 0,
) -> Item:
    """One line of the table. `others` says what presets count instead."""

    def worth(r: Reading) -> int:
        given = r.given
        return overridden(given).get(id_, value) if given.option["values"] else value

    return Item(
        id=id_,
        name=name,
        name_en=name_en,
        value=worth,
        value_note=f"{value} ({others})" if others else str(value),
        when=when,
        excludes=tuple(filter(None, excludes.split(", "))),
        shapes=shapes,
        only_if=only_if,
        needs=needs,
        note=note,
        source=SOURCE,
    )


# -- flowers ---------------------------------------------------------------------------------------------------------


def seat_flowers(r: Reading) -> int:
    """Flowers of the own seat; with the option, those of a 花槓 are left to it."""
    given = r.given
    if not given.hand.aside:
        return 0
    place = given.seat_wind - 27
    count = 0
    for four in (SEASONS, PLANTS[given.option["plants_order"]]):
        if four[place] in given.aside:
            count += not (given.option["flower_kong_excludes_seat_flower"] and has_all(given, four))
    return count


def has_all(given: Given, four: tuple[Tile, ...]) -> bool:
    return all(flower in given.aside for flower in four)


def flower_kongs(r: Reading) -> int:
    given = r.given
    if len(given.hand.aside) < 4:
        return 0
    return has_all(given, SEASONS) + has_all(given, PLANTS["梅兰竹菊"])


def eight_flowers(r: Reading) -> bool:
    """八仙過海 as a win by itself, or added to a winning hand where the table plays so."""
    given = r.given
    if r.shape == FLOWER_WIN:
        return (given.flag(EIGHT_FLOWERS) or drew_all_eight(given)) and not given.flag(SEVEN_ROBS_ONE)
    return given.option["eight_flowers"] != "standalone" and all_eight(given.aside)


def seven_robs_one(r: Reading) -> bool:
    return r.given.flag(SEVEN_ROBS_ONE)


def dealt_flowers(r: Reading) -> bool:
    """配牌花胡: the win by flowers came with the deal."""
    given = r.given
    return (given.flag("first turn") or given.flag("initial flowers")) and (eight_flowers(r) or seven_robs_one(r))


# -- how it was won --------------------------------------------------------------------------------------------------


def heaven(given: Given) -> bool:
    return given.self_draw and given.is_dealer and given.flag("first turn")


def earth(given: Given) -> bool:
    return given.self_draw and not given.is_dealer and given.flag("first turn")


def human(given: Given) -> bool:
    return given.on_discard and given.flag("first turn")


def one_tile_only(r: Reading) -> bool:
    """獨聽: an edge, middle or pair wait, and no other face would have done."""
    return r.wait in ("edge", "middle", "pair") and r.single_wait


def all_claimed(r: Reading) -> bool:
    return r.given.claims == 5


# -- sets ------------------------------------------------------------------------------------------------------------


def dragon_pungs(r: Reading) -> int:
    return (r.pung_mask & _DRAGON_BITS).bit_count()


def wind_pungs(r: Reading) -> int:
    return (r.pung_mask & _WIND_BITS).bit_count()


def pung_of_wind(r: Reading, wind: int) -> bool:
    return wind >= 0 and bool(r.pung_mask >> wind & 1)


def pair_among(r: Reading, bits: int) -> bool:
    return r.pair is not None and r.pair.mask & bits != 0


def all_chows(r: Reading) -> bool:
    """平胡, as far as the table's options let it be."""
    given = r.given
    option = given.option
    if len(r.chows) != 5:
        return False
    if not (given.on_discard or option["all_chows_self_draw_allowed"]):
        return False
    if given.closed and not option["all_chows_concealed_allowed"]:
        return False
    if not option["all_chows_honors_and_flowers_allowed"] and (r.has_honour or given.hand.aside):
        return False
    wanted = option["all_chows_wait"]
    if wanted == "any_two_sided":
        return r.wait == "two-sided"
    return wanted == "unrestricted" or only_two_sided(r)


def only_two_sided(r: Reading) -> bool:
    """Wherever the winning tile could stand in these sets, it completes a two-sided chow."""
    given = r.given
    if r.wait != "two-sided" or (r.pair is not None and r.pair.holds(given.win_tile)):
        return False
    for chow in r.chows:
        place = given.win_tile - chow.tile
        if not chow.on_table and (place == 1 or (place == 2 and chow.rank == 1) or (place == 0 and chow.rank == 7)):
            return False
    return True


def exposed_kongs(r: Reading) -> int:
    return sum(kong.claimed for kong in r.kongs)


def concealed_kongs(r: Reading) -> int:
    return sum(not kong.claimed for kong in r.kongs)


def no_honours_or_flowers(r: Reading) -> bool:
    return not r.given.hand.aside and not r.has_honour


_NOT_WITH_HEAVEN = "ready-from-deal, ready-after-first-round, declared-ready, concealed-hand"
_EARLY = "star31, ata 8; shenlaiye 16"

ITEMS: tuple[Item, ...] = (
    tai(8, "eight-flowers", "八仙過海", "Eight immortals", eight_flowers,
        "all eight flowers: a win by itself (option `eight_flowers`: or added to a winning hand)",
        "seat-flower, any-flower, flower-kong", ANY_SHAPE),
    tai(8, "seven-robs-one", "七搶一", "Seven rob one", seven_robs_one,
        "with seven flowers, the eighth as another player draws it", shapes=(FLOWER_WIN,), needs=FLAGS),
    tai(4, "initial-flower-bonus", "配牌花胡", "Flowers from the deal", dealt_flowers,
        "八仙過海 or 七搶一 in the first turn", shapes=ANY_SHAPE, only_if="initial_flower_bonus", needs=FLAGS),
    tai(24, "heavenly-win", "天胡", "Heavenly win", lambda r: heaven(r.given), "the dealer's deal wins",
        f"{_NOT_WITH_HEAVEN}, fully-concealed, kong-replacement, single-wait", WITH_TILES, others="ata 16",
        needs=FLAGS),
    tai(16, "earthly-win", "地胡", "Earthly win", lambda r: earth(r.given), "the own first draw wins",
        f"{_NOT_WITH_HEAVEN}, fully-concealed", WITH_TILES, needs=FLAGS),
    tai(16, "human-win", "人胡", "Human win", lambda r: human(r.given), "won on a discard before the first own draw",
        _NOT_WITH_HEAVEN, WITH_TILES, others="shenlaiye 8", needs=FLAGS),
    tai(16, "ready-from-deal", "天聽", "Ready from the deal", lambda r: r.given.flag("ready from the deal"),
        "ready from the deal", "ready-after-first-round, declared-ready", WITH_TILES, "early_ready", _EARLY,
        needs=FLAGS),
    tai(8, "ready-after-first-round", "地聽", "Ready after the first round",
        lambda r: r.given.flag("ready after the first round"), "ready after the first round", "declared-ready",
        WITH_TILES, "early_ready", "star31, shenlaiye, ata 4", needs=FLAGS),
    tai(16, "big-four-winds", "大四喜", "Big four winds", lambda r: wind_pungs(r) == 4, "pungs of all four winds",
        "seat-wind, round-wind", needs=HONOUR_PUNGS),
    tai(16, "all-honours", "字一色", "All honours", lambda r: r.all_honours, "honours only",
        "all-pungs unless all_honors_add_all_pungs", WITH_TILES, others="star31, shenlaiye 8"),
    tai(16, "five-kongs", "五槓", "Five kongs", lambda r: len(r.kongs) == 5, "five kongs", "four-kongs",
        only_if="five_kongs", needs=KONGS),
    tai(8, "four-kongs", "四槓", "Four kongs", lambda r: len(r.kongs) >= 4, "four kongs (or five)",
        only_if="four_kongs", needs=KONGS),
    tai(8, "big-three-dragons", "大三元", "Big three dragons", lambda r: dragon_pungs(r) == 3, "pungs of all dragons",
        "dragon-pung", needs=HONOUR_PUNGS),
    tai(8, "little-four-winds", "小四喜", "Little four winds",
        lambda r: wind_pungs(r) == 3 and pair_among(r, _WIND_BITS), "pungs of three winds and a pair of the fourth",
        "seat-wind unless little_four_winds_add_wind_pungs, round-wind unless little_four_winds_add_wind_pungs",
        needs=HONOUR_PUNGS),
    tai(8, "one-suit", "清一色", "One suit", lambda r: r.one_suit, "one suit, no honour", shapes=WITH_TILES,
        needs=ONE_SUIT),
    tai(8, "eight-and-a-half-pairs", "八對半", "Eight and a half pairs", lambda r: True, "seven pairs and a triplet",
        shapes=(EIGHT_PAIRS,)),
    tai(8, "five-concealed-pungs", "五暗刻", "Five concealed pungs", lambda r: len(r.concealed_pungs) == 5,
        "five concealed pungs or kongs",
        "all-pungs if five_concealed_pungs_alone, concealed-hand if five_concealed_pungs_alone", needs=PUNGS),
    tai(5, "four-concealed-pungs", "四暗刻", "Four concealed pungs", lambda r: len(r.concealed_pungs) == 4,
        "four concealed pungs or kongs", needs=PUNGS),
    tai(4, "all-pungs", "碰碰胡", "All pungs", lambda r: not r.chows, "five pungs or kongs", needs=PUNGS),
    tai(4, "half-one-suit", "混一色", "One suit and honours", lambda r: r.one_suit_and_honours,
        "one suit, and honours", shapes=WITH_TILES, needs=ONE_SUIT),
    tai(4, "little-three-dragons", "小三元", "Little three dragons",
        lambda r: dragon_pungs(r) == 2 and pair_among(r, _DRAGON_BITS), "pungs of two dragons and a pair of the third",
        "dragon-pung", needs=HONOUR_PUNGS),
    tai(2, "three-concealed-pungs", "三暗刻", "Three concealed pungs", lambda r: len(r.concealed_pungs) == 3,
        "three concealed pungs or kongs; a pung completed by a discard is not concealed", needs=PUNGS),
    tai(2, "all-chows", "平胡", "All chows", all_chows,
        "five chows, on a discard, not 門清, the winning tile read into a two-sided chow (options `all_chows_…`)"),
    tai(2, "all-begged", "全求人", "All claimed", lambda r: all_claimed(r) and r.given.on_discard,
        "five claimed sets, won on a discard", "single-wait"),
    tai(1, "half-begged", "半求人", "Half claimed", lambda r: all_claimed(r) and r.given.self_draw,
        "five claimed sets, self-draw", "single-wait", only_if="half_begging"),
    tai(2, "no-flowers-or-honours", "無字無花", "No honours, no flowers", no_honours_or_flowers,
        "neither honours nor flowers", "no-flowers", WITH_TILES, "no_flowers_or_honors"),
    tai(1, "no-flowers", "無花", "No flowers", lambda r: not r.given.hand.aside, "no flower", shapes=WITH_TILES,
        only_if="no_flowers"),
    tai(2, "concealed-kong", "暗槓", "Concealed kong", concealed_kongs, "each concealed kong",
        only_if="concealed_kong", needs=KONGS),
    tai(1, "melded-kong", "明槓", "Melded kong", exposed_kongs, "each exposed or added kong", only_if="melded_kong",
        needs=KONGS),
    tai(1, "concealed-hand", "門清", "Concealed hand", lambda r: r.given.closed,
        "no claimed set; concealed kongs keep it", shapes=WITH_TILES),
    tai(1, "fully-concealed", "不求人", "Fully concealed", lambda r: r.given.closed and r.given.self_draw,
        "門清 and self-draw", shapes=WITH_TILES),
    tai(1, "self-draw", "自摸", "Self-draw", lambda r: r.given.self_draw, "self-draw", shapes=WITH_TILES),
    tai(1, "robbed-kong", "搶槓", "Robbed kong", lambda r: r.given.robbed, "won on the tile another adds to a pung",
        shapes=WITH_TILES),
    tai(1, "kong-replacement", "槓上開花", "Kong replacement",
        lambda r: r.given.self_draw and r.given.flag("kong replacement"), "self-draw on a replacement tile",
        shapes=WITH_TILES, needs=FLAGS),
    tai(1, "last-tile-draw", "海底撈月", "Last tile draw", lambda r: r.given.self_draw and r.given.flag("last tile"),
        "self-draw of the wall's last tile", shapes=WITH_TILES, needs=FLAGS),
    tai(1, "last-tile-claim", "河底撈魚", "Last tile claim", lambda r: r.given.discard and r.given.flag("last tile"),
        "won on the last discard (not on a robbed kong)", shapes=WITH_TILES, only_if="last_tile_claim", needs=FLAGS),
    tai(1, "declared-ready", "報聽", "Declared ready", lambda r: r.given.flag("declared ready"), "declared ready",
        shapes=WITH_TILES, only_if="declared_ready", needs=FLAGS),
    tai(1, "wind-pung", "風刻", "Wind pung", wind_pungs, "each pung of a wind, beside 四喜 too", shapes=WITH_TILES,
        only_if="all_wind_pungs", needs=HONOUR_PUNGS),
    tai(1, "seat-wind", "門風刻", "Seat wind", lambda r: pung_of_wind(r, r.given.seat_wind), "pung of the seat's wind",
        shapes=WITH_TILES, only_if="all_wind_pungs=False", needs=HONOUR_PUNGS),
    tai(1, "round-wind", "圈風刻", "Round wind", lambda r: pung_of_wind(r, r.given.round_wind),
        "pung of the round's wind", shapes=WITH_TILES, only_if="all_wind_pungs=False", needs=HONOUR_PUNGS),
    tai(1, "dragon-pung", "三元牌", "Dragon pung", dragon_pungs, "each pung of a dragon", shapes=WITH_TILES,
        needs=HONOUR_PUNGS),
    tai(1, "any-flower", "花牌", "Flower", lambda r: len(r.given.hand.aside), "each flower", shapes=WITH_TILES,
        only_if="all_flower_tiles"),
    tai(1, "seat-flower", "正花", "Seat flower", seat_flowers, "each flower of the own seat", shapes=WITH_TILES,
        only_if="all_flower_tiles=False"),
    tai(1, "flower-kong", "花槓", "Flower kong", flower_kongs, "all four seasons, or all four plants",
        shapes=WITH_TILES, others="star31, shenlaiye, ata 2"),
    tai(1, "single-wait", "獨聽", "Single wait", one_tile_only,
        "one face alone would complete the hand, by an edge, middle or pair wait"),
)  # fmt: skip

IDS: dict[str, str] = {item.name: item.id for item in ITEMS}
"""Ids by Chinese name, for the option `values`."""
