"""The hand's own right and down: which way its rows run, from which side it is meant to be read, and how far apart
its tiles lie in tile widths and heights.

A face shows which way is up, so the majority of the upright tiles tells the player's side. Backs and odd tiles take
the direction of the others.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.layout.frames import Bools, Floats, Frames, medoid
from vision.layout.thresholds import TILE_ASPECT

_AGREED = 0.75
"""Majority from which the faces' own directions are taken as meant; below, the player turned tiles anyhow."""
_LEAN = 0.13
"""Heights by which a sideways tile in a row lies nearer its owner, being pushed to the same edge as the others."""


@dataclass(frozen=True, slots=True, eq=False)
class Alignment:
    """The tiles in the player's directions.

    `right` and `below` (n, 2) are one tile width to the right and one tile height towards the player, in pixels at
    each tile. `lying` marks tiles whose frame says that they lie on their side. `x` and `y` (n, n) are how far tile j
    is to the right of (in widths) and below (in heights) tile i, antisymmetric.
    """

    right: Floats
    below: Floats
    lying: Bools
    x: Floats
    y: Floats


def align(frames: Frames, voting: Bools) -> Alignment:
    """The player's directions for tiles of one hand and its surroundings; those `voting` (n,) settle them."""
    pivot = _pivot(frames, voting)
    lying, along, across_sign = _classes(frames, pivot)
    faces = voting & ~frames.back
    if lying[faces].sum() * 2 > faces.sum():
        # Most tiles stand across the pivot: the pivot is the one that lies on its side.
        pivot = _pivot(frames, lying & voting)
        lying, along, across_sign = _classes(frames, pivot)
    right = np.where(lying[:, None], along / TILE_ASPECT, along)
    other = np.where(lying[:, None], frames.across * TILE_ASPECT, frames.down)
    reference = frames.down[pivot]
    facing = np.sign(other @ reference)
    facing[facing == 0] = 1.0
    below = other * facing[:, None]

    basis = np.stack([right, below], axis=-1)
    determinant = np.linalg.det(basis)
    determinant = np.where(np.abs(determinant) < 1e-9, 1e-9, determinant)
    offset = frames.centre[None] - frames.centre[:, None]
    x = (below[:, None, 1] * offset[..., 0] - below[:, None, 0] * offset[..., 1]) / determinant[:, None]
    y = (right[:, None, 0] * offset[..., 1] - right[:, None, 1] * offset[..., 0]) / determinant[:, None]
    x, y = (x - x.T) / 2, (y - y.T) / 2
    voters = voting & ~frames.back & ~lying
    votes = float(across_sign[voters].mean()) if voters.any() else 0.0
    if abs(votes) < _AGREED:
        votes *= 0.3
    # Most hands are photographed by their owner, from below in the picture.
    facing_camera = float(np.clip(2.0 * below[voting].mean(axis=0)[1] / frames.size[voting].mean(), -1.0, 1.0))
    if votes + _sideways_lean(x, y, np.linalg.norm(below, axis=1), lying & voting, voters) + 0.35 * facing_camera < 0:
        right, below, x, y = -right, -below, -x, -y
    return Alignment(right, below, lying, x, y)


def _sideways_lean(x: Floats, y: Floats, height: Floats, lying: Bools, upright: Bools) -> float:
    """Which way the sideways tiles of rows are pushed, and added tiles away from their owner: positive towards the
    assumed owner, 0 untold, above 1 only where several agree."""
    leans = []
    for k in np.flatnonzero(lying):
        # A lying tile beside standing ones tells nothing: they are not in one plane.
        flush = np.abs(np.log(height / height[k])) < 0.2
        near = (np.abs(x[k]) < 1.9) & (np.abs(x[k]) > 0.7) & (np.abs(y[k]) < 0.45)
        beside = np.flatnonzero(upright & near & flush)
        if len(beside):
            leans.append(float(np.clip(-y[k, beside].mean() / _LEAN, -1.0, 1.0)))
        above = lying & (np.abs(x[k]) < 0.4) & (np.abs(y[k]) > 0.4) & (np.abs(y[k]) < 1.0)
        if above.any() and len(beside):
            leans.append(float(-np.sign(y[k, above].mean())))
    if not leans:
        return 0.0
    return float(np.mean(leans)) * (1.2 if len(leans) > 1 else 0.7)


def _pivot(frames: Frames, among: Bools) -> int:
    """The tile nearest the middle of the faces, whose frame the others are compared with."""
    allowed = ~frames.back & among
    if not allowed.any():
        allowed = among if among.any() else np.ones(len(frames), dtype=bool)
    which = np.flatnonzero(allowed)
    return int(which[medoid(frames.centre[which])])


def _classes(frames: Frames, pivot: int) -> tuple[Bools, Floats, Floats]:
    """Against the pivot: which tiles lie across it, each tile's side along the pivot's row pointing the same way, and
    +1 where a tile's own right points that way, -1 where it points back."""
    basis = np.stack([frames.across[pivot], frames.down[pivot] / TILE_ASPECT], axis=-1)
    if abs(float(np.linalg.det(basis))) < 1e-9:
        basis = np.eye(2) * frames.size[pivot]
    inverse = np.linalg.inv(basis)
    across, down = frames.across @ inverse.T, frames.down @ inverse.T
    # Where sides are skewed by perspective the side with the smaller slope is the one along the row.
    across_slope = np.abs(across[:, 1]) / np.maximum(np.abs(across[:, 0]), 1e-9)
    down_slope = np.abs(down[:, 1]) / np.maximum(np.abs(down[:, 0]), 1e-9)
    lying = across_slope > down_slope
    along = np.where(lying[:, None], frames.down, frames.across)
    direction = np.where(lying, down[:, 0], across[:, 0])
    sign = np.where(direction < 0, -1.0, 1.0)
    return lying, along * sign[:, None], sign
