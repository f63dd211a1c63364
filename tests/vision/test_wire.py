"""Readings and edits as JSON: exactly the agreed fields, there and back."""

import contextlib
import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorer.notation import parse_hand
from vision.types import (
    AddTile,
    Edit,
    Group,
    HandReading,
    ImageInfo,
    ModelInfo,
    MoveTile,
    NamedTile,
    NotATile,
    ReadTile,
    RemoveTile,
    ReplaceFace,
    ReviewReason,
    SetWinningTile,
)
from vision.wire import WireError, edit_from_json, edit_to_json, reading_from_json, reading_to_json

EDITS: list[Edit] = [
    ReplaceFace(4, "9s"),
    MoveTile(3, "aside"),
    MoveTile(3, "pung", 1),
    SetWinningTile(2),
    AddTile("5f", "aside"),
    AddTile("?"),
    RemoveTile(9),
    NotATile(7),
]


def named(number: int, *candidates: tuple[str, float], upright: Any = 0) -> NamedTile:
    x = 100.0 * number
    return NamedTile(number, ((x, 50.0), (x + 60, 50.0), (x + 60, 130.5), (x, 130.5)), candidates, upright, 0.95)


@pytest.fixture
def reading() -> HandReading:
    seven = named(0, ("7s", 0.998), ("9s", 0.001), ("8s", 0.001))
    doubtful = named(1, ("8s", 0.5), ("9s", 0.48), ("7s", 0.02))
    back = named(2, ("?", 0.99), ("P", 0.01), upright=90)
    return HandReading(
        ImageInfo(4032, 3024, 6),
        (
            ReadTile(seven, "7s", "concealed", 0),
            ReadTile(doubtful, "9s", "win", 1, inferred=True, margin=0.4),
            ReadTile(back, "?", "concealed kong", 2),
            ReadTile(named(3, ("1m", 0.6), ("2m", 0.4)), "9p", "aside", 4, fixed=True),
        ),
        (
            Group(0, "concealed", (0,)),
            Group(1, "win", (1,)),
            Group(2, "concealed kong", (2,)),
            Group(3, "pung", (), "left"),
        ),
        parse_hand("7s [CCC|2] + 9s | 1f"),
        "7s [CCC] + 9s",
        (named(5, ("2p", 0.9), ("3p", 0.1)),),
        (ReviewReason("low_margin", (1,), "8s or 9s"), ReviewReason("count", (), "3 tiles read, 14 expected")),
        ModelInfo("tiles-1", "ab12"),
        {"decode": 38.25, "detect": 60.0, "name": 9.0, "read": 2.0},
        tuple(EDITS),
        (named(7, ("1p", 0.4)),),
    )


def test_the_agreed_fields_are_there(reading: HandReading) -> None:
    shown = json.loads(json.dumps(reading_to_json(reading)))
    assert shown["image"] == {"width": 4032, "height": 3024, "orientation": 6}
    first = shown["tiles"][0]
    agreed = {"face": "7s", "confidence": 0.998, "box": [0.0, 46.0, 63.0, 134.5], "upright": 0, "role": "concealed"}
    assert agreed.items() <= first.items()
    assert first["candidates"] == [["7s", 0.998], ["9s", 0.001], ["8s", 0.001]]
    assert first["corners"] == [[0.0, 50.0], [60.0, 50.0], [60.0, 130.5], [0.0, 130.5]]
    assert first["id"] == 0
    assert first["group"] == 0
    assert first["inferred"] is False
    assert shown["groups"][3] == {"id": 3, "role": "pung", "tiles": [], "from": "left"}
    assert "from" not in shown["groups"][0]
    assert shown["hand"] == {
        "concealed": "7s",
        "win_tile": "9s",
        "melds": [{"type": "pung", "tiles": "CCC", "from": 2}],
        "aside": "1f",
    }
    assert shown["notation"] == "7s [CCC] + 9s"
    assert {"face": "2p", "box": [497.0, 46.0, 563.0, 134.5]}.items() <= shown["background"][0].items()
    assert shown["review"][0] == {"code": "low_margin", "tiles": [1], "message": "8s or 9s"}
    assert shown["model"] == {"id": "tiles-1", "sha256": "ab12"}
    assert shown["timing_ms"] == {"decode": 38.25, "detect": 60.0, "name": 9.0, "read": 2.0}


def test_what_the_rules_changed_is_shown_with_its_own_probability(reading: HandReading) -> None:
    changed = reading_to_json(reading)["tiles"][1]
    assert (changed["face"], changed["confidence"], changed["inferred"]) == ("9s", 0.48, True)
    assert changed["candidates"][0] == ["8s", 0.5]


def test_a_face_that_the_player_gave_is_certain(reading: HandReading) -> None:
    given = reading_to_json(reading)["tiles"][3]
    assert (given["face"], given["confidence"], given["fixed"]) == ("9p", 1.0, True)
    assert given["candidates"] == [["1m", 0.6], ["2m", 0.4]]


def test_a_face_down_tile_has_a_question_mark(reading: HandReading) -> None:
    assert reading_to_json(reading)["tiles"][2]["face"] == "?"


def test_there_and_back(reading: HandReading) -> None:
    through = reading_from_json(json.loads(json.dumps(reading_to_json(reading))))
    assert through == reading
    assert through.timing_ms == reading.timing_ms


def test_a_reading_without_a_hand(reading: HandReading) -> None:
    shown = reading_to_json(HandReading(ImageInfo(1, 1), (), (), None, "", (), (), ModelInfo("m", "")))
    assert shown["hand"] is None
    assert reading_from_json(shown).hand is None


def test_only_the_first_candidates_are_shown() -> None:
    tile = ReadTile(named(0, *((f"{n}m", 0.1) for n in range(1, 9))), "1m", "concealed", 0)
    shown = reading_to_json(HandReading(ImageInfo(1, 1), (tile,), (), None, "", (), (), ModelInfo("m", "")))
    assert len(shown["tiles"][0]["candidates"]) == 3


@pytest.mark.parametrize("edit", EDITS, ids=lambda edit: type(edit).__name__)
def test_edits_there_and_back(edit: Edit) -> None:
    assert edit_from_json(json.loads(json.dumps(edit_to_json(edit)))) == edit


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        ({"edit": "paint", "tile": 1}, r"edit\.edit: expected face \| move"),
        ({"tile": 1}, r"edit\.edit: expected"),
        ({"edit": "face", "tile": 1}, r"edit\.face: is missing"),
        ({"edit": "face", "tile": 1, "face": "10m"}, r"edit\.face: expected a face such as 7s"),
        ({"edit": "face", "tile": "one", "face": "1m"}, r"edit\.tile: expected a whole number, got 'one'"),
        ({"edit": "face", "tile": True, "face": "1m"}, r"edit\.tile: expected a whole number"),
        ({"edit": "win", "tile": 1, "face": "1m"}, r"unknown field 'face', a 'win' edit has tile"),
        ({"edit": "move", "tile": 1, "role": "wall"}, r"edit\.role: expected aside \| chow"),
        ([], r"edit: expected an object"),
    ],
)
def test_a_wrong_edit_is_named(edit: Any, message: str) -> None:
    with pytest.raises(WireError, match=message):
        edit_from_json(edit)


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("image",), None, "image: expected an object"),
        (("image", "width"), "wide", r"image\.width: expected a whole number, got 'wide'"),
        (("tiles",), 5, "tiles: expected a list"),
        (("tiles", 0, "corners"), [[1, 2]], r"tiles\[0\]\.corners: expected 4 corners, got 1"),
        (("tiles", 0, "candidates"), [], r"tiles\[0\]\.candidates: expected at least one"),
        (("tiles", 0, "candidates"), [["7s"]], r"tiles\[0\]\.candidates: expected two values"),
        (("tiles", 0, "face"), "7x", r"tiles\[0\]\.face: expected a face"),
        (("tiles", 0, "upright"), 45, r"tiles\[0\]\.upright: expected 0, 90, 180 or 270, got 45"),
        (("tiles", 0, "inferred"), "no", r"tiles\[0\]\.inferred: expected true or false"),
        (("tiles", 0, "margin"), "big", r"tiles\[0\]\.margin: expected a number"),
        (("groups", 0, "from"), "above", r"groups\[0\]\.from: expected across \| left \| right"),
        (("review", 0, "code"), "ugly", r"review\[0\]\.code: expected blurred"),
        (("notation",), 3, "notation: expected text, got 3"),
    ],
)
def test_a_wrong_reading_is_named(reading: HandReading, path: tuple[Any, ...], value: Any, message: str) -> None:
    shown = json.loads(json.dumps(reading_to_json(reading)))
    place = shown
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    with pytest.raises(WireError, match=message):
        reading_from_json(shown)


def test_a_missing_field_is_named(reading: HandReading) -> None:
    shown = reading_to_json(reading)
    del shown["model"]
    with pytest.raises(WireError, match=r"reading\.model: is missing"):
        reading_from_json(shown)


def test_a_wrong_hand_is_named(reading: HandReading) -> None:
    shown = reading_to_json(reading)
    shown["hand"]["concealed"] = "12x"
    with pytest.raises(WireError, match=r"hand.*concealed"):
        reading_from_json(shown)


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=8,
)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every path into nested lists and objects."""
    steps = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(deeper for step, inner in steps for deeper in places(inner, (*path, step)))]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=100)
@given(data=st.data(), value=anything)
def test_whatever_stands_anywhere_is_read_or_named(reading: HandReading, data: st.DataObject, value: Any) -> None:
    shown = json.loads(json.dumps(reading_to_json(reading)))
    path = data.draw(st.sampled_from([path for path in places(shown) if path]))
    place = shown
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    with contextlib.suppress(WireError):
        written = reading_to_json(reading_from_json(shown))
        assert reading_to_json(reading_from_json(written)) == written


@given(anything)
def test_any_edit_is_read_or_named(value: Any) -> None:
    with contextlib.suppress(WireError):
        edit_from_json(value)


@pytest.mark.parametrize("number", [10**400, float("nan"), float("inf"), -1e305], ids=["whole", "nan", "inf", "large"])
def test_numbers_that_nothing_can_measure_are_refused(reading: HandReading, number: float) -> None:
    told = reading_to_json(reading)
    told["tiles"][0]["margin"] = number
    with pytest.raises(WireError, match="margin"):
        reading_from_json(told)


@pytest.mark.parametrize("width", [-5, 10**400], ids=["negative", "huge"])
def test_a_picture_of_no_size_is_refused(reading: HandReading, width: int) -> None:
    told = reading_to_json(reading)
    told["image"]["width"] = width
    with pytest.raises(WireError, match=r"image\.width"):
        reading_from_json(told)
