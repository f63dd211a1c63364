"""The net's corners set into the picture, and which are not believed."""

from __future__ import annotations

import numpy as np
import pytest

from vision.corners import placed_corners, skews
from vision.rotated import box_corners

SQUARE = [-1.0, -1, 1, -1, 1, 1, -1, 1]


def placed(units: list[float], angle: float = 0.0) -> list[list[float]]:
    box = box_corners(np.array([[100, 200, 60, 80, np.deg2rad(angle)]], np.float32))
    return placed_corners(box, np.array([units]))[0].round(3).tolist()  # type: ignore[no-any-return]


def test_corners_at_the_rectangles_own_are_the_rectangle() -> None:
    assert placed(SQUARE) == [[70, 160], [130, 160], [130, 240], [70, 240]]


def test_units_are_halves_of_the_sides_from_the_middle() -> None:
    # Half of 60 across, half of 80 down: a top shifted by half a half to the right moves 15 pixels.
    assert placed([-0.5, -1, 1, -1, 0.5, 1, -1, 1]) == [[85, 160], [130, 160], [115, 240], [70, 240]]


def test_they_turn_with_the_rectangle() -> None:
    skewed = [-0.5, -1, 1, -1, 0.5, 1, -1, 1]
    upright, turned = np.array(placed(skewed)), np.array(placed(skewed, 30))
    cos, sin = np.cos(np.pi / 6), np.sin(np.pi / 6)
    spun = (upright - (100, 200)) @ np.array([[cos, sin], [-sin, cos]]) + (100, 200)
    assert np.allclose(turned, spun, atol=0.01)


@pytest.mark.parametrize(
    "units",
    [
        [1.0, -1, -1, -1, 1, 1, -1, 1],  # crossed
        [-1.0, -1, -1, 1, 1, 1, 1, -1],  # the other way round
        [-1.0, -1, 1, 1, 1, 1.1, -1, -0.9],  # a sliver
        [-1.0, -1, 2.4, -1, 1, 1, -1, 1],  # far outside
        [-1.0, -1, 1, -1, -0.2, -0.1, -1, 1],  # not convex
        [float("nan")] * 8,
    ],
)
def test_what_can_be_no_tile_leaves_the_rectangle(units: list[float]) -> None:
    assert placed(units) == placed(SQUARE)


def test_a_tile_seen_far_from_aside_leans_over_its_neighbours_rectangle() -> None:
    # A wall at 45° seen flat: the detector's rectangle lies along the top side, the far side is nine tenths beside it.
    assert placed([-0.1, -1, 1.9, -1, 0.1, 1, -1.9, 1]) == [[97, 160], [157, 160], [103, 240], [43, 240]]


def test_skews_are_cosines_between_the_sides() -> None:
    square = [[0, 0], [60, 0], [60, 80], [0, 80]]
    leaning = [[0, 0], [60, 0], [120, 80], [60, 80]]  # down the slope of 60 and 80: 60 / 100
    turned = [[0, 0], [0, 60], [-80, 120], [-80, 60]]  # the same a quarter further
    assert skews(np.array([square, leaning, turned], np.float32)) == pytest.approx([0, 0.6, 0.6])


def test_none_of_nothing() -> None:
    assert placed_corners(np.zeros((0, 4, 2), np.float32), np.zeros((0, 8))).shape == (0, 4, 2)
