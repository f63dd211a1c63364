"""Faces that a group of tiles can show as a chow, a pung or a kong, and what they cost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations

from vision.reading.game import BACK
from vision.reading.pieces import Domain


@dataclass(frozen=True, slots=True)
class Faces:
    """One way to read a group: a face for every tile in its order (`BACK` for what cannot be known), and its cost.
    `legal` tells that it is a set."""

    faces: tuple[int, ...]
    cost: float
    legal: bool


def is_chow(faces: Sequence[int]) -> bool:
    """Three suited tiles in a row, in any order."""
    if len(faces) != 3:
        return False
    low, middle, high = sorted(faces)
    return high < 27 and middle == low + 1 and high == low + 2 and low % 9 <= 6


def alike(domains: Sequence[Domain]) -> list[Faces]:
    """Ways for all the tiles to show one face; backs agree with any. Cheapest first. Only backs give no face."""
    open_domains = [dict(domain) for domain in domains if domain[0][0] != BACK]
    if not open_domains:
        return [Faces((BACK,) * len(domains), 0.0, True)]
    common = set(open_domains[0]).intersection(*open_domains[1:])
    found = [
        Faces((face,) * len(domains), sum(domain[face] for domain in open_domains), True)
        for face in common
        if face < 34
    ]
    return sorted(found, key=lambda ways: (ways.cost, ways.faces))


def chows(domains: Sequence[Domain]) -> list[Faces]:
    """Ways for three tiles to be a chow, cheapest first."""
    if any(domain[0][0] == BACK for domain in domains):
        return []
    one, two, three = (dict(domain) for domain in domains)
    lows = {face - step for face in one for step in range(3) if face < 27 and 0 <= face % 9 - step <= 6}
    found = []
    for low in lows:
        for faces in permutations((low, low + 1, low + 2)):
            if faces[0] in one and faces[1] in two and faces[2] in three:
                found.append(Faces(faces, one[faces[0]] + two[faces[1]] + three[faces[2]], True))
    return sorted(found, key=lambda ways: (ways.cost, ways.faces))


@lru_cache(maxsize=4096)
def ways_of(domains: tuple[Domain, ...], broken: float) -> tuple[Faces, ...]:
    """All ways to read a meld's tiles, cheapest first: as a set, or as what they look like at the cost `broken`."""
    found = alike(domains)
    if len(domains) == 3:
        found = found + chows(domains)
    looks = tuple(domain[0][0] for domain in domains)
    if not any(ways.faces == looks for ways in found):
        found.append(Faces(looks, broken, False))
    return tuple(sorted(found, key=lambda ways: (ways.cost, not ways.legal, ways.faces)))
