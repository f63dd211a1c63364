"""How the tiles fall into concealed tiles, melds, the winning tile, what lies aside and what is not of the hand.

A dynamic programme over the line of tiles: every cut is judged by the gaps, sideways tiles and backs at it, every
meld by whether its tiles can be a set, the whole by whether it has as many tiles as a hand of the game.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from vision.reading.game import BACK, Game
from vision.reading.pieces import Item
from vision.reading.sets import is_chow
from vision.reading.steps import Kind, Step, steps_at, touching
from vision.reading.thresholds import ReadingThresholds

_AFTER_ASIDE = "a"
"""Before the kind of what lies on the other side of tiles laid aside without a gap."""
_BEAM = 36
_WINDOW = 7.5
_KEPT = 6
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
    set_inside: bool = False
    """Whether some piece of the concealed tiles is a set that lies by itself."""


@dataclass(frozen=True, slots=True)
class _Node:
    back: _Node | None
    kind: Kind
    items: tuple[int, ...]
    extends: bool


_Entry: TypeAlias = tuple[float, int, _Node | None]


def structures(items: Sequence[Item], game: Game, limits: ReadingThresholds) -> list[Structure]:
    """The likeliest groupings, best first; at least one where there are tiles."""
    line = [item for item in items if not _is_stacked(items, item)]
    steps = [_worth_trying(steps_at(items, line, start, game, limits)) for start in range(len(line))]
    alone = [_alone(line, start, limits) for start in range(len(line))]
    table: list[dict[_State, list[_Entry]]] = [{} for _ in range(len(line) + 1)]
    table[0][_State(0, 0, False, False, False, "")] = [(0.0, 0, None)]
    serial = 0
    for start in range(len(line)):
        here = line[start]
        new_row = math.isinf(here.gap)
        for state, cost, node in _beam(table[start]):
            for step in steps[start]:
                moved = _move(state, step, here, new_row, line, start, limits, alone[start])
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


def _worth_trying(steps: Iterator[Step]) -> list[Step]:
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


def _alone(line: Sequence[Item], start: int, limits: ReadingThresholds) -> int:
    """How many tiles make the chow, pung or kong that lies here by itself, with room on both sides; 0 for none."""
    if line[start].gap < limits.border:
        return 0
    end = start + 1
    while end < len(line) and line[end].gap < limits.border:
        end += 1
    faces = [item.top for item in line[start:end]]
    alike = len(set(faces)) == 1 and faces[0] < BACK
    if len(faces) == 4:
        return 4 if alike else 0
    return 3 if len(faces) == 3 and (alike or is_chow(faces)) else 0


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
            each = limits.each_missing if state.size < size else limits.each_extra
            cost = limits.wrong_count + each * missing
        best = min(best, cost)
    melds = limits.melds[state.melds] if state.melds < len(limits.melds) else 9.0
    among_melds = limits.set_among_melds if state.set_inside and state.melds else 0.0
    return best + melds + among_melds + (0.0 if state.started or state.won else 4.0)


def _move(
    state: _State,
    step: Step,
    here: Item,
    new_row: bool,
    line: Sequence[Item],
    start: int,
    limits: ReadingThresholds,
    alone: int,
) -> tuple[_State, float] | None:
    """The state after a step, and what its left border costs. `alone` is the size of the set that lies here by
    itself."""
    gap = math.inf if new_row else here.gap
    count = len(step.items)
    if step.kind == "concealed":
        within = state._replace(
            size=state.size + count, started=True, inside=True, before="C", set_inside=state.set_inside or alone == 3
        )
        quad = limits.kong_alone if alone == 4 else 0.0
        if state.inside and not new_row:
            return within, quad + min(limits.inner_gap * max(gap - 0.3, 0.0), limits.inner_gap_most)
        if state.inside and new_row:
            return within, quad + limits.second_piece
        extra = quad
        if state.started:
            piece = limits.second_piece if new_row else limits.later_piece
            if state.before[:1] in ("A", "X", "a") and not new_row:
                piece = min(piece, 0.3)
            extra += piece + (limits.set_piece if within.set_inside else 0.0)
        if not new_row and state.before != _AFTER_ASIDE + "C":
            extra += _border(state.before, "C", gap, limits)
        return within, extra
    if step.kind in MELD_KINDS:
        marked = any(line[start + k].sideways for k in range(step.length)) or step.kind == "concealed kong"
        name = "S" if marked else "K" if step.kind == "kong" else "M"
        before = "C" if state.inside else state.before
        extra = 0.0 if new_row else _border(before, name, gap, limits, touching(line, start) > _ONLY_MELDS)
        if state.melds >= 6:
            return None
        return state._replace(size=state.size + 3, melds=state.melds + 1, inside=False, before=name), extra
    if step.kind == "win":
        if state.won:
            return None
        return state._replace(size=state.size + 1, won=True, inside=False, before="W"), 0.0
    # What lies aside, and what is no part of the hand, interrupts nothing; what it touches still touches beyond it.
    before = "A" if step.kind == "aside" else "X"
    if step.kind == "aside" and gap < limits.border:
        kept = "C" if state.inside else state.before.removeprefix(_AFTER_ASIDE)
        before = _AFTER_ASIDE + kept if kept not in ("", "A", "X") else before
    return state._replace(inside=False, before=before), 0.0


def _border(before: str, after: str, gap: float, limits: ReadingThresholds, long_run: bool = False) -> float:
    """What it costs to cut between tiles this near to each other; in a `long_run` of tiles even two melds are cut no
    easier than a meld and concealed tiles."""
    before = before.removeprefix(_AFTER_ASIDE)
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
