"""Corrections on a full table: what the player did not touch stays as it was shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from tests.vision.laid_hands import laid
from tests.vision.table_layouts import Told
from vision.image import Photo
from vision.layout import arrange
from vision.reader import Reader, reread
from vision.reading import fuse, read_hand, read_tiles
from vision.types import (
    AddTile,
    Edit,
    MoveTile,
    NamedTile,
    NotATile,
    ReadingParts,
    RemoveTile,
    ReplaceFace,
    SetWinningTile,
)
from vision.wire import reading_from_json, reading_to_json

WIN = "1m 2m 3m 4p 5p 6p 7s 7s 9s 9s E E E | 7s"
FAR = laid(WIN, size=0.9, at=(520, 200))
"""A plain win in a far row, tiles 0-13."""
NEAR = laid("1m 4m 7m 2p 5p 8p 3s 6s 9s E S W N C", first_id=50)
"""Another player's row, nearer to the camera, that is nothing."""


def read(tiles: Sequence[NamedTile], *edits: Edit, ruleset: str | None = None) -> ReadingParts:
    return read_tiles(tiles, None, ruleset, edits=edits)


def ids(parts: ReadingParts) -> set[int]:
    return {tile.id for tile in parts.tiles}


def codes(parts: ReadingParts) -> list[str]:
    return [reason.code for reason in parts.review]


def groups(parts: ReadingParts) -> list[tuple[int, str, int]]:
    return [(group.id, group.role, len(group.tiles)) for group in parts.groups]


@pytest.mark.parametrize("edit", [RemoveTile(50), NotATile(50), ReplaceFace(50, "9p")])
def test_the_near_row_stays_the_hand_whatever_is_corrected_in_it(edit: Edit) -> None:
    shown = ids(read([*FAR, *NEAR]))
    assert shown == set(range(50, 64))
    assert ids(read([*FAR, *NEAR], edit)) | {50} == shown


@pytest.mark.parametrize("edit", [RemoveTile(0), NotATile(0), ReplaceFace(0, "9p")])
def test_the_far_row_stays_the_hand_and_its_doubt_is_still_said(edit: Edit) -> None:
    table = [*FAR, *NEAR[:13]]
    assert ids(read(table)) == set(range(14))
    parts = read(table, edit)
    assert ids(parts) | {0} == set(range(14))
    assert "another row could be the hand" in " ".join(reason.message for reason in parts.review)


def test_a_correction_that_says_what_was_read_silences_nothing() -> None:
    table = [*FAR, *NEAR[:13]]
    assert codes(read(table, ReplaceFace(0, "1m"))) == codes(read(table)) == ["group_unsure"]


def test_the_order_of_corrections_does_not_matter_where_it_should_not() -> None:
    table = [*FAR, *NEAR[:13]]
    one = read(table, RemoveTile(0), SetWinningTile(13))
    assert one.notation == read(table, SetWinningTile(13), RemoveTile(0)).notation == "23m 456p 7799s EEE + 7s"
    assert ids(read(table, ReplaceFace(1, "2m"), RemoveTile(0))) == set(range(1, 14))


def test_when_nothing_is_left_of_the_hand_another_row_is_read() -> None:
    table = [*FAR, *NEAR[:13]]
    for taken_out in (NotATile, RemoveTile):
        assert ids(read(table, *(taken_out(number) for number in range(14)))) == set(range(50, 63))


@pytest.mark.parametrize(
    ("text", "edit"),
    [
        ("1m 2m 3m 4p 5p 6p 9s | E_ E E | C C C | 9s | 1f 2f", ReplaceFace(14, "W")),
        ("1m 2m 3m 9s | E_ E E E | C C_ C^ C | ? 4p 4p ? | 9s", ReplaceFace(5, "?")),
        ("1m 2m 3m 4p 5p 6p 7p 8p 9p 9s | E_ E E | C C C | 9s | 1f 2f", RemoveTile(11)),
        ("1m 2m 3m 4p 5p 6p 9s C C C | 9s / ? ? ? ?", RemoveTile(11)),
    ],
)
def test_no_other_tile_leaves_the_hand(text: str, edit: Edit) -> None:
    tiles = laid(text)
    out = {edit.tile} if isinstance(edit, RemoveTile) else set()
    assert ids(read(tiles, edit)) == ids(read(tiles)) - out


def test_a_tile_corrected_in_a_meld_beside_the_row_stays_where_it_was() -> None:
    far = laid("E E_ E | C C C / 1m 2m 3m 4p 5p 6p 9s | 9s", size=0.9, at=(520, 100))
    table = [*far, *NEAR[:13]]
    shown = read(table)
    assert shown.notation == "123m 456p 9s [CCC] [EEE] + 9s"
    assert ids(read(table, ReplaceFace(0, "W"))) == ids(shown)


def test_numbers_of_groups_are_those_shown_after_the_corrections_before() -> None:
    tiles = laid(WIN)
    first = read(tiles, MoveTile(10, "pung"))
    assert groups(first) == [(0, "concealed", 12), (1, "pung", 1), (2, "win", 1)]
    second = read(tiles, MoveTile(10, "pung"), MoveTile(11, "pung", 1))
    assert groups(second) == [(0, "concealed", 11), (1, "pung", 2), (2, "win", 1)]
    claimed = laid("1m 2m 3m 4p 5p 6p 9s | E_ E E | C C C | 9s | 1f")
    without = (SetWinningTile(0), RemoveTile(7), RemoveTile(8), RemoveTile(9))
    assert groups(read(claimed, *without))[1] == (1, "pung", 3)
    assert groups(read(claimed, *without, AddTile("C", "kong", 1)))[1] == (1, "kong", 4)


def test_a_number_that_is_not_shown_is_the_players_own() -> None:
    parts = read(laid(WIN), *(MoveTile(tile, "pung", 7) for tile in (10, 11, 12)))
    assert groups(parts) == [(0, "concealed", 10), (1, "pung", 3), (2, "win", 1)]


@pytest.mark.parametrize("role", ["pung", "aside"])
def test_one_tile_does_not_take_the_concealed_ones_along(role: str) -> None:
    parts = read(laid(WIN), MoveTile(10, role, 0))  # type: ignore[arg-type]
    assert [tile.id for tile in parts.tiles if tile.role == role] == [10]
    assert sum(tile.role == "concealed" for tile in parts.tiles) == 12


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_a_hidden_kong_stays_concealed_when_it_is_named(count: int) -> None:
    tiles = laid("1m 2m 3m 4p 5p 6p 9s C C C | 9s / ? ? ? ?")
    named = [ReplaceFace(tile, "7s") for tile in range(11, 11 + count)]
    assert read(tiles, *named).notation == "123m 456p 9s CCC [7777s|an] + 9s"


def test_a_hand_behind_doubtful_things_is_read() -> None:
    """Print on a box nearer to the camera is no hand; that is no reason to stop looking."""
    things = [
        replace(tile, detection_score=0.75, candidates=((tile.face, 0.9),))
        for tile in laid("1m 5p 9s E", size=3, at=(520, 900), first_id=50)
    ]
    assert ids(read([*FAR, *things])) == set(range(14))


def test_a_tile_that_fits_in_nowhere_lets_no_other_be_changed_lightly() -> None:
    text = "4s 2m:0.95,5s:0.03 7s 7s 7s 8p 2s:0.95,8p:0.03 | 6s | 5p 6p 7p | {odd} 5m 6m"
    for odd in ("4m", "W:0.65,4m:0.3"):
        parts = read(laid(text.format(odd=odd)), ruleset="hefei")
        assert [tile.face for tile in parts.tiles if tile.id in (1, 6)] == ["2m", "2s"]
        assert "not_winning" in codes(parts)


def test_a_tile_that_the_game_is_played_without_is_doubted() -> None:
    parts = read(laid(WIN), ruleset="hefei")
    told = {reason.tiles: reason.message for reason in parts.review if reason.code == "low_margin"}
    assert told[(10,)] == "E is no tile of 合肥麻将"


def test_a_layout_given_is_the_one_that_is_corrected() -> None:
    layout = arrange([*FAR, *NEAR[:13]])
    shown = {tile.id for tile in read_hand(layout).tiles}
    assert {tile.id for tile in read_hand(layout, edits=[ReplaceFace(50, "1m")]).tiles} == shown
    assert {tile.id for tile in read_hand(layout, edits=[AddTile("5p")]).tiles} == shown | {63}


def test_of_several_pictures_the_row_that_is_read_is_matched() -> None:
    alone, table = laid(WIN), [*FAR, *NEAR[:13]]
    doubtful = [replace(tile, candidates=(("4p", 0.5), ("7p", 0.45))) if tile.id == 3 else tile for tile in table]
    for pictures in ([table, alone], [alone, table]):
        assert read(fuse(pictures).tiles).notation == "123m 456p 7799s EEE + 7s"
    (fourth,) = [tile for tile in read(fuse([doubtful, table]).tiles).tiles if tile.face == "4p"]
    assert fourth.confidence > 0.99


def reader_of(tiles: list[NamedTile]) -> tuple[Reader, Photo]:
    told = Told(tiles)
    return Reader(told, told), Photo.from_pixels(np.full((1000, 2400, 3), 120, np.uint8))


def test_doubts_about_the_photo_come_back_when_corrections_are_undone() -> None:
    first, *rest = laid(WIN)
    crowded = [replace(tile, corners=tuple((x - 42, y) for x, y in tile.corners)) for tile in rest]  # type: ignore[arg-type]
    reader, photo = reader_of([first, *crowded])
    reading = reader.read(photo)
    doubts = [reason for reason in reading.review if reason.code == "overlapping"]
    assert doubts
    corrected = reading_from_json(reading_to_json(reread(reading, [RemoveTile(0)])))
    assert "overlapping" not in {reason.code for reason in corrected.review}
    again = reread(corrected, [])
    assert [reason for reason in again.review if reason.code == "overlapping"] == doubts


def test_the_face_that_was_read_travels_with_a_reading() -> None:
    tiles = laid("1m 2m 3m 4p 5p 6p 7s 7s 9s 9s E E 8s:0.3,9s:0.25,5s:0.2,E:0.15 | 7s")
    reader, photo = reader_of(tiles)
    reading = reader.read(photo, ruleset="guobiao")
    assert reading.notation == "123m 456p 7799s [EEE] + 7s"
    opened = reading_from_json(reading_to_json(reading))
    assert reread(opened, [ReplaceFace(0, "1m")], "guobiao").notation == reading.notation


def test_the_rules_asked_for_change_no_number() -> None:
    reader, photo = reader_of([*FAR, *NEAR[:13]])
    seen = []
    for ruleset in (None, "guobiao", "taiwan"):
        reading = reader.read(photo, ruleset=ruleset)
        tiles = [*(tile.tile for tile in reading.tiles), *reading.background]
        seen.append({tile.id: tile.corners for tile in tiles})
    assert seen[0] == seen[1] == seen[2]
    assert [tile.id for tile in reader.read(photo).tiles] == list(range(14))


CLAIMED = "1m 2m 3m 5m 6m E E | 7m_ 8m 9m | C_ C C | 4m"
"""Nothing about it is doubtful; tiles 10–12 are the pung of dragons."""


def unsure(parts: ReadingParts) -> list[tuple[int, ...]]:
    return [reason.tiles for reason in parts.review if reason.code == "group_unsure"]


def test_a_correction_that_takes_a_meld_apart_is_doubted() -> None:
    # One dragon made a wind: the two others are no pung any more, and lie among the concealed tiles.
    assert read(laid(CLAIMED)).review == ()
    parts = read(laid(CLAIMED), ReplaceFace(11, "E"))
    assert parts.notation == "123456m EEEC [789m] + C"
    assert unsure(parts) == [(10, 12)]


def test_a_correction_that_leaves_the_groups_alone_is_not_doubted() -> None:
    assert unsure(read(laid(CLAIMED), ReplaceFace(13, "7m"))) == []


def test_what_was_doubtful_before_may_be_grouped_better() -> None:
    extra = laid(CLAIMED.replace("1m", "1m 1m", 1))
    assert unsure(read(extra)) == [(14,)]
    assert read(extra, NotATile(0)).review == ()


@pytest.mark.parametrize(
    ("edit", "left"),
    [(MoveTile(11, "aside"), (15,)), (SetWinningTile(15), (11,)), (MoveTile(0, "concealed"), (11, 15))],
)
def test_of_tiles_left_out_those_that_the_player_did_not_touch_stay_doubtful(edit: Edit, left: tuple[int, ...]) -> None:
    tiles = laid("1m 2m 3m 4m 5m 6m 9p 9p | E_ E E | ? C C F | 6m")
    assert [r.tiles for r in read(tiles).review if r.message == "left out of the hand"] == [(11, 15)]
    assert [r.tiles for r in read(tiles, edit).review if r.message == "left out of the hand"] == [left]
