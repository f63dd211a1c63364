"""The hand told from the rest of the table: one block is its heart, other pieces belong when they lie by it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from vision.layout.blocks import Block, blocks_of
from vision.layout.distances import distances_of
from vision.layout.frames import Frames, Relations, relations_of
from vision.layout.straighten import straighten
from vision.layout.thresholds import LayoutThresholds

_CREDIBLE = 0.5
"""Credit from which something is taken for a tile where nothing else speaks for it."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Indices of the hand's tiles, of pieces that were taken by a narrow margin, of another block that could as well
    be the hand, and of pieces near the hand with how far off they are; the frames with skewed boxes put right; how much
    less it is worth than the best choice."""

    hand: tuple[int, ...]
    fringe: tuple[int, ...] = ()
    rival: tuple[int, ...] = ()
    outlying: tuple[tuple[tuple[int, ...], float], ...] = ()
    frames: Frames | None = None
    behind: float = 0.0


def choose_hands(frames: Frames, limits: LayoutThresholds) -> Iterator[Choice]:
    """Which tiles make the hand, likeliest first; further ones are worked out only when they are asked for. An empty
    choice where there is none."""
    relations = relations_of(frames)
    faces = frames.credit[~frames.back]
    wider = limits.quiet()
    if len(faces) <= limits.quiet_table and int((faces < _CREDIBLE).sum()) <= 1:
        limits = wider
    blocks = blocks_of(frames, relations, limits, _nearness(frames))
    hearts = [block for block in blocks if np.isfinite(block.score)]
    near = [block for block in hearts if block.score >= hearts[0].score - limits.heart_margin][: limits.hearts_tried]
    found: list[tuple[float, Block, Choice]] = []

    def gather(heart: Block) -> None:
        if not any(set(heart.tiles) <= set(choice.hand) for _, _, choice in found):
            choice, heart, around = _around(frames, relations, heart, blocks, limits)
            found.append((_worth(heart, choice.hand, around, frames, limits), heart, choice))

    def gather_wider(heart: Block) -> None:
        choice, heart, around = _around(frames, relations, heart, blocks, wider)
        found.append((_worth(heart, choice.hand, around, frames, wider) - limits.wider_worth, heart, choice))

    for heart in near:
        gather(heart)
    if not found:
        yield Choice(())
        return
    found.sort(key=lambda entry: -entry[0])
    worth, _, best = found[0]
    for other_worth, other, choice in found[1:]:
        apart = not set(choice.hand) & set(best.hand)
        if apart and other.run >= 4 and worth - other_worth < limits.rival_margin:
            best = replace(best, rival=choice.hand)
            break
    yield best
    for heart in hearts[len(near) : limits.hearts_at_all]:
        gather(heart)
    if wider is not limits:
        for _, heart, _ in found[:3]:
            gather_wider(heart)
    others = sorted(found, key=lambda entry: -entry[0])
    told = {best.hand}
    for other_worth, _, choice in others:
        if choice.hand not in told:
            told.add(choice.hand)
            yield replace(choice, behind=worth - other_worth)


def _around(
    frames: Frames, relations: Relations, heart: Block, blocks: list[Block], limits: LayoutThresholds
) -> tuple[Choice, Block, list[Block]]:
    """What gathers around a heart, the heart with what its skewed neighbours add to it, and the blocks then."""
    straight = straighten(frames, heart.tiles, limits)
    if straight is not frames:
        frames, relations = straight, relations_of(straight)
        blocks = blocks_of(frames, relations, limits, _nearness(frames))
        heart = next(block for block in blocks if heart.tiles[0] in block.tiles)
    choice = _gather(frames, relations, heart, [block for block in blocks if block is not heart], limits)
    return replace(choice, frames=frames), heart, blocks


def _worth(heart: Block, hand: tuple[int, ...], blocks: list[Block], frames: Frames, limits: LayoutThresholds) -> float:
    """The heart's score corrected for what gathers around it: a hand has some fourteen tiles in rows, a pond more
    rows, a heap single tiles."""
    taken = set(hand)
    tidy = [k for block in blocks if block.run >= 2 and taken.issuperset(block.tiles) for k in block.tiles]
    faces = float(frames.credit[tidy][~frames.back[tidy]].sum()) if tidy else 0.0
    heart_tiles = list(heart.tiles)
    own = float(frames.credit[heart_tiles][~frames.back[heart_tiles]].sum())
    growth = np.log1p(min(max(faces, own), 20)) - np.log1p(min(own, 20))
    whole = 0.0
    if limits.full_hand - 1 <= len(hand) <= limits.largest_hand:
        whole = 0.4 if len(hand) > limits.full_hand + 4 else 0.7
    # Ponds face all ways; of a hand at most one tile of every meld lies on its side.
    many_ways = 3.0 * max(_crosswise_share(frames, hand) - 0.34, 0.0)
    return float(heart.score + growth + whole - (0.9 if heart.grid else 0.0) - many_ways)


def _crosswise_share(frames: Frames, hand: tuple[int, ...]) -> float:
    """The share of the faces that lie across the direction of most of them."""
    faces = [k for k in hand if not frames.back[k]]
    if not faces:
        return 0.0
    turn = np.arctan2(frames.down[faces, 1], frames.down[faces, 0])
    across = np.abs(np.sin(turn[:, None] - turn[None, :])) > np.sqrt(0.5)
    return float(np.sort(across.mean(axis=1))[: max(len(faces) // 2, 1)].mean())


def _nearness(frames: Frames) -> np.ndarray:
    """How far each tile lies towards the side that its own bottom points to, in tile heights."""
    height = np.linalg.norm(frames.down, axis=1)
    toward = np.einsum("ij,ij->i", frames.centre - frames.centre.mean(axis=0), frames.down)
    result: np.ndarray = np.where(frames.back, 0.0, toward / np.maximum(height, 1e-6) ** 2)
    return result


def _gather(frames: Frames, relations: Relations, heart: Block, rest: list[Block], limits: LayoutThresholds) -> Choice:
    """Add piece after piece, nearest first, until nothing more belongs.

    Pieces are reached from the core of the hand, and on the same line from any tile already taken: melds may go on
    beside melds.
    """
    distances = distances_of(frames, relations, heart, limits)
    hand = list(heart.tiles)
    many, few = distances.anywhere[hand].min(axis=0), distances.strict[hand].min(axis=0)
    before = distances.nearer[hand].min(axis=0)
    waiting = [block for block in rest if not block.wall and _can_belong(frames, block)]
    fringe: list[int] = []

    def reach(block: Block) -> float:
        members = list(block.tiles)
        doubt = 1.0 - float(frames.credit[members].mean())
        off = float((few if len(members) <= 2 else many)[members].min())
        if not heart.grid and len(hand) + len(members) <= limits.full_hand + 4:
            off = min(off, float(before[members].min()) * (1.0 if len(members) > 2 else limits.few_before))
        if len(members) > 2 and float(distances.crosswise[members].mean()) > limits.crosswise_piece:
            # A set of the player to the left or right.
            off *= limits.crosswise_reach
        return off * (1.0 + limits.doubtful_piece * doubt)

    while waiting:
        costs = [reach(block) * _reluctance(len(hand), block, limits) for block in waiting]
        best = int(np.argmin(costs))
        if costs[best] > 1.0:
            break
        block = waiting.pop(best)
        if costs[best] > 0.85:
            fringe += block.tiles
        new = list(block.tiles)
        core = len(hand) + len(new) < limits.full_hand
        many = np.minimum(many, (distances.anywhere if core else distances.line)[new].min(axis=0))
        few = np.minimum(few, (distances.strict if core else distances.line)[new].min(axis=0))
        before = np.minimum(before, (distances.nearer if core else distances.line)[new].min(axis=0))
        hand += new
    for block in list(waiting):
        if len(block.tiles) <= 2 and all(_in_step(frames, hand, k, limits) for k in block.tiles):
            waiting.remove(block)
            hand += block.tiles
    near = sorted(
        (max(reach(block), 1.0), block.tiles)
        for block in waiting
        if len(block.tiles) <= limits.outlying_tiles
        and not block.grid
        and float(frames.credit[list(block.tiles)].mean()) >= _CREDIBLE
    )
    outlying = tuple(
        (tiles, distance)
        for distance, tiles in near
        if distance <= (limits.outlying_reach if len(tiles) > 2 else limits.outlying_reach_few)
    )
    return Choice(tuple(sorted(hand)), tuple(sorted(fringe)), (), outlying[: limits.outlying_pieces])


def _in_step(frames: Frames, hand: list[int], k: int, limits: LayoutThresholds) -> bool:
    """Whether a tile stands exactly where the next of a row should, at its end or in a hole of it, whatever its box."""
    if frames.back[k]:
        return False
    near = [i for i in hand if np.linalg.norm(frames.centre[i] - frames.centre[k]) <= 3.2 * frames.size[k]]
    if len(near) < 2:
        return False
    spots, sizes = frames.centre[near], frames.size[near]
    step = spots[None] - spots[:, None]
    length = np.linalg.norm(step, axis=2)
    width = (sizes[:, None] + sizes[None]) / 2
    alike = np.maximum(width / frames.size[k], frames.size[k] / width) <= limits.touch_size
    end = (length >= 0.7 * width) & (length <= 1.45 * width)
    ahead = np.linalg.norm(frames.centre[k] - (spots[None] + step), axis=2) <= limits.next_offset * 1.35 * length
    hole = (length >= 1.6 * width) & (length <= 2.7 * width)
    between = np.linalg.norm(frames.centre[k] - (spots[:, None] + step / 2), axis=2) <= limits.next_offset * width
    return bool((alike & (end & ahead | hole & between)).any())


def _can_belong(frames: Frames, block: Block) -> bool:
    """Backs alone are of a hand only as the four of a concealed kong."""
    return not frames.back[list(block.tiles)].all() or len(block.tiles) == 4


def _reluctance(have: int, block: Block, limits: LayoutThresholds) -> float:
    """How much nearer than usual a block must lie, given how many tiles the hand has."""
    total = have + len(block.tiles)
    if total > limits.largest_hand or (block.grid and total > limits.full_hand + 4):
        return np.inf
    factor = 1.0
    if have >= limits.full_hand:
        factor *= limits.full_hand_many if len(block.tiles) > 4 else limits.full_hand_few
    if have >= limits.own_row and len(block.tiles) <= 2:
        factor *= limits.few_tiles
    if total <= limits.full_hand + 1:
        factor *= 0.85
    return factor
