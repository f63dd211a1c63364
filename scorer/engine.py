"""From a hand that is possible to the reading that counts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from scorer.given import Given
from scorer.reading import NOWHERE, PAIR, SETS, TILE_ORDER, WAITS, Reading, part_order
from scorer.result import Problem
from scorer.ruleset import Ruleset
from scorer.sets import pair_of, set_completed, set_in_hand
from scorer.shapes import Part, read_sets
from scorer.tally import Table, Tally
from scorer.tiles import Tile


class Best:
    """What came of looking at every reading: the best tally and the next best, or the problems of the one that came
    nearest to winning."""

    __slots__ = ("first", "refused", "refused_key", "second", "seen")

    def __init__(self) -> None:
        self.first: Tally | None = None
        self.second: Tally | None = None
        self.refused: list[Problem] = []
        self.refused_key: Any = None
        self.seen = False

    def offer(self, tally: Tally) -> None:
        if self.first is None:
            self.first = tally
        elif _better(tally, self.first):
            if not _same(tally, self.first):
                self.second = self.first
            self.first = tally
        elif not _same(tally, self.first) and (self.second is None or _better(tally, self.second)):
            self.second = tally


def _better(one: Tally, other: Tally) -> bool:
    """Whether `one` counts before `other`, found earlier: the higher rank, then more items."""
    if one.rank != other.rank:
        return bool(one.rank > other.rank)
    return one.count() > other.count()


def _same(one: Tally, other: Tally) -> bool:
    """Whether two readings say the same: a runner-up has to differ in what it counts."""
    return one.total == other.total and one.counted == other.counted


def best_reading(given: Given) -> Best:
    """Score every reading of the hand and keep the best (see scorer.ruleset for the order among equals)."""
    rules = given.rules
    table = rules.table(given.options)
    best = Best()
    variants = ("",) if rules.variants is None else rules.variants(given)
    if given.wilds and rules.candidates is not None:
        for limit, make in sorted(rules.candidates(given), key=lambda candidate: -candidate[0]):
            if best.first is not None and best.second is not None and limit < best.first.total:
                break  # nothing further can be better
            for reading in make():
                _judge(reading, variants, table, best)
        return best
    for codes, pair in parts_of(given):
        for reading in in_order(list(placements(given, codes, pair))):
            _judge(reading, variants, table, best)
    if rules.readings is not None:
        for reading in rules.readings(given):
            _judge(reading, variants, table, best)
    return best


def _judge(reading: Reading, variants: tuple[str, ...], table: Table, best: Best) -> None:
    rules = reading.given.rules
    for variant in variants:
        if variant != reading.variant:
            reading = reading.in_variant(variant)
        tally = table.count(reading)
        tally.total = rules.total(tally)
        tally.rank = rules.rank(tally)
        best.seen = True
        if rules.refuse is not None and (problems := rules.refuse(tally)):
            key = (-len(problems), tally.rank)
            if best.refused_key is None or key > best.refused_key:
                best.refused_key = key
                best.refused = problems
            continue
        best.offer(tally)


def parts_of(given: Given) -> list[Part]:
    """The distinct readings of the tiles in hand as sets and a pair, as codes."""
    rules = given.rules
    if not rules.sets_shape or sum(given.counts) + given.wilds != 3 * given.sets_needed + 2:
        return []
    like = None if rules.like is None or not given.wilds else rules.like(given)
    parts = read_sets(given.counts, given.wilds, given.sets_needed, given.wild, like)
    if not given.wilds and len(parts) > 1:
        parts.sort(key=lambda part: (-part[1], sorted([TILE_ORDER[code] for code in part[0]])))
    return parts


def in_order(readings: list[Reading]) -> list[Reading]:
    """Placements of the winning tile: edge, middle, two-sided, pung, pair."""
    return sorted(readings, key=lambda reading: WAITS.index(reading.wait)) if len(readings) > 1 else readings


def placements(given: Given, codes: tuple[int, ...], pair: int) -> Iterator[Reading]:
    """The readings of these codes, one for each distinct set (or the pair) that the winning tile can have completed; of
    the places that no item tells apart (see Ruleset.win_matters) the first."""
    ordered = part_order(codes)
    hand = [set_in_hand(code) for code in ordered]
    pair_object = pair_of(pair)
    melds = given.melds
    win = given.win_tile
    if win < 0:
        yield Reading(given, SETS, (*melds, *hand), pair_object, NOWHERE)
        return
    wild = given.win_wild
    matters = given.rules.win_matters
    placed = False
    before = len(melds)
    last = -1
    for index, code in enumerate(ordered):
        if code == last:
            continue
        last = code
        mine = hand[index]
        if wild:
            if not mine.wild:
                continue
        elif not mine.holds(win):
            continue
        if matters is not None and not matters(given, code):
            if placed:
                continue
            placed = True
        sets = list(hand)
        if given.on_discard:
            sets[index] = set_completed(code)
        yield Reading(given, SETS, (*melds, *sets), pair_object, before + index)
    if not placed and (pair_object.wilds if wild else pair_object.holds(win)):
        yield Reading(given, SETS, (*melds, *hand), pair_object, PAIR)


def ruleset_wild(rules: Ruleset, wild: Tile | None, indicator: Tile | None, options: Mapping[str, Any]) -> int:
    """The wild face: as named, else from the indicator; -1 where the game or the table has none."""
    if rules.wild is None:
        return -1
    if wild is not None:
        return int(wild)
    if indicator is None:
        return -1
    found = rules.wild(indicator, options) if indicator < 34 else None
    return -1 if found is None else int(found)
