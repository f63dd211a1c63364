"""The values that travel through the reader: detections, named tiles, groups, doubts, the reading of a hand.

Everything here is frozen. Geometry is in pixels of the upright full-resolution picture, x to the right and y
downwards. Faces are notation strings (`"7s"`, `"C"`, `"5f"`); a face-down tile has the face `FACE_DOWN`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from scorer.hand import Hand

FACE_DOWN = "?"
"""The face of a tile that lies with its back up."""

Point: TypeAlias = tuple[float, float]
Corners: TypeAlias = tuple[Point, Point, Point, Point]
"""Four corners clockwise. For a named tile the first is the tile's own top-left, wherever it lies in the picture."""
Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, right, bottom of the upright rectangle around the corners."""
Candidate: TypeAlias = tuple[str, float]
"""A face and its calibrated probability."""

RIM = 0.05
"""How much of its own size a tile's box shows on each side of its face: half-way to the whole tile
where its edge is seen. Chosen on photographs labelled in both manners."""

DetectedKind: TypeAlias = Literal["face", "back"]
Upright: TypeAlias = Literal[0, 90, 180, 270]
Role: TypeAlias = Literal["concealed", "win", "chow", "pung", "kong", "concealed kong", "aside"]
ClaimedFrom: TypeAlias = Literal["left", "across", "right"]
ReviewCode: TypeAlias = Literal[
    "low_margin",
    "count",
    "five_of_a_kind",
    "not_winning",
    "hidden_kong",
    "win_tile_unsure",
    "group_unsure",
    "inferred",
    "small_tiles",
    "blurred",
    "overlapping",
    "nothing_found",
]


@dataclass(frozen=True, slots=True, eq=False)
class Detection:
    """One tile as the detector sees it, before it has a name.

    `corners` is a (4, 2) float32 array: top-left, top-right, bottom-right, bottom-left of the rotated box as
    detected; which of its sides is the tile's own top is not known yet. `score` is in 0–1, `other` the score of the
    kind that lost, where the detector gives one.
    """

    corners: NDArray[np.float32]
    score: float
    kind: DetectedKind
    other: float | None = None


@dataclass(frozen=True, slots=True)
class NamedTile:
    """One tile with its likely faces.

    `candidates` are best first with calibrated probabilities, at least five where the namer is in doubt; they need not
    sum to one. `upright` is how many degrees, clockwise and rounded to a quarter turn, the tile's own top is turned
    from the picture's up; the exact angle follows from `corners`. `id` is unique in the picture and stable through
    corrections.
    """

    id: int
    corners: Corners
    candidates: tuple[Candidate, ...]
    upright: Upright
    detection_score: float

    @property
    def face(self) -> str:
        """The likeliest face."""
        return self.candidates[0][0]

    @property
    def confidence(self) -> float:
        """The calibrated probability of the likeliest face."""
        return self.candidates[0][1]

    @property
    def box(self) -> Box:
        """The upright rectangle around the tile: its corners', and the rim and the bevel around them."""
        xs = [x for x, _ in self.corners]
        ys = [y for _, y in self.corners]
        beside, above = RIM * (max(xs) - min(xs)), RIM * (max(ys) - min(ys))
        return (min(xs) - beside, min(ys) - above, max(xs) + beside, max(ys) + above)

    @property
    def face_down(self) -> bool:
        """Whether the likeliest reading is a tile with its back up."""
        return self.face == FACE_DOWN


@dataclass(frozen=True, slots=True)
class ReadTile:
    """One tile of the hand as it was read.

    `face` is what the reading says, which differs from the likeliest candidate where the rules or the player changed
    it; `inferred` marks a change made by the rules. `margin` is how much more probable the chosen face is than the
    best other one that the whole reading allows, as a difference of probabilities in 0–1.
    """

    tile: NamedTile
    face: str
    role: Role
    group: int
    inferred: bool = False
    margin: float = 1.0
    fixed: bool = False

    @property
    def id(self) -> int:
        """The id of the tile in the picture."""
        return self.tile.id

    @property
    def confidence(self) -> float:
        """The calibrated probability of the face that was read: 1 where the player gave it, 0 where no candidate
        names it."""
        return 1.0 if self.fixed else dict(self.tile.candidates).get(self.face, 0.0)


@dataclass(frozen=True, slots=True)
class Group:
    """Tiles that belong together: the concealed row, one meld, the winning tile, or what lies aside.

    `tiles` are ids in reading order; `claimed_from` is told by the sideways tile of a meld.
    """

    id: int
    role: Role
    tiles: tuple[int, ...]
    claimed_from: ClaimedFrom | None = None


@dataclass(frozen=True, slots=True)
class ReviewReason:
    """A doubt the player should look at, the tiles it is about, and one line that says it."""

    code: ReviewCode
    tiles: tuple[int, ...]
    message: str


@dataclass(frozen=True, slots=True)
class ReplaceFace:
    """The player says which face a tile shows; `FACE_DOWN` for a back."""

    tile: int
    face: str


@dataclass(frozen=True, slots=True)
class MoveTile:
    """The player says in which group a tile belongs; a `group` that does not exist yet is made with this `role`."""

    tile: int
    role: Role
    group: int | None = None


@dataclass(frozen=True, slots=True)
class SetWinningTile:
    """The player says which tile completed the hand."""

    tile: int


@dataclass(frozen=True, slots=True)
class AddTile:
    """The player adds a tile that was not seen. It gets the next free id, in order of the edits."""

    face: str
    role: Role = "concealed"
    group: int | None = None


@dataclass(frozen=True, slots=True)
class RemoveTile:
    """The player says that a tile is not of this hand; it goes to the background."""

    tile: int


@dataclass(frozen=True, slots=True)
class NotATile:
    """The player says that what was seen is no tile at all; it is forgotten."""

    tile: int


Edit: TypeAlias = ReplaceFace | MoveTile | SetWinningTile | AddTile | RemoveTile | NotATile


@dataclass(frozen=True, slots=True)
class ImageInfo:
    """The size of the upright picture in pixels and the EXIF orientation (1–8) it was stored with.

    `photo` is its place among several photos of the same hand: the one that the reading's pixels speak of.
    """

    width: int
    height: int
    orientation: int = 1
    photo: int = 0


@dataclass(frozen=True, slots=True)
class ModelInfo:
    """Which models made the reading: the card's id and the checksum over both nets."""

    id: str
    sha256: str


@dataclass(frozen=True, slots=True)
class ReadingParts:
    """What the reading step makes of a layout: everything in a `HandReading` that does not depend on pixels.

    `hand` is None where no hand can be written down. `tiles` are the tiles of the hand in reading order, `background`
    those seen but not taken for it.
    """

    tiles: tuple[ReadTile, ...]
    groups: tuple[Group, ...]
    hand: Hand | None
    notation: str
    background: tuple[NamedTile, ...] = ()
    review: tuple[ReviewReason, ...] = ()


@dataclass(frozen=True, slots=True)
class HandReading:
    """A photo, read: the tiles, the hand they make, and every doubt about it.

    `forgotten` are those of which the player said that they are no tiles, `photo_review` the doubts about the photo
    itself before any correction; both are kept so that corrections can be undone.
    """

    image: ImageInfo
    tiles: tuple[ReadTile, ...]
    groups: tuple[Group, ...]
    hand: Hand | None
    notation: str
    background: tuple[NamedTile, ...]
    review: tuple[ReviewReason, ...]
    model: ModelInfo
    timing_ms: Mapping[str, float] = field(default_factory=dict, compare=False)
    edits: tuple[Edit, ...] = ()
    forgotten: tuple[NamedTile, ...] = ()
    photo_review: tuple[ReviewReason, ...] = ()

    @property
    def sure(self) -> bool:
        """Whether nothing about the reading needs the player's look."""
        return not self.review
