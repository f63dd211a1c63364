"""What the layout step says about a picture: rows of placed tiles, what stays in the background, and its doubts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from vision.types import NamedTile

LayoutDoubtCode: TypeAlias = Literal["two_hands", "fringe", "regrouped"]


@dataclass(frozen=True, slots=True)
class Placed:
    """One tile in its row, as the player who owns the hand sees it.

    `gap_before` is the free space to the tile on its left in tile widths (0 at the start of a row, negative where the
    boxes overlap). `sideways` tells that the tile lies on its side. `on` is the id of the tile this one is stacked on
    or lies directly behind, as the fourth tile of an added kong does; such a tile follows that tile in its row and its
    own `gap_before` is 0. `face_down` tells that its back is up.
    """

    tile: NamedTile
    gap_before: float
    sideways: bool
    face_down: bool
    on: int | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """Tiles on one line, left to right. `step` is the distance to the row before (farther from the player) in tile
    heights, 0 for the first row; `left` is where the row begins, in tile widths right of the leftmost tile of the
    hand. `reach` is 0 for rows of the hand; above 1, for tiles near it, it grows with how far off they lie."""

    tiles: tuple[Placed, ...]
    step: float = 0.0
    left: float = 0.0
    reach: float = 0.0


@dataclass(frozen=True, slots=True)
class LayoutDoubt:
    """A choice of the layout that could have gone another way, and the tiles it is about."""

    code: LayoutDoubtCode
    tiles: tuple[int, ...]
    message: str


@dataclass(frozen=True, slots=True)
class Layout:
    """Where everything lies.

    `rows` hold the tiles of the hand, the farthest row first, each left to right in the player's eyes; `main` is the
    index of the row taken for the heart of the hand. `background` are the tiles seen but not taken for it, by id;
    those of them that lie near the hand and in line with it are in `outlying` too, for a reading that misses some.
    `turn` is how many degrees clockwise the hand's up is turned from the picture's up. `tile_size` is the typical
    width of the hand's tiles in pixels. `behind` is 0 for the likeliest layout of a picture and grows with how much
    less likely geometry finds another.
    """

    rows: tuple[Row, ...]
    main: int
    background: tuple[NamedTile, ...]
    turn: float
    tile_size: float
    doubts: tuple[LayoutDoubt, ...] = ()
    outlying: tuple[Row, ...] = ()
    behind: float = 0.0

    def with_tiles(self, tiles: Mapping[int, NamedTile]) -> Layout:
        """The same layout of other tiles, by id; those that are not given are as they were."""

        def row(one: Row) -> Row:
            return replace(
                one,
                tiles=tuple(replace(placed, tile=tiles.get(placed.tile.id, placed.tile)) for placed in one.tiles),
            )

        return replace(
            self,
            rows=tuple(row(one) for one in self.rows),
            outlying=tuple(row(one) for one in self.outlying),
            background=tuple(tiles.get(tile.id, tile) for tile in self.background),
        )

    @property
    def hand_tiles(self) -> tuple[NamedTile, ...]:
        """Every tile of the hand in reading order."""
        return tuple(placed.tile for row in self.rows for placed in row.tiles)
