"""Corrections: as text, and what they do to a reading."""

from __future__ import annotations

from random import Random

import pytest

from tests.vision.laid_hands import laid
from vision.layout import arrange
from vision.reading import EditError, format_edit, parse_edit, read_hand, read_tiles
from vision.types import (
    AddTile,
    Edit,
    MoveTile,
    NotATile,
    ReadingParts,
    RemoveTile,
    ReplaceFace,
    Role,
    SetWinningTile,
)

ROW = "1m 2m 3m 4p 5p 6p 7s 7s 9s 9s E E E | 7s"


def read(text: str, *edits: Edit) -> ReadingParts:
    return read_tiles(laid(text), None, "guobiao", edits=edits)


def roles(parts: ReadingParts) -> dict[int, str]:
    return {tile.id: tile.role for tile in parts.tiles}


@pytest.mark.parametrize(
    ("text", "edit"),
    [
        ("4=9s", ReplaceFace(4, "9s")),
        ("4=?", ReplaceFace(4, "?")),
        ("4=win", SetWinningTile(4)),
        ("4=concealed", MoveTile(4, "concealed")),
        ("4=aside", MoveTile(4, "aside")),
        ("4=pung@2", MoveTile(4, "pung", 2)),
        ("4=concealed-kong@3", MoveTile(4, "concealed kong", 3)),
        ("4=win@7", MoveTile(4, "win", 7)),
        ("4=out", RemoveTile(4)),
        ("4=none", NotATile(4)),
        ("+9s", AddTile("9s")),
        ("+5f=aside", AddTile("5f", "aside")),
        ("+9s=kong@1", AddTile("9s", "kong", 1)),
    ],
)
def test_edits_are_text_both_ways(text: str, edit: Edit) -> None:
    assert parse_edit(text) == edit
    assert format_edit(edit) == text
    assert parse_edit(f" {text} ") == edit


@pytest.mark.parametrize(("text", "face"), [("4=七条", "7s"), ("4=3z", "W"), ("4=发财", "F"), ("0=1f", "1f")])
def test_faces_may_be_written_in_any_notation(text: str, face: str) -> None:
    edit = parse_edit(text)
    assert isinstance(edit, ReplaceFace)
    assert edit.face == face


@pytest.mark.parametrize(
    "text", ["", "4", "=9s", "4=", "x=9s", "4=10s", "4=pair@2", "+", "+9s=nowhere", "4=9s@2", "-4"]
)
def test_nonsense_is_named(text: str) -> None:
    with pytest.raises(EditError, match="cannot apply the correction") as caught:
        parse_edit(text)
    assert caught.value.text == text


def test_no_edits_is_the_reading_itself() -> None:
    assert read(ROW) == read_hand(arrange(laid(ROW)), "guobiao")


def test_a_face_replaced_is_fixed_and_clears_its_doubt() -> None:
    doubtful = ROW.replace("9s 9s", "9s 8s:0.6,9s:0.1")
    assert any(reason.tiles == (9,) for reason in read(doubtful).review)
    parts = read(doubtful, ReplaceFace(9, "9s"))
    assert parts.review == ()
    (tile,) = [tile for tile in parts.tiles if tile.id == 9]
    assert tile.face == "9s"
    assert not tile.inferred
    assert dict(tile.tile.candidates)["8s"] == 0.6


def test_not_a_tile_is_forgotten_and_a_removed_tile_goes_to_the_background() -> None:
    extra = "3p 1m 2m 3m 4p 5p 6p 7s 7s 9s 9s E E E | 7s"
    assert read(extra).review != ()
    gone = read(extra, NotATile(0))
    assert (gone.background, gone.review) == ((), ())
    removed = read(extra, RemoveTile(0))
    assert [tile.id for tile in removed.background] == [0]
    assert removed.review == ()
    assert 0 not in roles(removed)


def test_the_winning_tile_is_set() -> None:
    parts = read("1m 2m 3m 4p 5p 6p 7s 7s 7s 9s 9s E E E", SetWinningTile(2))
    assert parts.hand is not None
    assert str(parts.hand.win_tile) == "3m"
    assert "win_tile_unsure" not in {reason.code for reason in parts.review}
    again = read("1m 2m 3m 4p 5p 6p 7s 7s 7s 9s 9s E E E", SetWinningTile(2), SetWinningTile(0))
    assert [tile.id for tile in again.tiles if tile.role == "win"] == [0]
    assert roles(again)[2] == "concealed"


def test_a_missing_tile_is_added_with_the_next_number() -> None:
    short = "1m 2m 3m 4p 5p 6p 7s 7s 9s 9s E E | 7s"
    parts = read(short, AddTile("E"))
    assert roles(parts)[13] == "concealed"
    # Thirteen tiles told of no winning one, and the fourteenth was not said to be it.
    assert [(reason.code, reason.message) for reason in parts.review] == [("win_tile_unsure", "which tile won?")]
    moved = read(short, AddTile("E"), AddTile("5f", "aside"), SetWinningTile(13))
    assert roles(moved)[14] == "aside"
    assert roles(moved)[13] == "win"
    added = [tile for tile in moved.tiles if tile.id in (13, 14)]
    assert all(tile.tile.detection_score == 0 for tile in added)


def test_tiles_are_moved_into_a_new_meld() -> None:
    parts = read(ROW, MoveTile(10, "pung", 7), MoveTile(11, "pung", 7), MoveTile(12, "pung", 7))
    assert parts.hand is not None
    assert [str(meld) for meld in parts.hand.melds] == ["[EEE]"]
    assert parts.review == ()


def test_a_fourth_tile_makes_a_kong_of_a_pung() -> None:
    text = "1m 2m 3m 4p 5p 6p 9s | E E_ E | C C C | 9s"
    group = next(group.id for group in read(text).groups if group.role == "pung")
    parts = read(text, AddTile("E", "kong", group))
    assert parts.hand is not None
    assert {str(meld.type) for meld in parts.hand.melds} == {"kong", "pung"}


def test_a_hidden_kong_is_named_by_one_tile() -> None:
    text = "1m 2m 3m 4p 5p 6p 9s | ? ? ? ? | C C C | 9s"
    parts = read(text, ReplaceFace(7, "7s"))
    assert parts.hand is not None
    assert "[7777s|an]" in parts.notation
    assert parts.review == ()


def test_laid_aside_and_back() -> None:
    parts = read(ROW, MoveTile(13, "aside"))
    assert roles(parts)[13] == "aside"
    assert roles(read(ROW, MoveTile(13, "aside"), MoveTile(13, "concealed")))[13] == "concealed"


def test_a_tile_from_the_background_joins_the_hand() -> None:
    near = laid("1m 2m 3m 4p 5p 6p 7s 7s 9s 9s E E E")
    far = laid("7s", at=(900.0, -1200.0), first_id=20)
    parts = read_tiles([*near, *far], None, "guobiao", edits=[SetWinningTile(20)])
    assert roles(parts)[20] == "win"
    assert parts.background == ()
    assert parts.review == ()


def test_faces_are_still_read_by_the_rules_after_moving() -> None:
    parts = read(ROW.replace("E E E", "E E C:0.6,E:0.39"), SetWinningTile(0))
    (tile,) = [tile for tile in parts.tiles if tile.id == 12]
    assert (tile.face, tile.inferred) == ("E", True)


def test_an_unknown_tile_is_named() -> None:
    with pytest.raises(EditError, match="99=9s"):
        read(ROW, ReplaceFace(99, "9s"))
    with pytest.raises(EditError, match="a face in notation"):
        read(ROW, ReplaceFace(3, "10s"))
    for never in (99, -3, 10**9):
        with pytest.raises(EditError, match=f"{never}=none.*a tile of this picture .0–13"):
            read(ROW, NotATile(never))
    with pytest.raises(EditError, match=r"0–13; 3 was said to be no tile"):
        read(ROW, NotATile(3), SetWinningTile(3))


def test_an_unknown_role_is_named() -> None:
    for edit in (MoveTile(0, "bogus"), AddTile("1m", "bogus")):  # type: ignore[arg-type]
        with pytest.raises(EditError, match=r"bogus.*one of the roles concealed, win, chow"):
            read(ROW, edit)


@pytest.mark.parametrize("text", ["9" * 5000 + "=9s", "4=pung@" + "9" * 5000, "+9s=pung@" + "9" * 5000])
def test_numbers_without_end_are_no_corrections(text: str) -> None:
    with pytest.raises(EditError):
        parse_edit(text)


def test_a_forgotten_tile_may_be_forgotten_again() -> None:
    """Reading again starts from tiles that no longer hold what was no tile."""
    tiles = laid(ROW)
    parts = read_tiles(tiles, None, "guobiao", edits=[NotATile(14), AddTile("3p")])
    assert 15 in roles(parts)


def test_read_hand_takes_edits_too() -> None:
    layout = arrange(laid(ROW))
    assert read_hand(layout, "guobiao", None, [SetWinningTile(3)]) == read(ROW, SetWinningTile(3))


def test_every_tile_may_be_taken_away() -> None:
    parts = read("1m 2m 3m", SetWinningTile(0), RemoveTile(0), RemoveTile(1), RemoveTile(2))
    assert parts.tiles == ()
    assert [reason.code for reason in parts.review] == ["nothing_found"]
    assert len(parts.background) == 3


@pytest.mark.parametrize("moved", [(10,), (10, 11)])
def test_a_group_of_one_or_two_tiles_is_doubted(moved: tuple[int, ...]) -> None:
    parts = read(ROW, *[MoveTile(tile, "pung", 7) for tile in moved])
    assert [roles(parts)[tile] for tile in moved] == ["pung"] * len(moved)
    tiles = "1 tile" if len(moved) == 1 else f"{len(moved)} tiles"
    assert next((reason.code, reason.tiles, reason.message) for reason in parts.review) == (
        "group_unsure",
        moved,
        f"a meld of {tiles}: a chow or pung has 3",
    )
    assert "count" not in [reason.code for reason in parts.review]


def test_a_kong_begun_with_one_tile_says_what_it_lacks() -> None:
    parts = read(ROW, MoveTile(10, "concealed kong"))
    assert "a kong of 1 tile: it has 4" in [reason.message for reason in parts.review]


def test_the_tiles_of_a_short_meld_are_counted_as_they_are() -> None:
    (count,) = [reason for reason in read(ROW, MoveTile(10, "pung"), RemoveTile(0)).review if reason.code == "count"]
    assert count.message == "13 tiles read, 14 expected"


def test_the_count_tells_what_else_lies_there() -> None:
    text = "1m 2m 3m 4p 5p 6p 9s | 7s_ 7s 7s 7s | C_ C C C | 9s | 1f 2f"
    (count,) = [reason for reason in read(text, RemoveTile(0)).review if reason.code == "count"]
    assert count.message.startswith("13 tiles read, 14 expected beside 2 kongs' fourth tiles and 2 laid aside")


def test_what_lies_aside_face_down_is_asked_for() -> None:
    parts = read(ROW, ReplaceFace(13, "?"), MoveTile(13, "aside"), AddTile("1f", "aside"))
    assert parts.hand is None
    assert parts.notation.endswith("| 1f ?")
    assert (13,) in [reason.tiles for reason in parts.review if reason.code == "low_margin"]


@pytest.mark.parametrize("ruleset", ["guobiao", "wuhan", "taiwan", None])
def test_any_corrections_of_tiles_that_are_there_are_read(ruleset: str | None) -> None:
    chance = Random(str(ruleset))
    tiles = laid("1m 2m 3m 4p 5p 6p 9s | E E_ E | ? ? ? ? | C C C | 9s | 1f 2f")
    for _ in range(150):
        edits = [_any_edit(chance, len(tiles)) for _ in range(chance.randint(1, 8))]
        parts = read_tiles(tiles, None, ruleset, edits=edits)
        assert len(parts.tiles) + len(parts.background) <= len(tiles) + len(edits)


def _any_edit(chance: Random, tiles: int) -> Edit:
    tile = chance.randrange(tiles)
    face = chance.choice(["1m", "9s", "E", "P", "3f", "?"])
    role: Role = chance.choice(["concealed", "win", "chow", "pung", "kong", "concealed kong", "aside"])
    group = chance.choice([None, 0, 1, 2, 3, 50]) if role not in ("concealed", "win", "aside") else None
    kinds: list[Edit] = [ReplaceFace(tile, face), MoveTile(tile, role, group), SetWinningTile(tile)]
    kinds += [RemoveTile(tile), AddTile("5p", role, group), MoveTile(tile, role, group)]
    return chance.choice(kinds)
