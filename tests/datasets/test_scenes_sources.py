"""Inks lifted from photographed tiles, and the mix of sources."""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from datasets.faces import DrawnSet
from datasets.scenes import view
from datasets.scenes.sources import CropSet, MixedFaces, lifted_ink
from datasets.scenes.types import Pixels


def photographed(ground: tuple[int, int, int], ink: tuple[int, int, int]) -> Pixels:
    photo = np.full((120, 90, 3), ground, np.uint8)
    photo[40:80, 35:55] = ink
    return photo


@pytest.mark.parametrize("ground", [(240, 238, 230), (160, 150, 140), (150, 165, 190)])
def test_the_ground_becomes_transparent_and_the_ink_stays(ground: tuple[int, int, int]) -> None:
    ink = lifted_ink(photographed(ground, (20, 40, 120)), 160)
    assert ink.shape == (160, 120, 4)
    assert ink[80, 60, 3] == 255
    assert ink[80, 60, 2] > ink[80, 60, 0] + 40
    assert ink[20, 60, 3] == 0
    assert ink[80, 20, 3] == 0


def test_what_lies_at_the_border_of_the_photo_is_left_out() -> None:
    photo = photographed((240, 240, 240), (10, 10, 10))
    photo[:3] = photo[-3:] = (30, 90, 40)
    ink = lifted_ink(photo, 160)
    assert ink[0, :, 3].max() < 10
    assert ink[-1, :, 3].max() < 10


def test_a_crop_set_has_only_the_faces_that_were_photographed(tmp_path: Path) -> None:
    folder = tmp_path / "crops" / "some" / "7s"
    folder.mkdir(parents=True)
    Image.fromarray(photographed((240, 240, 240), (0, 120, 30))).save(folder / "a.png")
    crops = CropSet(str(tmp_path), 1)
    assert [f for f in range(42) if crops.has(f)] == [24]
    assert crops.face(24, 80)[40, 30, 3] == 255
    with pytest.raises(LookupError, match="face 3"):
        crops.face(3)


def test_the_mix_is_the_same_for_the_same_generator_and_travels() -> None:
    mix = MixedFaces(data=None)
    again = pickle.loads(pickle.dumps(mix))
    one, other = mix(np.random.default_rng(4)), again(np.random.default_rng(4))
    assert np.array_equal(one.face(5, 96), other.face(5, 96))


def test_without_shared_data_all_sets_are_drawn(tmp_path: Path) -> None:
    for mix in (MixedFaces(data=str(tmp_path), art=0.5, crops=0.5), MixedFaces(data=None, art=0.5, crops=0.5)):
        for seed in range(4):
            made = mix(np.random.default_rng(seed))
            assert isinstance(made, DrawnSet)


def test_the_viewer_writes_a_sheet(tmp_path: Path) -> None:
    out = tmp_path / "sheet.png"
    view.main(["--seed", "4", "--count", "2", "--kind", "grid", "--size", "320x240", "--drawn", "--out", str(out)])
    with Image.open(out) as sheet:
        assert sheet.size == (3 * 640, 480)
    with pytest.raises(SystemExit):
        view.main(["--size", "large", "--out", str(out)])
