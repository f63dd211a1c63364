"""国标: the shapes that are not four sets and a pair: 七对, 十三幺, 全不靠, 组合龙.

Wild tiles (for `hua`) fill them too.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement, permutations

from scorer.engine import named_parts, within_four
from scorer.given import Given
from scorer.reading import KNITTED, KNITTED_STRAIGHT, NOWHERE, PAIR, SEVEN_PAIRS, THIRTEEN_ORPHANS, Reading
from scorer.sets import TileSet, pair_of, set_completed, set_in_hand
from scorer.shapes import ORPHANS, pairs_of, read_sets

KNITTED_NINES: tuple[tuple[int, ...], ...] = tuple(
    tuple(sorted(suit * 9 + start + step for suit, start in enumerate(order) for step in (0, 3, 6)))
    for order in permutations(range(3))
)
"""The six ways to spread 147, 258 and 369 over the suits: nine faces each."""
_HONOURS = tuple(range(27, 34))


def special_readings(given: Given) -> Iterator[Reading]:
    """Every special reading of the hand, in the order 七对, 十三幺, 全不靠, 组合龙."""
    if not given.melds:
        yield from _seven_pairs(given)
        yield from _thirteen_orphans(given)
        yield from _knitted(given)
    if len(given.melds) <= 1:
        yield from _knitted_straight(given)


def seven_pair_waits(given: Given, before: list[int]) -> set[int]:
    """The face that makes thirteen tiles in hand seven pairs."""
    if given.melds:
        return set()
    odd = [face for face, count in enumerate(before) if count & 1]
    return set(odd) if len(odd) == 1 else set()


def _seven_pairs(given: Given) -> Iterator[Reading]:
    forced = pairs_of(given.counts, given.wilds, 7)
    if forced is None:
        return
    for more in combinations_with_replacement(range(34), 7 - len(forced)):
        pairs = tuple(sorted((*forced, *more)))
        if more and any(pairs.count(face) > 2 for face in more):
            continue
        yield Reading(
            given, SEVEN_PAIRS, (), None, NOWHERE, tiles=tuple(face for face in pairs for _ in (0, 1)), pairs=pairs
        )


def _thirteen_orphans(given: Given) -> Iterator[Reading]:
    counts = given.counts
    if sum(counts[face] for face in ORPHANS) + given.wilds != 14 or any(counts[face] > 2 for face in ORPHANS):
        return
    doubled = [face for face in ORPHANS if counts[face] == 2]
    if len(doubled) > 1:
        return
    for face in doubled or ORPHANS:
        yield Reading(given, THIRTEEN_ORPHANS, (), None, NOWHERE, tiles=tuple(sorted((*ORPHANS, face))))


def _knitted(given: Given) -> Iterator[Reading]:
    real = [face for face, count in enumerate(given.counts) if count]
    if len(real) + given.wilds != 14:
        return
    for nine in KNITTED_NINES:
        sixteen = (*nine, *_HONOURS)
        if not set(real).issubset(sixteen):
            continue
        missing = [face for face in sixteen if face not in real]
        for left_out in _choose_two(missing):
            yield Reading(given, KNITTED, (), None, NOWHERE, tiles=tuple(f for f in sixteen if f not in left_out))


def _choose_two(missing: list[int]) -> Iterator[tuple[int, int]]:
    """Of the sixteen faces fourteen are there: which two of the missing ones no wild tile stands for."""
    for place, one in enumerate(missing):
        for other in missing[place + 1 :]:
            yield one, other


def _knitted_straight(given: Given) -> Iterator[Reading]:
    for nine in KNITTED_NINES:
        missing = [face for face in nine if not given.counts[face]]
        if len(missing) > given.wilds:
            continue
        # With wild tiles a copy at hand may be wanted elsewhere, and a wild tile be knitted in its place.
        present = [face for face in nine if given.counts[face]]
        spare = given.wilds - len(missing)
        for borrowed in _subsets(present, min(spare, given.wilds)):
            rest = list(given.counts)
            for face in present:
                if face not in borrowed:
                    rest[face] -= 1
            yield from _with_nine(given, nine, missing + list(borrowed), rest, spare - len(borrowed))


def _subsets(faces: list[int], most: int) -> Iterator[tuple[int, ...]]:
    yield ()
    if most:
        for place, face in enumerate(faces):
            for more in _subsets(faces[place + 1 :], most - 1):
                yield (face, *more)


def _with_nine(
    given: Given, nine: tuple[int, ...], stood_for: list[int], rest: list[int], wilds: int
) -> Iterator[Reading]:
    """The readings with these nine knitted: one more set (in hand, or the meld) and the pair from the rest."""
    win = given.win_tile
    for codes, pair in named_parts(read_sets(rest, wilds, 1 - len(given.melds), given.wild)):
        if given.wilds and not within_four(given, codes, pair, nine):
            continue
        pair_object = pair_of(pair)
        here: tuple[TileSet, ...] = tuple(set_in_hand(code) for code in codes)
        if stood_for if given.win_wild else win in nine and win not in stood_for:
            yield Reading(given, KNITTED_STRAIGHT, (*given.melds, *here), pair_object, NOWHERE, tiles=nine)
        for code, mine in zip(codes, here, strict=True):
            if mine.wild if given.win_wild else mine.holds(win):
                won = set_completed(code) if given.on_discard else mine
                yield Reading(given, KNITTED_STRAIGHT, (*given.melds, won), pair_object, len(given.melds), tiles=nine)
        if pair_object.wilds if given.win_wild else pair_object.holds(win):
            yield Reading(given, KNITTED_STRAIGHT, (*given.melds, *here), pair_object, PAIR, tiles=nine)
        if win < 0:
            yield Reading(given, KNITTED_STRAIGHT, (*given.melds, *here), pair_object, NOWHERE, tiles=nine)
