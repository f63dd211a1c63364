"""国标: the shapes that are not four sets and a pair: 七对, 十三幺, 全不靠, 组合龙."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from scorer.given import Given
from scorer.reading import KNITTED, KNITTED_STRAIGHT, NOWHERE, PAIR, SEVEN_PAIRS, THIRTEEN_ORPHANS, Reading
from scorer.sets import TileSet, pair_of, set_completed, set_in_hand
from scorer.shapes import ORPHANS, read_sets

KNITTED_NINES: tuple[tuple[int, ...], ...] = tuple(
    tuple(sorted(suit * 9 + start + step for suit, start in enumerate(order) for step in (0, 3, 6)))
    for order in permutations(range(3))
)
"""The six ways to spread 147, 258 and 369 over the suits: nine faces each."""
HONOUR_FACES = tuple(range(27, 34))


def special_readings(given: Given) -> Iterator[Reading]:
    """Every special reading of a hand without wild tiles, in the order 七对, 十三幺, 全不靠, 组合龙."""
    counts = given.counts
    if not given.melds:
        faces = tuple(face for face, count in enumerate(counts) for _ in range(count))
        if not any(count & 1 for count in counts):
            yield Reading(given, SEVEN_PAIRS, (), None, NOWHERE, tiles=faces, pairs=faces[::2])
        elif len(set(faces)) == 13 and set(faces) == set(ORPHANS):
            yield Reading(given, THIRTEEN_ORPHANS, (), None, NOWHERE, tiles=faces)
        elif max(counts) == 1:
            for nine in KNITTED_NINES:
                if set(faces) <= {*nine, *HONOUR_FACES}:
                    yield Reading(given, KNITTED, (), None, NOWHERE, tiles=faces)
                    break
    if len(given.melds) <= 1:
        for nine in KNITTED_NINES:
            if all(counts[face] for face in nine):
                yield from _knitted_straight(given, nine)


def _knitted_straight(given: Given, nine: tuple[int, ...]) -> Iterator[Reading]:
    """One more set, in hand or the meld, and the pair from what the nine knitted tiles leave."""
    rest = list(given.counts)
    for face in nine:
        rest[face] -= 1
    for codes, pair in read_sets(rest, 0, 1 - len(given.melds)):
        yield from knitted_placements(given, nine, codes, pair, given.win_tile)


def knitted_placements(
    given: Given, nine: tuple[int, ...], codes: tuple[int, ...], pair: int, win: int
) -> Iterator[Reading]:
    """组合龙 with the winning face among the nine, in the set, in the pair: whichever it can have completed."""
    here = tuple(set_in_hand(code) for code in codes)
    pair_object = pair_of(pair)

    def read(hand: tuple[TileSet, ...], where: int) -> Reading:
        melds = given.melds
        return Reading(given, KNITTED_STRAIGHT, (*melds, *hand), pair_object, where, tiles=nine, win_face=win)

    if win < 0 or win in nine:
        yield read(here, NOWHERE)
    if here and here[0].mask >> max(win, 0) & 1 and win >= 0:
        yield read((set_completed(codes[0]),) if given.on_discard else here, len(given.melds))
    if pair_object.tile == win:
        yield read(here, PAIR)


def seven_pair_waits(given: Given, before: list[int]) -> set[int]:
    """The face that makes thirteen tiles in hand seven pairs."""
    if given.melds:
        return set()
    odd = [face for face, count in enumerate(before) if count & 1]
    return set(odd) if len(odd) == 1 else set()
