"""Things among the tiles that are none: racks, dice, coins, cups, cards, dominoes, phones, papers, sticks."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np

from datasets.scenes.geometry import NEAR, Camera, Dims
from datasets.scenes.layouts import Placed
from datasets.scenes.materials import Colour, Light, jitter
from datasets.scenes.paint import Canvas
from datasets.scenes.types import Floats

_CIRCLE = np.stack([np.cos(np.linspace(0, 2 * np.pi, 28)[:-1]), np.sin(np.linspace(0, 2 * np.pi, 28)[:-1])], axis=1)
_BARS: tuple[Colour, ...] = (
    (205, 165, 110),
    (120, 75, 42),
    (238, 236, 234),
    (30, 90, 60),
    (40, 40, 44),
    (190, 140, 70),
)
_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


@dataclass(frozen=True, slots=True)
class Mark:
    """A disc or a bar on a prop's upper side, in shares of its half width and half length."""

    x: float
    y: float
    rx: float
    ry: float
    colour: Colour
    round: bool = True


@dataclass(frozen=True, slots=True)
class Prop:
    """An upright box or cylinder on the table."""

    at: Floats
    """Its middle (3,)."""
    half: Floats
    """Half its width, length and height (3,)."""
    yaw: float
    colour: Floats
    top: Floats
    round: bool = False
    marks: tuple[Mark, ...] = field(default=())

    @property
    def axes(self) -> Floats:
        c, s = np.cos(self.yaw), np.sin(self.yaw)
        return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])

    def corners(self) -> Floats:
        """(8, 3)."""
        signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype=np.float64)
        return np.asarray((signs * self.half) @ self.axes.T + self.at)

    def mask(self, canvas: Canvas, camera: Camera) -> None:
        """Hides what lies behind, without painting anything."""
        pixels, depth = camera.project(self.corners())
        if depth.min() > NEAR:
            hull = cv2.convexHull(pixels.astype(np.float32))
            canvas.own(np.asarray(hull, dtype=np.float64).reshape(-1, 2), -1)

    def paint(self, canvas: Canvas, camera: Camera, light: Light) -> None:
        outline = _CIRCLE if self.round else np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], dtype=np.float64)
        flat = (outline * self.half[:2]) @ self.axes[:2, :2].T + self.at[:2]
        low = np.concatenate([flat, np.full((len(flat), 1), self.at[2] - self.half[2])], axis=1)
        high = low + np.array([0.0, 0.0, 2 * self.half[2]])
        pixels, depth = camera.project(np.concatenate([low, high]))
        if depth.min() < NEAR:
            return
        hull = np.asarray(cv2.convexHull(pixels.astype(np.float32)), dtype=np.float64).reshape(-1, 2)
        canvas.fill(hull, self.colour * 0.7)
        count = len(flat)
        for i in range(count):
            j = (i + 1) % count
            middle = (low[i] + low[j]) / 2
            normal = np.array([*(middle[:2] - self.at[:2]), 0.0])
            if not self.round:
                normal = np.array([*(self.axes[:2, :2] @ ((0, -1), (1, 0), (0, 1), (-1, 0))[i]), 0.0])
            if normal @ (camera.eye - middle) > 0:
                quad = pixels[[i, j, count + j, count + i]]
                canvas.fill(quad, self.colour * light.shade(normal / max(float(np.linalg.norm(normal)), 1e-9)))
        if camera.eye[2] > high[0, 2]:
            canvas.fill(pixels[count:], self.top)
            for mark in self.marks:
                self._paint_mark(canvas, camera, mark)
        canvas.own(hull, -1)

    def _paint_mark(self, canvas: Canvas, camera: Camera, mark: Mark) -> None:
        shape = _CIRCLE if mark.round else np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], dtype=np.float64)
        local = (shape * (mark.rx, mark.ry) + (mark.x, mark.y)) * self.half[:2]
        spot = local @ self.axes[:2, :2].T + self.at[:2]
        points = np.concatenate([spot, np.full((len(spot), 1), self.at[2] + self.half[2])], axis=1)
        pixels, _ = camera.project(points)
        canvas.fill(pixels, mark.colour)


def _lying(
    rng: np.random.Generator, spot: Floats, size: tuple[float, float, float], colour: Floats, top: Floats | None = None,
    *, round_: bool = False, marks: tuple[Mark, ...] = (),
) -> Prop:  # fmt: skip
    half = np.asarray(size, dtype=np.float64) / 2
    at = np.array([spot[0], spot[1], half[2]])
    return Prop(at, half, float(rng.uniform(0, 2 * np.pi)), colour, colour if top is None else top, round_, marks)


def _die(rng: np.random.Generator, spot: Floats) -> Prop:
    side = float(rng.uniform(0.4, 0.65))
    white = rng.random() < 0.75
    colour = jitter(rng, (240, 240, 236) if white else (190, 40, 40), 8)
    value = int(rng.integers(1, 7))
    ink: Colour = ((200, 30, 30) if value in (1, 4) else (25, 25, 30)) if white else (245, 245, 245)
    size = 0.32 if value == 1 else 0.19
    marks = tuple(Mark(x * 0.5, y * 0.5, size, size, ink) for x, y in _PIPS[value])
    return _lying(rng, spot, (side, side, side), colour, marks=marks)


def _coin(rng: np.random.Generator, spot: Floats) -> Prop:
    width = float(rng.uniform(0.6, 1.5))
    tones: tuple[Colour, ...] = (
        (190, 190, 195),
        (200, 165, 90),
        (170, 110, 70),
        (200, 40, 40),
        (40, 80, 180),
        (30, 130, 70),
    )
    colour = jitter(rng, tones[int(rng.integers(len(tones)))], 12)
    tone = (float(colour[0] * 0.8), float(colour[1] * 0.8), float(colour[2] * 0.8))
    marks = (Mark(0, 0, 0.78, 0.78, tone), Mark(0, 0, 0.7, 0.7, (float(colour[0]), float(colour[1]), float(colour[2]))))
    return _lying(rng, spot, (width, width, float(rng.uniform(0.06, 0.5))), colour, round_=True, marks=marks)


def _cup(rng: np.random.Generator, spot: Floats) -> Prop:
    width = float(rng.uniform(2.0, 3.6))
    colour = jitter(rng, (230, 230, 228) if rng.random() < 0.5 else tuple(rng.uniform(20, 230, 3).tolist()), 8)
    drink: Colour = ((90, 50, 20), (150, 110, 40), (30, 18, 12), (215, 225, 230))[int(rng.integers(4))]
    marks = (Mark(0, 0, 0.86, 0.86, drink),)
    return _lying(rng, spot, (width, width, float(rng.uniform(1.2, 3.6))), colour, round_=True, marks=marks)


def _card(rng: np.random.Generator, spot: Floats) -> Prop:
    ink: Colour = (190, 30, 35) if rng.random() < 0.5 else (25, 25, 30)
    marks = [Mark(-0.75, 0.8, 0.1, 0.09, ink), Mark(0.75, -0.8, 0.1, 0.09, ink)]
    for _ in range(int(rng.integers(1, 9))):
        x, y = rng.uniform(-0.5, 0.5), rng.uniform(-0.65, 0.65)
        marks.append(Mark(float(x), float(y), 0.16, 0.12, ink, bool(rng.random() < 0.6)))
    if rng.random() < 0.3:
        marks = [Mark(0, 0, 0.85, 0.9, tuple(rng.uniform(20, 220, 3).tolist()), False)]
    return _lying(rng, spot, (2.2, 3.2, 0.03), jitter(rng, (244, 244, 242), 5), marks=tuple(marks))


def _domino(rng: np.random.Generator, spot: Floats) -> Prop:
    light = rng.random() < 0.5
    colour = jitter(rng, (238, 234, 222) if light else (30, 30, 34), 6)
    ink: Colour = (25, 25, 28) if light else (240, 240, 240)
    marks = [Mark(0, 0, 0.85, 0.02, ink, False)]
    for end in (-0.5, 0.5):
        for x, y in _PIPS[int(rng.integers(1, 7))]:
            marks.append(Mark(x * 0.5, end + y * 0.26, 0.14, 0.07, ink))
    return _lying(rng, spot, (0.95, 1.9, 0.4), colour, marks=tuple(marks))


def _phone(rng: np.random.Generator, spot: Floats) -> Prop:
    screen: Colour = (18, 18, 22) if rng.random() < 0.7 else tuple(rng.uniform(40, 240, 3).tolist())
    marks = [Mark(0, 0, 0.93, 0.96, screen, False)]
    if rng.random() < 0.3:
        marks = [Mark(-0.6, 0.75, 0.24, 0.13, (12, 12, 14)), Mark(-0.1, 0.75, 0.2, 0.1, (40, 40, 44))]
    return _lying(
        rng, spot, (2.6, 5.4, 0.3), jitter(rng, tuple(rng.uniform(20, 200, 3).tolist()), 5), marks=tuple(marks)
    )


def _paper(rng: np.random.Generator, spot: Floats) -> Prop:
    marks = []
    tone = tuple(rng.uniform(10, 110, 3).tolist())
    rows = int(rng.integers(0, 12))
    for i in range(rows):
        width = float(rng.uniform(0.3, 0.85))
        marks.append(Mark(width - 0.88, 0.85 - 1.7 * i / rows, width, 0.02, tone, False))
    size = (float(rng.uniform(2, 9)), float(rng.uniform(2, 9)), float(rng.choice((0.02, 0.02, 0.5))))
    colours: tuple[Colour, ...] = ((245, 244, 240), (235, 225, 190), (60, 90, 150), (150, 50, 50), (235, 200, 70))
    return _lying(rng, spot, size, jitter(rng, colours[int(rng.integers(len(colours)))], 10), marks=tuple(marks))


def _stick(rng: np.random.Generator, spot: Floats) -> Prop:
    ink: Colour = (200, 30, 30) if rng.random() < 0.5 else (25, 25, 30)
    marks = tuple(Mark(x, 0, 0.02, 0.3, ink) for x in ((0.0,) if rng.random() < 0.5 else (-0.05, 0.0, 0.05)))
    return _lying(rng, spot, (3.2, 0.3, 0.15), jitter(rng, (244, 244, 240), 6), marks=marks)


def _blank(rng: np.random.Generator, spot: Floats) -> Prop:
    size = (float(rng.uniform(0.6, 4.0)), float(rng.uniform(0.6, 4.0)), float(rng.uniform(0.1, 2.0)))
    colour = jitter(rng, tuple(rng.uniform(15, 240, 3).tolist()), 5)
    return _lying(rng, spot, size, colour)


_MAKERS = (_die, _coin, _cup, _card, _domino, _phone, _paper, _stick, _blank)
_SHARES = (0.25, 0.2, 0.08, 0.1, 0.06, 0.07, 0.08, 0.08, 0.08)


def clutter(rng: np.random.Generator, placed: list[Placed]) -> list[Prop]:
    """A few things lying about, clear of the tiles and of each other."""
    taken = np.array([p.at[:2] for p in placed])
    low, high = taken.min(0) - 4.0, taken.max(0) + np.array([4.0, 7.0])
    props: list[Prop] = []
    for _ in range(int(rng.choice((1, 2, 4, 8), p=(0.4, 0.3, 0.2, 0.1)))):
        maker = _MAKERS[int(rng.choice(len(_MAKERS), p=_SHARES))]
        prop = maker(rng, rng.uniform(low, high))
        radius = float(np.hypot(prop.half[0], prop.half[1]))
        clear = np.linalg.norm(taken - prop.at[:2], axis=1).min() > radius + 0.95
        if clear and all(
            np.linalg.norm(o.at[:2] - prop.at[:2]) > radius + np.hypot(o.half[0], o.half[1]) for o in props
        ):
            props.append(prop)
    return props


def rack_bars(rng: np.random.Generator, placed: list[Placed], dims: Dims) -> list[Prop]:
    """The bar that standing tiles lean on, and the lip before their feet."""
    standing = [p for p in placed if p.main and p.pose == "standing"]
    if not standing:
        return []
    spots = np.array([p.at for p in standing])
    lean = max(float(abs(p.axes[2, 2])) for p in standing)
    x0, x1 = float(spots[:, 0].min()) - rng.uniform(0.6, 2.5), float(spots[:, 0].max()) + rng.uniform(0.6, 2.5)
    behind = float(spots[:, 1].max()) + dims.h / 2 * lean + dims.d / 2 + 0.05
    colour = jitter(rng, _BARS[int(rng.integers(len(_BARS)))], 10)
    bars = []
    if rng.random() < 0.75:
        half = np.array([(x1 - x0) / 2, float(rng.uniform(0.05, 0.5)), float(rng.uniform(0.1, 0.55))])
        bars.append(Prop(np.array([(x0 + x1) / 2, behind + half[1], half[2]]), half, 0.0, colour, colour * 1.02))
    if rng.random() < 0.45:
        before = float(spots[:, 1].min()) - dims.h / 2 * lean - dims.d / 2 - 0.05
        half = np.array([(x1 - x0) / 2, float(rng.uniform(0.05, 0.6)), float(rng.uniform(0.03, 0.12))])
        bars.append(Prop(np.array([(x0 + x1) / 2, before - half[1], half[2]]), half, 0.0, colour, colour * 1.02))
    clear = [p for p in placed if p.pose != "standing" or not p.main]
    return [b for b in bars if not any(np.all(np.abs(p.at[:2] - b.at[:2]) < b.half[:2] + 0.85) for p in clear)]
