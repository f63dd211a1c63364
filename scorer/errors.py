"""Errors of the scorer. Each names the offending thing and what was expected in its place.

Those whose message is put together say how they are made again (`__reduce__`), as for a pool of processes.
"""

from __future__ import annotations

from typing import Any

from scorer.near import did_you_mean


class NotationError(ValueError):
    """Text that names no tile, meld or hand."""

    def __init__(self, text: str, expected: str) -> None:
        super().__init__(f"cannot read {text!r}: expected {expected}")
        self.text = text
        self.expected = expected

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.text, self.expected)


class UnknownRuleset(LookupError):
    """No ruleset of this name; `nearest` are the ids of those that may have been meant."""

    def __init__(self, name: object, known: tuple[str, ...], nearest: tuple[str, ...] = ()) -> None:
        self.told = f"{name!r}{did_you_mean(*nearest)}: expected one of {', '.join(known)}"
        super().__init__(f"unknown ruleset {self.told}")
        self.name = name
        self.known = known
        self.nearest = nearest

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.name, self.known, self.nearest)


class OptionError(ValueError):
    """An option that a ruleset does not have, or a value that the option does not take."""

    def __init__(self, name: str, value: object, expected: str) -> None:
        self.told = f"{value!r} given, expected {expected}"
        super().__init__(f"option {name!r}: {self.told}")
        self.name = name
        self.value = value
        self.expected = expected

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.name, self.value, self.expected)


class CaseError(ValueError):
    """A request that is not a hand to score: an unknown field, a field of the wrong kind."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(f"{field}: {message}")
        self.field = field
        self.message = message

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.field, self.message)


class GameError(ValueError):
    """An event that cannot follow in a game."""
