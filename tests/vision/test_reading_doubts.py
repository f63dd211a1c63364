"""Every review code that the reading gives, and that a sure reading has none."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.vision.laid_hands import laid
from vision.layout import arrange
from vision.reading import read_hand, read_tiles
from vision.types import FACE_DOWN, MoveTile, NamedTile, ReadingParts

SURE = "1m 2m 3m 4p 5p 6p 7s 7s 9s 9s E E E | 7s"

CLAIMED = "2m 3m 4p 5p 6p 7s 7s | N_ N N | C C C | 1m"
FAR = "| " * 27


def read(text: str, ruleset: str | None = "guobiao") -> ReadingParts:
    return read_hand(arrange(laid(text)), ruleset)


def test_what_can_be_no_part_of_a_whole_hand_is_no_doubt() -> None:
    for text in (f"{CLAIMED} / {FAR} 5s", f"{CLAIMED} / {FAR} N 5s 6p"):
        parts = read(text)
        assert parts.background
        assert parts.review == ()


def reasons(parts: ReadingParts, code: str) -> list[tuple[tuple[int, ...], str]]:
    return [(reason.tiles, reason.message) for reason in parts.review if reason.code == code]


def test_a_sure_reading_has_no_reason() -> None:
    assert read(SURE).review == ()


@pytest.mark.parametrize(
    ("text", "code", "tiles", "message"),
    [
        ("1m 2m 3m 4p 5p 6p 7s 7s 9s 9s E E E", "count", (), "13 tiles read, 14 expected; the winning tile is missing"),
        ("1m 2m 3m 4p 5p 6p 7s 7s 9s 9s E", "count", (), "11 tiles read, 14 expected"),
        (
            "1m 2m 3m 4p 5p 6p 7s 7s 7s 7s 7s E E | E",
            "five_of_a_kind",
            (6, 7, 8, 9, 10),
            "5 × 7s in the hand, there are 4 in the game with those on the table",
        ),
        ("1m 2m 3m 4p 5p 6p 7s 7s 9s 9s E E W | 7s", "not_winning", (), "no winning hand in 国标麻将 as read"),
        (
            "1m 2m 3m 4p 5p 6p 9s | ? ? ? ? | C C C | 9s",
            "hidden_kong",
            (7, 8, 9, 10),
            "a kong lies face down: which tile is it?",
        ),
        (
            "1m 2m 3m 4p 5p 6p 7s 7s 7s 9s 9s E E E",
            "win_tile_unsure",
            (13,),
            "which tile won? E at the right end was taken",
        ),
        (
            "1m 2m 3m 4p 5p 6p 9s 9s E_ E E | C C C",
            "group_unsure",
            (8, 9, 10),
            "touches the concealed tiles: a meld, or part of them?",
        ),
        # A fourth N far off, and nothing else on the table: of a kong, perhaps.
        (f"{CLAIMED} / {FAR} N", "group_unsure", (14,), "not counted to the hand"),
        (f"{CLAIMED} / {FAR} 1f", "group_unsure", (14,), "not counted to the hand"),
        ("1m 2m 3m 4p 5p 6p 4s 5s 9s 9s E E E | 3s:0.6,6s:0.4", "low_margin", (13,), "3s or 6s"),
        ("1m 2m 3m 4p 5p 6p 8s:0.7,7s:0.29 7s 9s 9s E E E | 7s", "inferred", (6,), "looks like 8s, the rules say 7s"),
    ],
)
def test_every_doubt_is_said(text: str, code: str, tiles: tuple[int, ...], message: str) -> None:
    assert (tiles, message) in reasons(read(text), code)


def test_a_meld_that_is_no_set_is_said() -> None:
    edits = [MoveTile(0, "pung", 7), MoveTile(4, "pung", 7), MoveTile(8, "pung", 7)]
    parts = read_tiles(laid(SURE), None, "guobiao", edits=edits)
    assert ((0, 4, 8), "a meld that is no chow, pung or kong") in reasons(parts, "group_unsure")


def test_a_tile_of_the_hand_that_lies_face_down_is_asked() -> None:
    parts = read("1m 2m 3m 4p 5p 6p 7s 7s ? 9s E E E | 7s")
    assert reasons(parts, "low_margin") == [((8,), "a tile lies face down: which one is it?")]
    assert parts.hand is None
    assert "?" in parts.notation


def test_nothing_found() -> None:
    parts = read_hand(arrange([]), None)
    assert [reason.code for reason in parts.review] == ["nothing_found"]
    assert parts.hand is None


def test_only_backs_are_nothing() -> None:
    tiles = [tile for tile in laid("? ? ? ? ? ? ? ?") if tile.face == FACE_DOWN]
    assert [reason.code for reason in read_hand(arrange(tiles), None).review] == ["nothing_found"]


def test_two_hands_are_a_doubt() -> None:
    near = laid("1m 2m 3m 4p 5p 6p 7s 7s 9s 9s E E E 7s")
    far = [
        replace(tile, corners=(*tile.corners[2:], *tile.corners[:2]), upright=180)
        for tile in laid("1s 2s 3s 4s 5s 6s 7p 7p 9p 9p N N N 7p", at=(520.0, -900.0), first_id=40, size=0.97)
    ]
    parts = read_hand(arrange([*near, *far]), None)
    assert {tile.id for tile in parts.tiles} == {tile.id for tile in near}
    assert any(set(tiles) == {tile.id for tile in far} for tiles, _ in reasons(parts, "group_unsure"))


def test_a_poor_detection_in_a_hand_that_does_not_win_is_shown() -> None:
    tiles = laid("1m 2m 3m 4p 5p 6p 7s 7s 9s 9s E E W | 7s")
    weak = NamedTile(12, tiles[12].corners, tiles[12].candidates, 0, 0.2)
    parts = read_hand(arrange([*tiles[:12], weak, *tiles[13:]]), "guobiao")
    assert reasons(parts, "low_margin") == [((12,), "W, if it is a tile at all")]


def test_a_whole_hand_laid_out_in_sets_is_grouped_with_doubt() -> None:
    parts = read("1m 2m 3m | 4p 5p 6p | 7s 7s 7s | E E E | 9s 9s")
    assert parts.hand is not None
    assert len(parts.hand.tiles) == 14
    assert reasons(parts, "group_unsure")


def test_a_picture_without_tiles_says_only_that() -> None:
    # What a detector sees in a bookshelf: a few weak boxes with poor names.
    tiles = [
        replace(tile, detection_score=0.5, candidates=((tile.face, 0.6), ("7p", 0.2)))
        for tile in laid("1p | | | E | | | 8f")
    ]
    parts = read_hand(arrange(tiles), "guobiao")
    assert [reason.code for reason in parts.review] == ["nothing_found"]
    assert parts.tiles == ()
    assert {tile.id for tile in parts.background} == {tile.id for tile in tiles}


def test_a_little_that_is_hardly_tiles_is_only_counted() -> None:
    tiles = [
        replace(tile, detection_score=0.5, candidates=((tile.face, 0.6), ("7p", 0.3)))
        for tile in laid("1p 2p 5m 5m 8s")
    ]
    assert {reason.code for reason in read_hand(arrange(tiles), "guobiao").review} == {"count"}


def test_a_few_plain_tiles_keep_their_doubts() -> None:
    parts = read("1m 2m 3m 5p 5p 7s:0.6,8s:0.39")
    assert {reason.code for reason in parts.review} == {"count", "low_margin"}
