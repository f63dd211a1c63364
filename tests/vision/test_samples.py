"""The packaged nets on the repository's own sample pictures: hands told from photo to notation."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

import models
from scorer import Hand, Tile
from scorer.wire import hand_from_json
from vision import default_reader, draw_reading, load_photo
from vision.image import Photo
from vision.types import HandReading

SAMPLES = Path(__file__).resolve().parents[2] / "datasets" / "samples"


def _missing() -> str:
    try:
        models.card()
    except models.ModelError as error:
        return str(error)
    return "" if (SAMPLES / "hand.jpg").exists() else "the sample pictures are not here"


pytestmark = pytest.mark.skipif(bool(_missing()), reason=_missing() or "models and samples are there")


@cache
def read(name: str) -> tuple[HandReading, Hand]:
    case = json.loads((SAMPLES / f"{name}.json").read_text(encoding="utf-8"))
    wild = Tile.parse(case["context"]["wild"]) if "wild" in case["context"] else None
    reading = default_reader().read(load_photo(SAMPLES / f"{name}.jpg"), ruleset=case["ruleset"], wild=wild)
    return reading, hand_from_json(case["hand"])


@pytest.mark.parametrize("name", ["hand", "kong", "wuhan", "yueqing"])
def test_the_plain_samples_are_read_to_the_tile(name: str) -> None:
    reading, truth = read(name)
    assert reading.hand is not None
    assert sorted(reading.hand.concealed) == sorted(truth.concealed)
    assert reading.hand.win_tile == truth.win_tile
    assert [(meld.type, sorted(meld.tiles)) for meld in reading.hand.melds] == [
        (meld.type, sorted(meld.tiles)) for meld in truth.melds
    ]
    assert sorted(reading.hand.aside) == sorted(truth.aside)


@pytest.mark.accuracy
def test_nearly_every_tile_of_all_samples_is_right() -> None:
    right = total = 0
    for path in sorted(SAMPLES.glob("*.json")):
        reading, truth = read(path.stem)
        hidden = sum(2 for meld in truth.melds if str(meld.type) == "concealed kong")
        wanted = Counter(str(tile) for tile in (*truth.tiles, *truth.aside))
        seen = Counter(tile.face for tile in reading.tiles)
        right += sum((wanted & seen).values()) + min(hidden, seen["?"])
        total += sum(wanted.values())
    assert right >= 0.97 * total, f"{right} of {total} tiles"


@pytest.mark.parametrize("share", [0.2, 0.25, 0.33, 0.5])
def test_a_hand_in_a_small_part_of_a_large_photo_is_found_whole(share: float) -> None:
    """At first sight such tiles are some ten pixels wide and not all of them are found, the winning one apart least."""
    cloth = np.random.default_rng(2).integers(50, 90, (189, 252, 3), dtype=np.uint8)
    canvas = cv2.resize(cloth, (4032, 3024), interpolation=cv2.INTER_LINEAR)
    sample = load_photo(SAMPLES / "hand.jpg").pixels
    width = round(4032 * share)
    part = cv2.resize(sample, (width, width * sample.shape[0] // sample.shape[1]), interpolation=cv2.INTER_AREA)
    canvas[1200 : 1200 + len(part), 800 : 800 + width] = part
    reading = default_reader().read(Photo.from_pixels(canvas), ruleset="guobiao")
    seen = Counter([tile.face for tile in reading.tiles] + [tile.face for tile in reading.background])
    assert Counter(tile.face for tile in read("hand")[0].tiles) <= seen


def test_a_sample_is_drawn_with_what_was_read() -> None:
    reading, _ = read("hand")
    picture = draw_reading(load_photo(SAMPLES / "hand.jpg"), reading)
    photo_height = round(picture.shape[1] * reading.image.height / reading.image.width)
    assert picture.shape[0] > photo_height + 100
