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


def settle(
    rows: NDArray[np.float64],
    detections: list[Detection],
    seen: NDArray[np.float64] | None = None,
    strange: tuple[int, ...] = (),
    in_kong: tuple[int, ...] = (),
) -> NDArray[np.float64]:
    """What is settled of rows; `strange` tiles are of another colour, tiles `in_kong` lie as its backs do."""
    hues, kong = np.zeros(len(rows)), np.zeros(len(rows), np.bool_)
    hues[list(strange)], kong[list(in_kong)] = 1.8, True
    return settle_blanks(rows, rows if seen is None else seen, detections, WHITE, BACK, hues, kong)


def settled(
    rows: NDArray[np.float64],
    detections: list[Detection],
    strange: tuple[int, ...] = (),
    in_kong: tuple[int, ...] = (),
) -> list[str]:
    return [FACES[index] for index in settle(rows, detections, None, strange, in_kong).argmax(1)]


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
    result = settle(fused, [BACK_THERE, detection("back", 0.6, 0.05)], seen)
    assert result.argmax(1).tolist() == [BACK, BACK]


def test_printed_white_dragons_stay_beside_a_wall_of_blank_backs() -> None:
    rows = chances(*[BLANK] * 6, (WHITE, 0.99999, 0))
    assert settled(rows, [*[BACK_THERE] * 6, detection("face", 0.95, 0.0)])[-1] == "P"


def test_other_faces_and_the_sum_of_chances_stay() -> None:
    rows = chances(*[BLANK] * 5, (3, 0.7, 4))
    result = settle(rows, [BACK_THERE] * 6)
    assert result[5] == pytest.approx(rows[5])
    assert result.sum(1) == pytest.approx(1)


def test_a_detector_that_tells_one_score_alone_settles_nothing() -> None:
    rows = chances(*[BLANK] * 5)
    assert settled(rows, [detection("back", 0.8, None)] * 5) == ["P"] * 5


def test_a_blank_tile_of_another_colour_than_the_faces_is_a_back() -> None:
    # A yellow back is taken for the white dragon of a cream set; this set's faces are white.
    assert settled(chances(BLANK, BLANK), [BACK_THERE] * 2, strange=(0,)) == ["?", "P"]


def test_white_dragons_stay_beside_a_wall_of_yellow_backs() -> None:
    # Ten blank tiles, but seven are of another colour: they are the backs, and a row of three is a pung.
    rows = chances(*[BLANK] * 10)
    assert settled(rows, [BACK_THERE] * 10, strange=tuple(range(7))) == [*["?"] * 7, *["P"] * 3]


def test_something_brown_that_passes_for_a_back_does_not_make_blank_backs_white_dragons() -> None:
    # Two ends of a rack, found as backs, and six blank tiles of the faces' colour.
    rows = chances(*[(BACK, 0.9, WHITE)] * 2, *[BLANK] * 6)
    assert settled(rows, [BACK_THERE] * 8, strange=(0, 1)) == ["?"] * 8


def test_two_blank_tiles_of_a_concealed_kong_are_backs_and_tell_of_the_others() -> None:
    # The detector takes those of the kong for faces, since they lie among faces; a third lies in a wall.
    rows = chances(*[BLANK] * 3, (3, 0.99, 4))
    found = [FACE_THERE, FACE_THERE, detection("back", 0.9, 0.01), FACE_THERE]
    assert settled(rows, found, in_kong=(0, 1)) == ["?", "?", "?", "4m"]


def test_a_kong_with_backs_that_look_like_backs_leaves_white_dragons_alone() -> None:
    # Grey backs have no hue that tells them from white faces, and need none: the namer knows them. The detector takes
    # blank white dragons for backs.
    rows = chances(*[(BACK, 0.98, WHITE)] * 2, *[BLANK] * 2)
    assert settled(rows, [BACK_THERE] * 4, in_kong=(0, 1)) == ["?", "?", "P", "P"]
