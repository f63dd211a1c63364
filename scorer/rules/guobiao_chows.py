"""国标: which items the chows of a hand make together: a set once combined combines only once more.

Of four chows that are one four-chow item nothing else is counted. Three chows that are a three-chow item leave the
fourth one combination with one of them. Else chows combine in twos, every further combination bringing in a new chow,
so n chows give at most n - 1. Of choices worth the same the one whose items come first in the rule book is taken.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import combinations, pairwise

VALUES = {
    "four-same-chows": 48,
    "four-stepped-chows": 32,
    "three-same-chows": 24,
    "pure-straight": 16,
    "three-stepped-chows": 16,
    "mixed-straight": 8,
    "mixed-same-chows": 8,
    "mixed-stepped-chows": 6,
    "double-chow": 1,
    "mixed-double-chow": 1,
    "short-straight": 1,
    "two-terminal-chows": 1,
}
_ORDER = {id_: number for number, id_ in enumerate(VALUES)}
Chow = tuple[int, int]
"""Suit, and 0-6 for the lowest rank less one."""


@lru_cache(maxsize=1 << 14)
def chow_items(bases: tuple[int, ...]) -> Mapping[str, int]:
    """Item id → how often, for the chows of these bases (ascending)."""
    chows = [divmod(base, 7) for base in bases]
    if len(chows) == 4 and (whole := _four(chows)):
        return {whole: 1}
    if len(chows) >= 3 and (found := _with_three(chows)):
        return found
    return _counted(_in_twos(chows))


def _four(chows: list[Chow]) -> str | None:
    suits = {suit for suit, _ in chows}
    starts = sorted(start for _, start in chows)
    if len(suits) > 1:
        return None
    steps = {after - before for before, after in pairwise(starts)}
    if steps == {0}:
        return "four-same-chows"
    return "four-stepped-chows" if steps in ({1}, {2}) else None


def three(chows: tuple[Chow, ...]) -> str | None:
    """The item that three chows make together."""
    suits = len({suit for suit, _ in chows})
    low, middle, high = sorted(start for _, start in chows)
    steps = (middle - low, high - middle)
    if suits == 1:
        if steps == (3, 3):
            return "pure-straight"
        if steps == (0, 0):
            return "three-same-chows"
        return "three-stepped-chows" if steps in ((1, 1), (2, 2)) else None
    if suits == 3:
        if steps == (3, 3):
            return "mixed-straight"
        if steps == (0, 0):
            return "mixed-same-chows"
        return "mixed-stepped-chows" if steps == (1, 1) else None
    return None


def two(one: Chow, other: Chow) -> str | None:
    """The item that two chows make together."""
    step = abs(one[1] - other[1])
    if one[0] != other[0]:
        return "mixed-double-chow" if step == 0 else None
    return {0: "double-chow", 3: "short-straight", 6: "two-terminal-chows"}.get(step)


def _with_three(chows: list[Chow]) -> dict[str, int] | None:
    choices = []
    for members in combinations(range(len(chows)), 3):
        whole = three((chows[members[0]], chows[members[1]], chows[members[2]]))
        if whole is None:
            continue
        left = [chows[index] for index in range(len(chows)) if index not in members]
        more = [item for index in members for chow in left if (item := two(chows[index], chow))]
        choices.append((whole, min(more, key=_ORDER.__getitem__)) if more else (whole,))
    return _counted(min(choices, key=_preference)) if choices else None


def _in_twos(chows: list[Chow]) -> tuple[str, ...]:
    """The best choice of pairs that never closes a circle."""
    edges = [
        (one, other, item)
        for one, other in combinations(range(len(chows)), 2)
        if (item := two(chows[one], chows[other])) is not None
    ]
    for size in range(min(len(edges), len(chows) - 1), 0, -1):
        forests = [tuple(item for _, _, item in chosen) for chosen in combinations(edges, size) if _is_forest(chosen)]
        if forests:
            return min(forests, key=_preference)
    return ()


def _is_forest(edges: tuple[tuple[int, int, str], ...]) -> bool:
    tree = list(range(4))
    for one, other, _ in edges:
        if tree[one] == tree[other]:
            return False
        joined, old = tree[one], tree[other]
        tree = [joined if root == old else root for root in tree]
    return True


def _preference(items: tuple[str, ...]) -> tuple[int, list[int]]:
    return -sum(VALUES[item] for item in items), sorted(_ORDER[item] for item in items)


def _counted(items: tuple[str, ...]) -> dict[str, int]:
    return {item: items.count(item) for item in items}
