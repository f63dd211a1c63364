"""Labels of a scene in the forms that detectors are trained and measured on."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.scenes.types import BACK, Scene, SceneTile

MIN_VISIBLE = 0.35
"""Tiles less visible than this share are not labelled."""
MIN_FACING = 0.15
"""Sides turned away more than this cosine tells are slivers and not labelled."""


@dataclass(frozen=True, slots=True)
class Labels:
    """Row by row one labelled tile."""

    tiles: tuple[SceneTile, ...]
    faces: NDArray[np.int64]
    """(N,) 0-42."""
    corners: NDArray[np.float32]
    """(N, 4, 2) the seen side, from the tile's own top left on."""
    boxes: NDArray[np.float32]
    """(N, 4) x0, y0, x1, y1 of the corners, cut at the picture's border."""
    rectangles: NDArray[np.float32]
    """(N, 4, 2) corners of the smallest turned rectangle around the side, not cut."""
    hidden: NDArray[np.float32]
    """(M, 4, 2) sides in the picture that are too hidden or too oblique to be labelled: to be ignored, not learnt
    as background."""

    @property
    def is_back(self) -> NDArray[np.bool_]:
        return np.asarray(self.faces == BACK)


def scene_labels(scene: Scene, min_visible: float = MIN_VISIBLE, min_facing: float = MIN_FACING) -> Labels:
    """The tiles of a scene that a reader should find."""
    height, width = scene.image.shape[:2]
    kept, hidden = [], []
    for tile in scene.tiles:
        if tile.visible >= min_visible and tile.facing >= min_facing:
            kept.append(tile)
        elif tile.visible > 0.02:
            hidden.append(tile.corners)
    corners = np.array([t.corners for t in kept], dtype=np.float32).reshape(-1, 4, 2)
    limit = np.array([width, height], dtype=np.float32)
    boxes = np.concatenate(
        [np.clip(corners.min(1), 0, limit), np.clip(corners.max(1), 0, limit)], axis=1
    ) if len(kept) else np.zeros((0, 4), np.float32)  # fmt: skip
    rectangles = np.array([cv2.boxPoints(cv2.minAreaRect(c)) for c in corners], dtype=np.float32).reshape(-1, 4, 2)
    return Labels(
        tuple(kept),
        np.array([t.face for t in kept], dtype=np.int64),
        corners,
        boxes.astype(np.float32),
        rectangles,
        np.array(hidden, dtype=np.float32).reshape(-1, 4, 2),
    )


def obb_lines(scene: Scene) -> list[str]:
    """One line a tile in YOLO's oriented-box form: class (0 face, 1 back) and four corners as shares of the sides."""
    labels = scene_labels(scene)
    height, width = scene.image.shape[:2]
    lines = []
    for face, rectangle in zip(labels.faces.tolist(), labels.rectangles, strict=True):
        shares = (rectangle / (width, height)).clip(0, 1).ravel()
        lines.append(f"{int(face == BACK)} " + " ".join(f"{v:.6f}" for v in shares))
    return lines
