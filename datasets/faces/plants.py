"""Little drawings for the flower tiles: the four plants, seasonal plants, and scenes with people, houses and boats."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from datasets.faces.ink import Ink, arc, bezier, leaf, oval, smooth, turned
from datasets.faces.palette import Palette
from datasets.faces.sketch import Sketch


@dataclass(frozen=True, slots=True)
class Paints:
    """What stems, leaves, blossoms and their centres are painted in."""

    stem: Ink
    leaf: Ink
    blossom: Ink
    heart: Ink


def random_paints(rng: np.random.Generator, palette: Palette) -> Paints:
    """Mostly green leaves and red blossoms."""
    if rng.random() < 0.1:
        only = (palette.blue, palette.green, palette.dark, palette.red)[int(rng.integers(4))]
        return Paints(only, only, only, only)
    leaves = palette.green if rng.random() < 0.8 else palette.dark
    return Paints(
        stem=leaves if rng.random() < 0.6 else palette.dark,
        leaf=leaves,
        blossom=palette.red if rng.random() < 0.8 else (palette.blue if rng.random() < 0.6 else palette.accent),
        heart=palette.accent if rng.random() < 0.4 else palette.red,
    )


def blossom(
    s: Sketch, x: float, y: float, radius: float, petals: int, paints: Paints, rng: np.random.Generator
) -> None:
    """A flower seen from above, its petals round or pointed, with a heart."""
    pointed, turn = rng.random() < 0.3, float(rng.uniform(0, 360))
    for a in np.arange(petals) * 360 / petals + turn:
        if pointed:
            s.shape(leaf(x, y, radius, radius * 3.4 / petals, float(a)), paints.blossom)
        else:
            px, py = turned(np.array([(radius * 0.6, 0.0)]), float(a))[0] + np.array([x, y])
            s.shape(
                oval(px, py, radius * 0.42, min(radius * 1.9 / petals, radius * 0.42), float(a), 14), paints.blossom
            )
    s.dot(x, y, radius * 0.26, None)
    s.dot(x, y, radius * 0.17, paints.heart)


def rose(s: Sketch, x: float, y: float, radius: float, paints: Paints, rng: np.random.Generator) -> None:
    """A full flower of nested curls, as engravers love it."""
    s.stroke(oval(x, y, radius, radius * 0.9, 0, 24), paints.blossom, closed=True)
    for k in (0.75, 0.5, 0.28):
        start = float(rng.uniform(0, 360))
        s.stroke(arc(x, y, radius * k, start, start + float(rng.uniform(150, 300))), paints.blossom)
    for a in np.arange(5) * 72 + float(rng.uniform(0, 72)):
        px, py = turned(np.array([(radius * 1.05, 0.0)]), float(a))[0] + np.array([x, y])
        s.stroke(arc(px, py, radius * 0.5, float(a) - 100, float(a) + 100, 10), paints.blossom)


def plum(s: Sketch, paints: Paints, rng: np.random.Generator) -> None:
    """A crooked branch with five-petalled blossoms and buds."""
    x, y = 30.0, 260.0
    path = [(x, y)]
    for i in range(int(rng.integers(3, 6))):
        x += float(rng.uniform(10, 45)) * (1 if i % 2 else -0.4)
        y -= float(rng.uniform(35, 60))
        path.append((x, y))
    s.stroke(path, paints.stem, s.line * 1.5)
    for px, py in path[1:]:
        side = float(rng.choice([-1, 1]))
        twig = (px + side * float(rng.uniform(25, 60)), py - float(rng.uniform(10, 50)))
        s.stroke([(px, py), twig], paints.stem)
        if rng.random() < 0.7:
            blossom(s, twig[0], twig[1], float(rng.uniform(20, 32)), 5, paints, rng)
        else:
            s.dot(twig[0], twig[1], 8, paints.blossom)
    blossom(s, path[-1][0], path[-1][1], float(rng.uniform(22, 36)), 5, paints, rng)


def orchid(s: Sketch, paints: Paints, rng: np.random.Generator) -> None:
    """Long grassy leaves arching from one root, with one to three narrow-petalled flowers."""
    for i in range(int(rng.integers(4, 9))):
        side = float(rng.choice([-1, 1])) if i else 1.0
        reach, high = float(rng.uniform(20, 130)) * side, float(rng.uniform(90, 220))
        path = bezier(
            (0, 0),
            (reach * 0.1, -high * 0.7),
            (reach * 0.5, -high * 1.1),
            (reach, -high * float(rng.uniform(0.4, 0.95))),
        )
        s.stroke(path, paints.leaf, s.line * float(rng.uniform(0.9, 1.5)))
    for _ in range(int(rng.integers(1, 4))):
        x, y = float(rng.uniform(-60, 60)), -float(rng.uniform(90, 200))
        s.stroke(bezier((0, 0), (0, y * 0.5), (x, y * 0.6), (x, y)), paints.stem, s.line * 0.7)
        for a in (-160, -120, -60, -20, 90)[: int(rng.integers(3, 6))]:
            s.shape(leaf(x, y, float(rng.uniform(24, 38)), 13, a + float(rng.normal(0, 12)), 0.1), paints.blossom)
        s.dot(x, y, 5, paints.heart)
    if rng.random() < 0.3:
        s.shape([(-45, 0), (45, 0), (34, 42), (-34, 42)], paints.stem)


def bamboo_plant(s: Sketch, paints: Paints, rng: np.random.Generator) -> None:
    """Jointed canes with sprays of pointed leaves."""
    count = int(rng.integers(1, 4))
    lean = float(rng.normal(0, 25))
    for i in range(count):
        x, top = i * float(rng.uniform(34, 55)), -float(rng.uniform(170, 250))
        joints = np.linspace(0, top, int(rng.integers(4, 7)))
        wide = float(rng.uniform(6, 15))
        for a, b in pairwise(joints):
            xa, xb = x + lean * a / top, x + lean * b / top
            if s.open_shapes:
                for side in (-wide / 2, wide / 2):
                    s.stroke([(xa + side, a - 3), (xb + side, b + 3)], paints.stem, s.line * 0.7)
                s.stroke([(xb - wide * 0.8, b), (xb + wide * 0.8, b)], paints.stem, s.line * 0.7)
            else:
                s.stroke([(xa, a - 4), (xb, b + 4)], paints.stem, wide)
        for b in joints[1:]:
            if rng.random() < 0.75:
                side = float(rng.choice([-1, 1]))
                way = 90 - side * float(rng.uniform(30, 95))
                for a in (-26, 0, 26)[: int(rng.integers(2, 4))]:
                    s.shape(
                        leaf(x + lean * b / top, b, float(rng.uniform(40, 70)), 15, way + a, 0.08 * side), paints.leaf
                    )


def chrysanthemum(s: Sketch, paints: Paints, rng: np.random.Generator) -> None:
    """Heads of many thin petals over lobed leaves."""
    heads = [(0.0, -170.0, float(rng.uniform(48, 70)))]
    if rng.random() < 0.5:
        heads.append((float(rng.choice([-70, 75])), -float(rng.uniform(70, 120)), float(rng.uniform(28, 44))))
    for x, y, radius in heads:
        s.stroke(bezier((0, 20), (0, -40), (x, y * 0.5), (x, y)), paints.stem)
        kind = int(rng.integers(3))
        if kind == 0:
            for layer, petals in ((1.0, 16), (0.66, 11), (0.36, 7)):
                for a in np.arange(petals) * 360 / petals + layer * 40:
                    s.shape(leaf(x, y, radius * layer, radius * 0.2, float(a), 0.05), paints.blossom)
        elif kind == 1:
            for a in np.linspace(-175, -5, int(rng.integers(7, 12))):
                tip = turned(np.array([(radius * 1.15, 0.0)]), float(a))[0] + np.array([x, y])
                s.stroke(bezier((x, y + radius * 0.3), (x, y), tip * 0.6 + np.array((x, y)) * 0.4, tip), paints.blossom)
            s.stroke(arc(x, y, radius * 0.5, 0, 180, 12), paints.blossom)
        else:
            blossom(s, x, y, radius, int(rng.integers(11, 18)), paints, rng)
    _leaves(s, paints, rng, lobed=True)


def _leaves(s: Sketch, paints: Paints, rng: np.random.Generator, *, lobed: bool = False) -> None:
    for _ in range(int(rng.integers(2, 6))):
        y, a = -float(rng.uniform(-10, 90)), float(rng.choice([0, 180])) + float(rng.uniform(-45, 35))
        if lobed:
            for da in (-38, 0, 38):
                s.shape(leaf(0, y, 46, 20, a + da), paints.leaf)
        else:
            s.shape(
                leaf(0, y, float(rng.uniform(40, 85)), float(rng.uniform(18, 34)), a, float(rng.normal(0, 0.2))),
                paints.leaf,
            )


def bouquet(s: Sketch, paints: Paints, rng: np.random.Generator) -> None:
    """A stem or three with flowers of any kind: what most sets put on every season."""
    for _ in range(int(rng.integers(1, 4))):
        x, y = float(rng.uniform(-75, 75)), -float(rng.uniform(90, 190))
        s.stroke(bezier((0, 25), (0, -20), (x * 0.8, y * 0.5), (x, y)), paints.stem)
        radius = float(rng.uniform(30, 52))
        if rng.random() < 0.5:
            rose(s, x, y, radius, paints, rng)
        else:
            blossom(s, x, y, radius, int(rng.choice([5, 6, 8])), paints, rng)
    _leaves(s, paints, rng, lobed=bool(rng.random() < 0.3))
    if rng.random() < 0.15:
        s.shape([(-50, 25), (50, 25), (36, 75), (-36, 75)], paints.blossom)


def lotus(s: Sketch, paints: Paints, rng: np.random.Generator) -> None:
    """A lotus over its round leaf and ripples."""
    s.stroke(bezier((0, 40), (8, 0), (-10, -60), (0, -110)), paints.stem)
    for a in np.linspace(-160, -20, int(rng.choice([5, 7]))):
        s.shape(leaf(0, -100, 75, 34, float(a)), paints.blossom)
    s.shape(oval(float(rng.choice([-55, 55])), 10, 62, 24, 0, 24), paints.leaf)
    for y in (45, 62):
        s.stroke(smooth([(-85, y), (-45, y - 9), (0, y), (45, y - 9), (85, y)]), paints.stem, s.line * 0.7)


def pine(s: Sketch, paints: Paints, rng: np.random.Generator) -> None:
    """A bent pine with fans of needles, maybe in snow."""
    trunk = smooth([(0, 60), (-14, 0), (18, -60), (-8, -120), (30, -165)])
    s.stroke(trunk, paints.stem, s.line * 1.8)
    for x, y in trunk[4::5]:
        cx = x + float(rng.choice([-1, 1])) * float(rng.uniform(30, 60))
        s.stroke([(x, y), (cx, y)], paints.stem)
        for a in np.linspace(-165, -15, 8):
            tip = turned(np.array([(34.0, 0.0)]), float(a))[0] + np.array([cx, y])
            s.stroke([(cx, y), tip], paints.leaf, s.line * 0.6)
    for _ in range(int(rng.integers(0, 7))):
        s.dot(float(rng.uniform(-90, 90)), float(rng.uniform(-180, 40)), 4, paints.blossom)


def maple(s: Sketch, paints: Paints, rng: np.random.Generator) -> None:
    """Falling leaves of five points."""
    for _ in range(int(rng.integers(2, 5))):
        x, y, turn = float(rng.uniform(-75, 75)), float(rng.uniform(-170, 40)), float(rng.uniform(0, 360))
        for a, r in ((0, 60), (45, 50), (-45, 50), (95, 34), (-95, 34)):
            s.shape(leaf(x, y, r, 22, turn + a), paints.blossom)
        s.stroke([(x, y), turned(np.array([(-38.0, 0.0)]), turn)[0] + np.array([x, y])], paints.stem, s.line * 0.7)
    if rng.random() < 0.6:
        s.stroke(smooth([(-100, -190), (-20, -165), (60, -185), (110, -150)]), paints.stem)


def figure(s: Sketch, paints: Paints, rng: np.random.Generator) -> None:
    """A person in a robe with a pole, fan, basket or hoe."""
    s.stroke(oval(0, -150, 20, 24, 0, 18), paints.stem, closed=True)
    if rng.random() < 0.5:
        s.fill([(-42, -160), (42, -160), (0, -195)], paints.blossom)
    robe = [(-22, -122), (22, -122), (float(rng.uniform(40, 62)), 40), (-float(rng.uniform(40, 62)), 40)]
    s.shape(robe, paints.blossom)
    s.stroke([(0, -118), (float(rng.normal(0, 12)), 38)], paints.stem if s.open_shapes else None)
    reach = float(rng.uniform(55, 95))
    s.stroke(smooth([(-18, -105), (-reach * 0.7, -60), (-reach, -85)]), paints.leaf, s.line * 1.2)
    s.stroke(smooth([(18, -105), (reach * 0.6, -50), (reach, -70)]), paints.leaf, s.line * 1.2)
    kind = int(rng.integers(4))
    if kind == 0:
        s.stroke([(reach, -190), (reach + 8, 50)], paints.stem)
    elif kind == 1:
        s.shape(arc(reach + 10, -85, 34, -150, 20, 14), paints.heart)
    elif kind == 2:
        s.stroke([(-reach, -85), (-reach + 10, -10)], paints.stem, s.line * 0.6)
        s.shape(arc(-reach + 10, -8, 24, 0, 180, 12), paints.heart)
    for side in (-18, 18):
        s.stroke([(side, 40), (side + 6, 66)], paints.stem)


def landscape(s: Sketch, paints: Paints, rng: np.random.Generator) -> None:
    """Hills, a house or pagoda, a boat, birds or a sun."""
    s.stroke(smooth([(-110, -40), (-60, -110), (-20, -60), (30, -130), (110, -40)]), paints.leaf)
    if rng.random() < 0.6:
        for i in range(int(rng.integers(1, 4))):
            y, w = 20 - i * 38.0, 48 - i * 9.0
            s.stroke(smooth([(-w - 14, y), (-w, y - 8), (0, y - 26), (w, y - 8), (w + 14, y)]), paints.blossom)
            s.stroke([(-w * 0.7, y), (-w * 0.7, y + 22), (w * 0.7, y + 22), (w * 0.7, y)], paints.stem)
    if rng.random() < 0.6:
        s.shape(arc(float(rng.uniform(-40, 40)), 62, 46, 10, 170, 14), paints.stem)
        s.stroke([(0, 70), (0, 5)], paints.stem)
    for y in (95, 112):
        s.stroke(smooth([(-100, y), (-50, y - 9), (0, y), (50, y - 9), (100, y)]), paints.leaf, s.line * 0.7)
    s.dot(float(rng.choice([-80, 80])), -150, 17, paints.heart)


def garnish(s: Sketch, paints: Paints, rng: np.random.Generator) -> None:
    """Sprigs, curls and specks strewn about the drawing until it is as crowded as on many real tiles."""
    left, top, right, bottom = s.extent()
    for _ in range(int(rng.integers(2, 7))):
        x, y = float(rng.uniform(left, right)), float(rng.uniform(top, bottom))
        kind = int(rng.integers(4))
        if kind == 0:
            for a in np.arange(3) * 40 + float(rng.uniform(0, 360)):
                s.shape(leaf(x, y, float(rng.uniform(22, 40)), 11, float(a), 0.1), paints.leaf)
        elif kind == 1:
            t = np.linspace(0, 5, 16)
            r = float(rng.uniform(10, 20)) * (1 - t / 6)
            s.stroke(np.stack([x + r * np.cos(t), y + r * np.sin(t)], 1), paints.stem, s.line * 0.7)
        elif kind == 2:
            way = float(rng.uniform(0, 360))
            tip = turned(np.array([(45.0, 0.0)]), way)[0]
            s.stroke(
                bezier((x, y), (x + tip[0] * 0.3, y), (x + tip[0], y + tip[1] * 0.6), (x + tip[0], y + tip[1])),
                paints.stem,
            )
        else:
            blossom(s, x, y, float(rng.uniform(12, 20)), 5, paints, rng)


def butterfly(s: Sketch, x: float, y: float, size: float, ink: Ink) -> None:
    """A butterfly, as often seen beside a flower."""
    for side in (-1, 1):
        s.shape(leaf(x, y, size, size * 0.7, -90 + side * 50), ink)
        s.shape(leaf(x, y, size * 0.7, size * 0.5, 90 - side * 40), ink)
        s.stroke([(x, y), (x + side * size * 0.3, y - size * 0.8)], ink, s.line * 0.5)


Drawing = Callable[[Sketch, Paints, np.random.Generator], None]
PLANTS: tuple[Drawing, ...] = (plum, orchid, bamboo_plant, chrysanthemum)
SEASONS: tuple[tuple[Drawing, ...], ...] = (
    (bouquet, bouquet, plum, figure, landscape),
    (lotus, bouquet, lotus, figure, landscape),
    (maple, chrysanthemum, bouquet, figure, landscape),
    (pine, plum, bouquet, figure, landscape),
)
DRAWINGS: tuple[Drawing, ...] = tuple(dict.fromkeys((*PLANTS, *(draw for season in SEASONS for draw in season))))
"""Each drawing once."""
