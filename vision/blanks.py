"""White dragons or backs: alone, the back of a tile of one colour looks like the blank white dragon of another set, and
a yellow back like a cream one. What lies around tells them apart.

- A white dragon's ground is that of the other faces: a blank tile of another colour is a back.
- Nobody plays with backs of the faces' colour unless the white dragons bear a print, and of those there are four. Two
  blank tiles where a concealed kong has its face-down ones tell that this set's backs are of that colour; so do five in
  all, or one that the detector is sure is a back, unless there are more of another colour. Then where a tile lies
  decides, which the detector judges better than the namer."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from scorer.tiles import Tile
from vision.types import Detection

NAMER_COUNTS = 0.2
"""How much the namer's odds count beside the detector's; measured on rendered sets of one colour."""
_BY_COLOUR = 50.0
"""How much likelier a colour that only backs have makes a back: enough to overrule a namer sure to 98 %."""
_IN_KONG = 20.0
"""How much likelier a back is where a concealed kong has its face-down tiles."""
_FLOOR = 0.01


def settle_blanks(
    faces: NDArray[np.float64],
    seen: NDArray[np.float64],
    detections: Sequence[Detection],
    white: int,
    back: int,
    strange: NDArray[np.float64],
    in_kong: NDArray[np.bool_],
) -> NDArray[np.float64]:
    """Chances of faces (N, 43), those of the white dragon and the back shared out anew where what lies around tells.

    `seen` are the namer's own chances (N, 43 or more), the detector's word left aside; `strange` (N,) how far each
    ground is from the faces' (see `vision.grounds.strangeness`), above 1 where it is another; `in_kong` (N,) which
    tiles lie where a concealed kong has its face-down ones. Where the detector tells but one of its scores, its word
    is not heard anew.
    """
    settled = faces.copy()
    blank = np.isin(faces.argmax(1), (white, back))
    coloured = blank & (strange > 1)
    _share(settled, coloured, _BY_COLOUR * _odds(settled[coloured], white, back), white, back)
    plain = blank & ~coloured
    likely = settled.argmax(1)
    seen_white = seen[:, white] > seen[:, back]
    overruled = (likely == back) & seen_white
    # That a kong has backs which look like backs tells nothing of blank ones.
    kong = plain & in_kong & seen_white
    many = (plain & (likely == white)).sum() > Tile(white).copies or (plain & overruled).any()
    if kong.any() or (many and plain.sum() > (coloured & (likely == back)).sum()):
        told = plain & np.array([detection.other is not None for detection in detections], np.bool_)
        words = np.array([_word(detection) for detection in detections])
        _share(settled, told, words[told] * _odds(seen[told], white, back) ** NAMER_COUNTS, white, back)
        _share(settled, kong, _IN_KONG, white, back)
    return settled


def _odds(chances: NDArray[np.float64], white: int, back: int) -> NDArray[np.float64]:
    """How much likelier a back is than a white dragon, (N,)."""
    return np.asarray((chances[:, back] + 1e-6) / (chances[:, white] + 1e-6))


def _word(detection: Detection) -> float:
    """The same as the detector sees it."""
    odds = (detection.score + _FLOOR) / ((detection.other or 0.0) + _FLOOR)
    return odds if detection.kind == "back" else 1 / odds


def _share(
    faces: NDArray[np.float64], which: NDArray[np.bool_], odds: NDArray[np.float64] | float, white: int, back: int
) -> None:
    """Shares out the chances of white dragon and back of `which` tiles, so that a back is `odds` times likelier."""
    both = faces[which, white] + faces[which, back]
    faces[which, back], faces[which, white] = both * odds / (1 + odds), both / (1 + odds)
