"""Boxes in space and the camera that sees them.

The table is the plane z = 0; x runs to the player's right, y away from the player. A tile is one unit wide.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from datasets.scenes.types import Floats

NEAR = 0.4
"""Nothing nearer to the camera than this many tile widths is drawn."""


def frame(yaw: float, pitch: float = 0.0, down: bool = False, flip: bool = False) -> Floats:
    """The axes of a tile as columns: its own right, its own top, and the normal of its face.

    `yaw` turns it on the table (radians, counter-clockwise from above), `pitch` raises it from lying face up (0) to
    standing with its face towards the player (pi / 2); `down` lays it on its face, `flip` turns it upside down.
    """
    c, s = np.cos(yaw), np.sin(yaw)
    right = np.array([c, s, 0.0])
    ahead = np.array([-s, c, 0.0])
    up = np.array([0.0, 0.0, 1.0])
    top = ahead * np.cos(pitch) + up * np.sin(pitch)
    normal = up * np.cos(pitch) - ahead * np.sin(pitch)
    if flip:
        right, top = -right, -top
    if down:
        right, normal = -right, -normal
    return np.stack([right, top, normal], axis=1)


@dataclass(frozen=True, slots=True)
class Dims:
    """A tile's height and depth in units of its width, and how round it is."""

    h: float
    d: float
    radius: float
    """Of the corners of the face."""
    bevel: float
    """Of the edges around face and back."""
    seam: float
    """Share of the depth that the coloured back layer takes."""


def outline(dims: Dims, inset: float, steps: int = 4) -> Floats:
    """A rounded rectangle (4 * steps, 2), counter-clockwise from the right side's lower end."""
    half_w, half_h = 0.5 - inset, dims.h / 2 - inset
    r = max(dims.radius - inset * 0.5, 0.01)
    angles = np.linspace(0.0, np.pi / 2, steps)
    parts = []
    for quarter, (sx, sy) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        a = angles + quarter * np.pi / 2
        parts.append(np.stack([sx * (half_w - r) + r * np.cos(a), sy * (half_h - r) + r * np.sin(a)], axis=1))
    return np.concatenate(parts)


def rings(dims: Dims, steps: int = 4) -> Floats:
    """The five outlines (5, 4 * steps, 3) of a tile in its own axes: back, back edge, seam, face edge, face."""
    full, small = outline(dims, 0.0, steps), outline(dims, dims.bevel, steps)
    half = dims.d / 2
    levels = (
        (small, -half),
        (full, -half + dims.bevel),
        (full, -half + max(dims.seam * dims.d, dims.bevel * 1.2)),
        (full, half - dims.bevel),
        (small, half),
    )
    return np.stack([np.concatenate([o, np.full((len(o), 1), z)], axis=1) for o, z in levels])


@dataclass(frozen=True, slots=True)
class Camera:
    """A pinhole camera."""

    eye: Floats
    """Its place (3,)."""
    axes: Floats
    """Rows (3, 3): picture right, picture down, and the direction of sight."""
    focal: float
    """In pixels."""
    centre: tuple[float, float]
    """Where the direction of sight meets the picture, in pixels."""

    def project(self, points: Floats) -> tuple[Floats, Floats]:
        """Pixels (..., 2) and depths (...) of points (..., 3)."""
        local = (points - self.eye) @ self.axes.T
        depth = local[..., 2]
        safe = np.where(np.abs(depth) < 1e-6, 1e-6, depth)
        return local[..., :2] / safe[..., None] * self.focal + np.asarray(self.centre), depth

    def plane(self, z: float = 0.0) -> Floats:
        """The homography (3, 3) from (x, y) of the plane at height z to pixels."""
        k = np.array([[self.focal, 0.0, self.centre[0]], [0.0, self.focal, self.centre[1]], [0.0, 0.0, 1.0]])
        column = self.axes @ (np.array([0.0, 0.0, z]) - self.eye)
        return np.asarray(k @ np.stack([self.axes[:, 0], self.axes[:, 1], column], axis=1))


def look(target: Floats, elevation: float, yaw: float, roll: float, distance: float) -> tuple[Floats, Floats]:
    """Place and axes of a camera that looks at `target` from `distance`, raised by `elevation` above the table."""
    sight = -np.array([np.sin(yaw) * np.cos(elevation), -np.cos(yaw) * np.cos(elevation), np.sin(elevation)])
    right = np.array([np.cos(yaw), np.sin(yaw), 0.0])
    down = np.cross(sight, right)
    c, s = np.cos(roll), np.sin(roll)
    axes = np.stack([c * right + s * down, c * down - s * right, sight])
    return target - sight * distance, axes


def fit_camera(
    points: Floats,
    size: tuple[int, int],
    *,
    elevation: float,
    yaw: float,
    roll: float,
    view_angle: float,
    fill: float,
    shift: tuple[float, float],
) -> Camera:
    """The camera from whose place `points` (N, 3) fill the share `fill` of the picture.

    `view_angle` (radians) is that of the picture's longer side; `shift` (each -1..1) says where in the room left over
    the points lie.
    """
    width, height = size
    focal = max(width, height) / 2 / np.tan(view_angle / 2)
    target = (points.max(0) + points.min(0)) / 2
    span = float(np.linalg.norm(points.max(0) - points.min(0)))
    near, far = span * 0.05 + NEAR, span * 60 + 10
    for _ in range(26):
        distance = float(np.sqrt(near * far))
        eye, axes = look(target, elevation, yaw, roll, distance)
        pixels, depth = Camera(eye, axes, focal, (0.0, 0.0)).project(points)
        box = pixels.max(0) - pixels.min(0)
        if depth.min() < NEAR or max(box[0] / width, box[1] / height) > fill:
            near = distance
        else:
            far = distance
    eye, axes = look(target, elevation, yaw, roll, far)
    pixels, _ = Camera(eye, axes, focal, (0.0, 0.0)).project(points)
    low, high = pixels.min(0), pixels.max(0)
    room = np.maximum(np.array([width, height]) - (high - low), 0.0)
    middle = np.array([width, height]) / 2 + np.asarray(shift) * room / 2
    centre = middle - (low + high) / 2
    return Camera(eye, axes, focal, (float(centre[0]), float(centre[1])))
