"""The packaged nets on the repository's own sample pictures: hands told from photo to notation."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

import models
from scorer import Hand, Tile
from scorer.wire import hand_from_json
from vision import default_reader, draw_reading, load_photo
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


def test_a_sample_is_drawn_with_what_was_read() -> None:
    reading, _ = read("hand")
    picture = draw_reading(load_photo(SAMPLES / "hand.jpg"), reading)
    photo_height = round(picture.shape[1] * reading.image.height / reading.image.width)
    assert picture.shape[0] > photo_height + 100
