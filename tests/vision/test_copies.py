"""Names settled by how many of each face a set has."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from numpy.typing import NDArray

from vision.copies import ONE_TOO_MANY, TWO_SETS, settle_copies

ENDLESS = np.iinfo(np.int64).max


def rows(*chances: dict[int, float], faces: int = 4) -> NDArray[np.float64]:
    """A row for each tile; what is not said is shared by the other faces."""
    result = np.zeros((len(chances), faces))
    for row, known in zip(result, chances, strict=True):
        row[:] = (1 - sum(known.values())) / (faces - len(known))
        for face, chance in known.items():
            row[face] = chance
    return result


def test_within_a_sets_copies_nothing_changes() -> None:
    faces = rows({0: 0.5, 1: 0.4}, {0: 0.9}, {1: 0.9})
    assert settle_copies(faces, np.array([2, 1, 1, 1])) is faces


def test_the_least_sure_of_one_too_many_gives_way() -> None:
    # A set has one flower 0: of two the one that might well be 1 is that.
    faces = rows({0: 0.9, 1: 0.05}, {0: 0.6, 1: 0.35})
    result = settle_copies(faces, np.array([1, 1, 1, 1]))
    assert result.argmax(1).tolist() == [0, 1]
    assert result[0].tolist() == faces[0].tolist()
    # 0.35 against 0.6 made twenty times less likely, and 0.05 for the two others: 0.35 / (0.35 + 0.03 + 0.05).
    assert result[1, 1] == pytest.approx(0.35 / 0.43)


def test_names_move_along_a_chain() -> None:
    # Two are read as 0, and neither can well be 2; but one can be 1, and what is read as 1 can be 2.
    faces = rows({0: 0.98}, {0: 0.6, 1: 0.38}, {1: 0.6, 2: 0.38})
    assert settle_copies(faces, np.array([1, 1, 1, 1])).argmax(1).tolist() == [0, 1, 2]


def test_a_second_set_on_the_table_is_believed_where_the_names_are_sure() -> None:
    faces = rows({0: 0.99}, {0: 0.99})
    assert settle_copies(faces, np.array([1, 1, 1, 1])) is faces


def test_two_sets_on_the_table_are_believed_in_as_a_whole() -> None:
    # Three faces are sure to be there twice as often as in a set; then the one unsure tile proves nothing.
    faces = rows(*[{0: 0.97}] * 2, *[{1: 0.97}] * 2, {2: 0.97}, {2: 0.8, 3: 0.15})
    copies = np.array([1, 1, 1, 1])
    assert settle_copies(faces, copies) is faces
    assert settle_copies(faces[4:], copies).argmax(1).tolist() == [2, 3]


def test_nothing_is_moved_where_there_is_no_room() -> None:
    faces = np.array([[0.55, 0.45], [0.55, 0.45], [0.55, 0.45]])
    assert sorted(settle_copies(faces, np.array([1, 1])).argmax(1).tolist()) == [0, 0, 1]


def test_of_backs_there_is_no_end() -> None:
    faces = rows(*[{3: 0.6, 0: 0.3}] * 9)
    assert settle_copies(faces, np.array([1, 1, 1, ENDLESS])) is faces


@given(st.lists(st.lists(st.floats(0.01, 1), min_size=3, max_size=3), min_size=1, max_size=5))
def test_it_is_the_likeliest_of_all_readings(weights: list[list[float]]) -> None:
    faces = np.array(weights)
    faces /= faces.sum(1, keepdims=True)
    copies = [1, 2, 1]

    def cost(named: tuple[int, ...]) -> float:
        extra = sum(max(0, named.count(face) - copies[face]) for face in range(3))
        unlikely = -sum(math.log(row[face]) for row, face in zip(faces, named, strict=True))
        return unlikely - extra * math.log(ONE_TOO_MANY)

    likely = tuple(faces.argmax(1).tolist())
    best = min(cost(other) for other in itertools.product(range(3), repeat=len(faces)))
    two_sets = -sum(math.log(row.max()) for row in faces) - math.log(TWO_SETS)
    assume(abs(best - two_sets) > 1e-6)
    named = tuple(settle_copies(faces, np.array(copies)).argmax(1).tolist())
    if best > two_sets:
        assert named == likely
    else:
        assert cost(named) == pytest.approx(best)


def test_chances_stay_chances() -> None:
    rng = np.random.default_rng(3)
    faces = rng.dirichlet(np.full(6, 0.4), 20)
    result = settle_copies(faces, np.array([2, 2, 2, 1, 1, 4]))
    assert result.sum(1) == pytest.approx(np.ones(20))
    assert (result >= 0).all()
