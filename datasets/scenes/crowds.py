"""Tiles that are no hand: piles, grids, walls, discards, other players' rows."""

from __future__ import annotations

import numpy as np

from datasets.scenes.geometry import Dims, frame
from datasets.scenes.hands import Wall
from datasets.scenes.layouts import Manner, Placed
from datasets.scenes.types import Floats

_AWAY = 1.72
"""Two tiles whose middles are this far apart never overlap, whatever their turn."""


def pile(
    rng: np.random.Generator,
    wall: Wall,
    count: int,
    dims: Dims,
    centre: tuple[float, float],
    spread: tuple[float, float],
    *,
    main: bool = False,
    down: float = 0.1,
    touching: bool = True,
    on_edge: float = 0.0,
) -> list[Placed]:
    """Tiles thrown at random, none over another."""
    faces = wall.draw(rng, count)
    spots: list[tuple[float, float, float]] = []
    placed: list[Placed] = []
    tries = rng.uniform(-1.0, 1.0, (len(faces) * 14, 2)) * np.asarray(spread) + np.asarray(centre)
    turns = rng.uniform(0, 2 * np.pi, len(tries))
    for (x, y), turn in zip(tries.tolist(), turns.tolist(), strict=True):
        if len(placed) == len(faces):
            break
        if any(_collide(x, y, turn, *spot, dims.h, touching) for spot in spots):
            continue
        spots.append((x, y, turn))
        face = faces[len(placed)]
        if rng.random() < on_edge:
            # Left standing on one of its narrow sides, as tiles do in a heap.
            at = np.array([x, y, dims.h / 2])
            placed.append(Placed(face, at, frame(turn, np.pi / 2, flip=rng.random() < 0.5), pose="standing", main=main))
            continue
        upside = rng.random() < down
        at = np.array([x, y, dims.d / 2])
        placed.append(Placed(face, at, frame(turn, down=upside), pose="down" if upside else "up", main=main))
    return placed


def _collide(x: float, y: float, turn: float, ox: float, oy: float, other: float, high: float, touching: bool) -> bool:
    dx, dy = ox - x, oy - y
    far = dx * dx + dy * dy
    if far > _AWAY * _AWAY:
        return False
    if far < 1.0 or not touching:
        return True
    for angle, away in ((turn, other), (other, turn)):
        c, s = np.cos(angle), np.sin(angle)
        along, across = abs(dx * c + dy * s), abs(-dx * s + dy * c)
        rel = angle - away
        rc, rs = abs(np.cos(rel)), abs(np.sin(rel))
        if along > 0.5 + 0.5 * rc + high / 2 * rs or across > high / 2 + 0.5 * rs + high / 2 * rc:
            return False
    return True


def grid(
    rng: np.random.Generator, wall: Wall, dims: Dims, count: int, *, columns: int, main: bool = True
) -> list[Placed]:
    """Tiles in lines and columns, tight or loose, perhaps each turned its own way."""
    faces = wall.draw(rng, count)
    manner = Manner.random(rng)
    turned = rng.random() < 0.35
    loose = float(rng.choice((0.0, 0.25, 1.2), p=(0.4, 0.3, 0.3)))
    whole = int(rng.integers(4)) if rng.random() < 0.3 else 0
    size = (dims.h, dims.h) if turned else ((dims.h, 1.0) if whole % 2 else (1.0, dims.h))
    step = np.asarray(size) + loose * rng.uniform(0.3, 1.0) + manner.gap
    downs = 0.0 if rng.random() < 0.7 else 0.2
    placed = []
    for i, face in enumerate(faces):
        line, column = divmod(i, columns)
        quarter = int(rng.integers(4)) if turned else whole
        flip = 2 if rng.random() < manner.flips else 0
        at = np.array([column * step[0], -line * step[1], dims.d / 2])
        at[:2] += rng.normal(0.0, manner.wander + loose * 0.06, 2)
        yaw = (quarter + flip) * np.pi / 2 + rng.normal(0.0, manner.twist + loose * 0.03)
        down = rng.random() < downs
        placed.append(Placed(face, at, frame(yaw, down=down), pose="down" if down else "up", main=main))
    return placed


def loose(rng: np.random.Generator, wall: Wall, dims: Dims, count: int) -> list[Placed]:
    side = np.sqrt(count) * float(rng.uniform(0.75, 1.3)) + 0.6
    wide = float(rng.uniform(0.8, 1.6))
    downs = float(rng.choice((0.0, 0.1, 0.3)))
    return pile(
        rng, wall, count, dims, (0.0, 0.0), (side * wide, side / wide), main=True, down=downs,
        touching=rng.random() < 0.7,
        on_edge=0.06 if rng.random() < 0.3 else 0.0,
    )  # fmt: skip


def closeup(rng: np.random.Generator, wall: Wall, dims: Dims) -> list[Placed]:
    """One to six tiles near to the camera, lying or standing."""
    count = int(rng.integers(1, 7))
    if rng.random() < 0.35:
        return loose(rng, wall, dims, count)
    faces = wall.draw(rng, count)
    manner = Manner.random(rng)
    standing = rng.random() < 0.3
    pitch = float(np.deg2rad(rng.uniform(60, 90))) if standing else 0.0
    placed = []
    for i, face in enumerate(faces):
        x = (i - count / 2) * (1 + manner.gap)
        twist = rng.normal(0.0, manner.twist)
        flip = rng.random() < manner.flips * 0.5
        z = dims.h / 2 * np.sin(pitch) + dims.d / 2 * np.cos(pitch)
        at = np.array([x, rng.normal(0.0, manner.wander), z])
        placed.append(
            Placed(face, at, frame(twist, pitch, flip=flip), pose="standing" if standing else "up", main=True)
        )
    return placed


def wall_piece(
    rng: np.random.Generator,
    wall: Wall,
    dims: Dims,
    start: tuple[float, float],
    angle: float,
    length: int,
    *,
    high: int = 2,
    standing: bool = False,
) -> list[Placed]:
    """A line of face-down tiles, one or two high, or a row of tiles standing with their backs outside."""
    manner = Manner.random(rng)
    along = np.array([np.cos(angle), np.sin(angle), 0.0])
    faces = wall.draw(rng, length * (1 if standing else high))
    placed = []
    slip = rng.normal(0.0, 0.06, (length, 2))
    for i, face in enumerate(faces):
        column, level = (i, 0) if standing else divmod(i, high)
        at = np.array([start[0], start[1], 0.0]) + along * column * (1.0 + manner.gap * 0.3)
        at[:2] += slip[min(column, length - 1)] * (0.3 + level) * (1 + manner.wander * 20) * 0.4
        twist = rng.normal(0.0, manner.twist)
        if standing:
            at[2] = dims.h / 2
            placed.append(Placed(face, at, frame(angle + twist, np.pi / 2), pose="standing"))
        else:
            at[2] = dims.d / 2 + level * dims.d
            placed.append(Placed(face, at, frame(angle + twist, down=True), pose="down"))
    return placed


def discards(rng: np.random.Generator, wall: Wall, dims: Dims, centre: Floats, seat: int, count: int) -> list[Placed]:
    """One player's discards in rows of six, seen from that player's side; seat 0 is nearest."""
    angle = seat * np.pi / 2
    c, s = np.cos(angle), np.sin(angle)
    manner = Manner.random(rng)
    placed = []
    sideways = int(rng.integers(count)) if count and rng.random() < 0.3 else -1
    for i, face in enumerate(wall.draw(rng, count)):
        line, column = divmod(i, 6)
        x = (column - 2.5) * (1.0 + manner.gap) + rng.normal(0.0, manner.wander)
        y = -(3.1 + line * (dims.h + manner.gap)) + rng.normal(0.0, manner.wander)
        yaw = angle + rng.normal(0.0, manner.twist) + (np.pi / 2 if i == sideways else 0.0)
        at = np.array([centre[0] + c * x - s * y, centre[1] + s * x + c * y, dims.d / 2])
        placed.append(Placed(face, at, frame(yaw)))
    return placed


def table_around(rng: np.random.Generator, wall: Wall, dims: Dims, tidy: bool) -> list[Placed]:
    """What surrounds a hand at the near side: discards, walls, other players' tiles."""
    away = float(rng.uniform(10.2, 13.5))
    centre = np.array([rng.normal(0.0, 1.0), away])
    placed: list[Placed] = []
    if tidy:
        most = int(rng.integers(3, 19))
        for seat in range(4):
            placed += discards(rng, wall, dims, centre, seat, max(0, most + int(rng.integers(-2, 2))))
    else:
        spread = float(rng.uniform(4.0, 6.5))
        placed += pile(rng, wall, int(rng.integers(10, 50)), dims, (float(centre[0]), away), (spread, spread * 0.7))
    # Walls keep clear of three rows of discards within and of the players' own tiles without.
    reach = away - float(rng.uniform(2.3, 2.8))
    for seat in range(4):
        if rng.random() < 0.55:
            length = int(rng.integers(4, 15))
            angle = seat * np.pi / 2
            c, s = np.cos(angle), np.sin(angle)
            x, y = float(rng.uniform(-8, 8 - length)), -reach
            start = (centre[0] + c * x - s * y, centre[1] + s * x + c * y)
            placed += wall_piece(rng, wall, dims, start, angle, length)
    for seat in (1, 2, 3):
        if rng.random() < 0.55:
            angle = seat * np.pi / 2
            c, s = np.cos(angle), np.sin(angle)
            x, y = float(rng.uniform(-7, -4)), -(away + 0.5)
            start = (centre[0] + c * x - s * y, centre[1] + s * x + c * y)
            if rng.random() < 0.7:
                placed += wall_piece(rng, wall, dims, start, angle, int(rng.integers(4, 14)), standing=True)
            else:
                for i, face in enumerate(wall.draw(rng, int(rng.integers(3, 13)))):
                    at = np.array([start[0] + c * i, start[1] + s * i, dims.d / 2])
                    placed.append(Placed(face, at, frame(angle + rng.normal(0.0, 0.02))))
    return placed


def fitting(tiles: list[Placed], kept: list[Placed], dims: Dims) -> list[Placed]:
    """Those of `tiles` that do not run into `kept` tiles."""
    if not kept:
        return tiles
    own = np.array([p.at[:2] for p in kept])
    clear = (dims.h + 1.0) * 0.72
    return [p for p in tiles if float(np.min(np.abs(own - p.at[:2]).max(1))) > clear]
