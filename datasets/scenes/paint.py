"""Painting boxes, tiles among them, into a picture."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.scenes.geometry import Camera, rings
from datasets.scenes.layouts import Placed
from datasets.scenes.materials import Body, Light
from datasets.scenes.types import BACK, Floats, Pixels, TileSet

_BITS = 4
_ONE = 1 << _BITS
_STEPS = 4
_RING = 4 * _STEPS
_SIGNS = np.array([[1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]])
_LARGE = 55.0
"""Pixels of a tile's height from which on its rounded edges are drawn in facets."""


@dataclass(slots=True)
class Canvas:
    """The picture and, pixel by pixel, which thing is seen there."""

    image: Pixels
    owner: NDArray[np.int16]
    """0 for the ground, -1 for clutter, i + 1 for the seen side of tile i."""

    @staticmethod
    def blank(size: tuple[int, int]) -> Canvas:
        width, height = size
        return Canvas(np.zeros((height, width, 3), np.uint8), np.zeros((height, width), np.int16))

    def fill(self, points: Floats, colour: Floats | tuple[float, ...]) -> None:
        """A convex polygon (N, 2) in pixels."""
        self.fill_fixed(np.rint(points * _ONE).astype(np.int32), colour)

    def fill_fixed(self, points: NDArray[np.int32], colour: Floats | tuple[float, ...]) -> None:
        cv2.fillConvexPoly(
            self.image, points, (float(colour[0]), float(colour[1]), float(colour[2])), cv2.LINE_AA, _BITS
        )

    def own(self, points: Floats, owner: int) -> None:
        """Says that what is inside the convex polygon belongs to `owner`."""
        cv2.fillConvexPoly(self.owner, np.rint(points * _ONE).astype(np.int32), owner, cv2.LINE_8, _BITS)


@dataclass(slots=True)
class Inks:
    """The faces of one tile set, drawn once at a height and halved down to small sizes."""

    tile_set: TileSet
    height: int
    engraving: float = 0.0
    _levels: dict[int, list[Pixels]] = field(default_factory=dict)

    def level(self, face: int, height: float) -> Pixels:
        """RGBA with colour multiplied by alpha, at least about as high as `height` pixels where possible."""
        levels = self._levels.get(face)
        if levels is None:
            levels = self._levels[face] = _pyramid(self.tile_set.face(face, self.height), self.engraving)
        chosen = levels[0]
        for smaller in levels[1:]:
            if smaller.shape[0] < height * 0.92:
                break
            chosen = smaller
        return chosen


def _pyramid(ink: Pixels, engraving: float) -> list[Pixels]:
    rgba = ink.astype(np.float32)
    alpha = rgba[..., 3:] / 255.0
    rgba[..., :3] *= alpha
    if engraving > 0:
        reach = max(1, round(ink.shape[0] / 110))
        soft = cv2.GaussianBlur(alpha[..., 0], (0, 0), reach * 0.8)
        lit = np.clip(np.roll(soft, (reach, reach), (0, 1)) - soft, 0, 1)[..., None] * engraving
        dark = np.clip(np.roll(soft, (-reach, -reach), (0, 1)) - soft, 0, 1)[..., None] * engraving * 0.6
        free = 1 - alpha
        rgba[..., 3:] = 255 * np.clip(alpha + free * (lit + dark) * 0.8, 0, 1)
        rgba[..., :3] += 255 * free * lit * 0.8
    level = np.clip(rgba, 0, 255).astype(np.uint8)
    levels = [level]
    while level.shape[0] > 24:
        size = (max(level.shape[1] // 2, 1), max(level.shape[0] // 2, 1))
        level = np.asarray(cv2.resize(level, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
        levels.append(level)
    return levels


@dataclass(frozen=True, slots=True)
class TileShapes:
    """All tiles of a picture, projected."""

    rings: Floats
    """(N, 5, 4 * steps, 2) pixels."""
    face: Floats
    """(N, 4, 2): the tile's own top left, top right, bottom right, bottom left of the side that is seen."""
    corners: Floats
    """(N, 8, 3) in space."""
    axes: Floats
    """(N, 3, 3)."""
    centres: Floats
    """(N, 3)."""
    nearest: Floats
    """(N,) depth of the nearest point."""
    front: NDArray[np.bool_]
    """(N,) whether the printed side is the one seen."""
    facing: Floats
    """(N,) cosine between the seen side's normal and the direction to the camera."""
    size: Floats
    """(N,) about how many pixels high a tile is where it stands."""


def shapes(placed: list[Placed], body: Body, camera: Camera) -> TileShapes:
    dims = body.dims
    local = rings(dims, _STEPS)
    axes = np.stack([p.axes for p in placed])
    centres = np.stack([p.at for p in placed])
    points = np.einsum("rki,nji->nrkj", local, axes) + centres[:, None, None]
    pixels, depth = camera.project(points)
    normal = axes[:, :, 2]
    half = np.array([0.5, dims.h / 2, dims.d / 2])
    to_eye = camera.eye - centres
    front_view = np.einsum("ni,ni->n", to_eye - normal * half[2], normal)
    back_view = np.einsum("ni,ni->n", to_eye + normal * half[2], -normal)
    front = front_view >= back_view
    side = np.where(front, 1.0, -1.0)
    top = axes[:, :, 1] * half[1]
    right = axes[:, :, 0] * half[0] * side[:, None]
    middle = centres + normal * (half[2] * side)[:, None]
    quad = np.stack([middle + top - right, middle + top + right, middle - top + right, middle - top - right], axis=1)
    face, _ = camera.project(quad)
    signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype=np.float64)
    corners = np.einsum("ki,nji->nkj", signs * half, axes) + centres[:, None]
    seen = np.maximum(front_view, back_view)
    facing = seen / np.linalg.norm(camera.eye - middle, axis=1)
    size = camera.focal * dims.h / np.maximum(np.linalg.norm(to_eye, axis=1), 1e-3)
    return TileShapes(pixels, face, corners, axes, centres, depth.min((1, 2)), front, facing, size)


class TilePainter:
    """Paints the tiles of one picture."""

    def __init__(self, canvas: Canvas, body: Body, light: Light, inks: Inks, tiles: TileShapes, eye: Floats) -> None:
        self._canvas, self._body, self._light, self._inks, self._tiles, self._eye = (
            canvas, body, light, inks, tiles, eye,
        )  # fmt: skip
        self._fixed = np.rint(tiles.rings * _ONE).astype(np.int32)
        half = np.array([0.5, body.dims.h / 2])
        to_eye = np.einsum("nij,ni->nj", tiles.axes, eye - tiles.centres)
        self._sides = np.stack(
            [to_eye[:, 0] - half[0], to_eye[:, 1] - half[1], -to_eye[:, 0] - half[0], -to_eye[:, 1] - half[1]], axis=1
        )

    def paint(self, index: int, face: int, tint: Floats) -> None:
        """Tile `index` with `face` on it (or its back); `tint` multiplies its colours."""
        tiles, body, light = self._tiles, self._body, self._light
        fixed = self._fixed[index]
        front = bool(tiles.front[index])
        axes = tiles.axes[index]
        far, near = (body.back_side, body.side) if front else (body.side, body.back_side)
        order = (0, 1, 2, 3, 4) if front else (4, 3, 2, 1, 0)
        level = light.shade(np.array([0.0, 0.0, 0.25]))
        canvas = self._canvas
        hull = cv2.convexHull(fixed.reshape(-1, 2))
        canvas.fill_fixed(hull, far * tint * level * 0.62)
        upper = cv2.convexHull(fixed[list(order[2:])].reshape(-1, 2))
        canvas.fill_fixed(upper, near * tint * level * 0.82)
        if tiles.size[index] > _LARGE:
            self._corners(index, order, far, near, tint)
        for side in range(4):
            if self._sides[index, side] <= 0:
                continue
            normal = axes[:, side % 2] * (1.0 if side < 2 else -1.0)
            shade = light.shade(normal)
            # The flat part of a side runs from the end of one rounded corner to the start of the next.
            a, b = (side * _STEPS - 1) % _RING, side * _STEPS
            for colour, low, high in ((far, order[1], order[2]), (near, order[2], order[3])):
                quad = np.stack([fixed[low, a], fixed[low, b], fixed[high, b], fixed[high, a]])
                canvas.fill_fixed(quad, colour * tint * shade)
        normal = axes[:, 2] * (1.0 if front else -1.0)
        shade = light.shade(normal)
        top = body.face if front else body.back
        edge = 0.55 * shade + 0.45 * light.shade(light.direction) * (0.86 + 0.2 * body.gloss)
        canvas.fill_fixed(fixed[order[3]], np.minimum(top * tint * edge, 255))
        canvas.fill_fixed(fixed[order[4]], np.minimum(top * tint * shade, 255))
        outline = hull.reshape(-1, 2) / _ONE
        canvas.own(outline, -1)
        quad = tiles.face[index]
        canvas.own(quad, index + 1)
        if front and face != BACK:
            self._ink(quad, face, shade)

    def _corners(self, index: int, order: tuple[int, ...], far: Floats, near: Floats, tint: Floats) -> None:
        """The rounded edges between the sides, facet by facet; on small tiles one tone does."""
        fixed, axes = self._fixed[index], self._tiles.axes[index]
        dims = self._body.dims
        local = axes.T @ (self._eye - self._tiles.centres[index])
        reach = np.array([0.5, dims.h / 2]) - dims.radius
        for quarter in range(4):
            for step in range(_STEPS - 1):
                angle = (quarter + (step + 0.5) / (_STEPS - 1)) * np.pi / 2
                out = np.array([np.cos(angle), np.sin(angle)])
                if (local[:2] - reach * _SIGNS[quarter]) @ out <= dims.radius:
                    continue
                shade = self._light.shade(axes[:, 0] * out[0] + axes[:, 1] * out[1])
                a = quarter * _STEPS + step
                b = a + 1
                for colour, low, high in ((far, order[1], order[2]), (near, order[2], order[3])):
                    quad = np.stack([fixed[low, a], fixed[low, b], fixed[high, b], fixed[high, a]])
                    self._canvas.fill_fixed(quad, colour * tint * shade)

    def _ink(self, quad: Floats, face: int, shade: float) -> None:
        image = self._canvas.image
        x0, y0 = np.maximum(np.floor(quad.min(0)).astype(int), 0)
        x1, y1 = np.minimum(np.ceil(quad.max(0)).astype(int) + 1, (image.shape[1], image.shape[0]))
        if x1 - x0 < 2 or y1 - y0 < 2:
            return
        high = float(np.linalg.norm(quad[0] - quad[3]) + np.linalg.norm(quad[1] - quad[2])) / 2
        wide = float(np.linalg.norm(quad[0] - quad[1]) + np.linalg.norm(quad[2] - quad[3])) / 2 * 4 / 3
        texture = self._inks.level(face, float(np.sqrt(high * wide)))
        h, w = texture.shape[:2]
        source = np.array([[0, 0], [w, 0], [w, h], [0, h]], dtype=np.float32) - 0.5
        target = (quad - (x0, y0)).astype(np.float32)
        warped = cv2.warpPerspective(
            texture, cv2.getPerspectiveTransform(source, target), (int(x1 - x0), int(y1 - y0)), flags=cv2.INTER_LINEAR
        )
        part = image[y0:y1, x0:x1]
        alpha = warped[..., 3:].astype(np.float32) * (1 / 255)
        mixed = part * (1 - alpha) + warped[..., :3] * np.float32(min(shade, 1.0))
        part[:] = np.minimum(mixed, 255).astype(np.uint8)
