"""The white dragon: blank, framed in many ways, or with a character or letter."""

from dataclasses import dataclass

import numpy as np

from datasets.faces.characters import WritingStyle
from datasets.faces.glyphs import write_fitted
from datasets.faces.ink import Canvas, Ink, arc
from datasets.faces.palette import Palette


@dataclass(frozen=True, slots=True)
class WhiteStyle:
    """One set's white dragon."""

    frames: int
    size: tuple[float, float]
    line: float
    gap: float
    rounding: float
    corners: str
    border: str
    inside: str
    two_inks: bool

    @property
    def blank(self) -> bool:
        """Whether the face bears no design at all."""
        return self.frames == 0 and not self.inside


def random_white(rng: np.random.Generator) -> WhiteStyle:
    """A white dragon style; about one set in six has it blank."""
    frames = int(rng.choice([0, 1, 2, 3], p=[0.19, 0.28, 0.43, 0.1]))
    inside = ""
    if frames == 0:
        inside = "白" if rng.random() < 0.15 else ""
    elif rng.random() < 0.14:
        inside = str(rng.choice(["B", "P", "白", "W"], p=[0.45, 0.2, 0.3, 0.05]))
    return WhiteStyle(
        frames=frames,
        size=(float(rng.uniform(150, 232)), float(rng.uniform(235, 330))),
        line=float(rng.uniform(5, 18)),
        gap=float(rng.uniform(8, 24)),
        rounding=float(rng.choice([0.0, rng.uniform(6, 36)])),
        corners=str(
            rng.choice(
                ["none", "cut", "triangle", "square", "bracket", "notch", "curl"],
                p=[0.34, 0.14, 0.16, 0.1, 0.1, 0.1, 0.06],
            )
        ),
        border=str(
            rng.choice(
                ["none", "ticks", "dots", "key", "zigzag", "dash", "tiles"], p=[0.56, 0.1, 0.08, 0.08, 0.06, 0.06, 0.06]
            )
        ),
        inside=inside,
        two_inks=bool(rng.random() < 0.15),
    )


def draw_white(canvas: Canvas, style: WhiteStyle, writing: WritingStyle | None, palette: Palette) -> None:
    """Draw the white dragon; nothing at all where the style is blank."""
    wide, high = style.size
    line = style.line if style.frames == 1 else min(style.line, 11.0)
    inks = [palette.white, palette.red if style.two_inks else palette.white, palette.white]
    inset = 0.0
    for i in range(style.frames):
        width = line if i != 1 else line * 0.7
        _frame(canvas, wide - 2 * inset, high - 2 * inset, width, max(style.rounding - inset, 0.0), inks[i])
        if i == 0 and style.border != "none" and style.frames > 1:
            _border(canvas, style.border, wide - 2 * inset - line, high - 2 * inset - line, style.gap, inks[0])
            inset += style.gap
        inset += width + style.gap * 0.6
    if style.frames:
        _corners(canvas, style.corners, wide - 2 * inset + 6, high - 2 * inset + 6, line * 0.75, inks[1])
    if style.inside and writing is not None:
        ink = palette.red if style.two_inks else palette.white
        hand = writing.latin if style.inside.isascii() else writing.honour
        room = 60.0 if style.frames else 190.0
        if hand.face.writes(style.inside):
            write_fitted(canvas, hand, style.inside, 150, 200, (room, room * 1.1), ink)


def _frame(canvas: Canvas, wide: float, high: float, line: float, rounding: float, ink: Ink) -> None:
    w, h = wide / 2 - line / 2, high / 2 - line / 2
    if w <= 5 or h <= 5:
        return
    r = min(rounding, w, h)
    if r < 1:
        path = np.array([(-w, -h), (w, -h), (w, h), (-w, h)])
    else:
        path = np.vstack(
            [
                arc(w - r, h - r, r, 0, 90, 7),
                arc(-w + r, h - r, r, 90, 180, 7),
                arc(-w + r, -h + r, r, 180, 270, 7),
                arc(w - r, -h + r, r, 270, 360, 7),
            ]
        )
    canvas.line(path + np.array([150, 200]), line, ink, closed=True)


def _around(w: float, h: float, step: float) -> list[tuple[float, float, float, float]]:
    """Points along a rectangle with the direction inwards."""
    spots: list[tuple[float, float, float, float]] = []
    for x in np.linspace(-w, w, max(2, round(2 * w / step)) + 1):
        spots += [(float(x), -h, 0.0, 1.0), (float(x), h, 0.0, -1.0)]
    for y in np.linspace(-h, h, max(2, round(2 * h / step)) + 1)[1:-1]:
        spots += [(-w, float(y), 1.0, 0.0), (w, float(y), -1.0, 0.0)]
    return spots


def _border(canvas: Canvas, kind: str, wide: float, high: float, depth: float, ink: Ink) -> None:
    w, h = wide / 2, high / 2
    step = max(depth * 1.3, 14.0)
    for x, y, ix, iy in _around(w, h, step):
        px, py = 150 + x, 200 + y
        if kind == "ticks":
            canvas.line([(px, py), (px + ix * depth, py + iy * depth)], 4, ink)
        elif kind == "dots":
            canvas.disc(px + ix * depth * 0.6, py + iy * depth * 0.6, depth * 0.26, ink)
        elif kind == "zigzag":
            along = step / 2
            canvas.line(
                [
                    (px - iy * along, py - ix * along),
                    (px + ix * depth, py + iy * depth),
                    (px + iy * along, py + ix * along),
                ],
                4,
                ink,
            )
        elif kind == "key":
            a, d = step * 0.32, depth * 0.85
            canvas.line(
                [
                    (px - iy * a, py - ix * a),
                    (px - iy * a + ix * d, py - ix * a + iy * d),
                    (px + iy * a + ix * d, py + ix * a + iy * d),
                    (px + iy * a + ix * d * 0.45, py + ix * a + iy * d * 0.45),
                ],
                4,
                ink,
            )
        elif kind == "dash":
            canvas.line(
                [
                    (px + (ix - iy * 0.5) * depth * 0.6, py + (iy - ix * 0.5) * depth * 0.6),
                    (px + (ix + iy * 0.5) * depth * 0.6, py + (iy + ix * 0.5) * depth * 0.6),
                ],
                5,
                ink,
            )
        else:
            r = depth * 0.42
            cx, cy = px + ix * depth * 0.6, py + iy * depth * 0.6
            canvas.line([(cx - r, cy - r), (cx + r, cy - r), (cx + r, cy + r), (cx - r, cy + r)], 3.5, ink, closed=True)


def _corners(canvas: Canvas, kind: str, wide: float, high: float, line: float, ink: Ink) -> None:
    w, h = wide / 2, high / 2
    size = min(26.0, w * 0.5)
    for sx in (-1, 1):
        for sy in (-1, 1):
            x, y = 150 + sx * w, 200 + sy * h
            if kind == "cut":
                canvas.line([(x - sx * size, y), (x, y - sy * size)], line, ink)
            elif kind == "triangle":
                canvas.polygon([(x, y), (x - sx * size, y), (x, y - sy * size)], ink)
            elif kind == "square":
                canvas.line([(x - sx * size, y), (x - sx * size, y - sy * size), (x, y - sy * size)], line, ink)
            elif kind == "bracket":
                canvas.line([(x - sx * size, y), (x, y), (x, y - sy * size)], line * 1.3, ink)
            elif kind == "notch":
                canvas.line(arc(x, y, size * 0.8, 0, 360, 20), line, ink, closed=True)
            elif kind == "curl":
                t = np.linspace(0, 4.5, 18)
                r = size * (1 - t / 5.5) * 0.7
                spiral = np.stack(
                    [x - sx * size * 0.6 + sx * r * np.cos(t), y - sy * size * 0.6 + sy * r * np.sin(t)], 1
                )
                canvas.line(spiral, line * 0.7, ink)
