"""Upright label boxes as the corners of tiles, and corners as the turned boxes that the detector is taught."""

from __future__ import annotations

import math

import numpy as np

from vision.rotated import mean_sides


def box_corners(boxes: np.ndarray) -> np.ndarray:
    """Upright boxes (n, 4) as corners (n, 4, 2); a box wider than high is a tile lying on its side."""
    x0, y0, x1, y1 = boxes.T
    upright = np.stack([np.stack([x0, y0], 1), np.stack([x1, y0], 1), np.stack([x1, y1], 1), np.stack([x0, y1], 1)], 1)
    turned = np.roll(upright, 1, axis=1)
    return np.where(((x1 - x0) > 1.05 * (y1 - y0))[:, None, None], turned, upright).astype(np.float32)


def turned_boxes(corners: np.ndarray) -> np.ndarray:
    """The boxes (n, 5) that the detector is taught of tiles with these corners (n, 4, 2), own top-left first: centre x
    and y, width, height, angle in radians. A tile seen from aside is no rectangle; its box lies along its top side."""
    middle = corners.mean(1)
    across, down = mean_sides(corners)
    sizes = np.stack([np.linalg.norm(across, axis=1), np.linalg.norm(down, axis=1)], 1)
    theta = np.remainder(np.arctan2(across[:, 1], across[:, 0]) + math.pi / 4, math.pi) - math.pi / 4
    return np.asarray(np.concatenate([middle, sizes, theta[:, None]], 1))
