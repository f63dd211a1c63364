"""The table, its edges, and the room beyond."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from datasets.scenes.geometry import NEAR, Camera
from datasets.scenes.materials import Colour, Light, jitter, pick
from datasets.scenes.paint import Canvas
from datasets.scenes.textures import SIDE, any_grain
from datasets.scenes.types import Floats, Pixels

_UP = np.array([0.0, 0.0, 1.0])

_CLOTHS: tuple[tuple[Colour, float], ...] = (
    ((20, 95, 60), 3.0), ((40, 150, 70), 2.0), ((70, 175, 90), 2.0), ((12, 60, 45), 2.0), ((30, 70, 150), 1.5),
    ((25, 40, 90), 1.0), ((45, 55, 75), 1.0), ((110, 70, 45), 1.0), ((90, 90, 95), 1.3), ((50, 52, 56), 1.3),
    ((140, 30, 35), 0.9), ((160, 120, 80), 1.0), ((20, 120, 120), 0.8), ((95, 55, 110), 0.4), ((30, 32, 36), 1.0),
    ((190, 180, 160), 1.0), ((205, 205, 205), 1.0), ((150, 160, 170), 0.7),
)  # fmt: skip
_WOODS: tuple[Colour, ...] = (
    (205, 165, 110), (170, 115, 65), (120, 75, 42), (85, 52, 34), (225, 200, 160), (190, 180, 170), (150, 90, 60),
)  # fmt: skip
_PALES: tuple[Colour, ...] = (
    (235, 235, 230), (215, 210, 200), (190, 195, 200), (240, 225, 200), (205, 215, 225), (225, 205, 205),
)  # fmt: skip
_PLASTICS: tuple[Colour, ...] = ((238, 236, 234), (40, 40, 44), (120, 80, 50), (30, 90, 60), (190, 150, 60))


@dataclass(frozen=True, slots=True)
class Surface:
    """A grain, its two colours, and how wide one period of it is in tile widths."""

    grain: Pixels
    dark: Floats
    light: Floats
    period: float
    turn: float


def random_surface(rng: np.random.Generator, pixels_per_unit: float) -> Surface:
    kind = str(
        rng.choice(
            (
                "felt",
                "mesh",
                "wood",
                "planks",
                "marble",
                "plain",
                "paper",
                "weave",
                "check",
                "stripe",
                "dots",
                "damask",
            ),
            p=(0.24, 0.1, 0.16, 0.04, 0.05, 0.16, 0.02, 0.08, 0.04, 0.03, 0.03, 0.05),
        )
    )
    natural = SIDE / max(pixels_per_unit, 4.0)
    if kind in ("felt", "weave", "damask"):
        base = jitter(rng, pick(rng, _CLOTHS), 14)
        return _two(rng, kind, base, rng.uniform(0.06, 0.3), natural * rng.uniform(0.6, 1.3))
    if kind == "mesh":
        base = jitter(rng, pick(rng, _CLOTHS), 14)
        return _two(rng, kind, base, rng.uniform(0.08, 0.35), float(rng.uniform(3, 8)))
    if kind in ("wood", "planks"):
        base = jitter(rng, _WOODS[int(rng.integers(len(_WOODS)))], 12)
        return _two(rng, kind, base, rng.uniform(0.06, 0.25), float(rng.uniform(10, 30)))
    if kind in ("marble", "paper"):
        base = jitter(rng, _PALES[int(rng.integers(len(_PALES)))], 10)
        return _two(rng, kind, base, rng.uniform(0.05, 0.2), float(rng.uniform(12, 30)))
    if kind == "plain":
        base = jitter(rng, _any(rng), 12)
        return _two(rng, kind, base, rng.uniform(0.01, 0.08), natural)
    dark, light = jitter(rng, _any(rng), 15), jitter(rng, _any(rng), 15)
    if rng.random() < 0.6:
        light = dark * 0.6 + light * 0.4
    period = float(rng.uniform(5, 25))
    return Surface(any_grain(rng, kind), dark, light, period, float(rng.uniform(0, np.pi)))


def _any(rng: np.random.Generator) -> Colour:
    return pick(rng, _CLOTHS) if rng.random() < 0.5 else _PALES[int(rng.integers(len(_PALES)))]


def _two(rng: np.random.Generator, kind: str, base: Floats, contrast: float, period: float) -> Surface:
    turn = float(rng.normal(0.0, 0.03)) + float(rng.integers(4)) * np.pi / 2
    return Surface(any_grain(rng, kind), base * (1 - contrast), np.minimum(base * (1 + contrast), 255), period, turn)


def clip_near(points: Floats, camera: Camera) -> Floats:
    """What is left (M, 3) of a convex polygon (N, 3) in front of the camera."""
    depth = (points - camera.eye) @ camera.axes[2] - NEAR
    kept = []
    for i in range(len(points)):
        j = (i + 1) % len(points)
        if depth[i] >= 0:
            kept.append(points[i])
        if (depth[i] >= 0) != (depth[j] >= 0):
            share = depth[i] / (depth[i] - depth[j])
            kept.append(points[i] + (points[j] - points[i]) * share)
    return np.array(kept).reshape(-1, 3)


def paint_quad(canvas: Canvas, camera: Camera, corners: Floats, colour: Floats, owner: int | None = None) -> None:
    """A flat convex polygon (N, 3) in space in one colour."""
    shown = clip_near(corners, camera)
    if len(shown) < 3:
        return
    pixels, _ = camera.project(shown)
    canvas.fill(pixels, colour)
    if owner is not None:
        canvas.own(pixels, owner)


def paint_surface(
    canvas: Canvas, camera: Camera, corners: Floats, surface: Surface, shade: float = 1.0, owner: int | None = None
) -> None:
    """A level convex polygon (N, 3), all at one height, covered with a grain."""
    shown = clip_near(corners, camera)
    if len(shown) < 3:
        return
    pixels, _ = camera.project(shown)
    height, width = canvas.image.shape[:2]
    x0, y0 = np.clip(np.floor(pixels.min(0)).astype(int) - 1, 0, (width, height))
    x1, y1 = np.clip(np.ceil(pixels.max(0)).astype(int) + 2, 0, (width, height))
    if x1 - x0 < 2 or y1 - y0 < 2:
        return
    c, s = np.cos(surface.turn), np.sin(surface.turn)
    scale = surface.period / SIDE
    to_world = np.array([[c * scale, -s * scale, 0.0], [s * scale, c * scale, 0.0], [0.0, 0.0, 1.0]])
    move = np.array([[1.0, 0.0, -x0], [0.0, 1.0, -y0], [0.0, 0.0, 1.0]])
    to_pixels = move @ camera.plane(float(corners[0, 2])) @ to_world
    patch = cv2.warpPerspective(
        surface.grain, to_pixels, (int(x1 - x0), int(y1 - y0)), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP
    )
    ramp = np.linspace(0.0, 1.0, 256)[:, None]
    table = np.clip((surface.dark * (1 - ramp) + surface.light * ramp) * shade, 0, 255).astype(np.uint8)
    patch = cv2.LUT(cv2.merge([patch] * 3), table.reshape(1, 256, 3))
    part = canvas.image[y0:y1, x0:x1]
    mask = np.zeros(part.shape[:2], np.uint8)
    fixed = np.rint((pixels - (x0, y0)) * 16).astype(np.int32)
    cv2.fillConvexPoly(mask, fixed, 255, cv2.LINE_8, 4)
    cv2.copyTo(patch, mask, part)
    # The mask has hard steps; a fine line along the border softens them.
    middle = (surface.dark + surface.light) * (0.5 * shade)
    tone = (float(middle[0]), float(middle[1]), float(middle[2]))
    cv2.polylines(part, [fixed], True, tone, 1, cv2.LINE_AA, 4)
    if owner is not None:
        canvas.own(pixels, owner)


def paint_box(
    canvas: Canvas,
    camera: Camera,
    light: Light,
    low: Floats,
    high: Floats,
    colour: Floats,
    *,
    top: Surface | None = None,
    owner: int | None = None,
) -> None:
    """An upright box between two corners."""
    (x0, y0, z0), (x1, y1, z1) = low, high
    eye = camera.eye
    sides = (
        (np.array([0.0, -1.0, 0.0]), eye[1] < y0, ((x0, y0, z0), (x1, y0, z0), (x1, y0, z1), (x0, y0, z1))),
        (np.array([0.0, 1.0, 0.0]), eye[1] > y1, ((x1, y1, z0), (x0, y1, z0), (x0, y1, z1), (x1, y1, z1))),
        (np.array([-1.0, 0.0, 0.0]), eye[0] < x0, ((x0, y1, z0), (x0, y0, z0), (x0, y0, z1), (x0, y1, z1))),
        (np.array([1.0, 0.0, 0.0]), eye[0] > x1, ((x1, y0, z0), (x1, y1, z0), (x1, y1, z1), (x1, y0, z1))),
    )
    for normal, shown, quad in sides:
        if shown:
            paint_quad(canvas, camera, np.array(quad), colour * light.shade(normal), owner)
    if eye[2] > z1:
        lid = np.array([(x0, y0, z1), (x1, y0, z1), (x1, y1, z1), (x0, y1, z1)])
        if top is not None:
            paint_surface(canvas, camera, lid, top, 1.0, owner)
        else:
            paint_quad(canvas, camera, lid, colour, owner)


@dataclass(frozen=True, slots=True)
class Rail:
    low: Floats
    high: Floats
    colour: Floats
    top: Surface | None
    before_tiles: bool


def _room(canvas: Canvas, rng: np.random.Generator) -> None:
    """Blurred darkness and colours of whatever is beyond the table."""
    height, width = canvas.image.shape[:2]
    base = rng.uniform(20, 150) * (1 + rng.normal(0, 0.07, 3))
    cells = np.clip(base + rng.normal(0, rng.uniform(8, 40), (6, 8, 1)) + rng.normal(0, 6, (6, 8, 3)), 0, 255)
    cv2.resize(cells.astype(np.uint8), (width, height), dst=canvas.image, interpolation=cv2.INTER_LINEAR)


def _furniture(canvas: Canvas, rng: np.random.Generator) -> None:
    """Legs, chairs and cupboards: large plain shapes."""
    height, width = canvas.image.shape[:2]
    for _ in range(int(rng.choice((0, 1, 2, 4), p=(0.3, 0.25, 0.25, 0.2)))):
        tone = np.clip(rng.gamma(1.6, 40) * (1 + rng.normal(0, 0.15, 3)), 8, 240)
        start = np.array([rng.uniform(0, width), height * rng.uniform(0.75, 1.1)])
        end = start + rng.normal(0, 0.3, 2) * (width, height)
        thick = int(rng.uniform(0.03, 0.22) * width)
        colour = (float(tone[0]), float(tone[1]), float(tone[2]))
        cv2.line(canvas.image, start.astype(int).tolist(), end.astype(int).tolist(), colour, thick, cv2.LINE_AA)


class Table:
    """A rectangular table under the tiles."""

    def __init__(
        self, rng: np.random.Generator, bounds: tuple[float, float, float, float], scale: float, light: Light
    ) -> None:
        """`bounds` is what the tiles take up (x0, y0, x1, y1); `scale` pixels per tile width about there."""
        self._rng, self._light = rng, light
        x0, y0, x1, y1 = bounds
        near = float(rng.uniform(0.05, 0.5) if rng.random() < 0.45 else rng.uniform(0.5, 7.0))
        if rng.random() < 0.2:
            near = 60.0
        far = max(float(rng.uniform(14, 40)), y1 - y0)
        side = float(rng.uniform(1.0, 14.0))
        self.x0, self.x1 = x0 - side, x1 + float(rng.uniform(1.0, 14.0))
        self.y0, self.y1 = y0 - near, max(y1 + 2.0, y0 + far)
        self.surface = random_surface(rng, scale)
        self._floor = random_surface(rng, scale * 0.7) if rng.random() < 0.5 else None
        self.rails = self._make_rails() if rng.random() < 0.5 else []

    def _make_rails(self) -> list[Rail]:
        rng = self._rng
        wide, high = float(rng.uniform(0.4, 4.5)), float(rng.uniform(0.05, 0.7))
        if rng.random() < 0.6:
            colour = jitter(rng, _WOODS[int(rng.integers(len(_WOODS)))], 12)
            top = _two(rng, "wood", colour, float(rng.uniform(0.04, 0.14)), float(rng.uniform(6, 16)))
            surface: Surface | None = top
        else:
            colour, surface = jitter(rng, _PLASTICS[int(rng.integers(len(_PLASTICS)))], 8), None
        x0, y0, x1, y1 = self.x0, self.y0, self.x1, self.y1
        deep = -float(rng.uniform(1.0, 4.0))
        spans = (
            ((x0 - wide, y0 - wide), (x1 + wide, y0)),
            ((x0 - wide, y1), (x1 + wide, y1 + wide)),
            ((x0 - wide, y0), (x0, y1)),
            ((x1, y0), (x1 + wide, y1)),
        )
        return [
            Rail(np.array([*low, deep]), np.array([*up, high]), colour, surface, before_tiles=False)
            for low, up in spans
        ]

    def corners(self, z: float = 0.0) -> Floats:
        return np.array([(self.x0, self.y0, z), (self.x1, self.y0, z), (self.x1, self.y1, z), (self.x0, self.y1, z)])

    def paint(self, canvas: Canvas, camera: Camera, *, furnished: bool) -> None:
        """Room (with furniture when `furnished`), floor, table top, and the rails that lie behind the tiles."""
        rng = self._rng
        far = np.array([(-400.0, -400.0), (400.0, -400.0), (400.0, 400.0), (-400.0, 400.0)])
        shown, depth = camera.project(self.corners())
        height, width = canvas.image.shape[:2]
        covered = depth.min() > NEAR and _covers(shown, width, height)
        if not covered:
            _room(canvas, rng)
            if self._floor is not None:
                drop = -float(rng.uniform(18, 30))
                floor = np.concatenate([far, np.full((4, 1), drop)], axis=1)
                paint_surface(canvas, camera, floor, self._floor, float(rng.uniform(0.3, 0.9)))
            if furnished:
                _furniture(canvas, rng)
            canvas.image[:] = cv2.blur(canvas.image, (5, 5))
        paint_surface(canvas, camera, self.corners(), self.surface)
        for rail in self.rails:
            if not self._in_front(rail, camera):
                self._paint_rail(canvas, camera, rail, None)

    def paint_front(self, canvas: Canvas, camera: Camera) -> None:
        """The rails between camera and tiles."""
        for rail in self.rails:
            if self._in_front(rail, camera):
                self._paint_rail(canvas, camera, rail, -1)

    def _in_front(self, rail: Rail, camera: Camera) -> bool:
        eye = camera.eye
        if rail.high[1] <= self.y0 + 1e-6:
            return bool(eye[1] < self.y0)
        if rail.low[1] >= self.y1 - 1e-6:
            return bool(eye[1] > self.y1)
        if rail.high[0] <= self.x0 + 1e-6:
            return bool(eye[0] < self.x0)
        return bool(eye[0] > self.x1)

    def _paint_rail(self, canvas: Canvas, camera: Camera, rail: Rail, owner: int | None) -> None:
        paint_box(canvas, camera, self._light, rail.low, rail.high, rail.colour, top=rail.top, owner=owner)


def _covers(quad: Floats, width: int, height: int) -> bool:
    frame = [(0.0, 0.0), (float(width), 0.0), (float(width), float(height)), (0.0, float(height))]
    contour = quad.astype(np.float32).reshape(-1, 1, 2)
    return all(cv2.pointPolygonTest(contour, point, False) >= 0 for point in frame)
