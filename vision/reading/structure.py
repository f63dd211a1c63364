"""How the tiles fall into concealed tiles, melds, the winning tile, what lies aside and what is not of the hand.

A dynamic programme over the line of tiles: every cut is judged by the gaps, sideways tiles and backs at it, every
meld by whether its tiles can be a set, the whole by whether it has as many tiles as a hand of the game.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from vision.reading.game import Game
from vision.reading.pieces import Item
from vision.reading.sets import ways_of
from vision.reading.thresholds import ReadingThresholds

Kind: TypeAlias = Literal["concealed", "meld", "kong", "added kong", "concealed kong", "win", "aside", "stray"]

_BEAM = 36
_WINDOW = 7.5
_KEPT = 6
_TOGETHER = 0.3
"""Widths of gap below which tiles lie together."""
_ONLY_MELDS = 8
"""A run of so many tiles can be two melds pushed together; a longer one has concealed tiles in it."""


@dataclass(frozen=True, slots=True)
class Segment:
    """Items that belong together, by index in reading order."""

    kind: Kind
    items: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Structure:
    """One way to group the tiles, and its cost. Melds that touch nothing keep their order on the table."""

    segments: tuple[Segment, ...]
    cost: float

    def items_of(self, *kinds: Kind) -> tuple[int, ...]:
        """The items of all segments of these kinds, in reading order."""
        return tuple(item for segment in self.segments if segment.kind in kinds for item in segment.items)

    @property
    def melds(self) -> tuple[Segment, ...]:
        """The segments that are melds."""
        return tuple(segment for segment in self.segments if segment.kind in MELD_KINDS)

    @property
    def size(self) -> int:
        """Tiles in the hand, a kong counting three."""
        return len(self.items_of("concealed", "win")) + 3 * len(self.melds)


MELD_KINDS: frozenset[Kind] = frozenset({"meld", "kong", "added kong", "concealed kong"})


class _State(NamedTuple):
    size: int
    melds: int
    won: bool
    started: bool
    inside: bool
    before: str


@dataclass(frozen=True, slots=True)
class _Node:
    back: _Node | None
    kind: Kind
    items: tuple[int, ...]
    extends: bool


class _Step(NamedTuple):
    kind: Kind
    items: tuple[int, ...]
    cost: float
    length: int


_Entry: TypeAlias = tuple[float, int, _Node | None]


def structures(items: Sequence[Item], game: Game, limits: ReadingThresholds) -> list[Structure]:
    """The likeliest groupings, best first; at least one where there are tiles."""
    line = [item for item in items if not _is_stacked(items, item)]
    steps = [_worth_trying(_steps(items, line, start, game, limits)) for start in range(len(line))]
    table: list[dict[_State, list[_Entry]]] = [{} for _ in range(len(line) + 1)]
    table[0][_State(0, 0, False, False, False, "")] = [(0.0, 0, None)]
    serial = 0
    for start in range(len(line)):
        here = line[start]
        new_row = math.isinf(here.gap)
        for state, cost, node in _beam(table[start]):
            for step in steps[start]:
                moved = _move(state, step, here, new_row, line, start, limits)
                if moved is None:
                    continue
                after, extra = moved
                extends = step.kind == "concealed" and state.inside
                serial += 1
                entry = (cost + step.cost + extra, serial, _Node(node, step.kind, step.items, extends))
                bucket = table[start + step.length].setdefault(after, [])
                bucket.append(entry)
                if len(bucket) > 2:
                    bucket.sort()
                    bucket.pop()
    closed = sorted(
        (cost + _closing(state, game, limits), serial, node)
        for state, entries in table[-1].items()
        for cost, serial, node in entries
    )
    found: dict[tuple[Segment, ...], float] = {}
    for cost, _, node in closed:
        found.setdefault(_segments(node), cost)
        if len(found) == _KEPT:
            break
    return [Structure(segments, cost) for segments, cost in found.items()]


def _worth_trying(steps: Iterator[_Step]) -> list[_Step]:
    listed = list(steps)
    least = min(step.cost / step.length for step in listed)
    return [step for step in listed if step.cost <= max(least, 0.0) * step.length + _WINDOW]


def _is_stacked(items: Sequence[Item], item: Item) -> bool:
    return item.index > 0 and any(item.index in other.stacked for other in items[max(0, item.index - 2) : item.index])


def _beam(states: dict[_State, list[_Entry]]) -> list[tuple[_State, float, _Node | None]]:
    flat = sorted(
        ((cost, serial, state, node) for state, kept in states.items() for cost, serial, node in kept),
        key=lambda entry: entry[:2],
    )
    if not flat:
        return []
    least = flat[0][0]
    return [(state, cost, node) for cost, _, state, node in flat[:_BEAM] if cost <= least + _WINDOW]


def _segments(node: _Node | None) -> tuple[Segment, ...]:
    found: list[Segment] = []
    run: tuple[int, ...] = ()
    while node is not None:
        run = node.items + run
        if not node.extends:
            found.append(Segment(node.kind, run))
            run = ()
        node = node.back
    return tuple(reversed(found))


def _closing(state: _State, game: Game, limits: ReadingThresholds) -> float:
    """What the number of tiles and melds costs."""
    best = math.inf
    for size in game.sizes:
        missing = abs(size - state.size)
        if missing == 0:
            cost = 0.0
        elif state.size == size - 1 and not state.won:
            cost = limits.one_short
        else:
            cost = limits.wrong_count + limits.each_missing * missing
        best = min(best, cost)
    melds = limits.melds[state.melds] if state.melds < len(limits.melds) else 9.0
    return best + melds + (0.0 if state.started or state.won else 4.0)


def _move(
    state: _State,
    step: _Step,
    here: Item,
    new_row: bool,
    line: Sequence[Item],
    start: int,
    limits: ReadingThresholds,
) -> tuple[_State, float] | None:
    """The state after a step, and what its left border costs."""
    gap = math.inf if new_row else here.gap
    count = len(step.items)
    if step.kind == "concealed":
        size = state.size + count
        if state.inside and not new_row:
            return _State(size, state.melds, state.won, True, True, "C"), min(
                limits.inner_gap * max(gap - 0.3, 0.0), limits.inner_gap_most
            )
        if state.inside and new_row:
            return _State(size, state.melds, state.won, True, True, "C"), limits.second_piece
        extra = 0.0
        if state.started:
            extra = limits.second_piece if new_row else limits.later_piece
            if state.before in ("A", "X"):
                extra = min(extra, 0.3)
        if not new_row:
            extra += _border(state.before, "C", gap, limits)
        return _State(size, state.melds, state.won, True, True, "C"), extra
    if step.kind in MELD_KINDS:
        marked = any(line[start + k].sideways for k in range(step.length)) or step.kind == "concealed kong"
        name = "S" if marked else "K" if step.kind == "kong" else "M"
        before = "C" if state.inside else state.before
        extra = 0.0 if new_row else _border(before, name, gap, limits, _touching(line, start) > _ONLY_MELDS)
        if state.melds >= 6:
            return None
        return _State(state.size + 3, state.melds + 1, state.won, state.started, False, name), extra
    if step.kind == "win":
        if state.won:
            return None
        return _State(state.size + 1, state.melds, True, state.started, False, "W"), 0.0
    # What lies aside, and what is no part of the hand, interrupts nothing.
    before = "A" if step.kind == "aside" else "X"
    return _State(state.size, state.melds, state.won, state.started, False, before), 0.0


def _border(before: str, after: str, gap: float, limits: ReadingThresholds, long_run: bool = False) -> float:
    """What it costs to cut between tiles this near to each other; in a `long_run` of tiles even two melds are cut no
    easier than a meld and concealed tiles."""
    pair = {before, after}
    if before in ("", "A", "X", "W") or gap >= limits.border:
        return 0.0
    if "C" in pair or long_run:
        full = limits.touching_meld
        if "S" in pair:
            full = limits.touching_sideways_meld
        elif "K" in pair:
            full = limits.touching_kong
    else:
        full = limits.touching_melds
    return full * min(1.0, 1.0 - gap / limits.border) if gap > 0 else full


def _steps(
    items: Sequence[Item], line: Sequence[Item], start: int, game: Game, limits: ReadingThresholds
) -> Iterator[_Step]:
    """Everything that can begin at this place of the line, with its cost except for its left border."""
    here = line[start]
    whole = (here.index, *here.stacked)
    laid = here.top in game.aside
    far = _outlying(here, limits)
    single = far + limits.outlying_tile if far else 0.0
    concealed = _concealed(here, laid, limits) + 4.0 * len(here.stacked) + single
    yield _Step("concealed", whole, concealed, 1)
    if not here.stacked:
        yield _Step("win", whole, _win(line, start, laid, limits) + single, 1)
    aside = _aside(line, start, laid, game, limits)
    if aside is not None:
        yield _Step("aside", whole, aside + _far_aside(line, start, far, game, limits), 1)
    if math.isinf(here.gap):
        length = _row_length(line, start)
        row = tuple(k for item in line[start : start + length] for k in (item.index, *item.stacked))
        if far:
            yield _Step("stray", row, 0.0, length)
        elif 1 < length < len(line) and here.clear:
            fringe = sum(item.fringe for item in line[start : start + length]) * 2 > length
            cost = limits.stray_row * (0.5 if fringe else 1.0) + limits.stray_row_each * len(row)
            yield _Step("stray", row, cost, length)
    if far or len(line) > 1:
        yield _Step("stray", whole, 0.3 if far else _stray(line, start, limits) * len(whole), 1)
    for step in _meld_steps(items, line, start, game, limits):
        if far:
            part = limits.outlying_part if step.length < _row_length(line, start) or not math.isinf(here.gap) else 0.0
            legal = step.cost < limits.broken_meld - 2.0
            yield step._replace(cost=step.cost + far + part - (limits.outlying_set if legal else 0.0))
        else:
            yield step


def _far_aside(line: Sequence[Item], start: int, far: float, game: Game, limits: ReadingThresholds) -> float:
    """What it costs to take a tile near the hand for one laid aside: several such in a row are hardly discards."""
    if not far or not math.isinf(line[start].gap):
        return 0.0
    row = line[start : start + _row_length(line, start)]
    if not all(item.top in game.aside for item in row):
        return 0.7 * far
    return 0.7 * far - (limits.outlying_flowers if len(row) > 1 else limits.outlying_flower)


def _outlying(item: Item, limits: ReadingThresholds) -> float:
    """What it costs to count a tile in that lies near the hand; 0 for tiles of the hand."""
    return limits.outlying + limits.outlying_each * (item.reach - 1.0) if item.reach > 0 else 0.0


def _concealed(item: Item, laid: bool, limits: ReadingThresholds) -> float:
    if item.face_down:
        return limits.back_concealed
    cost = limits.sideways_concealed if item.sideways else 0.0
    return cost + (limits.flower_inside if laid else 0.0)


def _neighbour_gaps(line: Sequence[Item], start: int) -> tuple[float, float]:
    left = line[start].gap
    right = line[start + 1].gap if start + 1 < len(line) else math.inf
    return left, right


def _win(line: Sequence[Item], start: int, laid: bool, limits: ReadingThresholds) -> float:
    here = line[start]
    left, right = _neighbour_gaps(line, start)
    cost = limits.flower_inside if laid else 0.0
    if here.face_down:
        cost += limits.back_concealed
    near = min(left, right)
    if math.isinf(left) and math.isinf(right):
        return cost + limits.win_alone
    if math.isinf(left) or not math.isinf(right):
        cost += limits.win_elsewhere
    if here.sideways:
        return cost + limits.win_sideways
    closeness = min(max(1.0 - near / (limits.border + 0.05), 0.0), 1.0)
    return cost + limits.win_apart + limits.win_touching * closeness


def _aside(line: Sequence[Item], start: int, laid: bool, game: Game, limits: ReadingThresholds) -> float | None:
    here = line[start]
    if here.face_down:
        return None
    if laid:
        return 0.0
    dear = min((cost for face, cost in here.domain if face in game.aside), default=None)
    if dear is not None and dear > limits.aside_change:
        dear = None
    if here.top in game.loose:
        # What must lie aside tells nothing by touching; tiles of the hand do.
        beside = zip((start - 1, start + 1), _neighbour_gaps(line, start), strict=True)
        hand = (gap for k, gap in beside if not (0 <= k < len(line) and line[k].top in game.aside))
        near = min(hand, default=math.inf)
        dear = min(dear if dear is not None else math.inf, limits.wild_aside + (5.0 if near < limits.border else 0.0))
    return dear


def _stray(line: Sequence[Item], start: int, limits: ReadingThresholds) -> float:
    here = line[start]
    if here.fringe:
        return limits.stray_fringe
    if here.face_down:
        return limits.stray_back
    left, right = _neighbour_gaps(line, start)
    return limits.stray if min(left, right) >= 2 * limits.border else limits.stray_inside


def _row_length(line: Sequence[Item], start: int) -> int:
    end = start + 1
    while end < len(line) and not math.isinf(line[end].gap):
        end += 1
    return end - start


def _touching(line: Sequence[Item], place: int) -> int:
    """How many tiles lie together, without a gap between them, around this place of the line."""
    first = place
    while first > 0 and line[first].gap < _TOGETHER:
        first -= 1
    last = place
    while last + 1 < len(line) and line[last + 1].gap < _TOGETHER:
        last += 1
    return last - first + 1


def _meld_steps(
    items: Sequence[Item], line: Sequence[Item], start: int, game: Game, limits: ReadingThresholds
) -> Iterator[_Step]:
    longest = min(_row_length(line, start), 4)
    for length in (3, 4):
        if length > longest:
            continue
        window = line[start : start + length]
        stacked = [k for item in window for k in item.stacked]
        if len(stacked) > (1 if length == 3 else 0):
            continue
        members = [items[k] for item in window for k in (item.index, *item.stacked)]
        backs = sum(item.face_down for item in members)
        sideways = sum(item.sideways for item in window)
        cost = limits.meld + sum(limits.meld_gap * max(item.gap - 0.25, 0.0) for item in window[1:])
        cost += _faces_cost(members, game, limits)
        indices = tuple(item.index for item in members)
        if backs:
            if len(members) == 4 and not stacked:
                # Four backs near a hand are mostly a piece of a wall.
                walled = limits.outlying_wall if backs == 4 and members[0].reach else 0.0
                cost += 1.5 * (backs == 1) + 2.0 * sideways + walled - 0.8
                yield _Step("concealed kong", indices, cost, length)
            continue
        if sideways:
            cost += limits.sideways_meld + limits.more_sideways * (sideways - 1)
        if stacked:
            yield _Step("added kong", indices, cost - 0.5, length)
        elif length == 3:
            yield _Step("meld", indices, cost, length)
        else:
            yield _Step("kong", indices, cost, length)


def _faces_cost(members: Sequence[Item], game: Game, limits: ReadingThresholds) -> float:
    cost = ways_of(tuple(item.domain for item in members), limits.broken_meld)[0].cost
    if game.wild >= 0 and any(item.top == game.wild for item in members):
        # A wild tile is never part of a claimed set.
        cost += 3.0
    return cost
