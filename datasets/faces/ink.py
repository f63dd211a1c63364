"""The drawing surface of the tile faces: ink on a transparent face, measured in units of a 300 × 400 face.

Colours are kept premultiplied by their opacity, so OpenCV's own antialiasing composes correctly on a transparent
ground, and drawing with `None` for a colour takes ink away (the cut-out lines of sticks and pips).
"""

import math
from collections.abc import Iterable, Sequence
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

UNITS_WIDE = 300.0
UNITS_HIGH = 400.0
SUPERSAMPLING = 2
_SHIFT = 4

Ink = tuple[int, int, int]
Image = npt.NDArray[np.uint8]
Points = npt.NDArray[np.float64]
PointLike = Sequence[float] | Points
PointsLike = Points | Sequence[PointLike]


class Canvas:
    """A face being drawn, `height` pixels high when finished; everything is placed in face units.

    `frame` maps drawing units to face units: (scale, offset x, offset y), which lets a whole design be shrunk aside
    to leave room for a corner index.
    """

    def __init__(self, height: int) -> None:
        self.height = height
        self.width = height * 3 // 4
        shape = (height * SUPERSAMPLING, self.width * SUPERSAMPLING, 4)
        self.pixels: npt.NDArray[Any] = np.zeros(shape, np.uint8)
        self.per_unit = height * SUPERSAMPLING / UNITS_HIGH
        self.frame = (1.0, 0.0, 0.0)

    @property
    def scale(self) -> float:
        """Pixels of the drawing surface in one drawing unit."""
        return self.per_unit * self.frame[0]

    def to_pixels(self, points: Points) -> Points:
        """Drawing units to pixels of the drawing surface."""
        scale, x, y = self.frame
        mapped: Points = (points * scale + np.array([x, y])) * self.per_unit
        return mapped

    def _fixed(self, points: PointsLike) -> npt.NDArray[np.int32]:
        mapped = self.to_pixels(np.asarray(points, np.float64)) - 0.5
        return np.round(mapped * (1 << _SHIFT)).astype(np.int32)

    def thickness(self, units: float) -> int:
        """Line width in whole pixels of the drawing surface, at least one."""
        return max(1, round(units * self.scale))

    def polygon(self, points: PointsLike, ink: Ink | None) -> None:
        """Fill a closed outline."""
        cv2.fillPoly(self.pixels, [self._fixed(points)], _rgba(ink), cv2.LINE_AA, _SHIFT)

    def line(self, points: PointsLike, width: float, ink: Ink | None, *, closed: bool = False) -> None:
        """Stroke a path with round ends and joints; `width` in units."""
        fixed = self._fixed(points)
        cv2.polylines(self.pixels, [fixed], closed, _rgba(ink), self.thickness(width), cv2.LINE_AA, _SHIFT)

    def disc(self, x: float, y: float, radius: float, ink: Ink | None) -> None:
        """Fill a circle."""
        self._circle(x, y, radius, ink, cv2.FILLED)

    def ring(self, x: float, y: float, radius: float, width: float, ink: Ink | None) -> None:
        """Stroke a circle whose outer edge is at `radius`."""
        self._circle(x, y, max(radius - width / 2, 0.1), ink, self.thickness(width))

    def _circle(self, x: float, y: float, radius: float, ink: Ink | None, thickness: int) -> None:
        if radius <= 0:
            return
        centre = self._fixed([(x, y)])[0]
        fixed_radius = max(1, round(radius * self.scale * (1 << _SHIFT)))
        at = (int(centre[0]), int(centre[1]))
        cv2.circle(self.pixels, at, fixed_radius, _rgba(ink), thickness, cv2.LINE_AA, _SHIFT)

    def stamp(self, mask: Image, x: float, y: float, ink: Ink | None) -> None:
        """Lay ink through `mask` (opacity, at the drawing surface's scale) centred at (x, y)."""
        centre = self.to_pixels(np.array([(x, y)]))[0]
        high, wide = mask.shape
        left, top = round(centre[0] - wide / 2), round(centre[1] - high / 2)
        x0, y0 = max(left, 0), max(top, 0)
        x1, y1 = min(left + wide, self.pixels.shape[1]), min(top + high, self.pixels.shape[0])
        if x0 >= x1 or y0 >= y1:
            return
        opacity = mask[y0 - top : y1 - top, x0 - left : x1 - left, None].astype(np.uint16)
        under = self.pixels[y0:y1, x0:x1].astype(np.uint16)
        over = np.array(_rgba(ink), np.uint16)
        mixed = (over * opacity + under * (255 - opacity) + 127) // 255
        self.pixels[y0:y1, x0:x1] = mixed.astype(np.uint8)

    def finished(self) -> Image:
        """The face at its final size, colours no longer multiplied: RGBA uint8 (height, height * 3 // 4, 4)."""
        return straight_alpha(cv2.resize(self.pixels, (self.width, self.height), interpolation=cv2.INTER_AREA))


def straight_alpha(premultiplied: npt.NDArray[Any]) -> Image:
    """Undo the multiplication of the colours by opacity; fully transparent pixels become transparent black."""
    out = np.array(premultiplied, np.uint8)
    alpha = out[..., 3]
    partial = (alpha > 0) & (alpha < 255)
    soft = out[partial].astype(np.float32)
    soft[:, :3] = np.minimum(soft[:, :3] * (255.0 / soft[:, 3:]) + 0.5, 255.0)
    out[partial] = soft.astype(np.uint8)
    out[alpha == 0] = 0
    return out


def _rgba(ink: Ink | None) -> tuple[int, int, int, int]:
    return (0, 0, 0, 0) if ink is None else (ink[0], ink[1], ink[2], 255)


def oval(x: float, y: float, rx: float, ry: float, degrees: float = 0.0, count: int = 28) -> Points:
    """Outline of an ellipse turned clockwise by `degrees`."""
    t = np.linspace(0, 2 * math.pi, count, endpoint=False)
    outline: Points = turned(np.stack([rx * np.cos(t), ry * np.sin(t)], 1), degrees) + np.array([x, y])
    return outline


def arc(x: float, y: float, radius: float, start: float, end: float, count: int = 16) -> Points:
    """Points of a circular arc from `start` to `end` degrees (clockwise, 0 to the right)."""
    t = np.radians(np.linspace(start, end, count))
    return np.stack([x + radius * np.cos(t), y + radius * np.sin(t)], 1)


def turned(points: Points, degrees: float) -> Points:
    """Rotate clockwise about the origin (y grows downwards)."""
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    out: Points = points @ np.array([[c, s], [-s, c]])
    return out


def bezier(p0: PointLike, p1: PointLike, p2: PointLike, p3: PointLike, count: int = 14) -> Points:
    """Points of a cubic Bézier curve."""
    t = np.linspace(0, 1, count)[:, None]
    a, b, c, d = (np.asarray(p, np.float64) for p in (p0, p1, p2, p3))
    out: Points = a * (1 - t) ** 3 + b * (3 * t * (1 - t) ** 2) + c * (3 * t**2 * (1 - t)) + d * t**3
    return out


def smooth(points: Iterable[PointLike], *, closed: bool = False, count: int = 6) -> Points:
    """A Catmull-Rom curve through the points, `count` steps between neighbours."""
    p = np.asarray(list(points), np.float64)
    if closed:
        before, after, after2 = np.roll(p, 1, 0), np.roll(p, -1, 0), np.roll(p, -2, 0)
        a, b, c, d = before, p, after, after2
    else:
        a = np.vstack([p[:1], p[:-2]])
        b, c = p[:-1], p[1:]
        d = np.vstack([p[2:], p[-1:]])
    t = np.linspace(0, 1, count, endpoint=False)[None, :, None]
    a, b, c, d = (q[:, None, :] for q in (a, b, c, d))
    out = 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3)
    flat: Points = out.reshape(-1, 2)
    return flat if closed else np.vstack([flat, p[-1:]])


def ribbon(path: Points, widths: Sequence[float] | Points) -> Points:
    """Outline of a brush stroke along `path`, its width running through `widths` from start to end."""
    along = np.gradient(path, axis=0)
    normal = np.stack([-along[:, 1], along[:, 0]], 1)
    normal /= np.maximum(np.hypot(normal[:, 0], normal[:, 1]), 1e-9)[:, None]
    given = np.asarray(widths, np.float64)
    half = np.interp(np.linspace(0, 1, len(path)), np.linspace(0, 1, len(given)), given)[:, None] / 2
    out: Points = np.vstack([path + normal * half, (path - normal * half)[::-1]])
    return out


def leaf(x: float, y: float, length: float, width: float, degrees: float, bend: float = 0.0) -> Points:
    """Outline of a pointed leaf from (x, y), growing towards `degrees` (0 right, 90 down); `bend` curves it."""
    t = np.linspace(0, 1, 12)
    spine = np.stack([t * length, bend * length * t**2], 1)
    path = turned(spine, degrees) + np.array([x, y])
    return ribbon(path, width * np.sin(math.pi * t**0.8))
