"""What time and the paintbrush do to the ink: hand wobble, uneven fill, worn patches, scratches, carved edges."""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from datasets.faces.ink import Image


@dataclass(frozen=True, slots=True)
class WearStyle:
    """Strengths, 0 for none: hand wobble (face heights), uneven paint, worn-off patches, scratches, edge shading."""

    wobble: float
    uneven: float
    worn: float
    scratches: float
    edge: float


def random_wear(rng: np.random.Generator) -> WearStyle:
    """From a new printed set to an old engraved one."""

    def some(chance: float, top: float) -> float:
        return float(rng.uniform(0, top)) if rng.random() < chance else 0.0

    return WearStyle(
        wobble=some(0.5, 0.009),
        uneven=some(0.5, 0.35),
        worn=some(0.2, 0.6),
        scratches=some(0.12, 1.0),
        edge=some(0.45, 0.8),
    )


def wobbled(pixels: Image, style: WearStyle, rng: np.random.Generator) -> Image:
    """Bend a face slightly, as a hand that carves freely."""
    if style.wobble <= 0.0005:
        return pixels
    high, wide = pixels.shape[:2]
    coarse = rng.normal(0, style.wobble * high * 0.6, (2, 5, 4)).astype(np.float32)
    grid_x, grid_y = _grid(wide, high)
    bend_x, bend_y = (cv2.resize(c, (wide, high), interpolation=cv2.INTER_CUBIC) for c in coarse)
    return np.asarray(cv2.remap(pixels, grid_x + bend_x, grid_y + bend_y, cv2.INTER_LINEAR), np.uint8)


def aged(face: Image, style: WearStyle, rng: np.random.Generator) -> Image:
    """Uneven, worn and shaded ink on a finished RGBA face."""
    if style.uneven == style.worn == style.scratches == style.edge == 0 or not face[..., 3].any():
        return face
    high, wide = face.shape[:2]
    out = face.astype(np.float32)
    if style.uneven:
        out[..., :3] *= 1 + style.uneven * 0.6 * (_noise(rng, 9, 7, wide, high)[..., None] - 0.5)
        out[..., 3] *= 1 - style.uneven * 0.5 * _noise(rng, 24, 18, wide, high)
    if style.worn:
        patches = np.clip((_noise(rng, 14, 11, wide, high) - (1.0 - style.worn * 0.45)) * 6, 0, 1)
        out[..., 3] *= 1 - 0.85 * patches
    if style.scratches:
        for _ in range(round(3 + 8 * style.scratches)):
            x, y = float(rng.uniform(0, wide)), float(rng.uniform(0, high))
            dx, dy = rng.normal(0, high * 0.2, 2)
            scratch = np.zeros((high, wide), np.uint8)
            cv2.line(scratch, (round(x), round(y)), (round(x + dx), round(y + dy)), 150, 1, cv2.LINE_AA)
            out[..., 3] *= 1 - scratch / 255.0
    if style.edge:
        # Paint in a groove lies deeper at one wall: darker on the side towards the light.
        alpha = face[..., 3].astype(np.float32)
        shift = max(1, high // 110)
        inside = cv2.blur(alpha, (2 * shift + 1, 2 * shift + 1))
        lit = np.roll(inside, (shift, shift), (0, 1)) - np.roll(inside, (-shift, -shift), (0, 1))
        out[..., :3] += style.edge * 0.35 * lit[..., None]
    return np.clip(out, 0, 255).astype(np.uint8)


@lru_cache(maxsize=8)
def _grid(wide: int, high: int) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    x, y = np.meshgrid(np.arange(wide, dtype=np.float32), np.arange(high, dtype=np.float32))
    return x, y


def _noise(rng: np.random.Generator, rows: int, columns: int, wide: int, high: int) -> npt.NDArray[np.float32]:
    coarse = rng.random((rows, columns)).astype(np.float32)
    fine = np.asarray(cv2.resize(coarse, (wide, high), interpolation=cv2.INTER_CUBIC), np.float32)
    return np.clip(fine, 0, 1)
