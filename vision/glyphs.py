"""Small drawn tiles for labels, from strokes of our own: they look the same whatever fonts a machine has."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.tiles import Tile
from vision.types import FACE_DOWN

Colour = tuple[int, int, int]
_INK: Mapping[str, Colour] = {
    "m": (190, 24, 32),
    "p": (24, 70, 170),
    "s": (10, 120, 52),
    "wind": (28, 34, 60),
    "C": (200, 20, 30),
    "F": (10, 130, 50),
    "P": (40, 90, 190),
    "season": (170, 60, 10),
    "plant": (110, 30, 120),
}
_FACE: Colour = (252, 250, 242)
_BACK: Colour = (30, 120, 110)
_OVERSAMPLE = 4
_UNITS = 100

# Strokes on a square of 100 × 100, x to the right and y downwards; strokes are parted by a bar.
_STROKES: Mapping[str, str] = {
    "1": "34,28 56,10 56,92",
    "2": "20,32 28,16 50,9 72,17 79,34 68,54 20,91 84,91",
    "3": "20,18 46,9 70,17 75,32 64,46 42,48|42,48 70,54 81,70 70,86 46,93 18,83",
    "4": "64,92 64,10 14,66 88,66",
    "5": "78,12 28,12 24,47 48,40 72,48 81,66 70,86 44,93 18,83",
    "6": "70,13 50,9 30,24 20,50 22,74 36,90 60,93 78,79 77,59 60,48 38,50 22,66",
    "7": "16,12 84,12 44,92",
    "8": "50,9 73,18 74,34 50,48 26,34 27,18 50,9|50,48 79,62 79,80 50,93 21,80 21,62 50,48",
    "9": "30,88 50,92 70,77 80,51 78,27 64,11 40,8 22,22 23,42 40,53 62,51 78,35",
    "?": "24,30 34,14 54,9 75,20 75,36 52,54 52,67|52,86 52,89",
    "万": "8,18 92,18|42,18 40,44 30,68 10,88|40,46 78,46 74,80 65,87 53,80",
    "筒": "24,6 12,26|19,16 46,16|32,18 37,27|64,6 54,26|60,16 90,16|72,18 77,27|"
    "16,92 16,36 84,36 84,85 75,90|34,51 66,51|36,64 64,64 64,81 36,81 36,64",
    "条": "38,6 28,22 10,36|34,19 72,19 52,38 12,54|36,26 58,42 90,53|10,66 90,66|50,52 50,94|42,70 14,88|58,70 86,88",
    "東": "10,18 90,18|25,31 75,31 75,58 25,58 25,31|25,44 75,44|50,6 50,94|48,60 10,88|52,60 90,88",
    "南": "10,20 90,20|50,5 50,36|14,93 14,37 86,37 86,87 77,92|35,43 42,53|65,43 58,53|30,57 70,57|"
    "26,71 74,71|50,57 50,90",
    "西": "8,16 92,16|16,36 84,36 84,88 16,88 16,36|40,16 40,48 27,66|60,16 60,55 66,61 82,61",
    "北": "10,36 38,36|38,8 38,92|8,80 38,67|60,8 60,79 67,86 90,86 92,70|86,28 62,45",
    "中": "16,26 84,26 84,64 16,64 16,26|50,5 50,95",
    "發": "16,13 40,13 30,31 8,45|20,24 30,33|54,8 64,27 92,45|82,9 68,20|92,22 77,32|"
    "14,50 42,50 42,62 17,62 15,76 45,76 42,89 31,93|60,48 58,60 51,65|60,48 79,48 79,61 91,62|"
    "53,71 83,71 72,83 50,95|58,73 70,86 93,95",
    "白": "50,5 41,22|20,24 80,24 80,92 20,92 20,24|20,57 80,57",
    "春": "16,13 84,13|24,27 76,27|8,41 92,41|52,5 44,36 28,56 8,69|54,42 70,58 94,69|"
    "33,58 67,58 67,94 33,94 33,58|33,76 67,76",
    "夏": "10,10 90,10|48,10 44,23|27,23 73,23 73,57 27,57 27,23|27,34 73,34|27,46 73,46|"
    "44,59 32,71 12,82|38,67 72,67 52,83 18,95|40,71 58,85 90,95",
    "秋": "43,6 16,17|6,36 47,36|28,13 28,94|26,38 6,68|30,40 45,58|54,32 58,48|92,28 80,46|"
    "72,8 70,50 49,92|72,52 80,72 96,92",
    "冬": "40,6 30,22 12,37|36,19 72,19 48,42 10,59|38,26 58,44 92,57|44,62 60,71|33,78 62,94",
    "梅": "5,30 43,30|24,6 24,94|22,34 5,68|26,38 41,55|58,6 52,20 44,33|54,19 94,19|"
    "57,33 89,33 85,86 78,93|57,33 50,75 94,75|43,54 96,54|68,38 72,48|66,60 70,70",
    "兰": "31,8 40,26|71,6 60,26|15,35 85,35|23,60 77,60|8,89 92,89",
    "竹": "26,8 8,41|19,28 47,28|32,28 32,93|66,8 51,41|59,28 94,28|77,28 77,84 68,93 58,86",
    "菊": "8,15 92,15|34,5 34,26|66,5 66,26|32,28 22,44 6,56|27,38 88,38 84,85 77,94 67,89|"
    "18,66 74,66|47,44 47,94|33,47 40,59|64,45 56,59|45,68 24,88|50,68 72,86",
}
_HONOURS = "東南西北中發"
_FLOWERS = "春夏秋冬梅兰竹菊"
_SUITS: Mapping[str, str] = {"m": "万", "p": "筒", "s": "条"}


def drawable() -> frozenset[str]:
    """The characters that `draw_character` knows."""
    return frozenset(_STROKES)


def draw_character(
    picture: NDArray[np.uint8], character: str, left: float, top: float, size: float, colour: Colour, weight: float = 10
) -> None:
    """Draws a character into an RGB picture, in a square of `size` pixels; `weight` is the stroke in hundredths of it.

    `KeyError` for a character without strokes.
    """
    shift = 4
    unit = size / _UNITS * (1 << shift)
    offset = np.array([left, top]) * (1 << shift)
    strokes = [
        np.round(np.array([[float(v) for v in point.split(",")] for point in stroke.split()]) * unit + offset)
        for stroke in _STROKES[character].split("|")
    ]
    thickness = max(1, round(weight * size / _UNITS))
    for stroke in strokes:
        cv2.polylines(picture, [stroke.astype(np.int32)], False, colour, thickness, cv2.LINE_AA, shift)


@lru_cache(maxsize=512)
def tile_icon(face: str, height: int) -> NDArray[np.uint8]:
    """A small drawn tile, RGBA of shape (height, about 3/4 height, 4), for a face in notation or a face-down tile.

    Suited tiles show their number over the suit's character, so that both readers of Chinese and others know them.
    The array is shared: do not write to it.
    """
    full = height * _OVERSAMPLE
    width = round(height * 0.76) * _OVERSAMPLE
    picture = np.zeros((full, width, 4), np.uint8)
    edge = max(2, full // 28)
    body = _BACK if face == FACE_DOWN else _FACE
    _rounded(picture, (0, 0, width - 1, full - 1), full // 9, (*(c // 3 for c in body), 255))
    _rounded(picture, (edge, edge, width - 1 - edge, full - 1 - edge), full // 11, (*body, 255))
    ink = np.ascontiguousarray(picture[:, :, :3])
    _draw_face(ink, face, width, full)
    picture[:, :, :3] = ink
    return np.asarray(cv2.resize(picture, (width // _OVERSAMPLE, height), interpolation=cv2.INTER_AREA), dtype=np.uint8)


def _draw_face(ink: NDArray[np.uint8], face: str, width: int, height: int) -> None:
    def centred(character: str, middle: float, size: float, colour: Colour, weight: float) -> None:
        side = size * height
        draw_character(ink, character, width / 2 - side / 2, middle * height - side / 2, side, colour, weight)

    if face == FACE_DOWN:
        centred("?", 0.5, 0.6, (235, 250, 246), 13)
        return
    tile = Tile.parse(face)
    if tile.suit is not None:
        colour = _INK[tile.suit]
        centred(str(tile.rank), 0.29, 0.43, colour, 17)
        centred(_SUITS[tile.suit], 0.74, 0.37, colour, 11)
    elif tile is Tile.WHITE:
        colour = _INK["P"]
        margin_x, margin_y = round(width * 0.2), round(height * 0.17)
        corners = (margin_x, margin_y), (width - margin_x, height - margin_y)
        cv2.rectangle(ink, *corners, colour, max(2, height // 16), cv2.LINE_AA)
        centred("白", 0.5, 0.38, colour, 10)
    elif tile.is_honour:
        colour = _INK["wind"] if tile.is_wind else _INK[str(tile)]
        centred(_HONOURS[tile - Tile.EAST], 0.5, 0.62, colour, 10)
    else:
        number = tile - Tile.SPRING
        colour = _INK["season" if number < 4 else "plant"]
        side = 0.26 * height
        draw_character(ink, str(number + 1), width * 0.1, height * 0.07, side, colour, 14)
        centred(_FLOWERS[number], 0.62, 0.55, colour, 10)


def _rounded(picture: NDArray[np.uint8], box: tuple[int, int, int, int], radius: int, colour: tuple[int, ...]) -> None:
    left, top, right, bottom = box
    cv2.rectangle(picture, (left + radius, top), (right - radius, bottom), colour, -1)
    cv2.rectangle(picture, (left, top + radius), (right, bottom - radius), colour, -1)
    for x in (left + radius, right - radius):
        for y in (top + radius, bottom - radius):
            cv2.circle(picture, (x, y), radius, colour, -1, cv2.LINE_AA)


def paste(picture: NDArray[np.uint8], icon: NDArray[np.uint8], left: int, top: int) -> None:
    """Lays an RGBA icon over an RGB picture; what falls outside is cut."""
    height, width = picture.shape[:2]
    x0, y0 = max(0, left), max(0, top)
    x1, y1 = min(width, left + icon.shape[1]), min(height, top + icon.shape[0])
    if x1 <= x0 or y1 <= y0:
        return
    part = icon[y0 - top : y1 - top, x0 - left : x1 - left].astype(np.uint16)
    alpha = part[:, :, 3:]
    under = picture[y0:y1, x0:x1]
    picture[y0:y1, x0:x1] = ((part[:, :, :3] * alpha + under * (255 - alpha)) // 255).astype(np.uint8)
