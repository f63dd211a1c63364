"""The most probable legal faces: what the rules repair, and what they must leave alone."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from tests.vision.confusion import doubtful
from tests.vision.laid_hands import laid
from tests.vision.table_layouts import photograph, random_table
from vision.layout import arrange
from vision.reading import read_hand
from vision.reading.game import game_of, sets_and_pair
from vision.reading.sets import ways_of
from vision.reading.winning import cheapest_win
from vision.types import ReadingParts

ROW = "1m 2m 3m 4p 5p 6p {tile} 7s 7s 9s 9s E E E"


def read(text: str, ruleset: str | None = "guobiao") -> ReadingParts:
    return read_hand(arrange(laid(text)), ruleset)


def face(parts: ReadingParts, tile: int) -> str:
    return next(read.face for read in parts.tiles if read.id == tile)


def test_a_win_decides_between_two_faces() -> None:
    parts = read(ROW.format(tile="8s:0.7,7s:0.29"))
    assert face(parts, 6) == "7s"
    (changed,) = [tile for tile in parts.tiles if tile.inferred]
    assert changed.id == 6
    assert changed.margin > 0.75
    (reason,) = [reason for reason in parts.review if reason.code == "inferred"]
    assert reason.message == "looks like 8s, the rules say 7s"


def test_what_is_plainly_seen_is_not_changed_for_a_win() -> None:
    parts = read(ROW.format(tile="8s:0.9995,7s:0.0002"))
    assert face(parts, 6) == "8s"
    assert not any(tile.inferred for tile in parts.tiles)
    assert "not_winning" in {reason.code for reason in parts.review}


def test_a_hand_that_truly_does_not_win_stays_as_it_is() -> None:
    parts = read("1m 4m 7m 2p 5p 8p 3s 6s 9s:0.8,8s:0.19 E S W N C")
    assert face(parts, 8) == "9s"
    assert not any(tile.inferred for tile in parts.tiles)


def test_a_margin_too_small_is_a_suggestion() -> None:
    parts = read(ROW.format(tile="8s:0.985,7s:0.006"))
    assert face(parts, 6) == "8s"
    reasons = {reason.code: reason for reason in parts.review}
    assert reasons["low_margin"].tiles == (6,)
    assert "7s" in reasons["low_margin"].message
    assert "not_winning" in reasons


def test_two_faces_that_both_win_are_a_doubt() -> None:
    # 4s5s wait for 3s and 6s alike.
    parts = read("1m 2m 3m 4p 5p 6p 4s 5s 3s:0.6,6s:0.4 9s 9s E E E")
    assert face(parts, 8) == "3s"
    (reason,) = [reason for reason in parts.review if reason.code == "low_margin"]
    assert reason.tiles == (8,)
    assert reason.message == "3s or 6s"


def test_a_win_bears_out_a_poorly_seen_tile() -> None:
    parts = read(ROW.format(tile="7s:0.6,8s:0.4"))
    assert face(parts, 6) == "7s"
    assert "low_margin" not in {reason.code for reason in parts.review}


def test_never_five_of_a_face_over_the_whole_picture() -> None:
    hand = "1m 2m 3m 4p 5p 6p 7s 7s 7s:0.6,8s:0.39 9s E E E E"
    discards = laid("7s | | 7s", at=(900.0, -900.0), first_id=50)
    alone = read_hand(arrange(laid(hand)), None)
    assert face(alone, 8) == "7s"
    seen = read_hand(arrange([*laid(hand), *discards]), None)
    assert face(seen, 8) == "8s"


def test_what_hardly_is_a_tile_counts_for_no_copy() -> None:
    hand = "1m 2m 3m 4p 5p 6p 7s 7s 7s:0.6,8s:0.39 9s E E E E"
    shelf = [replace(tile, detection_score=0.6) for tile in laid("7s | | 7s", at=(900.0, -900.0), first_id=50)]
    assert face(read_hand(arrange([*laid(hand), *shelf]), None), 8) == "7s"


def test_five_seen_plainly_are_said() -> None:
    parts = read("1m 2m 3m 4p 5p 6p 7s 7s 7s 7s 7s E E E")
    (reason,) = [reason for reason in parts.review if reason.code == "five_of_a_kind"]
    assert reason.tiles == (6, 7, 8, 9, 10)


def test_faces_the_game_lacks_give_way() -> None:
    parts = read("2m 3m 4m 2p 3p 4p 5p:0.5,9p:0.49 5p 5s 6s 7s 8s 8s 8s", None)
    assert face(parts, 6) == "5p"
    game = game_of("wuhan")
    assert 34 not in game.faces


def test_a_meld_is_read_as_a_set() -> None:
    parts = read("1m 2m 3m 4p 5p 6p 9s | 6s:0.6,7s:0.39 7s 7s_ | E E E | 9s")
    assert [tile.face for tile in parts.tiles if tile.role == "pung" and tile.face != "E"] == ["7s", "7s", "7s"]


def test_a_broken_meld_is_doubtful() -> None:
    parts = read("1m 2m 3m 9s | 1p_ 7s 7s | E_ E E | 4s_ 4s 4s | 9s")
    (doubt,) = [reason for reason in parts.review if reason.code == "group_unsure"]
    assert "no chow, pung or kong" in doubt.message
    assert len(doubt.tiles) == 3


def test_what_may_be_a_broken_meld_is_not_returned_as_sure() -> None:
    """Here the sideways tile is rather the one that won, and the other two belong to the hand."""
    assert read("1m 2m 3m 4p 5p 6p 9s | 1p 7s 7s_ | E E E | 9s").review


def test_wild_tiles_complete_the_hand() -> None:
    from scorer import Tile

    row = "1m 2m 3m 4p 5p 9m {tile} 7s 7s 9s 9s E E E"
    layout = arrange(laid(row.format(tile="8s:0.7,7s:0.29")))
    wild = read_hand(layout, None, Tile.parse("9m"))
    assert face(wild, 6) == "7s"
    assert "not_winning" not in {reason.code for reason in wild.review}
    assert "not_winning" in {reason.code for reason in read_hand(layout, None).review}


def test_special_shapes_of_the_game_win_too() -> None:
    parts = read("1m 1m 4m 4m 2p 2p 5p 5p 8p 8p 3s 3s:0.7,2s:0.29 6s 6s")
    assert "not_winning" not in {reason.code for reason in parts.review}
    orphans = read("1m 9m 1p 9p 1s 9s E S W N C F P:0.6,1p:0.4 P")
    assert face(orphans, 12) == "P"


def test_a_player_given_face_is_never_changed() -> None:
    from vision.reading import read_tiles
    from vision.types import ReplaceFace

    parts = read_tiles(laid(ROW.format(tile="7s:0.7,8s:0.29")), None, "guobiao", edits=[ReplaceFace(6, "8s")])
    assert face(parts, 6) == "8s"
    assert not any(reason.tiles == (6,) for reason in parts.review)


def test_sets_and_pair_with_wild_tiles() -> None:
    def counts(*faces: int) -> tuple[int, ...]:
        found = [0] * 34
        for one in faces:
            found[one] += 1
        return tuple(found)

    assert sets_and_pair(counts(0, 1, 2, 5, 5), 0, 1)
    assert not sets_and_pair(counts(0, 1, 3, 5, 5), 0, 1)
    assert sets_and_pair(counts(0, 2, 5, 5), 1, 1)
    assert sets_and_pair(counts(0, 1, 2), 2, 1)
    assert sets_and_pair(counts(5, 5), 3, 1)
    assert not sets_and_pair(counts(0, 9, 18), 2, 1)


def test_the_cheapest_win_is_found_over_the_decomposition() -> None:
    plain = [((face, 0.0),) for face in (0, 1, 2, 9, 10, 11, 20, 20, 27, 27, 27)]
    doubtful_pair = [((5, 0.0), (20, 1.5)), ((6, 0.0), (4, 1.0)), ((7, 0.0), (30, 2.0))]
    cost, faces = cheapest_win([*plain, *doubtful_pair], 4, -1, 9.0) or (None, ())
    assert cost == 0.0
    assert faces[-3:] == (5, 6, 7)
    cost, faces = cheapest_win([*plain[:-1], *doubtful_pair, ((28, 0.0), (27, 3.0))], 4, -1, 9.0) or (None, ())
    assert cost == 3.0
    assert faces[-1] == 27
    assert cheapest_win([*plain[:-1], *doubtful_pair, ((28, 0.0), (27, 3.0))], 4, -1, 2.0) is None


def test_the_ways_to_read_a_meld() -> None:
    ways = ways_of((((0, 0.0), (1, 1.0)), ((1, 0.0),), ((2, 0.0), (1, 2.0))), 7.0)
    assert [(way.faces, way.cost) for way in ways if way.legal] == [((0, 1, 2), 0.0), ((1, 1, 1), 3.0)]


@pytest.mark.parametrize(
    ("ruleset", "share", "least"),
    [("guobiao", 0.02, 0.65), ("guobiao", 0.08, 0.75), ("guobiao", 0.13, 0.6), (None, 0.08, 0.35)],
    ids=["half a percent misread", "two percent", "three percent", "no rules"],
)
def test_simulated_confusion_is_repaired_more_than_spoiled(ruleset: str | None, share: float, least: float) -> None:
    """Winning hands with melds on a table, of whose tiles a share is seen poorly, a quarter of that wrongly."""
    wrong = repaired = spoiled = 0
    for seed in range(90):
        rng = random.Random(seed)
        view = photograph(random_table(rng, size=14), rng)
        tiles = [replace(tile, candidates=doubtful(tile.face, rng, share)) for tile in view.tiles]
        for tile in read_hand(arrange(tiles), ruleset).tiles:
            real = view.truth[tile.id].seen_face
            wrong += tile.tile.face != real
            repaired += tile.tile.face != real and tile.face == real
            spoiled += tile.tile.face == real and tile.face not in (real, "?")
    assert wrong >= 200 * share
    assert repaired >= least * wrong
    assert spoiled <= 0.1 * repaired


def test_combinations_come_in_the_order_of_their_cost_each_once() -> None:
    from itertools import product

    from vision.reading.assign import _by_cost, _Choice

    rng = random.Random(5)
    for _ in range(20):
        choices = []
        for k in range(rng.randint(1, 5)):
            costs = [0.0, *sorted(rng.uniform(0, 3) for _ in range(rng.randint(0, 3)))]
            choices.append(_Choice((k,), tuple((cost, (face,)) for face, cost in enumerate(costs))))
        found = list(_by_cost(choices, len(choices), 9.0))
        costs_found = [cost for cost, _ in found]
        assert costs_found == pytest.approx(sorted(costs_found))
        every = {tuple(option[1][0] for option in pick) for pick in product(*(choice.options for choice in choices))}
        assert {faces for _, faces in found} == every
        assert len(found) == len(every)
