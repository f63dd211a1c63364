"""Counting the items of one reading."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from scorer.items import Item, Value, excluded_ids, holds
from scorer.lazy import lazy
from scorer.reading import Reading
from scorer.result import CountedItem, NotCounted

Row = tuple[Item, Callable[[Reading], int], int, int, int]
"""Item, its predicate, the features it needs, its own bit, the bits of what it excludes."""

_MOST_KNOWN = 10_000
_MOST_SHOWN = 20_000
"""How much is remembered before it is forgotten and begun anew."""


class Table:
    """The items in force under one choice of options, by shape, with their exclusions as bit masks."""

    def __init__(
        self,
        items: tuple[Item, ...],
        options: Mapping[str, Any],
        features: Callable[[Reading], int] | None = None,
    ) -> None:
        self.features = features
        self._known: dict[tuple[str, int], tuple[Row, ...]] = {}
        self.items = tuple(item for item in items if item.only_if is None or holds(item.only_if, options))
        bits = {item.id: 1 << index for index, item in enumerate(self.items)}
        self.rows: dict[str, list[Row]] = {}
        self.otherwise: list[Item] = []
        for item in self.items:
            ids = [excluded_ids(entry, options) for entry in item.excludes]
            mask = sum({bits[id_] for id_ in ids if id_ is not None and id_ in bits})
            if item.otherwise:
                self.otherwise.append(item)
                continue
            for shape in item.shapes:
                self.rows.setdefault(shape, []).append((item, item.when, item.needs, bits[item.id], mask))

    def _possible(self, shape: str, lacks: int) -> tuple[Row, ...]:
        """The items that can hold in a reading of this shape that lacks these features; readings repeat in that."""
        found = self._known.get((shape, lacks))
        if found is None:
            if len(self._known) > _MOST_KNOWN:
                self._known.clear()
            found = tuple([row for row in self.rows.get(shape, ()) if not row[2] & lacks])
            self._known[shape, lacks] = found
        return found

    def count(self, reading: Reading) -> Tally:
        """Every item that holds and is not excluded by one counted before it."""
        counted: list[tuple[Item, int]] = []
        dropped: list[tuple[Item, int]] = []
        blocked = 0
        blockers: list[tuple[int, Item]] = []
        lacks = reading.lacks
        if self.features is not None:
            lacks &= ~self.features(reading)
        for item, when, _, bit, excludes in self._possible(reading.shape, lacks):
            if times := when(reading):
                if blocked & bit:
                    dropped.append((item, bit))
                else:
                    counted.append((item, int(times)))
                    if excludes:
                        blocked |= excludes
                        blockers.append((excludes, item))
        if self.otherwise:
            groups = {item.group for item, _ in counted}
            for item in self.otherwise:
                if reading.shape in item.shapes and not groups.intersection(item.otherwise) and item.when(reading):
                    counted.append((item, 1))
        return Tally(reading, counted, dropped, blockers)


_SHOWN: dict[tuple[int, int | None, int | None, int, tuple[int, ...]], tuple[Item, CountedItem]] = {}
"""Lines made ready to show; the item is kept beside its line so that its id stays its own."""


class Tally:
    """A reading with the items that count in it. `total` and `rank` are set by the engine before `settle` is asked."""

    total: int
    rank: Any

    def __init__(
        self,
        reading: Reading,
        counted: list[tuple[Item, int]],
        dropped: list[tuple[Item, int]] | None = None,
        blockers: list[tuple[int, Item]] | None = None,
    ) -> None:
        self.reading = reading
        self.given = reading.given
        self.counted = counted
        self._dropped = dropped or []
        self._blockers = blockers or []

    def value_of(self, item: Item) -> int:
        """What one of this item is worth here; 0 for a multiplier."""
        return 0 if item.value is None else self._measured(item.value)

    def _measured(self, worth: Value) -> int:
        """A value or factor in this reading."""
        return worth if isinstance(worth, int) else worth(self.reading)

    def sum(self, *groups: str) -> int:
        """The sum of value times count, of all items or of those of the groups named."""
        total = 0
        for item, times in self.counted:
            if not groups or item.group in groups:
                value = item.value
                if value is not None:
                    total += times * (value if isinstance(value, int) else value(self.reading))
        return total

    def count(self, *groups: str) -> int:
        """How many items of these groups count, each as often as it counts."""
        return sum(times for item, times in self.counted if not groups or item.group in groups)

    def times(self, id_: str) -> int:
        """How often the item of this id counts."""
        for item, times in self.counted:
            if item.id == id_:
                return times
        return 0

    def has(self, id_: str) -> bool:
        return self.times(id_) > 0

    @lazy
    def items(self) -> tuple[CountedItem, ...]:
        """The counted items as results show them."""
        return tuple([self._shown(item, times, item.marks) for item, times in self.counted])

    @property
    def bare_items(self) -> tuple[CountedItem, ...]:
        """The same without the sets they came from, as a runner-up shows them."""
        return tuple([self._shown(item, times, None) for item, times in self.counted])

    def _shown(self, item: Item, times: int, marks: Callable[[Reading], tuple[int, ...]] | None) -> CountedItem:
        value = None if item.value is None else self._measured(item.value)
        factor = None if item.factor is None else self._measured(item.factor)
        sets = () if marks is None else marks(self.reading)
        # The same few lines are shown again and again: each is made once.
        key = (id(item), value, factor, times, sets)
        known = _SHOWN.get(key)
        if known is None:
            if len(_SHOWN) > _MOST_SHOWN:
                _SHOWN.clear()
            line = CountedItem(item.id, item.name, item.name_en, value, times, sets, factor)
            known = _SHOWN[key] = (item, line)
        return known[1]

    @lazy
    def not_counted(self) -> tuple[NotCounted, ...]:
        """The items that hold but are excluded, and by what."""
        found = []
        for item, bit in self._dropped:
            because = next(blocker.id for mask, blocker in self._blockers if mask & bit)
            found.append(NotCounted(item.id, item.name, item.name_en, because))
        return tuple(found)
