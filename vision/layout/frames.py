"""Each tile as a frame of reference of its own.

A tile's two sides span the plane it lies in, seen in perspective. Measuring its neighbours in that frame takes the
local tilt, turn and scale of the picture out, so no camera has to be known and standing and lying tiles are treated
alike. All arrays are over the tiles in the order given.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.layout.thresholds import TILE_ASPECT
from vision.types import NamedTile

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

_SCORE_CREDIT = (0.65, 0.9)
"""Shares of the picture's best scores from which a detection counts at all, and in full. Of the tiles of the dev
photographs 95 % score above 0.9 of the best; of what is detected on shelves and boxes three quarters below 0.7."""
_NAME_CREDIT = (0.3, 0.8)
"""Probabilities of the likeliest name from which a tile counts at all, and in full."""

_SIDE_UNITS = np.array([1.0, TILE_ASPECT])
"""The real lengths, in tile widths, of a tile's across and down sides."""


@dataclass(frozen=True, slots=True, eq=False)
class Frames:
    """The tiles' centres (n, 2), across vectors from left to right edge (n, 2), down vectors from top to bottom edge
    (n, 2), corners (n, 4, 2), sizes as the width in pixels that an untilted tile
    at that distance has (n,), which lie face down (n,), and how sure it is that they are tiles at all (n,), 0 to 1."""

    centre: Floats
    across: Floats
    down: Floats
    corners: Floats
    size: Floats
    back: Bools
    credit: Floats

    def __len__(self) -> int:
        return len(self.size)


@dataclass(frozen=True, slots=True, eq=False)
class Relations:
    """How every tile lies to every other, each (n, n) array symmetric unless said.

    `axis_gap[i, j, k]` is the free space between i and j along side k (0 across, 1 down) of tile i, in tile widths,
    negative where they overlap; `axis_share[i, j, k]` is the part of the shorter extent that they share along side k;
    both measured in i's frame alone. `turn` is the angle in degrees (0–45) between their sides, modulo a quarter turn.
    `size_ratio` is at least 1. `gap` is the free space along the separating side and `share` the overlap along the
    other one, averaged over both frames. `shared_turn` is the smallest angle in the picture between a side of one and
    a side of the other: 0 for tiles that only share the direction of their row, one standing and one lying.
    """

    axis_gap: Floats
    axis_share: Floats
    turn: Floats
    size_ratio: Floats
    gap: Floats
    share: Floats
    shared_turn: Floats


def frames_of(tiles: Sequence[NamedTile]) -> Frames:
    """The frames of the tiles; corners run clockwise from each tile's own top-left."""
    corners = np.array([tile.corners for tile in tiles], dtype=np.float64).reshape(-1, 4, 2)
    top_left, top_right, bottom_right, bottom_left = (corners[:, k] for k in range(4))
    across = (top_right - top_left + bottom_right - bottom_left) / 2
    down = (bottom_left - top_left + bottom_right - top_right) / 2
    size = scale_of(across, down)
    back = np.array([tile.face_down for tile in tiles], dtype=bool)
    return Frames(corners.mean(axis=1), across, down, corners, size, back, _credit(tiles))


def _credit(tiles: Sequence[NamedTile]) -> Floats:
    """How sure it is that each is a tile: by its detection's score beside the best of the picture, since all are low
    in poor light, and by whether it has a name at all, which letters on a box or a book have not."""
    if not tiles:
        return np.zeros(0)
    scores = np.array([tile.detection_score for tile in tiles], dtype=np.float64)
    named = np.array([tile.confidence for tile in tiles], dtype=np.float64)
    best = max(float(np.sort(scores)[-min(len(scores), 5) :].mean()), 1e-6)
    (low, high), (unnamed, known) = _SCORE_CREDIT, _NAME_CREDIT
    seen = np.clip((scores / best - low) / (high - low), 0.0, 1.0)
    return seen * np.clip((named - unnamed) / (known - unnamed), 0.0, 1.0)


def scale_of(across: Floats, down: Floats) -> Floats:
    """The width in pixels that an untilted tile has at the distance of each tile (n,)."""
    if not len(across):
        return np.zeros(0)
    sides = np.stack([across, down / TILE_ASPECT], axis=-1)
    # Tilting a tile away shortens it in one direction only; the other keeps the true scale at that distance.
    result: Floats = np.maximum(np.linalg.svd(sides, compute_uv=False)[:, 0], 1e-3)
    return result


def medoid(points: Floats) -> int:
    """The index of the point (m, 2) with the least distance to all others: a middle that no turn of the picture
    moves."""
    distances = np.linalg.norm(points[:, None] - points[None], axis=2).sum(axis=1)
    return int(distances.argmin())


def in_frame(frames: Frames, points: Floats) -> Floats:
    """Points (m, k, 2) of the picture in each tile's frame: (n, m, k, 2), the tile itself spanning ±0.5."""
    (ax, ay), (dx, dy) = frames.across.T, frames.down.T
    determinant = ax * dy - ay * dx
    scale = (1.0 / np.where(np.abs(determinant) < 1e-9, 1.0, determinant))[:, None, None]
    x = points[None, :, :, 0] - frames.centre[:, None, None, 0]
    y = points[None, :, :, 1] - frames.centre[:, None, None, 1]
    across = (dy[:, None, None] * x - dx[:, None, None] * y) * scale
    down = (ax[:, None, None] * y - ay[:, None, None] * x) * scale
    return np.stack([across, down], axis=-1)


def relations_of(frames: Frames) -> Relations:
    """How every tile lies to every other."""
    seen = in_frame(frames, frames.corners)
    low, high = seen.min(axis=2), seen.max(axis=2)
    axis_gap = np.maximum(low - 0.5, -0.5 - high) * _SIDE_UNITS
    shared = np.minimum(high, 0.5) - np.maximum(low, -0.5)
    axis_share = shared / np.maximum(np.minimum(high - low, 1.0), 1e-6)

    edge = (seen[:, :, 1] - seen[:, :, 0] + seen[:, :, 2] - seen[:, :, 3]) / 2 * _SIDE_UNITS
    angle = np.degrees(np.arctan2(edge[..., 1], edge[..., 0]))
    folded = np.abs((angle + 45.0) % 90.0 - 45.0)
    turn = (folded + folded.T) / 2

    ratio = frames.size[:, None] / frames.size[None, :]
    size_ratio = np.maximum(ratio, 1 / ratio)

    along = axis_gap.argmax(axis=2)
    gap = np.take_along_axis(axis_gap, along[..., None], axis=2)[..., 0]
    share = np.take_along_axis(axis_share, 1 - along[..., None], axis=2)[..., 0]
    return Relations(
        axis_gap, axis_share, turn, size_ratio, (gap + gap.T) / 2, (share + share.T) / 2, _shared_turn(frames)
    )


def _shared_turn(frames: Frames) -> Floats:
    sides = [np.arctan2(side[:, 1], side[:, 0]) for side in (frames.across, frames.down)]
    angles = [np.degrees(one[:, None] - other[None, :]) for one in sides for other in sides]
    smallest: Floats = np.min([np.abs((angle + 90.0) % 180.0 - 90.0) for angle in angles], axis=0)
    return smallest
