"""A hand as it lies on the table: tiles in hand, the tile that won, what was claimed or konged, what is laid aside."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from scorer.tiles import Tile


class MeldType(StrEnum):
    CHOW = "chow"
    PUNG = "pung"
    KONG = "kong"
    """Claimed from a discard (直杠, 冲杠)."""
    ADDED_KONG = "added kong"
    """A pung grown by a drawn tile (补杠, 蓄杠, 加杠)."""
    CONCEALED_KONG = "concealed kong"


KONGS = frozenset({MeldType.KONG, MeldType.ADDED_KONG, MeldType.CONCEALED_KONG})


@dataclass(frozen=True, slots=True)
class Meld:
    """A set on the table. `from_seat` is the seat it was claimed from, where known; never the player's own."""

    type: MeldType
    tiles: tuple[Tile, ...]
    from_seat: int | None = None

    @property
    def is_exposed(self) -> bool:
        """Claimed, so face up: everything but a concealed kong."""
        return self.type is not MeldType.CONCEALED_KONG

    @property
    def is_kong(self) -> bool:
        return self.type in KONGS

    @property
    def is_set(self) -> bool:
        """Whether the tiles are what the type says."""
        tiles = sorted(self.tiles)
        if self.type is MeldType.CHOW:
            if len(tiles) != 3 or tiles[2] >= 27:
                return False
            first = tiles[0]
            return first % 9 <= 6 and tiles[1] == first + 1 and tiles[2] == first + 2
        return len(tiles) == (4 if self.is_kong else 3) and tiles[0] == tiles[-1] and tiles[0] < 34

    def __str__(self) -> str:
        from scorer.notation import format_meld

        return format_meld(self)


@dataclass(frozen=True, slots=True)
class Hand:
    """`concealed` is without the winning tile and without what lies in melds.

    `win_tile` is None where no tile was won with (天胡): then `concealed` holds every tile. `aside` holds what a game
    lays out singly: flowers, copies of the indicator, 红中 and 癞子 konged singly.
    """

    concealed: tuple[Tile, ...]
    win_tile: Tile | None = None
    melds: tuple[Meld, ...] = ()
    aside: tuple[Tile, ...] = ()

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Every tile of the hand but those aside; a kong gives four."""
        won = () if self.win_tile is None else (self.win_tile,)
        return (*self.concealed, *won, *(tile for meld in self.melds for tile in meld.tiles))

    def __str__(self) -> str:
        from scorer.notation import format_hand

        return format_hand(self)
