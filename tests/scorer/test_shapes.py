"""The decomposition against plain enumeration."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Hashable
from itertools import combinations_with_replacement

import pytest

from scorer.alike import Weights, first_of_each_kind
from scorer.sets import (
    ANY_CHOW,
    ANY_PAIR,
    ANY_PUNG,
    FIRST_TILE,
    PUNG_BASE,
    pair_of,
    set_in_hand,
)
from scorer.shapes import is_sets, own_sets, pairs_of, read_sets, waits_of
from scorer.winning import tiles_away
from tests.scorer.winning_hands import random_sets_hand


def counts_of(tiles: list[int]) -> list[int]:
    counter = Counter(tiles)
    return [counter[face] for face in range(34)]


def plain_readings(counts: list[int], sets: int) -> set[tuple[tuple[int, ...], int]]:
    """Sets and a pair of real tiles, by taking the lowest tile away as a pung or a chow in turn."""
    found: set[tuple[tuple[int, ...], int]] = set()

    def take(left: list[int], chosen: tuple[int, ...], pair: int) -> None:
        lowest = next((face for face, count in enumerate(left) if count), None)
        if lowest is None:
            if len(chosen) == sets:
                found.add((tuple(sorted(chosen)), pair))
            return
        if left[lowest] >= 3:
            rest = list(left)
            rest[lowest] -= 3
            take(rest, (*chosen, PUNG_BASE + lowest), pair)
        if lowest < 27 and lowest % 9 < 7 and left[lowest + 1] and left[lowest + 2]:
            rest = list(left)
            for face in (lowest, lowest + 1, lowest + 2):
                rest[face] -= 1
            take(rest, (*chosen, lowest // 9 * 7 + lowest % 9), pair)

    for face in range(34):
        if counts[face] >= 2:
            rest = list(counts)
            rest[face] -= 2
            take(rest, (), face)
    return found


def random_counts(rng: random.Random, sets: int) -> list[int]:
    hand = random_sets_hand(rng, sets, 0.0)
    assert hand.win_tile is not None
    tiles = [*map(int, hand.concealed), int(hand.win_tile)]
    return counts_of(tiles) if len(tiles) == 3 * sets + 2 else random_counts(rng, sets)


@pytest.mark.parametrize("sets", [1, 2, 3, 4, 5])
def test_real_tiles_are_read_as_plain_enumeration_reads_them(sets: int) -> None:
    rng = random.Random(sets)
    for _ in range(150):
        counts = random_counts(rng, sets)
        read = read_sets(counts, 0, sets)
        bases = {(tuple(sorted(code >> 3 for code in codes)), pair >> 2) for codes, pair in read}
        assert bases == plain_readings(counts, sets)
        assert len(read) == len(set(read))
        assert is_sets(counts, 0, sets)


def assigned(codes: tuple[int, ...], pair: int) -> list[tuple[tuple[int, ...], int]]:
    """A reading with its faceless sets and pair given every face."""
    bases = tuple(code >> 3 for code in codes if code not in (ANY_PUNG, ANY_CHOW))
    pairs = range(34) if pair == ANY_PAIR else [pair >> 2]
    alone = range(55) if len(bases) < len(codes) else [None]
    return [(tuple(sorted(bases if base is None else (*bases, base))), face) for base in alone for face in pairs]


@pytest.mark.parametrize(("wilds", "hands"), [(1, 60), (2, 20), (3, 2)])
def test_wild_tiles_stand_for_everything_they_can(wilds: int, hands: int) -> None:
    rng = random.Random(wilds)
    for _ in range(hands):
        sets = rng.choice([2, 3, 4])
        tiles = [face for face, count in enumerate(random_counts(rng, sets)) for _ in range(count)]
        rng.shuffle(tiles)
        real = counts_of(tiles[wilds:])
        expected = set()
        for faces in combinations_with_replacement(range(34), wilds):
            expected |= plain_readings(counts_of([*tiles[wilds:], *faces]), sets)
        read = read_sets(real, wilds, sets)
        assert len(read) == len(set(read))
        assert {entry for part in read for entry in assigned(*part)} == expected
        assert is_sets(real, wilds, sets)


def test_each_wild_tile_is_where_the_code_says() -> None:
    rng = random.Random(3)
    for _ in range(50):
        sets = 4
        tiles = [face for face, count in enumerate(random_counts(rng, sets)) for _ in range(count)]
        rng.shuffle(tiles)
        for codes, pair in read_sets(counts_of(tiles[2:]), 2, sets):
            stood_for = [face for code in codes for face in set_in_hand(code).wild_faces]
            faces = [face for code in codes for face in set_in_hand(code).faces] + [pair_of(pair).tile] * 2
            if pair == ANY_PAIR:
                assert stood_for == []
                continue
            stood_for += [pair_of(pair).tile] * pair_of(pair).wilds
            assert Counter(faces) - Counter(stood_for) == Counter(tiles[2:])


def test_three_wild_tiles_alone() -> None:
    assert own_sets(-1) == [ANY_PUNG, ANY_CHOW]
    names = [repr(set_in_hand(code)) for code in own_sets(0)]
    assert names == [
        "<chow 1m2m3m>",
        "<pung 1m1m1m>",
        "<pung of wild tiles>",
        "<chow of wild tiles>",
    ]
    assert len(own_sets(4)) == 6
    assert len(own_sets(30)) == 3
    read = read_sets(counts_of([0, 0]), 3, 1, wild_face=30)
    assert [codes for codes, _ in read if len(codes) == 1 and codes[0] in own_sets(30)]


def test_likeness_keeps_one_of_each_kind() -> None:
    counts = counts_of([0, 1, 5, 6, 27, 27])
    everything = read_sets(counts, 2, 2)
    alike = read_sets(counts, 2, 2, like=lambda code: code < 0)
    assert len(alike) < len(everything)
    assert set(alike) <= set(everything)


@pytest.mark.parametrize("wilds", [2, 3, 4])
def test_of_many_tiles_of_a_suit_the_same_readings_are_kept_as_of_few(wilds: int) -> None:
    """A suit of many tiles is read kind by kind: what is left is the first of each kind out of all its readings."""

    def like(code: int) -> Hashable:
        if code < 0:
            return pair_of(~code).suit
        tile_set = set_in_hand(code)
        return tile_set.suit, tile_set.is_chow, tile_set.holds(4), tile_set.wilds == 3

    rng = random.Random(wilds)
    kept = 0
    for _ in range(60):
        tiles = [rng.randrange(7) + step for _ in range(4) for step in rng.choice([(0, 0, 0), (0, 1, 2)])]
        tiles = [*tiles, tiles[0], tiles[0]]
        rng.shuffle(tiles)
        counts = counts_of(tiles[wilds:])
        if max(counts) > 4:
            continue
        everything = read_sets(counts, wilds, 4, wild_face=4)
        alike = read_sets(counts, wilds, 4, wild_face=4, like=like)
        assert alike == first_of_each_kind(everything, Weights(like))
        kept += len(alike)
    assert kept > 60


def test_tiles_that_are_no_sets() -> None:
    assert read_sets(counts_of([0, 3, 6, 27, 28]), 0, 1) == []
    assert not is_sets(counts_of([0, 3, 6, 27, 28]), 0, 1)
    assert not is_sets(counts_of([0, 3, 6, 27, 28]), 2, 1)
    assert is_sets(counts_of([0, 1, 27]), 2, 1)


def test_waits_are_the_faces_that_complete() -> None:
    rng = random.Random(4)
    for _ in range(200):
        sets = rng.choice([1, 2, 4, 5])
        counts = random_counts(rng, sets)
        away = rng.choice([face for face in range(34) if counts[face]])
        counts[away] -= 1
        expected = set()
        for face in range(34):
            more = list(counts)
            more[face] += 1
            if plain_readings(more, sets):
                expected.add(face)
        assert waits_of(counts) == expected


def test_pairs_with_wild_tiles() -> None:
    assert pairs_of(counts_of([0, 0, 1, 1]), 0, 2) == [0, 1]
    assert pairs_of(counts_of([0, 0, 0, 0]), 0, 2) == [0, 0]
    assert pairs_of(counts_of([0, 0, 1]), 1, 2) == [0, 1]
    assert pairs_of(counts_of([0, 0]), 2, 2) == [0]
    assert pairs_of(counts_of([0, 1]), 0, 1) is None
    assert pairs_of(counts_of([0, 0, 1]), 2, 2) is None
    assert pairs_of(counts_of([0, 0, 1, 1]), 0, 1) is None


def test_how_many_tiles_are_to_be_exchanged() -> None:
    rng = random.Random(6)
    assert tiles_away(counts_of([0, 3, 6, 27, 28]), 0, 1) == 3
    for _ in range(100):
        counts = random_counts(rng, 4)
        assert tiles_away(counts, 0, 4) == 0
        away = rng.choice([face for face in range(34) if counts[face]])
        counts[away] -= 1
        assert tiles_away(counts, 1, 4) == 0
        assert tiles_away(counts, 0, 4) == 1


def test_bases_of_sets() -> None:
    assert [FIRST_TILE[base] for base in (0, 6, 7, 20)] == [0, 6, 9, 24]
    assert FIRST_TILE[PUNG_BASE] == 0
    assert pair_of(ANY_PAIR).faceless
    assert repr(pair_of(27 << 2)) == "<pair EE>"
    assert repr(pair_of(ANY_PAIR)) == "<pair of wild tiles>"
    assert pair_of(ANY_PAIR).tiles == ()


def test_too_few_tiles_make_nothing() -> None:
    pair = counts_of([10, 10])
    assert read_sets(pair, 0, 0) == [((), 10 << 2)]
    assert [read_sets(pair, 0, sets) for sets in (2, 3, 4)] == [[], [], []]
