"""White dragons or backs: where a picture shows more blank tiles than a set has white dragons.

Alone, the back of a tile of one colour looks like the blank white dragon of another set, and the namer takes it for
one. But nobody plays with such backs unless the white dragons bear a print, and there are four of those: five blank
tiles, or one that the detector is sure is a back, tell that this set's backs are blank. Then where a tile lies decides,
which the detector judges better than the namer."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from scorer.tiles import Tile
from vision.types import Detection

NAMER_COUNTS = 0.2
"""How much the namer's odds count beside the detector's; measured on rendered sets of one colour."""
_FLOOR = 0.01


def settle_blanks(
    faces: NDArray[np.float64], seen: NDArray[np.float64], detections: Sequence[Detection], white: int, back: int
) -> NDArray[np.float64]:
    """Chances of faces (N, 43), those of the white dragon and the back shared out anew where the set's backs are blank.

    `seen` are the namer's own chances (N, 43 or more), the detector's word left aside. Where the detector tells but one
    of its scores nothing is changed.
    """
    likely = faces.argmax(1)
    overruled = (likely == back) & (seen[:, white] > seen[:, back])
    if (likely == white).sum() <= Tile(white).copies and not overruled.any():
        return faces
    settled = faces.copy()
    for index in np.flatnonzero(np.isin(likely, (white, back))).tolist():
        detection = detections[index]
        if detection.other is None:
            continue
        odds = (detection.score + _FLOOR) / (detection.other + _FLOOR)
        if detection.kind == "face":
            odds = 1 / odds
        odds *= ((seen[index, back] + 1e-6) / (seen[index, white] + 1e-6)) ** NAMER_COUNTS
        both = faces[index, white] + faces[index, back]
        settled[index, back] = both * odds / (1 + odds)
        settled[index, white] = both / (1 + odds)
    return settled
