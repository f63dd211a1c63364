"""A folder of photographs with boxes in YOLO format: the measure of the reader, and what it is trained on.

`FOLDER/images/*.jpg` and `FOLDER/labels/*.txt` (class, centre x, y, width, height as fractions). Where
`FOLDER/../meta.csv` exists it gives each photo's group and shape: photographs that were squeezed to squares are
stretched back, since a tile is about 1.35 times as high as wide.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

TILE_HEIGHT_OVER_WIDTH = 1.35
WIDE_SCREEN = 16 / 9
PICTURE_ENDINGS = (".jpg", ".jpeg", ".png", ".webp")

Pixels = npt.NDArray[np.uint8]
Boxes = npt.NDArray[np.float32]
Faces = npt.NDArray[np.int64]


class LabelledPhotosNotFound(FileNotFoundError):
    """The folder is not there, or holds no photograph with labels."""


class BadLabel(ValueError):
    """A label file holds something else than rows of a class and four fractions."""


@dataclass(frozen=True, slots=True)
class LabelledPhoto:
    """One photograph with its labels.

    `boxes` are (n, 4) x0, y0, x1, y1 as fractions of the picture's width and height, so they hold before and after
    stretching; `faces` are (n,) tile numbers. `stretch` is the factor on the width that restores the true aspect,
    `extreme` says that the picture was squeezed beyond use, `looseness` by how much (0–1) its boxes stand off the
    tiles.
    """

    path: Path
    group: str
    boxes: Boxes
    faces: Faces
    stretch: float = 1.0
    extreme: bool = False
    looseness: float = 0.0

    @property
    def name(self) -> str:
        return self.path.stem

    def pixels(self) -> Pixels:
        """The picture at its true aspect, (H, W, 3) RGB; the shorter side keeps its length.

        Raises:
            LabelledPhotosNotFound: the file is gone or cannot be decoded.
        """
        image = cv2.imread(str(self.path), cv2.IMREAD_COLOR)
        if image is None:
            raise LabelledPhotosNotFound(f"cannot read the photograph {self.path}")
        height, width = image.shape[:2]
        if self.stretch >= 1:
            size = (round(width * self.stretch), height)
        else:
            size = (width, round(height / self.stretch))
        if size != (width, height):
            image = cv2.resize(image, size, interpolation=cv2.INTER_CUBIC)
        return np.ascontiguousarray(image[:, :, ::-1]).astype(np.uint8, copy=False)

    def pixel_boxes(self, shape: tuple[int, ...]) -> Boxes:
        """The boxes in pixels of a picture of this (height, width, …) shape, (n, 4)."""
        height, width = shape[:2]
        return (self.boxes * np.array([width, height, width, height], np.float32)).astype(np.float32)


def read_folder(folder: Path) -> list[LabelledPhoto]:
    """Every photograph of a folder, by name.

    Raises:
        LabelledPhotosNotFound: there is no such folder, or no photograph in it.
        BadLabel: a label file cannot be understood; names file and line.
    """
    images = folder / "images"
    if not images.is_dir():
        raise LabelledPhotosNotFound(f"{folder}: expected a folder with images/ and labels/")
    meta = _read_meta(folder.parent / "meta.csv", folder.name)
    photos = [
        _photo(path, folder / "labels" / f"{path.stem}.txt", meta.get(path.stem, {}))
        for path in sorted(images.iterdir())
        if path.suffix.lower() in PICTURE_ENDINGS
    ]
    if not photos:
        raise LabelledPhotosNotFound(f"{images}: no photographs")
    return photos


def read_labels(path: Path) -> tuple[Boxes, Faces]:
    """A label file as corner boxes in fractions, (n, 4), and class numbers, (n,); a missing file has none."""
    rows = []
    for number, line in enumerate(path.read_text().splitlines() if path.is_file() else (), 1):
        if not line.strip():
            continue
        try:
            values = [float(value) for value in line.split()]
        except ValueError:
            values = []
        if len(values) < 5 or not 0 <= values[0] < 42:
            raise BadLabel(f"{path}:{number}: expected a class 0–41 and four fractions, got {line.strip()[:60]!r}")
        rows.append(values[:5])
    table = np.array(rows, np.float32).reshape(-1, 5)
    half = table[:, 3:5] / 2
    boxes = np.concatenate([table[:, 1:3] - half, table[:, 1:3] + half], axis=1)
    return boxes.astype(np.float32), table[:, 0].astype(np.int64)


def stretch_of(height_over_width: float) -> float:
    """The factor on the width that gives boxes of this median shape the shape of a tile, upright or on its side."""
    if height_over_width >= 1 / 1.15:
        return height_over_width / TILE_HEIGHT_OVER_WIDTH
    return height_over_width * TILE_HEIGHT_OVER_WIDTH


def _read_meta(path: Path, split: str) -> dict[str, dict[str, str]]:
    if not path.is_file():
        return {}
    with path.open(newline="") as lines:
        return {row["name"]: row for row in csv.DictReader(lines) if row.get("split", split) == split}


def _photo(path: Path, labels: Path, meta: Mapping[str, str]) -> LabelledPhoto:
    boxes, faces = read_labels(labels)
    shape, squeezed = meta.get("tile_h_over_w", ""), meta.get("stretched", "")
    if shape:
        stretch = stretch_of(float(shape))
    else:
        stretch = WIDE_SCREEN if squeezed.startswith("16:9") else 1.0
    return LabelledPhoto(
        path=path,
        group=meta.get("group", "all"),
        boxes=boxes,
        faces=faces,
        stretch=stretch,
        extreme=squeezed == "1",
        looseness=float(meta.get("looseness") or 0),
    )
