"""Heads, crests, feather marks and seats of the bird, and the ornate stick that may stand in its stead."""

import numpy as np

from datasets.faces.ink import Ink, Points, leaf, oval, smooth, turned
from datasets.faces.sketch import Sketch


def body_marks(s: Sketch, path: Points, widths: Points, ink: Ink, rng: np.random.Generator) -> None:
    """Rows of feather strokes on the breast."""
    mark = ink if s.open_shapes else None
    kind = int(rng.integers(4))
    for i in range(4, len(path) - 7, 3):
        x, y = path[i]
        if kind == 0:
            s.stroke([(x - 9, y - 5), (x, y + 4), (x + 9, y - 5)], mark, s.line * 0.6)
        elif kind == 1:
            s.dot(x + rng.normal(0, 6), y + rng.normal(0, 6), 3.6, mark)
        elif kind == 2:
            s.stroke([(x - 8, y + 6), (x + 8, y - 6)], mark, s.line * 0.6)


def head(s: Sketch, kind: str, spine: Points, radius: float, inks: list[Ink], rng: np.random.Generator) -> None:
    x, y = spine[-1]
    s.shape(oval(x, y, radius, radius * float(rng.uniform(0.85, 1.0)), 0, 20), inks[0])
    way = float(rng.uniform(-15, 30)) if kind != "owl" else 90.0
    _crest(s, x, y, radius, inks[4], rng)
    long = radius * {"crane": 2.6, "parrot": 1.0, "owl": 0.5}.get(kind, float(rng.uniform(0.9, 1.5)))
    base = turned(
        np.array([(radius * 0.8, -radius * 0.4), (radius * 0.8 + long, radius * 0.1), (radius * 0.8, radius * 0.4)]),
        way,
    )
    s.fill(base + np.array([x, y]), inks[4] if rng.random() < 0.6 else inks[0])
    eyes = [(-0.4, -0.1), (0.4, -0.1)] if kind == "owl" else [(0.2, -0.2)]
    for ex, ey in eyes:
        big = rng.random() < 0.35
        s.dot(x + ex * radius, y + ey * radius, radius * (0.42 if big else 0.26), None)
        s.dot(
            x + ex * radius,
            y + ey * radius,
            radius * (0.2 if big else 0.12),
            inks[4] if rng.random() < 0.3 else inks[0],
        )


def _crest(s: Sketch, x: float, y: float, radius: float, ink: Ink, rng: np.random.Generator) -> None:
    kind = int(rng.integers(5))
    if kind == 0:
        return
    if kind in (1, 2):
        for a in np.linspace(-130, -60, int(rng.integers(2, 5))):
            tip = turned(np.array([(radius * float(rng.uniform(1.7, 2.4)), 0.0)]), float(a))[0] + np.array([x, y])
            start = turned(np.array([(radius * 0.8, 0.0)]), float(a))[0] + np.array([x, y])
            s.stroke([start, tip], ink, s.line * 0.7)
            if kind == 2:
                s.dot(tip[0], tip[1], radius * 0.22, ink)
    elif kind == 3:
        s.shape(
            leaf(x - radius * 0.2, y - radius * 0.6, radius * 1.9, radius * 0.7, float(rng.uniform(-170, -110)), 0.25),
            ink,
        )
    else:
        path = smooth(
            [
                (x + radius * 0.9, y - radius * 0.9),
                (x, y - radius * 1.35),
                (x - radius * 0.8, y - radius),
                (x - radius * 1.9, y - radius * 1.4),
            ]
        )
        s.stroke(path, ink, s.line)


def seat(s: Sketch, place: str, spine: Points, legs: float, inks: list[Ink], rng: np.random.Generator) -> None:
    """What the bird stands on, and its legs."""
    x, y = (spine[1] + spine[2]) / 2
    ground = y + 30 + legs
    ink = inks[5]
    if place in ("legs", "ground", "branch", "bamboo"):
        for side in (-9, 11):
            s.stroke(
                [(x + side, y + 15), (x + side * 1.4, ground)], inks[4] if rng.random() < 0.5 else ink, s.line * 0.7
            )
            s.stroke([(x + side * 1.4 - 9, ground + 3), (x + side * 1.4 + 12, ground + 3)], ink, s.line * 0.6)
    if place == "ground":
        for _ in range(int(rng.integers(4, 10))):
            gx = x + float(rng.uniform(-65, 65))
            s.stroke(
                [(gx, ground + 14), (gx + float(rng.normal(0, 7)), ground - float(rng.uniform(4, 22)))],
                ink,
                s.line * 0.6,
            )
        s.stroke([(x - 70, ground + 14), (x + 70, ground + 12)], ink, s.line * 0.8)
    elif place == "branch":
        s.stroke(
            smooth([(x - 85, ground + 18), (x - 20, ground + 4), (x + 40, ground + 8), (x + 88, ground - 12)]),
            ink,
            s.line * 1.2,
        )
        for _ in range(int(rng.integers(1, 5))):
            lx = x + float(rng.uniform(-75, 75))
            s.shape(leaf(lx, ground + 6, 34, 14, float(rng.uniform(0, 360)), 0.1), ink)
    elif place == "bamboo":
        for i in range(3):
            s.fill(oval(x - 50 + i * 50, ground + 10, 25, 9, 0, 16), ink)
    elif place == "perch":
        s.stroke([(x - 75, y + 22), (x + 75, y + 10)], ink, s.line)
        for side in (-75, 75):
            s.shape(oval(x + side, y + 16 - side * 0.08, 9, 9, 0, 12), ink)
    elif place == "leaf":
        for a in (150, 190, 230):
            s.shape(leaf(x, ground + 40, 55, 16, a, 0.1), ink)


def ornate_stick(s: Sketch, inks: list[Ink], rng: np.random.Generator) -> None:
    """A single great bamboo stick with leaves or rings."""
    wide = float(rng.uniform(34, 54))
    for y in (-85, 0, 85):
        s.shape(oval(150, 200 + y, wide / 2, 46, 0, 24), inks[0])
        s.stroke([(150, 170 + y), (150, 230 + y)], inks[2], s.line)
    for side in (-1, 1):
        for y in (130, 215):
            s.shape(leaf(150 + side * wide * 0.4, y, 70, 24, 90 - side * 110, side * 0.15), inks[1])
