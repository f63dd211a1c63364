"""乐清, platform edition: the items, the big ones before the small ones they leave no room for."""

from __future__ import annotations

from scorer.items import Item, Predicate
from scorer.reading import FLAGS, HONOUR_PUNGS, WILDS
from scorer.rules import yueqing_predicates as is_
from scorer.rules.yueqing_platform_big import BIG_ITEMS, SOURCE, flowers, shown
from scorer.rules.yueqing_platform_state import BIG, DOUBLES_ALWAYS, SMALL
from scorer.rules.yueqing_predicates import Marks, mark_faces
from scorer.rules.yueqing_tiles import GREEN, RED


def small(
    id_: str,
    name: str,
    name_en: str,
    when: Predicate,
    note: str,
    needs: int = 0,
    marks: Marks | None = None,
) -> Item:
    source = f"{SOURCE}, 一台"
    return Item(
        id=id_,
        name=name,
        name_en=name_en,
        value=1,
        group=SMALL,
        when=when,
        needs=needs,
        marks=marks,
        note=note,
        source=source,
    )


SMALL_ITEMS = (
    small(
        "own-wind",
        "自风位",
        "Own wind",
        is_.own_wind,
        "a pung or kong of the winner's own wind, wild tiles may complete it; void when that wind is wild",
        needs=HONOUR_PUNGS,
        marks=is_.mark_own_wind,
    ),
    small("white", "白板", "White", flowers, "each flower tile aside: 白板, or 红中 when 白板 is wild or turned up"),
    small(
        "red-pung",
        "红中刻",
        "Red pung",
        is_.pung_of(RED),
        "a pung or kong of 红中, wild tiles may complete it",
        needs=HONOUR_PUNGS,
        marks=mark_faces(RED),
    ),
    small(
        "green-pung",
        "发财刻",
        "Green pung",
        is_.pung_of(GREEN),
        "a pung or kong of 发财, wild tiles may complete it",
        needs=HONOUR_PUNGS,
        marks=mark_faces(GREEN),
    ),
    small("no-wild", "无财神", "No wild tile", is_.no_wild, "no wild tile among the 17"),
    small(
        "one-home",
        "财神一归位",
        "One wild tile as itself",
        lambda r: r.homes_in_chows == 1,
        "exactly one of the wild tiles stands as itself inside a chow",
        needs=WILDS,
        marks=is_.mark_homes,
    ),
    small("two-wild", "双财神", "Two wild tiles", is_.held(2), "exactly two wild tiles among the 17", needs=WILDS),
    small(
        "kong-replacement",
        "杠杠胡",
        "Kong replacement",
        is_.kong_replacement,
        "won on the tile drawn after a kong",
        needs=FLAGS,
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
