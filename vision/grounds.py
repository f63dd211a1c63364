"""The colour that a tile's ink stands upon, and how far it is from that of the faces around: no white dragon is of
another colour than the other faces of its set, and hardly a back is of the same."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

_FROM, _TO = 0.3, 0.7
"""The part of a crop's height and width that is looked at, well inside of the tile."""
_EVERY = 2
"""Of so many pixels each way one is looked at."""
_PAPER = 0.4
"""This share of the pixels, the brighter ones, is ground and not ink."""
LEAST_FACES = 3
"""Of fewer faces the colour is not told."""


def ground_colours(crops: NDArray[np.float32]) -> NDArray[np.float64]:
    """RGB (N, 3) of the ground in the middle of crops (N, 3, H, W), ink left aside."""
    height, width = crops.shape[2:]
    rows = slice(round(height * _FROM), round(height * _TO), _EVERY)
    columns = slice(round(width * _FROM), round(width * _TO), _EVERY)
    middle = crops[:, :, rows, columns].reshape(len(crops), 3, -1)
    ink = round(middle.shape[2] * (1 - _PAPER))
    paper = np.argpartition(middle.sum(1), ink, axis=1)[:, None, ink:]
    return np.asarray(np.median(np.take_along_axis(middle, paper, axis=2), axis=2), np.float64)


def strangeness(grounds: NDArray[np.float64], faces: NDArray[np.bool_]) -> NDArray[np.float64]:
    """How far the hue of each ground (N, 3) is from that of the `faces` (N,) among them: the largest difference of a
    colour's share in red, green and blue. 0 where there are fewer faces than tell."""
    if faces.sum() < LEAST_FACES:
        return np.zeros(len(grounds))
    hues = (grounds + 1e-3) / (grounds + 1e-3).sum(1, keepdims=True)
    return np.asarray(np.abs(hues - np.median(hues[faces], axis=0)).max(1), np.float64)
