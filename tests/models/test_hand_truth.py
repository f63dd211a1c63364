"""Which labels of a photograph are its hand."""

from __future__ import annotations

import numpy as np
import pytest

from models.hand_truth import HandLabels, hand_labels
from models.label_corrections import CORRECTIONS
from scorer.tiles import NOTATION

WIDE, HIGH = 60.0, 80.0
SIZE = (WIDE * HIGH) ** 0.5


def labels(*spots: tuple[float, float, int]) -> HandLabels:
    """Boxes whose middles lie at (x, y) tile widths and heights, with faces."""
    boxes = np.array(
        [[x * WIDE, y * HIGH, (x + 1) * WIDE, (y + 1) * HIGH] for x, y, _ in spots], dtype=np.float32
    ).reshape(-1, 4)
    return hand_labels(boxes, np.array([face for *_, face in spots], dtype=np.int64))


def row(count: int, y: float = 0.0) -> list[tuple[float, float, int]]:
    return [(k * 1.05, y, k % 27) for k in range(count)]


def test_a_row_is_a_hand() -> None:
    found = labels(*row(13))
    assert (found.kind, found.hand, found.elsewhere) == ("hand", tuple(range(13)), ())


def test_discards_behind_the_row_are_none_of_it() -> None:
    found = labels(*row(13), (4.0, -4.5, 30), (6.0, -5.0, 31))
    assert found.hand == tuple(range(13))
    assert found.elsewhere == (13, 14)


def test_melds_behind_and_flowers_beside_belong() -> None:
    found = labels(*row(10), (2.0, -1.8, 27), (3.05, -1.8, 27), (4.1, -1.8, 27), (12.0, 0.0, 35))
    assert found.kind == "hand"
    assert found.elsewhere == ()


def test_of_two_rows_of_a_length_the_nearer_to_the_camera_is_the_hand() -> None:
    found = labels(*row(9, y=-8.0), *row(9))
    assert found.hand == tuple(range(9, 18))


def test_a_tile_labelled_twice_is_one() -> None:
    found = labels(*row(9), (0.03, 0.02, 0))
    assert found.hand == tuple(range(9))
    assert found.elsewhere == ()


def test_tiles_on_one_spot_with_other_faces_are_two() -> None:
    assert len(labels(*row(9), (0.03, 0.02, 20)).hand) == 10


def test_tiles_standing_about_are_no_hand() -> None:
    assert labels(*[(k % 3 * 2.2, k // 3 * 1.9, k) for k in range(9)]).kind == "loose tiles"
    assert labels().kind == "loose tiles"
    assert labels((0.0, 0.0, 3)).kind == "loose tiles"


def test_more_than_a_hand_can_hold_is_a_tray_but_flowers_do_not_count() -> None:
    grid = [(x * 1.05, y * 1.05, x + 5 * y) for x in range(5) for y in range(4)]
    assert labels(*grid).kind == "tray"
    with_flowers = [*row(16), *[(k * 1.05, -1.2, 34 + k) for k in range(8)]]
    assert labels(*with_flowers).kind == "hand"


@pytest.mark.parametrize("photo", sorted(CORRECTIONS))
def test_corrections_name_faces(photo: str) -> None:
    known = CORRECTIONS[photo]
    assert known.faces or known.unlabelled
    assert {*known.faces.values(), *known.unlabelled} <= set(NOTATION)
