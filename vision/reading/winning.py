"""The cheapest faces with which doubtful tiles are a winning hand: a search over the decomposition itself.

The first tile without a place is given one in every set, or the pair, that it can be part of; its partners are other
tiles that may show the missing faces, or wild tiles. The cost of the faces chosen so far bounds the search, so that it
is exact up to the cost allowed and never walks through the product of all candidates.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence

from vision.reading.pieces import Domain


class _Spent(Exception):
    """The search looked at as many places as it may."""


def cheapest_win(
    domains: Sequence[Domain], sets: int, wild: int, allowed: float, most_steps: int = 2500
) -> tuple[float, tuple[int, ...]] | None:
    """Cost and faces, one for each tile, of the cheapest win as `sets` sets and a pair for less than `allowed`.

    None where there is none, or none was found in `most_steps` steps.
    """
    if len(domains) != 3 * sets + 2:
        return None
    search = _Search(domains, sets, wild, allowed, most_steps)
    with contextlib.suppress(_Spent):
        search.place(0, False, sets, 0, 0, 0.0, ())
    return search.best


class _Search:
    def __init__(self, domains: Sequence[Domain], sets: int, wild: int, allowed: float, most_steps: int) -> None:
        # Tiles of few faces come first: they bind the search early.
        self.order = sorted(range(len(domains)), key=lambda k: (len(domains[k]), domains[k]))
        self.domains = [domains[k] for k in self.order]
        self.costs = [dict(domain) for domain in self.domains]
        self.holders: dict[int, list[int]] = {}
        for k, domain in enumerate(self.domains):
            for face, _ in domain:
                self.holders.setdefault(face, []).append(k)
        self.wild = wild
        self.most_wild = len(self.holders.get(wild, ())) if wild >= 0 else 0
        self.full = (1 << len(domains)) - 1
        self.allowed = allowed
        self.steps = most_steps
        self.best: tuple[float, tuple[int, ...]] | None = None

    def place(
        self, used: int, paired: bool, sets: int, pool: int, owed: int, cost: float, made: tuple[tuple[int, int], ...]
    ) -> None:
        """Give the first tile left a place. `pool` wild tiles lie free, `owed` places wait for one."""
        self.steps -= 1
        if self.steps < 0:
            raise _Spent
        if cost >= self.allowed:
            return
        if used == self.full:
            spare = pool - owed
            if spare >= 0 and spare == 3 * sets + (0 if paired else 2):
                faces = [0] * len(self.domains)
                for k, face in made:
                    faces[self.order[k]] = face
                self.best, self.allowed = (cost, tuple(faces)), cost
            return
        first = (~used & (used + 1)).bit_length() - 1
        for face, extra in self.domains[first]:
            if cost + extra >= self.allowed:
                break
            taken = used | 1 << first
            here = (*made, (first, face))
            if face == self.wild:
                self.place(taken, paired, sets, pool + 1, owed, cost + extra, here)
                continue
            if face >= 34:
                continue
            if sets:
                for others in _mates(face):
                    self.fill(taken, others, paired, sets - 1, pool, owed, cost + extra, here)
            if not paired:
                self.fill(taken, (face,), True, sets, pool, owed, cost + extra, here)

    def fill(
        self,
        used: int,
        wanted: tuple[int, ...],
        paired: bool,
        sets: int,
        pool: int,
        owed: int,
        cost: float,
        made: tuple[tuple[int, int], ...],
    ) -> None:
        """Find tiles for the faces still wanted in a set, then go on."""
        if cost >= self.allowed:
            return
        if not wanted:
            self.place(used, paired, sets, pool, owed, cost, made)
            return
        face, rest = wanted[0], wanted[1:]
        seen: set[Domain] = set()
        holders = [k for k in self.holders.get(face, ()) if not used >> k & 1]
        for k in sorted(holders, key=lambda k: self.costs[k][face]):
            if self.domains[k] in seen:
                continue
            seen.add(self.domains[k])
            extra = self.costs[k][face]
            self.fill(used | 1 << k, rest, paired, sets, pool, owed, cost + extra, (*made, (k, face)))
        if owed < self.most_wild:
            self.fill(used, rest, paired, sets, pool, owed + 1, cost, made)


def _mates(face: int) -> Iterator[tuple[int, ...]]:
    """The other two faces of every set that this face is part of."""
    yield (face, face)
    if face >= 27:
        return
    rank = face % 9
    if rank <= 6:
        yield (face + 1, face + 2)
    if 1 <= rank <= 7:
        yield (face - 1, face + 1)
    if rank >= 2:
        yield (face - 2, face - 1)
