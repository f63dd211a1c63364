"""Whole hands measured on labelled photographs, with and without the rules' help, and how far doubts can be trusted.

Two measures stand side by side: *photos*, where a reading must give every label that came with the photo and nothing
else, and *hands*, where it must give the tiles that lie together as a hand (`models.hand_truth`), known wrong labels
put right; photographs of trays and of loose tiles are no hands. Rows that win in no game gain nothing by its rules:
what those do is told on winning hands dealt from the tiles of the photographs.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from service.model_eval import EvaluationError, Progress

if TYPE_CHECKING:
    from models.labelled_photos import LabelledPhoto
    from vision.reading import Game, HandScore, HandTruth
    from vision.types import HandReading, NamedTile

DEALT = 300
"""Winning hands dealt from the photographs' tiles."""
CURVE = (0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.97, 0.98, 0.99, 0.995, 0.998)
"""Confidences below which a tile is doubted, as they are tried for the curve."""


@dataclass(slots=True)
class _Tally:
    """Scores of one group of photos."""

    without_rules: list[HandScore] = field(default_factory=list)
    with_rules: list[HandScore] = field(default_factory=list)

    def add(self, alone: HandScore, helped: HandScore) -> None:
        self.without_rules.append(alone)
        self.with_rules.append(helped)

    def row(self) -> dict[str, Any]:
        from vision.reading import summary

        gains = [alone.edits - helped.edits for alone, helped in zip(self.without_rules, self.with_rules, strict=True)]
        return {
            "without_rules": summary(self.without_rules),
            "with_rules": summary(self.with_rules),
            "tiles_repaired": sum(gain for gain in gains if gain > 0),
            "tiles_spoiled": -sum(gain for gain in gains if gain < 0),
        }


def evaluate_hands(
    folder: Path, ruleset: str, *, include_extreme: bool = False, progress: Progress | None = None
) -> dict[str, Any]:
    """Read every photo of a YOLO folder as a hand, without rules and with those of ``ruleset``.

    ``groups`` tells of the photos with all their labels, ``hands`` of the hands in them, both by group of photos and
    for all; ``kinds`` counts what the labels of each group show; ``curve`` gives for every confidence below which tiles
    could be doubted the share of hands then returned without a doubt of what was seen, and the share of those that are
    exactly right; ``dealt`` tells of winning hands dealt from the photographs' tiles (`service.dealt_hands`).

    Raises:
        EvaluationError: there is no such folder, a label is broken, or the models are missing.
    """
    from models import ModelError
    from models.labelled_photos import BadLabel, LabelledPhotosNotFound, read_folder
    from vision.image import Photo
    from vision.reader import default_reader, reread
    from vision.reading import compare, game_of

    photos_by: dict[str, _Tally] = {}
    hands_by: dict[str, _Tally] = {}
    kinds: dict[str, Counter[str]] = {}
    hands: list[tuple[HandReading, HandTruth]] = []
    seen: dict[str, list[NamedTile]] = {}
    try:
        reader = default_reader()
        photos = [photo for photo in read_folder(folder) if include_extreme or not photo.extreme]
        for photo in progress(photos, len(photos)) if progress else photos:
            pixels = photo.pixels()
            every, own, kind = truths(photo, pixels.shape)
            alone = reader.read(Photo.from_pixels(pixels))
            helped = reread(alone, (), ruleset)
            for group in (photo.group, "all"):
                photos_by.setdefault(group, _Tally()).add(compare(alone, every), compare(helped, every))
                kinds.setdefault(group, Counter())[kind] += 1
                if kind == "hand":
                    hands_by.setdefault(group, _Tally()).add(compare(alone, own), compare(helped, own))
            if kind == "hand":
                hands.append((helped, own))
            _note_tiles(photo, pixels.shape, helped, seen)
    except (BadLabel, LabelledPhotosNotFound, ModelError) as error:
        raise EvaluationError(str(error)) from None
    return {
        "ruleset": ruleset,
        "groups": {group: tally.row() for group, tally in sorted(photos_by.items())},
        "hands": {group: tally.row() for group, tally in sorted(hands_by.items())},
        "kinds": {group: dict(counts) for group, counts in sorted(kinds.items())},
        "curve": curve(hands, game_of(ruleset)),
        "dealt": dealt(seen, ruleset),
    }


def truths(photo: LabelledPhoto, shape: tuple[int, ...]) -> tuple[HandTruth, HandTruth, str]:
    """All labels of a photo as they came, its hand with known wrong labels put right, and what the labels show."""
    from models.hand_truth import hand_labels
    from models.label_corrections import CORRECTIONS, Correction
    from vision.namer import FACES
    from vision.reading import HandTruth

    labels = hand_labels(photo.pixel_boxes(shape), photo.faces)
    known = CORRECTIONS.get(photo.name, Correction())
    faces = [known.faces.get(number, FACES[int(face)]) for number, face in enumerate(photo.faces)]
    own = (*(faces[number] for number in labels.hand), *known.unlabelled)
    return HandTruth(tuple(FACES[int(face)] for face in photo.faces)), HandTruth(own), labels.kind


def _note_tiles(
    photo: LabelledPhoto, shape: tuple[int, ...], reading: HandReading, seen: dict[str, list[NamedTile]]
) -> None:
    """Add the labelled tiles as they were seen to `seen`, by the face they really show."""
    import numpy as np

    from models.evaluation import match
    from models.label_corrections import CORRECTIONS, Correction
    from vision.namer import FACES

    tiles = [*(tile.tile for tile in reading.tiles), *reading.background]
    boxes = np.array([tile.box for tile in tiles], np.float32).reshape(-1, 4)
    known = CORRECTIONS.get(photo.name, Correction())
    for label, number in match(photo.pixel_boxes(shape), boxes).items():
        if not tiles[number].face_down:
            face = known.faces.get(label, FACES[int(photo.faces[label])])
            seen.setdefault(face, []).append(tiles[number])


def dealt(seen: Mapping[str, Sequence[NamedTile]], ruleset: str, hands: int = DEALT) -> dict[str, Any]:
    """What the rules do for winning hands dealt from tiles as they were seen. `eyes` is the share of hands whose tiles
    were all named right to begin with, `tiles_misread` counts the others' wrong tiles; `tiles_repaired` and
    `tiles_spoiled` say what became of the names with the game's rules."""
    from service.dealt_hands import deal
    from vision.reading import compare, read_tiles

    rng, tally, plain = random.Random(1), _Tally(), 0
    misread = repaired = spoiled = 0
    for case in (deal(seen, rng) for _ in range(hands)):
        if case is None:
            continue
        helped = read_tiles(case.tiles, None, ruleset)
        tally.add(compare(read_tiles(case.tiles), case.truth), compare(helped, case.truth))
        wrong = {tile.id for tile, face in zip(case.tiles, case.faces, strict=True) if tile.face != face}
        right = {tile.id for tile in helped.tiles if tile.face == case.faces[tile.id]}
        read = {tile.id for tile in helped.tiles}
        plain += not wrong
        misread += len(wrong)
        repaired += len(wrong & right)
        spoiled += len(read - right - wrong)
    row = tally.row() | {"tiles_repaired": repaired, "tiles_spoiled": spoiled}
    return {**row, "tiles_misread": misread, "eyes": plain / max(len(tally.with_rules), 1)}


def curve(hands: Sequence[tuple[HandReading, HandTruth]], game: Game) -> list[dict[str, float]]:
    """How many hands come without a doubt of what was seen, and how many of those are right, by the confidence below
    which a tile is doubted; the margin to the next face is asked for in step, never more than as it is set."""
    from vision.reading import DEFAULT_READING_THRESHOLDS, compare, read_edited

    rows = []
    for least in CURVE:
        limits = replace(
            DEFAULT_READING_THRESHOLDS,
            low_confidence=least,
            low_margin=min(DEFAULT_READING_THRESHOLDS.low_margin, 2 * least - 1 if least > 0.5 else 0.0),
        )
        scores = []
        for reading, truth in hands:
            tiles = [*(tile.tile for tile in reading.tiles), *reading.background]
            scores.append(
                compare(read_edited(tiles, (reading.image.width, reading.image.height), game, (), limits), truth)
            )
        clear = [score for score in scores if not score.doubted]
        rows.append(
            {
                "confidence": least,
                "undoubted": len(clear) / max(len(scores), 1),
                "undoubted_exact": sum(score.exact for score in clear) / max(len(clear), 1),
            }
        )
    return rows
