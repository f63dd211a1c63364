"""Declarations a ruleset is made of: items and options."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from scorer.errors import OptionError
from scorer.reading import SETS, Reading

Predicate = Callable[[Reading], int]
"""How often the item holds in this reading; a bool serves for once or not at all."""
Value = int | Callable[[Reading], int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One line of the rule book.

    id, name, name_en   "all-pungs", "碰碰胡", "All pungs"
    when                the predicate: how often it holds
    value               what one is worth, or a function of the reading (a preset, a measured value); None for a factor
    factor              multipliers have this instead of a value
    group               what the total needs to tell apart: "small"/"big", "flower"; free text
    excludes            ids of items that do not count beside this one. "ID if OPTION", "ID unless OPTION" and
                        "ID if OPTION=VALUE" make that depend on an option. Items are tried in the order declared and
                        only an item that counts excludes, so the excluding one has to stand first.
    shapes              shapes of readings it can hold in
    only_if             name of a boolean option that turns it on, or "OPTION=VALUE"
    needs               features without which it cannot hold (scorer.reading: PUNGS, NO_HONOURS, …): speed only
    otherwise           groups: it counts only if no item of these groups does (无番和, 屁胡, 小胡)
    marks               the indices of the sets it came from
    source              where the rule is written
    note                when it holds, in words, for the printed rule book
    value_note          the value in words where it is no plain number
    """

    id: str
    name: str
    name_en: str
    when: Predicate
    value: Value | None = None
    factor: Value | None = None
    group: str = ""
    excludes: tuple[str, ...] = ()
    shapes: tuple[str, ...] = (SETS,)
    only_if: str | None = None
    needs: int = 0
    otherwise: tuple[str, ...] = ()
    marks: Callable[[Reading], tuple[int, ...]] | None = None
    source: str = ""
    note: str = ""
    value_note: str = ""


LARGEST = 1_000_000
"""The largest number an option takes: amounts made of several options still are numbers that can be written down."""


@dataclass(frozen=True, slots=True)
class Option:
    """A choice that tables make. `type` is "int", "bool", "choice" or "map"; `choices` are the values of a "choice" (an
    "int" may list words it takes besides numbers there, such as "none"). An "int" lies between `minimum` and LARGEST,
    the numbers of a "map" between -LARGEST and LARGEST."""

    name: str
    type: str
    default: Any
    meaning: str
    choices: tuple[Any, ...] = ()
    minimum: int = 0

    def check(self, value: Any) -> Any:
        """The value in its normal form. Raises OptionError naming option, value and what was expected."""
        if self.type == "bool" and isinstance(value, bool):
            return value
        if self.type == "int" and type(value) is int and self.minimum <= value <= LARGEST:
            return value
        if self.type in ("choice", "int"):
            for choice in self.choices:
                if value == choice and isinstance(value, bool) == isinstance(choice, bool):
                    return choice
            if value is None and "none" in self.choices:
                return "none"
        if self.type == "map" and isinstance(value, Mapping):
            entries = dict(value)
            if all(isinstance(key, str) and _is_small(number) for key, number in entries.items()):
                return entries
        raise OptionError(self.name, value, self.expected)

    @property
    def expected(self) -> str:
        listed = " or ".join(map(repr, self.choices))
        if self.type == "int":
            return f"a whole number {self.minimum}-{LARGEST}" + (f" or {listed}" if listed else "")
        if self.type == "choice":
            return listed
        return {"bool": "true or false", "map": f"an object of names and whole numbers up to {LARGEST}"}[self.type]


def _is_small(number: Any) -> bool:
    return type(number) is int and -LARGEST <= number <= LARGEST


def holds(condition: str, options: Mapping[str, Any]) -> bool:
    """Whether "OPTION" is on, or "OPTION=VALUE" is chosen."""
    name, equals, wanted = condition.partition("=")
    return str(options[name]) == wanted if equals else bool(options[name])


def excluded_ids(entry: str, options: Mapping[str, Any]) -> str | None:
    """The id that an entry of `excludes` names under these options; None where the option says otherwise."""
    id_, word, condition = entry.partition(" unless ")
    if word:
        return None if holds(condition, options) else id_
    id_, word, condition = entry.partition(" if ")
    if word:
        return id_ if holds(condition, options) else None
    return entry
