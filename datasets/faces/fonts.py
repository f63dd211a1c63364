"""Finds typefaces on this machine that can write what stands on mahjong tiles.

Folders looked through: those in the environment variable TILESIGHT_FONTS (separated like PATH) or, where it is not set,
the system's font folders. A file counts for Chinese where it has real outlines for every character that all sets share.
"""

import os
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from datasets.faces.ink import Image as Pixels

ENVIRONMENT = "TILESIGHT_FONTS"
SYSTEM_FOLDERS = ("/usr/share/fonts", "/usr/local/share/fonts", "~/.local/share/fonts", "~/.fonts")
_SUFFIXES = {".ttf", ".otf", ".ttc"}
_SHARED = "一二三四五六七八九中西南北"
_EITHER = ("萬万", "東东", "發发発")
_LATIN = "0123456789ESWNCFPB"
_COLLECTION_LIMIT = 8
_VARIANTS = "萬万東东發发発伍春夏秋冬梅蘭兰菊竹白肆"


class NoFont(LookupError):
    """No typeface on this machine has the characters asked for."""


@dataclass(frozen=True, slots=True)
class Typeface:
    """One face of a font file, with the tile characters that it can write."""

    path: str
    number: int
    chinese: frozenset[str]
    latin: bool

    def writes(self, text: str) -> bool:
        """Whether every character of `text` can be written."""
        return all(c in self.chinese or (self.latin and c.isascii()) for c in text)


def folders() -> tuple[Path, ...]:
    """The folders looked through, existing or not."""
    given = os.environ.get(ENVIRONMENT)
    names = given.split(os.pathsep) if given else SYSTEM_FOLDERS
    return tuple(Path(name).expanduser() for name in names if name)


def typefaces() -> tuple[Typeface, ...]:
    """Every usable typeface, in a fixed order."""
    return _typefaces(folders())


def chinese_typefaces() -> tuple[Typeface, ...]:
    """Typefaces with the numerals, winds and dragons of a Chinese set; NoFont where there is none."""
    found = tuple(t for t in typefaces() if t.chinese)
    if not found:
        looked = ", ".join(map(str, folders()))
        raise NoFont(f"no typeface with {_SHARED} in {looked}; install a CJK font or name a folder in {ENVIRONMENT}")
    return found


def latin_typefaces() -> tuple[Typeface, ...]:
    """Typefaces with digits and capital letters; NoFont where there is none."""
    found = tuple(t for t in typefaces() if t.latin)
    if not found:
        looked = ", ".join(map(str, folders()))
        raise NoFont(f"no typeface with {_LATIN} in {looked}; install a font or name a folder in {ENVIRONMENT}")
    return found


@cache
def _typefaces(where: tuple[Path, ...]) -> tuple[Typeface, ...]:
    found: list[Typeface] = []
    for folder in where:
        if folder.is_dir():
            for path in sorted(p for p in folder.rglob("*") if p.suffix.lower() in _SUFFIXES):
                found.extend(_faces_in(path))
    return tuple(found)


def _faces_in(path: Path) -> list[Typeface]:
    faces: list[Typeface] = []
    for number in range(_COLLECTION_LIMIT if path.suffix.lower() == ".ttc" else 1):
        try:
            font = ImageFont.truetype(str(path), 24, index=number)
            lacking = _shapes(font, "\U0010fffe\uffff\u0378")
            chinese = _written(font, _SHARED + _VARIANTS, lacking)
            latin = len(_written(font, _LATIN, lacking)) == len(_LATIN)
        except (OSError, ValueError):
            break
        if not (set(_SHARED) <= chinese and all(chinese & set(group) for group in _EITHER)):
            chinese = frozenset()
        if chinese or latin:
            faces.append(Typeface(str(path), number, chinese, latin))
    return faces


def _shapes(font: ImageFont.FreeTypeFont, text: str) -> set[bytes]:
    return {_shape(font, c) for c in text}


def _shape(font: ImageFont.FreeTypeFont, character: str) -> bytes:
    mask = font.getmask(character)
    return repr(mask.size).encode() + bytes(mask)


def _written(font: ImageFont.FreeTypeFont, text: str, lacking: set[bytes]) -> frozenset[str]:
    """Characters with an outline of their own: neither empty nor the box drawn for characters that a font lacks."""
    found = set()
    for c in text:
        mask = font.getmask(c)
        if mask.getbbox() is not None and repr(mask.size).encode() + bytes(mask) not in lacking:
            found.add(c)
    return frozenset(found)


@lru_cache(maxsize=256)
def _font(path: str, number: int, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(path, size, index=number)


@lru_cache(maxsize=1024)
def written(face: Typeface, text: str, size: int) -> Pixels:
    """`text` in `size` pixels per em: opacity uint8, cut to the ink; not to be written to. NoFont if it has none."""
    font = _font(face.path, face.number, size)
    left, top, right, bottom = font.getbbox(text)
    picture = Image.new("L", (max(1, round(right - left) + 4), max(1, round(bottom - top) + 4)), 0)
    ImageDraw.Draw(picture).text((2 - left, 2 - top), text, font=font, fill=255)
    box = picture.getbbox()
    if box is None:
        raise NoFont(f"{Path(face.path).name} draws nothing for {text!r}")
    return np.asarray(picture.crop(box))
