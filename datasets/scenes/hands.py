"""Hands dealt from one 144-tile set: what a picture's truth says before anything is placed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from datasets.scenes.types import SceneTruth, TruthMeld

_ORPHANS = (0, 8, 9, 17, 18, 26, 27, 28, 29, 30, 31, 32, 33)

_BACKS = ((0, 1, 2, 3), (0, 3), (1, 2))
"""The tiles of a concealed kong that players lay face down."""


class Wall:
    """The tiles of one set not yet used in the picture."""

    def __init__(self, lacking: tuple[int, ...] = ()) -> None:
        """`lacking` are faces that the set does not have."""
        self._left = np.array([4] * 34 + [1] * 8)
        self._left[list(lacking)] = 0

    def left(self, face: int) -> int:
        return int(self._left[face])

    def total(self) -> int:
        return int(self._left.sum())

    def take(self, face: int, count: int = 1) -> None:
        if self._left[face] < count:
            raise ValueError(f"only {self._left[face]} tiles of face {face} are left, {count} wanted")
        self._left[face] -= count

    def draw(self, rng: np.random.Generator, count: int, flowers: bool = True) -> list[int]:
        """Up to `count` random tiles, fewer where the wall runs out."""
        pool = np.repeat(np.arange(42), self._left)
        if not flowers:
            pool = pool[pool < 34]
        drawn = rng.permutation(pool)[:count].tolist()
        for face in drawn:
            self.take(face)
        return [int(f) for f in drawn]


@dataclass(frozen=True, slots=True)
class HandWish:
    """What kind of hand is wanted; None leaves it to chance."""

    sets: int | None = None
    """4 for hands of 14 tiles, 5 for hands of 17."""
    melds: int | None = None
    win: bool | None = None
    win_place: str | None = None
    flowers: int | None = None
    claims_shown: bool | None = None
    """Whether exposed melds have a sideways tile."""
    meld_types: tuple[str, ...] = ()
    """Types that the first melds must have."""


def deal_hand(rng: np.random.Generator, wall: Wall, kind: str, wish: HandWish | None = None) -> SceneTruth:
    """A hand taken from `wall`; most of them win."""
    wish = wish or HandWish()
    sets = wish.sets or (5 if rng.random() < 0.25 else 4)
    claims = rng.random() < 0.6 if wish.claims_shown is None else wish.claims_shown
    win = rng.random() < 0.85 if wish.win is None else wish.win
    aside = _aside(rng, wall, wish.flowers)
    plain = wish.melds is None and not wish.meld_types
    special = rng.random() if plain else 1.0
    if win and special < 0.06:
        concealed = _pairs(rng, wall, 7 if sets == 4 else 8)
        if sets == 5:
            concealed += wall.draw(rng, 1, flowers=False)
        return _with_win(rng, kind, concealed, (), aside, wish)
    if win and special < 0.075 and sets == 4:
        concealed = [f for f in _ORPHANS if wall.left(f)]
        for f in concealed:
            wall.take(f)
        again = [f for f in concealed if wall.left(f)]
        twin = int(rng.choice(again))
        wall.take(twin)
        return _with_win(rng, kind, [*concealed, twin], (), aside, wish)
    if not win and special < 0.5:
        size = 13 if sets == 4 else 16
        return SceneTruth(kind, tuple(_sorted(rng, wall.draw(rng, size, flowers=False))), aside=aside)
    return _built(rng, wall, kind, wish, sets, claims, aside, win)


def _built(
    rng: np.random.Generator,
    wall: Wall,
    kind: str,
    wish: HandWish,
    sets: int,
    claims: bool,
    aside: tuple[int, ...],
    win: bool,
) -> SceneTruth:
    count = wish.melds
    if count is None:
        count = 0 if kind == "row" and rng.random() < 0.75 else int(rng.choice(5, p=(0.2, 0.22, 0.26, 0.2, 0.12)))
    count = min(max(count, len(wish.meld_types)), sets)
    suits = _suits(rng)
    melds = []
    for i in range(count):
        wanted = wish.meld_types[i] if i < len(wish.meld_types) else _meld_type(rng)
        melds.append(_meld(rng, wall, wanted, suits, claims))
    concealed: list[int] = []
    for _ in range(sets - count):
        concealed += _set(rng, wall, suits, "chow" if rng.random() < 0.55 else "pung")
    concealed += _pairs(rng, wall, 1, suits)
    if win:
        return _with_win(rng, kind, concealed, tuple(melds), aside, wish)
    spoiled = int(rng.integers(len(concealed)))
    del concealed[spoiled]
    return SceneTruth(kind, tuple(_sorted(rng, concealed)), melds=tuple(melds), aside=aside)


def _with_win(
    rng: np.random.Generator,
    kind: str,
    tiles: list[int],
    melds: tuple[TruthMeld, ...],
    aside: tuple[int, ...],
    wish: HandWish,
) -> SceneTruth:
    at = int(rng.integers(len(tiles)))
    win_tile = tiles[at]
    rest = tiles[:at] + tiles[at + 1 :]
    place = wish.win_place or str(rng.choice(("apart", "sideways", "end"), p=(0.45, 0.15, 0.4)))
    return SceneTruth(kind, tuple(_sorted(rng, rest)), win_tile, place, melds, aside, winning=True)


def _suits(rng: np.random.Generator) -> tuple[int, ...]:
    """The suits a player collects: often all, sometimes one; 3 stands for honours."""
    r = rng.random()
    if r < 0.6:
        return (0, 1, 2, 3)
    one = int(rng.integers(3))
    if r < 0.75:
        return (one, 3)
    if r < 0.87:
        return (one,)
    return (one, (one + 1) % 3)


def _meld_type(rng: np.random.Generator) -> str:
    return str(rng.choice(("chow", "pung", "kong", "added kong", "concealed kong"), p=(0.36, 0.32, 0.1, 0.1, 0.12)))


def _meld(rng: np.random.Generator, wall: Wall, wanted: str, suits: tuple[int, ...], claims: bool) -> TruthMeld:
    tiles = _set(rng, wall, suits, wanted)
    kind = wanted
    if len(tiles) == 3 and wanted.endswith("kong"):
        kind = "pung"
    if kind == "chow" and tiles[0] == tiles[1]:
        kind = "pung"
    if kind == "pung" and tiles[0] != tiles[1]:
        kind = "chow"
    from_ = None
    if claims and kind != "concealed kong":
        # A chow is claimed from the left player; which of its tiles lies sideways is drawn when it is laid out.
        from_ = "left" if kind == "chow" else str(rng.choice(("left", "across", "right")))
    backs: tuple[int, ...] = ()
    if kind == "concealed kong":
        backs = _BACKS[int(rng.choice(len(_BACKS), p=(0.4, 0.42, 0.18)))]
    return TruthMeld(kind, tuple(tiles), from_, backs)


def _set(rng: np.random.Generator, wall: Wall, suits: tuple[int, ...], wanted: str) -> list[int]:
    """Tiles of one set, of the wanted type where the wall has one, else of any."""
    for attempt in range(60):
        allowed = suits if attempt < 30 else (0, 1, 2, 3)
        suit = int(rng.choice(allowed))
        if wanted == "chow":
            if suit == 3:
                suit = int(rng.integers(3)) if allowed == (3,) else int(rng.choice([s for s in allowed if s != 3]))
            low = suit * 9 + int(rng.integers(7))
            chow = [low, low + 1, low + 2]
            if all(wall.left(f) for f in chow):
                for f in chow:
                    wall.take(f)
                return chow
            continue
        size = 4 if wanted.endswith("kong") else 3
        face = 27 + int(rng.integers(7)) if suit == 3 else suit * 9 + int(rng.integers(9))
        if wall.left(face) >= size:
            wall.take(face, size)
            return [face] * size
    for face in range(34):
        if wall.left(face) >= 3:
            wall.take(face, 3)
            return [face] * 3
    raise ValueError("the wall holds no set any more")


def _pairs(rng: np.random.Generator, wall: Wall, count: int, suits: tuple[int, ...] = (0, 1, 2, 3)) -> list[int]:
    faces = [f for f in range(34) if wall.left(f) >= 2]
    liked = [f for f in faces if (f // 9 if f < 27 else 3) in suits]
    pool = liked if len(liked) >= count else faces
    tiles = []
    for face in rng.permutation(pool)[:count].tolist():
        wall.take(face, 2)
        tiles += [int(face)] * 2
    return tiles


def _aside(rng: np.random.Generator, wall: Wall, flowers: int | None) -> tuple[int, ...]:
    if flowers is None:
        if rng.random() < 0.1:
            # Some tables lay dragons aside like flowers.
            face = int(rng.integers(31, 34))
            count = int(rng.integers(1, 4))
            wall.take(face, count)
            return (face,) * count
        flowers = int(rng.integers(1, 6)) if rng.random() < 0.32 else 0
    chosen = sorted(int(f) for f in 34 + rng.permutation(8) if wall.left(int(f)))[:flowers]
    for face in chosen:
        wall.take(face)
    return tuple(chosen)


def _sorted(rng: np.random.Generator, tiles: list[int]) -> list[int]:
    """As a player sorts them: suit by suit in some order, or hardly at all."""
    r = rng.random()
    if r < 0.12:
        return [int(t) for t in rng.permutation(tiles)]
    order = rng.permutation(4)
    backwards = rng.random() < 0.08
    return sorted(tiles, key=lambda f: (order[min(f // 9, 3)], -f if backwards else f))
