"""Upright label boxes as the corners of tiles."""

from __future__ import annotations

import numpy as np


def box_corners(boxes: np.ndarray) -> np.ndarray:
    """Upright boxes (n, 4) as corners (n, 4, 2); a box wider than high is a tile lying on its side."""
    x0, y0, x1, y1 = boxes.T
    upright = np.stack([np.stack([x0, y0], 1), np.stack([x1, y0], 1), np.stack([x1, y1], 1), np.stack([x0, y1], 1)], 1)
    turned = np.roll(upright, 1, axis=1)
    return np.where(((x1 - x0) > 1.05 * (y1 - y0))[:, None, None], turned, upright).astype(np.float32)
