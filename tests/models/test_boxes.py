"""What the detector is taught to draw around a tile."""

import numpy as np
import pytest

from models.training.boxes import box_corners, turned_boxes
from vision import rotated


@pytest.mark.parametrize("degrees", [-44, -20, 0, 35, 80, 130])
def test_a_tile_seen_from_above_is_its_own_box(degrees: float) -> None:
    box = np.array([[100, 50, 30, 40, np.radians(degrees)]])
    assert turned_boxes(rotated.box_corners(box.astype(np.float32))) == pytest.approx(box, abs=1e-4)


def test_the_box_of_a_tile_seen_from_aside_lies_along_its_top_side() -> None:
    # The top side runs 60 along the picture, the left side 30 across and 40 down: 50 long.
    leaning = np.array([[[0, 0], [60, 0], [90, 40], [30, 40]]], np.float32)
    assert turned_boxes(leaning) == pytest.approx(np.array([[45, 20, 60, 50, 0]]))


def test_an_upside_down_tile_has_the_same_box() -> None:
    tile = np.array([[[0, 0], [60, 0], [90, 40], [30, 40]]], np.float32)
    assert turned_boxes(np.roll(tile, 2, axis=1)) == pytest.approx(turned_boxes(tile), abs=1e-5)


def test_a_label_wider_than_high_is_a_tile_on_its_side() -> None:
    upright, lying = box_corners(np.array([[0, 0, 30, 40], [0, 0, 40, 30]], np.float32))
    assert upright[0].tolist() == [0, 0]
    assert lying[0].tolist() == [0, 30]
    assert turned_boxes(lying[None])[0, 2:4] == pytest.approx([30, 40])
