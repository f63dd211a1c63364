"""The 42 tile faces of the game and their names.

A `Tile` is an integer: 0-8 are 1m..9m (万), 9-17 1p..9p (筒), 18-26 1s..9s (条), 27-30 the winds E S W N, 31-33 the
dragons C F P (红中 发财 白板), 34-37 the seasons 1f..4f (春夏秋冬) and 38-41 the plants 5f..8f (梅兰竹菊).
`Tile.parse(str(tile)) == tile` for every tile; `parse` takes Chinese names, `1z`-`7z` and the Unicode tiles besides.
"""

from __future__ import annotations

from enum import IntEnum

from scorer.errors import NotationError

SUIT_LETTERS = "mps"
HONOUR_LETTERS = "ESWNCFP"
FACES = 34
"""How many faces can be in sets: the suited tiles and the honours."""


class Tile(IntEnum):
    """One face. The value is the class number used everywhere: labels, nets, masks."""

    M1, M2, M3, M4, M5, M6, M7, M8, M9 = range(9)
    P1, P2, P3, P4, P5, P6, P7, P8, P9 = range(9, 18)
    S1, S2, S3, S4, S5, S6, S7, S8, S9 = range(18, 27)
    EAST, SOUTH, WEST, NORTH = range(27, 31)
    RED, GREEN, WHITE = range(31, 34)
    SPRING, SUMMER, AUTUMN, WINTER = range(34, 38)
    PLUM, ORCHID, BAMBOO, CHRYSANTHEMUM = range(38, 42)

    # Equal to its number, so it hashes as its number; Enum would hash the name, several times slower.
    __hash__ = int.__hash__

    def __str__(self) -> str:
        return NOTATION[self]

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    @classmethod
    def parse(cls, text: str) -> Tile:
        """The tile named by one token: `7s`, `E`, `3z`, `七条`, `發`, `🀄`. Raises NotationError naming the text."""
        tile = _BY_NAME.get(text)
        if tile is None:
            tile = _BY_NAME.get(text.strip().replace("\ufe0e", "").replace("\ufe0f", ""))
        if tile is None:
            raise NotationError(text, "a tile such as 7s, E, 5f, 3z, 七条, 红中 or a Unicode tile")
        return tile

    @property
    def chinese(self) -> str:
        return _CHINESE[self]

    @property
    def english(self) -> str:
        return _ENGLISH[self]

    @property
    def unicode(self) -> str:
        return _UNICODE[self]

    @property
    def is_suited(self) -> bool:
        return self < 27

    @property
    def is_honour(self) -> bool:
        return 27 <= self < 34

    @property
    def is_wind(self) -> bool:
        return 27 <= self < 31

    @property
    def is_dragon(self) -> bool:
        return 31 <= self < 34

    @property
    def is_flower(self) -> bool:
        return self >= 34

    @property
    def copies(self) -> int:
        """How many of it a set has."""
        return 1 if self.is_flower else 4

    @property
    def suit(self) -> str | None:
        """`m`, `p` or `s`; None for honours and flowers."""
        return SUIT_LETTERS[self // 9] if self < 27 else None

    @property
    def rank(self) -> int | None:
        """1-9; None for honours and flowers."""
        return self % 9 + 1 if self < 27 else None


NOTATION: tuple[str, ...] = (
    *(f"{rank}{suit}" for suit in SUIT_LETTERS for rank in range(1, 10)),
    *HONOUR_LETTERS,
    *(f"{number}f" for number in range(1, 9)),
)
TILES: tuple[Tile, ...] = tuple(Tile)
"""Tile by number: `TILES[n]` is much cheaper than `Tile(n)`."""

CHINESE_DIGITS = "一二三四五六七八九"
CHINESE_SUITS = ("万萬", "筒饼餅", "条條索")
_CHINESE: tuple[str, ...] = (
    *(digit + suit for suit in "万筒条" for digit in CHINESE_DIGITS),
    *("东", "南", "西", "北", "红中", "发财", "白板"),
    *"春夏秋冬梅兰竹菊",
)
_ENGLISH: tuple[str, ...] = (
    *(f"{rank} of {suit}" for suit in ("characters", "dots", "bamboos") for rank in range(1, 10)),
    *("East", "South", "West", "North", "Red dragon", "Green dragon", "White dragon"),
    *("Spring", "Summer", "Autumn", "Winter", "Plum", "Orchid", "Bamboo", "Chrysanthemum"),
)
# The Unicode block runs winds, dragons, characters, bamboos, dots, plants, seasons.
_UNICODE: tuple[str, ...] = tuple(
    chr(0x1F000 + offset)
    for offset in (*range(7, 16), *range(25, 34), *range(16, 25), *range(7), *range(38, 42), *range(34, 38))
)


def _names() -> dict[str, Tile]:
    names: dict[str, Tile] = {}
    for tile in TILES:
        for name in (NOTATION[tile], _CHINESE[tile], _UNICODE[tile]):
            names[name] = tile
    for number in range(7):
        names[f"{number + 1}z"] = TILES[27 + number]
    for suit, letters in enumerate(CHINESE_SUITS):
        for letter in letters:
            for rank in range(9):
                names[CHINESE_DIGITS[rank] + letter] = names[f"{rank + 1}{letter}"] = TILES[suit * 9 + rank]
            # The five of characters is printed 伍萬.
            names["伍" + letter] = TILES[suit * 9 + 4]
    aliases = {
        Tile.EAST: ("東", "东风", "東風"),
        Tile.SOUTH: ("南风", "南風"),
        Tile.WEST: ("西风", "西風"),
        Tile.NORTH: ("北风", "北風"),
        Tile.RED: ("中", "紅中"),
        Tile.GREEN: ("发", "發", "發財", "发财"),
        Tile.WHITE: ("白", "白板"),
        Tile.ORCHID: ("蘭",),
        Tile.BAMBOO: ("松",),
    }
    for tile, more in aliases.items():
        for name in more:
            names[name] = tile
    return names


_BY_NAME: dict[str, Tile] = _names()


def next_face(tile: Tile) -> Tile:
    """The face after this one: 1→2 … 9→1 inside a suit, E→S→W→N→C→F→P→E for honours."""
    if tile < 27:
        return TILES[tile // 9 * 9 + (tile % 9 + 1) % 9]
    if tile < 34:
        return TILES[27 + (tile - 27 + 1) % 7]
    raise ValueError(f"no face follows {tile}: expected a suited tile or an honour")
