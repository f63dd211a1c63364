"""Tiles that lie together, and which of the blocks on the table is the hand."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.layout.frames import Bools, Frames, Relations
from vision.layout.thresholds import LayoutThresholds


@dataclass(frozen=True, slots=True)
class Block:
    """Indices of tiles that touch and are turned alike. `wall` marks blocks of backs that are no part of any hand;
    `run` is the longest line of faces side by side; `grid` marks several lines of like length on each other; `score`
    tells how likely it is the heart of the hand."""

    tiles: tuple[int, ...]
    wall: bool
    run: int
    grid: bool
    score: float


def components(links: Bools) -> list[list[int]]:
    """Connected parts of a symmetric (n, n) link matrix, each in ascending order."""
    seen = np.zeros(len(links), dtype=bool)
    parts: list[list[int]] = []
    for start in range(len(links)):
        if seen[start]:
            continue
        seen[start] = True
        part, queue = [], [start]
        while queue:
            here = queue.pop()
            part.append(here)
            fresh = np.flatnonzero(links[here] & ~seen)
            seen[fresh] = True
            queue.extend(int(k) for k in fresh)
        parts.append(sorted(part))
    return parts


def touching(frames: Frames, relations: Relations, limits: LayoutThresholds) -> Bools:
    """Which tiles lie together: near, turned alike, of a size, side to side. A back goes only with what is beside
    it, as in a kong: a wall is pushed up against rows from behind."""
    links: Bools = (
        (relations.gap <= limits.touch_gap)
        & (relations.share >= limits.touch_overlap)
        & (relations.turn <= limits.touch_turn)
        & (relations.size_ratio <= limits.touch_size)
    )
    links &= ~(frames.back[:, None] | frames.back[None, :]) | _beside(relations)
    np.fill_diagonal(links, False)
    return links


def blocks_of(frames: Frames, relations: Relations, limits: LayoutThresholds, nearness: np.ndarray) -> list[Block]:
    """All blocks of the picture, likeliest hand first. `nearness` (n,) grows towards the camera, about 0 on average,
    in tile heights."""
    links = touching(frames, relations, limits)
    beside = links & _beside(relations) & ~frames.back[:, None] & ~frames.back[None, :]
    walls = _walls(frames, relations, limits)
    credible = frames.size[frames.credit >= 0.5] if (frames.credit >= 0.5).any() else frames.size
    largest = float(np.sort(credible)[-min(len(credible), 5) :].mean())
    blocks = []
    for part in components(links):
        members = np.array(part)
        backs = int(frames.back[members].sum())
        faces = len(part) - backs
        wall = (backs >= limits.wall_backs and backs > faces) or (not faces and bool(walls[members].any()))
        runs = _runs(beside, members[~frames.back[members]])
        run = max(runs, default=0)
        grid = sum(length >= max(4, run / 2) for length in runs) >= 2
        size = min(float(np.median(frames.size[members])) / largest, 1.2)
        credit = float(frames.credit[members].mean())
        score = (
            np.log1p(min(faces * credit, 20))
            + 0.6 * np.log1p(min(run * credit, 14))
            + 2.0 * np.log(max(credit, 0.02))
            + 3.5 * np.log(max(size, 1e-3))
            + 0.05 * float(np.clip(nearness[members].mean(), -8.0, 8.0))
        )
        blocks.append(Block(tuple(part), wall, run, grid, -np.inf if wall or faces == 0 else float(score)))
    return sorted(blocks, key=lambda block: -block.score)


def _beside(relations: Relations) -> Bools:
    """Neighbours whose separating side is the across side of both: a proper row of upright tiles."""
    across_apart = relations.axis_gap[..., 0] > relations.axis_gap[..., 1]
    result: Bools = across_apart & across_apart.T
    return result


def _walls(frames: Frames, relations: Relations, limits: LayoutThresholds) -> Bools:
    """Backs that have so many others about them that they are a wall, though it has gaps and bends."""
    near = (relations.gap <= limits.wall_gap) & frames.back[:, None] & frames.back[None, :]
    walls = np.zeros(len(frames), dtype=bool)
    for part in components(near):
        walls[part] = len(part) >= limits.wall_backs
    return walls


def _runs(beside: Bools, members: np.ndarray) -> list[int]:
    """How long the lines of tiles side by side are."""
    return [len(part) for part in components(beside[np.ix_(members, members)])]
