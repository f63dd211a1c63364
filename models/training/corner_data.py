"""Crops of tiles with their four corners: from rendered scenes as the detector finds them there, and from photographs
seen anew from aside, since an upright label tells no corners but those of a tile seen from above."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.scenes import Scene, scene_labels
from models.training.boxes import turned_boxes
from models.training.namer_augment import BANK_HEIGHT, BANK_WIDTH, BANK_ZOOM
from models.training.namer_net import CROP_HEIGHT, CROP_WIDTH, MARGIN
from vision import rotated
from vision.straighten import portrait

Floats = NDArray[np.float64]
SMALLEST = 18.0
"""Pixels of the shorter side of a rectangle from which a tile's corners can be told."""
NEAR = 0.3
"""A rectangle is a tile's if their middles are no farther apart than this share of its shorter side."""
_TARGET = np.array([[-1.0, -1], [1, -1], [1, 1], [-1, 1]])


@dataclass
class CornerEntry:
    """A bank picture (156, 120, 3) and the tile's corners in its pixels (4, 2), clockwise; whether it is to be seen
    anew from aside."""

    image: np.ndarray
    corners: np.ndarray
    turn_aside: bool


def taught_rectangle(corners: Floats) -> Floats:
    """What the detector is taught to draw around a tile with these corners (4, 2), its long side upright."""
    boxes = rotated.box_corners(turned_boxes(corners[None]).astype(np.float32))
    return portrait(boxes)[0].astype(np.float64)


def frame_of(box: Floats) -> Floats:
    """The (3, 3) map from the unit square ±1 to the rectangle (4, 2)."""
    middle = box.mean(0)
    across = (box[1] - box[0] + box[2] - box[3]) / 4
    down = (box[3] - box[0] + box[2] - box[1]) / 4
    return np.array([[across[0], down[0], middle[0]], [across[1], down[1], middle[1]], [0, 0, 1]])


def moved(maps: Floats, points: Floats) -> Floats:
    """Points (n, 2) through a (3, 3) map."""
    held = np.concatenate([points, np.ones((len(points), 1))], 1) @ maps.T
    return np.asarray(held[:, :2] / held[:, 2:])


BANK_FRAME = np.array(
    [
        [BANK_WIDTH / BANK_ZOOM / 2, 0, BANK_WIDTH / 2],
        [0, BANK_HEIGHT / BANK_ZOOM / 2, BANK_HEIGHT / 2],
        [0, 0, 1.0],
    ]
)
"""From the unit square ±1 to the middle of a bank picture."""


def scene_corner_entries(
    scene: Scene, boxes: NDArray[np.float32], rng: np.random.Generator, limit: int = 40
) -> Iterator[CornerEntry]:
    """Tiles of a scene, cut along the rectangles (N, 4, 2) that a detector found in it."""
    if not len(boxes):
        return
    labels = scene_labels(scene)
    found = portrait(boxes).astype(np.float64)
    for index in rng.permutation(len(labels.tiles))[:limit]:
        corners = labels.corners[index].astype(np.float64)
        off = np.linalg.norm(found.mean(1) - corners.mean(0), axis=1)
        box = found[off.argmin()]
        side = min(np.linalg.norm(box[1] - box[0]), np.linalg.norm(box[3] - box[0]))
        if side < SMALLEST or off.min() > NEAR * side:
            continue
        to_bank = BANK_FRAME @ np.linalg.inv(frame_of(box))
        yield CornerEntry(_warped(scene.image, to_bank), moved(to_bank, corners), False)


def _warped(image: np.ndarray, to_bank: Floats) -> np.ndarray:
    shrink = 1 / max(np.linalg.svd(to_bank[:2, :2], compute_uv=False)[-1], 1e-6)
    if shrink > 1.5:
        image = cv2.blur(image, (round(shrink),) * 2)
    half = np.array([[1, 0, -0.5], [0, 1, -0.5], [0, 0, 1.0]])
    pixels = half @ to_bank @ np.linalg.inv(half)
    return cv2.warpAffine(
        image, pixels[:2], (BANK_WIDTH, BANK_HEIGHT), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101
    )


def crops_with_corners(
    entries: list[CornerEntry], rng: np.random.Generator
) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """Crops (B, 96, 72, 3) as an inexact detector would cut them, and corners (B, 8) in the units of `CornerHead`."""
    crops = np.empty((len(entries), CROP_HEIGHT, CROP_WIDTH, 3), np.uint8)
    corners = np.empty((len(entries), 8), np.float32)
    reach = 1 + 2 * MARGIN
    to_unit = np.array(
        [
            [2 * reach / CROP_WIDTH, 0, reach / CROP_WIDTH - reach],
            [0, 2 * reach / CROP_HEIGHT, reach / CROP_HEIGHT - reach],
            [0, 0, 1],
        ]
    )
    for index, entry in enumerate(entries):
        view = _aside(rng) if entry.turn_aside else _mirrored(rng)
        seen = moved(view, entry.corners)
        if np.linalg.det(view[:2, :2]) < 0:
            seen = seen[::-1]
        box = _inexact(taught_rectangle(seen), rng, 1.0) if entry.turn_aside else _inexact(SQUARE, rng, 0.4)
        if rng.random() < 0.5:
            box = np.roll(box, 2, axis=0)
        frame = frame_of(box)
        crop_to_bank = np.linalg.inv(view) @ frame @ to_unit
        crop_to_bank = np.array([[1, 0, -0.5], [0, 1, -0.5], [0, 0, 1.0]]) @ crop_to_bank
        crops[index] = cv2.warpPerspective(
            entry.image, crop_to_bank, (CROP_WIDTH, CROP_HEIGHT),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REFLECT_101,
        )  # fmt: skip
        own = moved(np.linalg.inv(frame), seen)
        turns = [np.roll(own, -turn, axis=0) for turn in range(4)]
        corners[index] = min(turns, key=lambda c: float(((c - _TARGET) ** 2).sum())).ravel()
    return crops, corners


def _about_middle(matrix: Floats) -> Floats:
    shift = np.array([[1, 0, BANK_WIDTH / 2], [0, 1, BANK_HEIGHT / 2], [0, 0, 1.0]])
    return np.asarray(shift @ matrix @ np.linalg.inv(shift))


def _mirrored(rng: np.random.Generator) -> Floats:
    return _about_middle(np.diag([1.0 if rng.random() < 0.5 else -1.0, 1, 1]))


def _aside(rng: np.random.Generator) -> Floats:
    """A camera turned about the tile's upright and lying axes and its own, far or near."""
    tilt, turn, roll = (
        math.radians(abs(rng.normal(0, 32))),
        rng.uniform(-math.pi, math.pi),
        rng.uniform(-math.pi, math.pi),
    )
    tilt = min(tilt, math.radians(68))
    distance = rng.uniform(3.0, 14.0) * BANK_HEIGHT / BANK_ZOOM
    lean = np.array([[1, 0, 0], [0, math.cos(tilt), 0], [0, math.sin(tilt) / distance, 1]])
    return _about_middle(_spin(roll) @ lean @ _spin(turn))


def _spin(angle: float) -> Floats:
    return np.array([[math.cos(angle), -math.sin(angle), 0], [math.sin(angle), math.cos(angle), 0], [0, 0, 1.0]])


def _inexact(box: Floats, rng: np.random.Generator, strength: float) -> Floats:
    middle = box.mean(0)
    across, down = (box[1] - box[0]) / 2, (box[3] - box[0]) / 2
    loose = strength * (2.0 if rng.random() < 0.2 else 1.0)
    turn = _spin(rng.normal(0, 0.025) * loose)[:2, :2]
    wider, higher = np.exp(rng.normal(0.02, 0.035, 2) * loose)
    across, down = turn @ across * wider, turn @ down * higher
    middle = middle + rng.normal(0, 0.03 * loose) * 2 * across + rng.normal(0, 0.03 * loose) * 2 * down
    return np.stack([middle - across - down, middle + across - down, middle + across + down, middle - across + down])


SQUARE = moved(BANK_FRAME, _TARGET)
"""The corners of an upright tile in the middle of a bank picture."""


def photograph_corner_entries(root: Path) -> Iterator[CornerEntry]:
    """Tiles of the training photographs that lie along the picture, their labels' boxes for corners."""
    from datasets.real import read_photos
    from models.training.boxes import box_corners
    from models.training.namer_bank import cut

    for photo in read_photos("train", root):
        if photo.extreme or photo.looseness > 0.05:
            continue
        image = photo.pixels()
        for tile in box_corners(photo.pixel_boxes(image.shape)):
            yield CornerEntry(cut(image, tile), SQUARE, True)
