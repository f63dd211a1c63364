"""Sheets of the misread tiles, below each what it is and what was read."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from models.evaluation import Report
from models.labelled_photos import read_folder
from models.training.measure_scenes import Misread

MOST = 96
COLUMNS = 12
ROOM = 0.25
"""Widths of a tile around it that are shown with it."""


def cell(pixels: np.ndarray, box: tuple[float, float, float, float], text: str) -> np.ndarray:
    """The tile in this box of a picture (H, W, 3) with a line of text below, (126, 84, 3)."""
    x0, y0, x1, y1 = box
    grow = ROOM * (x1 - x0)
    part = pixels[max(0, int(y0 - grow)) : int(y1 + grow) + 1, max(0, int(x0 - grow)) : int(x1 + grow) + 1]
    shown = np.full((126, 84, 3), 255, np.uint8)
    shown[:104] = cv2.resize(part, (84, 104), interpolation=cv2.INTER_CUBIC)
    cv2.putText(shown, text, (2, 119), cv2.FONT_HERSHEY_SIMPLEX, 0.36, (0, 0, 0), 1, cv2.LINE_AA)
    return shown


def write_sheet(cells: Sequence[np.ndarray], path: Path) -> None:
    """The first `MOST` cells in rows, as a JPEG; nothing where there are none."""
    shown = list(cells[:MOST])
    if not shown:
        return
    shown += [np.full_like(shown[0], 255)] * (-len(shown) % COLUMNS)
    rows = [np.hstack(shown[i : i + COLUMNS]) for i in range(0, len(shown), COLUMNS)]
    cv2.imwrite(str(path), np.vstack(rows)[:, :, ::-1], [cv2.IMWRITE_JPEG_QUALITY, 82])


def draw_misread(reports: dict[str, Report], root: Path, path: Path) -> int:
    """A sheet of the misread tiles of the photographs; returns their number."""
    cells: list[np.ndarray] = []
    total = 0
    for split, report in reports.items():
        photos = {photo.name: photo for photo in read_folder(root / "real" / split)}
        for result in report.photos:
            total += len(result.misread)
            if not result.misread or len(cells) >= MOST:
                continue
            pixels = photos[result.name].pixels()
            cells += [cell(pixels, box, f"{label}>{read} {result.group[:4]}") for label, read, box in result.misread]
    write_sheet(cells, path)
    return total


def draw_misread_scenes(misread: Sequence[Misread], path: Path) -> None:
    """A sheet of the misread tiles of the generator's pictures."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_sheet([cell(one.picture, one.box, f"{one.label}>{one.read}") for one in misread], path)
