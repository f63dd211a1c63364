"""Naming tiles: straightened crops in one batch, calibrated faces, and where each tile's own top lies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, NamedTuple, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from scorer.tiles import TILES
from vision.blanks import settle_blanks
from vision.copies import settle_copies
from vision.corners import placed_corners, skews
from vision.grounds import ground_colours, strangeness
from vision.image import Photo
from vision.kongs import face_down_in_kongs
from vision.onnx import NetMismatch, open_session
from vision.rotated import side_lengths
from vision.straighten import CROP_HEIGHT, CROP_WIDTH, MARGIN, portrait, straighten
from vision.types import FACE_DOWN, Corners, Detection, NamedTile, Upright

FACES: tuple[str, ...] = (*map(str, TILES), FACE_DOWN)
"""What the namer's first 43 outputs stand for; the 44th is "not a tile"."""
WHITE, BACK, NOT_A_TILE = 33, 42, 43
TURNS = 4
_COPIES = np.array([*(tile.copies for tile in TILES), np.iinfo(np.int64).max])
"""How many of each face a set has; of backs there is no end."""
_MOST_CANDIDATES = 8
_TELLS_COLOUR = 0.9
"""A face so sure tells the colour of its set's faces."""


class Namer(Protocol):
    """Anything that names detected tiles."""

    def name(self, photo: Photo, detections: Sequence[Detection]) -> list[NamedTile]:
        """The tiles among the detections, ids counted from 0 in the given order."""
        ...


@dataclass(frozen=True, slots=True)
class NamerSettings:
    """How the namer decides.

    `temperature` divides the faces' logits, `turn_temperature` those of the turn. A detection is dropped when it is no
    tile with more than `drop_not_a_tile`, or when what is left of its score is below `keep_score`. A tile of whose face
    the net is less sure than `look_again`, or that is more `skewed` than this (see `vision.corners.skews`), is looked
    at twice more, cut along the corners that were found, and `again_wider` times as wide; the former both ways also
    upside down. `fine_side`: a tile narrower than this many decoded pixels is cut from a sharper decoding, where the
    photo has one.
    """

    temperature: float = 1.0
    turn_temperature: float = 1.0
    drop_not_a_tile: float = 0.6
    keep_score: float = 0.3
    look_again: float = 0.97
    again_wider: float = 1.08
    skewed: float = 0.2
    fine_side: float = 40.0
    margin: float = MARGIN

    @classmethod
    def from_card(cls, settings: Mapping[str, Any]) -> NamerSettings:
        """The settings that a model card gives; what it does not name keeps its default."""
        known = {field.name for field in fields(cls)}
        return cls(**{name: value for name, value in settings.items() if name in known})


class _Look(NamedTuple):
    """Logits of faces (N, 44) and turns (N, 4), and where the corners lie (N, 8) if the net tells."""

    faces: NDArray[np.float64]
    turns: NDArray[np.float64]
    corners: NDArray[np.float64] | None


class OnnxNamer:
    """A net from `crops` (B, 3, 96, 72) RGB 0–1 to `faces` (B, 44) and `turn` (B, 4) logits.

    `turn` says where in the crop the tile's own top points: up, right, down, left. A net that also gives `corners`
    (B, 8) says where the tile's corners lie in the rectangle around it (see `vision.corners`); with another, the
    rectangle's own are taken.
    """

    def __init__(self, path: Path, threads: int = 1, settings: NamerSettings | None = None) -> None:
        self.settings = settings or NamerSettings()
        self._session = open_session(path, threads, ("crops",), ("faces", "turn"))
        for output, size in zip(self._session.get_outputs(), (NOT_A_TILE + 1, TURNS), strict=False):
            if isinstance(output.shape[-1], int) and output.shape[-1] != size:
                raise NetMismatch(f"{path.name}: expected {size} values in {output.name!r}, it has {output.shape[-1]}")
        self._finds_corners = any(output.name == "corners" for output in self._session.get_outputs())

    def name(self, photo: Photo, detections: Sequence[Detection]) -> list[NamedTile]:
        """The tiles among the detections, with calibrated candidates and their own top-left corner first."""
        if not detections:
            return []
        boxes = portrait(np.stack([detection.corners for detection in detections]).astype(np.float32))
        crops = crops_of(photo, boxes, self.settings)
        looks = self._run(crops)
        corners = boxes if looks.corners is None else placed_corners(boxes, looks.corners)
        faces, tile_chance = fuse(self._chances(looks.faces), detections)
        doubtful = faces.max(1) < self.settings.look_again
        again = np.flatnonzero(doubtful | (skews(corners) > self.settings.skewed))
        if looks.corners is not None and len(again):
            corners[again] = self._look_again(photo, corners[again], looks, again, np.flatnonzero(doubtful[again]))
            faces, tile_chance = fuse(self._chances(looks.faces), detections)
        turns = softmax(looks.turns / self.settings.turn_temperature)
        scores = np.array([detection.score for detection in detections]) * tile_chance
        kept = np.flatnonzero((tile_chance >= 1 - self.settings.drop_not_a_tile) & (scores >= self.settings.keep_score))
        # What is no tile tells nothing of the others, and is none of a set's copies.
        faces[kept] = self._blanks_settled(
            faces[kept], looks.faces[kept], [detections[index] for index in kept.tolist()], crops[kept], corners[kept]
        )
        faces[kept] = settle_copies(faces[kept], _COPIES)
        quarters = choose_turns(turns[kept], boxes[kept], faces[kept].argmax(1) == BACK)
        return [
            _named(number, np.roll(corners[index], -int(quarter), axis=0), faces[index], float(scores[index]))
            for number, (index, quarter) in enumerate(zip(kept, quarters, strict=True))
        ]

    def _chances(self, logits: NDArray[np.float64]) -> NDArray[np.float64]:
        return softmax(logits / self.settings.temperature)

    def _blanks_settled(
        self,
        faces: NDArray[np.float64],
        logits: NDArray[np.float64],
        detections: Sequence[Detection],
        crops: NDArray[np.float32],
        corners: NDArray[np.float32],
    ) -> NDArray[np.float64]:
        """The chances of faces, white dragons and backs told apart by what lies around."""
        likely = faces.argmax(1)
        blank = np.isin(likely, (WHITE, BACK))
        if not blank.any():
            return faces
        strange = strangeness(ground_colours(crops), corners.mean(1), ~blank & (faces.max(1) > _TELLS_COLOUR))
        in_kong = face_down_in_kongs(corners, likely, blank)
        return settle_blanks(faces, self._chances(logits), detections, WHITE, BACK, strange, in_kong)

    def _look_again(
        self,
        photo: Photo,
        corners: NDArray[np.float32],
        first: _Look,
        again: NDArray[np.intp],
        doubtful: NDArray[np.intp],
    ) -> NDArray[np.float32]:
        """Averages into the first look of the tiles `again` what more looks see, of those `doubtful` among them upside
        down, too; the corners as seen along the first ones."""
        middle = corners.mean(1, keepdims=True)
        wider = middle + (corners - middle) * np.float32(self.settings.again_wider)
        crops = [crops_of(photo, each, self.settings) for each in (corners, wider)]
        upright = [self._run(each) for each in crops]
        faces = np.sum([first.faces[again], *(look.faces for look in upright)], axis=0)
        turns = np.sum([first.turns[again], *(look.turns for look in upright)], axis=0)
        looks = np.full((len(again), 1), 3.0)
        if len(doubtful):
            for each in crops:
                over = self._run(np.ascontiguousarray(each[doubtful, :, ::-1, ::-1]))
                faces[doubtful] += over.faces
                turns[doubtful] += np.roll(over.turns, TURNS // 2, axis=1)
                looks[doubtful] += 1
        first.faces[again], first.turns[again] = faces / looks, turns / looks
        return corners if upright[0].corners is None else placed_corners(corners, upright[0].corners)

    def _run(self, crops: NDArray[np.float32]) -> _Look:
        wanted = ["faces", "turn", "corners"] if self._finds_corners else ["faces", "turn"]
        faces, turns, *corners = (np.asarray(each, np.float64) for each in self._session.run(wanted, {"crops": crops}))
        return _Look(faces, turns, corners[0] if corners else None)


def softmax(logits: NDArray[np.float64]) -> NDArray[np.float64]:
    """Probabilities along the last axis."""
    powers = np.exp(logits - logits.max(-1, keepdims=True))
    return np.asarray(powers / powers.sum(-1, keepdims=True))


def fuse(
    faces: NDArray[np.float64], detections: Sequence[Detection]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The namer's (N, 44) probabilities and the detector's evidence together.

    Returns (N, 43) probabilities of faces and back given that it is a tile, and (N,) that it is one. The detector's
    word on face or back counts by how far its score for the one exceeds that for the other, where it tells both: a tile
    seen badly may still plainly not be a back. Else it counts by its score, and a low one speaks for neither.
    """
    scores = np.array([detection.score for detection in detections])
    backs = np.array([detection.kind == "back" for detection in detections])
    sure = np.clip([_sure_of_kind(detection) for detection in detections], 0.5, 0.95)
    named = faces[:, :NOT_A_TILE].copy()
    named[:, :BACK] *= np.where(backs, 1 - sure, sure)[:, None]
    named[:, BACK] *= np.where(backs, sure, 1 - sure)
    named /= np.maximum(named.sum(1, keepdims=True), 1e-12)
    seen = np.clip(scores, 0.1, 0.9)
    yes, no = (1 - faces[:, NOT_A_TILE]) * seen, faces[:, NOT_A_TILE] * (1 - seen)
    return named, yes / np.maximum(yes + no, 1e-12)


def _sure_of_kind(detection: Detection) -> float:
    if detection.other is None:
        return detection.score
    return detection.score / max(detection.score + detection.other, 1e-9)


def choose_turns(turns: NDArray[np.float64], boxes: NDArray[np.float32], backs: NDArray[np.bool_]) -> NDArray[np.intp]:
    """Quarter turns (N,) from each box's top to the tile's own top.

    Faces that look the same upside down, and backs, do not tell their top: they follow the other tiles of the picture,
    or the picture itself where no tile tells.
    """
    if not len(boxes):
        return np.zeros(0, np.intp)
    axis = turns.reshape(-1, 2, 2).sum(1).argmax(1)
    axis[backs] = 0
    rows = np.arange(len(boxes))
    here, opposite = turns[rows, axis], turns[rows, axis + 2]
    telling = (np.abs(here - opposite) > 0.8 * (here + opposite)) & ~backs
    quarter = np.where(opposite > here, axis + 2, axis)
    up = _up_vectors(boxes, quarter)
    common = up[telling].sum(0) if telling.any() else np.array([0.0, -1.0])
    agrees = (_up_vectors(boxes, axis) * common).sum(1) >= -1e-6
    return np.asarray(np.where(telling, quarter, np.where(agrees, axis, axis + 2)), np.intp)


def _up_vectors(boxes: NDArray[np.float32], quarters: NDArray[np.intp]) -> NDArray[np.float64]:
    rows = np.arange(len(boxes))
    top = (boxes[rows, quarters % 4] + boxes[rows, (quarters + 1) % 4]) / 2
    vector = (top - boxes.mean(1)).astype(np.float64)
    return np.asarray(vector / np.maximum(np.linalg.norm(vector, axis=1, keepdims=True), 1e-9))


def upright_of(corners: NDArray[np.floating]) -> Upright:
    """How far a tile's own top is turned from the picture's up, in degrees clockwise, rounded to a quarter."""
    top = (corners[0] + corners[1]) / 2 - corners.mean(0)
    degrees = np.degrees(np.arctan2(top[0], -top[1]))
    return cast(Upright, round(degrees / 90) % 4 * 90)


def crops_of(photo: Photo, boxes: NDArray[np.float32], settings: NamerSettings) -> NDArray[np.float32]:
    """The net's input (N, 3, 96, 72), RGB in 0–1, for portrait boxes (N, 4, 2) in pixels of the full picture."""
    narrowest = float(np.median(np.minimum(*side_lengths(boxes)))) * photo.scale
    if narrowest < settings.fine_side and photo.scale < 1:
        wanted = max(photo.pixels.shape[:2]) * settings.fine_side / max(narrowest, 1.0)
        photo = photo.sharper(int(min(wanted, max(photo.width, photo.height))))
    crops = np.empty((len(boxes), 3, CROP_HEIGHT, CROP_WIDTH), np.float32)
    for crop, box in zip(crops, boxes, strict=True):
        pixels = straighten(photo.pixels, box * np.float32(photo.scale), margin=settings.margin)
        np.multiply(pixels.transpose(2, 0, 1), np.float32(1 / 255), out=crop)
    return crops


def _named(number: int, corners: NDArray[np.float32], faces: NDArray[np.float64], score: float) -> NamedTile:
    best = np.argsort(-faces)[:_MOST_CANDIDATES]
    exact = cast(Corners, tuple((float(x), float(y)) for x, y in corners))
    candidates = tuple((FACES[index], float(faces[index])) for index in best)
    return NamedTile(number, exact, candidates, upright_of(corners), score)
