"""The bird of the one of bamboo, in endless kinds: sparrows, parrots, cranes, peacocks, phoenixes, swallows, owls."""

from dataclasses import dataclass

import numpy as np

from datasets.faces.bird_strokes import brushed_bird, displaying_peacock, flying_crane
from datasets.faces.bird_trim import body_marks, head, ornate_stick, seat
from datasets.faces.ink import Canvas, Ink, ribbon, smooth, turned
from datasets.faces.palette import Palette
from datasets.faces.plumage import TAILS, fan_wing, folded_wing, side_wings
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
    names = [*_KINDS, "display", "brushed", "flying", "stick"]
    kind = str(rng.choice(names, p=[0.13, 0.12, 0.07, 0.12, 0.1, 0.04, 0.03, 0.13, 0.2, 0.05, 0.01]))
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
    whole = {"display": displaying_peacock, "brushed": brushed_bird, "flying": flying_crane, "stick": ornate_stick}
    if style.kind in whole:
        whole[style.kind](sketch, inks, rng)
        return sketch
    kind = _KINDS[style.kind]
    spine = np.array(kind.spine) + rng.normal(0, 7.0, (len(kind.spine), 2))
    spine = turned(spine - 150.0, float(rng.normal(0, 10))) + 150.0
    widths = np.array(kind.widths) * rng.uniform(0.8, 1.2, len(kind.widths))
    path = smooth(spine)
    tail_way = spine[0] - spine[1]
    seat(sketch, str(rng.choice(kind.seats)), spine, kind.legs * float(rng.uniform(0.7, 1.2)), inks, rng)
    TAILS[str(rng.choice(kind.tails))](sketch, spine[0], tail_way, inks[1], inks[2], rng)
    wing = str(rng.choice(kind.wings))
    if wing in ("raised", "spread"):
        fan_wing(sketch, (spine[1] + spine[2]) / 2, -1, inks[3], rng)
    sketch.shape(ribbon(path, widths), inks[0])
    body_marks(sketch, path, widths, inks[0], rng)
    if wing in ("folded", "lines"):
        folded_wing(sketch, spine, widths, inks[3], rng, lines_only=wing == "lines")
    elif wing == "both":
        side_wings(sketch, spine, widths, inks[3], rng)
    elif wing == "spread":
        fan_wing(sketch, (spine[1] + spine[2]) / 2, 1, inks[3], rng)
    head(sketch, style.kind, spine, kind.head * float(rng.uniform(0.85, 1.2)), inks, rng)
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
