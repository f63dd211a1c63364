"""What can begin at a place in the line of tiles, and what each such step costs by itself."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple, TypeAlias

from vision.reading.game import Game
from vision.reading.pieces import Item
from vision.reading.sets import ways_of
from vision.reading.thresholds import ReadingThresholds

Kind: TypeAlias = Literal["concealed", "meld", "kong", "added kong", "concealed kong", "win", "aside", "stray"]

_TOGETHER = 0.3
"""Widths of gap below which tiles lie together."""


class Step(NamedTuple):
    """A piece of the line read as one kind: its items by index in reading order, its cost without that of its left
    border, and how many tiles of the line it takes."""

    kind: Kind
    items: tuple[int, ...]
    cost: float
    length: int


def steps_at(
    items: Sequence[Item], line: Sequence[Item], start: int, game: Game, limits: ReadingThresholds
) -> Iterator[Step]:
    """Everything that can begin at this place of the line, with its cost except for its left border."""
    here = line[start]
    whole = (here.index, *here.stacked)
    laid = here.top in game.aside
    far = _outlying(here, limits)
    single = far + limits.outlying_tile if far else 0.0
    concealed = _concealed(here, laid, limits) + 4.0 * len(here.stacked) + single
    yield Step("concealed", whole, concealed, 1)
    if not here.stacked:
        yield Step("win", whole, _win(line, start, laid, limits) + single, 1)
    aside = _aside(line, start, laid, game, limits)
    if aside is not None:
        yield Step("aside", whole, aside + _far_aside(line, start, far, game, limits), 1)
    if math.isinf(here.gap):
        length = _row_length(line, start)
        row = tuple(k for item in line[start : start + length] for k in (item.index, *item.stacked))
        if far:
            yield Step("stray", row, 0.0, length)
            if length > 1:
                # The heart may have been the melds: then the concealed tiles are what lies near them.
                inside = sum(_concealed(item, item.top in game.aside, limits) for item in line[start : start + length])
                yield Step("concealed", row, far + limits.outlying_row + inside, length)
        elif 1 < length < len(line) and here.clear and not any(_of_the_hand(items[k]) for k in row):
            fringe = sum(item.fringe for item in line[start : start + length]) * 2 > length
            cost = limits.stray_row * (0.5 if fringe else 1.0) + limits.stray_row_each * len(row)
            yield Step("stray", row, cost, length)
    if far or (len(line) > 1 and not any(_of_the_hand(items[k]) for k in whole)):
        yield Step("stray", whole, 0.3 if far else _stray(line, start, limits) * len(whole), 1)
    for step in _meld_steps(items, line, start, game, limits):
        if far:
            part = limits.outlying_part if step.length < _row_length(line, start) or not math.isinf(here.gap) else 0.0
            legal = step.cost < limits.broken_meld - 2.0
            yield step._replace(cost=step.cost + far + part - (limits.outlying_set if legal else 0.0))
        else:
            yield step


def _of_the_hand(item: Item) -> bool:
    """Whether it is not to be left out: what the player named he counts to his hand, and what was of it stays."""
    return item.fixed or item.kept


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


def touching(line: Sequence[Item], place: int) -> int:
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
) -> Iterator[Step]:
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
        # What must lie aside is part of no set.
        cost += limits.flower_inside * sum(item.top in game.aside for item in members)
        indices = tuple(item.index for item in members)
        if len(members) == 4 and not stacked and any(item.laid_down for item in members):
            # Four backs near a hand are mostly a piece of a wall.
            walled = (limits.outlying_wall if members[0].reach else limits.hidden_kong) if backs == 4 else 0.0
            cost += 1.5 * (backs == 1) + 2.0 * sideways + walled - 0.8
            yield Step("concealed kong", indices, cost, length)
            continue
        if backs:
            continue
        if sideways:
            cost += limits.sideways_meld + limits.more_sideways * (sideways - 1)
        if stacked:
            yield Step("added kong", indices, cost - 0.5, length)
        elif length == 3:
            yield Step("meld", indices, cost, length)
        else:
            yield Step("kong", indices, cost, length)


def _faces_cost(members: Sequence[Item], game: Game, limits: ReadingThresholds) -> float:
    cost = ways_of(tuple(item.domain for item in members), limits.broken_meld)[0].cost
    if game.wild >= 0 and any(item.top == game.wild for item in members):
        # A wild tile is never part of a claimed set.
        cost += 3.0
    return cost
