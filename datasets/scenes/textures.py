"""Seamless procedural surfaces: cloth, felt, mats, wood, marble, paper, patterned tablecloths."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.scenes.types import Floats, Pixels

SIDE = 512
"""Textures are square and wrap around."""

KINDS = ("felt", "mesh", "wood", "planks", "marble", "plain", "paper", "weave", "check", "stripe", "dots", "damask")
_VARIANTS = 5


def noise(rng: np.random.Generator, side: int, slope: float, stretch: float = 1.0) -> NDArray[np.float32]:
    """Wrapping noise with mean 0 and deviation 1 whose amplitude falls as frequency ** -slope."""
    white = rng.standard_normal((side, side)).astype(np.float32)
    fy = np.fft.fftfreq(side)[:, None] * stretch
    fx = np.fft.rfftfreq(side)[None, :] / stretch
    radius = np.sqrt(fx * fx + fy * fy)
    radius[0, 0] = 1.0
    spectrum = np.fft.rfft2(white) * radius**-slope
    spectrum[0, 0] = 0.0
    field = np.fft.irfft2(spectrum, (side, side)).astype(np.float32)
    return np.asarray(field / (field.std() + 1e-6), dtype=np.float32)


@lru_cache(maxsize=len(KINDS) * _VARIANTS)
def grain(kind: str, variant: int) -> Pixels:
    """The texture as one channel (SIDE, SIDE), to be coloured by `coloured`; the same for the same arguments."""
    rng = np.random.default_rng([KINDS.index(kind), variant, 77])
    field = _FIELDS[kind](rng)
    low, high = np.percentile(field, (0.5, 99.5))
    return np.asarray(np.clip((field - low) / max(high - low, 1e-6) * 255, 0, 255), dtype=np.uint8)


def any_grain(rng: np.random.Generator, kind: str) -> Pixels:
    return grain(kind, int(rng.integers(_VARIANTS)))


def coloured(texture: Pixels, dark: Floats, light: Floats) -> Pixels:
    """RGB (SIDE, SIDE, 3) running from one colour to the other."""
    ramp = np.linspace(0.0, 1.0, 256)[:, None]
    table = np.clip(dark * (1 - ramp) + light * ramp, 0, 255).astype(np.uint8)
    return np.asarray(cv2.LUT(cv2.merge([texture] * 3), table.reshape(1, 256, 3)), dtype=np.uint8)


def _grid() -> tuple[Floats, Floats]:
    y, x = np.mgrid[0:SIDE, 0:SIDE].astype(np.float64) / SIDE
    return x, y


def _felt(rng: np.random.Generator) -> Floats:
    return np.asarray(noise(rng, SIDE, 0.15) + 0.6 * noise(rng, SIDE, 1.2) * rng.uniform(0.3, 1.0))


def _mesh(rng: np.random.Generator) -> Floats:
    x, y = _grid()
    n = float(rng.choice((24, 32, 40)))
    dots = np.cos(2 * np.pi * n * (x + y)) * np.cos(2 * np.pi * n * (x - y))
    return np.asarray(np.tanh(dots * 2.5) + 0.25 * noise(rng, SIDE, 0.9))


def _wood(rng: np.random.Generator) -> Floats:
    slow = noise(rng, SIDE, 1.7, stretch=float(rng.uniform(3, 6)))
    bands = int(rng.integers(3, 14))
    _, y = _grid()
    rings = np.sin(2 * np.pi * (bands * y + slow * rng.uniform(0.15, 0.6)))
    fine = noise(rng, SIDE, 0.7, stretch=7.0)
    return np.asarray(rings * rng.uniform(0.3, 1.0) + fine * rng.uniform(0.3, 0.8) + slow * 0.5)


def _planks(rng: np.random.Generator) -> Floats:
    field = np.asarray(_wood(rng) * 0.5)
    lines = int(rng.choice((4, 6, 8)))
    step = SIDE // lines
    for i in range(lines):
        rows = slice(i * step, (i + 1) * step)
        field[rows] = np.roll(field[rows], int(rng.integers(SIDE)), axis=1) + rng.normal(0, 0.8)
        field[i * step : i * step + 2] -= 2.5
        cut = int(rng.integers(SIDE))
        field[rows, cut : cut + 2] -= 2.0
    return field


def _marble(rng: np.random.Generator) -> Floats:
    warp = noise(rng, SIDE, 1.6)
    veins = 1 - np.abs(np.sin(np.pi * (warp * rng.uniform(0.8, 1.6)))) ** 0.4
    return np.asarray(0.7 * noise(rng, SIDE, 1.5) - 2.5 * veins)


def _plain(rng: np.random.Generator) -> Floats:
    return np.asarray(noise(rng, SIDE, 1.3) + 0.2 * noise(rng, SIDE, 0.2))


def _paper(rng: np.random.Generator) -> Floats:
    field = np.asarray(noise(rng, SIDE, 0.5) * 0.4)
    if rng.random() < 0.5:
        lines = int(rng.choice((16, 32)))
        field[:: SIDE // lines] -= 4.0
        if rng.random() < 0.5:
            field[:, :: SIDE // lines] -= 4.0
    else:
        for top in range(12, SIDE, 20):
            words = np.repeat(rng.random(SIDE // 4) < 0.6, 4)
            field[top : top + 7, words] -= rng.uniform(2, 5, int(words.sum()))
    return field


def _weave(rng: np.random.Generator) -> Floats:
    x, y = _grid()
    n = float(rng.choice((48, 64, 96)))
    threads = np.sin(2 * np.pi * n * x) ** 2 * (np.sin(2 * np.pi * n * y / 2) > 0) + np.sin(2 * np.pi * n * y) ** 2 * (
        np.sin(2 * np.pi * n * x / 2) > 0
    )
    return np.asarray(threads + 0.3 * noise(rng, SIDE, 0.8))


def _check(rng: np.random.Generator) -> Floats:
    x, y = _grid()
    n = float(rng.integers(3, 9))
    field = (np.floor(2 * n * x) % 2) + (np.floor(2 * n * y) % 2)
    return np.asarray(field + 0.12 * noise(rng, SIDE, 0.3))


def _stripe(rng: np.random.Generator) -> Floats:
    x, y = _grid()
    n = float(rng.integers(2, 16))
    line = x if rng.random() < 0.5 else y
    field = np.tanh(4 * (np.sin(2 * np.pi * n * line) + rng.uniform(-0.6, 0.6)))
    return np.asarray(field + 0.15 * noise(rng, SIDE, 0.4))


def _dots(rng: np.random.Generator) -> Floats:
    x, y = _grid()
    n = float(rng.integers(4, 14))
    u, v = (x * n) % 1 - 0.5, (y * n) % 1 - 0.5
    size = rng.uniform(0.15, 0.35)
    return np.asarray(np.tanh((size - np.hypot(u, v)) * 30) + 0.1 * noise(rng, SIDE, 0.4))


def _damask(rng: np.random.Generator) -> Floats:
    n = int(rng.choice((2, 4)))
    part = noise(rng, SIDE // (2 * n), 1.4)
    part = part + part[:, ::-1]
    tile = np.concatenate([part, part[::-1]], axis=0)
    tile = np.concatenate([tile, np.roll(tile, tile.shape[0] // 2, axis=0)], axis=1)
    field = np.tile(np.tanh(tile * 4), (n, n))
    return np.asarray(field + 0.12 * noise(rng, SIDE, 0.3))


_FIELDS = {
    "felt": _felt,
    "mesh": _mesh,
    "wood": _wood,
    "planks": _planks,
    "marble": _marble,
    "plain": _plain,
    "paper": _paper,
    "weave": _weave,
    "check": _check,
    "stripe": _stripe,
    "dots": _dots,
    "damask": _damask,
}
