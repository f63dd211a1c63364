"""The reader measured on labelled photographs, as data: a row a photo group, and all together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from models.evaluation import GroupScore, SeenTile
    from models.labelled_photos import LabelledPhoto
    from vision.reader import Reader

_CONFUSIONS = 20
Progress = Callable[[Iterable["LabelledPhoto"], int], Iterable["LabelledPhoto"]]


class EvaluationError(Exception):
    """The folder or the models cannot be used; the message says which and why."""


def evaluate_folder(folder: Path, *, include_extreme: bool = False, progress: Progress | None = None) -> dict[str, Any]:
    """Read every photo of a YOLO folder and compare with its labels.

    Raises:
        EvaluationError: there is no such folder, a label is broken, or the models are missing.
    """
    from models import ModelError
    from models.evaluation import evaluate
    from models.labelled_photos import BadLabel, LabelledPhotosNotFound
    from vision.namer import FACES
    from vision.reader import default_reader

    try:
        reader = default_reader()
        report = evaluate(
            folder,
            lambda pixels: _faces(reader, pixels),
            face_names=FACES[:42],
            include_extreme=include_extreme,
            progress=progress,
        )
    except (BadLabel, LabelledPhotosNotFound, ModelError) as error:
        raise EvaluationError(str(error)) from None
    return {
        "folder": str(folder),
        "model": {"id": reader.model.id, "sha256": reader.model.sha256},
        "groups": {name: _row(score) for name, score in sorted(report.groups.items())},
        "total": _row(report.total),
    }


def _faces(reader: Reader, pixels: Any) -> Sequence[SeenTile]:
    from vision.image import Photo
    from vision.types import FACE_DOWN

    photo = Photo.from_pixels(pixels)
    return [tile for tile in reader.namer.name(photo, reader.detector.detect(photo)) if tile.face != FACE_DOWN]


def _row(score: GroupScore) -> dict[str, Any]:
    from models.evaluation import wilson

    low, high = wilson(score.right, score.labelled)
    return {
        "photos": score.photos,
        "labelled": score.labelled,
        "found": score.found,
        "right": score.right,
        "extra": score.extra,
        "whole": score.whole,
        "recall": score.recall,
        "precision": score.precision,
        "naming": score.naming,
        "found_and_right": score.found_and_right,
        "found_and_right_interval": [low, high],
        "whole_share": score.whole_share,
        "calibration_error": score.calibration_error,
        "confusions": [
            {"face": face, "read_as": read_as, "count": count}
            for (face, read_as), count in score.confusions.most_common(_CONFUSIONS)
        ],
    }
