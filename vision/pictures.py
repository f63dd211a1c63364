"""Several pictures of one hand, taken as one: the same tile found in each, and its evidence put together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.layout import arrange
from vision.namer import upright_of
from vision.types import Candidate, Corners, NamedTile

_FLOOR = 1e-5
"""What a face is worth that a namer does not list among its candidates."""
_GAP = -1.5
"""What skipping a tile costs in the alignment, in log-likelihood."""
_SHARED_ERRORS = 0.35
"""Pictures of one tile go wrong together: each further one adds only part of its evidence."""
_SURE_DETECTION = 0.5


def fuse_pictures(pictures: Sequence[Sequence[NamedTile]]) -> tuple[int, list[NamedTile]]:
    """One list of tiles from several pictures of the same hand.

    Returns the index of the picture that leads, and its tiles with the evidence of all; corners are in that picture's
    pixels. A tile that another picture shows and the leading one misses is added where it would lie.
    """
    if not pictures:
        raise ValueError("expected at least one picture")
    lead = max(range(len(pictures)), key=lambda index: (_evidence(pictures[index]), -index))
    tiles = list(pictures[lead])
    seen: dict[int, list[NamedTile]] = {tile.id: [tile] for tile in tiles}
    next_id = max(seen, default=-1) + 1
    for index, other in enumerate(pictures):
        if index == lead or not other:
            continue
        pairs, mapping = _correspondence(tiles, other)
        for own, theirs in pairs:
            seen[tiles[own].id].append(other[theirs])
        if mapping is None:
            continue
        matched = {theirs for _, theirs in pairs}
        for theirs, tile in enumerate(other):
            moved = _project(tile, mapping)
            if theirs in matched or tile.detection_score < _SURE_DETECTION or not _free(moved, tiles):
                continue
            added = replace(moved, id=next_id)
            tiles.append(added)
            seen[added.id] = [added]
            next_id += 1
    return lead, [_together(tile, seen[tile.id]) for tile in tiles]


def _evidence(tiles: Sequence[NamedTile]) -> float:
    return sum(tile.confidence * tile.detection_score for tile in tiles)


def _together(tile: NamedTile, views: Sequence[NamedTile]) -> NamedTile:
    if len(views) == 1:
        return tile
    faces = {face for view in views for face, _ in view.candidates}
    weight = 1 / (1 + _SHARED_ERRORS * (len(views) - 1))
    tables = [dict(view.candidates) for view in views]
    logs = {face: weight * sum(np.log(max(table.get(face, 0), _FLOOR)) for table in tables) for face in faces}
    top = max(logs.values())
    powers = {face: float(np.exp(value - top)) for face, value in logs.items()}
    total = sum(powers.values())
    listed = sorted(((face, power / total) for face, power in powers.items()), key=lambda pair: (-pair[1], pair[0]))
    return replace(tile, candidates=cast(tuple[Candidate, ...], tuple(listed[: max(5, len(tile.candidates))])))


def _correspondence(
    own: Sequence[NamedTile], other: Sequence[NamedTile]
) -> tuple[list[tuple[int, int]], NDArray[np.float64] | None]:
    """Pairs of indices that show the same tile, and the mapping from the other picture into the own one."""
    pairs = _align(_in_order(own), _in_order(other), _likeness(own, other))
    mapping = _plane(own, other, pairs)
    if mapping is None:
        return pairs, None
    moved = [_project(tile, mapping) for tile in other]
    centres = np.array([_centre(tile) for tile in own])
    near: list[tuple[float, int, int]] = []
    for theirs, tile in enumerate(moved):
        distance = np.linalg.norm(centres - _centre(tile), axis=1)
        for mine in np.flatnonzero(distance < 0.6 * _side(tile)).tolist():
            near.append((float(distance[mine]), mine, theirs))
    taken_own: set[int] = set()
    taken_other: set[int] = set()
    by_place = []
    for _, mine, theirs in sorted(near):
        if mine not in taken_own and theirs not in taken_other:
            taken_own.add(mine)
            taken_other.add(theirs)
            by_place.append((mine, theirs))
    return by_place, mapping


def _in_order(tiles: Sequence[NamedTile]) -> list[int]:
    """Indices of the hand's tiles as the player reads them."""
    place = {tile.id: index for index, tile in enumerate(tiles)}
    return [place[tile.id] for tile in arrange(tiles).hand_tiles]


def _likeness(own: Sequence[NamedTile], other: Sequence[NamedTile]) -> NDArray[np.float64]:
    """How much likelier it is that two tiles show one face than two of different faces, as logarithms."""
    tables = [dict(tile.candidates) for tile in other]
    values = np.empty((len(own), len(other)))
    for row, tile in enumerate(own):
        for column, table in enumerate(tables):
            shared = sum(chance * table.get(face, 0.0) for face, chance in tile.candidates)
            values[row, column] = np.log(max(shared, 1e-4)) + 3.0
    return values


def _align(own: list[int], other: list[int], likeness: NDArray[np.float64]) -> list[tuple[int, int]]:
    """The best alignment of two rows of tiles that keeps their order."""
    best = np.zeros((len(own) + 1, len(other) + 1))
    best[1:, 0] = _GAP * np.arange(1, len(own) + 1)
    best[0, 1:] = _GAP * np.arange(1, len(other) + 1)
    for i, mine in enumerate(own, 1):
        for j, theirs in enumerate(other, 1):
            best[i, j] = max(best[i - 1, j - 1] + likeness[mine, theirs], best[i - 1, j] + _GAP, best[i, j - 1] + _GAP)
    pairs = []
    i, j = len(own), len(other)
    while i and j:
        here = likeness[own[i - 1], other[j - 1]]
        if np.isclose(best[i, j], best[i - 1, j - 1] + here):
            if here > 0:
                pairs.append((own[i - 1], other[j - 1]))
            i, j = i - 1, j - 1
        elif np.isclose(best[i, j], best[i - 1, j] + _GAP):
            i -= 1
        else:
            j -= 1
    return pairs[::-1]


def _plane(
    own: Sequence[NamedTile], other: Sequence[NamedTile], pairs: Sequence[tuple[int, int]]
) -> NDArray[np.float64] | None:
    """The homography between the pictures, where most of the paired tiles agree on one."""
    if len(pairs) < 4:
        return None
    source = np.array([other[theirs].corners for _, theirs in pairs], np.float64)
    target = np.array([own[mine].corners for mine, _ in pairs], np.float64)
    tolerance = 0.3 * float(np.median([_side(own[mine]) for mine, _ in pairs]))
    matrix, _ = cv2.findHomography(source.reshape(-1, 2), target.reshape(-1, 2), cv2.RANSAC, tolerance)
    if matrix is None:
        return None
    mapping = np.asarray(matrix, np.float64)
    moved = cv2.perspectiveTransform(source.mean(1)[None], mapping)[0]
    agrees = np.linalg.norm(moved - target.mean(1), axis=1) < 2 * tolerance
    return mapping if agrees.mean() >= 0.6 else None


def _project(tile: NamedTile, mapping: NDArray[np.float64]) -> NamedTile:
    moved = cv2.perspectiveTransform(np.array([tile.corners], np.float64), mapping)[0]
    corners = cast(Corners, tuple((float(x), float(y)) for x, y in moved))
    return replace(tile, corners=corners, upright=upright_of(np.asarray(moved)))


def _free(tile: NamedTile, tiles: Sequence[NamedTile]) -> bool:
    centres = np.array([_centre(each) for each in tiles]).reshape(-1, 2)
    return bool((np.linalg.norm(centres - _centre(tile), axis=1) > 0.7 * _side(tile)).all())


def _centre(tile: NamedTile) -> NDArray[np.float64]:
    return np.asarray(np.mean(tile.corners, axis=0))


def _side(tile: NamedTile) -> float:
    """The shorter side in pixels."""
    corners = np.array(tile.corners)
    return float(np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1).min())
