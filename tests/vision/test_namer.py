"""The namer around a tiny net: crops, calibration, upright direction, what is no tile, both nets' evidence."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.nets import patch_detector, patch_namer
from vision.image import Photo
from vision.namer import BACK, FACES, NamerSettings, OnnxNamer, choose_turns, fuse, softmax, upright_of
from vision.onnx import NetMismatch
from vision.rotated import box_corners
from vision.straighten import portrait, straighten
from vision.types import Detection

RED, GREEN, BLUE, BLACK = (255, 0, 0), (0, 255, 0), (0, 0, 255), (0, 0, 0)


def tile_at(
    pixels: NDArray[np.uint8], x: int, y: int, colour: tuple[int, int, int], bright_side: str = "top", size: int = 1
) -> None:
    """Paints a tile of 60 × 80 (times `size`) around a place, and a band of white along one side of it."""
    height, width = (80, 60) if bright_side in ("top", "bottom") else (60, 80)
    height, width = height * size, width * size
    top, left = y - height // 2, x - width // 2
    grown = pixels[top - height // 5 : top + height * 6 // 5, left - width // 5 : left + width * 6 // 5]
    grown[:] = colour
    band = 16 * size
    part = {
        "top": pixels[top : top + band, left : left + width],
        "bottom": pixels[top + height - band : top + height, left : left + width],
        "left": pixels[top : top + height, left : left + band],
        "right": pixels[top : top + height, left + width - band : left + width],
    }[bright_side]
    part[:] = 255


def detection(
    x: float, y: float, width: float, height: float, angle: float = 0, score: float = 0.9, kind: str = "face"
) -> Detection:
    corners = box_corners(np.array([[x, y, width, height, np.deg2rad(angle)]], np.float32))[0]
    return Detection(corners, score, kind)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def net(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return patch_namer(tmp_path_factory.mktemp("nets") / "namer.onnx")


def empty(width: int = 600, height: int = 400) -> NDArray[np.uint8]:
    return np.full((height, width, 3), 90, np.uint8)


def test_a_net_that_finds_corners_has_its_word_on_where_the_tile_lies(tmp_path: Path) -> None:
    skewed = [-0.5, -1, 1, -1, 0.5, 1, -1, 1]
    pixels = empty()
    pixels[160:240, 70:130] = (200, 40, 40)
    seen = [detection(100, 200, 60, 80)]
    (plain,) = OnnxNamer(patch_namer(tmp_path / "plain.onnx")).name(Photo.from_pixels(pixels), seen)
    (told,) = OnnxNamer(patch_namer(tmp_path / "told.onnx", corners=skewed)).name(Photo.from_pixels(pixels), seen)
    start = plain.corners.index((70.0, 160.0))
    assert sorted(told.corners) == sorted([(85.0, 160.0), (130.0, 160.0), (115.0, 240.0), (70.0, 240.0)])
    # The tile's own top-left stays first.
    assert told.corners[start] == (85.0, 160.0)
    assert told.candidates == plain.candidates


def test_a_doubtful_tile_is_looked_at_again_along_its_corners(tmp_path: Path) -> None:
    """At first sight the first tile may be 2m and the second is surely 3m; two more looks, each also upside down, see
    the first one's 1m."""
    namer = OnnxNamer(patch_namer(tmp_path / "net.onnx", corners=[-0.8, -0.8, 0.8, -0.8, 0.8, 0.8, -0.8, 0.8]))
    asked: list[NDArray[np.float32]] = []

    class Session:
        def run(self, wanted: list[str], given: dict[str, NDArray[np.float32]]) -> list[NDArray[np.float64]]:
            crops = given["crops"]
            asked.append(crops)
            faces = np.zeros((len(crops), 44))
            faces[:, :2] = (5.0, 6.0) if len(asked) == 1 else (9.0, 2.0)
            faces[1:, 2] = 30.0
            corners = np.tile([-0.8, -0.8, 0.8, -0.8, 0.8, 0.8, -0.8, 0.8], (len(crops), 1))
            # What points right points left when turned over; the second tile points left.
            turns = 9.0 * np.eye(4)[[1, 3] if len(asked) < 4 else [3]][: len(crops)]
            return [faces, turns, corners]

    namer._session = Session()  # type: ignore[assignment]
    pixels = empty()
    pixels[175:225, 80:120] = 255
    seen = [detection(100, 200, 60, 80), detection(300, 200, 60, 80)]
    first, second = namer.name(Photo.from_pixels(pixels), seen)
    assert [len(crops) for crops in asked] == [2, 1, 1, 1, 1]
    assert (first.face, second.face) == ("1m", "3m")
    assert (first.upright, second.upright) == (90, 270)
    for upright, over in ((1, 3), (2, 4)):
        assert (asked[over] == asked[upright][:, :, ::-1, ::-1]).all()
    # Along the corners the tile fills the picture more than in its rectangle, and a little less in the last look.
    assert asked[1][0].mean() > asked[2][0].mean() > asked[0][0].mean()


def test_a_skewed_tile_is_looked_at_again_for_its_corners(tmp_path: Path) -> None:
    """The first look sees a tile leaning by 24 pixels over 80; along that the second finds it but for a narrow rim.
    A tile no less sure that stands upright keeps the corners of its one look."""
    leaning = [-0.6, -1, 1.4, -1, 0.6, 1, -1.4, 1]
    namer = OnnxNamer(patch_namer(tmp_path / "net.onnx", corners=leaning))
    sizes: list[int] = []

    class Session:
        def run(self, wanted: list[str], given: dict[str, NDArray[np.float32]]) -> list[NDArray[np.float64]]:
            count = len(given["crops"])
            sizes.append(count)
            faces = np.zeros((count, 44))
            faces[:, 0] = 30.0
            rim = [-0.9, -0.9, 0.9, -0.9, 0.9, 0.9, -0.9, 0.9]
            corners = [leaning, [-1.0, -1, 1, -1, 1, 1, -1, 1]] if len(sizes) == 1 else [rim] * count
            return [faces, np.tile([9.0, 0, 0, 0], (count, 1)), np.array(corners, np.float64)]

    namer._session = Session()  # type: ignore[assignment]
    seen = [detection(100, 200, 60, 80), detection(300, 200, 60, 80)]
    first, second = namer.name(Photo.from_pixels(empty()), seen)
    assert sizes == [2, 1, 1]
    # Leaning: (82, 160) (142, 160) (118, 240) (58, 240) about (100, 200), then nine tenths of it.
    expected = [(83.8, 164), (137.8, 164), (116.2, 236), (62.2, 236)]
    assert np.array(first.corners) == pytest.approx(np.array(expected), abs=0.01)
    assert np.array(second.corners) == pytest.approx(np.array([(270, 160), (330, 160), (330, 240), (270, 240)]))


def test_what_is_no_tile_is_none_of_a_sets_copies(tmp_path: Path) -> None:
    """Four tiles show 5m, the last hardly; a fifth thing would, too, but is no tile."""
    namer = OnnxNamer(patch_namer(tmp_path / "net.onnx"))
    chances = np.full((5, 44), 1e-6)
    chances[:4, 4] = (0.99, 0.99, 0.99, 0.8)
    chances[3, 7] = 0.19
    chances[4, [4, 43]] = 0.02, 0.98

    class Session:
        def run(self, wanted: list[str], given: dict[str, NDArray[np.float32]]) -> list[NDArray[np.float64]]:
            return [np.log(chances), np.zeros((5, 4))]

    namer._session = Session()  # type: ignore[assignment]
    seen = [detection(60 + 100 * place, 200, 60, 80) for place in range(5)]
    tiles = namer.name(Photo.from_pixels(empty()), seen)
    assert [tile.face for tile in tiles] == ["5m"] * 4
    # Were all five tiles, the unsure one would give way.
    chances[4, [4, 43]] = 0.98, 0.02
    assert [tile.face for tile in namer.name(Photo.from_pixels(empty()), seen)] == ["5m", "5m", "5m", "8m", "5m"]


def test_faces_are_in_class_order() -> None:
    assert FACES[:3] == ("1m", "2m", "3m")
    assert FACES[26:34] == ("9s", "E", "S", "W", "N", "C", "F", "P")
    assert FACES[34] == "1f"
    assert FACES[41:] == ("8f", "?")


def test_tiles_are_named_with_candidates_best_first(net: Path) -> None:
    pixels = empty()
    tile_at(pixels, 100, 200, RED)
    tile_at(pixels, 300, 200, GREEN)
    named = OnnxNamer(net).name(Photo.from_pixels(pixels), [detection(100, 200, 60, 80), detection(300, 200, 60, 80)])
    assert [tile.face for tile in named] == ["1m", "2m"]
    assert [tile.id for tile in named] == [0, 1]
    for tile in named:
        chances = [chance for _, chance in tile.candidates]
        assert chances == sorted(chances, reverse=True)
        assert len(chances) >= 5
        assert sum(chances) <= 1 + 1e-6
        assert tile.upright == 0
        assert 0.7 < tile.detection_score <= 0.9
    # the face is 60 × 80 about (100, 200); its rim shows 5 % of that on each side
    assert named[0].box == pytest.approx((67.0, 156.0, 133.0, 244.0), abs=0.01)


@pytest.mark.parametrize(
    ("side", "upright", "own_top_left"),
    [("top", 0, (270, 160)), ("right", 90, (340, 170)), ("bottom", 180, (330, 240)), ("left", 270, (260, 230))],
)
def test_the_own_top_left_corner_comes_first(
    net: Path, side: str, upright: int, own_top_left: tuple[float, float]
) -> None:
    pixels = empty()
    tile_at(pixels, 300, 200, RED, side)
    width, height = (60, 80) if side in ("top", "bottom") else (80, 60)
    (tile,) = OnnxNamer(net).name(Photo.from_pixels(pixels), [detection(300, 200, width, height)])
    assert tile.upright == upright
    assert tile.corners[0] == pytest.approx(own_top_left, abs=0.01)
    turned = np.array(tile.corners)
    following = np.roll(turned, -1, axis=0)
    clockwise = (turned[:, 0] * following[:, 1] - turned[:, 1] * following[:, 0]).sum()
    assert clockwise > 0


def test_what_is_no_tile_is_dropped(net: Path) -> None:
    pixels = empty()
    tile_at(pixels, 100, 200, BLACK, "top")
    pixels[:] = np.where(pixels == 255, 0, pixels)
    tile_at(pixels, 300, 200, RED)
    photo = Photo.from_pixels(pixels)
    named = OnnxNamer(net).name(photo, [detection(100, 200, 60, 80, score=0.4), detection(300, 200, 60, 80)])
    assert [(tile.id, tile.face) for tile in named] == [(0, "1m")]


def test_a_back_has_the_face_of_a_tile_lying_face_down(net: Path) -> None:
    pixels = empty()
    tile_at(pixels, 100, 200, BLUE, "bottom")
    (tile,) = OnnxNamer(net).name(Photo.from_pixels(pixels), [detection(100, 200, 60, 80, kind="back")])
    assert tile.face == "?"
    assert tile.face_down
    assert tile.upright == 0


def test_no_detections_no_tiles(net: Path) -> None:
    assert OnnxNamer(net).name(Photo.from_pixels(empty()), []) == []


def test_temperature_softens_without_changing_the_order(net: Path) -> None:
    pixels = empty()
    tile_at(pixels, 100, 200, (255, 120, 0))
    photo, seen = Photo.from_pixels(pixels), [detection(100, 200, 60, 80)]
    sharp, soft = (OnnxNamer(net, settings=NamerSettings(temperature=t)).name(photo, seen)[0] for t in (1.0, 4.0))
    assert sharp.face == soft.face
    assert sharp.confidence > soft.confidence


def test_a_reduced_photo_gives_the_same_names(net: Path) -> None:
    pixels = empty(1200, 800)
    tile_at(pixels, 600, 400, RED, "left", size=2)
    reduced = Photo(np.ascontiguousarray(pixels[::2, ::2]), 1200, 800, scale=0.5)
    (tile,) = OnnxNamer(net).name(reduced, [detection(600, 400, 160, 120)])
    assert (tile.face, tile.upright) == ("1m", 270)
    assert tile.box == pytest.approx((512.0, 334.0, 688.0, 466.0), abs=0.01)


def test_the_crop_shows_the_tile_with_its_margin() -> None:
    pixels = np.zeros((400, 400, 3), np.uint8)
    pixels[120:280, 140:260] = 255
    crop = straighten(pixels, detection(200, 200, 120, 160).corners)
    assert crop.shape == (96, 72, 3)
    inside = crop[:, :, 0] > 127
    assert inside.any(1).sum() == pytest.approx(96 / 1.28, abs=1)
    assert inside.any(0).sum() == pytest.approx(72 / 1.28, abs=1)
    assert np.flatnonzero(inside.any(1))[0] == pytest.approx(96 * 0.14 / 1.28, abs=1)


def test_a_rotated_tile_comes_out_straight() -> None:
    pixels = np.zeros((400, 400, 3), np.uint8)
    corners = detection(200, 200, 120, 160, angle=33).corners

    cv2.fillConvexPoly(pixels, corners.astype(np.int32), (255, 255, 255))
    crop = straighten(pixels, corners)
    assert crop[12:-12, 10:-10].min() > 200
    assert crop[:8].max() < 60
    assert crop[:, :6].max() < 60


def test_large_tiles_are_averaged_not_sampled() -> None:
    lines = np.zeros((800, 800, 3), np.uint8)
    lines[:, ::4] = 255
    crop = straighten(lines, detection(400, 400, 400, 500).corners)
    assert crop.std() < 12
    assert crop.mean() == pytest.approx(64, abs=4)


def test_a_tile_at_the_border_repeats_it() -> None:
    pixels = np.full((100, 100, 3), 200, np.uint8)
    crop = straighten(pixels, detection(0, 0, 60, 80).corners)
    assert crop.min() == 200


def test_only_boxes_clearly_wider_than_high_are_turned() -> None:
    wide = np.stack([detection(0, 0, 80, 60).corners, detection(0, 0, 61, 60).corners, detection(0, 0, 60, 80).corners])
    turned = portrait(wide)
    np.testing.assert_allclose(turned[0, 0], wide[0, 3])
    np.testing.assert_allclose(turned[1:], wide[1:])


def test_faces_alike_upside_down_follow_the_others() -> None:
    upright_box = detection(0, 0, 60, 80).corners
    boxes = np.stack([upright_box, upright_box, upright_box])
    sure_down, unsure = [0.02, 0.0, 0.98, 0.0], [0.52, 0.0, 0.48, 0.0]
    faces = np.zeros(3, bool)
    assert choose_turns(np.array([sure_down, unsure, sure_down]), boxes, faces).tolist() == [2, 2, 2]
    assert choose_turns(np.array([unsure, unsure, unsure]), boxes, faces).tolist() == [0, 0, 0]
    sideways = np.array([[0.0, 0.45, 0.0, 0.55], sure_down, sure_down])
    assert choose_turns(sideways, boxes, faces)[0] in (1, 3)


@pytest.mark.parametrize(
    ("angle", "expected"), [(0, 0), (30, 0), (-40, 0), (60, 90), (90, 90), (180, 180), (-90, 270), (-100, 270)]
)
def test_upright_is_rounded_to_a_quarter(angle: float, expected: int) -> None:
    turn = np.deg2rad(angle)
    rotation = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    corners = np.array([[-3, -4], [3, -4], [3, 4], [-3, 4]]) @ rotation.T
    assert upright_of(corners) == expected


def test_fusing_lets_the_detector_settle_a_tie_between_back_and_blank() -> None:
    faces = np.zeros((2, 44))
    faces[:, FACES.index("P")], faces[:, BACK] = 0.5, 0.5
    named, chance = fuse(faces, [detection(0, 0, 6, 8, kind="back"), detection(0, 0, 6, 8, kind="face")])
    assert FACES[named[0].argmax()] == "?"
    assert FACES[named[1].argmax()] == "P"
    np.testing.assert_allclose(named.sum(1), 1)
    np.testing.assert_allclose(chance, 1)


def test_a_blank_tile_seen_badly_is_a_face_where_the_detector_saw_no_back() -> None:
    faces = np.zeros((2, 44))
    faces[:, FACES.index("P")], faces[:, BACK] = 0.3, 0.7
    plain = replace(detection(0, 0, 6, 8, score=0.45), other=0.02)
    torn = replace(plain, other=0.4)
    named, _ = fuse(faces, [plain, torn])
    assert FACES[named[0].argmax()] == "P"
    assert FACES[named[1].argmax()] == "?"


def test_a_clear_face_outweighs_the_detectors_back() -> None:
    faces = np.full((1, 44), 1e-6)
    faces[0, 4] = 1
    named, _ = fuse(faces, [detection(0, 0, 6, 8, score=0.6, kind="back")])
    assert FACES[named[0].argmax()] == "5m"


def test_softmax_sums_to_one_and_bears_large_numbers() -> None:
    chances = softmax(np.array([[1000.0, 999.0, -1000.0], [0.0, 0.0, 0.0]]))
    np.testing.assert_allclose(chances.sum(1), 1)
    assert chances[0, 0] == pytest.approx(1 / (1 + np.exp(-1)))


def test_a_net_that_does_not_fit_is_named(tmp_path: Path) -> None:
    with pytest.raises(NetMismatch, match="expected an input 'crops'"):
        OnnxNamer(patch_detector(tmp_path / "d.onnx"))
