"""Hands laid out from a line of text, as a reader would get them.

    1m 2m 3m | E_ E E / 5p 5p

`|` is a gap of one width, `_` after a tile lays it sideways, `^` stacks it sideways behind the tile before it, `?` is
a back, `/` begins the next row, nearer to the player. A tile seen poorly lists its candidates: `8s:0.6,9s:0.4`.
"""

from __future__ import annotations

import numpy as np

from vision.types import Candidate, NamedTile

WIDTH, HEIGHT = 100.0, 135.0


def laid(
    text: str, *, size: float = 1.0, at: tuple[float, float] = (500.0, 500.0), first_id: int = 0
) -> list[NamedTile]:
    """The tiles, numbered in the order written."""
    tiles: list[NamedTile] = []
    for line, row in enumerate(text.split("/")):
        x, bottom = 0.0, line * (HEIGHT + 60.0)
        base = (0.0, 0.0)
        for word in row.split():
            if word == "|":
                x += WIDTH
                continue
            name = word.rstrip("_^")
            if word.endswith("^"):
                centre, wide, high, turned = (base[0], base[1] - WIDTH - 3), HEIGHT, WIDTH, True
            elif word.endswith("_"):
                centre, wide, high, turned = (x + HEIGHT / 2, bottom - WIDTH / 2), HEIGHT, WIDTH, True
                x += HEIGHT + 3
            else:
                centre, wide, high, turned = (x + WIDTH / 2, bottom - HEIGHT / 2), WIDTH, HEIGHT, False
                x += WIDTH + 3
            base = centre
            tiles.append(_tile(first_id + len(tiles), name, centre, wide, high, turned, size, at))
    return tiles


def _tile(
    name: int,
    faces: str,
    centre: tuple[float, float],
    wide: float,
    high: float,
    turned: bool,
    size: float,
    at: tuple[float, float],
) -> NamedTile:
    half = np.array([[-wide, -high], [wide, -high], [wide, high], [-wide, high]]) / 2
    points = (half + np.array(centre)) * size + np.array(at)
    if turned:
        # Its own top points right: the first corner is the picture's top right.
        points = np.roll(points, -1, axis=0)
    corners = tuple((float(x), float(y)) for x, y in points)
    return NamedTile(name, corners, _candidates(faces), 90 if turned else 0, 0.95)  # type: ignore[arg-type]


def _candidates(text: str) -> tuple[Candidate, ...]:
    if ":" not in text:
        return ((text, 0.999),)
    pairs = [part.split(":") for part in text.split(",")]
    return tuple((face, float(chance)) for face, chance in pairs)
