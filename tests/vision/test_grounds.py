"""The colour behind a tile's ink, and which tiles have another than the faces."""

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.grounds import ground_colours, strangeness
from vision.straighten import CROP_HEIGHT, CROP_WIDTH


def crop(ground: tuple[float, float, float], ink: tuple[float, float, float] | None = None) -> NDArray[np.float32]:
    picture = np.zeros((3, CROP_HEIGHT, CROP_WIDTH), np.float32)
    picture[:] = np.array(ground, np.float32)[:, None, None]
    if ink is not None:
        picture[:, 40:56, 25:47] = np.array(ink, np.float32)[:, None, None]
    return picture


def test_the_ground_is_what_is_brighter_than_the_ink() -> None:
    grounds = ground_colours(np.stack([crop((0.9, 0.8, 0.7), (0.7, 0.1, 0.1)), crop((0.2, 0.5, 0.3))]))
    assert grounds == pytest.approx(np.array([[0.9, 0.8, 0.7], [0.2, 0.5, 0.3]]), abs=1e-6)


def row(count: int) -> NDArray[np.float64]:
    """Middles of tiles in a row."""
    return np.stack([np.arange(count) * 30.0, np.zeros(count)], axis=1)


def test_a_shadow_is_no_other_colour_but_yellow_and_black_are() -> None:
    cream, yellow, black = np.array([0.95, 0.9, 0.75]), np.array([0.92, 0.75, 0.2]), np.array([0.12, 0.12, 0.1])
    grounds = np.stack([cream, cream * 0.9, cream * 1.02, cream * 0.6, yellow, black])
    strange = strangeness(grounds, row(6), np.array([True, True, True, False, False, False]))
    assert (strange[:4] < 0.9).all()
    assert (strange[4:] > 1.2).all()


def test_what_is_like_the_faces_beside_it_is_not_strange() -> None:
    # A red lamp over the right half of a row of twelve; a white dragon stands in it, a yellow back in the left half.
    white, red, yellow = np.array([0.9, 0.9, 0.9]), np.array([0.9, 0.4, 0.4]), np.array([0.92, 0.75, 0.2])
    grounds = np.stack([*[white] * 8, *[red] * 4, yellow])
    faces = np.array([*[True] * 10, False, True, False])
    strange = strangeness(grounds, np.vstack([row(12), [[60.0, 40.0]]]), faces)
    assert strange[10] < 0.1
    assert strange[12] > 1.2


def test_of_two_faces_the_colour_is_not_told() -> None:
    grounds = np.array([[0.9, 0.9, 0.9], [0.9, 0.9, 0.9], [0.2, 0.2, 0.9]])
    assert not strangeness(grounds, row(3), np.array([True, True, False])).any()
