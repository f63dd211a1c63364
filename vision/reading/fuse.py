"""Several pictures of one hand taken as one: the evidence about each tile multiplied.

The rows of the pictures are matched as sequences, as one compares texts with letters misread, missing or added. The
picture that shows most lends its geometry; a tile that only others show is put between its neighbours.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from vision.layout import arrangements
from vision.reading.found import find_among
from vision.reading.game import Game, game_of
from vision.types import FACE_DOWN, Candidate, Corners, NamedTile

_UNNAMED = 1e-3
"""Probability of a face that a picture's namer does not list."""
_SKIP = 2.5
"""Cost (nats) of a tile seen in one picture only."""
_CROWDED = 1.0
"""More for a tile that would have to be put where the reference has no room for it."""


@dataclass(frozen=True, slots=True)
class Fused:
    """The tiles of all pictures in the frame of the picture number `reference`. `matched` counts for each tile of the
    hand in how many pictures it was seen, by id; it is empty for a single picture."""

    reference: int
    tiles: tuple[NamedTile, ...]
    matched: dict[int, int]


def fuse(pictures: Sequence[Sequence[NamedTile]], game: Game | None = None) -> Fused:
    """One set of tiles from several pictures of the same hand, at least one.

    In each picture the row that is read by the rules of the `game` is taken, or of any common game.
    """
    if len(pictures) == 1:
        (picture,) = pictures
        return Fused(0, tuple(sorted(picture, key=lambda tile: tile.id)), {})
    rules = game_of(None) if game is None else game
    layouts = [find_among(arrangements(picture), rules)[0] for picture in pictures]
    hands = [layout.hand_tiles for layout in layouts]
    reference = max(range(len(hands)), key=lambda k: (len(hands[k]), _confidence(hands[k]), -k))
    line = list(hands[reference])
    gaps = {
        placed.tile.id: placed.gap_before
        for row in layouts[reference].rows
        for place, placed in enumerate(row.tiles)
        if place
    }
    matched = {tile.id: 1 for tile in line}
    next_id = max((tile.id for tile in pictures[reference]), default=-1) + 1
    for k, other in enumerate(hands):
        if k == reference:
            continue
        merged: list[NamedTile] = []
        for mine, theirs in _align(line, other, gaps):
            if mine is not None and theirs is not None:
                merged.append(replace(mine, candidates=multiply(mine.candidates, theirs.candidates)))
                matched[mine.id] += 1
            elif mine is not None:
                merged.append(mine)
            elif theirs is not None:
                merged.append(replace(theirs, id=next_id, corners=_UNPLACED))
                matched[next_id] = 1
                next_id += 1
        line = _place(merged)
    taken = {tile.id for tile in line}
    rest = [tile for tile in pictures[reference] if tile.id not in taken]
    return Fused(reference, tuple(sorted((*line, *rest), key=lambda tile: tile.id)), matched)


def multiply(one: Sequence[Candidate], other: Sequence[Candidate]) -> tuple[Candidate, ...]:
    """The faces two independent looks agree on, with probabilities that sum to one, best first."""
    left, right = dict(one), dict(other)
    weights = {face: left.get(face, _UNNAMED) * right.get(face, _UNNAMED) for face in dict.fromkeys((*left, *right))}
    total = sum(weights.values()) or 1.0
    ranked = sorted(weights.items(), key=lambda entry: (-entry[1], entry[0]))
    return tuple((face, weight / total) for face, weight in ranked)


def _confidence(tiles: Sequence[NamedTile]) -> float:
    return sum(tile.confidence for tile in tiles) / max(len(tiles), 1)


def _unlike(one: NamedTile, other: NamedTile) -> float:
    """Cost of taking two tiles for the same one."""
    if one.face_down or other.face_down:
        # A back in one picture may have been turned over for the next.
        return 0.0 if one.face_down and other.face_down else 1.5
    left, right = dict(one.candidates), dict(other.candidates)
    agreement = sum(probability * right.get(face, _UNNAMED) for face, probability in left.items() if face != FACE_DOWN)
    return min(-math.log(max(agreement, 1e-6)), 6.0)


def _align(
    one: Sequence[NamedTile], other: Sequence[NamedTile], gaps: Mapping[int, float]
) -> list[tuple[NamedTile | None, NamedTile | None]]:
    """The cheapest pairing of two sequences in order. A tile that only the other shows fits best where there is a gap
    for it: `gaps` by the id of the tile after."""
    rows, columns = len(one), len(other)
    room = [_SKIP + (_CROWDED if gaps.get(tile.id, 1.0) < 0.5 else 0.0) for tile in one] + [_SKIP]
    cost = [[0.0] * (columns + 1) for _ in range(rows + 1)]
    for i in range(rows + 1):
        for j in range(columns + 1):
            ways = [0.0] if i == j == 0 else []
            if i:
                ways.append(cost[i - 1][j] + _SKIP)
            if j:
                ways.append(cost[i][j - 1] + room[i])
            if i and j:
                ways.append(cost[i - 1][j - 1] + _unlike(one[i - 1], other[j - 1]))
            cost[i][j] = min(ways)
    pairs: list[tuple[NamedTile | None, NamedTile | None]] = []
    i, j = rows, columns
    while i or j:
        if i and j and math.isclose(cost[i][j], cost[i - 1][j - 1] + _unlike(one[i - 1], other[j - 1])):
            i, j = i - 1, j - 1
            pairs.append((one[i], other[j]))
        elif i and math.isclose(cost[i][j], cost[i - 1][j] + _SKIP):
            i -= 1
            pairs.append((one[i], None))
        else:
            j -= 1
            pairs.append((None, other[j]))
    return pairs[::-1]


_UNPLACED: Corners = ((math.nan, math.nan),) * 4


def _place(line: Sequence[NamedTile]) -> list[NamedTile]:
    """Give tiles that the reference picture does not show a place between their neighbours."""
    placed: list[NamedTile] = []
    for k, tile in enumerate(line):
        if not math.isnan(tile.corners[0][0]):
            placed.append(tile)
            continue
        before = placed[-1] if placed else None
        after = next((other for other in line[k + 1 :] if not math.isnan(other.corners[0][0])), None)
        if before is not None and after is not None:
            corners = _between(before.corners, after.corners, 0.5)
        elif before is not None and len(placed) > 1:
            corners = _between(placed[-2].corners, before.corners, 2.0)
        elif after is not None:
            following = [other for other in line[k + 1 :] if not math.isnan(other.corners[0][0])][:2]
            corners = _between(following[-1].corners, following[0].corners, 2.0)
        else:
            continue
        like = before or after
        placed.append(replace(tile, corners=corners, upright=like.upright if like else tile.upright))
    return placed


def _between(one: Corners, other: Corners, share: float) -> Corners:
    points = tuple(
        (x0 + (x1 - x0) * share, y0 + (y1 - y0) * share) for (x0, y0), (x1, y1) in zip(one, other, strict=True)
    )
    return (points[0], points[1], points[2], points[3])
