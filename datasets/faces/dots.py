"""The dot suit: where the pips stand, and how a pip and the great wheel of the one are drawn."""

import math
from dataclasses import dataclass

import numpy as np

from datasets.faces.ink import Canvas, Ink, leaf, oval, turned
from datasets.faces.palette import Palette

OUTERS = ("disc", "ring", "double", "toothed", "beads", "petals", "open petals", "scallop", "cog")
INNERS = ("none", "dot", "ring", "target", "cross", "four petals", "six petals", "coin", "saltire", "spokes")


@dataclass(frozen=True, slots=True)
class DotStyle:
    """One set's dot suit: pip pattern, line width as a share of the radius, spacing, and who is painted what."""

    outer: str
    inner: str
    line: float
    inner_size: float
    turn: float
    spokes: int
    red_centre: bool
    size: float
    spread: float
    touching: float
    colouring: tuple[tuple[str, ...], ...]
    mirrored: bool
    six_even: bool
    tall: float
    slope: float
    five_close: float
    eight_split: float
    nine_rows: float
    halo: bool
    wheel: int


def random_dots(rng: np.random.Generator) -> DotStyle:
    """A dot suit style."""
    outer = str(rng.choice(OUTERS, p=[0.3, 0.2, 0.14, 0.06, 0.05, 0.08, 0.06, 0.07, 0.04]))
    inner = str(rng.choice(INNERS, p=[0.05, 0.2, 0.14, 0.14, 0.1, 0.11, 0.07, 0.06, 0.06, 0.07]))
    if outer in ("disc", "scallop") and rng.random() < 0.45:
        inner = str(rng.choice(["ring", "target"]))
    if outer in ("ring", "double") and inner == "none" and rng.random() < 0.6:
        inner = "dot"
    return DotStyle(
        outer=outer,
        inner=inner,
        line=float(rng.uniform(0.12, 0.3)),
        inner_size=float(rng.uniform(0.38, 0.68)),
        turn=float(rng.choice([0.0, 45.0, rng.uniform(0, 90)])),
        spokes=int(rng.choice([6, 8, 10, 12])),
        red_centre=bool(rng.random() < 0.12),
        size=float(rng.uniform(0.86, 1.08)),
        spread=float(rng.uniform(0.88, 1.08)),
        touching=float(rng.choice([rng.uniform(-0.02, 0.05), rng.uniform(0.0, 0.16)])),
        colouring=_random_colouring(rng),
        mirrored=bool(rng.random() < 0.2),
        six_even=bool(rng.random() < 0.15),
        tall=float(rng.uniform(0.92, 1.06)),
        slope=float(rng.uniform(30, 48)),
        five_close=float(rng.uniform(0.78, 1.06)),
        eight_split=float(rng.choice([0.0, rng.uniform(0, 22)])),
        nine_rows=float(rng.uniform(84, 110)),
        halo=bool(rng.random() < 0.3),
        wheel=int(rng.integers(1 << 31)),
    )


def _random_colouring(rng: np.random.Generator) -> tuple[tuple[str, ...], ...]:
    """Paint names for the pips of 1 … 9, in the order of `places`."""
    kind = rng.random()
    if kind < 0.07:
        ink = str(rng.choice(["blue", "green", "dark", "red"]))
        return tuple((ink,) * n for n in range(1, 10))
    g, b, r = "green", "blue", "red"
    if kind < 0.14:
        b = g
    elif kind < 0.2:
        g = b
    nine = [(g,) * 3, (r,) * 3, (b,) * 3]
    if rng.random() < 0.3:
        nine = [nine[int(i)] for i in rng.permutation(3)]
    two = ((g, b), (b, g), (g, g), (b, b), (g, r))[int(rng.choice(5, p=[0.4, 0.2, 0.15, 0.15, 0.1]))]
    three = ((g, r, b), (b, r, g), (r, b, g), (b, b, b), (g, r, g))[int(rng.choice(5, p=[0.35, 0.4, 0.1, 0.05, 0.1]))]
    four = ((g, b, b, g), (b, g, g, b), (g,) * 4, (b,) * 4, (g, g, b, b))[
        int(rng.choice(5, p=[0.35, 0.3, 0.13, 0.17, 0.05]))
    ]
    five = (*four[:2], r, *four[2:]) if rng.random() < 0.9 else (b, b, r, g, g)
    top, low = (g, r) if rng.random() < 0.85 else (r, g)
    eight = (b if rng.random() < 0.8 else g,) * 8
    return (
        (str(rng.choice([g, b, r], p=[0.45, 0.35, 0.2])),),
        two,
        three,
        four,
        five,
        (top,) * 2 + (low,) * 4,
        (top,) * 3 + (low,) * 4,
        eight,
        nine[0] + nine[1] + nine[2],
    )


def places(rank: int, style: DotStyle) -> tuple[list[tuple[float, float]], float]:
    """Centres of the pips, top row first, left to right, and their radius, in face units."""
    gap = 1 + max(style.touching, -0.02)
    if rank == 2:
        radius, step = 52.0, 84.0
        spots = [(0.0, -step), (0.0, step)]
    elif rank == 3:
        radius = 45.0
        spots = [(-62.0, -112.0), (0.0, 0.0), (62.0, 112.0)]
    elif rank == 4:
        radius = 45.0
        spots = [(x, y) for y in (-88.0, 88.0) for x in (-56.0, 56.0)]
    elif rank == 5:
        radius = 41.0
        w, h = 64 * max(style.five_close, 0.82), 104 * style.five_close
        spots = [(-w, -h), (w, -h), (0.0, 0.0), (-w, h), (w, h)]
    elif rank == 6:
        radius = 41.0
        across = radius * gap
        rows = (-105.0, 0.0, 105.0) if style.six_even else (-108.0, 30.0, 30.0 + 2 * across)
        spots = [(x, y) for y in rows for x in (-across - 5, across + 5)]
    elif rank == 7:
        radius = 35.0
        across = radius * gap
        slope = style.slope
        spots = [(-2.02 * across, -108.0 - slope), (0.0, -108.0), (2.02 * across, -108.0 + slope)]
        spots += [(x, y) for y in (44.0, 44.0 + 2.05 * across) for x in (-across - 4, across + 4)]
    elif rank == 8:
        radius = 37.5
        across = radius * gap
        split = style.eight_split / 2
        rows8 = [(2 * i - 3) * min(across * 1.05, 42.5) + (split if i > 1 else -split) for i in range(4)]
        spots = [(x, y) for y in rows8 for x in (-across - 4, across + 4)]
    elif rank == 9:
        radius = 36.0
        across = min(2 * radius * gap, 74.0)
        spots = [(x, y) for y in (-style.nine_rows, 0.0, style.nine_rows) for x in (-across, 0.0, across)]
    else:
        raise ValueError(f"pips stand in places for ranks 2 to 9, not {rank}")
    radius *= min(style.size, 1.0) if rank in (8, 9) else style.size
    sign = -1 if style.mirrored and rank in (3, 7) else 1
    order = spots if sign > 0 else [(-x, y) for x, y in spots]
    high = style.spread * (min(style.tall, 1.0) if rank in (7, 8) else style.tall)
    high = max(high, style.spread * 0.99) if rank in (6, 7, 8) else high
    return [(150 + x * style.spread, 200 + y * high) for x, y in order], radius * style.spread


def draw_dots(canvas: Canvas, rank: int, style: DotStyle, palette: Palette, rng: np.random.Generator) -> None:
    """Draw the dot tile of the rank 1 to 9."""
    inks = [_ink(palette, name) for name in style.colouring[rank - 1]]
    if rank == 1:
        draw_wheel(canvas, style, palette, inks[0])
        return
    spots, radius = places(rank, style)
    for (x, y), ink in zip(spots, inks, strict=True):
        centre = palette.red if style.red_centre else ink
        if style.halo:
            canvas.disc(x, y, radius * 1.07, None)
        draw_pip(canvas, x + rng.normal(0, 0.7), y + rng.normal(0, 0.7), radius, style, ink, centre)


def _ink(palette: Palette, name: str) -> Ink:
    return {"green": palette.green, "blue": palette.blue, "red": palette.red, "dark": palette.dark}[name]


def draw_pip(canvas: Canvas, x: float, y: float, radius: float, style: DotStyle, ink: Ink, centre: Ink) -> None:
    """One pip of the style."""
    line = max(radius * style.line, 3.0)
    filled = _outer(canvas, x, y, radius, line, style, ink)
    inside = (radius - 2 * line if style.outer in ("toothed", "double") else radius) * style.inner_size
    if style.outer in ("ring",):
        inside = min(inside, radius - line * 1.9)
    _inner(canvas, x, y, max(inside, radius * 0.22), line, style, None if filled else centre)
    if filled and style.red_centre:
        canvas.disc(x, y, radius * 0.22, centre)


def _outer(canvas: Canvas, x: float, y: float, radius: float, line: float, style: DotStyle, ink: Ink) -> bool:
    """Draw the pip's outer part; True where the inner part has to be cut out of it."""
    kind = style.outer
    if kind == "disc":
        canvas.disc(x, y, radius, ink)
    elif kind == "ring":
        canvas.ring(x, y, radius, line, ink)
    elif kind == "double":
        canvas.ring(x, y, radius, line * 0.7, ink)
        canvas.ring(x, y, radius - line * 1.4, line * 0.6, ink)
    elif kind == "toothed":
        canvas.ring(x, y, radius, line * 0.6, ink)
        for a in np.arange(0, 360, 30) + style.turn:
            ray = turned(np.array([(radius - line * 1.5, 0.0), (radius, 0.0)]), float(a)) + np.array([x, y])
            canvas.line(ray, line * 0.5, ink)
    elif kind == "beads":
        for bx, by in oval(x, y, radius * 0.82, radius * 0.82, style.turn, 12):
            canvas.disc(bx, by, radius * 0.17, ink)
    elif kind == "petals":
        for a in np.arange(0, 360, 45) + style.turn:
            px, py = turned(np.array([(radius * 0.62, 0.0)]), float(a))[0] + np.array([x, y])
            canvas.polygon(oval(px, py, radius * 0.36, radius * 0.21, float(a), 14), ink)
    elif kind == "open petals":
        for a in np.arange(0, 360, 45) + style.turn:
            px, py = turned(np.array([(radius * 0.66, 0.0)]), float(a))[0] + np.array([x, y])
            canvas.line(oval(px, py, radius * 0.3, radius * 0.22, float(a), 14), line * 0.5, ink, closed=True)
    else:
        count, depth = (10, 0.1) if kind == "scallop" else (14, 0.14)
        t = np.linspace(0, 2 * math.pi, 70, endpoint=False)
        r = radius * (1 - depth / 2 + depth / 2 * np.cos(count * t))
        canvas.polygon(np.stack([x + r * np.cos(t), y + r * np.sin(t)], 1), ink)
    return kind in ("disc", "scallop", "cog")


def _inner(canvas: Canvas, x: float, y: float, radius: float, line: float, style: DotStyle, ink: Ink | None) -> None:
    kind, thin = style.inner, max(line * 0.55, 2.2)
    if kind == "dot":
        canvas.disc(x, y, radius * 0.75, ink)
    elif kind == "ring":
        canvas.ring(x, y, radius, thin, ink)
    elif kind == "target":
        canvas.ring(x, y, radius, thin, ink)
        canvas.disc(x, y, radius * 0.4, ink)
    elif kind in ("cross", "saltire"):
        for a in (0, 90) if kind == "cross" else (45, 135):
            canvas.line(turned(np.array([(-radius, 0.0), (radius, 0.0)]), a) + np.array([x, y]), thin * 1.2, ink)
    elif kind in ("four petals", "six petals"):
        count = 4 if kind == "four petals" else 6
        for a in np.arange(count) * 360 / count + style.turn:
            px, py = turned(np.array([(radius * 0.6, 0.0)]), float(a))[0] + np.array([x, y])
            canvas.polygon(oval(px, py, radius * 0.5, radius * 0.9 / count, float(a), 14), ink)
    elif kind == "coin":
        half = radius * 0.6
        canvas.line(
            [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)],
            thin,
            ink,
            closed=True,
        )
    elif kind == "spokes":
        for a in np.arange(style.spokes) * 360 / style.spokes + style.turn:
            canvas.line(
                turned(np.array([(radius * 0.35, 0.0), (radius, 0.0)]), float(a)) + np.array([x, y]), thin * 0.8, ink
            )
        canvas.disc(x, y, radius * 0.25, ink)


def draw_wheel(canvas: Canvas, style: DotStyle, palette: Palette, ink: Ink) -> None:
    """The single great dot: concentric bands, each of some pattern, around a centre."""
    rng = np.random.default_rng(style.wheel)
    outermost = radius = float(rng.uniform(84, 130))
    x, y = 150.0, 200.0
    others = [palette.green, palette.blue, palette.red, ink, ink]
    if rng.random() < 0.22:
        radius = _sunflower(canvas, x, y, radius, ink, rng)
    while radius > outermost * 0.3:
        colour = ink if radius > outermost * 0.75 else others[int(rng.integers(5))]
        radius -= _band(canvas, x, y, radius, outermost, colour, rng)
    _hub(canvas, x, y, max(radius, 14.0), palette.red if rng.random() < 0.7 else ink, rng)


def _sunflower(canvas: Canvas, x: float, y: float, radius: float, ink: Ink, rng: np.random.Generator) -> float:
    """Petals standing free around the wheel; returns the radius left inside."""
    count, inside = int(rng.integers(10, 19)), radius * float(rng.uniform(0.48, 0.65))
    open_petals = rng.random() < 0.6
    pointed = rng.random() < 0.4
    for a in np.arange(count) * 360 / count:
        middle, half = (radius + inside) / 2, (radius - inside) / 2
        wide = math.pi * middle / count * 0.92
        if pointed:
            start = turned(np.array([(inside, 0.0)]), float(a))[0] + np.array([x, y])
            outline = leaf(start[0], start[1], 2 * half, 2 * wide, float(a))
        else:
            cx, cy = turned(np.array([(middle, 0.0)]), float(a))[0] + np.array([x, y])
            outline = oval(cx, cy, half, wide, float(a), 16)
        if open_petals:
            canvas.line(outline, 4.0, ink, closed=True)
        else:
            canvas.polygon(outline, ink)
    return inside


def _band(canvas: Canvas, x: float, y: float, radius: float, whole: float, ink: Ink, rng: np.random.Generator) -> float:
    """One band of the wheel at `radius`; returns how much of the radius it used up."""
    width = whole * float(rng.uniform(0.1, 0.3))
    kind = int(rng.integers(9))
    count = int(rng.integers(8, 25))
    angles = np.arange(count) * 360 / count
    if kind <= 1:
        line = width * float(rng.uniform(0.25, 0.6))
        canvas.ring(x, y, radius, line, ink)
        return max(line * 1.6, 8.0)
    if kind in (2, 3):
        # A solid band with a pattern cut out of it.
        canvas.ring(x, y, radius, width, ink)
        middle = radius - width / 2
        for a in angles:
            px, py = turned(np.array([(middle, 0.0)]), float(a))[0] + np.array([x, y])
            wide = min(math.pi * middle / count * 0.6, width * 0.32)
            canvas.polygon(oval(px, py, width * 0.32 if kind == 2 else wide, wide, float(a), 12), None)
        return width + 3
    if kind == 4:
        for a in angles:
            px, py = turned(np.array([(radius - width / 2, 0.0)]), float(a))[0] + np.array([x, y])
            canvas.disc(px, py, min(width / 2, math.pi * radius / count * 0.6), ink)
        return width + 4
    if kind == 5:
        for a in angles:
            canvas.line(turned(np.array([(radius - width, 0.0), (radius, 0.0)]), float(a)) + np.array([x, y]), 4.0, ink)
        return width + 3
    if kind == 6:
        t = np.linspace(0, 2 * math.pi, 90, endpoint=False)
        r = radius - width / 2 + width / 2.4 * np.cos(count * t / 1.0)
        canvas.line(np.stack([x + r * np.cos(t), y + r * np.sin(t)], 1), 4.0, ink, closed=True)
        return width + 3
    if kind == 7:
        petals = max(6, count // 2)
        for a in np.arange(petals) * 360 / petals:
            px, py = turned(np.array([(radius - width / 2, 0.0)]), float(a))[0] + np.array([x, y])
            canvas.polygon(
                oval(px, py, width / 2, min(math.pi * radius / petals * 0.8, width * 0.6), float(a), 14), ink
            )
        return width + 3
    canvas.disc(x, y, radius, ink)
    canvas.disc(x, y, radius - width * 0.5, None)
    return width * 0.5 + 5


def _hub(canvas: Canvas, x: float, y: float, radius: float, ink: Ink, rng: np.random.Generator) -> None:
    kind = int(rng.integers(7))
    turn = float(rng.choice([0.0, 45.0]))
    if kind == 0:
        canvas.disc(x, y, radius, ink)
    elif kind == 1:
        canvas.ring(x, y, radius, radius * 0.3, ink)
        canvas.disc(x, y, radius * 0.4, ink)
    elif kind == 2:
        canvas.ring(x, y, radius, radius * 0.3, ink)
    elif kind == 3:
        canvas.disc(x, y, radius, ink)
        for a in (turn, turn + 90):
            canvas.line(
                turned(np.array([(-radius * 0.8, 0.0), (radius * 0.8, 0.0)]), a) + np.array([x, y]), radius * 0.3, None
            )
    elif kind == 4:
        for a in np.arange(0, 360, 72) + turn:
            px, py = turned(np.array([(radius * 0.6, 0.0)]), float(a))[0] + np.array([x, y])
            canvas.disc(px, py, radius * 0.42, ink)
        canvas.disc(x, y, radius * 0.25, None)
    elif kind == 5:
        canvas.disc(x, y, radius, ink)
        for a in np.arange(0, 360, 90) + turn:
            px, py = turned(np.array([(radius * 0.55, 0.0)]), float(a))[0] + np.array([x, y])
            canvas.polygon(oval(px, py, radius * 0.36, radius * 0.2, float(a), 12), None)
    else:
        half = radius * 0.6
        canvas.ring(x, y, radius, radius * 0.22, ink)
        canvas.polygon(
            turned(np.array([(-half, -half), (half, -half), (half, half), (-half, half)]) * 0.7, turn)
            + np.array([x, y]),
            ink,
        )
