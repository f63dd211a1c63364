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
OTHER_HUE = 0.065
"""A hue is another where a colour's share in red, green and blue is so far from the faces': of 409 white dragons,
photographed and rendered, none is beyond 0.051; of 922 coloured backs on rendered pictures 93 % are."""
DARK = 0.5
"""A ground with less than this share of the faces' light is not in a shadow: the darkest of the same white dragons has
0.54; by hue or light 98 % of the same backs are told."""
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


def strangeness(
    grounds: NDArray[np.float64], middles: NDArray[np.float64], faces: NDArray[np.bool_]
) -> NDArray[np.float64]:
    """How far each ground (N, 3) is from that of the `faces` (N,) among them, 1 where it is surely another: by its hue,
    or darker than a shadow makes it. What is like the faces lying nearest (`middles` (N, 2)) is not strange, since a
    lamp may colour a part of the table alone. 0 where there are fewer faces than tell."""
    there = np.flatnonzero(faces)
    if len(there) < LEAST_FACES:
        return np.zeros(len(grounds))
    light = grounds.sum(1, keepdims=True) + 1e-3
    told = np.hstack([grounds / light, light])
    far = np.linalg.norm(middles[:, None] - middles[there], axis=2)
    nearest = there[np.argpartition(far, LEAST_FACES - 1, axis=1)[:, :LEAST_FACES]]
    usual, near = np.median(told[there], axis=0), np.median(told[nearest], axis=1)
    return np.minimum(_apart(told, usual), _apart(told, near))


def _apart(told: NDArray[np.float64], usual: NDArray[np.float64]) -> NDArray[np.float64]:
    """How far hues and lights (N, 4) are from the usual."""
    hue = np.abs(told[:, :3] - usual[..., :3]).max(1) / OTHER_HUE
    dark = (1 - told[:, 3] / usual[..., 3]) / (1 - DARK)
    return np.asarray(np.maximum(hue, dark), np.float64)
