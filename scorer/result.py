"""What scoring gives: `Scored | Settled | NotWinning | Illegal`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from scorer.tiles import Tile


@dataclass(frozen=True, slots=True)
class RulesetStamp:
    """Which rules gave a result: enough to compute it again from an old book."""

    id: str
    version: str
    options: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class CountedItem:
    """An item that counts. `value` is what one is worth, `count` how often it counts; a multiplier has `factor` and no
    value. `sets` are the indices of the sets of the reading it came from, () for the hand as a whole."""

    id: str
    name: str
    name_en: str
    value: int | None
    count: int = 1
    sets: tuple[int, ...] = ()
    factor: int | None = None


@dataclass(frozen=True, slots=True)
class NotCounted:
    """An item that holds and yet does not count, `because` of the item of that id."""

    id: str
    name: str
    name_en: str
    because: str


@dataclass(frozen=True, slots=True)
class Payment:
    """`amount` goes from seat to seat; None stands for the house."""

    from_seat: int | None
    to_seat: int | None
    amount: int
    why: str


@dataclass(frozen=True, slots=True)
class Problem:
    """One reason why a hand is not scored: a stable code, a sentence, the tiles it is about."""

    code: str
    message: str
    tiles: tuple[Tile, ...] = ()


@dataclass(frozen=True, slots=True)
class ReadSet:
    """A set of the reading as shown to people: `wild` are the faces that wild tiles stand for; `tiles` is empty where a
    set of wild tiles names no face."""

    type: str
    tiles: tuple[Tile, ...]
    concealed: bool
    wild: tuple[Tile, ...] = ()


@dataclass(frozen=True, slots=True)
class ReadHand:
    """The reading that counts. `won` is the index of the set the winning tile completed, -1 the pair, None neither."""

    shape: str
    sets: tuple[ReadSet, ...]
    pair: tuple[Tile, ...]
    tiles: tuple[Tile, ...] = ()
    won: int | None = None


@dataclass(frozen=True, slots=True)
class RunnerUp:
    """The next best reading."""

    total: int
    items: tuple[CountedItem, ...]


@dataclass(frozen=True, slots=True)
class Scored:
    ruleset: RulesetStamp
    total: int
    unit: str
    items: tuple[CountedItem, ...]
    not_counted: tuple[NotCounted, ...]
    reading: ReadHand
    runner_up: RunnerUp | None
    payouts: tuple[int, ...]
    payments: tuple[Payment, ...]
    formula: str
    status: str = field(default="scored", init=False)


@dataclass(frozen=True, slots=True)
class Settled:
    """A drawn hand, or a player leaving: payouts and payments only."""

    ruleset: RulesetStamp
    payouts: tuple[int, ...]
    payments: tuple[Payment, ...]
    status: str = field(default="settled", init=False)


@dataclass(frozen=True, slots=True)
class NotWinning:
    """A possible hand that wins nothing: no winning shape, or a condition of the rules not met."""

    ruleset: RulesetStamp
    problems: tuple[Problem, ...]
    status: str = field(default="not_winning", init=False)


@dataclass(frozen=True, slots=True)
class Illegal:
    """Not a possible hand, or not a possible context. Lists every problem."""

    ruleset: RulesetStamp
    problems: tuple[Problem, ...]
    status: str = field(default="illegal", init=False)


Result = Scored | Settled | NotWinning | Illegal
