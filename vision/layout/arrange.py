"""From named tiles to rows: the whole layout step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from vision.layout.alignment import align
from vision.layout.choose import Choice, choose_hands
from vision.layout.frames import Frames, frames_of
from vision.layout.rows import rows_of
from vision.layout.thresholds import DEFAULT_LAYOUT_THRESHOLDS, LayoutThresholds
from vision.layout.values import Layout, LayoutDoubt, Placed, Row
from vision.types import NamedTile

_NEAR_GAP = 0.45
"""Widths between tiles that make two pieces of what lies near the hand."""


def arrange(
    tiles: Sequence[NamedTile],
    image_size: tuple[int, int] | None = None,
    *,
    kept: frozenset[int] = frozenset(),
    dropped: frozenset[int] = frozenset(),
    limits: LayoutThresholds = DEFAULT_LAYOUT_THRESHOLDS,
) -> Layout:
    """Where the tiles of a picture lie, and which of them are the hand.

    Pure geometry over corners, own directions and backs; the faces are not looked at. The order of `tiles` does not
    matter. `image_size` (width, height) is not needed for the geometry and only bounds the tiles. `kept` and
    `dropped` are ids that the player put into the hand or out of it.
    """
    del image_size
    return next(arrangements(tiles, kept=kept, dropped=dropped, limits=limits))


def arrangements(
    tiles: Sequence[NamedTile],
    *,
    kept: frozenset[int] = frozenset(),
    dropped: frozenset[int] = frozenset(),
    limits: LayoutThresholds = DEFAULT_LAYOUT_THRESHOLDS,
) -> Iterator[Layout]:
    """The layouts that a picture can have, likeliest first, each with other tiles for the hand; see `arrange`. The
    later ones are worked out only when they are asked for."""
    ordered = sorted(tiles, key=lambda tile: tile.id)
    if not ordered:
        yield Layout((), 0, (), 0.0, 0.0)
        return
    frames = frames_of(ordered)
    for choice in choose_hands(frames, limits):
        yield _laid(ordered, frames, choice, kept, dropped, limits)


def _laid(
    ordered: Sequence[NamedTile],
    frames: Frames,
    choice: Choice,
    kept: frozenset[int],
    dropped: frozenset[int],
    limits: LayoutThresholds,
) -> Layout:
    ids = [tile.id for tile in ordered]
    chosen = [k for k in choice.hand if ids[k] not in dropped]
    chosen = sorted({*chosen, *(k for k, name in enumerate(ids) if name in kept)})
    if not chosen:
        return Layout((), 0, tuple(ordered), 0.0, 0.0)

    near = {k: reach for tiles_near, reach in choice.outlying for k in tiles_near}
    near = {k: reach for k, reach in near.items() if k not in chosen and ids[k] not in dropped}
    together = sorted({*chosen, *near})
    own = _subset(choice.frames or frames, together)
    hand = np.array([k in set(chosen) for k in together])
    alignment = align(own, hand)
    members = [ordered[k] for k in together]
    reach = {ordered[k].id: distance for k, distance in near.items()}
    rows, outlying, main = _parted(*rows_of(members, own, alignment, limits), reach)
    background = tuple(tile for k, tile in enumerate(ordered) if k not in set(chosen))
    direction = alignment.right[hand].mean(axis=0)
    doubts = []
    if choice.rival:
        other = tuple(ids[k] for k in choice.rival)
        doubts.append(LayoutDoubt("two_hands", other, "another row could be the hand; the nearest was read"))
    fringe = tuple(ids[k] for k in choice.fringe if ids[k] not in kept | dropped)
    if fringe:
        doubts.append(LayoutDoubt("fringe", fringe, "lies at the edge of the hand; counted in"))
    return Layout(
        rows,
        main,
        background,
        float(np.degrees(np.arctan2(direction[1], direction[0])) % 360.0),
        float(np.median(np.linalg.norm(alignment.right[hand], axis=1))),
        tuple(doubts),
        outlying,
        choice.behind,
    )


def _parted(rows: Sequence[Row], main: int, reach: Mapping[int, float]) -> tuple[tuple[Row, ...], tuple[Row, ...], int]:
    """The rows of the hand, the rows of what lies near it, and the index of the main row among the former."""
    own: list[Row] = []
    outlying: list[Row] = []
    heart = 0
    step = 0.0
    for number, row in enumerate(rows):
        step += row.step
        runs: list[list[Placed]] = []
        for placed in row.tiles:
            far = placed.tile.id in reach
            if not runs or far != (runs[-1][0].tile.id in reach) or (far and placed.gap_before > _NEAR_GAP):
                runs.append([])
            runs[-1].append(placed)
        kept = [placed for run in runs if run[0].tile.id not in reach for placed in run]
        if kept:
            if number == main:
                heart = len(own)
            kept[0] = replace(kept[0], gap_before=0.0)
            own.append(Row(tuple(kept), 0.0 if not own else step, row.left))
            step = 0.0
        for run in runs:
            if run[0].tile.id in reach:
                run[0] = replace(run[0], gap_before=0.0)
                outlying.append(Row(tuple(run), row.step, row.left, max(reach[placed.tile.id] for placed in run)))
    return tuple(own), tuple(sorted(outlying, key=lambda row: row.reach)), heart


def _subset(frames: Frames, chosen: list[int]) -> Frames:
    return Frames(
        frames.centre[chosen],
        frames.across[chosen],
        frames.down[chosen],
        frames.corners[chosen],
        frames.size[chosen],
        frames.back[chosen],
        frames.credit[chosen],
    )
