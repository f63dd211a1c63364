"""Which labels of a photograph are the hand: told from where they lie, never from what a reader made of the photo.

Labels are upright boxes with faces; nothing says which tiles make the hand. In some photographs discards far from the
row are labelled too, in some the tiles stand about singly or fill a tray. The rule, by a player's eye:

1. Two labels of one face on one spot are one tile.
2. Tiles with less than `TOGETHER` of a tile between them lie together. The hand is where most lie together, the nearest
   to the camera of equals; labels elsewhere are tiles of the table.
3. It is a hand if most of its tiles stand side by side with another and it is no more than a hand can hold, kongs
   counted: else the photograph shows loose tiles or a tray.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float32]
Kind: TypeAlias = Literal["hand", "loose tiles", "tray"]

TOGETHER = 2.5
"""Free space, in tile sizes (the root of the median label's area), up to which two tiles lie together."""
SIDE_BY_SIDE = 0.3
"""The same up to which two tiles stand side by side."""
TWICE = 0.6
"""Overlap from which two labels of one face mark one tile."""
MOSTLY = 0.7
"""Share of the tiles that must have a tile at their side."""
LARGEST_HAND = 18
"""Four kongs and a pair; flowers come on top."""
_FIRST_FLOWER = 34


@dataclass(frozen=True, slots=True)
class HandLabels:
    """Indices of the labels that are the hand, of those that lie elsewhere, and what the hand's tiles make."""

    hand: tuple[int, ...]
    elsewhere: tuple[int, ...]
    kind: Kind


def hand_labels(boxes: Array, faces: npt.NDArray[np.int64]) -> HandLabels:
    """The hand among labels: `boxes` (n, 4) x0, y0, x1, y1 in pixels at the true aspect, `faces` (n,) tile numbers."""
    once = _once(boxes, faces)
    if not once:
        return HandLabels((), (), "loose tiles")
    own = boxes[once].astype(np.float64)
    size = float(np.sqrt(np.median((own[:, 2] - own[:, 0]) * (own[:, 3] - own[:, 1]))))
    space = _space(own) / max(size, 1e-6)
    parts = _parts(space <= TOGETHER)
    main = max(parts, key=lambda part: (len(part), float(own[part, 3].mean())))
    hand = tuple(once[k] for k in main)
    elsewhere = tuple(once[k] for part in parts if part is not main for k in part)
    inside = space[np.ix_(main, main)]
    np.fill_diagonal(inside, np.inf)
    beside = float((inside.min(axis=1) <= SIDE_BY_SIDE).mean()) if len(main) > 1 else 0.0
    if beside < MOSTLY:
        return HandLabels(hand, elsewhere, "loose tiles")
    full = sum(int(faces[k]) < _FIRST_FLOWER for k in hand) > LARGEST_HAND
    return HandLabels(hand, elsewhere, "tray" if full else "hand")


def _once(boxes: Array, faces: npt.NDArray[np.int64]) -> list[int]:
    from models.evaluation import iou

    overlap = iou(boxes, boxes)
    return [k for k in range(len(boxes)) if not any(overlap[k, j] >= TWICE and faces[k] == faces[j] for j in range(k))]


def _space(boxes: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """The free space between every two boxes along the axis where there is more of it, (n, n); 0 where they touch."""
    low = np.maximum(boxes[:, None, :2], boxes[None, :, :2])
    high = np.minimum(boxes[:, None, 2:], boxes[None, :, 2:])
    result: npt.NDArray[np.float64] = np.maximum(low - high, 0.0).max(axis=2)
    return result


def _parts(linked: npt.NDArray[np.bool_]) -> list[list[int]]:
    """Connected parts of a symmetric link matrix."""
    left = set(range(len(linked)))
    parts = []
    while left:
        part, queue = [], [min(left)]
        left.discard(queue[0])
        while queue:
            here = queue.pop()
            part.append(here)
            fresh = [k for k in left if linked[here, k]]
            left.difference_update(fresh)
            queue += fresh
        parts.append(sorted(part))
    return parts
