"""The values a rendered scene is made of."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

BACK = 42
"""The face number of a tile that shows its back."""

KINDS = ("row", "hand", "two-row", "rack", "table", "grid", "loose", "closeup")

HAND_KINDS = ("row", "hand", "two-row", "rack", "table")
"""Kinds whose truth is a whole hand."""

Pixels = NDArray[np.uint8]
Floats = NDArray[np.float64]

_HONOURS = ("E", "S", "W", "N", "C", "F", "P")


class TileSet(Protocol):
    """One set of physical tiles: the ink of its faces."""

    @property
    def body_colour(self) -> tuple[int, int, int]:
        """RGB of a tile body that suits the inks."""
        ...

    def has(self, face: int) -> bool:
        """Whether the set has the face; some have no flowers."""
        ...

    def face(self, face: int, height: int) -> Pixels:
        """RGBA ink (height, height * 3 // 4, 4) of face 0-41 on transparent ground."""
        ...


class FaceSource(Protocol):
    """Where tile sets come from: called with a generator it returns one set."""

    def __call__(self, rng: np.random.Generator) -> TileSet: ...


def face_name(face: int) -> str:
    """Notation of a face number: `1m`-`9s`, `E S W N C F P`, `1f`-`8f`, and `?` for a back."""
    if 0 <= face < 27:
        return f"{face % 9 + 1}{'mps'[face // 9]}"
    if 27 <= face < 34:
        return _HONOURS[face - 27]
    if 34 <= face < 42:
        return f"{face - 33}f"
    if face == BACK:
        return "?"
    raise ValueError(f"face {face} is not 0-42")


@dataclass(frozen=True, slots=True)
class TruthMeld:
    """A declared set as a player would write it."""

    type: str
    """`chow`, `pung`, `kong`, `added kong` or `concealed kong`."""
    tiles: tuple[int, ...]
    from_: str | None = None
    """Whom the sideways tile says it was claimed from (`left`, `across`, `right`), or None where nothing tells."""
    backs: tuple[int, ...] = ()
    """Which tiles of a concealed kong, counted from the left, lie face down."""


@dataclass(frozen=True, slots=True)
class SceneTruth:
    """The hand of the picture. Empty where the picture holds no hand (grids, loose tiles, close-ups)."""

    kind: str
    concealed: tuple[int, ...] = ()
    """Without the winning tile, in the order in which they lie."""
    win_tile: int | None = None
    win_place: str | None = None
    """`apart`, `sideways` or `end` (the right end of the row), where there is a winning tile."""
    melds: tuple[TruthMeld, ...] = ()
    aside: tuple[int, ...] = ()
    winning: bool = False
    """Whether the hand was built from sets and a pair (or seven pairs, or thirteen orphans)."""

    def tiles(self) -> tuple[int, ...]:
        """Every tile of the hand, whatever its place."""
        won = () if self.win_tile is None else (self.win_tile,)
        return (*self.concealed, *won, *(f for m in self.melds for f in m.tiles), *self.aside)

    def as_dict(self) -> dict[str, object]:
        """Plain data with tiles in notation, shaped like `hand` of a case to score."""
        return {
            "concealed": [face_name(f) for f in self.concealed],
            "win_tile": None if self.win_tile is None else face_name(self.win_tile),
            "melds": [{"type": m.type, "tiles": [face_name(f) for f in m.tiles], "from": m.from_} for m in self.melds],
            "aside": [face_name(f) for f in self.aside],
        }


@dataclass(frozen=True, slots=True)
class SceneTile:
    """One tile of the picture."""

    face: int
    """0-41, or 42 where the back is what is seen."""
    corners: NDArray[np.float32]
    """(4, 2) pixels of the side that is seen (face or back): the tile's own top left, top right, bottom right,
    bottom left. May lie outside the picture where the tile is cut off."""
    visible: float
    """Share of that side that is in the picture and not hidden by anything."""
    role: str
    """`concealed`, `win`, `chow`, `pung`, `kong`, `concealed kong`, `aside` or `background`."""
    group: int
    """Tiles of one group belong together; -1 for background."""
    from_: str | None
    true_face: int
    """What is printed on the tile, seen or not."""
    facing: float
    """Cosine of the angle between the side's normal and the direction to the camera; near 0 is edge-on."""
    pose: str = "up"
    """`up`, `down`, `standing` or `stacked`."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture and what is in it."""

    image: Pixels
    """RGB (H, W, 3)."""
    tiles: tuple[SceneTile, ...]
    truth: SceneTruth
    seed: int = field(default=0)
    one_colour: bool = False
    """The set's backs are of the colour of its faces: a back by itself looks like a blank face."""
