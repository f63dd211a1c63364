"""What is wrong with a photo, told by its tiles: too small, out of focus, lying over each other, none at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import Photo
from vision.rotated import areas, intersections, side_lengths
from vision.straighten import straighten
from vision.types import NamedTile, ReviewReason


@dataclass(frozen=True, slots=True)
class QualityLimits:
    """When a photo is worth a word to the player. Measured on the dev photographs: at the limits below, made smaller or
    blurred on purpose, some 97 % of the tiles are still named right, a little further on far fewer.

    `small_tile`: the median tile is narrower than this many pixels of the full picture. `dull`: the median sharpness
    (see `sharpness`) is below this. `covered`: this share of a tile lies under another one.
    """

    small_tile: float = 14.0
    dull: float = 0.046
    covered: float = 0.3


_PROBE = (36, 48)
_MOST_PROBED = 24


def review_photo(
    views: Sequence[tuple[Photo, Sequence[NamedTile]]],
    stacked: frozenset[int] = frozenset(),
    limits: QualityLimits | None = None,
) -> tuple[ReviewReason, ...]:
    """The doubts that come from the pictures themselves, by tile of the first picture.

    `views` are the pictures of the hand, each with the tiles of the hand in it; `stacked` are ids that lie on another
    tile as they should. Small or blurred tiles count only if every picture has them so.
    """
    limits = limits or QualityLimits()
    usable = [(photo, tiles) for photo, tiles in views if tiles]
    if not usable:
        return (ReviewReason("nothing_found", (), nothing_found([photo for photo, _ in views])),)
    first = usable[0][1]
    ids = tuple(tile.id for tile in first)
    reasons = []
    widest = max(float(np.median(narrow_sides(tiles))) for _, tiles in usable)
    if widest < limits.small_tile:
        message = f"tiles are only {widest:.0f} pixels wide; go nearer or zoom in"
        reasons.append(ReviewReason("small_tiles", ids, message))
    elif all(float(np.median(sharpness(photo, tiles))) < limits.dull for photo, tiles in usable):
        reasons.append(ReviewReason("blurred", ids, "the tiles are blurred; hold still and tap to focus"))
    hidden = [pair for pair in covered_pairs(first, limits.covered) if not stacked.intersection(pair)]
    if hidden:
        over = tuple(sorted({tile for pair in hidden for tile in pair}))
        reasons.append(ReviewReason("overlapping", over, "tiles cover each other; spread them apart"))
    return tuple(reasons)


def nothing_found(photos: Sequence[Photo]) -> str:
    """What to tell the player about pictures without tiles."""
    brightness = max((float(photo.pixels[::8, ::8].mean()) for photo in photos), default=0.0)
    if brightness < 25:
        return "no tiles found; the picture is too dark"
    return "no tiles found; take the picture from above, tiles filling most of it"


def narrow_sides(tiles: Sequence[NamedTile]) -> NDArray[np.float64]:
    """The shorter side of each tile in pixels of the full picture."""
    return np.asarray(np.minimum(*side_lengths(_corners(tiles))))


def sharpness(photo: Photo, tiles: Sequence[NamedTile]) -> NDArray[np.float64]:
    """How crisp each tile's print is: the mean step between neighbouring pixels of a small crop, in parts of the
    crop's contrast. Blank faces and backs, which have nothing to be crisp, are left out unless there is nothing else.
    """
    printed = [tile for tile in tiles if not tile.face_down and tile.face != "P"] or list(tiles)
    crops = [
        cv2.cvtColor(
            straighten(photo.pixels, corners * np.float32(photo.scale), *_PROBE, margin=0.0), cv2.COLOR_RGB2GRAY
        )
        for corners in _corners(printed[:_MOST_PROBED])
    ]
    grey = np.asarray(crops, np.float32)
    spread = np.percentile(grey, 95, axis=(1, 2)) - np.percentile(grey, 5, axis=(1, 2))
    step = (np.abs(np.diff(grey, axis=1)).mean((1, 2)) + np.abs(np.diff(grey, axis=2)).mean((1, 2))) / 2
    return np.asarray(step / np.maximum(spread, 8.0), np.float64)


def covered_pairs(tiles: Sequence[NamedTile], share: float) -> list[tuple[int, int]]:
    """Pairs of ids of tiles of which one lies over more than this share of the other."""
    corners = _corners(tiles)
    first, second = np.triu_indices(len(tiles), 1)
    if not len(first):
        return []
    low, high = corners.min(1), corners.max(1)
    near = ((low[first] < high[second]) & (low[second] < high[first])).all(1)
    first, second = first[near], second[near]
    area = areas(corners)
    shared = intersections(corners[first], corners[second]) / np.minimum(area[first], area[second])
    return [
        (tiles[one].id, tiles[two].id)
        for one, two, part in zip(first.tolist(), second.tolist(), shared.tolist(), strict=True)
        if part > share
    ]


def _corners(tiles: Sequence[NamedTile]) -> NDArray[np.float32]:
    return np.array([tile.corners for tile in tiles], np.float32).reshape(-1, 4, 2)
