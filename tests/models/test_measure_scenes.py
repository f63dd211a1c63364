"""How the nets are measured on the generator's pictures, with readers that see all or nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from datasets.scenes import Scene
from models.evaluation import GroupScore
from models.training.measure_scenes import CONDITIONS, DAYLIGHT, KINDS, add, counts, kind, measure_scenes, scenes
from models.training.misread import COLUMNS, draw_misread_scenes
from vision.image import Photo
from vision.namer import FACES
from vision.reader import Reader
from vision.types import Detection, NamedTile


@dataclass
class Told:
    """Detector and namer in one, that know a scene and call every face the same where one is given."""

    scene: Scene | None = None
    always: str | None = None

    def detect(self, photo: Photo) -> list[Detection]:
        return []

    def name(self, photo: Photo, detections: Sequence[Detection]) -> list[NamedTile]:
        tiles = [] if self.scene is None else self.scene.tiles
        return [
            NamedTile(
                k,
                tuple((float(x), float(y)) for x, y in tile.corners),
                ((self.always or FACES[tile.face], 1.0),),
                0,
                1.0,
            )  # type: ignore[arg-type]
            for k, tile in enumerate(tiles)
        ]


def groups() -> dict[str, GroupScore]:
    return {name: GroupScore() for name in KINDS}


def test_who_sees_all_misses_nothing() -> None:
    scene = next(scenes(1, CONDITIONS[DAYLIGHT]))
    found, told = groups(), Told(scene)
    assert add(found, scene, Reader(told, told)) == []
    wanted = [kind(tile.face, scene) for tile in scene.tiles if counts(tile)]
    assert {name: score.labelled for name, score in found.items()} == {name: wanted.count(name) for name in found}
    assert all(score.right == score.found == score.labelled for score in found.values())


def test_misnamed_tiles_are_found_and_told() -> None:
    scene = next(scenes(1, CONDITIONS[DAYLIGHT]))
    found, told = groups(), Told(scene, "9s")
    wrong = add(found, scene, Reader(told, told))
    assert found["faces"].found == found["faces"].labelled > 0
    assert {one.read for one in wrong} == {"9s"}
    assert "9s" not in {one.label for one in wrong}


def test_who_sees_nothing_misses_all_and_the_sheet_shows_daylight(tmp_path: Path) -> None:
    told = Told()
    scores, misread = measure_scenes(Reader(told, told), 1)
    assert set(scores) == set(CONDITIONS)
    assert all(score.found == 0 for group in scores.values() for score in group.values())
    assert len(misread) == sum(score.labelled for score in scores[DAYLIGHT].values())
    assert {one.read for one in misread} == {"-"}
    draw_misread_scenes(misread[: COLUMNS + 1], tmp_path / "pictures" / "sheet.jpg")
    sheet = cv2.imread(str(tmp_path / "pictures" / "sheet.jpg"))
    assert isinstance(sheet, np.ndarray)
    assert sheet.shape == (252, 84 * COLUMNS, 3)


def test_a_tile_too_flat_to_be_asked_about_does_not_count() -> None:
    scene = next(scenes(1, CONDITIONS[DAYLIGHT]))
    assert all(tile.facing > 0.34 and tile.visible >= 0.7 for tile in scene.tiles if counts(tile))
