"""From named tiles to rows: the whole layout step."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.layout.alignment import align
from vision.layout.choose import choose_hand
from vision.layout.frames import Frames, frames_of
from vision.layout.rows import rows_of
from vision.layout.thresholds import DEFAULT_LAYOUT_THRESHOLDS, LayoutThresholds
from vision.layout.values import Layout, LayoutDoubt
from vision.types import NamedTile


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
    ordered = sorted(tiles, key=lambda tile: tile.id)
    if not ordered:
        return Layout((), 0, (), 0.0, 0.0)
    frames = frames_of(ordered)
    ids = [tile.id for tile in ordered]
    choice = choose_hand(frames, limits)
    chosen = [k for k in choice.hand if ids[k] not in dropped]
    chosen = sorted({*chosen, *(k for k, name in enumerate(ids) if name in kept)})
    if not chosen:
        return Layout((), 0, tuple(ordered), 0.0, 0.0)

    members = [ordered[k] for k in chosen]
    own = _subset(frames, chosen)
    alignment = align(own)
    rows, main = rows_of(members, own, alignment, limits)
    background = tuple(tile for k, tile in enumerate(ordered) if k not in set(chosen))
    direction = alignment.right.mean(axis=0)
    doubts = []
    if choice.rival:
        other = tuple(ids[k] for k in choice.rival)
        doubts.append(LayoutDoubt("two_hands", other, "another row could be the hand; the nearest was read"))
    fringe = tuple(ids[k] for k in choice.fringe if ids[k] not in kept | dropped)
    if fringe:
        taken = {tile.id for tile in members}
        word = "counted in" if set(fringe) <= taken else "left out"
        doubts.append(LayoutDoubt("fringe", fringe, f"lies at the edge of the hand; {word}"))
    return Layout(
        rows,
        main,
        background,
        float(np.degrees(np.arctan2(direction[1], direction[0])) % 360.0),
        float(np.median(np.linalg.norm(alignment.right, axis=1))),
        tuple(doubts),
    )


def _subset(frames: Frames, chosen: list[int]) -> Frames:
    return Frames(
        frames.centre[chosen],
        frames.across[chosen],
        frames.down[chosen],
        frames.corners[chosen],
        frames.size[chosen],
        frames.back[chosen],
    )
