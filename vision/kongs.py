"""Concealed kongs as they are laid out: four tiles in a row by themselves, two of them face down."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.rotated import mean_sides

BESIDE = (0.75, 1.25)
"""How many sides from middle to middle two tiles of one meld lie apart."""
IN_LINE = 0.35
"""How many sides they may be out of line, and how much one step in a row may differ from the next."""
_KONG = 4
_HIDDEN = (((0, 3), (1, 2)), ((1, 2), (0, 3)))
"""Which places are face down, and which are shown."""


def face_down_in_kongs(
    corners: NDArray[np.float32], faces: NDArray[np.intp], blank: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Which of the blank tiles (N,) are the outer or the inner two of a concealed kong: of four tiles in a row with
    nothing before and behind it, the other two of which show one face. `corners` (N, 4, 2)."""
    found = np.zeros(len(faces), np.bool_)
    if blank.sum() < 2:
        return found
    middles = corners.mean(1).astype(np.float64)
    beside = _beside(corners, middles)
    for first in range(len(faces)):
        for second in np.flatnonzero(beside[first]).tolist():
            if not (blank[first] or blank[second]) or _next(second, first, beside, middles) is not None:
                continue
            row = _row(first, second, beside, middles)
            if len(row) != _KONG:
                continue
            for down, up in _HIDDEN:
                hidden, shown = [row[place] for place in down], [row[place] for place in up]
                if blank[hidden].all() and not blank[shown].any() and faces[shown[0]] == faces[shown[1]]:
                    found[hidden] = True
    return found


def _beside(corners: NDArray[np.float32], middles: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which tiles (N, N) lie side by side, seen from both, along either side: one that is seen flat looks as if it lay
    across."""
    sides = np.stack(mean_sides(corners), axis=2).astype(np.float64)
    sides[np.abs(np.linalg.det(sides)) < 1.0] = np.eye(2)
    offsets = np.abs(np.einsum("nij,nmj->nmi", np.linalg.inv(sides), middles[None] - middles[:, None]))
    near, far = offsets.min(2), offsets.max(2)
    touching = (far >= BESIDE[0]) & (far <= BESIDE[1]) & (near <= IN_LINE)
    return np.asarray(touching & touching.T)


def _row(first: int, second: int, beside: NDArray[np.bool_], middles: NDArray[np.float64]) -> list[int]:
    """The tiles of the row that begins with these two, no more than tell that it is longer than a kong."""
    row = [first, second]
    while len(row) <= _KONG:
        following = _next(row[-2], row[-1], beside, middles)
        if following is None:
            break
        row.append(following)
    return row


def _next(before: int, tile: int, beside: NDArray[np.bool_], middles: NDArray[np.float64]) -> int | None:
    """The tile that lies behind `tile` as this lies behind the one `before` it."""
    step = middles[tile] - middles[before]
    neighbours = np.flatnonzero(beside[tile])
    if not len(neighbours):
        return None
    off = np.linalg.norm(middles[neighbours] - middles[tile] - step, axis=1)
    best = int(off.argmin())
    return int(neighbours[best]) if off[best] <= IN_LINE * np.linalg.norm(step) else None
