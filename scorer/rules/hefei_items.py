"""合肥: the points of the hand (基础分) and the patterns on top of them.

A win is read in two variants: the ordinary sum, and for 天胡 and 地胡 the 基础分 multiplied and nothing else.
"""

from __future__ import annotations

from collections import Counter

from scorer.given import Given
from scorer.items import Item, Predicate, Value
from scorer.reading import FLAGS, KONGS, ONE_SUIT, PUNGS, SETS, SEVEN_PAIRS, TWO_CHOWS, Reading

BASE = "base"
PATTERN = "pattern"
FIRST_TURN = "first turn"
SOURCE = "合肥麻将游戏规则: 胡牌规则和算法"
BOTH = (SETS, SEVEN_PAIRS)

PATTERNS = (
    "one-suit",
    "four-triplets",
    "super-seven-pairs",
    "seven-pairs",
    "plain-win",
    "kong-replacement",
    "last-tile-draw",
    "discard-after-kong",
)
"""What comes on top of the 基础分: nothing of it beside 天胡 and 地胡."""

LEAST_OF_A_SUIT = 8
"""A hand may win only with this many tiles of one suit."""

# -- 基础分: what the tiles are worth, however they are read ---------------------------------------------------------


class Facts:
    """What the tiles are worth in every reading, a kong giving four.

    suits            how many tiles of 万, 饼, 条
    missing          how many suits are missing
    longest          支: tiles of the longest suit beyond eight
    same_rank        同: of every rank held five times or more, what goes beyond four
    two_five_eight   tiles of 2, 5, 8 beyond six
    three_seven      tiles of 3, 7 beyond four
    """

    __slots__ = ("longest", "missing", "same_rank", "suits", "three_seven", "two_five_eight")

    def __init__(self, held: list[int]) -> None:
        self.suits = (sum(held[0:9]), sum(held[9:18]), sum(held[18:27]))
        self.missing = self.suits.count(0)
        self.longest = max(0, max(self.suits) - LEAST_OF_A_SUIT)
        two, three, four, five, six, seven, eight = [held[r] + held[r + 9] + held[r + 18] for r in range(1, 8)]
        self.same_rank = sum([n - 4 for n in (two, three, four, five, six, seven, eight) if n > 4])
        self.two_five_eight = max(0, two + five + eight - 6)
        self.three_seven = max(0, three + seven - 4)


def facts(given: Given) -> Facts:
    """Worked out once for all readings of the hand."""
    found: Facts | None = given.extra.get("facts")
    if found is None:
        found = given.extra["facts"] = Facts(given.held if given.melds else given.counts)
    return found


# -- 基础分: what the sets are worth --------------------------------------------------------------------------------


def triplets(r: Reading) -> int:
    """坎: concealed 111; one completed by another's discard is none, nor is a kong."""
    return len(r.concealed_pungs) - len(r.kongs)


def live_fours(r: Reading) -> int:
    """活: a 坎 whose fourth tile is in a chow."""
    return len([s for s in r.concealed_pungs if not s.is_kong and r.given.counts[s.tile] == 4])


def equal_chows(r: Reading) -> int:
    """双扑: pairs of equal chows; three alike are one pair, four alike two."""
    firsts = [chow.tile for chow in r.chows]
    if len(set(firsts)) == len(firsts):
        return 0
    return sum([count // 2 for count in Counter(firsts).values()])


def one_tile_only(r: Reading) -> bool:
    """卡: the middle of a chow, the pair, or an edge of this deck, and no other tile would have done."""
    wait = r.wait
    if wait == "edge" and not r.given.option["edge_wait"]:
        return False
    return wait in ("middle", "pair", "edge") and r.single_wait


def dealer_points(r: Reading) -> bool:
    """Whether 庄分 is in every payment of this win."""
    given = r.given
    return given.option["dealer_points"] == "all" or given.is_dealer or dealer_pays_alone(given)


def dealer_pays_alone(given: Given) -> bool:
    return given.on_discard and given.context.payer == given.context.dealer


# -- patterns --------------------------------------------------------------------------------------------------------


def four_alike(r: Reading) -> int:
    """How often four tiles alike are two of the seven pairs."""
    return sum(count == 2 for count in Counter(r.pairs).values())


def heaven(given: Given) -> bool:
    """天胡: the dealer's first fourteen tiles."""
    return given.self_draw and given.is_dealer and given.flag("first turn")


def earth(given: Given) -> bool:
    """地胡: the dealer's first discard, or an idle player's first draw."""
    if not given.flag("first turn") or given.is_dealer:
        return False
    return given.self_draw or (given.discard and given.context.payer == given.context.dealer)


def _base(
    id_: str,
    name: str,
    name_en: str,
    when: Predicate,
    value: Value,
    words: str,
    note: str,
    shapes: tuple[str, ...],
    needs: int = 0,
) -> Item:
    return Item(
        id=id_,
        name=name,
        name_en=name_en,
        when=when,
        value=value,
        value_note=words,
        group=BASE,
        shapes=shapes,
        needs=needs,
        note=note,
        source=SOURCE,
    )


def _measured(id_: str, name: str, name_en: str, fact: str, words: str, note: str) -> Item:
    """An item that is worth what it measures, one of the Facts."""

    def measure(r: Reading) -> int:
        return int(getattr(facts(r.given), fact))

    return _base(id_, name, name_en, lambda r: getattr(facts(r.given), fact) > 0, measure, words, note, BOTH)


def _each(id_: str, name: str, name_en: str, count: Predicate, worth: int, note: str, needs: int) -> Item:
    """An item of sets: so much for each."""
    return _base(
        id_, name, name_en, lambda r: count(r) > 0, lambda r: worth * count(r), f"{worth} each", note, (SETS,), needs
    )


def _pattern(
    id_: str,
    name: str,
    name_en: str,
    when: Predicate,
    value: Value,
    note: str,
    excludes: tuple[str, ...] = (),
    shapes: tuple[str, ...] = (SETS,),
    words: str = "",
    needs: int = 0,
) -> Item:
    return Item(
        id=id_,
        name=name,
        name_en=name_en,
        when=when,
        value=value,
        value_note=words,
        group=PATTERN,
        excludes=excludes,
        shapes=shapes,
        needs=needs,
        note=note,
        source=SOURCE,
    )


def _times(id_: str, name: str, name_en: str, when: Predicate, factor: int, note: str) -> Item:
    return Item(
        id=id_,
        name=name,
        name_en=name_en,
        when=lambda r: r.variant == FIRST_TURN and when(r),
        factor=factor,
        excludes=PATTERNS,
        shapes=BOTH,
        needs=FLAGS,
        note=note,
        source=SOURCE,
    )


ITEMS: tuple[Item, ...] = (
    _base("win", "胡", "Win", lambda r: True, 10, "10", "every win", BOTH),
    _measured("longest-suit", "支", "Long suit", "longest", "count - 8", "tiles of the longest suit beyond eight"),
    _base("one-suit-missing", "缺门", "One suit missing", lambda r: facts(r.given).missing == 1, 5, "5",
          "exactly one suit missing, not for 清一色", BOTH),
    _measured("same-rank", "同", "Same rank", "same_rank", "count - 4",
              "of each rank held five times or more over the three suits"),
    _each("triplet", "坎", "Concealed triplet", triplets, 1,
          "each concealed 111, not one completed by another's discard", PUNGS),
    _each("kong", "杠", "Kong", lambda r: len(r.kongs), 5, "each declared kong, which is no 坎", KONGS),
    _each("live-four", "活", "Live four", live_fours, 5, "four alike, three of them a 坎, the fourth in a chow",
          PUNGS),
    _base("one-tile-only", "卡", "One tile only", one_tile_only, 1, "1",
          "waited for one tile: the middle of a chow, the pair, 23 for 4 and 78 for 6", (SETS,)),
    _base("dealer-points", "庄分", "Dealer's points", dealer_points, lambda r: r.given.context.streak, "streak",
          "how many hands in a row the dealer has dealt", BOTH),
    _measured("two-five-eight", "258", "Tiles of 2, 5, 8", "two_five_eight", "count - 6",
              "seven or more tiles of 2, 5, 8"),
    _measured("three-seven", "37", "Tiles of 3, 7", "three_seven", "count - 4",
              "five or more tiles of 3, 7"),
    _each("equal-chows", "双扑", "Equal chows", equal_chows, 5, "each pair of equal chows; three alike are one pair",
          TWO_CHOWS),
    _times("heavenly-win", "天胡", "Heavenly win", lambda r: heaven(r.given), 6,
           "the dealer's first fourteen tiles: 基础分 × 6 and nothing else"),
    _times("earthly-win", "地胡", "Earthly win", lambda r: earth(r.given), 3,
           "the dealer's first discard or an idle player's first draw: 基础分 × 3 and nothing else"),
    _pattern("one-suit", "清一色", "One suit", lambda r: facts(r.given).missing == 2, 50, "one suit",
             ("four-triplets", "plain-win"), BOTH, needs=ONE_SUIT),
    _pattern("four-triplets", "四坎", "Four triplets", lambda r: len(r.concealed_pungs) == 4, 50,
             "four concealed 111 or kongs: counts as 清一色", ("plain-win",), needs=PUNGS),
    _pattern("super-seven-pairs", "超级七对", "Seven pairs with four alike", lambda r: four_alike(r) > 0,
             lambda r: 10 + 5 * four_alike(r), "seven pairs, four alike among them", ("seven-pairs",), (SEVEN_PAIRS,),
             "10 + 5 for each four alike"),
    _pattern("seven-pairs", "七对", "Seven pairs", lambda r: True, 5, "seven pairs", shapes=(SEVEN_PAIRS,)),
    _pattern("plain-win", "平胡", "Plain win", lambda r: True, 1, "four sets and a pair, no 清一色"),
    _pattern("kong-replacement", "杠开", "Kong replacement",
             lambda r: r.given.self_draw and r.given.flag("kong replacement"), 5, "self-draw on a replacement tile",
             needs=FLAGS),
    _pattern("last-tile-draw", "海捞", "Last tile draw", lambda r: r.given.self_draw and r.given.flag("last tile"), 5,
             "self-draw among the last four tiles", shapes=BOTH, needs=FLAGS),
    _pattern("discard-after-kong", "杠后放炮", "Discard after a kong",
             lambda r: r.given.discard and r.given.flag("after kong"), 5, "the discard after a kong wins", shapes=BOTH,
             needs=FLAGS),
)  # fmt: skip
