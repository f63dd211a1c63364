"""Crops of tiles, cut straight from the photo: portrait, with a margin, averaged over the pixels they cover."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.rotated import side_lengths

CROP_WIDTH, CROP_HEIGHT = 72, 96
MARGIN = 0.14
"""A crop shows this share of the tile's size more on each side."""
SQUAT = 1.05
"""A box this much wider than high is taken for a tile on its side."""


def portrait(corners: NDArray[np.float32]) -> NDArray[np.float32]:
    """(N, 4, 2) corners begun anew where a box is wider than high, so that its long side becomes vertical."""
    width, height = side_lengths(corners)
    lying = width > SQUAT * height
    return np.where(lying[:, None, None], np.roll(corners, 1, axis=1), corners).astype(np.float32)


def straighten(
    pixels: NDArray[np.uint8],
    corners: NDArray[np.float32],
    width: int = CROP_WIDTH,
    height: int = CROP_HEIGHT,
    margin: float = MARGIN,
) -> NDArray[np.uint8]:
    """The tile with these (4, 2) corners in pixels of the array, grown by `margin`, as (height, width, 3).

    Large tiles are averaged down instead of sampled, so that thin strokes survive. What lies outside of the picture
    repeats its border.
    """
    middle = corners.mean(0)
    across = (corners[1] - corners[0] + corners[2] - corners[3]) / 4 * (1 + 2 * margin)
    down = (corners[3] - corners[0] + corners[2] - corners[1]) / 4 * (1 + 2 * margin)
    source_width, source_height = 2 * float(np.linalg.norm(across)), 2 * float(np.linalg.norm(down))
    finer = min(8, max(1, math.ceil(max(source_width / width, source_height / height) - 0.25)))
    size = (width * finer, height * finer)
    # Corners are lines between pixels; the warp counts from the middles of pixels.
    source = np.array([middle - across - down, middle + across - down, middle - across + down], np.float32) - 0.5
    target = np.array([[0, 0], [size[0], 0], [0, size[1]]], np.float32) - 0.5
    matrix = cv2.getAffineTransform(source, target)
    crop = cv2.warpAffine(pixels, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    if finer > 1:
        crop = cv2.resize(crop, (width, height), interpolation=cv2.INTER_AREA)
    return np.asarray(crop, dtype=np.uint8)
