"""Blank tiles: white dragons, unless there are more of them than a set has."""

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.blanks import settle_blanks
from vision.namer import BACK, FACES, WHITE
from vision.rotated import box_corners
from vision.types import DetectedKind, Detection


def detection(kind: DetectedKind, score: float, other: float | None) -> Detection:
    return Detection(box_corners(np.array([[50, 50, 30, 40, 0]], np.float32))[0], score, kind, other)


def chances(*pairs: tuple[int, float, int]) -> NDArray[np.float64]:
    """A row for each pair: what is seen with what chance, and what has the rest."""
    rows = np.zeros((len(pairs), len(FACES)))
    for row, (face, chance, rest) in zip(rows, pairs, strict=True):
        row[face], row[rest] = chance, 1 - chance
    return rows


BLANK = (WHITE, 0.98, BACK)
BACK_THERE = detection("back", 0.8, 0.02)
FACE_THERE = detection("face", 0.9, 0.01)


def settled(rows: NDArray[np.float64], detections: list[Detection]) -> list[str]:
    return [FACES[index] for index in settle_blanks(rows, rows, detections, WHITE, BACK).argmax(1)]


def test_five_blank_tiles_are_backs_where_the_detector_sees_backs() -> None:
    # Five white dragons are one too many: the set's backs are blank. The fifth stands where a face is seen.
    rows = chances(*[BLANK] * 5)
    assert settled(rows, [*[BACK_THERE] * 4, FACE_THERE]) == ["?", "?", "?", "?", "P"]


def test_up_to_four_stay_white_dragons() -> None:
    rows = chances(*[BLANK] * 4)
    assert settled(rows, [BACK_THERE] * 4) == ["P"] * 4


def test_one_blank_tile_that_is_surely_a_back_tells_of_the_others() -> None:
    # The detector's word was strong enough for the first: two blank tiles of a concealed kong are alike.
    seen = chances(BLANK, BLANK)
    fused = chances((BACK, 0.6, WHITE), (WHITE, 0.6, BACK))
    result = settle_blanks(fused, seen, [BACK_THERE, detection("back", 0.6, 0.05)], WHITE, BACK)
    assert result.argmax(1).tolist() == [BACK, BACK]


def test_printed_white_dragons_stay_beside_a_wall_of_blank_backs() -> None:
    rows = chances(*[BLANK] * 6, (WHITE, 0.99999, 0))
    assert settled(rows, [*[BACK_THERE] * 6, detection("face", 0.95, 0.0)])[-1] == "P"


def test_other_faces_and_the_sum_of_chances_stay() -> None:
    rows = chances(*[BLANK] * 5, (3, 0.7, 4))
    result = settle_blanks(rows, rows, [BACK_THERE] * 6, WHITE, BACK)
    assert result[5] == pytest.approx(rows[5])
    assert result.sum(1) == pytest.approx(1)


def test_a_detector_that_tells_one_score_alone_settles_nothing() -> None:
    rows = chances(*[BLANK] * 5)
    assert settled(rows, [detection("back", 0.8, None)] * 5) == ["P"] * 5
