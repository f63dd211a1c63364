"""The bamboo suit: where the sticks stand, and how a stick is cut. The bird of the one is drawn elsewhere."""

import math
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from datasets.faces.ink import Canvas, Ink, Points, oval, turned
from datasets.faces.palette import Palette

SHAPES = ("capsule", "bar", "nodes", "pods", "waist", "bone", "spindle")
FILLS = ("solid", "slit", "knots", "outline", "outline line", "beads", "two lines")


@dataclass(frozen=True, slots=True)
class StickStyle:
    """One set's sticks: silhouette, filling, segments, slenderness, spacing and who is painted what."""

    shape: str
    fill: str
    segments: int
    slender: float
    bulge: float
    gap: float
    spread: float
    colouring: tuple[tuple[str, ...], ...]
    knot_red: bool
    eight_m_first: bool
    eight_crossing: float
    eight_upright: bool
    eight_joined: bool
    one_length: float
    across: float


@dataclass(frozen=True, slots=True)
class Stick:
    """Where one stick lies: its middle, length (face units) and angle (degrees from upright, clockwise)."""

    x: float
    y: float
    length: float
    degrees: float = 0.0


def random_sticks(rng: np.random.Generator) -> StickStyle:
    """A bamboo suit style."""
    return StickStyle(
        shape=str(rng.choice(SHAPES, p=[0.2, 0.1, 0.22, 0.16, 0.12, 0.1, 0.1])),
        fill=str(rng.choice(FILLS, p=[0.2, 0.3, 0.16, 0.14, 0.1, 0.05, 0.05])),
        segments=int(rng.choice([2, 3, 4], p=[0.5, 0.4, 0.1])),
        slender=float(rng.uniform(0.82, 1.42)),
        bulge=float(rng.uniform(0.15, 0.5)),
        gap=float(rng.uniform(0.13, 0.32)),
        spread=float(rng.uniform(0.9, 1.06)),
        colouring=_random_colouring(rng),
        knot_red=bool(rng.random() < 0.06),
        eight_m_first=bool(rng.random() < 0.4),
        eight_crossing=float(rng.uniform(0.0, 1.0)),
        eight_upright=bool(rng.random() < 0.93),
        eight_joined=bool(rng.random() < 0.3),
        one_length=float(rng.uniform(0.6, 0.85)) if rng.random() < 0.25 else 1.0,
        across=float(rng.uniform(0.85, 1.1)),
    )


def _random_colouring(rng: np.random.Generator) -> tuple[tuple[str, ...], ...]:
    """Paint names for the sticks of 2 … 9, in the order of `sticks`."""
    g, b, r = "green", "blue", "red"
    if rng.random() < 0.12:
        b = r = g
    elif rng.random() < 0.08:
        g = "blue"
    mixed = rng.random() < 0.3
    side = b if mixed else g
    two = (side, g) if rng.random() < 0.5 else (g, side)
    three = (r if rng.random() < 0.15 else side, g, g)
    four = (side, g, g, side) if rng.random() < 0.7 else (g, g, side, side)
    five = (g, side, r, side, g) if rng.random() < 0.5 else (g, g, r, g, g)
    six = (g, g, g, side, side, side) if rng.random() < 0.5 else (g, side, g, g, side, g)
    middle = b if rng.random() < 0.4 else g
    seven = (r, g, middle, g, g, middle, g)
    if mixed and rng.random() < 0.4:
        seven = (r, g, g, g, b, b, b)
    eight = (g,) * 4 + (side,) * 4
    nine = (g, r, g) * 3
    if rng.random() < 0.3:
        nine = (g, g, g, r, r, r, side, side, side) if rng.random() < 0.5 else (g, r, side) * 3
    elif rng.random() < 0.1:
        nine = (r, r, r, side, side, side, g, g, g)
    return (two, three, four, five, six, seven, eight, nine)


def sticks(rank: int, style: StickStyle) -> list[Stick]:
    """The sticks of the ranks 2 to 9, top row first, left to right."""
    high = 290.0
    pair = high / (2 + style.gap)
    upper, lower = -(pair * (1 + style.gap)) / 2, (pair * (1 + style.gap)) / 2
    wide = 62.0
    rows: list[tuple[list[float], float, float]]
    if rank == 2:
        rows = [([0.0], upper, pair), ([0.0], lower, pair)]
    elif rank == 3:
        rows = [([0.0], upper, pair), ([-wide, wide], lower, pair)]
    elif rank == 4:
        rows = [([-wide, wide], upper, pair), ([-wide, wide], lower, pair)]
    elif rank == 5:
        rows = [([-wide - 10, wide + 10], upper, pair), ([0.0], 0.0, pair), ([-wide - 10, wide + 10], lower, pair)]
    elif rank == 6:
        rows = [([-72.0, 0.0, 72.0], upper, pair), ([-72.0, 0.0, 72.0], lower, pair)]
    elif rank in (7, 9):
        third = 306.0 / (3 + 2 * style.gap)
        step = third * (1 + style.gap)
        across = [-70.0, 0.0, 70.0]
        rows = [([0.0] if rank == 7 else across, -step, third), (across, 0.0, third), (across, step, third)]
    elif rank == 8:
        return _eight(style)
    else:
        raise ValueError(f"sticks stand in places for ranks 2 to 9, not {rank}")
    k = style.spread
    shrunk = style.one_length if rank in (2, 3, 4, 5, 6) else 1.0
    step = 0.5 + 0.5 * shrunk
    return [
        Stick(150 + x * k * style.across, 200 + y * k * step, length * k * shrunk) for xs, y, length in rows for x in xs
    ]


def _eight(style: StickStyle) -> list[Stick]:
    """Two upright outer sticks with two slanted ones between, and below the same upside down: W over M or M over W."""
    row, half = 128.0 * style.spread, 86.0 * style.spread
    middle = row / 2 + 10 + 40 * style.gap
    apart, foot = 3.0 + 8.0 * style.eight_crossing, half - 24.0 - 8.0 * style.eight_crossing
    placed: list[Stick] = []
    for index, y in enumerate((200 - middle, 200 + middle)):
        # In an M the inner sticks meet below, in a W above.
        meets_low = style.eight_m_first == (index == 0)
        run, reach = foot - apart, row * 0.9
        lean = math.degrees(math.atan2(run, reach)) * (-1 if meets_low else 1)
        outer = 0.0 if style.eight_upright else (8.0 if meets_low else -8.0)
        offset = (foot + apart) / 2
        inner = math.hypot(run, reach)
        placed += [
            Stick(150 - half, y, row, -outer),
            Stick(150 - offset, y, inner, lean),
            Stick(150 + offset, y, inner, -lean),
            Stick(150 + half, y, row, outer),
        ]
    return placed


def draw_sticks(canvas: Canvas, rank: int, style: StickStyle, palette: Palette, rng: np.random.Generator) -> None:
    """Draw the bamboo tile of the rank 2 to 9."""
    inks = {"green": palette.green, "blue": palette.blue, "red": palette.red}
    width = {2: 36.0, 3: 36.0, 4: 36.0, 5: 36.0, 6: 34.0, 7: 31.0, 8: 27.0, 9: 31.0}[rank] * style.slender
    if rank == 8 and style.eight_joined:
        _joined_eight(canvas, style, [inks[style.colouring[6][i]] for i in (0, 4)], width)
        return
    for stick, name in zip(sticks(rank, style), style.colouring[rank - 2], strict=True):
        moved = Stick(stick.x + rng.normal(0, 0.7), stick.y + rng.normal(0, 0.7), stick.length, stick.degrees)
        draw_stick(canvas, moved, min(width, 46.0), style, inks[name], palette.red)


def _joined_eight(canvas: Canvas, style: StickStyle, inks: list[Ink], width: float) -> None:
    """The eight as two zigzags, an M and a W, each carved in one go."""
    placed = sticks(8, style)
    for row, ink in ((placed[:4], inks[0]), (placed[4:], inks[1])):
        left, first, _, right = row
        half, y = left.length / 2 - width * 0.3, left.y
        apex = y + half * (1 if first.degrees < 0 else -1) * (0.4 + 0.5 * style.eight_crossing)
        base = y - half if first.degrees < 0 else y + half
        path = [(left.x, 2 * y - base), (left.x, base), (150.0, apex), (right.x, base), (right.x, 2 * y - base)]
        canvas.line(path, width, ink)
        if style.fill != "solid":
            canvas.line(path, width * (0.55 if style.fill.startswith("outline") else 0.26), None)
        if style.shape in ("nodes", "pods", "bone", "waist"):
            for x, at in path:
                canvas.disc(x, at, width * 0.66, ink)
                canvas.disc(x, at, width * 0.2, None)


def draw_stick(canvas: Canvas, stick: Stick, width: float, style: StickStyle, ink: Ink, knot: Ink) -> None:
    """One stick of the style."""

    def put(points: Points) -> Points:
        placed: Points = turned(points, stick.degrees) + np.array([stick.x, stick.y])
        return placed

    outline = _silhouette(stick.length, width, style)
    canvas.polygon(put(outline), ink)
    inner = max(width - 11.0, width * 0.36)
    half = stick.length / 2
    edges = np.linspace(-half, half, style.segments + 1)
    if style.fill in ("slit", "outline", "outline line"):
        share = 0.34 if style.fill == "slit" else (inner / width)
        for a, b in pairwise(edges):
            size = (b - a) / 2 - width * 0.17
            if size > 2:
                canvas.polygon(put(oval(0, (a + b) / 2, width * share * 0.42, size, 0, 16)), None)
                if style.fill == "outline line":
                    canvas.line(
                        put(np.array([(0, (a + b) / 2 - size * 0.5), (0, (a + b) / 2 + size * 0.5)])), width * 0.13, ink
                    )
    elif style.fill == "knots":
        for y in edges[1:-1]:
            canvas.line(put(np.array([(-width, y), (width, y)])), max(width * 0.14, 3.2), None)
    elif style.fill == "beads":
        for a, b in pairwise(edges):
            canvas.polygon(put(oval(0, (a + b) / 2, width * 0.17, width * 0.17, 0, 12)), None)
    elif style.fill == "two lines":
        canvas.line(put(np.array([(0, -half + width * 0.3), (0, half - width * 0.3)])), width * 0.24, None)
    if style.knot_red:
        for y in edges[1:-1]:
            x, at = put(np.array([(0, y)]))[0]
            canvas.disc(x, at, width * 0.2, knot)


def _silhouette(length: float, width: float, style: StickStyle) -> Points:
    """Outline of an upright stick around the origin."""
    half = length / 2
    y = np.linspace(-half, half, 49)
    segment = length / style.segments
    phase = (y + half) / segment
    within = np.abs(phase - np.floor(np.minimum(phase, style.segments - 1e-6)) - 0.5) * 2
    ends = np.sqrt(np.clip(1 - np.clip((np.abs(y) - (half - width / 2)) / (width / 2), 0, 1) ** 2, 0, 1))
    if style.shape == "bar":
        profile = np.where(np.abs(y) > half - 3, 0.8, 1.0)
    elif style.shape == "nodes":
        profile = ends * (1 - style.bulge * (1 - within**2))
    elif style.shape == "pods":
        profile = np.minimum(np.sqrt(np.clip(1.12 - within**2, 0.14, 1)), np.maximum(ends, 0.3))
    elif style.shape == "waist":
        profile = np.where(within > 0.8, 1.0, 1 - style.bulge) * np.maximum(ends, 0.6)
    elif style.shape == "bone":
        profile = np.maximum(ends, 0.3) * (1 - style.bulge * 0.9 * (1 - (np.abs(y) / half) ** 2))
    elif style.shape == "spindle":
        profile = np.maximum(np.cos(y / half * math.pi / 2) ** 0.5, 0.12)
    else:
        profile = ends
    x = profile * width / 2
    return np.vstack([np.stack([x, y], 1), np.stack([-x, y], 1)[::-1]])
