"""From a reading to a case: claimed melds get their seats, the wild tile its face."""

from __future__ import annotations

from typing import Any

import pytest

from scorer.registry import rulesets
from service.doubts import worth_saying
from service.scanning import message, score_reading, wild_face, with_seats

READING: dict[str, Any] = {
    "tiles": [],
    "groups": [
        {"id": 0, "role": "concealed", "tiles": [0]},
        {"id": 1, "role": "pung", "tiles": [1, 2, 3], "from": "across"},
        {"id": 2, "role": "chow", "tiles": [4, 5, 6], "from": "left"},
        {"id": 3, "role": "concealed kong", "tiles": [7, 8, 9, 10]},
        {"id": 4, "role": "pung", "tiles": [11, 12, 13]},
    ],
    "hand": {
        "concealed": "1m",
        "win_tile": "1m",
        "melds": [
            {"type": "pung", "tiles": "CCC"},
            {"type": "chow", "tiles": "789m"},
            {"type": "concealed kong", "tiles": "7777s"},
            {"type": "pung", "tiles": "EEE"},
        ],
        "aside": "",
    },
    "review": [],
}


@pytest.mark.parametrize(("winner", "across", "left"), [(0, 2, 3), (1, 3, 0), (3, 1, 2)])
def test_a_sideways_tile_tells_the_seat_it_came_from(winner: int, across: int, left: int) -> None:
    hand = with_seats(READING, {"winner": winner})
    assert hand is not None
    assert [meld.get("from") for meld in hand["melds"]] == [across, left, None, None]
    assert "from" not in READING["hand"]["melds"][0]


def test_without_a_hand_or_with_other_melds_nothing_is_made_up() -> None:
    assert with_seats({**READING, "hand": None}, {}) is None
    fewer = {**READING, "groups": READING["groups"][:2]}
    assert with_seats(fewer, {"winner": 1}) == READING["hand"]
    known = {**READING["hand"], "melds": [{**meld, "from": 1} for meld in READING["hand"]["melds"]]}
    hand = with_seats({**READING, "hand": known}, {"winner": 0})
    assert hand is not None
    assert {meld["from"] for meld in hand["melds"]} == {1}


def test_the_wild_face_is_named_or_follows_from_the_indicator() -> None:
    wild_games = [ruleset.id for ruleset in rulesets() if ruleset.wild is not None]
    if not wild_games:
        pytest.skip("no ruleset with wild tiles is installed")
    assert wild_face("guobiao", {"wild": "5s"}, {}) is None
    for game in wild_games:
        assert wild_face(game, {"wild": "5s"}, {}) == "5s"
        assert wild_face(game, {}, {}) is None
        assert wild_face(game, {"wild": "xx"}, {}) is None
        assert wild_face(game, {"wild": "5s"}, {"nonsense": 1}) is None
    if "wuhan" in wild_games:
        assert wild_face("wuhan", {"indicator": "4s"}, {}) == "5s"


def test_no_hand_is_said_even_where_no_doubt_was() -> None:
    scan = score_reading({**READING, "hand": None, "tiles": [1, 2]}, "guobiao", {}, {})
    assert (scan["status"], scan["score"]) == ("needs_review", None)
    assert scan["message"] == "2 tiles read, but no hand can be made of them"
    assert message({**READING, "review": [{"message": "a"}, {"message": "b"}]}, None) == "a; b"


def doubt(code: str, *tiles: int) -> dict[str, Any]:
    return {"code": code, "tiles": list(tiles), "message": code}


@pytest.mark.parametrize(
    ("ruleset", "tiles", "told"),
    [
        ("guobiao", 2, ["count"]),
        ("guobiao", 6, ["count"]),
        ("guobiao", 7, ["blurred", "count", "low_margin"]),
        ("taiwan", 8, ["count"]),
        ("taiwan", 9, ["blurred", "count", "low_margin"]),
        (None, 2, ["count"]),
        (None, 13, ["blurred", "count", "low_margin"]),
    ],
)
def test_a_picture_of_no_hand_lists_no_doubts_about_single_tiles(
    ruleset: str | None, tiles: int, told: list[str]
) -> None:
    review = [doubt("blurred", 0), doubt("count"), doubt("low_margin", 0)]
    seen = [{"id": number, "face": "2p", "role": "concealed"} for number in range(tiles)]
    seen.append({"id": tiles, "face": "3f", "role": "aside"})
    reading = {**READING, "ruleset": ruleset, "tiles": seen, "review": review}
    assert message(reading, None) == "; ".join(told)
    assert [reason["code"] for reason in worth_saying(reading)] == told


def test_few_tiles_without_a_doubt_about_their_number_keep_their_doubts() -> None:
    reading = {**READING, "review": [doubt("nothing_found"), doubt("small_tiles")]}
    assert [reason["code"] for reason in worth_saying(reading)] == ["nothing_found"]
    edited = {**READING, "review": [doubt("low_margin", 0)]}
    assert worth_saying(edited) == edited["review"]
