"""花麻将: the readings of a hand with wild tiles, each with every wild tile taken for the tile it stands for.

Two readings that use the same tiles in the same sets are one, whichever of the copies are wild: only how many of the
wild tiles stand as themselves still matters, and that the tiles themselves tell. A reading is a candidate with an
upper bound of its worth and is made only if that is promising.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import combinations, combinations_with_replacement

from scorer.engine import in_order
from scorer.given import Given
from scorer.reading import KNITTED, NOWHERE, PAIR, SETS, SEVEN_PAIRS, THIRTEEN_ORPHANS, Reading, part_order
from scorer.rules.guobiao_facts import HONOURS, ORPHAN_MASK, waited_for_one_tile
from scorer.rules.guobiao_predicates import holds_no_other, last_of_its_kind
from scorer.rules.guobiao_shapes import HONOUR_FACES, KNITTED_NINES, knitted_placements
from scorer.rules.hua_bound import CHICKEN, of_chows, of_faces, of_pungs, of_table
from scorer.ruleset import Candidate
from scorer.sets import ANY_CHOW, ANY_PAIR, ANY_PUNG, FIRST_TILE, PUNG_BASE, pair_of, set_completed, set_in_hand
from scorer.shapes import ORPHANS, Part, pairs_of, read_sets

# Counts of all faces in one number, four bits a face: sums of sets are sums of numbers.
_ONE = tuple(1 << 4 * face for face in range(34))
_SINGLE = frozenset(_ONE)
_NINE_GATES = {
    0x1FF << suit * 9: sum(times << 4 * (suit * 9 + place) for place, times in enumerate((3, 1, 1, 1, 1, 1, 1, 1, 3)))
    for suit in range(3)
}
_ALL_ONES = sum(_ONE)
_ALL_THREES = sum(3 * one for one in _ONE)
_ALL_FOURS = sum(4 * one for one in _ONE)
_ALL_EIGHTS = sum(8 * one for one in _ONE)
_PACKED = tuple(
    _ONE[FIRST_TILE[base]] * 0x111 if base < PUNG_BASE else _ONE[FIRST_TILE[base]] * 3 for base in range(55)
)
_MASK = tuple(0b111 << FIRST_TILE[base] if base < PUNG_BASE else 1 << FIRST_TILE[base] for base in range(55))
_ENDS = tuple(mask & ORPHAN_MASK != 0 for mask in _MASK)
_FIVES = tuple(
    3 <= FIRST_TILE[base] % 9 + 1 <= 5 if base < PUNG_BASE else FIRST_TILE[base] in (4, 13, 22) for base in range(55)
)


def candidates(given: Given) -> Iterator[Candidate]:
    """Every reading of the hand, sets first, then 七对, 十三幺, 全不靠, 组合龙."""
    bound = Bound(given)
    yield from _as_sets(given, bound)
    if not given.melds:
        yield from _seven_pairs(given, bound)
        yield from _thirteen_orphans(given, bound)
        yield from _knitted(given, bound)
    if len(given.melds) <= 1:
        yield from _knitted_straight(given, bound)


def _ones(packed: int) -> int:
    """Not 0 where a face is there just once."""
    return packed & ~(packed >> 1) & ~(packed >> 2) & _ALL_ONES


class Bound:
    """The upper bound for readings of one hand; None where a face would be there five times."""

    def __init__(self, given: Given) -> None:
        melds = given.melds
        self.table = of_table(given)
        self.chicken = CHICKEN + len(given.hand.aside)
        self.wild = given.wild
        self.wilds = given.wilds
        self.no_wild = int(given.option["no_wild_fan"])
        self.chows = tuple(meld.base for meld in melds if meld.is_chow)
        self.pungs = sum(1 << meld.tile for meld in melds if meld.is_pung)
        self.mask = 0
        self.packed = 0
        for meld in melds:
            self.mask |= meld.mask
            self.packed += _PACKED[meld.base]
        self.full = self.packed + sum(_ONE[meld.tile] for meld in melds if meld.is_kong)
        self.kong_mask = sum(_ONE[meld.tile] * 4 for meld in melds if meld.is_kong)
        self.concealed = sum(meld.is_pung and meld.concealed for meld in melds)
        self.winds = [wind for wind in {given.seat_wind, given.round_wind} if wind >= 0]
        self.both_winds = given.seat_wind == given.round_wind >= 0
        self.ends = all(_ENDS[meld.base] for meld in melds)
        self.fives = all(_FIVES[meld.base] for meld in melds)
        self.closed = not melds
        self.win = given.win_tile if not given.win_wild else -1
        self.only_copy = 8 if given.robbed else 4 if given.flag("last of its kind") else 0

    def of_sets(self, bases: tuple[int, ...], face: int) -> int | None:
        """Sets in hand of these bases (ascending) and a pair of this face."""
        packed = self.full + 2 * _ONE[face]
        mask = self.mask | 1 << face
        pungs = self.pungs
        ends, fives = self.ends, self.fives
        chows: tuple[int, ...] = ()
        concealed = self.concealed
        for base in bases:
            packed += _PACKED[base]
            mask |= _MASK[base]
            if base < PUNG_BASE:
                chows += (base,)
            else:
                pungs |= _MASK[base]
                concealed += 1
            ends = ends and _ENDS[base]
            fives = fives and _FIVES[base]
        worth = self.of_tiles(packed, mask)
        if worth is None:
            return None
        if self.chows:
            chows = tuple(sorted((*self.chows, *chows)))
        if len(chows) > 1:
            worth += of_chows(chows)
        if pungs:
            worth += of_pungs(pungs, 1 << face & HONOURS) + (0, 0, 2, 16, 64)[concealed]
            if concealed < 4 and len(chows) == 0:
                worth += 6
            for wind in self.winds:
                worth += (2 + 2 * self.both_winds) * (pungs >> wind & 1)
        if ends and 1 << face & ORPHAN_MASK:
            worth += 4
        if fives and face in (4, 13, 22):
            worth += 16
        if self.closed and packed - _NINE_GATES.get(mask, packed) in _SINGLE:
            worth += 88
        return max(worth, self.chicken)

    def of_tiles(self, packed: int, mask: int) -> int | None:
        """Any shape: the faces, the tiles held four times, the wild tiles that stand for others, and the table."""
        if (packed + _ALL_THREES) & _ALL_EIGHTS:
            return None
        worth = self.table + of_faces(mask)
        fours = packed & _ALL_FOURS & ~self.kong_mask
        if fours:
            worth += 2 * fours.bit_count()
        if self.only_copy:
            # 和绝张 bears copies of the winning face in melds, but none in hand.
            in_hand = packed - self.full
            if _ones(in_hand) if self.win < 0 else in_hand >> 4 * self.win & 7 == 1:
                worth += self.only_copy
        if packed >> 4 * self.wild & 7 == self.wilds:
            worth += self.no_wild
        return worth


def _named(parts: Iterable[Part]) -> Iterator[tuple[tuple[int, ...], int]]:
    """Bases of sets (ascending) and the face of the pair; wild tiles alone are every set and pair they can be."""
    seen: set[tuple[tuple[int, ...], int]] = set()
    for codes, pair in parts:
        if ANY_CHOW in codes:
            continue
        bases = tuple(sorted([code >> 3 for code in codes if code != ANY_PUNG]))
        faces = range(34) if pair == ANY_PAIR else (pair >> 2,)
        choices = (bases,) if len(bases) == len(codes) else [tuple(sorted((*bases, base))) for base in range(55)]
        for face in faces:
            for chosen in choices:
                key = (chosen, face)
                if key not in seen:
                    seen.add(key)
                    yield key


def _as_sets(given: Given, bound: Bound) -> Iterator[Candidate]:
    for bases, face in _named(read_sets(given.counts, given.wilds, given.sets_needed)):
        limit = bound.of_sets(bases, face)
        if limit is not None:
            yield limit, partial(_sets_readings, given, bases, face)


def _sets_readings(given: Given, bases: tuple[int, ...], face: int) -> list[Reading]:
    """The readings of these sets, one for each face the winning tile can be and each place it can have in them."""
    codes, pair_code = wild_codes(given.counts, bases, face)
    pair = pair_of(pair_code)
    hand = tuple([set_in_hand(code) for code in part_order(codes)])
    melds = given.melds
    found = []
    for win in win_faces(given, bases, face):
        if win < 0:
            found.append(Reading(given, SETS, (*melds, *hand), pair, NOWHERE, win_face=-1))
            continue
        last = -1
        for index, mine in enumerate(hand):
            if mine.base != last and mine.mask >> win & 1:
                sets = list(hand)
                if given.on_discard:
                    sets[index] = set_completed(mine.code)
                found.append(Reading(given, SETS, (*melds, *sets), pair, len(melds) + index, win_face=win))
            last = mine.base
        if pair.tile == win:
            found.append(Reading(given, SETS, (*melds, *hand), pair, PAIR, win_face=win))
    return _that_differ(in_order(found))


def _that_differ(readings: list[Reading]) -> list[Reading]:
    """Of readings that differ in the winning tile's place alone, in order, those that can be worth different things.

    Its place tells whether the hand waited for it alone, and on a discard a pung it completes is not concealed. Its
    face matters to 和绝张 and 抢杠和, and to 九莲宝灯: in a hand of one suit all are kept.
    """
    if len(readings) < 2 or (readings[0].one_suit and not readings[0].given.melds):
        return readings
    by_face: dict[tuple[bool, bool], list[Reading]] = {}
    for reading in readings:
        by_face.setdefault((holds_no_other(reading), last_of_its_kind(reading)), []).append(reading)
    return [_best_placed(alike) for alike in by_face.values()]


def _best_placed(readings: list[Reading]) -> Reading:
    if readings[0].given.on_discard:
        readings = [reading for reading in readings if reading.wait != "pung"] or readings
    waited = (r for r in readings if r.wait in ("edge", "middle", "pair") and waited_for_one_tile(r))
    return next(waited, readings[0])


def tiles_of(bases: Iterable[int], face: int) -> list[int]:
    """The faces of these sets and the pair."""
    tiles = [face, face]
    for base in bases:
        first = FIRST_TILE[base]
        tiles += (first, first + 1, first + 2) if base < PUNG_BASE else (first,) * 3
    return tiles


def win_faces(given: Given, bases: Iterable[int], face: int, nine: Iterable[int] = ()) -> list[int]:
    """What the winning tile can be in this reading: itself, or for a wild one each face a wild tile stands for."""
    if not given.win_wild:
        return [given.win_tile]
    spare = list(given.counts)
    stood_for = []
    for tile in (*tiles_of(bases, face), *nine):
        if spare[tile]:
            spare[tile] -= 1
        elif tile not in stood_for:
            stood_for.append(tile)
    return stood_for


def wild_codes(counts: Sequence[int], bases: tuple[int, ...], face: int) -> Part:
    """The codes of these sets and pair, wild tiles marked: the real ones (`counts`) go to the first places they fit."""
    real = list(counts)
    codes = []
    for base in bases:
        first = FIRST_TILE[base]
        wild = 0
        for place in range(3):
            tile = first + place if base < PUNG_BASE else first
            if real[tile]:
                real[tile] -= 1
            else:
                wild |= 1 << place
        if base >= PUNG_BASE:
            wild = (1 << wild.bit_count()) - 1
        codes.append(base << 3 | wild)
    return tuple(codes), face << 2 | (0b11 >> min(real[face], 2))


def _of_tiles(
    given: Given, bound: Bound, shape: str, worth: int, tiles: tuple[int, ...], pairs: tuple[int, ...] = ()
) -> Iterator[Candidate]:
    """The reading of a shape without sets, if no face is there five times; `worth` is what the shape gives."""
    packed = mask = 0
    for face in tiles:
        packed += _ONE[face]
        mask |= 1 << face
    limit = bound.of_tiles(packed, mask)
    if limit is not None:
        yield limit + worth, partial(_tiles_readings, given, shape, tiles, pairs)


def _tiles_readings(given: Given, shape: str, tiles: tuple[int, ...], pairs: tuple[int, ...]) -> list[Reading]:
    wins = [given.win_tile]
    if given.win_wild:
        spare = list(given.counts)
        wins = []
        for face in tiles:
            if spare[face]:
                spare[face] -= 1
            elif face not in wins:
                wins.append(face)
    return [Reading(given, shape, (), None, NOWHERE, tiles=tiles, pairs=pairs, win_face=win) for win in wins]


def _seven_pairs(given: Given, bound: Bound) -> Iterator[Candidate]:
    forced = pairs_of(given.counts, given.wilds, 7)
    if forced is None:
        return
    for more in combinations_with_replacement(range(34), 7 - len(forced)):
        pairs = tuple(sorted((*forced, *more)))
        shifted = pairs[6] - pairs[0] == 6 and len(set(pairs)) == 7
        tiles = tuple([face for face in pairs for _ in (0, 1)])
        yield from _of_tiles(given, bound, SEVEN_PAIRS, 88 if shifted else 24, tiles, pairs)


def _thirteen_orphans(given: Given, bound: Bound) -> Iterator[Candidate]:
    counts = given.counts
    real = [face for face in ORPHANS if counts[face]]
    if sum(counts) != sum(counts[face] for face in real) or sum(counts) > len(real) + 1:
        return
    doubled = [face for face in real if counts[face] == 2]
    for face in doubled or ORPHANS:
        yield from _of_tiles(given, bound, THIRTEEN_ORPHANS, 88, tuple(sorted((*ORPHANS, face))))


def _knitted(given: Given, bound: Bound) -> Iterator[Candidate]:
    real = {face for face, count in enumerate(given.counts) if count}
    if sum(given.counts) != len(real):
        return
    for nine in KNITTED_NINES:
        sixteen = (*nine, *HONOUR_FACES)
        if not real.issubset(sixteen):
            continue
        for out in combinations([face for face in sixteen if face not in real], 2):
            yield from _of_tiles(given, bound, KNITTED, 24, tuple(sorted(set(sixteen).difference(out))))


def _knitted_straight(given: Given, bound: Bound) -> Iterator[Candidate]:
    """A wild tile knitted in place of a real copy that is wanted elsewhere is the same as one standing there."""
    for nine in KNITTED_NINES:
        rest = list(given.counts)
        missing = 0
        packed, mask = bound.full, bound.mask
        for face in nine:
            packed += _ONE[face]
            mask |= 1 << face
            if rest[face]:
                rest[face] -= 1
            else:
                missing += 1
        if missing > given.wilds:
            continue
        for bases, face in _named(read_sets(rest, given.wilds - missing, 1 - len(given.melds))):
            whole = packed + 2 * _ONE[face] + sum(_PACKED[base] for base in bases)
            faces = mask | 1 << face
            for base in bases:
                faces |= _MASK[base]
            limit = bound.of_tiles(whole, faces)
            if limit is not None:
                # 组合龙, and 平和 or a pung that is a dragon's or both winds'.
                yield limit + 16, partial(_knitted_straight_readings, given, nine, bases, face)


def _knitted_straight_readings(
    given: Given, nine: tuple[int, ...], bases: tuple[int, ...], face: int
) -> Iterator[Reading]:
    rest = list(given.counts)
    for tile in nine:
        if rest[tile]:
            rest[tile] -= 1
    codes, pair = wild_codes(rest, bases, face)
    for win in win_faces(given, bases, face, nine):
        yield from knitted_placements(given, nine, codes, pair, win)
