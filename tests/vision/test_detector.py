"""The detector around a tiny net: letterbox, coordinates, suppression, the second look."""

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.nets import CELL, patch_detector, patch_namer
from vision.detector import DetectorSettings, OnnxDetector, letterbox
from vision.image import Photo
from vision.onnx import NetMismatch

RED, BLUE = (255, 0, 0), (0, 0, 255)
FIRST_LOOK_ONLY = DetectorSettings(long_side=640, confidence=0.5, small_tile=0, few_tiles=1)


def picture(
    patches: dict[tuple[int, int], tuple[int, int, int]], cell: int = CELL, across: int = 20, down: int = 15
) -> NDArray[np.uint8]:
    """A grey picture of `across` × `down` cells with coloured ones at (column, row)."""
    pixels = np.full((down * cell, across * cell, 3), 114, np.uint8)
    for (column, row), colour in patches.items():
        pixels[row * cell : (row + 1) * cell, column * cell : (column + 1) * cell] = colour
    return pixels


@pytest.fixture(scope="module")
def net(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return patch_detector(tmp_path_factory.mktemp("nets") / "detector.onnx")


def test_letterbox_keeps_the_aspect_and_fills_with_grey() -> None:
    boxed, factor = letterbox(np.full((300, 400, 3), 255, np.uint8), 640)
    assert boxed.shape == (1, 3, 480, 640)
    assert factor == pytest.approx(1.6)
    boxed, factor = letterbox(np.full((100, 400, 3), 255, np.uint8), 200)
    assert boxed.shape == (1, 3, 64, 224)
    assert factor == 0.5
    assert boxed[0, :, :50, :200].min() == 1.0
    assert boxed[0, :, 50:].max() == pytest.approx(114 / 255)
    assert boxed[0, :, :, 200:].max() == pytest.approx(114 / 255)


@pytest.mark.parametrize("cell", [CELL, 2 * CELL, CELL // 2])
def test_boxes_come_back_in_pixels_of_the_picture(net: Path, cell: int) -> None:
    photo = Photo.from_pixels(picture({(3, 5): RED, (12, 9): BLUE}, cell))
    found = sorted(OnnxDetector(net, settings=FIRST_LOOK_ONLY).detect(photo), key=lambda d: d.corners[0, 0])
    assert [each.kind for each in found] == ["face", "back"]
    for each, (column, row) in zip(found, [(3, 5), (12, 9)], strict=True):
        assert each.corners.dtype == np.float32
        np.testing.assert_allclose(each.corners.mean(0), [(column + 0.5) * cell, (row + 0.5) * cell], atol=0.02 * cell)
        width = each.corners[1, 0] - each.corners[0, 0]
        height = each.corners[3, 1] - each.corners[0, 1]
        assert (width, height) == pytest.approx((30 * cell / CELL, 40 * cell / CELL), rel=1e-4)
        assert each.score == pytest.approx(1.0, abs=0.05)


def test_a_reduced_decoding_still_gives_full_picture_pixels(net: Path) -> None:
    pixels = picture({(3, 5): RED})
    photo = Photo(pixels, pixels.shape[1] * 3, pixels.shape[0] * 3, scale=1 / 3)
    (found,) = OnnxDetector(net, settings=FIRST_LOOK_ONLY).detect(photo)
    np.testing.assert_allclose(found.corners.mean(0), [3.5 * CELL * 3, 5.5 * CELL * 3], rtol=1e-4)


def test_the_angle_is_carried_into_the_corners(tmp_path: Path) -> None:
    net = patch_detector(tmp_path / "turned.onnx", angle=0.3)
    (found,) = OnnxDetector(net, settings=FIRST_LOOK_ONLY).detect(Photo.from_pixels(picture({(3, 5): RED})))
    side = found.corners[1] - found.corners[0]
    assert np.arctan2(side[1], side[0]) == pytest.approx(0.3, abs=1e-3)


def test_detections_come_best_first_and_weak_ones_not_at_all(net: Path) -> None:
    photo = Photo.from_pixels(picture({(1, 1): (200, 0, 0), (5, 1): (255, 0, 0), (9, 1): (80, 0, 0)}))
    scores = [each.score for each in OnnxDetector(net, settings=FIRST_LOOK_ONLY).detect(photo)]
    assert scores == pytest.approx([1.0, 200 / 255], abs=0.01)


def test_small_tiles_get_a_closer_look(net: Path) -> None:
    # At the first look each patch is half a cell wide and its score a quarter; the second sees it whole.
    pixels = picture({(20, 20): RED, (22, 20): RED, (24, 21): RED}, CELL, across=40, down=40)
    settings = DetectorSettings(long_side=640, confidence=0.2, small_tile=0, few_tiles=1)
    first = OnnxDetector(net, settings=settings).detect(Photo.from_pixels(pixels))
    closer = DetectorSettings(long_side=640, confidence=0.2, small_tile=35, good_tile=60, few_tiles=1)
    second = OnnxDetector(net, settings=closer).detect(Photo.from_pixels(pixels))
    assert max(each.score for each in first) < 0.3
    assert max(each.score for each in second) > 0.5
    centres = np.array([each.corners.mean(0) for each in second])
    for column, row in ((20, 20), (22, 20), (24, 21)):
        assert np.linalg.norm(centres - [(column + 0.5) * CELL, (row + 0.5) * CELL], axis=1).min() < CELL


def test_a_picture_without_tiles_gives_nothing(net: Path) -> None:
    assert OnnxDetector(net).detect(Photo.from_pixels(picture({}))) == []
    assert OnnxDetector(net).detect(Photo.from_pixels(np.full((1, 1, 3), 9, np.uint8))) == []
    assert OnnxDetector(net).detect(Photo.from_pixels(np.full((3, 900, 3), 9, np.uint8))) == []


def test_tiles_found_only_in_windows_are_found_without_a_first_one(net: Path) -> None:
    pixels = picture({(20, 20): RED}, CELL, across=40, down=40)
    settings = DetectorSettings(long_side=640, confidence=0.5)
    found = OnnxDetector(net, settings=settings).detect(Photo.from_pixels(pixels))
    assert found
    assert np.linalg.norm(found[0].corners.mean(0) - 20.5 * CELL) < CELL


def test_few_tiles_in_a_large_picture_make_it_look_again(net: Path) -> None:
    # One patch fills a cell at the first look, the others a quarter of one: too little for the threshold.
    pixels = picture({(3, 3): RED}, 2 * CELL, across=30, down=20)
    pixels[20 * CELL : 21 * CELL, 40 * CELL : 41 * CELL] = RED
    once = DetectorSettings(long_side=640, confidence=0.3, few_tiles=1, small_tile=0)
    again = DetectorSettings(long_side=640, confidence=0.3, few_tiles=5, small_tile=0, search_zoom=3.0, most_windows=12)
    place = np.array([40.5, 20.5]) * CELL

    def near(settings: DetectorSettings) -> bool:
        found = OnnxDetector(net, settings=settings).detect(Photo.from_pixels(pixels))
        return any(np.linalg.norm(each.corners.mean(0) - place) < 2 * CELL for each in found)

    assert not near(once)
    assert near(again)


@pytest.mark.parametrize("cell", [CELL, 3 * CELL, 8 * CELL])
def test_looking_farther_and_closer_may_follow_each_other(net: Path, cell: int) -> None:
    # With a patch that only the look from farther sees whole, the closer look starts from what that one found.
    pixels = picture({(1, 1): RED}, cell, across=1920 // cell, down=1440 // cell)
    settings = DetectorSettings(long_side=640, confidence=0.6, small_tile=35, good_tile=60)
    for each in OnnxDetector(net, settings=settings).detect(Photo.from_pixels(pixels)):
        assert np.isfinite(each.corners).all()
    nothing = DetectorSettings(long_side=640, confidence=0.6, small_tile=35, large_tile=1)
    assert isinstance(OnnxDetector(net, settings=nothing).detect(Photo.from_pixels(pixels)), list)


def test_settings_come_from_the_card() -> None:
    settings = DetectorSettings.from_card({"long_side": 640, "confidence": 0.3, "file": "x", "sha256": "y"})
    assert settings.long_side == 640
    assert settings.confidence == 0.3
    assert settings.overlap == DetectorSettings().overlap


def test_a_net_that_does_not_fit_is_named(tmp_path: Path) -> None:
    wrong = patch_namer(tmp_path / "wrong.onnx")
    with pytest.raises(NetMismatch, match=r"wrong\.onnx: expected an input 'images', it has \['crops'\]"):
        OnnxDetector(wrong)
