"""Layout and reading against the truth of generated scenes: the geometry of photos without their pixels."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pytest
from numpy.typing import NDArray

from datasets.faces import random_set
from datasets.scenes import render_scene, scene_labels
from datasets.scenes.types import Scene
from scorer.tiles import NOTATION
from tests.vision.table_layouts import named
from vision.layout import arrange
from vision.reading import DEFAULT_READING_THRESHOLDS, HandScore, HandTruth, MeldTruth, compare, summary
from vision.reading.found import find, nothing
from vision.reading.game import Game
from vision.types import NamedTile

NAMES = (*NOTATION, "?")
SCENES = 36


class _Blank:
    """A tile set without ink: nothing is painted here."""

    body_colour = (240, 235, 220)

    def has(self, face: int) -> bool:
        return 0 <= face < 42

    def face(self, face: int, height: int) -> NDArray[np.uint8]:
        return np.zeros((height, height * 3 // 4, 4), np.uint8)


@lru_cache(maxsize=1)
def blank() -> _Blank:
    return _Blank()


def scene_of(seed: int, kind: str) -> Scene:
    return render_scene(seed, faces=random_set, tile_set=blank(), kind=kind, labels_only=True)


def tiles_of(scene: Scene, *, boxes: bool) -> list[NamedTile]:
    """The labelled tiles with their true corners, or with the smallest turned box around them as a detector gives."""
    labels = scene_labels(scene)
    tiles = []
    for k, tile in enumerate(labels.tiles):
        own = labels.corners[k].astype(float)
        corners = own
        if boxes:
            box = labels.rectangles[k].astype(float)
            x, y = box[:, 0], box[:, 1]
            if float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) < 0:
                box = box[::-1]
            corners = min(
                (np.roll(box, turn, axis=0) for turn in range(4)), key=lambda c: float(((c - own) ** 2).sum())
            )
        tiles.append(named(k, NAMES[tile.face], corners))
    return tiles


def score_of(scene: Scene, *, boxes: bool) -> HandScore | None:
    """None where a tile of the hand cannot be seen at all."""
    truth = scene.truth
    tiles = tiles_of(scene, boxes=boxes)
    if sum(tile.role != "background" for tile in scene_labels(scene).tiles) != len(truth.tiles()):
        return None
    size = len(truth.concealed) + (truth.win_tile is not None) + 3 * len(truth.melds)
    aside = frozenset(range(34, 42)) | frozenset(truth.aside)
    game = Game((14 if size < 15 else 17,), frozenset(range(42)), aside, aside, -1)
    found = find(arrange(tiles), game)
    if found is None:
        parts = nothing(tiles)
    else:
        parts = found.parts(arrange(tiles), game, DEFAULT_READING_THRESHOLDS)
    expected = HandTruth(
        tuple(NAMES[face] for face in truth.tiles()),
        tuple(MeldTruth(meld.type, tuple(NAMES[face] for face in meld.tiles), meld.from_) for meld in truth.melds),
        tuple(NAMES[face] for face in truth.aside),
        None if truth.win_tile is None else NAMES[truth.win_tile],
    )
    return compare(parts, expected)


@pytest.mark.parametrize(
    ("kind", "boxes", "least"),
    [
        ("row", False, 0.95),
        ("hand", False, 0.92),
        ("two-row", False, 0.88),
        ("rack", False, 0.75),
        ("table", False, 0.82),
        ("row", True, 0.90),
        ("hand", True, 0.85),
        ("two-row", True, 0.80),
    ],
)
def test_scenes_are_read_whole(kind: str, boxes: bool, least: float) -> None:
    scores = [score_of(scene_of(seed, kind), boxes=boxes) for seed in range(SCENES)]
    found = summary([score for score in scores if score is not None])
    assert found["hands"] >= 0.7 * SCENES
    assert found["exact"] >= least
    assert found["silent_errors"] <= 0.05
