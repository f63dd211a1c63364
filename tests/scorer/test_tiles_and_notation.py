"""Tiles and notation: every name is read, and what is written is read back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer import Hand, Meld, MeldType, NotationError, Tile, format_hand, format_tiles, parse_hand, parse_tiles
from scorer.notation import format_meld, parse_meld
from scorer.tiles import TILES, next_face

tiles = st.sampled_from(TILES)
melds = st.builds(
    lambda kind, face, seat: Meld(
        kind,
        (face, TILES[face + 1], TILES[face + 2])
        if kind is MeldType.CHOW
        else (face,) * (3 if kind is MeldType.PUNG else 4),
        seat,
    ),
    st.sampled_from(MeldType),
    st.sampled_from([tile for tile in TILES if tile.suit and tile.rank is not None and tile.rank < 8]),
    st.none() | st.integers(0, 3),
)


def test_there_are_42_faces_numbered_in_order() -> None:
    assert [int(tile) for tile in TILES] == list(range(42))
    assert format_tiles(TILES) == "123456789m 123456789p 123456789s ESWNCFP 12345678f"


@pytest.mark.parametrize("tile", TILES, ids=str)
def test_every_name_of_a_tile_is_read(tile: Tile) -> None:
    for name in (str(tile), tile.chinese, tile.unicode, f" {tile} "):
        assert Tile.parse(name) is tile
    assert tile.english
    assert f"{tile:>3}".strip() == str(tile)
    kinds = [tile.is_suited, tile.is_honour, tile.is_flower]
    assert kinds.count(True) == 1
    assert tile.is_honour == (tile.is_wind or tile.is_dragon)
    assert (tile.suit is None) == (tile.rank is None) == (not tile.is_suited)


@pytest.mark.parametrize(
    ("name", "tile"),
    [
        ("3z", "W"),
        ("7z", "P"),
        ("五饼", "5p"),
        ("3索", "3s"),
        ("一萬", "1m"),
        ("東", "E"),
        ("發", "F"),
        ("白", "P"),
        ("松", "7f"),
        ("🀇", "1m"),
        ("🀐", "1s"),
        ("🀙", "1p"),
        ("🀀", "E"),
        ("🀄\ufe0e", "C"),
        ("🀢", "5f"),
        ("🀦", "1f"),
    ],
)
def test_other_names(name: str, tile: str) -> None:
    assert str(Tile.parse(name)) == tile


@pytest.mark.parametrize("text", ["0m", "10p", "x", "8z", "9f", "", "5"])
def test_what_names_no_tile_is_named_in_the_error(text: str) -> None:
    with pytest.raises(NotationError, match="expected") as caught:
        Tile.parse(text)
    assert caught.value.text == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("123m456p EE", "123m 456p EE"),
        ("1z 77z", "EPP"),
        ("一万二万,三万", "123m"),
        ("一二三万", "123m"),
        ("一二三万456筒 東東 中中中", "123m 456p EECCC"),
        ("123万４５６筒、七八九索，中", "123m 456p 789s C"),
        ("九九萬一一條五餅", "99m 5p 11s"),
        ("伍萬伍万", "55m"),
        ("四伍六萬", "456m"),
        ("红中中白板白发财发", "CCFFPP"),
        ("一万东二三万", "123m E"),
        ("🀇🀈🀉", "123m"),
        ("5f1f", "15f"),
        ("", ""),
    ],
)
def test_tiles_in_a_row(text: str, expected: str) -> None:
    assert format_tiles(parse_tiles(text)) == expected


@pytest.mark.parametrize("text", ["12", "12x", "9f", "8z", "m12", "1m?", "一二三", "一二三m", "1一万", "十万", "万一"])
def test_bad_rows_of_tiles(text: str) -> None:
    with pytest.raises(NotationError):
        parse_tiles(text)


@given(st.lists(tiles))
def test_rows_round_trip(row: list[Tile]) -> None:
    assert list(parse_tiles(format_tiles(row))) == sorted(row)


CHINESE_SUITS = [("万", "萬"), ("筒", "饼", "餅"), ("条", "條", "索")]
CHINESE_HONOURS = [
    ("东", "東", "东风"),
    ("南",),
    ("西",),
    ("北", "北风"),
    ("中", "红中"),
    ("发", "發", "发财"),
    ("白", "白板"),
]
ranks = st.lists(st.integers(1, 9), min_size=1, max_size=9)
run_of_a_suit = st.tuples(
    ranks, st.integers(0, 2), st.data(), st.sampled_from(["一二三四五六七八九", "123456789", "１２３４５６７８９"])
)
run_of_honours = st.tuples(st.integers(0, 6), st.integers(1, 4), st.data())


@given(st.lists(run_of_a_suit | run_of_honours, max_size=6), st.sampled_from(["", " ", "，", "、"]))
def test_chinese_rows_are_read_as_written(
    runs: list[tuple[list[int], int, st.DataObject, str] | tuple[int, int, st.DataObject]], between: str
) -> None:
    written, meant = [], []
    for run in runs:
        if len(run) == 4:
            row, suit, data, digits = run
            written.append("".join(digits[rank - 1] for rank in row) + data.draw(st.sampled_from(CHINESE_SUITS[suit])))
            meant += [TILES[suit * 9 + rank - 1] for rank in row]
        else:
            honour, times, data = run
            written.append(data.draw(st.sampled_from(CHINESE_HONOURS[honour])) * times)
            meant += [TILES[27 + honour]] * times
    assert list(parse_tiles(between.join(written))) == meant


def test_a_hand_typed_on_a_chinese_keyboard() -> None:
    hand = parse_hand("一二三万 456筒 东东 ［中中中｜２］ ＋ 東 ｜ 春夏")
    assert hand == parse_hand("123m 456p EE [CCC|2] + E | 1f2f")


@given(st.lists(tiles, max_size=17), st.none() | tiles, st.lists(melds, max_size=4), st.lists(tiles, max_size=8))
def test_hands_round_trip(concealed: list[Tile], win: Tile | None, on_table: list[Meld], aside: list[Tile]) -> None:
    hand = Hand(tuple(sorted(concealed)), win, tuple(on_table), tuple(sorted(aside)))
    assert parse_hand(format_hand(hand)) == hand
    assert str(hand) == format_hand(hand)
    assert all(parse_meld(format_meld(meld)) == meld and meld.is_set for meld in on_table)


@pytest.mark.parametrize(
    ("text", "kind", "seat"),
    [
        ("[123m]", MeldType.CHOW, None),
        ("[CCC|2]", MeldType.PUNG, 2),
        ("[7777s]", MeldType.KONG, None),
        ("[7777s|an]", MeldType.CONCEALED_KONG, None),
        ("[7777s|add,0]", MeldType.ADDED_KONG, 0),
    ],
)
def test_melds(text: str, kind: MeldType, seat: int | None) -> None:
    meld = parse_meld(text)
    assert (meld.type, meld.from_seat, str(meld)) == (kind, seat, text)
    assert meld.is_exposed == (kind is not MeldType.CONCEALED_KONG)


@pytest.mark.parametrize("text", ["123m", "[123m", "[123m|4]", "[123m|no]"])
def test_bad_melds(text: str) -> None:
    with pytest.raises(NotationError):
        parse_meld(text)


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (MeldType.CHOW, "124m"),
        (MeldType.CHOW, "89m1p"),
        (MeldType.CHOW, "ESW"),
        (MeldType.CHOW, "1234m"),
        (MeldType.PUNG, "112m"),
        (MeldType.PUNG, "1111m"),
        (MeldType.KONG, "111m"),
        (MeldType.PUNG, "11m"),
    ],
)
def test_what_is_no_set(kind: MeldType, text: str) -> None:
    assert not Meld(kind, parse_tiles(text)).is_set


def test_flowers_make_no_set() -> None:
    assert not Meld(MeldType.PUNG, parse_tiles("111f")).is_set


def test_one_winning_tile_after_the_plus() -> None:
    with pytest.raises(NotationError, match="one winning tile"):
        parse_hand("123m + 45m")


def test_a_kong_is_four_tiles_of_the_hand() -> None:
    hand = parse_hand("11m [2222m|an] + 3m | 1f")
    assert format_tiles(hand.tiles) == "1122223m"


@pytest.mark.parametrize(("tile", "after"), [("1m", "2m"), ("9s", "1s"), ("E", "S"), ("N", "C"), ("P", "E")])
def test_the_face_after(tile: str, after: str) -> None:
    assert str(next_face(Tile.parse(tile))) == after


def test_no_face_follows_a_flower() -> None:
    with pytest.raises(ValueError, match="1f"):
        next_face(Tile.SPRING)
