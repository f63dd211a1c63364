"""How the nets do on the generator's own pictures of sets they have not met: faces, flowers and face-down tiles."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from datasets.scenes import MixedFaces, Scene, SceneTile, View, render_scene
from datasets.scenes.types import BACK
from models.evaluation import GroupScore, match
from vision.image import Photo
from vision.namer import FACES
from vision.reader import Reader

FIRST_SEED = 900_000_000
"""Far from every seed that is trained on."""
SEED_STEP = 12
"""Neighbouring seeds share a tile set; these do not."""
FLOWERS = 34
VISIBLE, FACING, SIDE = 0.7, 0.3, 24.0
"""A tile counts of which so much is in sight, turned so far to the camera, so many pixels across."""
CONDITIONS = {"daylight, steady hand": View(clean=True), "any light, any hand": None}


def counts(tile: SceneTile) -> bool:
    """Whether a person could be asked what this tile is."""
    sides = np.linalg.norm(tile.corners[[1, 3]] - tile.corners[0], axis=1)
    return bool(tile.visible >= VISIBLE and tile.facing >= FACING and sides.min() >= SIDE)


def kind(face: int) -> str:
    return "face down" if face == BACK else "flowers" if face >= FLOWERS else "faces"


def scenes(count: int, view: View | None) -> Iterator[Scene]:
    """The validation pictures."""
    faces = MixedFaces()
    for number in range(count):
        yield render_scene(FIRST_SEED + number * SEED_STEP, faces=faces, view=view)


def measure_scenes(reader: Reader, count: int) -> dict[str, dict[str, GroupScore]]:
    """Scores by light and by kind of tile over `count` pictures of each light."""
    result: dict[str, dict[str, GroupScore]] = {}
    for condition, view in CONDITIONS.items():
        groups = {name: GroupScore() for name in ("faces", "flowers", "face down")}
        for scene in scenes(count, view):
            add(groups, scene, reader)
        result[condition] = groups
    return result


def add(groups: dict[str, GroupScore], scene: Scene, reader: Reader) -> None:
    photo = Photo.from_pixels(scene.image)
    seen = reader.namer.name(photo, reader.detector.detect(photo))
    wanted = [tile for tile in scene.tiles if counts(tile)]
    boxes = np.array([[*tile.corners.min(0), *tile.corners.max(0)] for tile in wanted], np.float32).reshape(-1, 4)
    pairs = match(boxes, np.array([tile.box for tile in seen], np.float32).reshape(-1, 4))
    for name in {kind(tile.face) for tile in wanted}:
        groups[name].photos += 1
    for index, tile in enumerate(wanted):
        score, label = groups[kind(tile.face)], FACES[tile.face]
        score.labelled += 1
        if index not in pairs:
            continue
        read = seen[pairs[index]]
        score.found += 1
        score.right += read.face == label
        score.confidences.append((read.confidence, read.face == label))
        if read.face != label:
            score.confusions[label, read.face] += 1
