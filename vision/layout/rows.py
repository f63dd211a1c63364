"""The hand's tiles in rows, left to right, with gaps, sideways tiles and stacked tiles."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np

from vision.layout.alignment import Alignment
from vision.layout.frames import Bools, Floats, Frames
from vision.layout.thresholds import TILE_ASPECT, LayoutThresholds
from vision.layout.values import Placed, Row
from vision.types import NamedTile

_OVERLAP = 0.42
"""Tiles that share more than this many widths lie on, before or behind each other, not in one row."""
_TOUCH = 0.35
"""Widths between tiles of one piece of a row."""
_BESIDE = 0.45
"""Widths between tiles up to which one has the other for a neighbour, and aside from it up to which it lies on it."""
_ON, _BEHIND = 0.12, 1.15
"""Heights between the middles of a tile and the one that lies on it, or directly behind it."""
_ON_SIDEWAYS, _BEHIND_SIDEWAYS = 0.6, 1.3
"""The widths aside, and the heights, up to which one sideways tile lies on or behind another."""
_CLOSE_ASIDE, _CLOSE = 0.25, (0.5, 0.9)
"""The same for sideways tiles that touch: then what lies beside the one on top does not matter."""


def rows_of(
    tiles: Sequence[NamedTile], frames: Frames, alignment: Alignment, limits: LayoutThresholds
) -> tuple[tuple[Row, ...], int]:
    """The rows, farthest first, and the index of the main one: the longest, the nearest of equals."""
    lines = _lines(alignment, frames, limits)
    lying = _lying(frames, alignment, lines, limits)
    stacked = _stacked(alignment, lines, lying)
    lines = [[k for k in line if k not in stacked] for line in lines]
    lines = [line for line in lines if line]
    main = max(range(len(lines)), key=lambda r: (len(lines[r]), alignment.below[lines[r]].sum()))
    depth = _depths(alignment, lines, main)
    order = sorted(range(len(lines)), key=lambda r: (depth[r], _first_x(alignment, lines[r])))
    usual = _usual_gap(alignment, lines, lying)
    starts = _starts(alignment, lines, main)
    leftmost = min(starts)
    upon: dict[int, list[int]] = {}
    for top, base in stacked.items():
        upon.setdefault(base, []).append(top)

    rows: list[Row] = []
    for position, r in enumerate(order):
        placed: list[Placed] = []
        for place, k in enumerate(lines[r]):
            gap = 0.0 if place == 0 else _gap(alignment, lying, lines[r][place - 1], k) - usual
            placed.append(_placed(tiles, frames, lying, k, gap, None))
            placed += [_placed(tiles, frames, lying, top, 0.0, tiles[k].id) for top in sorted(upon.get(k, []))]
        step = 0.0 if position == 0 else depth[r] - depth[order[position - 1]]
        rows.append(Row(tuple(placed), step, starts[r] - leftmost))
    return tuple(rows), order.index(main)


def _placed(tiles: Sequence[NamedTile], frames: Frames, lying: Bools, k: int, gap: float, on: int | None) -> Placed:
    return Placed(tiles[k], round(float(gap), 4), bool(lying[k]), bool(frames.back[k]), on)


def _half(lying: Bools, k: int) -> float:
    return TILE_ASPECT / 2 if lying[k] else 0.5


def _gap(alignment: Alignment, lying: Bools, left: int, right: int) -> float:
    return float(alignment.x[left, right]) - _half(lying, left) - _half(lying, right)


def _first_x(alignment: Alignment, line: list[int]) -> float:
    return float(alignment.x[0, line[0]])


def _lines(alignment: Alignment, frames: Frames, limits: LayoutThresholds) -> list[list[int]]:
    """Tiles joined into lines, nearest neighbours first, so that a line may bend and converge with others."""
    count = len(frames)
    parent = list(range(count))
    members = {k: [k] for k in range(count)}

    def root(k: int) -> int:
        while parent[k] != k:
            k = parent[k]
        return k

    x, y = np.abs(alignment.x), np.abs(alignment.y)
    half = np.where(alignment.lying, TILE_ASPECT / 2, 0.5)
    room = half[:, None] + half[None, :] - _OVERLAP
    near = (x >= room) & (x <= limits.reach_beside + 1.35) & (y <= limits.row_offset * (1 + 0.05 * x))
    pairs = [(float(x[i, j]), float(y[i, j]), i, j) for i, j in np.argwhere(np.triu(near, 1)).tolist()]
    for _, _, i, j in sorted(pairs):
        a, b = root(i), root(j)
        if a == b or bool((x[np.ix_(members[a], members[b])] < room[np.ix_(members[a], members[b])]).any()):
            continue
        parent[b] = a
        members[a] += members.pop(b)
    lines = list(members.values())
    lines = _join_strays(lines, x, y)
    return [_in_order(alignment, frames, line) for line in lines]


def _join_strays(lines: list[list[int]], x: Floats, y: Floats) -> list[list[int]]:
    """A tile or two set a little forward or back beside a line belong to it, if nothing lies above or below them."""
    lines = sorted(lines, key=len)
    done: list[list[int]] = []
    while lines:
        stray = lines.pop(0)
        joined = False
        others = lines + done
        if len(stray) <= 2 and others:
            begins = np.cumsum([0, *map(len, others[:-1])])
            apart = np.minimum.reduceat(x[np.ix_(stray, [k for line in others for k in line])].min(0), begins)
            for number in np.argsort(apart, kind="stable").tolist():
                if not 0.8 <= apart[number] <= 2.2:
                    continue
                line = others[number]
                across, offset = x[np.ix_(stray, line)], y[np.ix_(stray, line)]
                i, j = np.unravel_index(int(across.argmin()), across.shape)
                if offset[i, j] <= 0.95:
                    line += stray
                    joined = True
                    break
        if not joined:
            done.append(stray)
    return done


def _in_order(alignment: Alignment, frames: Frames, line: list[int]) -> list[int]:
    direction = alignment.right[line].mean(axis=0)
    return sorted(line, key=lambda k: float(frames.centre[k] @ direction))


def _lying(frames: Frames, alignment: Alignment, lines: list[list[int]], limits: LayoutThresholds) -> Bools:
    """Which tiles lie on their side: the namer's word against how wide they look beside their neighbours."""
    lying = alignment.lying.copy()
    right = np.linalg.norm(np.where(lying[:, None], alignment.right * TILE_ASPECT, alignment.right), axis=1)
    below = np.linalg.norm(np.where(lying[:, None], alignment.below / TILE_ASPECT, alignment.below), axis=1)
    look = np.log(right / np.maximum(below, 1e-6))
    for line in lines:
        for piece in _pieces(alignment, lying, line):
            trusted = [k for k in piece if not lying[k] and not frames.back[k]]
            if len(trusted) < 2:
                # Pieces of one line may stand and lie; only a line of one kind tells about a lone tile.
                trusted = [k for k in line if not lying[k] and not frames.back[k]]
                trusted = trusted if len(piece) == 1 else []
            if not trusted:
                continue
            for k in piece:
                # The look changes along a row in perspective: the nearest neighbours tell what is usual here.
                near = sorted((t for t in trusted if t != k), key=lambda t: abs(float(alignment.x[k, t])))[:2]
                if not near:
                    continue
                wider = float(look[k]) - float(np.mean(look[near]))
                if frames.back[k]:
                    lying[k] = wider > np.log(TILE_ASPECT)
                elif lying[k]:
                    lying[k] = wider > limits.sideways_hint
                elif len(piece) > 1:
                    lying[k] = wider > limits.sideways_ratio
    return lying


def _pieces(alignment: Alignment, lying: Bools, line: list[int]) -> list[list[int]]:
    """The line cut where its tiles do not touch."""
    pieces = [[line[0]]]
    for left, right in itertools.pairwise(line):
        if _gap(alignment, lying, left, right) > _TOUCH:
            pieces.append([])
        pieces[-1].append(right)
    return pieces


def _stacked(alignment: Alignment, lines: list[list[int]], lying: Bools) -> dict[int, int]:
    """Tiles that lie on, or directly behind, a tile of a run without a neighbour of their own: tile → its base.

    Of two sideways tiles one behind the other either may be the one that the run was joined to.
    """
    place = {k: (r, p) for r, line in enumerate(lines) for p, k in enumerate(line)}
    found: dict[int, int] = {}

    def has_neighbour(k: int) -> bool:
        r, p = place[k]
        line = lines[r]
        sides = [line[q] for q in (p - 1, p + 1) if 0 <= q < len(line)]
        return any(_gap(alignment, lying, *sorted((k, s), key=line.index)) < _BESIDE for s in sides)

    def lies_on(k: int, b: int) -> bool:
        across, ahead = abs(float(alignment.x[k, b])), float(alignment.y[k, b])
        if lying[k] and lying[b]:
            return across < _ON_SIDEWAYS and _ON <= abs(ahead) <= _BEHIND_SIDEWAYS
        return across < _BESIDE and _ON <= ahead <= _BEHIND

    def lies_close(k: int, b: int) -> bool:
        """Nearer than rows lie to each other: two sideways tiles that touch."""
        across, ahead = abs(float(alignment.x[k, b])), abs(float(alignment.y[k, b]))
        at_end = place[k][1] in (0, len(lines[place[k][0]]) - 1)
        return bool(lying[k] and lying[b]) and at_end and across < _CLOSE_ASIDE and _CLOSE[0] <= ahead <= _CLOSE[1]

    beside = {k: has_neighbour(k) for k in place}
    for k in place:
        on = lies_close if beside[k] else lies_on
        bases = [b for b in place if place[b][0] != place[k][0] and b not in found and beside[b] and on(k, b)]
        if bases:
            found[k] = min(bases, key=lambda b: abs(float(alignment.y[k, b])))
    return found


def _depths(alignment: Alignment, lines: list[list[int]], main: int) -> list[float]:
    """How far below the main row each row lies, in tile heights, measured where they are nearest."""
    return [0.0 if r == main else _nearest(alignment, lines[main], line)[1] for r, line in enumerate(lines)]


def _starts(alignment: Alignment, lines: list[list[int]], main: int) -> list[float]:
    """Where each row begins, in tile widths right of the main row's first tile."""
    first = lines[main][0]
    starts = []
    for r, line in enumerate(lines):
        if r == main:
            starts.append(0.0)
            continue
        across, _, near_main, near_line = _nearest(alignment, lines[main], line)
        starts.append(float(alignment.x[first, near_main]) + across - float(alignment.x[line[0], near_line]))
    return starts


def _nearest(alignment: Alignment, one: list[int], other: list[int]) -> tuple[float, float, int, int]:
    """x, y from the tile of `one` to the tile of `other` that is nearest to it, and the two tiles."""
    pair = np.ix_(one, other)
    x, y = alignment.x[pair], alignment.y[pair]
    i, j = np.unravel_index(int(np.hypot(x, y * TILE_ASPECT).argmin()), x.shape)
    return float(x[i, j]), float(y[i, j]), one[int(i)], other[int(j)]


def _usual_gap(alignment: Alignment, lines: list[list[int]], lying: Bools) -> float:
    """The space that boxes leave between tiles that touch: boxes may hug the face or take in the whole tile."""
    gaps = [_gap(alignment, lying, a, b) for line in lines for a, b in itertools.pairwise(line)]
    if len(gaps) < 5:
        return 0.0
    return float(np.clip(np.percentile(gaps, 30), -0.2, 0.3))
