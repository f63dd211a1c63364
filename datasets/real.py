"""The shared photographs of real tiles: where they are, and what is known of their background.

Only the tiles of a hand (or tray) are labelled, so most photos say nothing about tiles elsewhere in the picture:
:func:`unlabelled_mask` marks that part, for a trainer to leave out of its loss.
"""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import numpy.typing as npt

from models.labelled_photos import LabelledPhoto, read_folder

FULLY_LABELLED_GROUPS = frozenset({"travelset", "layout"})
"""Groups in whose photos every tile that can be seen carries a label."""


class DataNotFound(FileNotFoundError):
    """The folder of shared photographs is not where it was looked for."""


def data_root() -> Path:
    """The folder of shared data: `TILESIGHT_DATA`, else `../shared/data` beside the checkout.

    Raises:
        DataNotFound: there is no such folder.
    """
    root = Path(os.environ.get("TILESIGHT_DATA") or Path(__file__).resolve().parents[2] / "shared" / "data")
    if not root.is_dir():
        raise DataNotFound(f"no folder of photographs at {root}: set TILESIGHT_DATA to it")
    return root


def read_photos(split: str, root: Path | None = None) -> list[LabelledPhoto]:
    """Every photograph of `train`, `dev` or `foreign`, by name."""
    return read_folder((root or data_root()) / "real" / split)


def unlabelled_mask(photo: LabelledPhoto, shape: tuple[int, ...]) -> npt.NDArray[np.bool_]:
    """Where, in a picture of this (height, width, …) shape, tiles may lie that carry no label; (H, W) bool.

    Everything outside the labelled tiles and a narrow rim around them, save for what lies nearer to the player than
    the hand: nobody has discards on the table's edge.
    """
    height, width = shape[:2]
    mask = np.zeros((height, width), np.bool_)
    if photo.group in FULLY_LABELLED_GROUPS or len(photo.boxes) == 0:
        return mask
    boxes = photo.pixel_boxes(shape)
    sides = boxes[:, 2:] - boxes[:, :2]
    rim = 0.25 * float(np.median(sides.min(axis=1)))
    mask[:] = True
    if photo.stretch > 1:
        mask[min(height, int(boxes[:, 3].max() + rim)) :] = False
    for x0, y0, x1, y1 in boxes:
        mask[max(0, int(y0 - rim)) : int(y1 + rim) + 1, max(0, int(x0 - rim)) : int(x1 + rim) + 1] = False
    return mask
