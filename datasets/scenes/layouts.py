"""Where the tiles of a hand lie: rows, melds, kongs, the winning tile, flowers."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from datasets.scenes.geometry import Dims, frame
from datasets.scenes.types import Floats, SceneTruth, TruthMeld

APART = 0.75
"""Width from which on a gap tells groups apart; inside a group gaps stay well below."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A tile put somewhere."""

    true_face: int
    at: Floats
    axes: Floats
    role: str = "background"
    group: int = -1
    from_: str | None = None
    pose: str = "up"
    main: bool = False
    """Whether the camera takes care to have it in the picture."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A tile in a block, which starts at x = 0 and rests on y = 0."""

    face: int
    x: float
    y: float
    turn: int = 0
    """Quarter turns counter-clockwise."""
    down: bool = False
    level: int = 0
    """1 for a tile on top of another."""


@dataclass(frozen=True, slots=True)
class Block:
    """Tiles that belong together, laid side by side."""

    slots: tuple[Slot, ...]
    width: float
    role: str
    group: int
    from_: str | None = None
    lead: float | None = None
    """The gap before it, where it is not the row's."""


@dataclass(slots=True)
class Manner:
    """How tidily a player lays tiles; drawn once per picture."""

    gap: float
    wander: float
    twist: float
    bend: float
    flips: float
    loose: float
    """Chance of a wider gap inside a row."""

    @staticmethod
    def random(rng: np.random.Generator) -> Manner:
        tidy = rng.random() < 0.55
        return Manner(
            gap=float(rng.uniform(0.0, 0.03) if tidy else rng.uniform(0.0, 0.14)),
            wander=float(rng.uniform(0.0, 0.02) if tidy else rng.uniform(0.01, 0.1)),
            twist=float(np.deg2rad(rng.uniform(0.0, 0.7) if tidy else rng.uniform(0.3, 4.0))),
            bend=float(rng.normal(0.0, 0.0015) if rng.random() < 0.6 else rng.normal(0.0, 0.006)),
            flips=float(rng.choice((0.0, 0.08, 0.4, 1.0), p=(0.5, 0.2, 0.22, 0.08))),
            loose=float(0.0 if rng.random() < 0.8 else 0.06),
        )


def line_block(
    faces: list[int] | tuple[int, ...], role: str, group: int, manner: Manner, rng: np.random.Generator
) -> Block:
    """Upright tiles side by side."""
    slots = []
    x = 0.0
    for i, face in enumerate(faces):
        if i:
            x += abs(rng.normal(0.0, 1.0)) * manner.gap + (rng.uniform(0.15, 0.4) if rng.random() < manner.loose else 0)
        slots.append(Slot(face, x + 0.5, 0.0))
        x += 1.0
    return Block(tuple(slots), x, role, group)


def meld_block(meld: TruthMeld, group: int, dims: Dims, manner: Manner, rng: np.random.Generator) -> Block:
    """A declared set with its sideways tile, its backs, and its added tile."""
    if meld.type == "concealed kong":
        return _concealed_kong(meld, group, manner, rng)
    tiles = list(meld.tiles)
    added = tiles.pop() if meld.type == "added kong" else None
    side = _sideways_place(meld.from_, len(tiles))
    if meld.type == "chow" and side is not None:
        # The claimed tile of a run may be any of the three; it is moved to the place that names the player.
        tiles.insert(side, tiles.pop(int(rng.integers(3))))
    slots: list[Slot] = []
    x = 0.0
    for i, face in enumerate(tiles):
        if i:
            x += abs(rng.normal(0.0, 1.0)) * min(manner.gap, 0.08)
        if i == side:
            slots.append(Slot(face, x + dims.h / 2, 0.0, turn=1 if rng.random() < 0.5 else 3))
            x += dims.h
        else:
            slots.append(Slot(face, x + 0.5, 0.0))
            x += 1.0
    if added is not None:
        base = slots[side] if side is not None else slots[1]
        if side is not None and rng.random() < 0.6:
            slots.append(replace(base, face=added, y=1.0 + abs(rng.normal(0.0, 0.02))))
        else:
            slots.append(replace(base, face=added, level=1))
    return Block(tuple(slots), x, "kong" if meld.type.endswith("kong") else meld.type, group, meld.from_)


def _sideways_place(from_: str | None, count: int) -> int | None:
    if from_ is None:
        return None
    return {"left": 0, "across": 1, "right": count - 1}[from_]


def _concealed_kong(meld: TruthMeld, group: int, manner: Manner, rng: np.random.Generator) -> Block:
    slots = []
    x = 0.0
    for i, face in enumerate(meld.tiles):
        if i:
            x += abs(rng.normal(0.0, 1.0)) * min(manner.gap, 0.08)
        slots.append(Slot(face, x + 0.5, 0.0, down=i in meld.backs))
        x += 1.0
    return Block(tuple(slots), x, "concealed kong", group)


@dataclass(slots=True)
class Row:
    """Blocks side by side with gaps between them."""

    blocks: list[Block] = field(default_factory=list)
    y: float = 0.0
    x: float = 0.0
    """Where its middle lies."""
    gap: float = 1.0


def place_row(row: Row, dims: Dims, manner: Manner, rng: np.random.Generator, pitch: float = 0.0) -> list[Placed]:
    """The tiles of a row in space; with `pitch` they lean or stand instead of lying."""
    gaps = [row.gap * float(rng.uniform(1.0, 1.6)) if b.lead is None else b.lead for b in row.blocks[1:]]
    total = sum(b.width for b in row.blocks) + sum(gaps)
    x = row.x - total / 2
    placed = []
    for i, block in enumerate(row.blocks):
        if i:
            x += gaps[i - 1]
        for slot in block.slots:
            placed.append(_place(slot, block, x, row, dims, manner, rng, pitch))
        x += block.width
    return placed


def _place(
    slot: Slot,
    block: Block,
    x: float,
    row: Row,
    dims: Dims,
    manner: Manner,
    rng: np.random.Generator,
    pitch: float,
) -> Placed:
    high = 1.0 if slot.turn % 2 else dims.h
    px = x + slot.x + rng.normal(0.0, manner.wander * 0.15)
    bend = manner.bend * (px - row.x) ** 2
    py = row.y + slot.y + high / 2 + bend + rng.normal(0.0, manner.wander)
    twist = rng.normal(0.0, manner.twist) + 2 * manner.bend * (px - row.x)
    flip = rng.random() < manner.flips
    yaw = slot.turn * np.pi / 2 + twist
    if pitch > 0 and slot.turn == 0:
        # Resting on its lower edge: the centre rises by half the height and half the depth, as leant.
        z = dims.h / 2 * np.sin(pitch) + dims.d / 2 * np.cos(pitch)
        at = np.array([px, row.y + bend + rng.normal(0.0, manner.wander * 0.6), z])
        return Placed(
            slot.face, at, frame(twist, pitch, flip=flip), block.role, block.group, block.from_, "standing", True
        )
    if pitch > 0:
        # A sideways tile in a standing row lies on its long edge.
        z = 0.5 * np.sin(pitch) + dims.d / 2 * np.cos(pitch)
        axes = frame(twist, pitch, flip=flip)
        axes = np.stack([axes[:, 1], -axes[:, 0], axes[:, 2]], axis=1)
        return Placed(
            slot.face, np.array([px, row.y + bend, z]), axes, block.role, block.group, block.from_, "standing", True
        )
    z = dims.d / 2 + slot.level * dims.d
    axes = frame(yaw, down=slot.down, flip=flip)
    pose = "down" if slot.down else ("stacked" if slot.level else "up")
    return Placed(slot.face, np.array([px, py, z]), axes, block.role, block.group, block.from_, pose, True)


def hand_layout(truth: SceneTruth, dims: Dims, rng: np.random.Generator) -> list[Placed]:
    """Everything that belongs to the hand, laid out as `truth.kind` says, near the origin."""
    manner = Manner.random(rng)
    if truth.kind == "row":
        manner.loose *= 0.5
    concealed = line_block(truth.concealed, "concealed", 0, manner, rng)
    melds = [meld_block(m, i + 1, dims, manner, rng) for i, m in enumerate(truth.melds)]
    group = len(melds) + 1
    aside = None
    if truth.aside:
        aside = line_block(truth.aside, "aside", group, manner, rng)
        group += 1
    hand = _with_win(truth, concealed, group, dims, manner, rng)
    gap = float(rng.uniform(APART, 1.8))
    standing = truth.kind == "rack" or (truth.kind == "table" and rng.random() < 0.3)
    if standing:
        return _standing(hand, melds, aside, dims, manner, gap, rng)
    if truth.kind == "two-row":
        return _two_rows(truth, hand, melds, aside, dims, manner, gap, rng)
    return _one_row(hand, melds, aside, dims, manner, gap, rng)


def _with_win(
    truth: SceneTruth, concealed: Block, group: int, dims: Dims, manner: Manner, rng: np.random.Generator
) -> list[Block]:
    """The concealed tiles with the winning one where it belongs; one or two blocks."""
    if truth.win_tile is None:
        return [concealed]
    if truth.win_place == "apart":
        return [concealed, Block((Slot(truth.win_tile, 0.5, 0.0),), 1.0, "win", group)]
    turned = truth.win_place == "sideways"
    wide = dims.h if turned else 1.0
    turn = (1 if rng.random() < 0.5 else 3) if turned else 0
    slot = Slot(truth.win_tile, wide / 2, 0.0, turn=turn)
    return [concealed, Block((slot,), wide, "win", group, lead=abs(rng.normal(0.0, 1.0)) * min(manner.gap, 0.1))]


def _one_row(
    hand: list[Block],
    melds: list[Block],
    aside: Block | None,
    dims: Dims,
    manner: Manner,
    gap: float,
    rng: np.random.Generator,
) -> list[Placed]:
    """Melds beside the concealed tiles; flowers beside them or above."""
    beside = [*melds, *hand] if rng.random() < 0.25 else [*hand, *melds]
    rows = []
    if aside is not None:
        where = rng.random()
        if where < 0.3:
            beside = [aside, *beside]
        elif where < 0.5:
            beside = [*beside, aside]
        else:
            rows.append(_above([aside], dims, gap, rng))
    rows.append(Row(beside, 0.0, 0.0, gap))
    return [p for row in rows for p in place_row(row, dims, manner, rng)]


def _above(blocks: list[Block], dims: Dims, gap: float, rng: np.random.Generator, level: int = 1) -> Row:
    reach = sum(b.width for b in blocks)
    y = (dims.h + rng.uniform(0.25, 1.4)) * level
    return Row(blocks, y, float(rng.uniform(-4, 4)) * max(0.0, 1 - reach / 16), gap)


def _two_rows(
    truth: SceneTruth,
    hand: list[Block],
    melds: list[Block],
    aside: Block | None,
    dims: Dims,
    manner: Manner,
    gap: float,
    rng: np.random.Generator,
) -> list[Placed]:
    """Melds in a row of their own beyond the concealed tiles (or before them); without melds the hand is split."""
    rows: list[Row]
    extra = [] if aside is None else [aside]
    if melds:
        order = [*extra, *melds] if rng.random() < 0.5 else [*melds, *extra]
        if rng.random() < 0.85:
            rows = [Row(hand, 0.0, 0.0, gap), _above(order, dims, gap, rng)]
        else:
            rows = [Row(order, 0.0, float(rng.uniform(-2, 2)), gap), _above(hand, dims, gap, rng)]
    else:
        cut = len(truth.concealed) // 2 + int(rng.integers(-1, 2))
        first = line_block(truth.concealed[:cut], "concealed", 0, manner, rng)
        second = line_block(truth.concealed[cut:], "concealed", 0, manner, rng)
        rows = [Row([second, *hand[1:]], 0.0, 0.0, gap), Row([first], dims.h + rng.uniform(0.02, 0.5), 0.0, gap)]
        if extra:
            rows.append(_above(extra, dims, gap, rng, level=2))
    return [p for row in rows for p in place_row(row, dims, manner, rng)]


def _standing(
    hand: list[Block],
    melds: list[Block],
    aside: Block | None,
    dims: Dims,
    manner: Manner,
    gap: float,
    rng: np.random.Generator,
) -> list[Placed]:
    """Concealed tiles stand or lean; melds and flowers lie beyond them or to the right."""
    pitch = float(np.deg2rad(90.0 if rng.random() < 0.45 else rng.uniform(55, 86)))
    placed = place_row(Row(hand, 0.0, 0.0, gap), dims, manner, rng, pitch)
    lying = list(melds) if aside is None else [aside, *melds]
    if not lying:
        return placed
    if rng.random() < 0.6:
        # Far enough beyond that the standing tiles do not hide them from a low camera.
        row = Row(lying, float(rng.uniform(1.0, 3.0)) + dims.d, float(rng.uniform(-2, 4)), gap)
    else:
        reach = sum(b.width for b in hand) + gap * (len(hand) - 1)
        width = sum(b.width for b in lying) + gap * len(lying)
        row = Row(lying, float(rng.uniform(-1.0, 0.6)), reach / 2 + 1.0 + width / 2, gap)
    return placed + place_row(row, dims, manner, rng)
