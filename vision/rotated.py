"""Geometry of rotated boxes: corners, exact overlaps, and which of several boxes on one tile stays."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
_LEVEL = 1e-6
"""Sides that differ by less than this angle count as parallel; corners come in single precision."""

_ROOM = 5.0
"""A box this many times as large as another is no second look at the same tile."""


def box_corners(boxes: Floats) -> Floats:
    """(N, 5) centre x, centre y, width, height, angle in radians → (N, 4, 2) corners.

    The corners run clockwise as seen in the picture from the box's own top-left. An angle means the same box after
    half a turn; the one is taken whose top side faces the top of the picture.
    """
    centre, width, height = boxes[:, :2], boxes[:, 2:3], boxes[:, 3:4]
    angle = np.remainder(boxes[:, 4:5] + np.pi / 2, np.pi) - np.pi / 2
    cos, sin = np.cos(angle), np.sin(angle)
    across = np.concatenate([cos, sin], 1) * width / 2
    down = np.concatenate([-sin, cos], 1) * height / 2
    corners = np.stack([-across - down, across - down, across + down, down - across], 1) + centre[:, None]
    return np.asarray(corners, dtype=np.float32)


def areas(corners: NDArray[np.floating]) -> NDArray[np.float64]:
    """Areas of (N, 4, 2) quadrilaterals with clockwise corners."""
    following = np.roll(corners, -1, axis=1).astype(np.float64)
    crosses = corners[..., 0] * following[..., 1] - corners[..., 1] * following[..., 0]
    return np.asarray(crosses.sum(1) / 2)


def mean_sides(corners: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """The mean of top and bottom side and that of left and right side of (N, 4, 2) boxes, vectors (N, 2) in pixels: to
    the right and down, as seen from the first corner; of the precision of the corners."""
    across = (corners[:, 1] - corners[:, 0] + corners[:, 2] - corners[:, 3]) / 2
    down = (corners[:, 3] - corners[:, 0] + corners[:, 2] - corners[:, 1]) / 2
    return across, down


def side_lengths(corners: NDArray[np.floating]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Mean width (top and bottom side) and mean height (left and right side) of (N, 4, 2) boxes."""
    sides = np.linalg.norm(np.roll(corners, -1, axis=1).astype(np.float64) - corners, axis=2)
    return (sides[:, 0] + sides[:, 2]) / 2, (sides[:, 1] + sides[:, 3]) / 2


def intersections(first: NDArray[np.floating], second: NDArray[np.floating]) -> NDArray[np.float64]:
    """Exact areas shared by the pairs of two (N, 4, 2) stacks of convex clockwise quadrilaterals.

    The border of the shared part is what of either border lies inside the other, so no polygon is ever built: every
    side is clipped by the other's four half-planes and adds its share to the area.
    """
    one, two = first.astype(np.float64), second.astype(np.float64)
    origin = one.mean(1, keepdims=True)
    one, two = one - origin, two - origin
    # A stretch that both borders share is counted with the first only, and only where both lie on the same side of it.
    return _border_share(one, two, shared_counts=True) + _border_share(two, one, shared_counts=False)


def _border_share(
    sides_of: NDArray[np.float64], inside: NDArray[np.float64], *, shared_counts: bool
) -> NDArray[np.float64]:
    step = (np.roll(sides_of, -1, axis=1) - sides_of)[:, :, None]
    edge = (np.roll(inside, -1, axis=1) - inside)[:, None]
    offset = sides_of[:, :, None] - inside[:, None]
    # Positive where the side's start lies inside the half-plane; how much deeper its end lies.
    depth = edge[..., 0] * offset[..., 1] - edge[..., 1] * offset[..., 0]
    change = edge[..., 0] * step[..., 1] - edge[..., 1] * step[..., 0]
    edge_length = np.maximum(np.linalg.norm(edge, axis=-1), 1e-9)
    step_length = np.maximum(np.linalg.norm(step, axis=-1), 1e-9)
    level = np.abs(change) < _LEVEL * edge_length * step_length
    on_border = level & (np.abs(depth) < 10 * _LEVEL * edge_length * (edge_length + step_length))
    with np.errstate(divide="ignore", invalid="ignore"):
        crossing = -depth / change
    enter = np.where(~level & (change > 0), crossing, 0.0).max(2)
    leave = np.where(~level & (change < 0), crossing, 1.0).min(2)
    outside = level & (depth <= 0) & ~on_border
    if shared_counts:
        outside |= on_border & ((edge * step).sum(-1) < 0)
    else:
        outside |= on_border
    share = np.where(outside.any(2), 0.0, np.maximum(0.0, np.minimum(leave, 1.0) - np.maximum(enter, 0.0)))
    along = step[:, :, 0]
    return np.asarray(((sides_of[..., 0] * along[..., 1] - sides_of[..., 1] * along[..., 0]) * share).sum(1) / 2)


def suppress(
    corners: NDArray[np.floating], scores: NDArray[np.floating], overlap: float, contained: float
) -> NDArray[np.intp]:
    """Which of (N, 4, 2) boxes stay when one tile may have one box; indices, best score first.

    A box falls to a better one where their shared area is more than `overlap` of their union, or more than `contained`
    of the smaller, unless the larger has room for many of the smaller: see `untangle`.
    """
    order = np.argsort(-scores, kind="stable")
    boxes = corners[order].astype(np.float64)
    low, high = boxes.min(1), boxes.max(1)
    area = areas(boxes)
    alive = np.ones(len(boxes), bool)
    kept = []
    for index in range(len(boxes)):
        if not alive[index]:
            continue
        kept.append(index)
        later = np.flatnonzero(alive[index + 1 :]) + index + 1
        span = np.minimum(high[later], high[index]) - np.maximum(low[later], low[index])
        near = later[(span > 0).all(1)]
        if not len(near):
            continue
        shared = intersections(np.broadcast_to(boxes[index], (len(near), 4, 2)), boxes[near])
        union = area[index] + area[near] - shared
        small, large = np.minimum(area[index], area[near]), np.maximum(area[index], area[near])
        inside = (shared > contained * small) & (small * _ROOM > large)
        alive[near[(shared > overlap * union) | inside]] = False
    return untangle(corners, scores, order[kept], contained)


def untangle(
    corners: NDArray[np.floating], scores: NDArray[np.floating], kept: NDArray[np.intp], contained: float
) -> NDArray[np.intp]:
    """Settles boxes that lie in one more than `_ROOM` times as large; `kept` are indices, best first, and so is the
    answer.

    A large box with several small ones in it that outweigh it is no tile but holds tiles, as a tray or a page does; it
    goes. Otherwise the small ones are parts of a tile's print and go.
    """
    boxes = corners[kept].astype(np.float64)
    area = areas(boxes)
    large, small = np.nonzero(area[:, None] > _ROOM * area[None])
    low, high = boxes.min(1), boxes.max(1)
    near = ((low[large] < high[small]) & (low[small] < high[large])).all(1)
    large, small = large[near], small[near]
    inside = intersections(boxes[large], boxes[small]) > contained * area[small]
    large, small = large[inside], small[inside]
    gone = np.zeros(len(kept), bool)
    weight = scores[kept]
    for index in np.unique(large)[np.argsort(-area[np.unique(large)])] if len(large) else ():
        members = small[large == index]
        members = members[~gone[members]]
        if len(members) > 1 and weight[members].sum() > 1.5 * weight[index]:
            gone[index] = True
        else:
            gone[members] = True
    return kept[~gone]
