"""Concealed kongs as they are laid out: four tiles in a row by themselves, two of them face down."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

BESIDE = (0.75, 1.25)
"""How many widths from middle to middle two tiles of one meld lie apart."""
IN_LINE = 0.35
"""How many heights they may be out of line."""


def face_down_in_kongs(
    corners: NDArray[np.float32], faces: NDArray[np.intp], blank: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Which of the blank tiles (N,) are the outer or the inner two of a concealed kong: of four tiles in a row with
    nothing beside them, the other two of which show one face. `corners` (N, 4, 2), the long side vertical."""
    found = np.zeros(len(faces), np.bool_)
    if blank.sum() < 2:
        return found
    beside = _beside(corners)
    for end in np.flatnonzero(beside.sum(1) == 1).tolist():
        row = _row_from(end, beside)
        if len(row) != 4 or row[0] > row[3]:
            continue
        for down, up in (((0, 3), (1, 2)), ((1, 2), (0, 3))):
            hidden, shown = [row[i] for i in down], [row[i] for i in up]
            if blank[hidden].all() and not blank[shown].any() and faces[shown[0]] == faces[shown[1]]:
                found[hidden] = True
    return found


def _beside(corners: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Which tiles (N, N) lie side by side, seen from both."""
    across = (corners[:, 1] - corners[:, 0] + corners[:, 2] - corners[:, 3]) / 2
    down = (corners[:, 3] - corners[:, 0] + corners[:, 2] - corners[:, 1]) / 2
    sides = np.stack([across, down], axis=2).astype(np.float64)
    sides[np.abs(np.linalg.det(sides)) < 1.0] = np.eye(2)
    middles = corners.mean(1)
    offsets = np.einsum("nij,nmj->nmi", np.linalg.inv(sides), middles[None] - middles[:, None])
    widths, heights = np.abs(offsets[..., 0]), np.abs(offsets[..., 1])
    near = (widths >= BESIDE[0]) & (widths <= BESIDE[1]) & (heights <= IN_LINE)
    return np.asarray(near & near.T)


def _row_from(end: int, beside: NDArray[np.bool_]) -> list[int]:
    """The tiles from an end of a row on, as long as each has one other neighbour; up to five."""
    row = [end]
    while len(row) < 5:
        following = [tile for tile in np.flatnonzero(beside[row[-1]]).tolist() if tile not in row]
        if len(following) != 1:
            return row if not following else []
        row.append(following[0])
    return row
