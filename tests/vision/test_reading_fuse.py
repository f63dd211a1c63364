"""Several pictures of one hand: evidence multiplied, tiles missed in one taken from another."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from tests.vision.confusion import doubtful
from tests.vision.laid_hands import laid
from tests.vision.table_layouts import photograph, random_table
from vision.reading import fuse, read_tiles
from vision.reading.fuse import multiply

ROW = "1m 2m 3m 4p 5p 6p {tile} 7s 9s 9s E E E 7s"


def test_evidence_multiplies() -> None:
    fused = multiply((("8s", 0.6), ("7s", 0.4)), (("7s", 0.7), ("8s", 0.3)))
    assert [face for face, _ in fused] == ["7s", "8s"]
    assert fused[0][1] == pytest.approx(0.28 / 0.46)
    assert multiply((("8s", 1.0),), (("7s", 1.0),))[0][1] == pytest.approx(0.5)


def test_one_picture_is_itself() -> None:
    tiles = laid(ROW.format(tile="7s"))
    fused = fuse([tiles])
    assert fused.reference == 0
    assert fused.tiles == tuple(tiles)


def test_two_doubtful_looks_make_a_sure_one() -> None:
    one = laid(ROW.format(tile="8s:0.55,7s:0.45"))
    other = laid(ROW.format(tile="7s:0.9,9s:0.05"), size=1.7, at=(100.0, 900.0))
    fused = fuse([one, other])
    (tile,) = [tile for tile in fused.tiles if tile.id == 6]
    assert tile.face == "7s"
    assert tile.confidence > 0.9
    assert set(fused.matched.values()) == {2}


def test_a_tile_missed_in_the_reference_is_put_between_its_neighbours() -> None:
    whole = laid("1m 2m 3m 4p 5p 6p 7s 7s 9s 9s E E E 7s")
    one = [tile for tile in whole if tile.id not in (3, 9)]
    other = [tile for tile in whole if tile.id not in (4, 7)]
    fused = fuse([one, other])
    assert len(fused.tiles) == 14
    parts = read_tiles(fused.tiles, None, "guobiao")
    assert [tile.face for tile in parts.tiles if tile.role == "concealed"] == [
        "1m", "2m", "3m", "4p", "5p", "6p", "7s", "7s", "9s", "9s", "E", "E", "E",
    ]  # fmt: skip
    assert "count" not in {reason.code for reason in parts.review}


def test_from_opposite_sides() -> None:
    rng = random.Random(4)
    table = random_table(rng, melds=1)
    views = [photograph(table, rng, roll=roll, flips=0.0) for roll in (0.0, 180.0)]
    fused = fuse([view.tiles for view in views])
    reference = views[fused.reference]
    for tile in fused.tiles:
        if tile.id in reference.hand_ids:
            assert tile.face == reference.truth[tile.id].seen_face


def test_fusing_mends_simulated_confusion() -> None:
    wrong_one = wrong_both = 0
    for seed in range(30):
        rng = random.Random(seed)
        table = random_table(rng, size=14)
        pictures = []
        for _ in range(3):
            view = photograph(table, rng)
            pictures.append((view, [replace(tile, candidates=doubtful(tile.face, rng, 0.25)) for tile in view.tiles]))
        fused = fuse([tiles for _, tiles in pictures])
        truth = pictures[fused.reference][0].truth
        hand = pictures[fused.reference][0].hand_ids
        before = {tile.id: tile.face for tile in pictures[fused.reference][1]}
        wrong_one += sum(before[name] != truth[name].seen_face for name in hand)
        wrong_both += sum(tile.face != truth[tile.id].seen_face for tile in fused.tiles if tile.id in hand)
    assert wrong_one >= 10
    assert wrong_both <= 0.4 * wrong_one
