"""Birds drawn whole rather than put together: the parrot of brush strokes, the displaying peacock, the flying crane."""

import math
from collections.abc import Sequence

import numpy as np

from datasets.faces.ink import Ink, Points, arc, bezier, leaf, oval, ribbon, smooth, turned
from datasets.faces.sketch import Sketch


def _stroke(
    s: Sketch, points: Sequence[tuple[float, float]], ink: Ink, width: float, rng: np.random.Generator
) -> Points:
    """A tapering brush stroke through the points, slightly shaken."""
    path = smooth(np.array(points) + rng.normal(0, 4, (len(points), 2)))
    s.fill(ribbon(path, (width * 0.5, width, width * 0.8, width * 0.25)), ink)
    return path


def brushed_bird(s: Sketch, inks: list[Ink], rng: np.random.Generator) -> None:
    """A parrot or sparrow hanging upright, all tapering strokes: ring of an eye, crest, hatched breast, long tail."""
    body, tail, marks, wing, crest, perch = inks
    width = float(rng.uniform(9, 15))
    lean = float(rng.normal(0, 16))
    hx, hy, r = 150 - lean * 0.6, 100.0, float(rng.uniform(20, 31))
    if rng.random() < 0.75:
        _perch(s, perch, width, rng)
    count = int(rng.integers(2, 5))
    drop, fan = float(rng.uniform(130, 175)), float(rng.uniform(10, 26))
    hatched = rng.random() < 0.6
    for i in range(count):
        off = (i - (count - 1) / 2) * fan
        end = (150 + lean * 1.6 + off * 1.3, 215 + drop * float(rng.uniform(0.8, 1.0)))
        ink = marks if i == count - 1 and rng.random() < 0.5 else tail
        _stroke(s, [(150 + off * 0.7, 200), (150 + lean * 0.7 + off * 1.2, 215 + drop * 0.45), end], ink, width, rng)
    if hatched:
        for t in np.linspace(0.15, 0.75, int(rng.integers(3, 8))):
            x, y = 150 + lean * 1.6 * t, 215 + drop * t
            s.stroke(
                [(x - fan * 0.6, y - 4), (x + fan * 0.6, y + 5)], tail if rng.random() < 0.6 else marks, width * 0.45
            )
    _stroke(s, [(hx - r, hy + 8), (112, 155), (130, 205), (155, 222)], body, width, rng)
    _stroke(s, [(hx + r, hy + 5), (186 + lean, 140), (184 + lean, 185), (158, 222)], body, width, rng)
    for i in range(int(rng.integers(2, 7))):
        x = 124 + i * float(rng.uniform(9, 14))
        s.stroke([(x, 140 + abs(x - 150) * 0.3), (x + lean * 0.2, 178 - abs(x - 150) * 0.2)], body, width * 0.5)
    for flank in (-1, 1):
        if rng.random() < 0.8:
            x0 = 150 + flank * 30
            _stroke(
                s, [(x0, 135), (x0 + flank * 34, 150), (x0 + flank * 30, 195), (x0 + flank * 4, 215)], wing, width, rng
            )
            if rng.random() < 0.5:
                _stroke(
                    s, [(x0 + flank * 8, 150), (x0 + flank * 20, 170), (x0 + flank * 8, 200)], wing, width * 0.7, rng
                )
    s.fill(oval(hx, hy, r, r, 0, 22), None)
    s.stroke(oval(hx, hy, r, r, 0, 22), crest if rng.random() < 0.5 else body, width * 0.7, closed=True)
    s.dot(hx, hy, r * float(rng.uniform(0.25, 0.5)), crest)
    side = float(rng.choice([-1, 1]))
    _stroke(
        s,
        [(hx + side * r * 0.7, hy - 8), (hx + side * (r + 30), hy - 2), (hx + side * (r + 22), hy + 10)],
        crest,
        width,
        rng,
    )
    kind = int(rng.integers(3))
    if kind < 2:
        sweep = [(hx + 44, hy - r - 14), (hx + 4, hy - r - 6), (hx - 26, hy - r - 12), (hx - 50, hy - r - 4)]
        _stroke(s, sweep, crest, width * 1.2, rng)
    if kind > 0:
        for dx in (-16, 2, 20)[: int(rng.integers(1, 4))]:
            _stroke(
                s,
                [(hx + dx * 0.5, hy - r), (hx + dx, hy - r - 18), (hx + dx * 2.2, hy - r - 30)],
                crest,
                width * 0.8,
                rng,
            )


def _perch(s: Sketch, ink: Ink, width: float, rng: np.random.Generator) -> None:
    """A branch across with loops, hooks or leaves at its ends."""
    slope = float(rng.uniform(-22, 22))
    path = [(58, 195 + slope), (110, 208), (190, 205), (242, 192 - slope)]
    _stroke(s, path, ink, width * 0.9, rng)
    for x, y, side in ((58, 195 + slope, -1), (242, 192 - slope, 1)):
        kind = int(rng.integers(4))
        if kind == 0:
            s.stroke(oval(x, y, 10, 10, 0, 14), ink, width * 0.6, closed=True)
        elif kind == 1:
            _stroke(s, [(x, y), (x + side * 22, y - 22), (x + side * 12, y - 44)], ink, width * 0.8, rng)
        elif kind == 2:
            for a in (-60, 10):
                s.shape(leaf(x, y, 36, 15, a if side > 0 else 180 - a, 0.1), ink)
    if rng.random() < 0.35:
        _stroke(s, [(120, 208), (84, 240), (92, 290)], ink, width, rng)
        _stroke(s, [(104, 225), (62, 232), (40, 262)], ink, width, rng)


def displaying_peacock(s: Sketch, inks: list[Ink], rng: np.random.Generator) -> None:
    """A peacock with its train spread above it, full of eyes, bristles around."""
    body, tail, marks, wing, crest, feet = inks
    rows, spacing = int(rng.integers(2, 5)), float(rng.uniform(30, 42))
    radius = spacing * float(rng.uniform(0.38, 0.52))
    ringed, bristled = rng.random() < 0.7, rng.random() < 0.75
    wide = float(rng.uniform(75, 105))
    top = float(rng.uniform(60, 90))
    root = np.array([150.0, 250.0])
    if bristled:
        reach = rows * spacing + 30
        for a in np.linspace(-172, -8, int(rng.integers(22, 44))):
            way = turned(np.array([(1.0, 0.0)]), float(a))[0]
            near, far = reach * float(rng.uniform(0.72, 0.8)), reach * float(rng.uniform(0.95, 1.08))
            centre = np.array([150.0, top + reach * 0.75])
            s.stroke([centre + way * near, centre + way * far], tail, s.line * 0.6)
    for row in range(rows):
        count = max(2, round((wide * 2 / spacing) * math.sqrt(1 - ((row - rows * 0.45) / rows) ** 2 * 0.6)))
        for i in range(count):
            x = 150 + (i - (count - 1) / 2) * spacing
            y = top + row * spacing * 0.92
            if row == rows - 1 and rng.random() < 0.8:
                s.stroke([(x, y + radius), (150 + (x - 150) * 0.35, root[1] - 20)], tail, s.line * 0.6)
            if ringed:
                s.fill(oval(x, y, radius, radius, 0, 16), None)
                s.stroke(oval(x, y, radius, radius, 0, 16), tail, s.line * 0.7, closed=True)
            else:
                s.dot(x, y, radius, tail)
            s.dot(x, y, radius * 0.42, marks if rng.random() < 0.7 else tail)
    low = top + rows * spacing + 8
    trunk = oval(140, low + 46, float(rng.uniform(46, 60)), float(rng.uniform(26, 38)), float(rng.uniform(-15, 25)), 24)
    s.fill(trunk, None)
    s.shape(trunk, body)
    for side in (-1, 1):
        if side > 0 or rng.random() < 0.5:
            for i in range(int(rng.integers(3, 6))):
                s.shape(leaf(140 + side * 20, low + 40, 78 - 7 * i, 17, 90 - side * (78 - 17 * i)), wing)
    neck = [(105.0, low + 45), (82.0, low + 25), (84.0, low - 4)]
    s.fill(ribbon(smooth(neck), (26, 18, 14)), body)
    s.dot(84, low - 8, 14, crest if rng.random() < 0.5 else body)
    s.dot(81, low - 11, 4, None)
    s.fill([(74, low - 14), (52, low - 5), (74, low - 1)], crest)
    for a in (-120, -95, -70):
        s.stroke(
            [(86, low - 18), turned(np.array([(26.0, 0.0)]), a)[0] + np.array([86.0, low - 18])], crest, s.line * 0.5
        )
    for x in (130, 158):
        s.stroke([(x, low + 74), (x - 3, low + 108), (x - 20, low + 112)], feet, s.line * 0.8)
        s.stroke([(x - 3, low + 108), (x + 13, low + 112)], feet, s.line * 0.8)


def flying_crane(s: Sketch, inks: list[Ink], rng: np.random.Generator) -> None:
    """A crane with both wings out, seen from the side, rows of feathers, maybe clouds or waves."""
    body, tail, marks, wing, crest, extra = inks
    tilt = float(rng.normal(0, 14))

    def put(points: list[tuple[float, float]]) -> Points:
        placed: Points = turned(np.array(points) - 150.0, tilt) + 150.0
        return placed

    for root, way in (((140.0, 160.0), -1), ((165.0, 160.0), 1)):
        length, count = float(rng.uniform(100, 140)), int(rng.integers(5, 9))
        base = -115 if way < 0 else -55
        for i in range(count):
            a = base + way * i * float(rng.uniform(8, 13)) + tilt
            x, y = put([root])[0]
            s.shape(leaf(x, y, length * (1 - i * 0.07), 17, a, 0.12 * way), wing)
        shoulder = bezier(put([root])[0], put([(root[0] + way * 25, 110)])[0], put([(root[0] + way * 50, 70)])[0],
                          put([(root[0] + way * 60, 50)])[0])  # fmt: skip
        s.fill(ribbon(shoulder, (20, 13, 4)), wing)
    s.shape(ribbon(smooth(put([(85, 215), (130, 190), (175, 180), (205, 205), (228, 245)])), (6, 42, 44, 18, 12)), body)
    for i in range(3):
        x, y = put([(95, 212)])[0]
        s.shape(leaf(x, y, 60, 13, 150 + i * 16 + tilt), tail)
    hx, hy = put([(230, 250)])[0]
    s.dot(hx, hy, 14, crest)
    s.fill(np.array([(0, -7), (44, 12), (-2, 8)]) + np.array([hx, hy]), body)
    s.dot(hx + 2, hy - 2, 4, None)
    for side in (0, 14):
        s.stroke(put([(120, 205 + side * 0.4), (72, 245 + side)]), marks, s.line * 0.7)
    kind = int(rng.integers(4))
    if kind == 0:
        for _ in range(int(rng.integers(2, 5))):
            x, y = float(rng.uniform(60, 240)), float(rng.choice([rng.uniform(20, 60), rng.uniform(270, 320)]))
            s.stroke(np.vstack([arc(x, y, 12, 180, 360, 7), arc(x + 24, y, 12, 180, 360, 7)]), extra, s.line * 0.7)
    elif kind == 1:
        for y in (300, 318):
            s.stroke(smooth([(70, y), (110, y - 12), (150, y), (190, y - 12), (230, y)]), extra, s.line * 0.7)
