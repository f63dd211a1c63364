"""Boxes put right where the perspective has skewed their tiles.

A detector's box is a rectangle, but a tile seen from aside is a parallelogram. The smallest rectangle around it lies
along the row, as wanted, or along the tile's slanting side; it flips from one to the other towards the ends of a long
row. From the neighbour's direction and the slanting side the parallelogram follows.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.layout.frames import Bools, Floats, Frames, medoid, scale_of
from vision.layout.thresholds import TILE_ASPECT, LayoutThresholds


def straighten(frames: Frames, heart: tuple[int, ...], limits: LayoutThresholds) -> Frames:
    """The frames with the boxes by the heart put right: those that go on its rows, one after the other outwards from
    it, and those that follow each other along the same direction elsewhere; the same frames where nothing was skewed.
    """
    core = np.array(heart)
    whole = _along_its_line(frames, core, limits)
    if whole is not None:
        frames = whole
    row = _direction(frames, core)
    skewed = _turns(frames, row) > limits.skewed_turn
    skewed[core] = False
    if not skewed.any():
        return frames
    before = frames
    across, down = frames.across.copy(), frames.down.copy()
    good = np.zeros(len(frames), dtype=bool)
    good[core] = True
    changed = False
    queue = [*heart, *_in_line(frames, core, row, skewed, limits)]
    while queue and skewed.any():
        here = queue.pop(0)
        along, beyond = across[here], down[here]
        if abs(float(along @ row)) * np.linalg.norm(beyond) < abs(float(beyond @ row)) * np.linalg.norm(along):
            along, beyond = beyond / TILE_ASPECT, along * TILE_ASPECT
        along = _towards_neighbour(frames, along, beyond, here, good, limits)
        for k in _next_in_row(frames, along, beyond, here, skewed, limits):
            fixed = _along(frames, along, beyond, k, limits) or _like(frames, along, beyond, here, k, limits)
            if fixed is not None:
                across[k], down[k] = fixed
                skewed[k] = False
                good[k] = True
                changed = True
                queue.append(k)
    for k, model in _in_file(frames, core, row, skewed, limits):
        fixed = _along(frames, frames.across[model], frames.down[model], k, limits)
        if fixed is not None:
            across[k], down[k] = fixed
            changed = True
    return _with(frames, across, down) if changed else before


def _along_its_line(frames: Frames, core: NDArray[np.intp], limits: LayoutThresholds) -> Frames | None:
    """The frames with every box of the heart laid along the line of their centres, where all are turned against it as
    one; None where they are not."""
    if len(core) < limits.telling:
        return None
    spots = frames.centre[core] - frames.centre[core].mean(axis=0)
    _, _, axes = np.linalg.svd(spots, full_matrices=False)
    line: Floats = axes[0]
    usual = float(np.median(frames.size[core]))
    off = np.abs(spots @ axes[1])
    places = np.sort(spots @ line)
    turns = _turns(frames, line)[core]
    straight = float(off.max()) <= 0.3 * usual and float(places[-1] - places[0]) >= 0.8 * usual * (len(core) - 1)
    if not straight or float(np.median(turns)) <= limits.skewed_turn:
        return None
    along = line * float(np.median(np.diff(places)))
    middle = core[medoid(frames.centre[core])]
    if float(frames.across[middle] @ along) < 0:
        along = -along
    across, down = frames.across.copy(), frames.down.copy()
    for k in core:
        fixed = _along(frames, along, frames.down[middle], int(k), limits)
        if fixed is not None:
            across[k], down[k] = fixed
    return _with(frames, across, down)


def _direction(frames: Frames, core: NDArray[np.intp]) -> Floats:
    """The unit vector along the rows of the heart."""
    middle = core[medoid(frames.centre[core])]
    across, down = frames.across[core], frames.down[core]
    reference = frames.across[middle] / np.linalg.norm(frames.across[middle])
    along = np.abs(across @ reference) / np.linalg.norm(across, axis=1)
    if (along < np.abs(down @ reference) / np.linalg.norm(down, axis=1)).mean() > 0.5:
        reference = frames.down[middle] / np.linalg.norm(frames.down[middle])
    result: Floats = reference
    return result


def _in_line(frames: Frames, core: NDArray[np.intp], row: Floats, skewed: Bools, limits: LayoutThresholds) -> list[int]:
    """Other tiles around the heart that lie along its rows already, nearest first."""
    rest = ~skewed & (_turns(frames, row) <= limits.skewed_turn)
    rest[core] = False
    usual = float(np.median(frames.size[core]))
    rest &= (frames.size <= usual * limits.skewed_size) & (frames.size >= usual / limits.skewed_size)
    offset = frames.centre[:, None] - frames.centre[core][None]
    distance = np.linalg.norm(offset, axis=2).min(axis=1) / usual
    which = np.flatnonzero(rest & (distance <= 2 * limits.skewed_near))
    return sorted((int(k) for k in which), key=lambda k: float(distance[k]))


def _turns(frames: Frames, row: Floats) -> Floats:
    """Degrees, modulo a quarter turn, between the sides of each tile and the row."""
    angle = np.degrees(np.arctan2(frames.across[:, 1], frames.across[:, 0]) - np.arctan2(row[1], row[0]))
    result: Floats = np.abs((angle + 45.0) % 90.0 - 45.0)
    return result


def _towards_neighbour(
    frames: Frames, along: Floats, beyond: Floats, here: int, good: Bools, limits: LayoutThresholds
) -> Floats:
    """The tile's side along its row, turned so that it points along the centres of the row: they are surer than the
    sides of one box."""
    steps, aside = _places(frames, along, beyond, here)
    low, high = limits.skewed_step
    near = good & (np.abs(steps) >= low) & (np.abs(steps) <= high) & (np.abs(aside) <= limits.skewed_offset)
    if not near.any():
        return along
    which = np.flatnonzero(near)
    other = which[np.argmin(np.abs(steps[which]))]
    line = (frames.centre[other] - frames.centre[here]) * np.sign(steps[other])
    result: Floats = line / np.linalg.norm(line) * np.linalg.norm(along)
    return result


def _places(frames: Frames, along: Floats, beyond: Floats, here: int) -> tuple[Floats, Floats]:
    """Every tile's place in this tile's frame: steps along the row, heights aside; infinite in a frame of no area."""
    offset = frames.centre - frames.centre[here]
    determinant = float(along[0] * beyond[1] - along[1] * beyond[0])
    if abs(determinant) < 1e-9:
        return np.full(len(frames), np.inf), np.full(len(frames), np.inf)
    steps = (offset[:, 0] * beyond[1] - offset[:, 1] * beyond[0]) / determinant
    aside = (along[0] * offset[:, 1] - along[1] * offset[:, 0]) / determinant
    return steps, aside


def _like(
    frames: Frames, along: Floats, beyond: Floats, here: int, k: int, limits: LayoutThresholds
) -> tuple[Floats, Floats] | None:
    """The sides of a tile that stands exactly where the next of the row should, whatever its box says: those of its
    neighbour."""
    steps, aside = _places(frames, along, beyond, here)
    low, high = limits.next_step
    if not low <= abs(float(steps[k])) <= high or abs(float(aside[k])) > limits.next_offset:
        return None
    unit = along / np.linalg.norm(along)
    upright, lying = (
        abs(float(side @ unit)) / float(np.linalg.norm(side)) for side in (frames.across[k], frames.down[k])
    )
    plain = _turns(frames, along)[k] < limits.plainly_sideways
    if lying > upright and (plain or abs(float(steps[k])) > limits.sideways_step):
        return None
    ratio = float(np.clip(frames.size[k] / frames.size[here], 0.85, 1.15))
    # The tile keeps its own up, which its down side tells against the row's.
    facing = 1.0 if float(frames.down[k] @ beyond) >= 0 else -1.0
    return along * ratio * facing, beyond * ratio * facing


def _next_in_row(
    frames: Frames, across: Floats, down: Floats, here: int, skewed: Bools, limits: LayoutThresholds
) -> list[int]:
    """Skewed tiles one step along this tile's row, and, where the slant is plain, some steps off; nearest first."""
    steps, aside = _places(frames, across, down, here)
    steps, aside = np.abs(steps), np.abs(aside)
    ratio = np.maximum(frames.size / frames.size[here], frames.size[here] / frames.size)
    low, high = limits.skewed_step
    reach = np.where(_turns(frames, across) > 2 * limits.skewed_turn, limits.skewed_reach, high)
    fits = skewed & (steps >= low) & (steps <= reach) & (aside <= limits.skewed_offset) & (ratio <= limits.skewed_size)
    return sorted((int(k) for k in np.flatnonzero(fits)), key=lambda k: float(steps[k]))


def _in_file(
    frames: Frames, core: NDArray[np.intp], row: Floats, skewed: Bools, limits: LayoutThresholds
) -> list[tuple[int, int]]:
    """Skewed tiles near the heart that stand one beside the other along its rows, slanting alike, each with the tile
    of the heart nearest to it."""
    which = np.flatnonzero(skewed)
    if len(which) < 2:
        return []
    offset = frames.centre[which][None] - frames.centre[which][:, None]
    along, off = np.abs(offset @ row), np.abs(offset @ np.array([-row[1], row[0]]))
    width = (frames.size[which][:, None] + frames.size[which][None]) / 2
    turn = np.arctan2(frames.across[which, 1], frames.across[which, 0])
    differ = np.degrees(turn[:, None] - turn[None, :])
    alike = np.abs((differ + 45.0) % 90.0 - 45.0) < limits.skewed_alike
    low, high = limits.skewed_step
    files = alike & (along >= low * width) & (along <= 0.85 * high * width) & (off <= 0.22 * along)
    found = []
    for k in which[files.any(axis=1)]:
        distance = np.linalg.norm(frames.centre[core] - frames.centre[k], axis=1)
        nearest = int(distance.argmin())
        if distance[nearest] <= limits.skewed_near * frames.size[core[nearest]]:
            found.append((int(k), int(core[nearest])))
    return found


def _with(frames: Frames, across: Floats, down: Floats) -> Frames:
    half_across, half_down = across / 2, down / 2
    corners = np.stack(
        [
            frames.centre - half_across - half_down,
            frames.centre + half_across - half_down,
            frames.centre + half_across + half_down,
            frames.centre - half_across + half_down,
        ],
        axis=1,
    )
    same = (across == frames.across).all(axis=1) & (down == frames.down).all(axis=1)
    corners[same] = frames.corners[same]
    return Frames(frames.centre, across, down, corners, scale_of(across, down), frames.back, frames.credit)


def _along(
    frames: Frames, across: Floats, down: Floats, k: int, limits: LayoutThresholds
) -> tuple[Floats, Floats] | None:
    """The across and down sides of tile k as the parallelogram that shares the row of a tile with the sides given,
    None where the box would not fit one."""
    row = across / np.linalg.norm(across)
    sides = (frames.across[k], frames.down[k])
    lengths = [float(np.linalg.norm(side)) for side in sides]
    # The side nearer to the row is the one that the box could not follow.
    follows = [abs(float(side @ row)) / length for side, length in zip(sides, lengths, strict=True)]
    slanting = 0 if follows[0] < follows[1] else 1
    along = 1 - slanting
    lean = sides[slanting] / lengths[slanting]
    cosine = float(lean @ row)
    sine = float(np.sqrt(max(1.0 - cosine**2, 0.0)))
    if sine < limits.skewed_sine:
        return None
    wide = lengths[along] / sine
    high = lengths[slanting] - wide * abs(cosine)
    expected = float(np.linalg.norm(across)) * (TILE_ASPECT if along == 1 else 1.0)
    tall = float(np.linalg.norm(down)) / (TILE_ASPECT if along == 1 else 1.0)
    if not 0.6 <= wide / expected <= 1.6 or not 0.5 <= high * sine / tall <= 1.7:
        return None
    fixed = [frames.across[k], frames.down[k]]
    fixed[along] = row * wide * (1.0 if float(sides[along] @ row) >= 0 else -1.0)
    fixed[slanting] = lean * high
    return fixed[0], fixed[1]
