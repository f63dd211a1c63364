"""Groups in the player's hands: where a tile is laid, whom a meld stays claimed from, what is still doubted."""

from __future__ import annotations

import pytest

from tests.vision.laid_hands import laid
from vision.reading import read_tiles
from vision.types import AddTile, Edit, MoveTile, NotATile, ReadingParts, RemoveTile, ReplaceFace, SetWinningTile

WIN = "1m 2m 3m 4p 5p 6p 7s 7s 9s 9s E E E | 7s"
CLAIMED = "1m 2m 3m 4p 5p 6p 9s | E_ E E | C_ C C | 9s"
"""The pung of E is tiles 7-9, claimed from the left."""
HIDDEN = "1m 2m 3m 4p 5p 6p 9s C C C | 9s / ? ? ? ?"


def read(text: str, *edits: Edit) -> ReadingParts:
    return read_tiles(laid(text), None, "guobiao", edits=edits)


def codes(parts: ReadingParts) -> list[str]:
    return [reason.code for reason in parts.review]


@pytest.mark.parametrize("tile", [7, 8, 9])
@pytest.mark.parametrize("way", ["out and back", "to its own place", "left out and back"])
def test_a_tile_laid_back_changes_nobody_who_pays(tile: int, way: str) -> None:
    """The place of the sideways tile says whom the meld was claimed from."""
    back = MoveTile(tile, "pung", 1)
    edits: list[Edit] = {
        "out and back": [MoveTile(tile, "concealed"), back],
        "to its own place": [back],
        "left out and back": [SetWinningTile(13), RemoveTile(tile), back],
    }[way]
    assert read(CLAIMED).groups[1].claimed_from == "left"
    assert read(CLAIMED, *edits).groups[1] == read(CLAIMED).groups[1]


def test_a_tile_from_elsewhere_is_laid_at_the_end() -> None:
    parts = read(CLAIMED, SetWinningTile(13), RemoveTile(8), MoveTile(0, "pung", 1))
    assert parts.groups[1].tiles == (7, 9, 0)
    assert parts.groups[1].claimed_from == "left"


@pytest.mark.parametrize(
    ("text", "edits"),
    [
        (HIDDEN, [MoveTile(11, "kong", 1)]),
        (CLAIMED, [SetWinningTile(13), *[ReplaceFace(k, "?") for k in (7, 8, 9)]]),
    ],
)
def test_a_meld_that_lies_face_down_is_asked_for(text: str, edits: list[Edit]) -> None:
    parts = read(text, *edits)
    assert parts.hand is None
    assert "hidden_kong" in codes(parts)


@pytest.mark.parametrize(
    ("text", "edits"),
    [
        ("1m 2m 3m 4p 5p 6p 9s | ? 7s 7s ? | C_ C C | 9s", [SetWinningTile(14), RemoveTile(8)]),
        (CLAIMED, [MoveTile(11, "concealed kong", 2)]),
        ("1m 2m 3m 4p 5p 6p 9s | 2s_ 3s 4s | C_ C C | 9s", [MoveTile(7, "concealed kong", 1)]),
    ],
)
def test_a_concealed_kong_is_four_alike(text: str, edits: list[Edit]) -> None:
    parts = read(text, *edits)
    assert "a kong that is not four alike" in [reason.message for reason in parts.review]


@pytest.mark.parametrize(
    "edits",
    [
        [MoveTile(13, "concealed")],
        [RemoveTile(13), AddTile("7s")],
        [SetWinningTile(3), NotATile(3), AddTile("4p")],
    ],
)
def test_a_whole_hand_without_a_winning_tile_is_asked_for_it(edits: list[Edit]) -> None:
    assert "win_tile_unsure" in codes(read(WIN, *edits))


def test_the_winning_tile_is_not_missing_where_it_was_named() -> None:
    (count,) = [reason for reason in read(WIN, SetWinningTile(13), RemoveTile(0)).review if reason.code == "count"]
    assert count.message == "13 tiles read, 14 expected"


@pytest.mark.parametrize("edit", [SetWinningTile(13), MoveTile(13, "win"), AddTile("1f", "aside")])
def test_doubts_of_other_tiles_outlast_a_correction_of_the_grouping(edit: Edit) -> None:
    far = laid(WIN, size=0.9, at=(520, 200))
    near = laid("1m 4m 7m 2p 5p 8p 3s 6s 9s E S W N", first_id=50)
    before = [reason for reason in read_tiles([*far, *near], None, None).review if reason.code == "group_unsure"]
    assert before
    after = read_tiles([*far, *near], None, None, edits=[edit]).review
    assert set(before) <= set(after)


def test_a_number_given_to_what_lies_aside_makes_no_meld_of_it() -> None:
    parts = read(WIN, MoveTile(11, "aside", 3), MoveTile(13, "pung", 3))
    assert {tile.id: tile.role for tile in parts.tiles}[11] == "aside"


def test_a_tile_aside_that_the_game_keeps_in_the_hand_is_doubted() -> None:
    # 白 is laid aside in 乐清 alone.
    parts = read(WIN, AddTile("P", "aside"))
    assert [(r.code, r.tiles) for r in parts.review if "not laid aside" in r.message] == [("group_unsure", (14,))]
    assert "not laid aside" not in str(read(WIN, AddTile("1f", "aside")).review)


def test_a_kong_that_was_named_open_is_not_asked_again() -> None:
    row = "1m 2m 3m 4p 5p 6p 9s | E E E E | C_ C C | 9s"
    asked = "a kong without a sideways tile: claimed or concealed?"
    assert asked in [reason.message for reason in read(row).review]
    said = read(row, *[MoveTile(tile, "kong", 1) for tile in (7, 8, 9, 10)])
    assert asked not in [reason.message for reason in said.review]
