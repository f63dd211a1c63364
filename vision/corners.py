"""Where a tile's four corners lie in the turned rectangle that the detector drew around it.

A tile seen from aside is no rectangle: how it is skewed tells which way its row runs and how it lies to its
neighbours.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.rotated import areas, mean_sides

LEAST_AREA = 0.3
"""Share of the rectangle below which corners are not believed."""
FARTHEST = 1.2
"""How far beyond the rectangle a corner may lie, in halves of its sides."""


def placed_corners(boxes: NDArray[np.float32], found: NDArray[np.float64]) -> NDArray[np.float32]:
    """Corners (N, 4, 2) in pixels for rectangles (N, 4, 2) and what the net says of each, (N, 8).

    The net counts from the rectangle's middle in halves of its sides: x and y of the corners, clockwise, beginning with
    the one nearest the rectangle's first. Where these cannot be a tile's corners the rectangle's own stay.
    """
    units = found.reshape(-1, 4, 2)
    middle = boxes.mean(1)
    across, down = mean_sides(boxes)
    corners = middle[:, None] + units[..., :1] * across[:, None] / 2 + units[..., 1:] * down[:, None] / 2
    return np.where(_credible(units)[:, None, None], corners, boxes).astype(np.float32)


def skews(corners: NDArray[np.float32]) -> NDArray[np.float64]:
    """How far tiles with corners (N, 4, 2) are from rectangles: the cosine between their sides, 0 at right angles."""
    across, down = mean_sides(corners)
    lengths = np.linalg.norm(across, axis=1) * np.linalg.norm(down, axis=1)
    return np.asarray(np.abs((across * down).sum(1)) / np.maximum(lengths, 1e-9), np.float64)


def _credible(units: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which (N, 4, 2) are convex, clockwise, and neither slivers nor far outside of the rectangle."""
    sides = np.roll(units, -1, axis=1) - units
    after = np.roll(sides, -1, axis=1)
    convex = (sides[..., 0] * after[..., 1] - sides[..., 1] * after[..., 0] > 0).all(1)
    inside = (np.abs(units) <= 1 + FARTHEST).all((1, 2))
    return np.asarray(convex & inside & (areas(units) >= 4 * LEAST_AREA))
