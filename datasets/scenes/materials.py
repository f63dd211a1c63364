"""What a set of tiles, a light and a table are made of: colours and proportions."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from datasets.scenes.geometry import Dims
from datasets.scenes.types import Floats

Colour = tuple[float, float, float]

_FACES: tuple[tuple[Colour, float], ...] = (
    ((248, 248, 246), 4.0),
    ((245, 243, 234), 3.0),
    ((240, 232, 208), 2.0),
    ((232, 214, 172), 1.0),
    ((236, 240, 246), 1.2),
    ((226, 226, 222), 0.8),
    ((224, 240, 226), 0.3),
    ((246, 228, 228), 0.2),
    ((226, 200, 150), 0.3),
)
_BACKS: tuple[tuple[Colour, float], ...] = (
    ((30, 130, 70), 3.0),
    ((60, 180, 90), 2.0),
    ((30, 90, 190), 2.5),
    ((70, 150, 225), 1.5),
    ((235, 190, 40), 1.2),
    ((235, 120, 30), 1.2),
    ((28, 28, 32), 0.8),
    ((190, 140, 80), 1.2),
    ((150, 100, 55), 0.6),
    ((180, 30, 35), 1.0),
    ((180, 30, 130), 0.8),
    ((120, 60, 160), 0.6),
    ((240, 150, 180), 0.5),
    ((20, 130, 130), 0.7),
    ((110, 110, 115), 0.5),
)
_ALIKE = 24.0
"""Steps of 255 in every colour below which a back is taken for a blank face."""


def jitter(rng: np.random.Generator, colour: Colour, spread: float) -> Floats:
    """The colour, a little lighter or darker and a little off in hue."""
    shared = rng.normal(0.0, spread)
    return np.clip(np.asarray(colour, dtype=np.float64) + shared + rng.normal(0.0, spread * 0.5, 3), 4, 254)


def pick(rng: np.random.Generator, table: tuple[tuple[Colour, float], ...]) -> Colour:
    weights = np.array([w for _, w in table])
    return table[int(rng.choice(len(table), p=weights / weights.sum()))][0]


@dataclass(frozen=True, slots=True)
class Body:
    """The plastic of one set."""

    dims: Dims
    face: Floats
    side: Floats
    back_side: Floats
    back: Floats
    gloss: float
    """0 matt to 1 shining."""
    engraving: float
    """How deep the ink lies, 0 printed to 1 deeply cut."""

    @property
    def one_colour(self) -> bool:
        """Whether a back by itself looks like a blank face."""
        return bool(np.abs(self.back - self.face).max() < _ALIKE)


def random_body(rng: np.random.Generator, suggested: tuple[int, int, int], blank_white: bool = False) -> Body:
    """A body, half the time of the colour that the set's inks suggest.

    `blank_white`: the set's white dragon bears nothing, so that a back of the face's colour would look the same.
    """
    face = jitter(rng, suggested if rng.random() < 0.5 else pick(rng, _FACES), 4.0)
    depth = float(rng.uniform(0.55, 0.88))
    one_piece = rng.random() < 0.16 and not blank_white
    back = face * rng.uniform(0.94, 1.0) if one_piece else jitter(rng, pick(rng, _BACKS), 12.0)
    bevel = float(rng.uniform(0.015, 0.05))
    dims = Dims(
        h=float(rng.uniform(1.27, 1.42)),
        d=depth,
        radius=float(rng.uniform(0.06, 0.17)),
        bevel=bevel,
        seam=0.02 if one_piece else float(rng.uniform(0.22, 0.5)),
    )
    side = face * np.asarray(rng.uniform(0.94, 1.0)) - np.array([0.0, 1.0, 4.0]) * rng.random()
    return Body(dims, face, side, back * rng.uniform(0.92, 1.02), back, float(rng.random()), float(rng.random()))


@dataclass(frozen=True, slots=True)
class Light:
    """One main light over an even glow."""

    direction: Floats
    """From the table towards the light, a unit vector."""
    ambient: float
    softness: float
    """Of shadows, in tile widths."""
    strength: float
    """Of the cast shadow, 0 to 1."""

    def shade(self, normal: Floats) -> float:
        """Brightness of a surface against that of one facing straight up."""
        up = self.ambient + (1 - self.ambient) * self.direction[2]
        glow = self.ambient * (0.8 + 0.2 * normal[2])
        direct = (1 - self.ambient) * max(0.0, float(normal @ self.direction))
        return float(min((glow + direct) / up, 1.18))


def random_light(rng: np.random.Generator) -> Light:
    height = np.deg2rad(rng.uniform(28, 85))
    turn = rng.uniform(0, 2 * np.pi)
    direction = np.array([np.cos(turn) * np.cos(height), np.sin(turn) * np.cos(height), np.sin(height)])
    return Light(
        direction,
        ambient=float(rng.uniform(0.4, 0.8)),
        softness=float(rng.uniform(0.05, 0.6)),
        strength=float(rng.uniform(0.15, 0.6)),
    )
