"""Sets and pairs as small integer codes, and the shared, read-only objects that rules look at.

The decomposition works on codes alone, because a hand with four wild tiles has thousands of readings. A set's code is
`base << 3 | wild`: base 0-20 are the chows (suit * 7 + first rank), 21-54 the pungs (21 + face), 55 a pung of wild
tiles that names no face, 56 a chow of wild tiles that names none. Bit i of `wild` says that the i-th tile is a wild one
standing for that face. A pair's code is `face << 2 | wild`, with face 34 for two wild tiles that name no face.
"""

from __future__ import annotations

from scorer.hand import Meld, MeldType
from scorer.tiles import TILES, Tile

PUNGS, KONGS, HONOUR_PUNGS = (1 << bit for bit in range(3))
"""What sets give to the features of a reading (see scorer.reading)."""
PUNG_BASE = 21
ANY_PUNG = 55 << 3 | 7
ANY_CHOW = 56 << 3 | 7
ANY_PAIR = 34 << 2 | 3

FIRST_TILE: tuple[int, ...] = tuple(suit * 9 + rank for suit in range(3) for rank in range(7)) + tuple(range(34))
"""By base: the lowest face of the set."""


def chow_base(first: int) -> int:
    """The base of the chow whose lowest face is `first`."""
    return first // 9 * 7 + first % 9


def suit_of(face: int) -> int:
    """0 m, 1 p, 2 s, 3 for an honour."""
    return face // 9 if face < 27 else 3


class TileSet:
    """A chow, pung or kong of a reading.

    type       the MeldType it has (CHOW or PUNG in hand)
    tile       its lowest face as an int; -1 for a set of wild tiles that names no face (`faceless`)
    faces      its faces as ints, three or four; () for a faceless set; `tiles` the same as tiles
    wild       bit i: the i-th tile is a wild tile standing for that face; `wild_faces` those faces
    wilds      how many of its tiles are wild
    suit       0 m, 1 p, 2 s, 3 honours; -1 for a faceless set, which fits any suit
    rank       1-9 of its lowest face, 0 for honours and faceless sets
    concealed  all of it was in the player's own hand: not claimed, and not completed by another's tile
    claimed    taken from another player: chow, pung, exposed or added kong on the table
    on_table   a meld (a concealed kong too)
    mask       bit per face; `packed` the counts of its faces, four bits a face
    """

    __slots__ = (
        "base",
        "claimed",
        "code",
        "concealed",
        "faceless",
        "faces",
        "features",
        "from_seat",
        "is_chow",
        "is_kong",
        "is_pung",
        "mask",
        "on_table",
        "packed",
        "rank",
        "suit",
        "tile",
        "tiles",
        "type",
        "wild",
        "wild_faces",
        "wilds",
    )

    def __init__(self, code: int, type_: MeldType, concealed: bool, on_table: bool, from_seat: int | None) -> None:
        self.code = code
        self.type = type_
        self.concealed = concealed
        self.on_table = on_table
        self.claimed = on_table and type_ is not MeldType.CONCEALED_KONG
        self.from_seat = from_seat
        self.base = base = code >> 3
        self.wild = code & 7
        self.wilds = self.wild.bit_count()
        self.faceless = base >= 55
        self.is_chow = type_ is MeldType.CHOW
        self.is_pung = not self.is_chow
        self.is_kong = self.is_pung and type_ is not MeldType.PUNG
        self.tile = tile = -1 if self.faceless else FIRST_TILE[base]
        if self.faceless:
            self.faces: tuple[int, ...] = ()
        elif self.is_chow:
            self.faces = (tile, tile + 1, tile + 2)
        else:
            self.faces = (tile,) * (4 if self.is_kong else 3)
        self.suit = -1 if self.faceless else suit_of(tile)
        self.rank = tile % 9 + 1 if 0 <= tile < 27 else 0
        self.mask = sum({1 << face for face in self.faces})
        self.packed = sum(1 << 4 * face for face in self.faces)
        self.features = 0
        if self.is_pung:
            self.features = PUNGS | (KONGS if self.is_kong else 0) | (HONOUR_PUNGS if self.suit == 3 else 0)
        self.tiles: tuple[Tile, ...] = tuple(TILES[face] for face in self.faces)
        self.wild_faces = tuple(face for position, face in enumerate(self.faces) if self.wild >> position & 1)

    def holds(self, face: int) -> bool:
        """Whether a real tile of the set is of this face."""
        return self.mask >> face & 1 == 1 and not (
            self.wild >> (face - self.tile) & 1 if self.is_chow else self.wilds == 3
        )

    def __repr__(self) -> str:
        return f"<{self.type} {''.join(map(str, self.tiles)) or 'of wild tiles'}>"


class Pair:
    """The pair: `tile` its face (-1 when two wild tiles name none), `wilds` how many of the two are wild."""

    __slots__ = ("code", "faceless", "mask", "packed", "rank", "suit", "tile", "wilds")

    def __init__(self, code: int) -> None:
        self.code = code
        self.wilds = (0, 1, 1, 2)[code & 3]
        self.faceless = code == ANY_PAIR
        self.tile = tile = -1 if self.faceless else code >> 2
        self.suit = -1 if self.faceless else suit_of(tile)
        self.rank = tile % 9 + 1 if 0 <= tile < 27 else 0
        self.mask = 0 if self.faceless else 1 << tile
        self.packed = 0 if self.faceless else 2 << 4 * tile

    def holds(self, face: int) -> bool:
        """Whether a real tile of the pair is of this face."""
        return self.tile == face and self.wilds < 2

    @property
    def tiles(self) -> tuple[Tile, ...]:
        return () if self.faceless else (TILES[self.tile],) * 2

    def __repr__(self) -> str:
        return f"<pair {''.join(map(str, self.tiles)) or 'of wild tiles'}>"


_IN_HAND: dict[int, TileSet] = {}
_COMPLETED: dict[int, TileSet] = {}
_PAIRS: dict[int, Pair] = {}
_MELDS: dict[tuple[int, MeldType, int | None], TileSet] = {}


def set_in_hand(code: int) -> TileSet:
    """The concealed set of this code."""
    found = _IN_HAND.get(code)
    if found is None:
        found = _IN_HAND[code] = TileSet(code, _kind(code), concealed=True, on_table=False, from_seat=None)
    return found


def set_completed(code: int) -> TileSet:
    """The set of this code, in hand but completed by another player's tile."""
    found = _COMPLETED.get(code)
    if found is None:
        found = _COMPLETED[code] = TileSet(code, _kind(code), concealed=False, on_table=False, from_seat=None)
    return found


def pair_of(code: int) -> Pair:
    found = _PAIRS.get(code)
    if found is None:
        found = _PAIRS[code] = Pair(code)
    return found


def set_on_table(meld: Meld) -> TileSet:
    """A meld as a set. The meld must be one (`meld.is_set`)."""
    lowest = int(min(meld.tiles))
    code = (chow_base(lowest) if meld.type is MeldType.CHOW else PUNG_BASE + lowest) << 3
    key = (code, meld.type, meld.from_seat)
    found = _MELDS.get(key)
    if found is None:
        concealed = meld.type is MeldType.CONCEALED_KONG
        found = _MELDS[key] = TileSet(code, meld.type, concealed, on_table=True, from_seat=meld.from_seat)
    return found


def _kind(code: int) -> MeldType:
    base = code >> 3
    return MeldType.CHOW if base < PUNG_BASE or code == ANY_CHOW else MeldType.PUNG
