"""Winning hands dealt from the tiles of labelled photographs, each as the reader really saw it.

Most labelled photographs show rows that win in no game, so they cannot tell what a game's rules do for the reading.
Here random winning hands are laid out, every tile a real one of its face with the candidates that the namer gave it in
a photograph, right or wrong.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from vision.reading import HandTruth
    from vision.types import Corners, NamedTile

Seen: TypeAlias = "Mapping[str, Sequence[NamedTile]]"
"""Tiles as they were seen, by the face they really show."""

_WIDE, _HIGH = 60.0, 81.0
_FACES = tuple(f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)) + tuple("ESWNCFP")


@dataclass(frozen=True, slots=True)
class DealtHand:
    """The tiles as seen, numbered in the order of `faces`, which they really show, and the hand they make."""

    tiles: tuple[NamedTile, ...]
    faces: tuple[str, ...]
    truth: HandTruth


def deal(seen: Seen, rng: random.Random, sets: int = 4) -> DealtHand | None:
    """One winning hand of `sets` sets and a pair, up to three of them melds, with the winning tile apart. None where
    the photographs lack a face of it, or it would take five of one."""
    from vision.reading import HandTruth, MeldTruth

    groups = [_set(rng) for _ in range(sets)]
    pair = [rng.choice(_FACES)] * 2
    count = Counter(face for group in (*groups, pair) for face in group)
    if max(count.values()) > 4 or any(face not in seen for face in count):
        return None
    melds = groups[: rng.choice((0, 0, 1, 1, 2, 3))]
    concealed = sorted([face for group in groups[len(melds) :] for face in group] + pair, key=_FACES.index)
    won = concealed.pop(rng.randrange(len(concealed)))
    tiles: list[NamedTile] = []
    x = _lay(concealed, 0.0, seen, rng, tiles)
    for meld in melds:
        x = _lay(meld, x + 1.2 * _WIDE, seen, rng, tiles)
    _lay([won], x + 1.2 * _WIDE, seen, rng, tiles)
    faces = (*concealed, *(face for meld in melds for face in meld), won)
    kinds = tuple(MeldTruth("pung" if len(set(meld)) == 1 else "chow", tuple(meld)) for meld in melds)
    return DealtHand(tuple(tiles), faces, HandTruth(faces, kinds, (), won))


def _set(rng: random.Random) -> list[str]:
    if rng.random() < 0.55:
        suit, rank = rng.choice("mps"), rng.randint(1, 7)
        return [f"{rank + step}{suit}" for step in range(3)]
    return [rng.choice(_FACES)] * 3


def _lay(faces: Sequence[str], x: float, seen: Seen, rng: random.Random, tiles: list[NamedTile]) -> float:
    """Lay tiles side by side from `x` on; returns where they end."""
    from vision.types import NamedTile

    for face in faces:
        one = rng.choice(seen[face])
        corners: Corners = ((x, 0.0), (x + _WIDE, 0.0), (x + _WIDE, _HIGH), (x, _HIGH))
        tiles.append(NamedTile(len(tiles), corners, one.candidates, 0, one.detection_score))
        x += _WIDE + 2.0
    return x
