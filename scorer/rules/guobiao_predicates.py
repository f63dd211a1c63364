"""国标: what has to hold for an item where no single line of the table can say it."""

from __future__ import annotations

from scorer.reading import KNITTED_STRAIGHT, Reading
from scorer.rules.guobiao_facts import (
    DRAGONS,
    HONOURS,
    ORPHAN_MASK,
    TERMINALS,
    WINDS,
    named_pungs,
    pungs_among,
    ranks_of_pungs,
)
from scorer.rules.guobiao_features import ALL_FOURS
from scorer.rules.guobiao_shapes import KNITTED_NINES


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
