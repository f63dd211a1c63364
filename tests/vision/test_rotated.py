"""Rotated boxes: corners, exact overlaps against plain polygon clipping, and suppression among neighbours."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.rotated import areas, box_corners, intersections, side_lengths, suppress


def boxes(*rows: tuple[float, float, float, float, float]) -> np.ndarray:
    """Corners of boxes given with their angle in degrees."""
    array = np.array(rows, np.float32)
    array[:, 4] = np.deg2rad(array[:, 4])
    return box_corners(array)


def test_corners_run_clockwise_from_the_top_left() -> None:
    corners = boxes((10, 20, 6, 8, 0))[0]
    np.testing.assert_allclose(corners, [[7, 16], [13, 16], [13, 24], [7, 24]], atol=1e-5)
    assert areas(corners[None])[0] == pytest.approx(48)


def test_a_quarter_turn_moves_the_own_top_left() -> None:
    corners = boxes((0, 0, 6, 8, 80))[0]
    top_middle = (corners[0] + corners[1]) / 2
    np.testing.assert_allclose(top_middle, [4 * np.sin(np.deg2rad(80)), -4 * np.cos(np.deg2rad(80))], atol=1e-5)


@pytest.mark.parametrize("angle", [-170, -100, -30, 100, 135, 200])
def test_the_top_side_faces_the_top_of_the_picture(angle: float) -> None:
    corners = boxes((0, 0, 6, 8, angle))[0]
    assert (corners[0] + corners[1])[1] <= (corners[2] + corners[3])[1]
    width, height = side_lengths(corners[None])
    assert width[0] == pytest.approx(6, abs=1e-4)
    assert height[0] == pytest.approx(8, abs=1e-4)


numbers = st.floats(-20, 20)
sides = st.floats(1, 30)
rotated = st.tuples(numbers, numbers, sides, sides, st.floats(-180, 180))


def clipped_area(one: np.ndarray, two: np.ndarray) -> float:
    """The shared area by cutting one polygon with the other's sides, one after another."""
    polygon = [tuple(map(float, point)) for point in one]
    for index in range(4):
        (ax, ay), (bx, by) = two[index].astype(float), two[(index + 1) % 4].astype(float)

        def depth(point: tuple[float, ...], ax=ax, ay=ay, bx=bx, by=by) -> float:
            return (bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax)

        cut = []
        for here, there in zip(polygon, polygon[1:] + polygon[:1], strict=True):
            begin, end = depth(here), depth(there)
            if begin >= 0:
                cut.append(here)
            if begin * end < 0:
                t = begin / (begin - end)
                cut.append((here[0] + t * (there[0] - here[0]), here[1] + t * (there[1] - here[1])))
        polygon = cut
    return sum(p[0] * q[1] - q[0] * p[1] for p, q in zip(polygon, polygon[1:] + polygon[:1], strict=True)) / 2


@given(rotated, rotated)
def test_intersections_agree_with_polygon_clipping(one: tuple[float, ...], two: tuple[float, ...]) -> None:
    first, second = boxes(one), boxes(two)
    assert intersections(first, second)[0] == pytest.approx(clipped_area(first[0], second[0]), rel=0.001, abs=0.02)


def test_a_box_shares_its_whole_area_with_itself() -> None:
    for angle in (0, 17, 45, 90):
        same = boxes((5, 5, 30, 40, angle))
        assert intersections(same, same)[0] == pytest.approx(1200, rel=1e-3)


def test_boxes_that_touch_share_nothing() -> None:
    assert intersections(boxes((0, 0, 30, 40, 0)), boxes((30, 0, 30, 40, 0)))[0] == pytest.approx(0, abs=0.05)


def test_half_covered_and_contained() -> None:
    assert intersections(boxes((0, 0, 30, 40, 0)), boxes((15, 0, 30, 40, 0)))[0] == pytest.approx(600, rel=1e-3)
    assert intersections(boxes((0, 0, 30, 40, 0)), boxes((1, 2, 10, 10, 30)))[0] == pytest.approx(100, rel=1e-3)


def test_duplicates_of_one_tile_leave_the_best() -> None:
    pile = boxes((0, 0, 30, 40, 0), (2, 1, 31, 39, 4), (0, 0, 40, 30, 0), (1, 1, 12, 14, 0), (80, 0, 30, 40, 0))
    kept = suppress(pile, np.array([0.8, 0.9, 0.5, 0.6, 0.3]), overlap=0.45, contained=0.85)
    assert kept.tolist() == [1, 4]


def test_a_slanted_row_of_touching_tiles_all_stay() -> None:
    angle = np.deg2rad(40)
    row = boxes(*[(30 * i * np.cos(angle), 30 * i * np.sin(angle), 31, 40, 40) for i in range(14)])
    # Their upright rectangles overlap by more than half, the tiles themselves hardly.
    assert len(suppress(row, np.linspace(0.9, 0.5, 14), overlap=0.45, contained=0.85)) == 14


def test_a_tile_stacked_half_over_another_stays() -> None:
    stack = boxes((0, 0, 30, 40, 0), (0, 18, 30, 40, 0))
    assert len(suppress(stack, np.array([0.9, 0.8]), overlap=0.45, contained=0.85)) == 2


def test_a_suppressed_box_suppresses_nothing() -> None:
    chain = boxes((0, 0, 30, 40, 0), (9, 0, 30, 40, 0), (18, 0, 30, 40, 0))
    assert suppress(chain, np.array([0.9, 0.8, 0.7]), overlap=0.45, contained=0.85).tolist() == [0, 2]


def test_nothing_in_nothing_out() -> None:
    assert suppress(np.zeros((0, 4, 2), np.float32), np.zeros(0), 0.5, 0.9).tolist() == []


def test_a_box_around_many_tiles_goes_and_the_tiles_stay() -> None:
    tray = boxes((100, 50, 260, 140, 0), *[(30 + 35 * i, 50, 30, 40, 0) for i in range(5)])
    kept = suppress(tray, np.array([0.9, 0.8, 0.7, 0.6, 0.5, 0.4]), overlap=0.45, contained=0.85)
    assert sorted(kept.tolist()) == [1, 2, 3, 4, 5]


def test_pips_inside_a_tile_go_and_the_tile_stays() -> None:
    pips = boxes((0, 0, 90, 120, 0), (-20, -20, 20, 20, 0), (20, 20, 20, 20, 0))
    assert suppress(pips, np.array([0.9, 0.4, 0.35]), overlap=0.45, contained=0.85).tolist() == [0]


def test_boxes_in_boxes_in_boxes() -> None:
    nest = boxes((0, 0, 900, 900, 0), (-100, 0, 90, 120, 0), (100, 0, 90, 120, 0), (-100, 0, 20, 20, 0))
    kept = suppress(nest, np.array([0.5, 0.9, 0.8, 0.3]), overlap=0.45, contained=0.85)
    assert kept.tolist() == [1, 2]
