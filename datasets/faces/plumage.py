"""Tails and wings of the bird."""

import math
from collections.abc import Callable

import numpy as np

from datasets.faces.ink import Ink, Points, bezier, leaf, oval, ribbon, smooth, turned
from datasets.faces.sketch import Sketch


def direction(way: Points) -> float:
    return math.degrees(math.atan2(float(way[1]), float(way[0])))


def _tail_feathers(s: Sketch, at: Points, way: Points, ink: Ink, marks: Ink, rng: np.random.Generator) -> None:
    count, spread, length = int(rng.integers(2, 6)), float(rng.uniform(14, 45)), float(rng.uniform(60, 130))
    for i, a in enumerate(np.linspace(-spread / 2, spread / 2, count)):
        shape = leaf(
            at[0],
            at[1],
            length * float(rng.uniform(0.85, 1.1)),
            length * 0.17,
            direction(way) + float(a),
            float(rng.normal(0, 0.1)),
        )
        s.shape(shape, ink if i % 2 == 0 or rng.random() < 0.7 else marks)


def _tail_fork(s: Sketch, at: Points, way: Points, ink: Ink, marks: Ink, rng: np.random.Generator) -> None:
    length, open_angle = float(rng.uniform(70, 140)), float(rng.uniform(10, 28))
    for side in (-1, 1):
        s.shape(leaf(at[0], at[1], length, length * 0.15, direction(way) + side * open_angle, side * 0.2), ink)
    if rng.random() < 0.4:
        s.stroke([at, at + way / max(np.hypot(*way), 1) * length * 0.5], marks)


def _tail_droop(s: Sketch, at: Points, way: Points, ink: Ink, marks: Ink, rng: np.random.Generator) -> None:
    count, length = int(rng.integers(2, 5)), float(rng.uniform(90, 190))
    lean = float(rng.uniform(-40, 25))
    for i in range(count):
        end = at + np.array(
            [lean + (i - count / 2) * float(rng.uniform(8, 22)), length * float(rng.uniform(0.75, 1.1))]
        )
        bow = float(rng.uniform(-30, 30))
        path = bezier(at, at + way * 0.8, (at + end) / 2 + np.array([bow, 0.0]), end)
        width = float(rng.uniform(9, 20))
        s.shape(ribbon(path, (width * 0.7, width, width * 0.8, 2)), ink if i % 3 else marks)
    for _ in range(int(rng.integers(0, 5))):
        y = float(rng.uniform(0.3, 0.9)) * length
        s.stroke(
            [*(at + np.array([(lean * 0.6 - 10, y), (lean * 0.6, y + 8), (lean * 0.6 + 10, y)]))],
            None if not s.open_shapes else ink,
            s.line * 0.6,
        )


def _tail_fan(s: Sketch, at: Points, way: Points, ink: Ink, marks: Ink, rng: np.random.Generator) -> None:
    """The spread wheel of a peacock."""
    count, length = int(rng.integers(5, 12)), float(rng.uniform(110, 165))
    spread = float(rng.uniform(110, 250))
    middle = float(rng.choice([-90.0, direction(way), 180.0]))
    for a in np.linspace(-spread / 2, spread / 2, count) + middle:
        tip = turned(np.array([(length, 0.0)]), float(a))[0] + at
        s.stroke([at, tip], ink, s.line * 0.8)
        s.shape(oval(tip[0], tip[1], length * 0.14, length * 0.1, float(a), 16), ink)
        s.dot(tip[0], tip[1], length * 0.05, marks)


def _tail_eyes(s: Sketch, at: Points, way: Points, ink: Ink, marks: Ink, rng: np.random.Generator) -> None:
    """A long folded train full of eyes."""
    length, width = float(rng.uniform(120, 185)), float(rng.uniform(50, 95))
    angle = direction(way) + float(rng.uniform(-35, 25))
    train = leaf(at[0], at[1], length, width, angle, float(rng.normal(0, 0.2)))
    s.shape(train, ink)
    for _ in range(int(rng.integers(5, 13))):
        along, across = float(rng.uniform(0.2, 0.92)), float(rng.normal(0, 0.2))
        x, y = turned(np.array([(length * along, width * across * math.sin(math.pi * along))]), angle)[0] + at
        s.dot(x, y, 8.5, None)
        s.dot(x, y, 5.0, marks)


def _tail_sweep(
    s: Sketch, at: Points, way: Points, ink: Ink, marks: Ink, rng: np.random.Generator, eyes: bool = False
) -> None:
    """Long plumes in one sweep, like a phoenix's."""
    count, length = int(rng.integers(2, 6)), float(rng.uniform(130, 210))
    base, curl = direction(way) + float(rng.uniform(-30, 50)), float(rng.uniform(-1, 1))
    for i in range(count):
        a = base + (i - (count - 1) / 2) * float(rng.uniform(12, 24))
        reach = length * float(rng.uniform(0.7, 1.1))
        bend = curl * reach * 0.5
        local = np.array([(0, 0), (reach * 0.4, bend * 0.1), (reach * 0.75, bend * 0.5), (reach, bend)])
        path = smooth(turned(local, a) + at)
        s.shape(ribbon(path, (5, 11, 15, 4)), ink if i % 2 else marks)
        if eyes:
            s.shape(oval(path[-1][0], path[-1][1], 15, 11, a, 16), ink)
            s.dot(path[-1][0], path[-1][1], 6, marks)


def _tail_sweep_eyes(s: Sketch, at: Points, way: Points, ink: Ink, marks: Ink, rng: np.random.Generator) -> None:
    _tail_sweep(s, at, way, ink, marks, rng, eyes=True)


TAILS: dict[str, Callable[[Sketch, Points, Points, Ink, Ink, np.random.Generator], None]] = {
    "feathers": _tail_feathers,
    "fork": _tail_fork,
    "droop": _tail_droop,
    "fan": _tail_fan,
    "eyes": _tail_eyes,
    "sweep": _tail_sweep,
    "sweep eyes": _tail_sweep_eyes,
}


def fan_wing(s: Sketch, at: Points, side: int, ink: Ink, rng: np.random.Generator) -> None:
    count, length = int(rng.integers(4, 8)), float(rng.uniform(80, 125))
    start = float(rng.uniform(-150, -110)) if side < 0 else float(rng.uniform(20, 60))
    for i in range(count):
        a = start + i * float(rng.uniform(9, 15))
        s.shape(leaf(at[0], at[1], length * (1 - 0.06 * i), 20, a, float(rng.uniform(-0.2, 0.05))), ink)
        if not s.open_shapes:
            tip = turned(np.array([(length * 0.85, 0.0)]), a)[0] + at
            s.stroke([at, tip], None, 2.5)


def folded_wing(
    s: Sketch, spine: Points, widths: Points, ink: Ink, rng: np.random.Generator, *, lines_only: bool
) -> None:
    front, back = spine[2] * 0.75 + spine[1] * 0.25, spine[0] + rng.normal(0, 6, 2)
    way = back - front
    length, wide = (
        float(np.hypot(*way)) * float(rng.uniform(0.9, 1.15)),
        float(widths[1]) * float(rng.uniform(0.5, 0.75)),
    )
    angle = direction(way)
    if not lines_only:
        outline = leaf(front[0], front[1], length, wide, angle, 0.08)
        s.fill(outline, None)
        s.stroke(outline, ink, closed=True)
        if not s.open_shapes and rng.random() < 0.6:
            s.fill(outline, ink)
    for i in range(int(rng.integers(2, 5))):
        shift = (
            turned(
                np.array([(length * (0.25 + 0.17 * i), -wide * 0.3), (length * (0.34 + 0.17 * i), wide * 0.3)]), angle
            )
            + front
        )
        s.stroke(shift, ink if s.open_shapes or lines_only else None, s.line * 0.7)


def side_wings(s: Sketch, spine: Points, widths: Points, ink: Ink, rng: np.random.Generator) -> None:
    """Wings on either side of a bird seen from the front."""
    top = spine[2]
    for side in (-1, 1):
        x = top[0] + side * float(widths[2]) * 0.42
        a = 90 - side * float(rng.uniform(10, 35))
        s.shape(leaf(x, top[1] - 18, float(rng.uniform(80, 120)), 32, a, side * 0.15), ink)
