"""The shared art and crops read as tile sets."""

import os
import pickle
from pathlib import Path

import numpy as np
import pytest

from datasets.faces import FACES, NoArt, art_set, crop_faces
from datasets.faces.art import NOTATION, SOURCES

DATA = Path(os.environ.get("TILESIGHT_DATA", Path(__file__).parents[2] / ".." / "shared" / "data"))
needs_data = pytest.mark.skipif(not (DATA / "art").is_dir(), reason=f"no shared data in {DATA}")


def test_absent_or_unknown_art_is_named(tmp_path_factory: pytest.TempPathFactory) -> None:
    empty = tmp_path_factory.mktemp("data")
    with pytest.raises(NoArt, match="hongkong"):
        art_set(empty, "hongkong")
    with pytest.raises(ValueError, match="marble"):
        art_set(empty, "marble")
    with pytest.raises(NoArt, match="crops"):
        next(crop_faces(empty))


def test_notation_numbers_the_classes() -> None:
    assert len(NOTATION) == FACES
    assert (NOTATION[0], NOTATION[17], NOTATION[18], NOTATION[31], NOTATION[34], NOTATION[41]) == (
        "1m", "9p", "1s", "C", "1f", "8f",
    )  # fmt: skip


@needs_data
@pytest.mark.parametrize("which", SOURCES)
def test_art_has_its_faces(which: str) -> None:
    pytest.importorskip("cairosvg")
    plain, coloured = art_set(DATA, which), art_set(DATA, which, np.random.default_rng(3))
    assert [f for f in range(FACES) if plain.has(f)] == list(range(42 if which == "hongkong" else 34))
    for face in range(34):
        drawn = pickle.loads(pickle.dumps(coloured)).face(face, 96)
        assert drawn.shape == (96, 72, 4)
        if face != 33:
            assert 0.02 < (plain.face(face, 96)[..., 3] > 40).mean() < 0.8
            assert (drawn[..., 3] > 40).any()
    if which != "hongkong":
        with pytest.raises(LookupError, match="1f"):
            plain.face(34)


@needs_data
def test_flower_files_follow_the_plants_not_the_numbers() -> None:
    """In the Hong Kong art bamboo is numbered 4 and the chrysanthemum 3."""
    pytest.importorskip("cairosvg")
    plain = art_set(DATA, "hongkong")
    red = []
    for face in (40, 41):
        pixels = plain.face(face, 120).astype(int)
        opaque = pixels[..., 3] > 100
        red.append(int((opaque & (pixels[..., 0] > pixels[..., 1] + 60)).sum()))
    assert red[0] < red[1], "the chrysanthemum is the one with a red blossom"


@needs_data
def test_crops_are_pictures_of_all_classes() -> None:
    crops = list(crop_faces(DATA))
    assert {c.face for c in crops} == set(range(FACES))
    assert {c.source for c in crops} == {"product_photos", "face_crops"}
    assert all(f"/{NOTATION[c.face]}/" in c.path.as_posix() for c in crops)
    picture = crops[0].load()
    assert picture.ndim == 3
    assert picture.shape[2] == 3
