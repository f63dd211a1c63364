"""The annotated picture: what was read, where, how surely, and what it is worth, legible on a phone."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from scorer import Result
from vision.glyphs import Colour, draw_character, paste, tile_icon
from vision.image import Photo
from vision.lettering import Lettering, system_lettering
from vision.panel import draw_panel
from vision.types import Group, HandReading, NamedTile, ReadTile, Role

DOUBT: Colour = (255, 0, 140)
INFERRED: Colour = (0, 190, 255)
BACKGROUND: Colour = (150, 150, 150)
ROLE_COLOURS: Mapping[Role, Colour] = {
    "concealed": (30, 200, 70),
    "win": (255, 200, 0),
    "chow": (70, 130, 255),
    "pung": (70, 130, 255),
    "kong": (150, 90, 255),
    "concealed kong": (150, 90, 255),
    "aside": (255, 140, 40),
}
ROLE_NAMES: Mapping[Role, tuple[str, str]] = {
    "concealed": ("手牌", "hand"),
    "win": ("和", "win"),
    "chow": ("吃", "chow"),
    "pung": ("碰", "pung"),
    "kong": ("杠", "kong"),
    "concealed kong": ("暗杠", "concealed kong"),
    "aside": ("花", "aside"),
}
_SIDES = {"left": "上家", "across": "对家", "right": "下家"}
_LONG_SIDES = (1280, 1600)


def draw_reading(
    photo: Photo,
    reading: HandReading,
    result: Result | None = None,
    *,
    seats: Sequence[str] | None = None,
    lettering: Lettering | None = None,
) -> NDArray[np.uint8]:
    """The photo with every tile of the hand framed and named, and a panel with the hand, its doubts and its score.

    Frames have the colour of the tile's role; doubtful tiles are framed in a loud one and carry a question mark, tiles
    that the rules changed are dashed. `seats` are the players' names for the payouts. RGB, uint8; as wide as the photo
    is drawn, 1280–1600 pixels on its long side.
    """
    letters = lettering or system_lettering()
    picture, scale = _canvas(photo)
    doubtful = {tile for reason in reading.review for tile in reason.tiles if reason.code not in _ABOUT_ALL}
    width = max(2, round(max(picture.shape[:2]) / 400))
    for other in reading.background:
        _frame(picture, _points(other, scale), BACKGROUND, max(1, width // 2))
    for tile in filter(_seen, reading.tiles):
        corners = _points(tile.tile, scale)
        if tile.id in doubtful:
            _frame(picture, corners, (255, 255, 255), width * 3)
            _frame(picture, corners, DOUBT, width * 2)
        elif tile.inferred:
            _dashed(picture, corners, INFERRED, width + 1)
        else:
            _frame(picture, corners, ROLE_COLOURS[tile.role], width)
    _labels(picture, [tile for tile in reading.tiles if _seen(tile)], scale, doubtful)
    picture = _tags(picture, reading, scale, letters)
    panel = draw_panel(picture.shape[1], reading, result, doubtful, seats, letters)
    return np.concatenate([picture, panel])


def save_picture(picture: NDArray[np.uint8], path: Path) -> None:
    """Writes an RGB picture without metadata, as JPEG, PNG or WebP by the file's suffix.

    `ValueError` for another suffix, `OSError` where the file cannot be written.
    """
    kinds = {".jpg": "JPEG", ".jpeg": "JPEG", ".png": "PNG", ".webp": "WEBP"}
    kind = kinds.get(path.suffix.lower())
    if kind is None:
        raise ValueError(f"{path.name}: expected a name that ends in {', '.join(kinds)}")
    Image.fromarray(picture).save(path, kind, **({"quality": 90} if kind != "PNG" else {}))


_ABOUT_ALL = frozenset({"small_tiles", "blurred", "count", "not_winning", "nothing_found"})


def _canvas(photo: Photo) -> tuple[NDArray[np.uint8], float]:
    """The photo at drawing size, and how many of its pixels a full-picture pixel is."""
    height, width = photo.pixels.shape[:2]
    factor = min(max(max(height, width), _LONG_SIDES[0]), _LONG_SIDES[1]) / max(height, width)
    size = (max(1, round(width * factor)), max(1, round(height * factor)))
    smooth = cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC
    drawn = np.asarray(cv2.resize(photo.pixels, size, interpolation=smooth), dtype=np.uint8)
    return np.ascontiguousarray(drawn), photo.scale * factor


def _seen(tile: ReadTile) -> bool:
    left, top, right, bottom = tile.tile.box
    return right > left and bottom > top


def _points(tile: NamedTile, scale: float) -> NDArray[np.float64]:
    return np.array(tile.corners) * scale


def _frame(picture: NDArray[np.uint8], corners: NDArray[np.float64], colour: Colour, width: int) -> None:
    cv2.polylines(picture, [np.round(corners * 8).astype(np.int32)], True, colour, width, cv2.LINE_AA, 3)


def _dashed(picture: NDArray[np.uint8], corners: NDArray[np.float64], colour: Colour, width: int) -> None:
    for begin, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        count = max(3, int(np.linalg.norm(end - begin) / (6 * width)) | 1)
        stops = np.linspace(0, 1, 2 * count)
        for from_, to in zip(stops[::2], stops[1::2], strict=True):
            dash = np.stack([begin + (end - begin) * from_, begin + (end - begin) * to])
            cv2.polylines(picture, [np.round(dash * 8).astype(np.int32)], False, colour, width, cv2.LINE_AA, 3)


def _labels(picture: NDArray[np.uint8], tiles: Sequence[ReadTile], scale: float, doubtful: Collection[int]) -> None:
    """A small drawn tile beyond the side of each tile that faces away from the player; doubtful ones larger, on top."""
    if not tiles:
        return
    telling = [tile for tile in tiles if tile.tile.upright in (0, 180)] or tiles
    ups = np.array([_up(_points(tile.tile, scale)) for tile in telling])
    common = ups.sum(0)
    limit = max(picture.shape[:2])
    for tile in sorted(tiles, key=lambda tile: tile.id in doubtful or tile.inferred):
        corners = _points(tile.tile, scale)
        following = np.roll(corners, -1, axis=0)
        middle = corners.mean(0)
        outward = (corners + following) / 2 - middle
        away = outward[int((outward @ common).argmax())]
        marked = tile.id in doubtful or tile.inferred
        side = float(np.linalg.norm(following - corners, axis=1).min())
        height = int(min(max(0.62 * side, limit / 44), limit / 14) * (1.3 if marked else 1.0))
        icon = tile_icon(tile.face, height)
        if marked:
            icon = _marked(icon, DOUBT if tile.id in doubtful else INFERRED, tile.id in doubtful)
        place = middle + away * (1 + 0.3 * height / max(float(np.linalg.norm(away)), 1.0))
        left = min(max(place[0] - icon.shape[1] / 2, 0), picture.shape[1] - icon.shape[1])
        top = min(max(place[1] - icon.shape[0] / 2, 0), picture.shape[0] - icon.shape[0])
        paste(picture, icon, round(float(left)), round(float(top)))


def _up(corners: NDArray[np.float64]) -> NDArray[np.float64]:
    vector = (corners[0] + corners[1]) / 2 - corners.mean(0)
    return np.asarray(vector / max(float(np.linalg.norm(vector)), 1e-9))


def _marked(icon: NDArray[np.uint8], colour: Colour, asks: bool) -> NDArray[np.uint8]:
    """The icon in a coloured rim, with a question mark above where it is doubtful."""
    height, width = icon.shape[:2]
    rim = max(3, height // 10)
    above = round(0.62 * height) if asks else 0
    marked = np.zeros((height + 2 * rim + above, width + 2 * rim, 4), np.uint8)
    marked[above:] = (*colour, 255)
    inner = np.ascontiguousarray(marked[above + rim : above + rim + height, rim : rim + width, :3])
    paste(inner, icon, 0, 0)
    marked[above + rim : above + rim + height, rim : rim + width, :3] = inner
    if asks:
        middle, radius = (marked.shape[1] // 2, above // 2), above // 2 - 1
        cv2.circle(marked, middle, radius, (*colour, 255), -1, cv2.LINE_AA)
        ink = np.ascontiguousarray(marked[:, :, :3])
        draw_character(
            ink, "?", middle[0] - 0.65 * radius, middle[1] - 0.65 * radius, 1.3 * radius, (255, 255, 255), 15
        )
        marked[:, :, :3] = ink
    return marked


def _tags(picture: NDArray[np.uint8], reading: HandReading, scale: float, letters: Lettering) -> NDArray[np.uint8]:
    """The names of the groups at their lower edge."""
    size = max(16, round(max(picture.shape[:2]) / 52))
    drawn = Image.fromarray(picture)
    pen = ImageDraw.Draw(drawn)
    tiles = {tile.id: tile for tile in reading.tiles if _seen(tile)}
    for group in reading.groups:
        members = [tiles[number] for number in group.tiles if number in tiles]
        if group.role == "concealed" or not members:
            continue
        points = np.concatenate([_points(member.tile, scale) for member in members])
        text = group_name(group, letters)
        wide = letters.width(text, size) + size
        left = min(max(points[:, 0].mean() - wide / 2, 0), max(0, drawn.width - wide))
        top = min(points[:, 1].max() - size * 0.3, drawn.height - 1.5 * size)
        pen.rounded_rectangle((left, top, left + wide, top + 1.45 * size), size // 2, fill=ROLE_COLOURS[group.role])
        ink = (20, 20, 20) if group.role in ("win", "aside", "concealed") else (255, 255, 255)
        pen.text((left + size / 2, top + 0.7 * size), text, font=letters.at(size), fill=ink, anchor="lm")
    return np.array(drawn)


def group_name(group: Group, letters: Lettering) -> str:
    """What a group is called, in both languages where the lettering has Chinese."""
    chinese, english = ROLE_NAMES[group.role]
    if not letters.chinese:
        return english if group.claimed_from is None else f"{english} < {group.claimed_from}"
    name = f"{chinese} {english}"
    return name if group.claimed_from is None else f"{name} · {_SIDES[group.claimed_from]}"
