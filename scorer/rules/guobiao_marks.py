"""国标: which sets of a reading an item came from, for showing; what the whole hand makes comes from none of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations

from scorer.reading import Reading
from scorer.rules.guobiao_chows import three, two
from scorer.rules.guobiao_facts import DRAGONS, TERMINALS, WINDS, named_pungs, ranks_of_pungs
from scorer.sets import TileSet

Marks = Callable[[Reading], tuple[int, ...]]


def _where(reading: Reading, holds: Callable[[TileSet], bool]) -> tuple[int, ...]:
    return tuple([index for index, s in enumerate(reading.sets) if holds(s)])


def _first(
    reading: Reading, choices: Iterable[tuple[TileSet, ...]], holds: Callable[[tuple[TileSet, ...]], bool]
) -> tuple[int, ...]:
    """Where the first of these choices of sets lies for which it holds; equal sets apart."""
    left = list(next((members for members in choices if holds(members)), ()))
    places = []
    for index, s in enumerate(reading.sets):
        if s in left:
            left.remove(s)
            places.append(index)
    return tuple(places)


def _named(mask: int) -> Marks:
    """The pungs of these faces."""
    return lambda r: _where(r, lambda s: s.is_pung and s.mask & mask & named_pungs(r) != 0)


def _wind(of: str) -> Marks:
    return lambda r: _where(r, lambda s: s.is_pung and s.tile == getattr(r.given, of))


def _kongs(concealed: bool | None = None) -> Marks:
    return lambda r: _where(r, lambda s: s.is_kong and concealed in (None, s.concealed))


def _concealed_pungs(r: Reading) -> tuple[int, ...]:
    return _where(r, lambda s: s.is_pung and s.concealed)


def _pungs(r: Reading) -> tuple[int, ...]:
    return _where(r, lambda s: s.is_pung)


def _runs(length: int) -> Marks:
    """The pungs of one suit that follow one another."""

    def follow(members: tuple[TileSet, ...]) -> bool:
        tiles = [s.tile for s in members]
        return members[0].suit == members[-1].suit < 3 and tiles == list(range(tiles[0], tiles[0] + length))

    return lambda r: _first(r, combinations(sorted(r.pungs, key=lambda s: s.tile), length), follow)


def _mixed_run(r: Reading) -> tuple[int, ...]:
    def follow(members: tuple[TileSet, ...]) -> bool:
        ranks = sorted(s.rank for s in members)
        return len({s.suit for s in members}) == 3 and ranks == list(range(ranks[0], ranks[0] + 3))

    return _first(r, combinations([s for s in r.pungs if s.suit < 3], 3), follow)


def _same_rank(times: int) -> Marks:
    return lambda r: _where(r, lambda s: s.is_pung and s.suit < 3 and ranks_of_pungs(r)[s.rank] == times)


def _terminal_pungs(r: Reading) -> tuple[int, ...]:
    own = (r.given.seat_wind, r.given.round_wind)
    return _where(r, lambda s: s.is_pung and s.mask & (TERMINALS | WINDS) != 0 and s.tile not in own)


def _chows(id_: str) -> Marks:
    """The first chows that make this three-chow item together."""

    def together(members: tuple[TileSet, ...]) -> bool:
        return three(tuple([divmod(s.base, 7) for s in members])) == id_

    return lambda r: _first(r, combinations(r.chows, 3), together)


def _two_chows(id_: str) -> Marks:
    """Every chow that makes this item with another."""

    def marks(r: Reading) -> tuple[int, ...]:
        found: set[int] = set()
        for one, other in combinations(range(len(r.sets)), 2):
            first, second = r.sets[one], r.sets[other]
            if first.is_chow and second.is_chow and two(divmod(first.base, 7), divmod(second.base, 7)) == id_:
                found |= {one, other}
        return tuple(sorted(found))

    return marks


def _all_chows(r: Reading) -> tuple[int, ...]:
    return _where(r, lambda s: s.is_chow)


def _win(r: Reading) -> tuple[int, ...]:
    return (r.win,) if r.win >= 0 else ()


MARKS: dict[str, Marks] = {
    "big-four-winds": _named(WINDS),
    "big-three-dragons": _named(DRAGONS),
    "four-kongs": _kongs(),
    "little-four-winds": _named(WINDS),
    "little-three-dragons": _named(DRAGONS),
    "four-concealed-pungs": _concealed_pungs,
    "four-same-chows": _all_chows,
    "four-shifted-pungs": _runs(4),
    "four-stepped-chows": _all_chows,
    "three-kongs": _kongs(),
    "three-shifted-pungs": _runs(3),
    "three-suits-same-pungs": _same_rank(3),
    "three-concealed-pungs": _concealed_pungs,
    "three-wind-pungs": _named(WINDS),
    "mixed-shifted-pungs": _mixed_run,
    "all-pungs": _pungs,
    "two-concealed-kongs": _kongs(True),
    "two-dragon-pungs": _named(DRAGONS),
    "mixed-kongs": _kongs(),
    "two-melded-kongs": _kongs(False),
    "dragon-pung": _named(DRAGONS),
    "round-wind": _wind("round_wind"),
    "seat-wind": _wind("seat_wind"),
    "same-rank-pungs": _same_rank(2),
    "two-concealed-pungs": _concealed_pungs,
    "concealed-kong": _kongs(True),
    "melded-kong": _kongs(False),
    "terminal-pung": _terminal_pungs,
    "edge-wait": _win,
    "closed-wait": _win,
    **{
        id_: _chows(id_)
        for id_ in (
            "three-same-chows",
            "pure-straight",
            "three-stepped-chows",
            "mixed-straight",
            "mixed-same-chows",
            "mixed-stepped-chows",
        )
    },
    **{id_: _two_chows(id_) for id_ in ("double-chow", "mixed-double-chow", "short-straight", "two-terminal-chows")},
}
