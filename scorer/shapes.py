"""Every way to read tiles as sets and a pair, wild tiles filling the gaps.

Each suit is read by itself, over its counts alone, and the readings of a suit are remembered: hands differ, but their
suits repeat. The readings of the whole are then the combinations that give the right number of sets and one pair.
Wild tiles left when every real tile has its place form a set or a pair of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from scorer.alike import Likeness as Likeness
from scorer.alike import Part as Part
from scorer.alike import Row, Use, Weights, first_of_each_kind, read_alike
from scorer.sets import ANY_CHOW, ANY_PAIR, ANY_PUNG, PUNG_BASE

Counts = tuple[int, ...]
GROUPS = ((0, 9), (9, 18), (18, 27), (27, 34))
_MEMORY = 1 << 15
_MANY = 8
"""Of so many tiles, with two wild ones or more, a suit's readings are better joined kind by kind than remembered."""


Action = tuple[bool, int, int, int, int, int]
"""A use for the lowest tile left: (is the pair, code, wild tiles needed, how many of the tile itself are taken, and two
further places one real tile is taken from; -1, a place that never runs out, where none is)."""


def _actions(suit: int, start: int) -> tuple[Action, ...]:
    """Every set or pair whose lowest real tile is at this place of the suit."""
    face = suit * 9 + start
    found: list[Action] = []
    for real in (3, 2, 1):
        found.append((False, (PUNG_BASE + face) << 3 | (1 << 3 - real) - 1, 3 - real, real, -1, -1))
    for real in (2, 1):
        found.append((True, face << 2 | 2 - real, 2 - real, real, -1, -1))
    if suit < 3:
        for first in range(min(start, 6), max(start - 2, 0) - 1, -1):
            # The places before the lowest real tile are wild, those after it are either.
            before = (1 << start - first) - 1
            after = [place for place in (first + 1, first + 2) if place > start]
            for choice in range(1 << len(after)):
                wild = before
                takes = [-1, -1]
                for index, place in enumerate(after):
                    if choice >> index & 1:
                        wild |= 1 << place - first
                    else:
                        takes[index] = place
                found.append((False, (suit * 7 + first) << 3 | wild, wild.bit_count(), 1, takes[0], takes[1]))
    return tuple(found)


_ACTIONS = tuple(tuple(_actions(suit, start) for start in range(9 if suit < 3 else 7)) for suit in range(4))
_AFFORDABLE = tuple(
    tuple(tuple(tuple(action for action in place if action[2] <= wilds) for place in suit) for suit in _ACTIONS)
    for wilds in range(3)
)
"""By the number of wild tiles there are at all: with none of them few uses remain. No use needs more than two."""


def _use(start: int, action: Action) -> Use:
    """The same, the places counted from the tile itself."""
    is_pair, code, need, many, *takes = action
    return is_pair, code, need, many, takes.count(start + 1), takes.count(start + 2)


_USES = tuple(
    tuple(tuple(tuple(_use(start, action) for action in place) for start, place in enumerate(suit)) for suit in wilds)
    for wilds in _AFFORDABLE
)


@lru_cache(maxsize=_MEMORY)
def read_suit(counts: Counts, suit: int, wilds: int) -> tuple[Row, ...]:
    """All readings of one suit's tiles (`suit` 3: the honours), every tile used, with at most `wilds` wild tiles.

    Rows of (sets, pairs, wild tiles used, the parts of that kind in ascending order).
    """
    found: dict[tuple[int, int, int], list[Part]] = {}
    left = [*counts, 2 * sum(counts) + 1]
    sets: list[int] = []
    actions = _AFFORDABLE[min(wilds, 2)][suit]
    last = len(counts)

    def place(start: int, action: int, pair: int, spare: int) -> None:
        # Uses of one tile are tried in ascending order only, so every combination comes up once.
        while start < last and not left[start]:
            start += 1
            action = 0
        if start == last:
            key = (len(sets), 0 if pair < 0 else 1, wilds - spare)
            found.setdefault(key, []).append((tuple(sorted(sets)), pair))
            return
        choices = actions[start]
        here = left[start]
        for number in range(action, len(choices)):
            is_pair, code, need, many, second, third = choices[number]
            if need > spare or here < many or not left[second] or not left[third] or (is_pair and pair >= 0):
                continue
            left[start] -= many
            left[second] -= 1
            left[third] -= 1
            if is_pair:
                place(start, number, code, spare - need)
            else:
                sets.append(code)
                place(start, number, pair, spare - need)
                sets.pop()
            left[start] += many
            left[second] += 1
            left[third] += 1

    place(0, 0, -1, wilds)
    return tuple((*key, tuple(sorted(found[key]))) for key in sorted(found))


def read_sets(
    counts: Sequence[int], wilds: int, sets: int, wild_face: int = -1, like: Likeness | None = None
) -> list[Part]:
    """The ways to read 34 counts and `wilds` wild tiles as `sets` sets and a pair, in a fixed order, each once.

    Of parts whose sets and pairs are alike (see Likeness) only the first is kept.
    Wild tiles by themselves give a faceless pung, chow or pair, their own pung or pair, or a chow with one as itself.
    """
    groups = [(tuple(counts[low:high]), suit) for suit, (low, high) in enumerate(GROUPS)]
    groups = [(group, suit) for group, suit in groups if any(group)]
    # What the other suits cannot do without is not there for this one.
    needs = [_fewest_wilds(group, suit, wilds) if len(groups) > 1 else 0 for group, suit in groups]
    weights = None if like is None else Weights(like)
    rows = []
    for (group, suit), need in zip(groups, needs, strict=True):
        spare = wilds - sum(needs) + need
        if spare < 0:
            return []
        if weights is None or spare < 2 or sum(group) < _MANY:
            options = read_suit(group, suit, spare)
        else:
            options = read_alike(group, _USES[min(spare, 2)][suit], spare, weights)
        if not options:
            return []
        rows.append(options)
    joined: list[tuple[int, int, int, list[Part]]] = [(0, 0, 0, [((), -1)])]
    for options in rows:
        further: dict[tuple[int, int, int], list[Part]] = {}
        for have_sets, have_pair, have_used, parts in joined:
            for more_sets, more_pair, more_used, more_parts in options:
                key = (have_sets + more_sets, have_pair + more_pair, have_used + more_used)
                if key[0] > sets or key[1] > 1 or key[2] > wilds:
                    continue
                # Only a set and a pair of wild tiles alone can still be added at the end.
                further.setdefault(key, []).extend(
                    (left + right, max(one, other)) for left, one in parts for right, other in more_parts
                )
        joined = [
            (*key, parts if weights is None or len(parts) == 1 else first_of_each_kind(parts, weights))
            for key, parts in further.items()
        ]
    result: list[Part] = []
    for have_sets, have_pair, _, parts in sorted(joined):
        spare = sets - have_sets
        if spare == 0:
            if have_pair:
                result.extend(parts)
            else:
                own = (wild_face << 2 | 3,) if wild_face >= 0 else ()
                result.extend((codes, pair) for codes, _ in parts for pair in (*own, ANY_PAIR))
        elif spare == 1 and have_pair:
            alone = own_sets(wild_face)
            result.extend((tuple(sorted((*codes, code))), pair) for codes, pair in parts for code in alone)
    return result if weights is None else first_of_each_kind(result, weights)


def _fewest_wilds(counts: Counts, suit: int, most: int) -> int:
    """How many wild tiles this suit needs at least; one more than `most` where that many are not enough."""
    for few in range(most + 1):
        if read_suit(counts, suit, few):
            return few
    return most + 1


def own_sets(wild_face: int) -> list[int]:
    """The sets of three wild tiles: chows with one as itself, their own pung, a pung and a chow that name no face."""
    found = [ANY_PUNG, ANY_CHOW]
    if wild_face >= 0:
        found.insert(0, (PUNG_BASE + wild_face) << 3 | 7)
    if 0 <= wild_face < 27:
        suit, rank = divmod(wild_face, 9)
        found[:0] = [(suit * 7 + first) << 3 | 7 for first in range(max(0, rank - 2), min(6, rank) + 1)]
    return found


@lru_cache(maxsize=_MEMORY)
def _suit_waits(counts: Counts, suit: int) -> tuple[bool, bool, Counts, Counts]:
    """(is all sets, is sets and a pair, faces that make it all sets, faces that make it sets and a pair)."""

    def kinds(tiles: Counts) -> set[int]:
        return {row[1] for row in read_suit(tiles, suit, 0)}

    now = kinds(counts)
    to_sets, to_pair = [], []
    offset = GROUPS[suit][0]
    if sum(counts) % 3:
        for place in range(len(counts)):
            more = kinds((*counts[:place], counts[place] + 1, *counts[place + 1 :]))
            if 0 in more:
                to_sets.append(offset + place)
            if 1 in more:
                to_pair.append(offset + place)
    return 0 in now, 1 in now, tuple(to_sets), tuple(to_pair)


def waits_of(counts: Sequence[int]) -> set[int]:
    """The faces that make these 3n + 1 real tiles n sets and a pair, however many of them are already held."""
    groups = [_suit_waits(tuple(counts[low:high]), suit) for suit, (low, high) in enumerate(GROUPS)]
    found: set[int] = set()
    for index, (_, _, to_sets, to_pair) in enumerate(groups):
        others = [group for other, group in enumerate(groups) if other != index]
        if to_pair and all(group[0] for group in others):
            found.update(to_pair)
        if to_sets and sum(group[1] and not group[0] for group in others) == 1 and all(g[0] or g[1] for g in others):
            found.update(to_sets)
    return found


def is_sets(counts: Sequence[int], wilds: int, sets: int) -> bool:
    """Whether these tiles can be read as `sets` sets and a pair at all."""
    reach = {(0, 0)}
    used_by: dict[tuple[int, int], int] = {(0, 0): 0}
    for suit, (low, high) in enumerate(GROUPS):
        group = tuple(counts[low:high])
        if not any(group):
            continue
        rows = read_suit(group, suit, wilds)
        further: dict[tuple[int, int], int] = {}
        for have in reach:
            for more_sets, more_pair, more_used, _ in rows:
                key = (have[0] + more_sets, have[1] + more_pair)
                used = used_by[have] + more_used
                if key[0] <= sets and key[1] <= 1 and used <= wilds:
                    further[key] = min(used, further.get(key, used))
        reach, used_by = set(further), further
    return bool(reach)


def pairs_of(counts: Sequence[int], wilds: int, pairs: int) -> list[int] | None:
    """The faces of the pairs that the real tiles force, with wild tiles for the odd ones, in ascending order.

    Four alike are two pairs. None where they do not fit; `pairs - len(result)` pairs are of wild tiles alone.
    """
    odd = sum(count & 1 for count in counts)
    if odd > wilds or (wilds - odd) % 2:
        return None
    faces = [face for face, count in enumerate(counts) for _ in range((count + 1) // 2)]
    return faces if len(faces) <= pairs else None


ORPHANS = tuple(face for face in range(34) if face >= 27 or face % 9 in (0, 8))
