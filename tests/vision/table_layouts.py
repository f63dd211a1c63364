"""Tables of tiles as geometry: hands, melds, discards and walls laid out in millimetres and seen by a pinhole camera.

No pictures: every tile becomes the four corners a perfect detector would give, with the truth about it beside.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from vision.image import Photo
from vision.types import FACE_DOWN, Detection, NamedTile

WIDE, HIGH, DEEP = 26.0, 35.0, 20.0
SUITED = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)]
HONOURS = list("ESWNCFP")
FLOWERS = [f"{k}f" for k in range(1, 9)]


@dataclass(frozen=True)
class Laid:
    """One tile on the table: centre in millimetres (x right, y away from the player, z up), turn counter-clockwise in
    degrees, whether it stands, and the truth."""

    face: str
    x: float
    y: float
    turn: float = 0.0
    z: float = 0.0
    lean: float = 0.0
    role: str = "concealed"
    group: int = 0
    shown: str | None = None

    @property
    def seen_face(self) -> str:
        return self.shown or self.face


@dataclass
class TruthMeld:
    type: str
    tiles: list[str]
    claimed_from: str | None


@dataclass
class Table:
    """Everything that lies on a table, and the hand that should be read."""

    laid: list[Laid] = field(default_factory=list)
    melds: list[TruthMeld] = field(default_factory=list)
    concealed: list[str] = field(default_factory=list)
    win_tile: str | None = None
    win_place: str = "end"
    aside: list[str] = field(default_factory=list)
    size: int = 14


@dataclass(frozen=True)
class View:
    """A table seen: the tiles as a reader gets them, and for each id the truth."""

    tiles: list[NamedTile]
    truth: dict[int, Laid]
    image_size: tuple[int, int]
    table: Table

    @property
    def hand_ids(self) -> set[int]:
        return {k for k, laid in self.truth.items() if laid.role != "background"}


def random_hand(rng: random.Random, sets: int = 4) -> tuple[list[list[str]], list[str]]:
    """Sets and a pair that exist in one box of tiles."""
    while True:
        groups: list[list[str]] = []
        for _ in range(sets):
            if rng.random() < 0.55:
                suit, rank = rng.choice("mps"), rng.randint(1, 7)
                groups.append([f"{rank + k}{suit}" for k in range(3)])
            else:
                groups.append([rng.choice(SUITED + HONOURS)] * 3)
        pair = [rng.choice(SUITED + HONOURS)] * 2
        count = Counter(t for group in [*groups, pair] for t in group)
        if max(count.values()) <= 4:
            return groups, pair


def sort_key(face: str) -> tuple[int, int]:
    if face in HONOURS:
        return (3, HONOURS.index(face))
    return ("mpsf".index(face[1]), int(face[0]))


class Builder:
    """Lays out one random table."""

    def __init__(self, rng: random.Random, *, melds: int | None = None, size: int | None = None) -> None:
        self.rng = rng
        self.table = Table(size=size or rng.choice([14, 14, 17]))
        self.group = 1
        self.count = melds

    def lay(self, face: str, x: float, y: float, turn: float = 0.0, **more: object) -> None:
        rng = self.rng
        self.table.laid.append(
            Laid(
                face,
                x + rng.gauss(0, 0.5),
                y + rng.gauss(0, 0.6),
                turn + rng.gauss(0, 1.2),
                **more,  # type: ignore[arg-type]
            )
        )

    def meld(self, tiles: list[str], left: float, y: float) -> float:
        """One exposed or concealed meld whose first tile begins at `left`; returns where it ends."""
        rng, group = self.rng, self.group
        self.group += 1
        pung = len(set(tiles)) == 1
        kind = "pung" if pung else "chow"
        used = Counter(t.face for t in self.table.laid)
        needed = Counter(t for m in self.table.melds for t in m.tiles)
        free = used[tiles[0]] < 4 and needed[tiles[0]] < 4 and self.spare.get(tiles[0], 0) > 0
        if pung and free and rng.random() < 0.55:
            kind = rng.choice(["kong", "added kong", "concealed kong"])
            tiles = [tiles[0]] * 4
            self.spare[tiles[0]] -= 1
        role = "kong" if kind == "added kong" else kind
        if kind == "concealed kong":
            backs = rng.choice([(0, 3), (0, 3), (1, 2), (0, 1, 2, 3)])
            x = left + WIDE / 2
            for k, face in enumerate(tiles):
                self.lay(face, x, y, role=role, group=group, shown=FACE_DOWN if k in backs else None)
                x += WIDE + 1
            self.table.melds.append(TruthMeld(kind, tiles, None))
            return x - WIDE / 2
        claimed = rng.choice(["left", "across", "right"])
        if kind == "chow":
            claimed = "left"
        show_sideways = rng.random() < 0.7 or kind == "added kong"
        shown = list(tiles)
        if kind == "chow" and show_sideways:
            first = rng.randrange(3)
            shown = [shown[first], *shown[:first], *shown[first + 1 :]]
        row = shown[:3] if kind == "added kong" else shown
        spot = {"left": 0, "across": 1, "right": len(row) - 1}[claimed]
        cursor = left
        for k, face in enumerate(row):
            if k == spot and show_sideways:
                cursor += HIGH / 2
                self.lay(face, cursor, y - (HIGH - WIDE) / 2, turn=rng.choice([90, -90]), role=role, group=group)
                if kind == "added kong":
                    self.lay(face, cursor, y - (HIGH - WIDE) / 2 + WIDE + 1, turn=90, role=role, group=group)
                cursor += HIGH / 2 + 1
            else:
                cursor += WIDE / 2
                self.lay(face, cursor, y, role=role, group=group)
                cursor += WIDE / 2 + 1
        self.table.melds.append(TruthMeld(kind, tiles, claimed if show_sideways else None))
        return cursor

    def build(self) -> Table:
        rng, table = self.rng, self.table
        sets = 4 if table.size == 14 else 5
        groups, pair = random_hand(rng, sets)
        total = Counter(t for g in [*groups, pair] for t in g)
        self.spare = {t: 4 - total[t] for t in total}
        melds = self.count if self.count is not None else rng.choice([0, 0, 1, 1, 2, 2, 3])
        open_sets, closed = groups[:melds], groups[melds:]
        concealed = sorted([t for g in closed for t in g] + pair, key=sort_key)
        win = concealed.pop(rng.randrange(len(concealed)))
        table.concealed, table.win_tile = concealed, win
        standing = rng.random() < 0.4
        lean = rng.uniform(55, 90) if standing else 0.0
        y = 0.0
        x = 0.0
        for face in concealed:
            self.lay(face, x, y, lean=lean)
            x += WIDE + (0.3 if standing else rng.uniform(0, 1.5))
        table.win_place = rng.choice(["apart", "apart", "sideways", "end"])
        right = x - WIDE / 2
        if table.win_place == "apart":
            right += WIDE * rng.uniform(0.5, 1.2)
            self.lay(win, right + WIDE / 2, y, lean=lean, role="win")
            right += WIDE
        elif table.win_place == "sideways":
            self.lay(win, right + HIGH / 2 + rng.uniform(0, 3), y - (HIGH - WIDE) / 2, turn=90, role="win")
            right += HIGH + 4
        else:
            self.lay(win, right + WIDE / 2, y, lean=lean, role="win")
            right += WIDE
        place = rng.choice(["right", "left", "behind", "before"])
        step = HIGH + rng.uniform(4, 18) + (10 if standing else 0)
        if place == "right":
            cursor = right + WIDE * rng.uniform(0.7, 2)
            for tiles in open_sets:
                cursor = self.meld(tiles, cursor, y) + WIDE * rng.uniform(0.35, 1)
            right = cursor
        elif place == "left":
            ends = []
            start = len(table.laid)
            cursor = 0.0
            for tiles in open_sets:
                cursor = self.meld(tiles, cursor, y) + WIDE * rng.uniform(0.35, 1)
                ends.append(cursor)
            shift = -cursor - WIDE * rng.uniform(0.9, 1.6)
            for k in range(start, len(table.laid)):
                table.laid[k] = _moved(table.laid[k], shift, 0.0)
        else:
            line = y + step * (1 if place == "behind" else -1)
            cursor = rng.uniform(0, 60)
            for tiles in open_sets:
                cursor = self.meld(tiles, cursor, line) + WIDE * rng.uniform(0.35, 1)
        if rng.random() < 0.4:
            flowers = rng.sample(FLOWERS, rng.randint(1, 4))
            table.aside = flowers
            fy = y + (step if place != "behind" else -step)
            fx = rng.uniform(0, 100)
            for face in flowers:
                self.lay(face, fx, fy, role="aside", group=90)
                fx += WIDE + 1
        self.surroundings(standing)
        return table

    def surroundings(self, standing: bool) -> None:
        rng = self.rng
        far = 4.2 * HIGH
        used = Counter(laid.face for laid in self.table.laid)
        bag = [t for t in SUITED + HONOURS for _ in range(4 - used[t])]
        rng.shuffle(bag)
        kind = rng.choice(["none", "pond", "heap", "heap"])
        if kind == "pond":
            for row in range(rng.randint(1, 3)):
                for column in range(6):
                    self.lay(bag.pop(), 60 + column * (WIDE + 1), far - row * (HIGH + 1) + HIGH, role="background")
        elif kind == "heap":
            spots: list[tuple[float, float]] = []
            for _ in range(rng.randint(5, 35)):
                spot = (rng.uniform(-50, 450), rng.uniform(far, far + 260))
                if all(math.dist(spot, other) > 38 for other in spots):
                    spots.append(spot)
                    self.lay(bag.pop(), *spot, turn=rng.uniform(0, 360), role="background")
        if rng.random() < 0.5:
            for column in range(rng.randint(6, 17)):
                self.lay("1m", column * (WIDE + 0.4) - 40, far + 330, role="background", shown=FACE_DOWN)
        if rng.random() < 0.3:
            for column in range(rng.randint(3, 13)):
                self.lay(bag.pop(), 400 - column * (WIDE + 0.5), far + 420, turn=180, role="background")


def _moved(laid: Laid, dx: float, dy: float) -> Laid:
    return Laid(laid.face, laid.x + dx, laid.y + dy, laid.turn, laid.z, laid.lean, laid.role, laid.group, laid.shown)


def random_table(rng: random.Random, *, melds: int | None = None, size: int | None = None) -> Table:
    """One random table with a winning hand."""
    return Builder(rng, melds=melds, size=size).build()


def corners_on_table(laid: Laid) -> np.ndarray:
    """The face's corners in space, clockwise as seen, the tile's own top-left first."""
    half = np.array([[-WIDE, HIGH], [WIDE, HIGH], [WIDE, -HIGH], [-WIDE, -HIGH]]) / 2
    turn = math.radians(laid.turn)
    spin = np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])
    flat = half @ spin.T
    lean = math.radians(laid.lean)
    depth, height = flat[:, 1] * math.cos(lean), flat[:, 1] * math.sin(lean)
    lift = HIGH / 2 * math.sin(lean) + (DEEP if laid.lean == 0 else 0) + laid.z
    return np.stack([laid.x + flat[:, 0], laid.y + depth, height + lift], axis=1)


def photograph(
    table: Table,
    rng: random.Random,
    *,
    pitch: float | None = None,
    roll: float | None = None,
    jitter: float = 0.012,
    flips: float = 0.03,
) -> View:
    """The table through a camera: `pitch` degrees above the table, `roll` degrees of turn in the picture."""
    lean = max((laid.lean for laid in table.laid), default=0.0)
    if pitch is None:
        # A face can be read while it is turned at most some 45 degrees away from the camera.
        pitch = rng.uniform(max(22.0, 45.0 - lean), min(88.0, 135.0 - lean))
        pitch = max(pitch, 38.0) if lean == 0 else min(pitch, 60.0)
    pitch = math.radians(pitch)
    roll = math.radians(rng.choice([0, 0, 0, 90, 180, 270]) + rng.uniform(-12, 12) if roll is None else roll)
    yaw = math.radians(rng.uniform(-12, 12))
    own = np.concatenate([corners_on_table(laid) for laid in table.laid if laid.role != "background"])
    target = own.mean(axis=0)
    distance = max(float(np.ptp(own[:, 0])), 250.0) * rng.uniform(1.15, 1.8)
    forward = np.array([math.sin(yaw) * math.cos(pitch), math.cos(yaw) * math.cos(pitch), -math.sin(pitch)])
    right = np.array([math.cos(yaw), -math.sin(yaw), 0.0])
    down = np.cross(forward, right)
    eye = target - forward * distance
    focal, width, height = 3000.0, 4000, 3000
    tiles: list[NamedTile] = []
    truth: dict[int, Laid] = {}
    order = list(range(len(table.laid)))
    rng.shuffle(order)
    for name, k in enumerate(order):
        laid = table.laid[k]
        offset = corners_on_table(laid) - eye
        deep = offset @ forward
        if deep.min() < 20:
            continue
        flat = np.stack([offset @ right, offset @ down], axis=1) / deep[:, None]
        spin = np.array([[math.cos(roll), -math.sin(roll)], [math.sin(roll), math.cos(roll)]])
        points = (flat @ spin.T) * focal + np.array([width / 2, height / 2])
        size = math.sqrt(abs(_area(points)))
        points = points + np.array([[rng.gauss(0, jitter), rng.gauss(0, jitter)] for _ in range(4)]) * size
        shift = 0
        if laid.seen_face == FACE_DOWN:
            shift = rng.choice([0, 2])
        elif rng.random() < flips:
            shift = 2
        points = np.roll(points, -shift, axis=0)
        if laid.role == "background" and not (0 < points[:, 0].mean() < width and 0 < points[:, 1].mean() < height):
            continue
        tiles.append(named(name, laid.seen_face, points))
        truth[name] = laid
    return View(tiles, truth, (width, height), table)


def named(
    name: int, face: str, points: np.ndarray, candidates: tuple[tuple[str, float], ...] | None = None
) -> NamedTile:
    """A tile named with certainty, or with the candidates given."""
    corners = tuple((float(x), float(y)) for x, y in points)
    up = (points[0] + points[1] - points[2] - points[3]) / 2
    upright = round(math.degrees(math.atan2(up[0], -up[1])) / 90) % 4 * 90
    return NamedTile(name, corners, candidates or ((face, 0.999),), upright, 0.95)  # type: ignore[arg-type]


def _area(points: np.ndarray) -> float:
    x, y = points[:, 0], points[:, 1]
    return float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2


class Told:
    """Detector and namer in one, that see the given tiles."""

    def __init__(self, tiles: list[NamedTile]) -> None:
        self.tiles = tiles

    def detect(self, photo: Photo) -> list[Detection]:
        return [Detection(np.array(tile.corners, np.float32), 0.9, "face") for tile in self.tiles]

    def name(self, photo: Photo, detections: Sequence[Detection]) -> list[NamedTile]:
        return list(self.tiles)
