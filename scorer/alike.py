"""Readings of which a ruleset cannot tell one from another, looked at once.

With four wild tiles one suit alone has thousands of readings. Which sets they are of matters little to most games: so
the readings of a suit are joined kind by kind from the lowest tile on, and what is left over after equal beginnings is
worked out once.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

Part = tuple[tuple[int, ...], int]
"""Codes of sets (suit by suit, ascending in each) and the code of the pair, -1 for none; of a suit or a whole hand."""
Row = tuple[int, int, int, tuple[Part, ...]]
"""Of one suit: sets, pairs, wild tiles used, and the parts of that kind in ascending order."""
Likeness = Callable[[int], Hashable]
"""What a ruleset can tell apart: sets of equal likeness serve every item alike. A pair comes as `~code`, 0 if none."""
Use = tuple[bool, int, int, int, int, int]
"""A use for the lowest tile left: (is the pair, code, wild tiles needed, how many of the tile itself are taken, and
whether one is taken of the next tile and of the one after it)."""


class Weights(dict[int, int]):
    """A number for each class of like codes, such that sums of up to fifteen tell how many of each class there are."""

    def __init__(self, like: Likeness) -> None:
        self._like = like
        self._numbers: dict[Hashable, int] = {}

    def __missing__(self, code: int) -> int:
        number = self._numbers.setdefault((code < 0, self._like(code)), len(self._numbers))
        weight = self[code] = 1 << 4 * number
        return weight


def first_of_each_kind(parts: Sequence[Part], weights: Weights) -> list[Part]:
    """Of parts whose sets and pairs are alike the first, in the order given."""
    kept: dict[tuple[int, int], Part] = {}
    weight_of = weights.__getitem__
    for part in parts:
        codes, pair = part
        key = sum(map(weight_of, codes)), weight_of(~pair)
        if key not in kept:
            kept[key] = part
    return list(kept.values())


def read_alike(counts: tuple[int, ...], uses: Sequence[Sequence[Use]], wilds: int, weights: Weights) -> tuple[Row, ...]:
    """The readings of one suit's tiles with at most `wilds` wild tiles, of those alike the first in ascending order.

    `uses` are those of the lowest tile left, by its place; they are tried in ascending order, each as often as it goes.
    """
    last = len(counts)
    padded = (*counts, 0, 0)
    known: dict[int, dict[int, Part]] = {}
    # The kind of a part: its wild tiles, its sets, whether it has the pair, and above them the sum of its weights.
    done: dict[int, Part] = {0: ((), -1)}

    def rest(place: int, here: int, next_: int, third: int, first: int, spare: int, paired: bool) -> dict[int, Part]:
        while not here:
            place += 1
            if place == last:
                return done
            here, next_, third = next_, third, padded[place + 2]
            first = 0
        key = (((((place << 3 | here) << 3 | next_) << 3 | third) << 3 | spare) << 1 | paired) << 6 | first
        found = known.get(key)
        if found is not None:
            return found
        found = known[key] = {}
        choices = uses[place]
        for number in range(first, len(choices)):
            is_pair, code, need, many, one_next, one_third = choices[number]
            if need > spare or here < many or next_ < one_next or third < one_third or (is_pair and paired):
                continue
            more = rest(
                place, here - many, next_ - one_next, third - one_third, number, spare - need, paired or is_pair
            )
            if not more:
                continue
            if is_pair:
                kind = weights[~code] << 8 | 1 << 7 | need
                for other, (codes, _) in more.items():
                    part = codes, code
                    if other + kind not in found or part < found[other + kind]:
                        found[other + kind] = part
            else:
                kind = weights[code] << 8 | 1 << 3 | need
                for other, (codes, pair) in more.items():
                    part = tuple(sorted((code, *codes))), pair
                    if other + kind not in found or part < found[other + kind]:
                        found[other + kind] = part
        return found

    rows: dict[tuple[int, int, int], list[Part]] = {}
    for kind, part in rest(0, padded[0], padded[1], padded[2], 0, wilds, False).items():
        rows.setdefault((kind >> 3 & 15, kind >> 7 & 1, kind & 7), []).append(part)
    return tuple([(*key, tuple(sorted(rows[key]))) for key in sorted(rows)])
