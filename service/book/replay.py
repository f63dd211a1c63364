"""A game computed from its entries alone, without looking at anything derived.

This is the yardstick: `tilesight db check` holds the derived rows against it, and an imported or restored game gets its
derived rows from it. It reads the entries once, in order.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from service.book import progress
from service.book.desk import SEAT_KINDS, seat_change
from service.book.errors import BookError
from service.book.models import EntryRow
from service.book.progress import Rules
from service.book.seating import seated
from service.book.tally import HAND_KINDS, MONEY_KINDS, Tally, tally, winners_of
from service.book.values import SEATS, Four, Json, four, from_text, integer, negated, to_text


class ReplayError(ValueError):
    """The entries contradict each other; the message names the entry and what was expected."""


@dataclass(frozen=True, slots=True)
class Line:
    """One entry as it was recorded."""

    seq: int
    place: int
    kind: str
    event: Json
    amounts: Four
    fee: int
    reversal_of: int | None

    @classmethod
    def of(cls, row: EntryRow) -> Line:
        return cls(row.seq, row.place, row.kind, from_text(row.event), row.amounts, row.fee, row.reversal_of)


@dataclass(slots=True)
class Turn:
    """One place of the game: its kind, the entry in force or the undoing, and the progress before it."""

    kind: str
    live: Line | None
    undone_seq: int | None = None
    state_before: Json = field(default_factory=dict)


@dataclass(slots=True)
class Replayed:
    """Everything that follows from the entries of a game."""

    head_seq: int
    turns: dict[int, Turn]
    state: Json
    seating: Four
    outcomes: dict[tuple[int, int], tuple[int, int, bool]]
    """(place, seat): player, amount, whether he won."""
    standings: dict[int, Tally]
    hands: int
    fees: int


def replay(rules: Rules, start: Json, lines: Iterable[Line]) -> Replayed:
    """Play the entries of a game. `start` is the game's recorded start. Raises ReplayError."""
    ledger = _Ledger(rules)
    for line in lines:
        ledger.take(line)
    turns = dict(sorted(ledger.turns.items()))
    changes = [
        seat_change(place, turn.live.event)
        for place, turn in turns.items()
        if turn.live is not None and turn.kind in SEAT_KINDS
    ]
    first = four(start["players"])
    state = progress.start(rules, integer(start["dealer"]), str(start["round_wind"]))
    found = Replayed(ledger.head, turns, state, seated(first, changes, ledger.head), {}, {}, 0, 0)
    for player in first:
        found.standings[player] = Tally()
    for place, turn in turns.items():
        turn.state_before = state
        if turn.live is None:
            continue
        _count(found, place, turn, seated(first, changes, place))
        try:
            state = progress.advance(rules, state, turn.live.event)
        except BookError as error:
            raise ReplayError(f"entry {turn.live.seq}: {error.detail}") from None
    found.state = state
    return found


def _count(found: Replayed, place: int, turn: Turn, seating: Four) -> None:
    assert turn.live is not None
    if turn.kind not in MONEY_KINDS:
        return
    line = turn.live
    winners = winners_of(line.event)
    for seat in SEATS:
        found.outcomes[place, seat] = (seating[seat], line.amounts[seat], seat in winners)
    dealer = progress.dealer(turn.state_before)
    for player, change in tally(line.event, line.amounts, seating, dealer).items():
        found.standings[player] = found.standings.get(player, Tally()) + change
    found.hands += int(turn.kind in HAND_KINDS)
    found.fees += line.fee


class _Ledger:
    """The entries in order, each checked against the ones before it."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.head = 0
        self.turns: dict[int, Turn] = {}
        self._lines: dict[int, Line] = {}
        self._retracted: int | None = None

    def take(self, line: Line) -> None:
        if line.seq != self.head + 1:
            raise ReplayError(f"entry {line.seq} follows entry {self.head}")
        if sum(line.amounts) + line.fee != 0:
            raise ReplayError(f"entry {line.seq} is not balanced: {list(line.amounts)} and a fee of {line.fee}")
        if line.fee and not self.rules.charges_fee:
            raise ReplayError(f"entry {line.seq} has a fee in a game without one")
        retracted, self._retracted = self._retracted, None
        if retracted is not None and (line.kind, line.place) != ("restate", retracted):
            raise ReplayError(f"entry {line.seq}: expected what takes the place of entry {line.seq - 1}")
        take = {"undo": self._undo, "retract": self._undo, "redo": self._redo, "restate": self._restate}
        take.get(line.kind, self._fresh)(line)
        self._lines[line.seq] = line
        self.head = line.seq

    def _fresh(self, line: Line) -> None:
        if line.place != line.seq or line.reversal_of is not None or line.event.get("kind") != line.kind:
            raise ReplayError(f"entry {line.seq}: a fresh event opens its own place and reverses nothing")
        if line.kind not in MONEY_KINDS and any((*line.amounts, line.fee)):
            raise ReplayError(f"entry {line.seq}: {line.kind} moves no amounts")
        self.turns[line.place] = Turn(line.kind, line)

    def _undo(self, line: Line) -> None:
        turn = self._turn(line)
        if turn.live is None or turn.live.seq != line.reversal_of:
            raise ReplayError(f"entry {line.seq} takes back entry {line.reversal_of}, which is not in force")
        self._opposite(line, turn.live)
        turn.live = None
        if line.kind == "retract":
            self._retracted = line.place
        else:
            turn.undone_seq = line.seq

    def _redo(self, line: Line) -> None:
        turn = self._turn(line)
        if turn.undone_seq is None or turn.undone_seq != line.reversal_of:
            raise ReplayError(f"entry {line.seq} brings back entry {line.reversal_of}, which is no undoing in force")
        undoing = self._lines[turn.undone_seq]
        self._opposite(line, undoing)
        assert undoing.reversal_of is not None
        if to_text(self._lines[undoing.reversal_of].event) != to_text(line.event):
            raise ReplayError(f"entry {line.seq} brings back another event than was undone")
        turn.live, turn.undone_seq = line, None

    def _restate(self, line: Line) -> None:
        turn = self._turn(line)
        if turn.live is not None or turn.undone_seq is not None or line.reversal_of is not None:
            raise ReplayError(f"entry {line.seq} restates a place that was not retracted")
        turn.live, turn.kind = line, str(line.event.get("kind"))
        if turn.kind not in MONEY_KINDS:
            raise ReplayError(f"entry {line.seq}: {turn.kind} cannot be restated")

    def _turn(self, line: Line) -> Turn:
        turn = self.turns.get(line.place)
        if turn is None:
            raise ReplayError(f"entry {line.seq} is about place {line.place}, where nothing was entered")
        return turn

    def _opposite(self, line: Line, other: Line) -> None:
        if line.amounts != negated(other.amounts) or line.fee != -other.fee:
            raise ReplayError(f"entry {line.seq} does not reverse the amounts of entry {other.seq}")
