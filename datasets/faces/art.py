"""Tile sets from the shared art (SVG) and the shared crops, in the same shape as the drawn ones.

The pictures stay where they are; SVG files are rendered once into a cache folder outside the repository.
"""

import hashlib
import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from PIL import Image

from datasets.faces.ink import Image as Pixels
from datasets.faces.ink import Ink, straight_alpha
from datasets.faces.palette import random_palette
from datasets.faces.tileset import DEFAULT_HEIGHT, checked

SOURCES = ("hongkong", "english", "riichi")
CACHE_ENVIRONMENT = "TILESIGHT_CACHE"
NOTATION = (
    *(f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)),
    *"ESWNCFP",
    *(f"{number}f" for number in range(1, 9)),
)
_RENDER_HEIGHT = 320


class NoArt(LookupError):
    """The folder of art or crops, or the renderer for it, is not there."""


def _hongkong() -> dict[int, str]:
    plain = {f: f"{8 + f:02}-characters-{f + 1}.svg" for f in range(9)}
    plain |= {9 + i: f"{17 + i:02}-circles-{i + 1}.svg" for i in range(9)}
    plain |= {18 + i: f"{26 + i:02}-bamboos-{i + 1}.svg" for i in range(9)}
    plain |= {27: "04-east-wind.svg", 28: "05-south-wind.svg", 29: "06-west-wind.svg", 30: "07-north-wind.svg"}
    plain |= {31: "03-red-dragon.svg", 32: "02-green-dragon.svg", 33: "01-white-dragon.svg"}
    plain |= {34: "35-spring.svg", 35: "36-summer.svg", 36: "37-autumn.svg", 37: "38-winter.svg"}
    # The files go plum, orchid, chrysanthemum, bamboo; the classes plum, orchid, bamboo, chrysanthemum.
    return plain | {38: "39-plum.svg", 39: "40-orchid.svg", 40: "42-bamboo.svg", 41: "41-chrysanthemum.svg"}


def _english() -> dict[int, str]:
    names = [f"{rank}{suit}.svg" for suit in "mps" for rank in range(1, 10)]
    return dict(enumerate([*names, "east.svg", "south.svg", "west.svg", "north.svg", "rd.svg", "gd.svg", "white.svg"]))


def _riichi() -> dict[int, str]:
    names = [f"{suit}{rank}.svg" for suit in ("Man", "Pin", "Sou") for rank in range(1, 10)]
    honours = ("Ton", "Nan", "Shaa", "Pei", "Chun", "Hatsu", "Haku")
    return dict(enumerate([*names, *(f"{n}.svg" for n in honours)]))


# The face within the picture (left, top, right, bottom) and the share of a real face that it fills: the English
# pictures have the outline of the tile around them, the riichi ones no margins at all.
_FRAMING: dict[str, tuple[tuple[float, float, float, float], float]] = {
    "hongkong": ((0.0, 0.0, 1.0, 1.0), 1.0),
    "english": ((0.07, 0.05, 0.93, 0.95), 1.0),
    "riichi": ((0.0, 0.0, 1.0, 1.0), 0.88),
}
_FILES = {"hongkong": _hongkong, "english": _english, "riichi": _riichi}


@dataclass(frozen=True, slots=True)
class Recolouring:
    """What is done to the art's inks: hue turn (degrees), saturation and value factors, weight and stretch."""

    hue: float = 0.0
    saturation: float = 1.0
    value: float = 1.0
    weight: int = 0
    scale: float = 1.0
    stretch: float = 1.0
    red: Ink | None = None
    green: Ink | None = None
    blue: Ink | None = None


@dataclass(frozen=True, slots=True)
class ArtSet:
    """One of the shared drawn sets, maybe recoloured."""

    folder: str
    which: str
    look: Recolouring = Recolouring()
    body_colour: tuple[int, int, int] = (245, 245, 240)

    @property
    def name(self) -> str:
        return f"art-{self.which}"

    def has(self, face: int) -> bool:
        return face in _FILES[self.which]()

    def face(self, face: int, height: int = DEFAULT_HEIGHT) -> Pixels:
        files = _FILES[self.which]()
        if checked(face) not in files:
            raise LookupError(f"the art {self.which!r} has no face {face} ({NOTATION[face]})")
        crop, fill = _FRAMING[self.which]
        prepared = _prepared(str(Path(self.folder) / self.which / files[face]), crop, self.look)
        return _fitted(prepared, height, self.look, fill)


def art_set(data_dir: Path | str, which: str, rng: np.random.Generator | None = None) -> ArtSet:
    """The shared art `which` ("hongkong", "english" or "riichi") under `data_dir`; with `rng` recoloured at random.

    Raises ValueError for another name, NoArt where the folder is absent.
    """
    if which not in _FILES:
        raise ValueError(f"the art is one of {', '.join(SOURCES)}, not {which!r}")
    folder = Path(data_dir) / "art"
    if not (folder / which).is_dir():
        raise NoArt(f"no folder {folder / which}")
    if rng is None:
        return ArtSet(str(folder), which)
    body = [(246, 246, 242), (240, 234, 216), (238, 224, 186), (232, 206, 140)][
        int(rng.choice(4, p=[0.6, 0.2, 0.1, 0.1]))
    ]
    inks = random_palette(rng)
    swap = rng.random() < 0.6
    look = Recolouring(
        hue=float(rng.normal(0, 6)),
        saturation=float(rng.uniform(0.6, 1.2)),
        value=float(rng.uniform(0.7, 1.2)),
        weight=int(rng.choice([0, 1] if which == "english" else [-1, 0, 0, 1, 2])),
        scale=float(rng.uniform(0.86, 1.06)),
        stretch=float(rng.uniform(0.88, 1.12)),
        red=inks.red if swap else None,
        green=inks.green if swap else None,
        blue=inks.blue if swap else None,
    )
    return ArtSet(str(folder), which, look, body)


def _cache_folder() -> Path:
    given = os.environ.get(CACHE_ENVIRONMENT)
    return Path(given).expanduser() if given else Path("~/.cache/tilesight").expanduser()


@lru_cache(maxsize=160)
def _rendered(path: str) -> Pixels:
    """An SVG file as RGBA with straight alpha, rendered once and kept in the cache folder."""
    source = Path(path).read_bytes()
    kept = _cache_folder() / "art" / f"{hashlib.sha256(source).hexdigest()[:24]}-{_RENDER_HEIGHT}.png"
    if not kept.is_file():
        try:
            import cairosvg
        except ImportError as error:
            raise NoArt(f"rendering {Path(path).name} needs cairosvg: pip install '.[train]'") from error
        kept.parent.mkdir(parents=True, exist_ok=True)
        partial = kept.with_suffix(f".{os.getpid()}.png")
        cairosvg.svg2png(bytestring=source, write_to=str(partial), output_height=_RENDER_HEIGHT)
        partial.replace(kept)
    with Image.open(kept) as picture:
        return np.asarray(picture.convert("RGBA"))


@lru_cache(maxsize=128)
def _prepared(path: str, crop: tuple[float, float, float, float], look: Recolouring) -> Pixels:
    """The face of the art, recoloured, with its colours multiplied by their opacity."""
    art = _rendered(path)
    left, top, right, bottom = crop
    high, wide = art.shape[:2]
    pixels = _recoloured(art[round(top * high) : round(bottom * high), round(left * wide) : round(right * wide)], look)
    alpha = pixels[..., 3:].astype(np.float32) / 255
    premultiplied = np.concatenate([pixels[..., :3] * alpha, pixels[..., 3:]], axis=2).astype(np.uint8)
    if look.weight:
        kernel = np.ones((1 + abs(look.weight),) * 2, np.uint8)
        premultiplied = _weighted(premultiplied, kernel, thicker=look.weight > 0)
    return premultiplied


def _fitted(art: Pixels, height: int, look: Recolouring, fill: float) -> Pixels:
    """The prepared art centred on a face of the given height."""
    wide = height * 3 // 4
    scale = min(wide / art.shape[1], height / art.shape[0]) * min(look.scale * fill, 1.0)
    size = (
        max(1, min(wide, round(art.shape[1] * scale * min(look.stretch, 1.0)))),
        max(1, min(height, round(art.shape[0] * scale / max(look.stretch, 1.0)))),
    )
    small = cv2.resize(art, size, interpolation=cv2.INTER_AREA)
    out = np.zeros((height, wide, 4), np.uint8)
    y, x = (height - size[1]) // 2, (wide - size[0]) // 2
    out[y : y + size[1], x : x + size[0]] = small
    return straight_alpha(out)


def _weighted(premultiplied: Pixels, kernel: Pixels, *, thicker: bool) -> Pixels:
    return np.asarray(cv2.dilate(premultiplied, kernel) if thicker else cv2.erode(premultiplied, kernel), np.uint8)


def _recoloured(art: Pixels, look: Recolouring) -> Pixels:
    hsv = cv2.cvtColor(np.ascontiguousarray(art[..., :3]), cv2.COLOR_RGB2HSV).astype(np.float32)
    hue, coloured = hsv[..., 0] * 2, hsv[..., 1] > 60
    for ink, low, high in ((look.red, 330.0, 30.0), (look.green, 80.0, 185.0), (look.blue, 185.0, 275.0)):
        if ink is None:
            continue
        within = (hue >= low) | (hue < high) if low > high else (hue >= low) & (hue < high)
        target = cv2.cvtColor(np.array([[ink]], np.uint8), cv2.COLOR_RGB2HSV)[0, 0].astype(np.float32)
        chosen = within & coloured
        hsv[chosen, 0] = target[0]
        hsv[chosen, 1] = target[1]
        hsv[chosen, 2] = target[2]
    hsv[..., 0] = (hsv[..., 0] + look.hue / 2) % 180
    hsv[..., 1] = np.clip(hsv[..., 1] * look.saturation, 0, 255)
    hsv[..., 2] = np.clip(hsv[..., 2] * look.value, 0, 255)
    rgb = cv2.cvtColor(hsv.astype(np.uint8), cv2.COLOR_HSV2RGB)
    return np.concatenate([np.asarray(rgb, np.uint8), art[..., 3:]], axis=2)


@dataclass(frozen=True, slots=True)
class FaceCrop:
    """A photographed tile: its class and file."""

    face: int
    path: Path
    source: str

    def load(self) -> Pixels:
        """The picture of the whole tile: RGB uint8 (height, width, 3)."""
        with Image.open(self.path) as picture:
            return np.asarray(picture.convert("RGB"))


def crop_faces(data_dir: Path | str) -> Iterator[FaceCrop]:
    """Every photographed tile under `data_dir`/crops, in a fixed order; NoArt where the folder is absent."""
    folder = Path(data_dir) / "crops"
    if not folder.is_dir():
        raise NoArt(f"no folder {folder}")
    numbers = {notation: face for face, notation in enumerate(NOTATION)}
    for path in sorted(folder.glob("*/*/*")):
        if path.parent.name in numbers and path.is_file():
            yield FaceCrop(numbers[path.parent.name], path, path.parent.parent.name)
