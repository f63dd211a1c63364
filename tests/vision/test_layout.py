"""The layout, on hand-made rows and on tables by the thousand."""

from __future__ import annotations

import math
import random
from dataclasses import replace

import numpy as np
import pytest

from tests.vision.table_layouts import Laid, Table, View, named, photograph, random_table
from vision.layout import Layout, arrange
from vision.types import FACE_DOWN, NamedTile

MANY = 250


def rectangle(x: float, y: float, turn: float = 0.0, size: float = 100.0) -> np.ndarray:
    """A tile centred at widths (x, y), its own top turned `turn` degrees clockwise from the picture's up."""
    half = np.array([[-0.5, -0.675], [0.5, -0.675], [0.5, 0.675], [-0.5, 0.675]]) * size
    angle = math.radians(turn)
    spin = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
    return half @ spin.T + np.array([x, y]) * size + 1000


def tiles_at(*spots: tuple[str, float, float, float]) -> list[NamedTile]:
    """Tiles (face, x, y, turn); ids in the order given."""
    return [named(k, face, rectangle(x, y, turn)) for k, (face, x, y, turn) in enumerate(spots)]


def row_of(count: int, *, y: float = 0.0, start: float = 0.0) -> list[tuple[str, float, float, float]]:
    return [(f"{k % 9 + 1}m", start + k, y, 0.0) for k in range(count)]


def ids(layout: Layout) -> list[list[int]]:
    return [[placed.tile.id for placed in row.tiles] for row in layout.rows]


def test_nothing_gives_an_empty_layout() -> None:
    layout = arrange([])
    assert layout.rows == ()
    assert layout.background == ()


def test_backs_alone_are_no_hand() -> None:
    tiles = tiles_at(*[(FACE_DOWN, float(k), 0.0, 0.0) for k in range(9)])
    layout = arrange(tiles)
    assert layout.rows == ()
    assert len(layout.background) == 9


def test_one_row_reads_left_to_right() -> None:
    tiles = tiles_at(*row_of(14))
    shuffled = tiles[7:] + tiles[:7]
    assert ids(arrange(shuffled)) == [list(range(14))]


@pytest.mark.parametrize("turn", [90.0, 180.0, 270.0, 37.0])
def test_a_photo_from_any_side_reads_the_same(turn: float) -> None:
    tiles = tiles_at(*row_of(13), ("5p", 14.2, 0.0, 0.0))
    layout = arrange([turned(tile, turn) for tile in tiles])
    assert ids(layout) == ids(arrange(tiles))
    assert (layout.turn - turn + 180) % 360 - 180 == pytest.approx(0.0, abs=1.0)


def turned(tile: NamedTile, degrees: float, scale: float = 1.0) -> NamedTile:
    angle = math.radians(degrees)
    spin = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
    points = np.array(tile.corners) @ spin.T * scale + 5000
    return named(tile.id, tile.face, points)


def test_a_sideways_tile_and_the_gap_to_a_meld() -> None:
    tiles = tiles_at(*row_of(10), ("E", 12.0, 0.0, 0.0), ("E", 13.18, 0.175, 90.0), ("E", 14.36, 0.0, 0.0))
    (row,) = arrange(tiles).rows
    assert [placed.sideways for placed in row.tiles] == [False] * 11 + [True, False]
    assert row.tiles[10].gap_before == pytest.approx(2.0, abs=0.1)
    assert max(placed.gap_before for placed in row.tiles[1:10]) < 0.1
    assert abs(row.tiles[11].gap_before) < 0.1


def test_a_sideways_tile_is_seen_even_where_the_namer_turned_a_symmetric_face() -> None:
    # A blank tile lies on its side, but its frame was named as if it stood: wider than high.
    wide = rectangle(13.18, 0.175, 90.0)[[1, 2, 3, 0]]
    tiles = [*tiles_at(*row_of(12)), named(12, "P", wide), named(13, "P", rectangle(14.4, 0.0))]
    (row,) = arrange(tiles).rows
    assert row.tiles[12].sideways
    assert not row.tiles[13].sideways


def test_the_added_tile_of_a_kong_stays_with_its_base() -> None:
    tiles = tiles_at(
        *row_of(10),
        ("7s", 12.0, 0.0, 0.0),
        ("7s", 13.18, 0.175, 90.0),
        ("7s", 14.36, 0.0, 0.0),
        ("7s", 13.18, -0.85, 90.0),
    )
    (row,) = arrange(tiles).rows
    top = next(placed for placed in row.tiles if placed.tile.id == 13)
    assert top.on == 11


def test_of_two_sideways_tiles_the_nearer_may_be_the_one_left_over() -> None:
    """Seen from low, the upright tiles of a kong may be in line with the added tile rather than with its base."""
    tiles = tiles_at(
        *row_of(10),
        ("7s", 12.0, -0.4, 0.0),
        ("7s", 13.18, 0.175, 90.0),
        ("7s", 14.36, -0.4, 0.0),
        ("7s", 13.18, -0.75, 90.0),
    )
    placed = {placed.tile.id: placed for row in arrange(tiles).rows for placed in row.tiles}
    assert {placed[11].on, placed[13].on} in ({None, 11}, {None, 13})
    assert (placed[10].on, placed[12].on) == (None, None)


def test_two_rows_read_from_the_far_one() -> None:
    tiles = tiles_at(*row_of(9), *row_of(5, y=-1.5, start=2.0))
    layout = arrange(tiles)
    assert ids(layout) == [[9, 10, 11, 12, 13], list(range(9))]
    assert layout.main == 1
    assert layout.rows[1].step == pytest.approx(1.5 / 1.35, abs=0.05)


def test_a_tile_apart_is_of_the_hand() -> None:
    layout = arrange(tiles_at(*row_of(13), ("9s", 14.0, 0.0, 0.0)))
    assert [placed.tile.id for placed in layout.rows[0].tiles] == list(range(14))
    assert layout.rows[0].tiles[-1].gap_before == pytest.approx(1.0, abs=0.1)


def test_discards_walls_and_the_indicator_stay_in_the_background() -> None:
    discards = [("5s", 3.0 + k % 6 * 1.3, -6.0 - k // 6 * 2.0, 23.0 * k) for k in range(12)]
    wall = [(FACE_DOWN, float(k), -12.0, 0.0) for k in range(12)]
    indicator = [("4p", 5.0, -13.6, 0.0)]
    tiles = tiles_at(*row_of(14), *discards, *wall, *indicator)
    layout = arrange(tiles)
    assert {tile.id for tile in layout.hand_tiles} == set(range(14))
    assert len(layout.background) == 25


def test_of_two_hands_the_nearest_is_read_and_the_doubt_said() -> None:
    near = [named(k, "1m", rectangle(k, 0.0)) for k in range(13)]
    far = [named(20 + k, "2m", rectangle(1.0 + k, -9.0, 180.0, size=96.0)) for k in range(13)]
    layout = arrange([*far, *near])
    assert {tile.id for tile in layout.hand_tiles} == set(range(13))
    assert [doubt.code for doubt in layout.doubts] == ["two_hands"]
    assert set(layout.doubts[0].tiles) == set(range(20, 33))


def test_a_small_far_hand_raises_no_doubt() -> None:
    near = [named(k, "1m", rectangle(k, 0.0)) for k in range(14)]
    far = [named(20 + k, "2m", rectangle(1.0 + k, -20.0, 180.0, size=50.0)) for k in range(9)]
    assert arrange([*far, *near]).doubts == ()


def test_the_player_can_put_tiles_in_and_out() -> None:
    tiles = tiles_at(*row_of(14), ("P", 5.0, -9.0, 30.0))
    assert {tile.id for tile in arrange(tiles, kept=frozenset({14})).hand_tiles} == set(range(15))
    assert {tile.id for tile in arrange(tiles, dropped=frozenset({3})).hand_tiles} == set(range(14)) - {3}


def test_boxes_along_the_slanting_side_are_put_right() -> None:
    """Towards the ends of a row seen from aside the smallest box lies along the tile's slant, not along the row."""
    tiles = tiles_at(*row_of(12))
    slant = math.radians(30)
    # Around a parallelogram one wide and 1.35 along its slant, the box that follows the slant.
    short, long = math.cos(slant), 1.35 + math.sin(slant)
    for k in (12, 13):
        box = (rectangle(0.0, 0.0) - 1000) * np.array([short, long / 1.35])
        spin = np.array([[math.cos(slant), -math.sin(slant)], [math.sin(slant), math.cos(slant)]])
        tiles.append(named(k, f"{k % 9 + 1}m", box @ spin.T + np.array([k * 100.0 + 1000, 1000.0])))
    layout = arrange(tiles)
    assert ids(layout) == [list(range(14))]
    assert not any(placed.sideways for placed in layout.rows[0].tiles)


def test_loose_and_spaced_tiles_alone_are_taken_together() -> None:
    tiles = tiles_at(*[(f"{k + 1}m", k % 3 * 2.3, k // 3 * 2.3, 0.0) for k in range(9)])
    layout = arrange(tiles)
    assert ids(layout) == [[0, 1, 2], [3, 4, 5], [6, 7, 8]]


def test_tables_by_the_hundred() -> None:
    """Nearly every random table gives exactly the hand's tiles, in order, with the right ones sideways."""
    hands = sideways = ordered = 0
    for seed in range(MANY):
        view = photograph(random_table(random.Random(seed)), random.Random(seed + 10_000), jitter=0.02)
        layout = arrange(view.tiles, view.image_size)
        exact = {tile.id for tile in layout.hand_tiles} == view.hand_ids
        hands += exact
        sideways += exact and sideways_right(layout, view)
        ordered += exact and order_right(layout, view)
    assert hands >= 0.985 * MANY
    assert sideways >= 0.985 * MANY
    assert ordered >= 0.985 * MANY


@pytest.mark.slow
def test_tables_by_the_thousand() -> None:
    count = 6000
    hands = 0
    for seed in range(count):
        view = photograph(random_table(random.Random(seed)), random.Random(seed), jitter=0.03)
        hands += {tile.id for tile in arrange(view.tiles).hand_tiles} == view.hand_ids
    assert hands >= 0.985 * count


def sideways_right(layout: Layout, view: View) -> bool:
    return all(
        placed.sideways == (abs(view.truth[placed.tile.id].turn) > 45)
        for row in layout.rows
        for placed in row.tiles
        if not placed.face_down
    )


def order_right(layout: Layout, view: View) -> bool:
    spots = [view.truth[placed.tile.id].x for placed in layout.rows[layout.main].tiles if placed.on is None]
    return spots == sorted(spots)


@pytest.mark.parametrize("seed", range(40))
def test_turning_scaling_and_shuffling_change_nothing(seed: int) -> None:
    rng = random.Random(seed)
    view = photograph(random_table(rng), rng, roll=0.0, flips=0.0)
    before = arrange(view.tiles)
    moved = [turned(tile, rng.uniform(0, 360), 1.0) for tile in view.tiles[:0]]
    angle, scale = rng.uniform(0, 360), rng.uniform(0.3, 3.0)
    moved = [turned(tile, angle, scale) for tile in view.tiles]
    rng.shuffle(moved)
    after = arrange(moved)
    assert ids(after) == ids(before)
    assert {tile.id for tile in after.background} == {tile.id for tile in before.background}
    for row, other in zip(before.rows, after.rows, strict=True):
        for placed, again in zip(row.tiles, other.tiles, strict=True):
            assert placed.sideways == again.sideways
            assert placed.on == again.on
            assert placed.gap_before == pytest.approx(again.gap_before, abs=1e-3)


@pytest.mark.parametrize("seed", range(20))
def test_every_tile_is_somewhere_once(seed: int) -> None:
    rng = random.Random(seed)
    view = photograph(random_table(rng), rng)
    layout = arrange(view.tiles)
    seen = [tile.id for tile in (*layout.hand_tiles, *layout.background)]
    assert sorted(seen) == sorted(tile.id for tile in view.tiles)
    assert {placed.tile.id for row in layout.outlying for placed in row.tiles} <= {t.id for t in layout.background}


def test_a_rack_above_melds_lying_before_it() -> None:
    table = Table()
    for k in range(8):
        table.laid.append(Laid(f"{k + 1}p", k * 26.0, 0.0, lean=75.0))
    for k in range(3):
        table.laid.append(Laid("E", 20 + k * 26.5, -52.0, role="pung", group=1))
    for k in range(3):
        table.laid.append(Laid("C", 130 + k * 26.5, -52.0, role="pung", group=2))
    layout = arrange(photograph(table, random.Random(3), pitch=45.0, roll=0.0, jitter=0.0).tiles)
    assert [len(row.tiles) for row in layout.rows] == [8, 6]
    assert layout.main == 0
    gaps = [placed.gap_before for placed in layout.rows[1].tiles]
    assert gaps[3] > 1.0
    assert max(gaps[:3] + gaps[4:]) < 0.3


def test_a_mirrored_frame_is_never_assumed() -> None:
    """Corners always run clockwise, so left and right cannot be exchanged."""
    tiles = tiles_at(*row_of(14))
    upside_down = [replace(tile, corners=(*tile.corners[2:], *tile.corners[:2])) for tile in tiles]
    assert ids(arrange(upside_down)) == [list(range(13, -1, -1))]
