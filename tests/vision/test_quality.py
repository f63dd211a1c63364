"""Faults of a photo, told by its tiles."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.image import Photo
from vision.quality import QualityLimits, covered_pairs, narrow_sides, review_photo, sharpness
from vision.types import NamedTile


def tile(number: int, x: float, y: float, size: float = 1.0, face: str = "7s") -> NamedTile:
    width, height = 60 * size, 80 * size
    corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
    return NamedTile(number, corners, ((face, 0.9),), 0, 0.9)


def printed(blur: float = 0.0, contrast: float = 200.0) -> NDArray[np.uint8]:
    """A table with three tiles of marks 9 pixels wide, blurred by a Gaussian of so many pixels."""
    pixels = np.full((300, 400, 3), 90, np.float32)
    marks = np.kron(np.random.default_rng(1).integers(0, 2, (9, 7)), np.ones((9, 9)))[:80, :60]
    for x in (50, 150, 250):
        pixels[100:180, x : x + 60] = (30 + contrast * marks)[:, :, None]
    if blur:
        pixels = cv2.GaussianBlur(pixels, (0, 0), blur)
    return pixels.clip(0, 255).astype(np.uint8)


TILES = [tile(0, 50, 100), tile(1, 150, 100), tile(2, 250, 100)]


def test_sharpness_falls_with_blur_and_not_with_contrast() -> None:
    values = [float(np.median(sharpness(Photo.from_pixels(printed(blur)), TILES))) for blur in (0, 2, 4, 8)]
    assert values == sorted(values, reverse=True)
    assert values[0] > 2 * values[3]
    pale = float(np.median(sharpness(Photo.from_pixels(printed(0, 80)), TILES)))
    assert pale == pytest.approx(values[0], rel=0.1)


def test_sharpness_is_that_of_the_tile_not_of_the_pixels() -> None:
    small = Photo.from_pixels(printed())
    large = Photo.from_pixels(np.asarray(cv2.resize(printed(), None, fx=4, fy=4, interpolation=cv2.INTER_CUBIC)))
    grown = [tile(each.id, each.corners[0][0] * 4, each.corners[0][1] * 4, 4.0) for each in TILES]
    same = float(np.median(sharpness(large, grown)))
    assert same == pytest.approx(float(np.median(sharpness(small, TILES))), rel=0.25)


def test_blank_faces_do_not_make_a_photo_blurred() -> None:
    pixels = printed()
    pixels[100:180, 50:110] = 230
    pixels[100:180, 150:210] = 230
    tiles = [tile(0, 50, 100, face="P"), tile(1, 150, 100, face="?"), tile(2, 250, 100)]
    assert len(sharpness(Photo.from_pixels(pixels), tiles)) == 1
    assert not review_photo([(Photo.from_pixels(pixels), tiles)])


def test_a_reduced_photo_is_as_sharp_as_its_pixels() -> None:
    photo = Photo(printed(), 800, 600, scale=0.5)
    grown = [tile(each.id, each.corners[0][0] * 2, each.corners[0][1] * 2, 2.0) for each in TILES]
    assert sharpness(photo, grown) == pytest.approx(sharpness(Photo.from_pixels(printed()), TILES), rel=0.01)


def test_the_shorter_side_counts() -> None:
    lying = NamedTile(0, ((0, 0), (0, 60), (80, 60), (80, 0)), (("1m", 1.0),), 90, 1.0)
    assert narrow_sides([TILES[0], lying]).tolist() == [60, 60]


def test_small_comes_before_blurred() -> None:
    tiny = [tile(number, 30 + 20 * number, 50, 0.2) for number in range(4)]
    reasons = review_photo([(Photo.from_pixels(printed(6)), tiny)])
    assert [reason.code for reason in reasons] == ["small_tiles"]
    assert reasons[0].tiles == (0, 1, 2, 3)


def test_limits_can_be_set() -> None:
    photo = Photo.from_pixels(printed())
    assert review_photo([(photo, TILES)], limits=QualityLimits(small_tile=70))[0].code == "small_tiles"
    assert review_photo([(photo, TILES)], limits=QualityLimits(dull=0.9))[0].code == "blurred"


def test_covered_pairs_are_those_that_share_much() -> None:
    tiles = [tile(0, 0, 0), tile(1, 30, 0), tile(2, 88, 0), tile(3, 0, 70)]
    assert covered_pairs(tiles, 0.3) == [(0, 1)]
    assert covered_pairs(tiles, 0.01) == [(0, 1), (0, 3), (1, 2), (1, 3)]
    assert covered_pairs(tiles[:1], 0.3) == []


def test_a_tile_stacked_as_it_should_be_is_no_fault() -> None:
    photo = Photo.from_pixels(printed())
    pile = [*TILES, tile(3, 150, 130)]
    assert [reason.tiles for reason in review_photo([(photo, pile)])] == [(1, 3)]
    assert review_photo([(photo, pile)], stacked=frozenset({3})) == ()
