"""Tile sets from everywhere: drawn, shared art recoloured, inks lifted from photographed tiles."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np

from datasets.faces import FaceCrop, NoArt, art_set, crop_faces, random_set
from datasets.scenes.types import Pixels, TileSet

DATA_ENVIRONMENT = "TILESIGHT_DATA"


def data_folder() -> Path | None:
    """The shared data (`TILESIGHT_DATA`, else `../shared/data` beside the repository), None where it is absent."""
    given = os.environ.get(DATA_ENVIRONMENT)
    folder = Path(given) if given else Path(__file__).resolve().parents[2].parent / "shared" / "data"
    return folder if folder.is_dir() else None


@lru_cache(maxsize=4)
def _crops(folder: str) -> dict[int, list[FaceCrop]]:
    found: dict[int, list[FaceCrop]] = {}
    for crop in crop_faces(folder):
        found.setdefault(crop.face, []).append(crop)
    return found


@dataclass(frozen=True)
class CropSet:
    """Faces whose ink comes from photographs of single tiles, each face from a tile of its own."""

    folder: str
    seed: int
    body_colour: tuple[int, int, int] = (246, 245, 240)

    @property
    def name(self) -> str:
        return f"crops-{self.seed}"

    def has(self, face: int) -> bool:
        return bool(_crops(self.folder).get(face))

    def face(self, face: int, height: int = 192) -> Pixels:
        """The ink of one photographed tile; LookupError for a face of which there is none."""
        choices = _crops(self.folder).get(face)
        if not choices:
            raise LookupError(f"no photographed tile of face {face}")
        rng = np.random.default_rng([self.seed, face])
        return lifted_ink(choices[int(rng.integers(len(choices)))].load(), height)


def lifted_ink(photo: Pixels, height: int) -> Pixels:
    """What on a photographed tile (H, W, 3) differs from its ground, as RGBA (height, height * 3 // 4, 4)."""
    width = height * 3 // 4
    how = cv2.INTER_AREA if photo.shape[0] > height else cv2.INTER_CUBIC
    pixels = cv2.resize(photo, (width, height), interpolation=how).astype(np.float32)
    middle = pixels[height // 10 : -height // 10, width // 10 : -width // 10].reshape(-1, 3)
    bright = middle.sum(1)
    ground = np.median(middle[bright >= np.percentile(bright, 60)], axis=0)
    away = np.abs(pixels - ground).max(2)
    alpha = np.clip((away - 26) / 60, 0, 1)
    edge = max(2, round(height * 0.035))
    fade = np.zeros_like(alpha)
    fade[edge:-edge, edge:-edge] = 1
    alpha *= cv2.GaussianBlur(fade, (0, 0), edge / 3)
    # Towards the border of a stroke the photo mixes ink and ground; what is left after the ground is the ink.
    ink = ground + (pixels - ground) / np.maximum(alpha, 0.35)[..., None]
    gain = 250.0 / max(float(ground.max()), 120.0)
    rgba = np.concatenate([np.clip(ink * gain, 0, 255), alpha[..., None] * 255], axis=2)
    return np.asarray(rgba, dtype=np.uint8)


@dataclass(frozen=True)
class MixedFaces:
    """A source of tile sets: mostly drawn ones, else art and photographed tiles where the shared data is there.

    `art` and `crops` are the shares of sets made from each; `styles` the shared art that is used (`riichi` is the
    style of the photographs kept for judging and is left out unless asked for).
    """

    data: str | None = field(default_factory=lambda: None if (found := data_folder()) is None else str(found))
    art: float = 0.12
    crops: float = 0.1
    styles: tuple[str, ...] = ("hongkong", "english")

    def __call__(self, rng: np.random.Generator) -> TileSet:
        chance = rng.random()
        if self.data is not None:
            try:
                if chance < self.art:
                    art = art_set(self.data, self.styles[int(rng.integers(len(self.styles)))], rng)
                    # Where the art cannot be rendered it says so at its first face.
                    art.face(27, 48)
                    return art
                if chance < self.art + self.crops and _crops(self.data):
                    return CropSet(self.data, int(rng.integers(2**31)))
            except NoArt:
                return random_set(rng)
        return random_set(rng)
