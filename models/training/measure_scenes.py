"""How the nets do on the generator's own pictures of sets they have not met: faces, flowers and face-down tiles.

Only drawn sets are used: of published art and of photographed tiles there are no others than those trained on.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from datasets.faces import random_set
from datasets.scenes import Scene, SceneTile, View, render_scene
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
VISIBLE, LOWEST, SIDE = 0.7, 20, 24.0
"""A tile counts of which so much is in sight, seen from so many degrees above its plane, so many pixels across."""
ONE_COLOUR = "face down, sets of one colour"
"""Of these only the table tells that they are no blank white dragons."""
KINDS = ("faces", "flowers", "face down", ONE_COLOUR)
DAYLIGHT = "daylight, steady hand"
CONDITIONS = {DAYLIGHT: View(clean=True), "any light, any hand": None}

SceneScores: TypeAlias = dict[str, dict[str, GroupScore]]
"""Scores by light and by kind of tile."""


@dataclass(frozen=True, slots=True)
class Misread:
    """A tile that was not found or misnamed: what it is, what was read (`-` where nothing was found), the box of its
    corners in the picture (H, W, 3)."""

    label: str
    read: str
    box: tuple[float, float, float, float]
    picture: np.ndarray


def counts(tile: SceneTile) -> bool:
    """Whether a person could be asked what this tile is."""
    sides = np.linalg.norm(tile.corners[[1, 3]] - tile.corners[0], axis=1)
    return bool(tile.visible >= VISIBLE and tile.facing >= math.sin(math.radians(LOWEST)) and sides.min() >= SIDE)


def kind(face: int, scene: Scene) -> str:
    if face == BACK:
        return ONE_COLOUR if scene.one_colour else "face down"
    return "flowers" if face >= FLOWERS else "faces"


def scenes(count: int, view: View | None) -> Iterator[Scene]:
    """The validation pictures."""
    for number in range(count):
        yield render_scene(FIRST_SEED + number * SEED_STEP, faces=random_set, view=view)


def measure_scenes(reader: Reader, count: int) -> tuple[SceneScores, list[Misread]]:
    """Scores over `count` pictures of each light, and the tiles misread in daylight."""
    result: SceneScores = {}
    misread: list[Misread] = []
    for condition, view in CONDITIONS.items():
        groups = {name: GroupScore() for name in KINDS}
        for scene in scenes(count, view):
            wrong = add(groups, scene, reader)
            misread += wrong if condition == DAYLIGHT else []
        result[condition] = groups
    return result, misread


def add(groups: dict[str, GroupScore], scene: Scene, reader: Reader) -> list[Misread]:
    """Counts the tiles of a picture into the groups; returns those misread."""
    photo = Photo.from_pixels(scene.image)
    seen = reader.namer.name(photo, reader.detector.detect(photo))
    wanted = [tile for tile in scene.tiles if counts(tile)]
    boxes = np.array([[*tile.corners.min(0), *tile.corners.max(0)] for tile in wanted], np.float32).reshape(-1, 4)
    pairs = match(boxes, np.array([tile.box for tile in seen], np.float32).reshape(-1, 4))
    misread = []
    for name in {kind(tile.face, scene) for tile in wanted}:
        groups[name].photos += 1
    for index, tile in enumerate(wanted):
        score, label = groups[kind(tile.face, scene)], FACES[tile.face]
        score.labelled += 1
        read = seen[pairs[index]].face if index in pairs else "-"
        if index in pairs:
            score.found += 1
            score.right += read == label
            score.confidences.append((seen[pairs[index]].confidence, read == label))
            if read != label:
                score.confusions[label, read] += 1
        if read != label:
            left, top, right, bottom = (float(v) for v in boxes[index])
            misread.append(Misread(label, read, (left, top, right, bottom), scene.image))
    return misread
