"""The bird of the one of bamboo, in endless kinds: sparrows, parrots, cranes, peacocks, phoenixes, swallows, owls."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from datasets.faces.ink import Canvas, Ink, Points, bezier, leaf, oval, ribbon, smooth, turned
from datasets.faces.palette import Palette
from datasets.faces.sketch import Sketch


@dataclass(frozen=True, slots=True)
class _Kind:
    """Facing right: spine from tail to head, widths along it, and which tails, wings, crests and seats go with it."""

    spine: tuple[tuple[float, float], ...]
    widths: tuple[float, ...]
    head: float
    tails: tuple[str, ...]
    wings: tuple[str, ...]
    seats: tuple[str, ...]
    legs: float


_KINDS: dict[str, _Kind] = {
    "sparrow": _Kind(
        ((92, 240), (135, 220), (178, 190), (200, 150)),
        (14, 66, 70, 44),
        27,
        ("feathers", "fork", "droop"),
        ("folded", "raised", "lines"),
        ("branch", "ground", "none", "bamboo"),
        26,
    ),
    "parrot": _Kind(
        ((140, 255), (146, 215), (152, 165), (158, 118)),
        (22, 52, 66, 50),
        30,
        ("droop", "feathers", "droop"),
        ("folded", "both", "lines"),
        ("perch", "perch", "none", "bamboo"),
        10,
    ),
    "crane": _Kind(
        ((95, 215), (140, 205), (180, 185), (208, 140), (200, 92)),
        (12, 58, 48, 16, 14),
        17,
        ("feathers", "fork"),
        ("folded", "raised", "lines", "spread"),
        ("legs", "ground", "legs"),
        95,
    ),
    "peacock": _Kind(
        ((138, 250), (150, 212), (166, 168), (172, 112), (180, 80)),
        (16, 56, 46, 20, 17),
        19,
        ("eyes", "fan", "sweep eyes"),
        ("folded", "lines", "none"),
        ("ground", "legs", "none", "branch"),
        40,
    ),
    "phoenix": _Kind(
        ((110, 220), (145, 200), (182, 165), (196, 115)),
        (12, 50, 46, 22),
        22,
        ("sweep", "sweep eyes", "droop"),
        ("raised", "spread", "both"),
        ("none", "branch", "ground"),
        22,
    ),
    "swallow": _Kind(
        ((90, 150), (130, 175), (172, 205), (200, 235)),
        (10, 46, 48, 34),
        22,
        ("fork", "feathers", "droop"),
        ("spread", "raised", "both"),
        ("none", "leaf", "none"),
        0,
    ),
    "owl": _Kind(
        ((150, 270), (150, 230), (150, 180), (150, 135)),
        (30, 74, 84, 70),
        42,
        ("feathers", "droop"),
        ("both", "folded"),
        ("branch", "perch", "bamboo"),
        12,
    ),
}


@dataclass(frozen=True, slots=True)
class BirdStyle:
    """One set's bird."""

    kind: str
    seed: int
    flip: bool
    size: tuple[float, float]


def random_bird(rng: np.random.Generator) -> BirdStyle:
    """A bird, or now and then (kind "stick") one ornate bamboo stick in its stead."""
    names = [*_KINDS, "stick"]
    kind = str(rng.choice(names, p=[0.22, 0.2, 0.11, 0.19, 0.15, 0.06, 0.05, 0.02]))
    return BirdStyle(
        kind=kind,
        seed=int(rng.integers(1 << 31)),
        flip=bool(rng.random() < 0.5),
        size=(float(rng.uniform(180, 245)), float(rng.uniform(250, 330))),
    )


def draw_bird(canvas: Canvas, style: BirdStyle, palette: Palette) -> None:
    """Draw the one of bamboo."""
    sketch = bird_sketch(style, palette)
    sketch.draw(canvas, 150, 200, style.size, flip=style.flip, stretch=1.3)


def bird_sketch(style: BirdStyle, palette: Palette) -> Sketch:
    """The strokes of the bird."""
    rng = np.random.default_rng(style.seed)
    sketch = Sketch(line=float(rng.uniform(4.5, 9.0)), open_shapes=bool(rng.random() < 0.5))
    inks = _inks(rng, palette)
    if style.kind == "stick":
        _ornate_stick(sketch, inks, rng)
        return sketch
    kind = _KINDS[style.kind]
    spine = np.array(kind.spine) + rng.normal(0, 7.0, (len(kind.spine), 2))
    spine = turned(spine - 150.0, float(rng.normal(0, 10))) + 150.0
    widths = np.array(kind.widths) * rng.uniform(0.8, 1.2, len(kind.widths))
    path = smooth(spine)
    tail_way = spine[0] - spine[1]
    seat = str(rng.choice(kind.seats))
    _seat(sketch, seat, spine, kind.legs * float(rng.uniform(0.7, 1.2)), inks, rng)
    _TAILS[str(rng.choice(kind.tails))](sketch, spine[0], tail_way, inks[1], inks[2], rng)
    wing = str(rng.choice(kind.wings))
    if wing in ("raised", "spread"):
        _fan_wing(sketch, (spine[1] + spine[2]) / 2, -1, inks[3], rng)
    sketch.shape(ribbon(path, widths), inks[0])
    _body_marks(sketch, path, widths, inks[0], rng)
    if wing in ("folded", "lines"):
        _folded_wing(sketch, spine, widths, inks[3], rng, lines_only=wing == "lines")
    elif wing == "both":
        _side_wings(sketch, spine, widths, inks[3], rng)
    elif wing == "spread":
        _fan_wing(sketch, (spine[1] + spine[2]) / 2, 1, inks[3], rng)
    _head(sketch, style.kind, spine, kind.head * float(rng.uniform(0.85, 1.2)), inks, rng)
    return sketch


def _inks(rng: np.random.Generator, palette: Palette) -> list[Ink]:
    """Body, tail, tail marks, wing, crest, seat."""
    common = [palette.green, palette.red, palette.blue]
    if rng.random() < 0.12:
        return [common[int(rng.integers(3))]] * 6
    body, tail, wing = (common[int(i)] for i in rng.integers(0, 3, 3))
    marks = (palette.red, palette.accent, palette.green)[int(rng.integers(3))]
    crest = palette.red if rng.random() < 0.7 else body
    return [body, tail, marks, wing, crest, palette.green if rng.random() < 0.7 else palette.dark]


def _angle(way: Points) -> float:
    return math.degrees(math.atan2(float(way[1]), float(way[0])))


def _tail_feathers(s: Sketch, at: Points, way: Points, ink: Ink, marks: Ink, rng: np.random.Generator) -> None:
    count, spread, length = int(rng.integers(2, 6)), float(rng.uniform(14, 45)), float(rng.uniform(60, 130))
    for i, a in enumerate(np.linspace(-spread / 2, spread / 2, count)):
        shape = leaf(
            at[0],
            at[1],
            length * float(rng.uniform(0.85, 1.1)),
            length * 0.17,
            _angle(way) + float(a),
            float(rng.normal(0, 0.1)),
        )
        s.shape(shape, ink if i % 2 == 0 or rng.random() < 0.7 else marks)


def _tail_fork(s: Sketch, at: Points, way: Points, ink: Ink, marks: Ink, rng: np.random.Generator) -> None:
    length, open_angle = float(rng.uniform(70, 140)), float(rng.uniform(10, 28))
    for side in (-1, 1):
        s.shape(leaf(at[0], at[1], length, length * 0.15, _angle(way) + side * open_angle, side * 0.2), ink)
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
    middle = float(rng.choice([-90.0, _angle(way), 180.0]))
    for a in np.linspace(-spread / 2, spread / 2, count) + middle:
        tip = turned(np.array([(length, 0.0)]), float(a))[0] + at
        s.stroke([at, tip], ink, s.line * 0.8)
        s.shape(oval(tip[0], tip[1], length * 0.14, length * 0.1, float(a), 16), ink)
        s.dot(tip[0], tip[1], length * 0.05, marks)


def _tail_eyes(s: Sketch, at: Points, way: Points, ink: Ink, marks: Ink, rng: np.random.Generator) -> None:
    """A long folded train full of eyes."""
    length, width = float(rng.uniform(120, 185)), float(rng.uniform(50, 95))
    angle = _angle(way) + float(rng.uniform(-35, 25))
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
    base, curl = _angle(way) + float(rng.uniform(-30, 50)), float(rng.uniform(-1, 1))
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


_TAILS: dict[str, Callable[[Sketch, Points, Points, Ink, Ink, np.random.Generator], None]] = {
    "feathers": _tail_feathers,
    "fork": _tail_fork,
    "droop": _tail_droop,
    "fan": _tail_fan,
    "eyes": _tail_eyes,
    "sweep": _tail_sweep,
    "sweep eyes": _tail_sweep_eyes,
}


def _fan_wing(s: Sketch, at: Points, side: int, ink: Ink, rng: np.random.Generator) -> None:
    count, length = int(rng.integers(4, 8)), float(rng.uniform(80, 125))
    start = float(rng.uniform(-150, -110)) if side < 0 else float(rng.uniform(20, 60))
    for i in range(count):
        a = start + i * float(rng.uniform(9, 15))
        s.shape(leaf(at[0], at[1], length * (1 - 0.06 * i), 20, a, float(rng.uniform(-0.2, 0.05))), ink)
        if not s.open_shapes:
            tip = turned(np.array([(length * 0.85, 0.0)]), a)[0] + at
            s.stroke([at, tip], None, 2.5)


def _folded_wing(
    s: Sketch, spine: Points, widths: Points, ink: Ink, rng: np.random.Generator, *, lines_only: bool
) -> None:
    front, back = spine[2] * 0.75 + spine[1] * 0.25, spine[0] + rng.normal(0, 6, 2)
    way = back - front
    length, wide = (
        float(np.hypot(*way)) * float(rng.uniform(0.9, 1.15)),
        float(widths[1]) * float(rng.uniform(0.5, 0.75)),
    )
    angle = _angle(way)
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


def _side_wings(s: Sketch, spine: Points, widths: Points, ink: Ink, rng: np.random.Generator) -> None:
    """Wings on either side of a bird seen from the front."""
    top = spine[2]
    for side in (-1, 1):
        x = top[0] + side * float(widths[2]) * 0.42
        a = 90 - side * float(rng.uniform(10, 35))
        s.shape(leaf(x, top[1] - 18, float(rng.uniform(80, 120)), 32, a, side * 0.15), ink)


def _body_marks(s: Sketch, path: Points, widths: Points, ink: Ink, rng: np.random.Generator) -> None:
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


def _head(s: Sketch, kind: str, spine: Points, radius: float, inks: list[Ink], rng: np.random.Generator) -> None:
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


def _seat(s: Sketch, seat: str, spine: Points, legs: float, inks: list[Ink], rng: np.random.Generator) -> None:
    """What the bird stands on, and its legs."""
    x, y = (spine[1] + spine[2]) / 2
    ground = y + 30 + legs
    ink = inks[5]
    if seat in ("legs", "ground", "branch", "bamboo"):
        for side in (-9, 11):
            s.stroke(
                [(x + side, y + 15), (x + side * 1.4, ground)], inks[4] if rng.random() < 0.5 else ink, s.line * 0.7
            )
            s.stroke([(x + side * 1.4 - 9, ground + 3), (x + side * 1.4 + 12, ground + 3)], ink, s.line * 0.6)
    if seat == "ground":
        for _ in range(int(rng.integers(4, 10))):
            gx = x + float(rng.uniform(-65, 65))
            s.stroke(
                [(gx, ground + 14), (gx + float(rng.normal(0, 7)), ground - float(rng.uniform(4, 22)))],
                ink,
                s.line * 0.6,
            )
        s.stroke([(x - 70, ground + 14), (x + 70, ground + 12)], ink, s.line * 0.8)
    elif seat == "branch":
        s.stroke(
            smooth([(x - 85, ground + 18), (x - 20, ground + 4), (x + 40, ground + 8), (x + 88, ground - 12)]),
            ink,
            s.line * 1.2,
        )
        for _ in range(int(rng.integers(1, 5))):
            lx = x + float(rng.uniform(-75, 75))
            s.shape(leaf(lx, ground + 6, 34, 14, float(rng.uniform(0, 360)), 0.1), ink)
    elif seat == "bamboo":
        for i in range(3):
            s.fill(oval(x - 50 + i * 50, ground + 10, 25, 9, 0, 16), ink)
    elif seat == "perch":
        s.stroke([(x - 75, y + 22), (x + 75, y + 10)], ink, s.line)
        for side in (-75, 75):
            s.shape(oval(x + side, y + 16 - side * 0.08, 9, 9, 0, 12), ink)
    elif seat == "leaf":
        for a in (150, 190, 230):
            s.shape(leaf(x, ground + 40, 55, 16, a, 0.1), ink)


def _ornate_stick(s: Sketch, inks: list[Ink], rng: np.random.Generator) -> None:
    """A single great bamboo stick with leaves or rings."""
    wide = float(rng.uniform(34, 54))
    for y in (-85, 0, 85):
        s.shape(oval(150, 200 + y, wide / 2, 46, 0, 24), inks[0])
        s.stroke([(150, 170 + y), (150, 230 + y)], inks[2], s.line)
    for side in (-1, 1):
        for y in (130, 215):
            s.shape(leaf(150 + side * wide * 0.4, y, 70, 24, 90 - side * 110, side * 0.15), inks[1])
