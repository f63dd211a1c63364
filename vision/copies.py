"""What a set holds: four of each face, one of each flower. A picture that seems to show more has a tile misnamed, and
most likely the one that might just as well be another.

Names are moved from a face of which there are too many along the cheapest chain of changes to one of which there is
room (3m read as 2m, a fifth of which cannot be), unless it takes more than believing that two sets lie there: for one
tile, and for all of them."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Chances: TypeAlias = NDArray[np.float64]

ONE_TOO_MANY = 0.05
"""How much less likely a picture is that shows one more of a face than a set has; on photographs nothing is spoilt down
to 0.01."""
TWO_SETS = ONE_TOO_MANY**2
"""How much less likely it is that two sets lie there."""
_FLOOR = 1e-4
_JUST_BELOW = 0.999
_EQUAL = 1e-9


def settle_copies(faces: Chances, copies: NDArray[np.int64]) -> Chances:
    """Chances (N, K) of faces, of which a set has `copies` (K,). Where a picture shows more of one, the tiles that give
    way get less of every face that was likelier than the one they are left with."""
    likely = faces.argmax(1)
    settled = _named_within(faces, likely, copies)
    moved = np.flatnonzero(settled != likely)
    if not len(moved):
        return faces
    result = faces.copy()
    rows, own = result[moved], result[moved, settled[moved]][:, None]
    before = (rows >= own) & (np.arange(len(copies)) != settled[moved][:, None])
    rows = np.where(before, np.minimum(rows * ONE_TOO_MANY, own * _JUST_BELOW), rows)
    result[moved] = rows / rows.sum(1, keepdims=True)
    return result


def _named_within(faces: Chances, likely: NDArray[np.intp], copies: NDArray[np.int64]) -> NDArray[np.intp]:
    """The faces (N,) of the tiles when a set's copies count; the likeliest where they plainly do not."""
    costs = -np.log(np.maximum(faces, _FLOOR))
    named, tiles = likely.copy(), np.arange(len(likely))
    while True:
        counts = np.bincount(named, minlength=len(copies))
        chain = _cheapest_chain(costs, named, counts > copies, counts < copies)
        if not chain:
            break
        for tile, face in chain:
            named[tile] = face
    moving = float((costs[tiles, named] - costs[tiles, likely]).sum())
    too_many = int(np.maximum(counts - copies, 0).sum())
    return likely if moving - too_many * np.log(ONE_TOO_MANY) > -np.log(TWO_SETS) else named


def _cheapest_chain(
    costs: Chances, named: NDArray[np.intp], crowded: NDArray[np.bool_], room: NDArray[np.bool_]
) -> list[tuple[int, int]]:
    """Tiles and their new faces, the last from a crowded face and the first to one with room; none where that costs
    more than one too many. `costs` (N, K) in nats, `named` (N,), `crowded` and `room` (K,).

    It is the shortest path between faces, a step costing what its cheapest tile does (Bellman-Ford, since taking back
    an earlier change costs less than nothing)."""
    if not crowded.any() or not room.any():
        return []
    count = costs.shape[1]
    step, tile = np.full((count, count), np.inf), np.zeros((count, count), np.intp)
    for face in np.unique(named).tolist():
        there = np.flatnonzero(named == face)
        change = costs[there] - costs[there, face][:, None]
        step[face], tile[face] = change.min(0), there[change.argmin(0)]
    far, before = np.where(crowded, 0.0, np.inf), np.full(count, -1)
    for _ in range(count):
        through = far[:, None] + step
        nearest = through.argmin(0)
        reached = through[nearest, np.arange(count)]
        shorter = reached < far - _EQUAL
        if not shorter.any():
            break
        far[shorter], before[shorter] = reached[shorter], nearest[shorter]
    target = int(np.where(room, far, np.inf).argmin())
    if far[target] >= -np.log(ONE_TOO_MANY):
        return []
    chain = []
    while before[target] >= 0:
        source = int(before[target])
        chain.append((int(tile[source, target]), target))
        target = source
    return chain
