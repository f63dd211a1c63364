"""The inks of a tile set: which colour each part of the designs is painted in."""

import colorsys
from dataclasses import dataclass, fields

import numpy as np

from datasets.faces.ink import Ink

# Hue (degrees), saturation and value ranges of paints seen on tiles.
_PAINTS: dict[str, tuple[tuple[float, float], tuple[float, float], tuple[float, float]]] = {
    "red": ((346, 372), (0.70, 1.0), (0.55, 0.95)),
    "maroon": ((340, 368), (0.65, 0.95), (0.35, 0.60)),
    "pink red": ((340, 360), (0.50, 0.75), (0.75, 0.98)),
    "orange": ((8, 28), (0.75, 1.0), (0.75, 0.98)),
    "green": ((125, 165), (0.60, 1.0), (0.20, 0.52)),
    "bright green": ((120, 160), (0.60, 0.95), (0.50, 0.80)),
    "dark green": ((130, 175), (0.45, 0.95), (0.12, 0.30)),
    "olive": ((75, 115), (0.55, 0.90), (0.28, 0.50)),
    "blue": ((208, 236), (0.70, 1.0), (0.45, 0.90)),
    "navy": ((215, 248), (0.60, 1.0), (0.20, 0.48)),
    "sky": ((192, 214), (0.55, 0.90), (0.65, 0.92)),
    "violet": ((240, 285), (0.45, 0.85), (0.30, 0.65)),
    "black": ((0, 360), (0.0, 0.25), (0.03, 0.20)),
    "grey": ((0, 360), (0.0, 0.15), (0.25, 0.45)),
    "brown": ((12, 32), (0.45, 0.80), (0.25, 0.50)),
    "gold": ((36, 50), (0.60, 0.95), (0.65, 0.92)),
}


@dataclass(frozen=True, slots=True)
class Palette:
    """Inks by part. `blue` is the set's second dark colour, which in many sets is black or the green itself."""

    red: Ink
    green: Ink
    blue: Ink
    dark: Ink
    accent: Ink
    numeral: Ink
    wan: Ink
    wind: Ink
    centre: Ink
    fortune: Ink
    white: Ink
    index: Ink

    def all_red(self) -> "Palette":
        """The same paints with red for everything, as on the red fives of Japanese sets."""
        return Palette(**{part.name: self.red for part in fields(self)})


def paint(rng: np.random.Generator, name: str) -> Ink:
    """One batch of the named paint."""
    hue, saturation, value = (rng.uniform(*span) for span in _PAINTS[name])
    r, g, b = colorsys.hsv_to_rgb((hue % 360) / 360, saturation, value)
    return round(r * 255), round(g * 255), round(b * 255)


def _pick(rng: np.random.Generator, options: dict[str, float]) -> str:
    names = list(options)
    weights = np.array([options[n] for n in names])
    return names[int(rng.choice(len(names), p=weights / weights.sum()))]


def random_palette(rng: np.random.Generator) -> Palette:
    """Colours as tile makers combine them: mostly red, green and blue or black, now and then something else."""
    red = paint(rng, _pick(rng, {"red": 7, "maroon": 1.5, "pink red": 0.8, "orange": 0.7}))
    green = paint(rng, _pick(rng, {"green": 6, "bright green": 1.6, "dark green": 2.6, "olive": 0.4}))
    second = _pick(rng, {"blue": 4, "navy": 2, "sky": 1, "black": 3.5, "dark green": 0.6, "violet": 0.3, "grey": 0.2})
    blue = paint(rng, second)
    dark = blue if rng.random() < 0.6 else paint(rng, _pick(rng, {"black": 5, "navy": 1, "grey": 0.5, "brown": 0.3}))
    if rng.random() < 0.02:
        # A one-colour engraving, as on unpainted or budget sets.
        only = paint(rng, _pick(rng, {"black": 3, "brown": 1, "navy": 1, "dark green": 1, "gold": 0.5}))
        red = green = blue = dark = only
    accent = paint(rng, _pick(rng, {"gold": 3, "orange": 1, "sky": 1, "violet": 0.5, "bright green": 0.5}))
    chance = rng.random(8)
    numeral = green if chance[0] < 0.08 else (dark if chance[0] < 0.6 else blue)
    wind = green if chance[1] < 0.06 else (dark if chance[1] < 0.6 else blue)
    return Palette(
        red=red,
        green=green,
        blue=blue,
        dark=dark,
        accent=accent,
        numeral=red if chance[2] < 0.04 else numeral,
        wan=red if chance[3] < 0.95 else dark,
        wind=red if chance[4] < 0.02 else wind,
        centre=red,
        fortune=green if chance[5] < 0.95 else dark,
        white=(blue, blue, dark, green, red)[int(rng.integers(5))],
        index=(red, dark, dark, blue, green)[int(rng.integers(5))],
    )
