"""What only looks like tiles, walls, and other players' sets: none of it is taken for the hand."""

from __future__ import annotations

from dataclasses import replace

from tests.vision.laid_hands import laid
from vision.layout import arrange
from vision.types import NamedTile

HAND = "1m 2m 3m 4p 5p 6p 7s 7s 9s 9s E E E"


def ids(tiles: list[NamedTile]) -> set[int]:
    return {tile.id for tile in tiles}


def weak(tiles: list[NamedTile]) -> list[NamedTile]:
    """As a detector sees book spines: weakly, and hardly to be named."""
    return [replace(tile, detection_score=0.55, candidates=((tile.face, 0.6), ("7p", 0.2))) for tile in tiles]


def test_a_shelf_behind_a_row_is_not_the_hand() -> None:
    hand = laid(HAND)
    shelf = weak(laid("2s 3s 4s 8p 8p 1s 2s 2s 5m 7p 7p 8f 8f 8f", at=(500.0, 250.0), first_id=50))
    layout = arrange([*shelf, *hand])
    assert {tile.id for tile in layout.hand_tiles} == ids(hand)
    assert layout.outlying == ()


def test_a_large_sheet_of_paper_is_not_the_hand() -> None:
    hand = laid(HAND)
    paper = weak(laid("2s", size=3.5, at=(1200.0, 200.0), first_id=50))
    assert {tile.id for tile in arrange([*paper, *hand]).hand_tiles} == ids(hand)


def test_in_poor_light_all_tiles_are_weak_and_still_a_hand() -> None:
    hand = [replace(tile, detection_score=0.4) for tile in laid(HAND)]
    assert {tile.id for tile in arrange(hand).hand_tiles} == ids(hand)


def test_a_weak_tile_inside_the_row_stays() -> None:
    hand = laid(HAND)
    hand[5] = weak(hand[5:6])[0]
    assert {tile.id for tile in arrange(hand).hand_tiles} == ids(hand)


def test_a_wall_with_gaps_right_behind_the_row_is_no_kong() -> None:
    hand = laid(HAND)
    wall = laid("? ? ? ? ? ? ? ?", at=(520.0, 355.0), first_id=50)
    apart = [
        replace(tile, corners=tuple((x + 55.0, y) for x, y in tile.corners)) if tile.id >= 54 else tile for tile in wall
    ]
    layout = arrange([*hand, *apart])
    assert {tile.id for tile in layout.hand_tiles} == ids(hand)


def test_concealed_tiles_well_before_their_melds_are_of_the_hand() -> None:
    melds = laid("E_ E E | C C C_ | 9s 9s 9s_", at=(500.0, 100.0))
    rack = laid("1m 2m 3m 5p 5p", at=(700.0, 520.0), first_id=20)
    discards = laid("3s 7m | | 6p", at=(500.0, -900.0), first_id=40)
    layout = arrange([*melds, *rack, *discards])
    assert {tile.id for tile in layout.hand_tiles} == ids([*melds, *rack])
    assert len(layout.rows) == 2


def test_a_set_turned_to_the_neighbour_is_his() -> None:
    hand = laid("1m 2m 3m 4p 5p 6p 7s 7s 9s 9s")
    his = laid("6m_ 7m_ 8m_", at=(1750.0, 420.0), first_id=40)
    others = laid("3s 7m | | 6p | | 4s | | 2s 2s 1p | | 8s 4m", at=(500.0, -900.0), first_id=60)
    assert {tile.id for tile in arrange([*hand, *his, *others]).hand_tiles} == ids(hand)


def test_loose_tiles_with_nothing_else_in_the_picture_are_the_hand() -> None:
    tiles = laid("1m | | 2m | | 3m") + laid("4m | | 5m | | 6m", at=(510.0, 800.0), first_id=10)
    assert {tile.id for tile in arrange(tiles).hand_tiles} == ids(tiles)
