"""The hand's tiles as a line of items with what geometry and the namer say about each."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from scorer.tiles import NOTATION
from vision.layout import Layout, Placed
from vision.reading.game import BACK, Game
from vision.reading.thresholds import ReadingThresholds
from vision.types import FACE_DOWN, NamedTile

FACE_NUMBERS: Mapping[str, int] = {**{name: number for number, name in enumerate(NOTATION)}, FACE_DOWN: BACK}
"""Face number by notation; a face-down tile is `BACK`."""
FACE_NAMES: tuple[str, ...] = (*NOTATION, FACE_DOWN)

SURELY = 0.75
"""Product of a tile's detection and its name from which it is surely one."""
_CLEAR_STEP = 1.2
"""Heights from row to row above which they do not touch."""

Domain = tuple[tuple[int, float], ...]
"""Faces a tile can have with what each costs more than the likeliest, cheapest first."""


@dataclass(frozen=True, slots=True)
class Item:
    """One tile of the hand.

    `gap` is the free space to its left neighbour in widths, infinite at the start of a row. `domain` holds its faces;
    `top` is the namer's likeliest; `stacked` are the indices of items that lie on it. `fixed` marks a face the player
    gave. `fringe` marks tiles at the edge of the hand. `reach` is 0 for tiles of the hand, above 1 for tiles near it,
    growing with how far off they lie. `clear` tells that its row lies clear of the others, `laid_down` that its back
    was seen, though the player may have named it; `kept` that it was of the hand before a correction of others.
    """

    index: int
    tile: NamedTile
    row: int
    gap: float
    sideways: bool
    domain: Domain
    top: int
    fixed: bool = False
    fringe: bool = False
    stacked: tuple[int, ...] = ()
    reach: float = 0.0
    clear: bool = True
    laid_down: bool = False
    kept: bool = False

    @property
    def face_down(self) -> bool:
        """Whether the tile shows its back."""
        return self.domain[0][0] == BACK

    @property
    def surely_a_tile(self) -> bool:
        """Whether it cannot be a thing that only looks like a tile."""
        return self.fixed or self.tile.detection_score * self.tile.confidence >= SURELY

    def probability_of(self, face: int) -> float:
        """The namer's calibrated probability of this face, 0 where it does not name it."""
        return dict(self.tile.candidates).get(FACE_NAMES[face], 0.0)


def domain_of(tile: NamedTile, game: Game, limits: ReadingThresholds) -> Domain:
    """The faces a tile can have in this game; a face that the game lacks is possible but dear."""
    costs: dict[int, float] = {}
    for name, probability in tile.candidates:
        face = FACE_NUMBERS[name]
        cost = -math.log(max(probability, limits.least_probability))
        if face != BACK and face not in game.faces:
            cost += limits.foreign_face
        costs[face] = min(cost, costs.get(face, math.inf))
    top = FACE_NUMBERS[tile.face]
    if top == BACK:
        return ((BACK, 0.0),)
    costs.pop(BACK, None)
    least = min(costs.values())
    domain = sorted((cost - least, face != top, face) for face, cost in costs.items())
    return tuple((face, cost) for cost, _, face in domain[: limits.most_faces] if cost <= limits.deepest_change)


def items_of(
    layout: Layout,
    game: Game,
    limits: ReadingThresholds,
    fixed: frozenset[int],
    kept: frozenset[int] = frozenset(),
) -> list[Item]:
    """The items in reading order. A stacked tile that could show the same face as its base stays with it; any other
    is a row of its own."""
    fringe = {tile for doubt in layout.doubts if doubt.code == "fringe" for tile in doubt.tiles}
    items: list[Item] = []
    rows = (*layout.rows, *layout.outlying)
    count = len(rows)

    def add(placed: Placed, row: int, gap: float, reach: float, stacked: tuple[int, ...] = ()) -> Item:
        tile = placed.tile
        domain = ((FACE_NUMBERS[tile.face], 0.0),) if tile.id in fixed else domain_of(tile, game, limits)
        sideways = placed.sideways
        item = Item(
            len(items),
            tile,
            row,
            gap,
            sideways,
            domain,
            FACE_NUMBERS[tile.face],
            tile.id in fixed,
            tile.id in fringe,
            stacked,
            reach,
            row >= len(layout.rows) or _clear(layout, row),
            placed.face_down,
            tile.id in kept,
        )
        items.append(item)
        return item

    for number, row in enumerate(rows):
        apart: list[Placed] = []
        line = [placed for placed in row.tiles if placed.on is None]
        tops: dict[int, list[Placed]] = {}
        for placed in row.tiles:
            if placed.on is not None:
                tops.setdefault(placed.on, []).append(placed)
        for place, placed in enumerate(line):
            upon = tops.get(placed.tile.id, [])
            mates = [top for top in upon if _could_match(top.tile, placed.tile, game, limits)][:1]
            apart += [top for top in upon if top not in mates]
            base = len(items)
            gap = math.inf if place == 0 else placed.gap_before
            add(placed, number, gap, row.reach, tuple(base + 1 + k for k in range(len(mates))))
            for mate in mates:
                add(mate, number, 0.0, row.reach)
        for placed in apart:
            add(placed, count, math.inf, row.reach)
            count += 1
    return items


def _clear(layout: Layout, row: int) -> bool:
    """Whether there is room before and behind a row of the hand."""
    steps = [layout.rows[k].step for k in (row, row + 1) if 0 < k < len(layout.rows)]
    return all(step >= _CLEAR_STEP for step in steps)


def _could_match(one: NamedTile, other: NamedTile, game: Game, limits: ReadingThresholds) -> bool:
    faces = {face for face, cost in domain_of(one, game, limits) if cost < 5.0}
    return any(face in faces and cost < 5.0 for face, cost in domain_of(other, game, limits))
