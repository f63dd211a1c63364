"""How far the pieces on the table are from belonging to a hand, measured in its own rows."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.layout.blocks import Block
from vision.layout.frames import Bools, Frames, Relations, medoid
from vision.layout.thresholds import TILE_ASPECT, LayoutThresholds

_AGREED = 0.6
"""Majority from which the faces' own directions tell on which side their owner sits."""


@dataclass(frozen=True, slots=True, eq=False)
class Distances:
    """How far each tile is from belonging beside each other tile, (n, n), at most 1 belongs: `anywhere` for pieces of
    some tiles, `strict` for single tiles and pairs, of which discards have many, `line` on the same line only;
    `nearer` for pieces of some tiles that lie on the owner's side, where no discards are. `crosswise` (n,) marks faces
    that are turned to the owner's neighbours."""

    anywhere: np.ndarray
    nearer: np.ndarray
    crosswise: np.ndarray
    strict: np.ndarray
    line: np.ndarray


def distances_of(frames: Frames, relations: Relations, heart: Block, limits: LayoutThresholds) -> Distances:
    lying = _lying(frames, relations, heart, limits)
    across, behind, own = _row_gaps(relations, lying)
    skew = np.minimum(relations.turn, 2.5 * relations.shared_turn) / limits.attach_turn
    growth = np.log(relations.size_ratio) / np.log(limits.attach_size)
    in_line = (behind < -0.45 * TILE_ASPECT) & (across >= 0)
    beside = np.maximum(across, 0.0) / limits.reach_beside
    depth, own_depth = (np.maximum(space / TILE_ASPECT, 0.0) / limits.reach_behind for space in (behind, own))
    corner = np.maximum(across, 0.0) / limits.reach_corner
    unlike = limits.attach_turn_weight * skew**2 + 0.5 * growth**2
    unlike[(skew > 1.0) | (growth > 1.0)] = np.inf
    line = np.sqrt(np.where(in_line, beside, np.inf) ** 2 + unlike)
    anywhere, strict = (
        np.sqrt(np.where(in_line, beside, np.hypot(off, corner)) ** 2 + unlike) for off in (depth, own_depth)
    )
    before = _towards_owner(frames, heart, lying)
    reach = np.where(before, np.hypot(depth * limits.reach_behind / limits.reach_before, corner), np.inf)
    nearer = np.sqrt(np.where(in_line, beside, reach) ** 2 + unlike)
    return Distances(anywhere, nearer, lying & ~frames.back, strict, line)


def _lying(frames: Frames, relations: Relations, heart: Block, limits: LayoutThresholds) -> Bools:
    """Which tiles (n,) lie on their side in the heart's rows. The across side of most of the heart's faces is its
    row."""
    tiles = np.array(heart.tiles)
    tiles = tiles[~frames.back[tiles]]
    reference = tiles[medoid(frames.centre[tiles])]
    along = frames.across[reference]
    across_share = np.abs(frames.across @ along) / np.linalg.norm(frames.across, axis=1)
    down_share = np.abs(frames.down @ along) / np.linalg.norm(frames.down, axis=1)
    lying: Bools = down_share > across_share
    if lying[_voters(frames, relations, tiles, int(reference), limits)].mean() > 0.5:
        lying = ~lying
    return lying


def _towards_owner(frames: Frames, heart: Block, lying: Bools) -> Bools:
    """Whether tile j lies nearer to the heart's owner than tile i, (n, n); nowhere, where the tiles do not tell on
    which side he sits."""
    tiles = [k for k in heart.tiles if not frames.back[k] and not lying[k]]
    nowhere = np.zeros((len(frames), len(frames)), dtype=bool)
    if not tiles:
        return nowhere
    down = frames.down[tiles]
    facing = np.sign(down @ down[0])
    if abs(float(facing.mean())) < _AGREED:
        # Turned anyhow: the photographer is the owner, and stands below in the picture.
        facing = np.where(down[:, 1] >= 0, 1.0, -1.0)
    toward = (down * (facing if float(facing.sum()) >= 0 else -facing)[:, None]).mean(axis=0)
    if abs(float(np.sign(down @ down[0]).mean())) < _AGREED and toward[1] < 0:
        toward = -toward
    height = np.maximum(np.linalg.norm(frames.down[tiles], axis=1).mean(), 1e-6)
    offset = (frames.centre[None] - frames.centre[:, None]) @ toward
    result: Bools = offset > 0.3 * height * float(np.linalg.norm(toward))
    return result


def _row_gaps(relations: Relations, lying: Bools) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Free space between all tiles, (n, n) in tile widths: along the heart's rows, over both frames; across them, in
    the frame that makes it less; and across them in the frame of the second tile."""
    forth = np.where(lying[:, None, None], relations.axis_gap[..., ::-1], relations.axis_gap)
    back = forth.transpose(1, 0, 2)
    across = (forth[..., 0] + back[..., 0]) / 2
    # A standing row is tall where the table behind it is foreshortened: what lies there is nearer in the row's frame
    # than in its own.
    own = back[..., 1]
    least = np.minimum(forth[..., 1], own)
    return across, np.where(least > 0, least, own), own


def _voters(
    frames: Frames, relations: Relations, tiles: np.ndarray, reference: int, limits: LayoutThresholds
) -> np.ndarray:
    """The faces that tell which way the rows run: the heart's own, and for a small heart those around it that are
    turned alike."""
    if len(tiles) >= limits.telling:
        return tiles
    alike = (relations.turn[reference] <= limits.touch_turn) & (relations.size_ratio[reference] <= limits.touch_size)
    which = np.flatnonzero(alike & ~frames.back)
    distance = np.linalg.norm(frames.centre[which] - frames.centre[reference], axis=1)
    return which[np.argsort(distance, kind="stable")[: limits.full_hand]]
