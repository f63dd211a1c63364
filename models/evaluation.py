"""How well the two nets find and name tiles: measured on a folder of labelled photographs, told by group.

A labelled tile is *found* when a detection overlaps it by half (intersection over union of the upright boxes ≥ 0.5),
and *right* when the found tile also bears the right name. A photo is *whole* when every labelled tile is right and
nothing else was read among them. In the shared photographs of hands only the hand's tiles are labelled, so detections
away from them are not counted.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import numpy as np
import numpy.typing as npt

from models.labelled_photos import LabelledPhoto, read_folder

OVERLAP = 0.5
PARTLY_LABELLED_GROUPS = frozenset({"hand", "fb", "riichi_standing"})
CALIBRATION_BINS = 15

Array = npt.NDArray[np.float32]


class SeenTile(Protocol):
    """A tile as the namer returns it."""

    @property
    def box(self) -> tuple[float, float, float, float]: ...
    @property
    def face(self) -> str: ...
    @property
    def confidence(self) -> float: ...


@dataclass(slots=True)
class GroupScore:
    """Counts over the photos of one group; shares are derived."""

    photos: int = 0
    labelled: int = 0
    found: int = 0
    right: int = 0
    extra: int = 0
    whole: int = 0
    confusions: Counter[tuple[str, str]] = field(default_factory=Counter)
    by_face: Counter[str] = field(default_factory=Counter)
    right_by_face: Counter[str] = field(default_factory=Counter)
    by_size: Counter[int] = field(default_factory=Counter)
    right_by_size: Counter[int] = field(default_factory=Counter)
    confidences: list[tuple[float, bool]] = field(default_factory=list)

    @property
    def recall(self) -> float:
        """The share of labelled tiles that were found."""
        return self.found / self.labelled if self.labelled else 0.0

    @property
    def precision(self) -> float:
        """The share of counted detections that are labelled tiles."""
        seen = self.found + self.extra
        return self.found / seen if seen else 0.0

    @property
    def naming(self) -> float:
        """The share of found tiles that bear the right name."""
        return self.right / self.found if self.found else 0.0

    @property
    def found_and_right(self) -> float:
        """The share of labelled tiles that were found and bear the right name."""
        return self.right / self.labelled if self.labelled else 0.0

    @property
    def whole_share(self) -> float:
        """The share of photos in which everything is right."""
        return self.whole / self.photos if self.photos else 0.0

    @property
    def calibration_error(self) -> float:
        """Expected calibration error of the names of found tiles: |confidence − accuracy| averaged over bins."""
        if not self.confidences:
            return 0.0
        table = np.array(self.confidences, np.float64)
        bins = np.minimum((table[:, 0] * CALIBRATION_BINS).astype(int), CALIBRATION_BINS - 1)
        gaps = [abs(float((table[bins == b, 0] - table[bins == b, 1]).sum())) for b in range(CALIBRATION_BINS)]
        return sum(gaps) / len(table)

    def surely_named(self, confidence: float) -> tuple[int, int]:
        """How many found tiles are named with at least this confidence, and how many of these rightly."""
        sure = [right for said, right in self.confidences if said >= confidence]
        return len(sure), sum(sure)

    def add(self, other: GroupScore) -> None:
        """Counts another group's photos in."""
        for name in ("photos", "labelled", "found", "right", "extra", "whole"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name in ("confusions", "by_face", "right_by_face", "by_size", "right_by_size"):
            getattr(self, name).update(getattr(other, name))
        self.confidences.extend(other.confidences)


@dataclass(frozen=True, slots=True)
class PhotoResult:
    """What became of one photo: its name, group, the score over it alone, and the misread tiles.

    `misread` rows are (label, read as or '-' where nothing was found, box in pixels of the picture at its true aspect).
    """

    name: str
    group: str
    score: GroupScore
    misread: tuple[tuple[str, str, tuple[float, float, float, float]], ...]


@dataclass(frozen=True, slots=True)
class Report:
    """The result over a folder: a score per group, over all, and every photo's own."""

    groups: dict[str, GroupScore]
    total: GroupScore
    photos: tuple[PhotoResult, ...]


def evaluate(
    folder: Path,
    read_tiles: Callable[[npt.NDArray[np.uint8]], Sequence[SeenTile]],
    *,
    face_names: Sequence[str],
    include_extreme: bool = False,
    progress: Callable[[Iterable[LabelledPhoto], int], Iterable[LabelledPhoto]] | None = None,
) -> Report:
    """Reads every photo of `folder` and compares with its labels.

    `read_tiles` takes RGB pixels (H, W, 3) and returns the named tiles, face-down ones left out; `face_names`
    gives the notation of each class number. Photos squeezed beyond recognition are left out unless
    `include_extreme`. `progress` may wrap the iteration.

    Raises:
        LabelledPhotosNotFound, BadLabel: the folder is not what it should be.
    """
    photos = [photo for photo in read_folder(folder) if include_extreme or not photo.extreme]
    groups: dict[str, GroupScore] = {}
    total, results = GroupScore(), []
    for photo in progress(photos, len(photos)) if progress else photos:
        result = compare(photo, read_tiles, face_names)
        groups.setdefault(photo.group, GroupScore()).add(result.score)
        total.add(result.score)
        results.append(result)
    return Report(groups, total, tuple(results))


def compare(
    photo: LabelledPhoto,
    read_tiles: Callable[[npt.NDArray[np.uint8]], Sequence[SeenTile]],
    face_names: Sequence[str],
) -> PhotoResult:
    """One photo's score."""
    pixels = photo.pixels()
    boxes = photo.pixel_boxes(pixels.shape)
    seen = list(read_tiles(pixels))
    seen_boxes = np.array([tile.box for tile in seen], np.float32).reshape(-1, 4)
    matches = match(boxes, seen_boxes)
    score = GroupScore(photos=1, labelled=len(boxes))
    misread = []
    for index, face in enumerate(photo.faces):
        label = face_names[int(face)]
        x0, y0, x1, y1 = (float(value) for value in boxes[index])
        size = _size_class(min(x1 - x0, y1 - y0))
        score.by_face[label] += 1
        score.by_size[size] += 1
        found = matches.get(index)
        name = seen[found].face if found is not None else "-"
        if found is not None:
            score.found += 1
            score.confidences.append((seen[found].confidence, name == label))
        if name == label:
            score.right += 1
            score.right_by_face[label] += 1
            score.right_by_size[size] += 1
        else:
            if found is not None:
                score.confusions[label, name] += 1
            misread.append((label, name, (x0, y0, x1, y1)))
    taken = set(matches.values())
    partly = photo.group in PARTLY_LABELLED_GROUPS
    score.extra = sum(
        1 for index, box in enumerate(seen_boxes) if index not in taken and (not partly or _among(box, boxes))
    )
    score.whole = int(score.right == score.labelled and score.extra == 0)
    return PhotoResult(photo.name, photo.group, score, tuple(misread))


def match(labels: Array, seen: Array) -> dict[int, int]:
    """Pairs label boxes (n, 4) with seen boxes (m, 4), each used once, best overlap first; label index → seen index."""
    overlap = iou(labels, seen)
    pairs: dict[int, int] = {}
    used: set[int] = set()
    for flat in np.argsort(-overlap, axis=None):
        label, other = divmod(int(flat), max(1, overlap.shape[1]))
        if overlap.size == 0 or overlap[label, other] < OVERLAP:
            break
        if label not in pairs and other not in used:
            pairs[label] = other
            used.add(other)
    return pairs


def iou(first: Array, second: Array) -> Array:
    """Intersection over union of every upright box (n, 4) with every other (m, 4), as (n, m)."""
    low = np.maximum(first[:, None, :2], second[None, :, :2])
    high = np.minimum(first[:, None, 2:], second[None, :, 2:])
    shared = np.clip(high - low, 0, None).prod(-1)
    areas = [(boxes[:, 2:] - boxes[:, :2]).prod(-1) for boxes in (first, second)]
    result: Array = (shared / np.maximum(areas[0][:, None] + areas[1][None] - shared, 1e-9)).astype(np.float32)
    return result


def wilson(hits: int, tries: int, z: float = 1.96) -> tuple[float, float]:
    """The 95 % interval of a share seen `hits` times in `tries` (Wilson 1927)."""
    if tries == 0:
        return (0.0, 1.0)
    share = hits / tries
    middle = share + z * z / (2 * tries)
    spread = z * math.sqrt(share * (1 - share) / tries + z * z / (4 * tries * tries))
    low, high = (middle - spread) / (1 + z * z / tries), (middle + spread) / (1 + z * z / tries)
    return (max(0.0, low), min(1.0, high))


def _size_class(side: float) -> int:
    """The lower bound, in pixels, of the band a tile's shorter side falls into."""
    return next(bound for bound in (64, 48, 32, 24, 0) if side >= bound)


def _among(box: Array, labels: Array) -> bool:
    """Whether a box's middle lies on a labelled tile, or between tiles of the labelled hand."""
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return bool(((labels[:, 0] <= x) & (x <= labels[:, 2]) & (labels[:, 1] <= y) & (y <= labels[:, 3])).any())
