"""Things that are no tiles but might be taken for some: print, book spines, dots, stripes, grids, behind the tiles.

The photographs to train on show tables and nothing else, and a reader that has only ever seen tables takes every
printed character on a shelf behind it for a tile.
"""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

PATCHES = 160
SYMBOLS = (
    "一二三四五六七八九十萬万東南西北中發白春夏秋冬梅蘭竹菊大小上下人口山川日月水火木金土文書語"
    "學事新手心生年本入門出國名地子用方電車"
)
LATIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789&?!.-"
FONT_FOLDERS = ("/usr/share/fonts",)


@lru_cache(maxsize=1)
def typefaces() -> tuple[str, ...]:
    folders = [*os.environ.get("TILESIGHT_FONTS", "").split(os.pathsep), *FONT_FOLDERS]
    endings = (".ttf", ".otf", ".ttc")
    return tuple(
        str(path)
        for folder in folders
        if folder
        for path in sorted(Path(folder).rglob("*"))
        if path.suffix.lower() in endings
    )


def patch(rng: np.random.Generator) -> np.ndarray:
    """A flat thing with a pattern or print on it, RGB (H, W, 3)."""
    height, width = int(rng.integers(60, 320)), int(rng.integers(40, 320))
    light = rng.random() < 0.6
    ground = rng.integers(150, 256, 3) if light else rng.integers(0, 140, 3)
    ink = rng.integers(0, 110, 3) if light else rng.integers(130, 256, 3)
    image = np.full((height, width, 3), ground, np.uint8)
    colour = tuple(int(v) for v in ink)
    draw = rng.random()
    if draw < 0.6 and typefaces():
        return _printed(image, colour, rng)
    step = int(rng.integers(8, 46))
    thick = max(1, int(step * rng.uniform(0.08, 0.5)))
    if draw < 0.72:
        radius = max(2, int(step * rng.uniform(0.2, 0.45)))
        for y in range(step // 2, height, step):
            for x in range(step // 2, width, step):
                cv2.circle(image, (x, y), radius, colour, -1 if rng.random() < 0.7 else 2, cv2.LINE_AA)
    elif draw < 0.84:
        for x in range(0, width, step):
            cv2.line(image, (x, 0), (x, height), colour, thick, cv2.LINE_AA)
        if rng.random() < 0.4:
            for y in range(0, height, int(step * rng.uniform(1, 3)) + 1):
                cv2.line(image, (0, y), (width, y), colour, thick, cv2.LINE_AA)
    else:
        inset = int(min(height, width) * rng.uniform(0.05, 0.2))
        cv2.rectangle(image, (inset, inset), (width - inset, height - inset), colour, thick, cv2.LINE_AA)
        if rng.random() < 0.5:
            middle = (width // 2, height // 2)
            cv2.circle(image, middle, max(2, min(middle) // 2), colour, thick, cv2.LINE_AA)
    return image


def _printed(image: np.ndarray, colour: tuple[int, int, int], rng: np.random.Generator) -> np.ndarray:
    faces = typefaces()
    size = int(rng.integers(10, 60))
    try:
        font = ImageFont.truetype(faces[rng.integers(len(faces))], size)
    except OSError:
        return image
    picture = Image.fromarray(image)
    pen = ImageDraw.Draw(picture)
    letters = SYMBOLS if rng.random() < 0.65 else LATIN
    downwards = rng.random() < 0.4
    lines, length = (image.shape[1], image.shape[0]) if downwards else (image.shape[0], image.shape[1])
    pitch = size * rng.uniform(1.0, 1.8)
    for line in np.arange(rng.uniform(0, pitch), lines, pitch):
        if rng.random() < 0.2:
            continue
        for place in np.arange(rng.uniform(0, size), length, size * rng.uniform(0.7, 1.2)):
            at = (line, place) if downwards else (place, line)
            pen.text(at, letters[rng.integers(len(letters))], font=font, fill=colour)
    return np.asarray(picture)


@lru_cache(maxsize=1)
def patches() -> tuple[np.ndarray, ...]:
    rng = np.random.default_rng(11)
    return tuple(patch(rng) for _ in range(PATCHES))


def litter(image: np.ndarray, quads: np.ndarray, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Pastes one to four patches into a window (S, S, 3) behind the tiles with these corners (n, 4, 2); returns
    the window and where the patches lie (S, S) uint8."""
    size = image.shape[0]
    free = np.ones((size, size), np.uint8)
    for quad in quads:
        middle = quad.mean(0)
        cv2.fillConvexPoly(free, ((quad - middle) * 1.35 + middle).astype(np.int32), 0)
    covered = np.zeros((size, size), np.uint8)
    for _ in range(int(rng.integers(1, 5))):
        source = patches()[rng.integers(PATCHES)]
        scale = rng.uniform(0.3, 1.4) * size / 384
        angle = rng.normal(0, 12) if rng.random() < 0.7 else rng.uniform(0, 360)
        matrix = cv2.getRotationMatrix2D((source.shape[1] / 2, source.shape[0] / 2), angle, scale)
        matrix[:, 2] += rng.uniform(-0.05, 1.05, 2) * size - np.array([source.shape[1] / 2, source.shape[0] / 2])
        if scale < 0.6:
            source = cv2.blur(source, (2, 2))
        laid = cv2.warpAffine(source, matrix, (size, size), flags=cv2.INTER_LINEAR)
        shape = (
            cv2.warpAffine(np.ones(source.shape[:2], np.uint8), matrix, (size, size), flags=cv2.INTER_NEAREST) & free
        )
        image = np.where(shape[..., None] > 0, laid, image)
        covered |= shape
    return image, covered
