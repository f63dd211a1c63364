"""Which tiles are concealed, which are melds and of what kind, which one won, what lies aside."""

from __future__ import annotations

import random

import pytest

from scorer import Tile, format_hand
from tests.vision.laid_hands import laid
from tests.vision.table_layouts import Table, photograph, random_table
from vision.layout import arrange
from vision.reading import HandTruth, MeldTruth, compare, read_hand, read_tiles, summary
from vision.reading.found import find
from vision.reading.game import Game, game_of
from vision.types import ReadingParts

TWELVE = "1m 2m 3m 4p 5p 6p 7s 7s 7s 9s"
NINE = "1m 2m 3m 4p 5p 6p 9s 9s"


def read(text: str, ruleset: str | None = None) -> ReadingParts:
    return read_hand(arrange(laid(text)), ruleset)


def codes(parts: ReadingParts) -> set[str]:
    return {reason.code for reason in parts.review}


@pytest.mark.parametrize(
    ("text", "notation"),
    [
        ("1m 2m 3m 4p 5p 6p 7s 7s 7s 9s 9s E E | E", "123m 456p 77799s EE + E"),
        ("1m 2m 3m 4p 5p 6p 7s 7s 7s 9s 9s E E E_", "123m 456p 77799s EE + E"),
        (f"{TWELVE} | E_ E E | 9s", "123m 456p 7779s [EEE] + 9s"),
        (f"{NINE} | E E E | C C C", "123m 456p 99s [EEE] [CCC]"),
        (f"{NINE} | 3p_ 1p 2p | C C C_", "123m 456p 99s [312p] [CCC]"),
        (f"{NINE} | 7s 7s_ 7s 7s | C C C", "123m 456p 99s [7777s] [CCC]"),
        (f"{NINE} | 7s 7s_ 7s^ 7s | C C C", "123m 456p 99s [7777s|add] [CCC]"),
        (f"{NINE} | ? 7s 7s ? | C C C", "123m 456p 99s [7777s|an] [CCC]"),
        (f"{NINE} | 7s ? ? 7s | C C C", "123m 456p 99s [7777s|an] [CCC]"),
        (f"{NINE} | ? ? 7s ? | C C C", "123m 456p 99s [7777s|an] [CCC]"),
        (f"E_ E E | C C C / {NINE}", "123m 456p 99s [EEE] [CCC]"),
        (f"{NINE} / E_ E E | C C C", "123m 456p 99s [EEE] [CCC]"),
        ("1f 5f 1m 2m 3m 4p 5p 6p 7s 7s 7s 9s 9s E E E", "123m 456p 77799s EEE | 15f"),
        ("1m 2m 3m 4p 5p 6p 7s 7s 7s 9s 9s E E E | 1f 5f 6f", "123m 456p 77799s EEE | 156f"),
        ("2p 3p 4p 5p 6p 7p 8p / 1m 1m 2m 2m 3m 3m 8p", "112233m 23456788p"),
        # Four alike by themselves are a kong, though the hand then lacks its winning tile.
        ("? 1p 1p ? | 1m 2m 3m | F F F | 2s 2s 2s 2s | P", "P [1111p|an] [123m] [FFF] [2222s]"),
        # A set by itself among melds is one, not a second part of the concealed tiles.
        ("5p | 5p / 7p 8p 9p | ? 4m 4m ? | 6m 7m 8m | 5m 6m 7m", "5p [789p] [4444m|an] [678m] [567m] + 5p"),
    ],
)
def test_groups(text: str, notation: str) -> None:
    parts = read(text)
    hand = parts.hand
    assert hand is not None
    from scorer import parse_hand

    expected = parse_hand(notation)
    assert sorted(hand.melds, key=str) == sorted(expected.melds, key=str) or [
        (meld.type, sorted(meld.tiles)) for meld in hand.melds
    ] == [(meld.type, sorted(meld.tiles)) for meld in expected.melds]
    whole = (*hand.concealed, *([] if hand.win_tile is None else [hand.win_tile]))
    assert sorted(whole) == sorted((*expected.concealed, *([] if expected.win_tile is None else [expected.win_tile])))
    assert hand.aside == expected.aside
    if expected.win_tile is not None:
        assert hand.win_tile == expected.win_tile
    assert parts.notation == format_hand(hand)


@pytest.mark.parametrize(
    ("meld", "claimed"),
    [
        ("E_ E E", "left"),
        ("E E_ E", "across"),
        ("E E E_", "right"),
        ("E E E", None),
        ("E_ E E E", "left"),
        ("E E_ E E", "across"),
        ("E E E E_", "right"),
        ("E E_ E^ E", "across"),
        ("? E E ?", None),
        ("3p_ 1p 2p", "left"),
    ],
)
def test_the_sideways_tile_tells_from_whom(meld: str, claimed: str | None) -> None:
    parts = read(f"{TWELVE} | {meld} | 9s")
    (group,) = [group for group in parts.groups if group.role in ("chow", "pung", "kong", "concealed kong")]
    assert group.claimed_from == claimed


def test_melds_that_touch_the_row_are_split_by_the_sideways_tile_and_the_count() -> None:
    parts = read(f"{TWELVE} 9s E_ E E")
    assert [group.role for group in parts.groups if group.role == "pung"] == ["pung"]
    assert len([tile for tile in parts.tiles if tile.role == "pung"]) == 3


def test_a_kong_that_touches_the_row_is_told_by_the_count() -> None:
    parts = read("1m 2m 3m 4p 5p 6p 2s 2s 2s 2s 7s 7s 7s 9s 9s")
    assert parts.hand is not None
    assert [str(meld.type) for meld in parts.hand.melds] == ["kong"]
    assert "count" not in codes(parts)


def test_four_backs_are_a_kong_whose_tile_is_asked() -> None:
    parts = read(f"{NINE} | ? ? ? ? | C C C")
    assert parts.hand is None
    assert parts.notation == "123m 456p 9s [????|an] [CCC] + 9s"
    (reason,) = [reason for reason in parts.review if reason.code == "hidden_kong"]
    assert len(reason.tiles) == 4


def test_the_right_end_is_sure_only_out_of_order() -> None:
    placed = read("1m 2m 3m 4p 5p 7s 7s 7s 9s 9s E E E 6p")
    assert placed.hand is not None
    assert str(placed.hand.win_tile) == "6p"
    assert "win_tile_unsure" not in codes(placed)
    sorted_in = read("1m 2m 3m 4p 5p 6p 7s 7s 7s 9s 9s E E E")
    assert sorted_in.hand is not None
    assert str(sorted_in.hand.win_tile) == "E"
    assert "win_tile_unsure" in codes(sorted_in)


def test_the_winning_tile_is_a_place_not_a_face() -> None:
    parts = read("1m 2m 3m 4p 5p 6p 7s 7s 9s 9s E E E | 7s")
    (won,) = [tile for tile in parts.tiles if tile.role == "win"]
    assert won.id == 13
    assert [tile.face for tile in parts.tiles].count("7s") == 3


def test_the_games_own_tiles_are_laid_aside() -> None:
    game = Game((17,), frozenset(range(34)), frozenset({33}), frozenset({33}), -1)
    layout = arrange(laid("1m 2m 3m 4p 5p 6p 7s 7s 7s 9s 9s E E E 2m 3m | 4m | P P"))
    found = find(layout, game)
    assert found is not None
    hand = found.parts(layout, game, found_limits()).hand
    assert hand is not None
    assert [str(tile) for tile in hand.aside] == ["P", "P"]


def found_limits():  # type: ignore[no-untyped-def]
    from vision.reading import DEFAULT_READING_THRESHOLDS

    return DEFAULT_READING_THRESHOLDS


def test_wuhan_lays_red_dragons_and_wild_tiles_aside() -> None:
    game = game_of("wuhan", wild=None)
    red = 31
    assert red in game.aside
    parts = read_tiles(laid("1m 2m 3m 4p 5p 6p 5s 5s | 7s 7s 7s_ | E E E_ | C"), None, "wuhan")
    assert parts.hand is not None
    assert [str(tile) for tile in parts.hand.aside] == ["C"]


def test_a_wild_tile_beside_a_red_dragon_lies_aside_with_it() -> None:
    parts = read_tiles(
        laid("C 9p | | 3p 3p_ 3p / 2m 3m 4m 6s 7s 4p 5p 6p 8m 8m | 8s"), None, "wuhan", wild=Tile.parse("9p")
    )
    assert parts.hand is not None
    assert format_hand(parts.hand) == "23488m 456p 67s [333p] + 8s | 9p C"


def test_flowers_are_never_in_the_hand() -> None:
    parts = read("1m 2m 3m 1f 4p 5p 6p 7s 7s 7s 2f 9s 9s E E E 3f", "guobiao")
    assert all(tile.role == "aside" for tile in parts.tiles if tile.face.endswith("f"))
    assert "count" not in codes(parts)


@pytest.mark.parametrize("seed", range(12))
def test_shuffling_the_tiles_changes_nothing(seed: int) -> None:
    rng = random.Random(seed)
    view = photograph(random_table(rng), rng)
    before = read_hand(arrange(view.tiles))
    shuffled = list(view.tiles)
    rng.shuffle(shuffled)
    assert read_hand(arrange(shuffled)) == before


def truth_of(table: Table) -> HandTruth:
    assert table.win_tile is not None
    melds = tuple(MeldTruth(meld.type, tuple(meld.tiles), meld.claimed_from) for meld in table.melds)
    in_melds = [tile for meld in table.melds for tile in meld.tiles]
    return HandTruth(
        (*table.concealed, table.win_tile, *in_melds, *table.aside), melds, tuple(table.aside), table.win_tile
    )


def test_random_tables_are_read_whole() -> None:
    scores = []
    claims = 0
    for seed in range(150):
        rng = random.Random(seed)
        table = random_table(rng)
        score = compare(read_hand(arrange(photograph(table, rng).tiles)), truth_of(table))
        scores.append(score)
        claims += bool(score.claims)
    found = summary(scores)
    assert found["exact"] >= 0.97
    assert found["win_tile"] >= 0.97
    assert claims >= 0.97 * len(scores)
    assert found["silent_errors"] <= 0.01


@pytest.mark.parametrize(
    ("text", "notation"),
    [
        ("1s 2s 3s 4m 5m 6m 7s 8s 9s C C 1f 5f 6f", "456m 123789s CC | 156f"),
        ("1m 2m 3m 4p 5p 6p 7s 7s 7s 9s 9s 3f 4f 7f E E | E", "123m 456p 77799s EE + E | 347f"),
    ],
)
def test_flowers_are_part_of_no_meld(text: str, notation: str) -> None:
    hand = read(text, "guobiao").hand
    assert hand is not None
    assert (format_hand(hand).replace(" + C", "C") if "+" not in notation else format_hand(hand)) == notation


def test_what_flowers_touch_still_touches_beyond_them() -> None:
    parts = read("S S S 6f 1f 1p 2p 3p C C 4p 5p 6p 7p 8p 9p", "guobiao")
    assert [group.role for group in parts.groups] == ["concealed", "win", "aside"]


def test_only_what_the_game_lays_aside_lies_aside() -> None:
    game = game_of("wuhan", Tile.parse("9p"))
    assert game.loose == {int(Tile.parse("C")), int(Tile.parse("9p"))}
    assert int(Tile.parse("8s")) in game_of("wuhan").loose
    parts = read_tiles(
        laid("C 9p | | 3p 3p_ 3p / 2m 3m 4m 6s 7s 4p 5p 6p 8m 8m | 8s"), None, "wuhan", wild=Tile.parse("9p")
    )
    assert parts.review == ()


def test_a_concealed_row_near_melds_that_were_taken_for_the_hand_is_read_in_one() -> None:
    melds = laid("E_ E E | C C C_ | 9s 9s 9s_ | 4p_ 2p 3p", at=(500.0, 100.0))
    rack = laid("5p 5p", at=(1150.0, 620.0), first_id=20)
    far = laid("3s 7m | | 6p | 1p 8m | | 2s 6s | | 9m 9m | | 4m 4m | | | 5s", at=(500.0, -900.0), first_id=40)
    hand = read_tiles([*melds, *rack, *far], None, "guobiao").hand
    assert hand is not None
    assert len(hand.melds) == 4
    assert sorted(str(tile) for tile in (*hand.concealed, *([hand.win_tile] if hand.win_tile else []))) == ["5p", "5p"]
