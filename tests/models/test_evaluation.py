"""The measure of the reader is itself measured on made-up photographs whose right figures are known."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import pytest

from models.evaluation import GroupScore, evaluate, iou, wilson
from models.labelled_photos import BadLabel, LabelledPhotosNotFound, read_folder, stretch_of

FACES = [str(number) for number in range(42)]


@dataclass(frozen=True)
class Seen:
    box: tuple[float, float, float, float]
    face: str
    confidence: float = 0.9


def photo_folder(root: Path, labels: str, name: str = "one", split: str = "some") -> Path:
    folder = root / split
    (folder / "images").mkdir(parents=True, exist_ok=True)
    (folder / "labels").mkdir(exist_ok=True)
    cv2.imwrite(str(folder / "images" / f"{name}.jpg"), np.full((100, 200, 3), 90, np.uint8))
    (folder / "labels" / f"{name}.txt").write_text(labels)
    return folder


# two tiles, 20 × 30 pixels, at x 10–30 and 50–70, y 10–40 of a 200 × 100 picture
TWO = "3 0.1 0.25 0.1 0.3\n5 0.3 0.25 0.1 0.3\n"


def test_a_right_and_a_wrong_name_are_told_apart(tmp_path: Path) -> None:
    folder = photo_folder(tmp_path, TWO)
    seen = [Seen((10, 10, 30, 40), "3"), Seen((51, 10, 71, 40), "7")]
    report = evaluate(folder, lambda pixels: seen, face_names=FACES)
    assert report.total.found == 2
    assert report.total.right == 1
    assert report.total.naming == 0.5
    assert report.total.confusions == {("5", "7"): 1}
    assert report.total.whole == 0
    assert [(label, read) for label, read, _ in report.photos[0].misread] == [("5", "7")]


def test_a_photo_is_whole_only_without_anything_extra(tmp_path: Path) -> None:
    folder = photo_folder(tmp_path, TWO)
    right = [Seen((10, 10, 30, 40), "3"), Seen((50, 10, 70, 40), "5")]
    assert evaluate(folder, lambda pixels: right, face_names=FACES).total.whole == 1
    more = [*right, Seen((120, 50, 140, 80), "1")]
    report = evaluate(folder, lambda pixels: more, face_names=FACES)
    assert report.total.whole == 0
    assert report.total.extra == 1
    assert report.total.precision == pytest.approx(2 / 3)


def test_a_box_that_overlaps_by_less_than_half_is_not_found(tmp_path: Path) -> None:
    folder = photo_folder(tmp_path, TWO)
    # shifted by 8 of 20 pixels: 12 / 28 shared
    report = evaluate(folder, lambda pixels: [Seen((18, 10, 38, 40), "3")], face_names=FACES)
    assert report.total.found == 0
    assert {read for _, read, _ in report.photos[0].misread} == {"-"}


def test_tiles_away_from_a_hand_are_not_counted_where_only_hands_are_labelled(tmp_path: Path) -> None:
    folder = photo_folder(tmp_path, TWO)
    (tmp_path / "meta.csv").write_text("split,name,group,tile_h_over_w,stretched,looseness\nsome,one,fb,1.35,0,0\n")
    seen = [Seen((10, 10, 30, 40), "3"), Seen((50, 10, 70, 40), "5"), Seen((150, 70, 170, 95), "9")]
    report = evaluate(folder, lambda pixels: seen, face_names=FACES)
    assert report.groups["fb"].extra == 0
    assert report.groups["fb"].whole == 1


def test_squeezed_photos_are_stretched_back(tmp_path: Path) -> None:
    folder = photo_folder(tmp_path, TWO)
    (tmp_path / "meta.csv").write_text("split,name,group,tile_h_over_w,stretched,looseness\nsome,one,fb,2.7,0,0\n")
    photo = read_folder(folder)[0]
    assert photo.pixels().shape == (100, 400, 3)
    assert photo.pixel_boxes((100, 400))[0].tolist() == pytest.approx([20, 10, 60, 40], abs=1e-3)


def test_a_tile_on_its_side_is_stretched_by_its_own_proportion() -> None:
    # upright 1.35 in a square picture: nothing to do; on its side the same tile is 1 / 1.35
    assert stretch_of(1.35) == pytest.approx(1)
    assert stretch_of(1 / 1.35) == pytest.approx(1)


def test_sure_names_are_counted_from_the_confidence_on() -> None:
    score = GroupScore(confidences=[(0.99, True), (0.97, False), (0.96, False), (0.5, True)])
    assert score.surely_named(0.97) == (2, 1)
    assert GroupScore().surely_named(0.97) == (0, 0)


def test_calibration_error_of_names_said_with_ninety_percent(tmp_path: Path) -> None:
    folder = photo_folder(tmp_path, TWO)
    half_right = [Seen((10, 10, 30, 40), "3", 0.9), Seen((50, 10, 70, 40), "9", 0.9)]
    report = evaluate(folder, lambda pixels: half_right, face_names=FACES)
    assert report.total.calibration_error == pytest.approx(0.4)


def test_wilson_interval_by_hand() -> None:
    # 8 of 10, z 1.96: (0.8 + 0.19208 ± 1.96·√(0.016 + 0.009604)) / 1.38416
    low, high = wilson(8, 10)
    assert low == pytest.approx(0.4902, abs=1e-4)
    assert high == pytest.approx(0.9433, abs=1e-4)
    assert wilson(0, 0) == (0.0, 1.0)


def test_iou_of_no_boxes_is_empty() -> None:
    none = np.zeros((0, 4), np.float32)
    assert iou(none, none).shape == (0, 0)


def test_what_is_wrong_with_a_folder_is_said(tmp_path: Path) -> None:
    with pytest.raises(LabelledPhotosNotFound, match="expected a folder with images/"):
        read_folder(tmp_path / "nowhere")
    folder = photo_folder(tmp_path, "3 0.1 0.2\n")
    with pytest.raises(BadLabel, match=r"one\.txt:1: expected a class 0–41 and four fractions"):
        read_folder(folder)
    (folder / "labels" / "one.txt").write_text("77 0.1 0.2 0.1 0.1\n")
    with pytest.raises(BadLabel, match="77"):
        read_folder(folder)
