"""The most probable grouping and faces of a layout."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from vision.layout import Layout, LayoutDoubt
from vision.reading.assign import Assignment, assign
from vision.reading.build import parts_of
from vision.reading.doubts import doubts_of
from vision.reading.game import Game
from vision.reading.pieces import FACE_NUMBERS, SURELY, Item, items_of
from vision.reading.structure import MELD_KINDS, Structure, structures
from vision.reading.thresholds import DEFAULT_READING_THRESHOLDS, ReadingThresholds
from vision.reading.winning_tile import WinningTile, winning_tile
from vision.types import NamedTile, ReadingParts, ReviewReason

_FEW = 5
"""Tiles below which a picture may well show none."""
_SURE_BACKGROUND = 0.8
"""Product of a tile's detection and its name from which a face on the table counts as one of its four copies."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a layout was read as: the items, their grouping, the next likely other grouping, the faces, the tile that
    won."""

    items: Sequence[Item]
    structure: Structure
    rival: Structure | None
    assignment: Assignment
    won: WinningTile
    cost: float = 0.0

    @property
    def read(self) -> frozenset[int]:
        """The ids of the tiles that were read as the hand's."""
        segments = (segment for segment in self.structure.segments if segment.kind != "stray")
        return frozenset(self.items[k].tile.id for segment in segments for k in segment.items)

    def parts(
        self, layout: Layout, game: Game, limits: ReadingThresholds, dropped: frozenset[int] = frozenset()
    ) -> ReadingParts:
        """The reading as it is shown; `dropped` are the ids of tiles that the player took out of the hand."""
        offered = {item.tile.id for item in self.items}
        left = [tile for tile in layout.background if tile.id not in offered | dropped]
        review = doubts_of(
            layout.doubts, self.structure, self.rival, self.assignment, self.won, self.items, game, limits, left
        )
        return parts_of(self.structure, self.assignment, self.won, self.items, layout.background, review)


def find(
    layout: Layout,
    game: Game,
    limits: ReadingThresholds = DEFAULT_READING_THRESHOLDS,
    fixed: frozenset[int] = frozenset(),
    kept: frozenset[int] = frozenset(),
) -> Found | None:
    """The most probable grouping and faces of a layout, None where it has no hand: no tiles, or few things of which
    none is surely one. `fixed` are the ids of tiles whose face the player gave, `kept` those that are not left out."""
    items = items_of(layout, game, limits, fixed, kept)
    if not items or (len(items) < _FEW and not any(item.surely_a_tile for item in items)):
        return None
    offered = {item.tile.id for item in items}
    counts = background_counts([tile for tile in layout.background if tile.id not in offered])
    weighed: list[tuple[float, int, Structure, Assignment]] = []
    least = float("inf")
    for rank, structure in enumerate(structures(items, game, limits)):
        if structure.cost > least + limits.group_margin:
            break
        assignment = assign(structure, items, counts, game, limits, limits.trials_rival if rank else limits.trials)
        cost = (
            structure.cost
            + assignment.cost
            + limits.kong_split * split_kongs(structure, items, assignment.faces, limits)
        )
        weighed.append((cost, rank, structure, assignment))
        least = min(least, cost)
    weighed.sort(key=lambda entry: entry[:2])
    cost, rank, structure, assignment = weighed[0]
    if rank:
        assignment = assign(structure, items, counts, game, limits)
    rival = next(
        (
            other
            for other_cost, _, other, _ in weighed[1:]
            if other_cost - cost < limits.group_margin and signature(other) != signature(structure)
        ),
        None,
    )
    won = winning_tile(structure, items, assignment.faces, game.sizes)
    return Found(items, structure, rival, assignment, won, cost)


def find_among(
    layouts: Iterable[Layout],
    game: Game,
    limits: ReadingThresholds = DEFAULT_READING_THRESHOLDS,
    fixed: frozenset[int] = frozenset(),
) -> tuple[Layout, Found | None]:
    """The layout that reads best, and what it reads as; `layouts` come likeliest first.

    Only where the first is no likely hand are the others looked at, and they must be wins of plain tiles: on a table
    full of tiles geometry alone may take a neighbour's melds or the pond for the hand.
    """
    rest = iter(layouts)
    first = next(rest)
    found = find(first, game, limits, fixed)
    if found is not None and _is_hand(found, game) and (found.assignment.wins or found.cost <= limits.plain_hand):
        return first, found
    best: tuple[Layout, Found | None] = (first, found)
    least = math.inf if found is None else found.cost
    plain = sum(_plainly_a_tile(tile) for tile in (*first.hand_tiles, *first.background))
    for layout in rest if plain + 1 >= min(game.sizes) else ():
        if sum(map(_plainly_a_tile, _offered(layout))) + 1 < min(game.sizes):
            continue
        other = find(layout, game, limits, fixed)
        if other is None or not _is_plain_win(other):
            continue
        cost = other.cost + limits.other_hand + limits.other_hand_behind * layout.behind
        if cost < least:
            doubt = LayoutDoubt(
                "two_hands",
                tuple(sorted(tile.id for tile in first.hand_tiles)),
                "another row could be the hand; the one with the tiles of a hand was read",
            )
            best, least = (replace(layout, doubts=(*layout.doubts, doubt)), other), cost
    return best


def _offered(layout: Layout) -> Iterator[NamedTile]:
    yield from layout.hand_tiles
    yield from (placed.tile for row in layout.outlying for placed in row.tiles)


def _is_hand(found: Found, game: Game) -> bool:
    """Whether there are as many tiles as a hand has, with or without the winning tile."""
    size = found.structure.size
    return size in game.sizes or (size + 1 in game.sizes and not found.structure.items_of("win"))


def split_kongs(structure: Structure, items: Sequence[Item], faces: Sequence[int], limits: ReadingThresholds) -> int:
    """How many times four of one face that touch are torn into a set and the tile that won, or one of the hand: nearly
    always they are a kong."""
    place = {k: number for number, segment in enumerate(structure.segments) for k in segment.items}
    count = 0
    for first in range(len(items) - 3):
        four = range(first, first + 4)
        alike = len({faces[k] for k in four}) == 1 and all(items[k].gap < limits.border for k in four[1:])
        count += alike and len({place.get(k) for k in four}) == 2
    return count


def _plainly_a_tile(tile: NamedTile) -> bool:
    return tile.face_down or tile.confidence * tile.detection_score >= SURELY


def _is_plain_win(found: Found) -> bool:
    """Whether it wins and hardly any of its tiles could be something else: of the backs of books the rules make any
    hand they like."""
    doubtful = sum(not found.items[k].surely_a_tile for k in found.structure.items_of("concealed", "win", *MELD_KINDS))
    return found.assignment.wins and doubtful <= 1


def background_counts(background: Sequence[NamedTile]) -> Counter[int]:
    """Faces seen for certain outside the hand."""
    return Counter(
        FACE_NUMBERS[tile.face]
        for tile in background
        if not tile.face_down and tile.confidence * tile.detection_score >= _SURE_BACKGROUND
    )


def nothing(seen: Iterable[NamedTile]) -> ReadingParts:
    """What is read where there is no hand: everything that was seen lies in the background."""
    reason = ReviewReason("nothing_found", (), "no hand was found in the picture")
    return ReadingParts((), (), None, "", tuple(sorted(seen, key=lambda tile: tile.id)), (reason,))


def signature(structure: Structure) -> tuple[object, ...]:
    """What makes two groupings differ to a player; which concealed tile won is asked elsewhere."""
    melds = frozenset((segment.kind, frozenset(segment.items)) for segment in structure.melds)
    inside = frozenset(structure.items_of("concealed", "win"))
    return (melds, inside, frozenset(structure.items_of("aside")))
