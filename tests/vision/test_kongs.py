"""Concealed kongs found by how they are laid out, before anybody knows that two of their tiles are backs."""

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.kongs import face_down_in_kongs
from vision.namer import FACES

TILE = np.array([[-15, -20], [15, -20], [15, 20], [-15, 20]], np.float32)


def row(names: Sequence[str], pitch: float = 31, turned: float = 0, at: tuple[float, float] = (200, 300)) -> list[bool]:
    """Which tiles of a row are found face down; P stands for a blank one."""
    return found([(name, at[0] + pitch * i, at[1]) for i, name in enumerate(names)], turned)


def found(tiles: Sequence[tuple[str, float, float]], turned: float = 0) -> list[bool]:
    c, s = np.cos(turned), np.sin(turned)
    turn = np.array([[c, s], [-s, c]], np.float32)
    corners: NDArray[np.float32] = np.stack([(TILE + np.array([x, y], np.float32)) @ turn for _, x, y in tiles])
    # The detector may begin with any end of a tile.
    corners[1::2] = np.roll(corners[1::2], 2, axis=1)
    faces = np.array([FACES.index(name) for name, _, _ in tiles])
    blank = np.array([name in ("P", "?") for name, _, _ in tiles])
    return [bool(hidden) for hidden in face_down_in_kongs(corners, faces, blank)]


@pytest.mark.parametrize("turned", [0.0, 0.4, 1.6, 3.0])
def test_the_outer_or_the_inner_two_may_lie_face_down(turned: float) -> None:
    assert row(["P", "5s", "5s", "P"], turned=turned) == [True, False, False, True]
    assert row(["5s", "P", "P", "5s"], turned=turned) == [False, True, True, False]


@pytest.mark.parametrize(
    "names",
    [
        ["P", "5s", "6s", "P"],  # two faces: white dragons at the ends of some row
        ["P", "P", "5s", "5s"],  # two pairs
        ["P", "5s", "P", "5s"],
        ["P", "5s", "5s"],
        ["P", "5s", "5s", "P", "7m"],  # five in a row are no kong
        ["P", "P", "P", "P"],  # four white dragons, or a kong all face down: nothing tells
    ],
)
def test_other_rows_are_none(names: list[str]) -> None:
    assert not any(row(names))


def test_tiles_seen_so_flat_that_they_seem_to_lie_across_are_in_a_row_all_the_same() -> None:
    flat = np.array([[-17, -14], [17, -14], [17, 14], [-17, 14]], np.float32)
    corners = np.stack([flat + np.array([35 * i, 0], np.float32) for i in range(4)])
    # What is wider than high is taken for a tile on its side, and others of the row are not.
    corners[2:] = np.roll(corners[2:], 1, axis=1)
    faces = np.array([FACES.index(name) for name in ("P", "S", "S", "P")])
    hidden = face_down_in_kongs(corners, faces, faces == FACES.index("P"))
    assert hidden.tolist() == [True, False, False, True]


def test_a_row_behind_the_kong_does_not_hide_it() -> None:
    kong = [(name, 31.0 * i, 0.0) for i, name in enumerate(["P", "5s", "5s", "P"])]
    behind = [("7m", 31.0 * i, -42.0) for i in range(6)]
    assert found([*kong, *behind]) == [True, False, False, True, *[False] * 6]


def test_a_gap_or_a_step_parts_a_row() -> None:
    assert not any(found([("P", 0, 0), ("5s", 31, 0), ("5s", 62, 0), ("P", 110, 0)]))
    assert not any(found([("P", 0, 0), ("5s", 31, 0), ("5s", 62, 0), ("P", 93, 25)]))


def test_a_kong_is_found_beside_other_melds() -> None:
    pung = [("7m", 31.0 * i, 0.0) for i in range(3)]
    kong = [(name, 150 + 31.0 * i, 0.0) for i, name in enumerate(["P", "E", "E", "P"])]
    assert found([*pung, *kong]) == [False, False, False, True, False, False, True]


def test_corners_that_are_a_line_are_no_neighbours() -> None:
    corners = np.zeros((4, 4, 2), np.float32)
    assert not face_down_in_kongs(corners, np.array([33, 4, 4, 33]), np.array([True, False, False, True])).any()
