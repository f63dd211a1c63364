"""国标: the 81 items, in the order of the rule book. `hua` takes them over.

Values and exclusions follow the 1998 rules; an item excludes what it necessarily contains.
"""

from __future__ import annotations

from scorer.items import Item, Predicate
from scorer.reading import (
    FLAGS,
    HONOUR_PUNGS,
    KNITTED,
    KNITTED_STRAIGHT,
    KONGS,
    NO_HONOURS,
    ONE_SUIT,
    PUNGS,
    SETS,
    SEVEN_PAIRS,
    THIRTEEN_ORPHANS,
    TWO_CHOWS,
    Reading,
)
from scorer.reading import HONOURS as SOME_HONOURS
from scorer.rules.guobiao_chows import VALUES as CHOW_VALUES
from scorer.rules.guobiao_facts import (
    ABOVE_FIVE,
    BELOW_FIVE,
    DRAGONS,
    EVEN,
    GREEN,
    HONOURS,
    LOWER,
    MIDDLE,
    ORPHAN_MASK,
    SAME_UPSIDE_DOWN,
    TERMINALS,
    UPPER,
    WINDS,
    chow_combination,
    mixed_run_of_pungs,
    named_pungs,
    only,
    pair_among,
    pair_wait,
    pungs_among,
    ranks_of_pungs,
    runs_of_pungs,
    waited_for_one_tile,
)
from scorer.rules.guobiao_features import ALL_FOURS, FEATURES, SIMPLES
from scorer.rules.guobiao_marks import MARKS
from scorer.rules.guobiao_shapes import KNITTED_NINES

FAN = "fan"
FLOWER = "flower"
WITH_SETS = (SETS, KNITTED_STRAIGHT)
SETS_OR_PAIRS = (SETS, SEVEN_PAIRS)
ANY_SHAPE = (SETS, SEVEN_PAIRS, THIRTEEN_ORPHANS, KNITTED, KNITTED_STRAIGHT)
SOURCE = "国标麻将竞赛规则 1998"

# -- what no single line of the table can say ------------------------------------------------------------------------


def nine_gates(r: Reading) -> bool:
    """1112345678999 of one suit in hand, and any tile of it."""
    if r.sets[0].on_table or not r.one_suit:
        return False
    counts = list(r.counts)
    if r.win_face < 0:
        return False
    counts[r.win_face] -= 1
    first = r.suits.bit_length() - 1
    return counts[first * 9 : first * 9 + 9] == [3, 1, 1, 1, 1, 1, 1, 1, 3]


def seven_shifted_pairs(r: Reading) -> bool:
    low = r.pairs[0]
    return r.one_suit and r.pairs == tuple(range(low, low + 7))


def two_terminal_runs(r: Reading, suits: int) -> bool:
    """Two 123 and two 789, in this many suits, around a pair of 5 in one that fits."""
    chows = r.chows
    if len(chows) != 4 or r.pair is None or r.pair.rank != 5:
        return False
    bases = sorted([chow.base for chow in chows])
    if suits == 1:
        first = bases[0] // 7 * 7
        return bases == [first, first, first + 6, first + 6] and r.pair.suit == first // 7
    low, high = bases[0], bases[2]
    return bases == [low, low + 6, high, high + 6] and low % 7 == high % 7 == 0 and r.suits == 7


def terminals_everywhere(r: Reading) -> bool:
    return (
        r.pair is not None
        and r.pair.mask & ORPHAN_MASK != 0
        and all(s.mask & ORPHAN_MASK for s in r.sets)
        and not r.tiles
    )


def fives_everywhere(r: Reading) -> bool:
    if r.pair is None or r.pair.rank != 5:
        return False
    return all(3 <= s.rank <= 5 if s.is_chow else s.rank == 5 for s in r.sets)


def all_five_kinds(r: Reading) -> bool:
    return r.suits == 7 and r.mask & WINDS != 0 and r.mask & DRAGONS != 0


def fours(r: Reading) -> int:
    """Faces of which all four are there, not as a kong."""
    return (r.packed & ALL_FOURS).bit_count() - len(r.kongs)


def terminal_pungs(r: Reading) -> int:
    """幺九刻: pungs of terminals and winds that nothing else names; 九莲宝灯 keeps one of its two for itself."""
    faces = r.pung_mask & (TERMINALS | WINDS)
    given = r.given
    if pungs_among(r, WINDS) >= 3:
        # 大四喜, 小四喜 and 三风刻 are made of them.
        faces &= ~WINDS
    for wind in (given.seat_wind, given.round_wind):
        if wind >= 0:
            faces &= ~(1 << wind)
    return faces.bit_count() - nine_gates(r) if faces else 0


def dragon_pungs(r: Reading) -> int:
    return pungs_among(r, DRAGONS)


def wind_pung(r: Reading, wind: int) -> bool:
    return wind >= 0 and named_pungs(r) >> wind & 1 == 1


def same_rank_pungs(r: Reading) -> int:
    """双同刻: how many ranks two suits have a pung of."""
    return sum(times == 2 for times in ranks_of_pungs(r).values()) if r.pung_mask & ~HONOURS else 0


def is_melded(r: Reading) -> bool:
    """全求人: every set claimed, and the last tile of the pair from another player."""
    given = r.given
    return given.on_discard and given.claims == 4


def holds_no_other(r: Reading) -> bool:
    """No other copy of the winning face is the winner's: all three lie in the pung that is robbed."""
    return r.win_face >= 0 and r.count(r.win_face) == 1


def last_of_its_kind(r: Reading) -> bool:
    """和绝张: the table says so and no copy in hand speaks against it, or the winner's own melds show the three."""
    face = r.win_face
    if face < 0:
        return False
    melded = r.given.meld_counts[face]
    return melded == 3 or (r.given.flag("last of its kind") and r.count(face) - melded == 1)


def concealed_kongs(r: Reading) -> int:
    return sum([kong.concealed for kong in r.kongs])


def closed_on_discard(r: Reading) -> bool:
    return r.given.on_discard and r.given.closed


def has_knitted_straight(r: Reading) -> bool:
    return any(all(r.mask >> face & 1 for face in nine) for nine in KNITTED_NINES)


def chows_of_all(r: Reading) -> bool:
    """平和: four chows and a suited pair (组合龙 stands for three of them)."""
    return (
        not r.pung_mask
        and r.pair is not None
        and r.pair.suit < 3
        and (len(r.chows) == 4 or r.shape == KNITTED_STRAIGHT)
    )


def fan(
    value: int,
    id_: str,
    name: str,
    name_en: str,
    when: Predicate,
    note: str,
    excludes: str = "",
    shapes: tuple[str, ...] = (SETS,),
    needs: int = 0,
    only_if: str | None = None,
) -> Item:
    """A line of the table; `excludes` lists ids, parted by blanks."""
    return Item(
        id=id_,
        name=name,
        name_en=name_en,
        value=value,
        group=FAN,
        when=when,
        excludes=tuple(excludes.split()),
        shapes=shapes,
        needs=needs,
        only_if=only_if,
        marks=MARKS.get(id_),
        note=note,
        source=SOURCE,
    )


def chows(id_: str, name: str, name_en: str, note: str, excludes: str = "") -> Item:
    """An item that chows make together (see guobiao_chows)."""
    return fan(CHOW_VALUES[id_], id_, name, name_en, lambda r: chow_combination(r).get(id_, 0), note, excludes,
               needs=FEATURES[id_])


# fmt: off
# -- the table -------------------------------------------------------------------------------------------------------

SELF_DRAWN = "self-drawn"
CLOSED = "concealed-hand fully-concealed single-wait"

ITEMS: tuple[Item, ...] = (
    fan(88, "big-four-winds", "大四喜", "Big four winds", lambda r: pungs_among(r, WINDS) == 4,
        "pungs or kongs of all four winds",
        "all-pungs three-wind-pungs round-wind seat-wind", needs=FEATURES["four winds"]),
    fan(88, "big-three-dragons", "大三元", "Big three dragons", lambda r: pungs_among(r, DRAGONS) == 3,
        "pungs or kongs of all three dragons", "two-dragon-pungs dragon-pung", needs=FEATURES["three dragons"]),
    fan(88, "all-green", "绿一色", "All green", lambda r: only(r, GREEN),
        "only 2 3 4 6 8 of bamboos and 发财", "half-flush", SETS_OR_PAIRS, needs=FEATURES[GREEN]),
    fan(88, "nine-gates", "九莲宝灯", "Nine gates", nine_gates,
        "1112345678999 of one suit in hand, won on any tile of it; takes one 幺九刻 with it",
        "full-flush concealed-hand fully-concealed no-honours", needs=ONE_SUIT | NO_HONOURS),
    fan(88, "four-kongs", "四杠", "Four kongs", lambda r: len(r.kongs) == 4,
        "four kongs", "three-kongs all-pungs two-concealed-kongs two-melded-kongs mixed-kongs concealed-kong "
        "melded-kong single-wait", needs=KONGS),
    fan(88, "seven-shifted-pairs", "连七对", "Seven shifted pairs", seven_shifted_pairs,
        "seven pairs of one suit, each a rank above the one before",
        f"seven-pairs full-flush no-honours {CLOSED}", (SEVEN_PAIRS,)),
    fan(88, "thirteen-orphans", "十三幺", "Thirteen orphans", lambda r: True,
        "each terminal and honour, and one of them twice",
        f"all-five-kinds terminals-and-honours {CLOSED}", (THIRTEEN_ORPHANS,)),
    fan(64, "all-terminals", "清幺九", "All terminals", lambda r: only(r, TERMINALS),
        "pungs and pair of 1s and 9s",
        "terminals-and-honours all-pungs outside-hand same-rank-pungs terminal-pung no-honours", SETS_OR_PAIRS,
        needs=FEATURES[TERMINALS]),
    fan(64, "little-four-winds", "小四喜", "Little four winds",
        lambda r: pungs_among(r, WINDS) == 3 and pair_among(r, WINDS),
        "pungs of three winds and a pair of the fourth", "three-wind-pungs", needs=FEATURES["three winds"]),
    fan(64, "little-three-dragons", "小三元", "Little three dragons",
        lambda r: pungs_among(r, DRAGONS) == 2 and pair_among(r, DRAGONS),
        "pungs of two dragons and a pair of the third", "two-dragon-pungs dragon-pung", needs=FEATURES["two dragons"]),
    fan(64, "all-honours", "字一色", "All honours", lambda r: only(r, HONOURS),
        "only winds and dragons", "terminals-and-honours all-pungs outside-hand terminal-pung", SETS_OR_PAIRS,
        needs=FEATURES[HONOURS]),
    fan(64, "four-concealed-pungs", "四暗刻", "Four concealed pungs", lambda r: len(r.concealed_pungs) == 4,
        "four concealed pungs or kongs",
        "three-concealed-pungs two-concealed-pungs all-pungs concealed-hand fully-concealed",
        needs=FEATURES["four concealed"]),
    fan(64, "pure-terminal-chows", "一色双龙会", "Pure terminal chows", lambda r: two_terminal_runs(r, 1),
        "123 123 789 789 55 of one suit",
        "full-flush seven-pairs all-chows double-chow two-terminal-chows short-straight mixed-double-chow no-honours",
        needs=TWO_CHOWS | ONE_SUIT),
    chows("four-same-chows", "一色四同顺", "Quadruple chow", "four equal chows",
          "three-same-chows three-shifted-pungs tile-hog double-chow"),
    fan(48, "four-shifted-pungs", "一色四节高", "Four pure shifted pungs", lambda r: runs_of_pungs(r, 4),
        "four pungs of one suit, each a rank up", "three-shifted-pungs three-same-chows all-pungs",
        needs=FEATURES["run of pungs"]),
    chows("four-stepped-chows", "一色四步高", "Four pure shifted chows",
          "four chows of one suit, each one or two ranks up"),
    fan(32, "three-kongs", "三杠", "Three kongs", lambda r: len(r.kongs) == 3,
        "three kongs", "two-concealed-kongs two-melded-kongs mixed-kongs concealed-kong melded-kong", needs=KONGS),
    fan(32, "terminals-and-honours", "混幺九", "All terminals and honours", lambda r: only(r, ORPHAN_MASK),
        "only terminals and honours", "all-pungs outside-hand terminal-pung", SETS_OR_PAIRS,
        needs=FEATURES[ORPHAN_MASK]),
    fan(24, "seven-pairs", "七对", "Seven pairs", lambda r: True,
        "seven pairs; four alike may be two of them", CLOSED, (SEVEN_PAIRS,)),
    fan(24, "greater-knitted", "七星不靠", "Greater honours and knitted tiles", lambda r: r.mask & HONOURS == HONOURS,
        "all seven honours and seven single tiles of 147, 258, 369, each in a suit of its own",
        f"knitted all-five-kinds {CLOSED}", (KNITTED,)),
    fan(24, "all-even", "全双刻", "All even pungs", lambda r: len(r.pungs) == 4 and only(r, EVEN),
        "pungs and pair of 2 4 6 8", "all-pungs all-simples no-honours", needs=PUNGS | FEATURES[EVEN]),
    fan(24, "full-flush", "清一色", "Full flush", lambda r: r.one_suit, "one suit", "no-honours", SETS_OR_PAIRS,
        needs=ONE_SUIT | NO_HONOURS),
    chows("three-same-chows", "一色三同顺", "Pure triple chow", "three equal chows",
          "three-shifted-pungs double-chow"),
    fan(24, "three-shifted-pungs", "一色三节高", "Pure shifted pungs", lambda r: runs_of_pungs(r, 3),
        "three pungs of one suit, each a rank up", needs=FEATURES["run of pungs"]),
    fan(24, "upper-tiles", "全大", "Upper tiles", lambda r: only(r, UPPER), "only 7 8 9",
        "upper-four no-honours", SETS_OR_PAIRS, needs=FEATURES[UPPER]),
    fan(24, "middle-tiles", "全中", "Middle tiles", lambda r: only(r, MIDDLE), "only 4 5 6",
        "all-simples no-honours", SETS_OR_PAIRS, needs=FEATURES[MIDDLE]),
    fan(24, "lower-tiles", "全小", "Lower tiles", lambda r: only(r, LOWER), "only 1 2 3",
        "lower-four no-honours", SETS_OR_PAIRS, needs=FEATURES[LOWER]),
    chows("pure-straight", "清龙", "Pure straight", "123 456 789 of one suit"),
    fan(16, "mixed-terminal-chows", "三色双龙会", "Three-suited terminal chows", lambda r: two_terminal_runs(r, 2),
        "123 789 in two suits and 55 in the third",
        "all-chows mixed-double-chow two-terminal-chows no-honours", needs=TWO_CHOWS),
    chows("three-stepped-chows", "一色三步高", "Pure shifted chows",
          "three chows of one suit, each one or two ranks up"),
    fan(16, "all-fives", "全带五", "All fives", fives_everywhere, "every set and the pair have a 5",
        "all-simples no-honours", needs=NO_HONOURS),
    fan(16, "three-suits-same-pungs", "三同刻", "Triple pung", lambda r: 3 in ranks_of_pungs(r).values(),
        "pungs of one rank in all three suits", "same-rank-pungs", needs=FEATURES["a rank thrice"]),
    fan(16, "three-concealed-pungs", "三暗刻", "Three concealed pungs", lambda r: len(r.concealed_pungs) == 3,
        "three concealed pungs or kongs", "two-concealed-pungs", needs=FEATURES["three concealed"]),
    fan(12, "knitted", "全不靠", "Lesser honours and knitted tiles", lambda r: True,
        "fourteen single tiles: honours, and 147, 258, 369, each in a suit of its own",
        f"all-five-kinds {CLOSED}", (KNITTED,)),
    fan(12, "knitted-straight", "组合龙", "Knitted straight", has_knitted_straight,
        "147, 258, 369, each in a suit of its own", shapes=(KNITTED_STRAIGHT, KNITTED)),
    fan(12, "upper-four", "大于五", "Upper four", lambda r: only(r, ABOVE_FIVE), "only 6 7 8 9",
        "no-honours", SETS_OR_PAIRS, needs=FEATURES[ABOVE_FIVE]),
    fan(12, "lower-four", "小于五", "Lower four", lambda r: only(r, BELOW_FIVE), "only 1 2 3 4",
        "no-honours", SETS_OR_PAIRS, needs=FEATURES[BELOW_FIVE]),
    fan(12, "three-wind-pungs", "三风刻", "Big three winds", lambda r: pungs_among(r, WINDS) == 3,
        "pungs or kongs of three winds", needs=FEATURES["three winds"]),
    chows("mixed-straight", "花龙", "Mixed straight", "123 456 789, each of another suit"),
    fan(8, "reversible", "推不倒", "Reversible tiles", lambda r: only(r, SAME_UPSIDE_DOWN),
        "only tiles that look the same upside down: 1234589 of dots, 245689 of bamboos, 白板",
        "one-suit-missing", SETS_OR_PAIRS, needs=FEATURES[SAME_UPSIDE_DOWN]),
    chows("mixed-same-chows", "三色三同顺", "Mixed triple chow", "equal chows in all three suits"),
    fan(8, "mixed-shifted-pungs", "三色三节高", "Mixed shifted pungs", mixed_run_of_pungs,
        "pungs in all three suits, each a rank up", needs=FEATURES["pungs in three suits"]),
    Item(id="chicken", name="无番和", name_en="Chicken hand", value=8, group=FAN, otherwise=(FAN,),
         when=lambda r: True, shapes=ANY_SHAPE, note="nothing else counts, flowers aside", source=SOURCE),
    fan(8, "last-tile-draw", "妙手回春", "Last tile draw", lambda r: r.given.self_draw and r.given.flag("last tile"),
        "self-draw of the last tile of the wall", SELF_DRAWN, ANY_SHAPE, needs=FLAGS),
    fan(8, "last-tile-claim", "海底捞月", "Last tile claim", lambda r: r.given.on_discard and r.given.flag("last tile"),
        "on the discard after the last tile of the wall", shapes=ANY_SHAPE, needs=FLAGS),
    fan(8, "kong-replacement", "杠上开花", "Out with replacement tile",
        lambda r: r.given.self_draw and r.given.flag("kong replacement") and r.kongs != (),
        "self-draw of a kong's replacement tile", SELF_DRAWN, ANY_SHAPE, needs=FLAGS),
    fan(8, "robbed-kong", "抢杠和", "Robbing the kong", lambda r: r.given.robbed and holds_no_other(r),
        "on a tile that another adds to a pung", "last-of-its-kind", ANY_SHAPE, needs=FEATURES["robbed"]),
    fan(6, "all-pungs", "碰碰和", "All pungs", lambda r: len(r.pungs) == 4, "four pungs or kongs",
        needs=FEATURES["four pungs"]),
    fan(6, "half-flush", "混一色", "Half flush", lambda r: r.one_suit_and_honours, "one suit and honours",
        shapes=SETS_OR_PAIRS, needs=ONE_SUIT | SOME_HONOURS),
    chows("mixed-stepped-chows", "三色三步高", "Mixed shifted chows", "chows in all three suits, each a rank up"),
    fan(6, "all-five-kinds", "五门齐", "All types", all_five_kinds, "all three suits, winds and dragons",
        shapes=ANY_SHAPE, needs=SOME_HONOURS),
    fan(6, "melded-hand", "全求人", "Melded hand", is_melded,
        "four claimed sets, and the pair won from another player", "single-wait", needs=FEATURES["all claimed"]),
    fan(6, "two-concealed-kongs", "双暗杠", "Two concealed kongs",
        lambda r: len(r.kongs) == 2 == concealed_kongs(r), "two concealed kongs",
        "two-concealed-pungs concealed-kong", needs=KONGS),
    fan(6, "two-dragon-pungs", "双箭刻", "Two dragon pungs", lambda r: pungs_among(r, DRAGONS) == 2,
        "pungs or kongs of two dragons", "dragon-pung", needs=FEATURES["two dragons"]),
    fan(5, "mixed-kongs", "明暗杠", "Melded and concealed kong",
        lambda r: len(r.kongs) == 2 and concealed_kongs(r) == 1, "one exposed and one concealed kong",
        "concealed-kong melded-kong", only_if="mixed_kongs", needs=KONGS),
    fan(4, "outside-hand", "全带幺", "Outside hand", terminals_everywhere,
        "every set and the pair have a terminal or an honour"),
    fan(4, "fully-concealed", "不求人", "Fully concealed hand", lambda r: r.given.self_draw and r.given.closed,
        "nothing claimed, won by self-draw", f"concealed-hand {SELF_DRAWN}", ANY_SHAPE, needs=FEATURES["drawn closed"]),
    fan(4, "two-melded-kongs", "双明杠", "Two melded kongs",
        lambda r: len(r.kongs) == 2 and concealed_kongs(r) == 0, "two exposed kongs", "melded-kong", needs=KONGS),
    fan(4, "last-of-its-kind", "和绝张", "Last tile of its kind", last_of_its_kind,
        "the other three copies of the winning tile lie open", shapes=ANY_SHAPE, needs=FEATURES["last of its kind"]),
    fan(2, "dragon-pung", "箭刻", "Dragon pung", dragon_pungs, "each pung or kong of a dragon", shapes=WITH_SETS,
        needs=HONOUR_PUNGS),
    fan(2, "round-wind", "圈风刻", "Prevalent wind", lambda r: wind_pung(r, r.given.round_wind),
        "pung or kong of the round's wind", shapes=WITH_SETS, needs=HONOUR_PUNGS),
    fan(2, "seat-wind", "门风刻", "Seat wind", lambda r: wind_pung(r, r.given.seat_wind),
        "pung or kong of the own wind", shapes=WITH_SETS, needs=HONOUR_PUNGS),
    fan(2, "concealed-hand", "门前清", "Concealed hand", closed_on_discard,
        "nothing claimed, won on another's tile", shapes=ANY_SHAPE, needs=FEATURES["claimed closed"]),
    fan(2, "all-chows", "平和", "All chows", chows_of_all, "four chows and a suited pair", "no-honours", WITH_SETS,
        needs=FEATURES["no pungs"]),
    fan(2, "tile-hog", "四归一", "Tile hog", fours, "each face all four of which are there, not as a kong",
        shapes=(*SETS_OR_PAIRS, KNITTED_STRAIGHT), needs=FEATURES["four of a face"]),
    fan(2, "same-rank-pungs", "双同刻", "Double pung", same_rank_pungs, "pungs of one rank in two suits",
        needs=FEATURES["a rank twice"]),
    fan(2, "two-concealed-pungs", "双暗刻", "Two concealed pungs", lambda r: len(r.concealed_pungs) == 2,
        "two concealed pungs or kongs", needs=FEATURES["two concealed"]),
    fan(2, "concealed-kong", "暗杠", "Concealed kong", concealed_kongs, "a concealed kong", shapes=WITH_SETS,
        needs=KONGS),
    fan(2, "all-simples", "断幺", "All simples", lambda r: r.mask & ORPHAN_MASK == 0,
        "no terminal, no honour", "no-honours", SETS_OR_PAIRS, needs=FEATURES[SIMPLES]),
    chows("double-chow", "一般高", "Pure double chow", "two equal chows"),
    chows("mixed-double-chow", "喜相逢", "Mixed double chow", "chows of the same ranks in two suits"),
    chows("short-straight", "连六", "Short straight", "six in a row of one suit"),
    chows("two-terminal-chows", "老少副", "Two terminal chows", "123 and 789 of one suit"),
    fan(1, "terminal-pung", "幺九刻", "Pung of terminals or honours", terminal_pungs,
        "each pung or kong of 1, 9 or a wind that no other item names", shapes=WITH_SETS,
        needs=FEATURES["terminal or wind pung"]),
    fan(1, "melded-kong", "明杠", "Melded kong", lambda r: len(r.kongs) - concealed_kongs(r),
        "an exposed or added kong", shapes=WITH_SETS, needs=KONGS),
    fan(1, "one-suit-missing", "缺一门", "One voided suit", lambda r: r.suits in (3, 5, 6), "one suit missing",
        shapes=SETS_OR_PAIRS),
    fan(1, "no-honours", "无字", "No honours", lambda r: r.mask & HONOURS == 0, "no honour",
        shapes=(*SETS_OR_PAIRS, KNITTED_STRAIGHT)),
    fan(1, "edge-wait", "边张", "Edge wait", lambda r: r.wait == "edge" and waited_for_one_tile(r),
        "only 3 would complete 12, or only 7 complete 89", "closed-wait single-wait", WITH_SETS,
        needs=FEATURES["edge"]),
    fan(1, "closed-wait", "坎张", "Closed wait", lambda r: r.wait == "middle" and waited_for_one_tile(r),
        "only the middle of a chow was wanted", "single-wait", WITH_SETS, needs=FEATURES["middle"]),
    fan(1, "single-wait", "单钓将", "Single wait", pair_wait, "only the other half of the pair was wanted",
        shapes=WITH_SETS, needs=FEATURES["pair"]),
    fan(1, SELF_DRAWN, "自摸", "Self-drawn", lambda r: r.given.self_draw, "won by self-draw", shapes=ANY_SHAPE,
        needs=FEATURES["drawn"]),
    Item(id="flower", name="花牌", name_en="Flower", value=1, group=FLOWER, when=lambda r: len(r.given.hand.aside),
         needs=FEATURES["flowers"],
         shapes=ANY_SHAPE, note="each flower; not counted towards the 番 needed to win", source=SOURCE),
)
