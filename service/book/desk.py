"""The place where a game is written: single entries appended, totals and counts moved along with them.

A `Desk` holds one game within the caller's writing transaction. What a request may ask for stands in
`service.book.ledger`; what a change in the middle of a game does to later turns in `service.book.restate`.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Select, delete, select
from sqlalchemy.orm import Session

from service.book import progress
from service.book.errors import EntryNotFound, NothingToUndo
from service.book.models import EntryRow, GameRow, OutcomeRow, StandingRow, TurnRow
from service.book.seating import SeatChange, seated
from service.book.tally import HAND_KINDS, MONEY_KINDS, Tally, tally, winners_of
from service.book.values import (
    SEATS,
    ZERO,
    Four,
    Json,
    four,
    four_from_text,
    from_text,
    integer,
    negated,
    now_ms,
    to_text,
)

SEAT_KINDS = ("swap", "replace")


@dataclass(frozen=True, slots=True)
class Posting:
    """An event ready to be booked: its JSON, four amounts, and the fee that makes them add up to zero."""

    event: Json
    amounts: Four = ZERO
    fee: int = 0

    @property
    def kind(self) -> str:
        return str(self.event["kind"])


@dataclass(frozen=True, slots=True)
class Writer:
    """Who writes, and the digest of the request's key, which the first entry of the write carries."""

    label: str
    key_digest: str | None = None


class Desk:
    """One game, locked for writing within the caller's transaction."""

    def __init__(self, session: Session, game: GameRow, writer: Writer) -> None:
        self.session = session
        self.game = game
        self.writer = writer
        self.rules = progress.rules_of(game)
        self.first_seq = game.head_seq + 1
        self._standings: dict[int, StandingRow] | None = None
        self._changes: list[SeatChange] | None = None

    @property
    def state(self) -> Json:
        return from_text(self.game.state)

    def set_state(self, state: Json) -> None:
        self.game.state = to_text(state)
        self.game.closed = progress.is_closed(state)

    def append(
        self, place: int, kind: str, event: Json, amounts: Four, fee: int, reversal_of: int | None = None
    ) -> EntryRow:
        """Write one entry; the totals do not move."""
        seq = self.game.head_seq + 1
        entry = EntryRow(
            game_id=self.game.id, seq=seq, place=place, kind=kind, event=to_text(event),
            amount_0=amounts[0], amount_1=amounts[1], amount_2=amounts[2], amount_3=amounts[3], fee=fee,
            charges_fee=self.game.charges_fee, reversal_of=reversal_of,
            idempotency_key=self.writer.key_digest if seq == self.first_seq else None,
            written_ms=now_ms(), written_by=self.writer.label,
        )  # fmt: skip
        self.game.head_seq = seq
        self.session.add(entry)
        self.session.flush()
        return entry

    def reverse(self, entry: EntryRow, kind: str) -> EntryRow:
        """Write the entry that takes back exactly what `entry` booked."""
        return self.append(
            entry.place, kind, {"kind": kind, "entry": entry.seq}, negated(entry.amounts), -entry.fee, entry.seq
        )

    def restate(self, turn: TurnRow, posting: Posting) -> EntryRow:
        """Put `posting` in the place of the entry in force at a turn; the totals follow."""
        self.discount(turn, self.live_entry(turn))
        entry = self.replace_entry(turn, posting)
        self.count(turn, entry)
        return entry

    def replace_entry(self, turn: TurnRow, posting: Posting) -> EntryRow:
        """Retract the entry in force at a turn and write `posting` at its place; the totals do not move."""
        self.reverse(self.live_entry(turn), "retract")
        entry = self.append(turn.place, "restate", posting.event, posting.amounts, posting.fee)
        turn.live_seq, turn.kind = entry.seq, posting.kind
        return entry

    def count(self, turn: TurnRow, entry: EntryRow) -> None:
        """Add the entry in force at a turn to outcomes, standings and the game's own counts."""
        if turn.kind not in MONEY_KINDS:
            return
        event = from_text(entry.event)
        seating = self.seating(turn.place)
        winners = winners_of(event)
        for seat in SEATS:
            self.session.add(
                OutcomeRow(game_id=self.game.id, place=turn.place, seat=seat, player=seating[seat],
                           amount=entry.amounts[seat], won=seat in winners)
            )  # fmt: skip
        for player, change in tally(event, entry.amounts, seating, dealer_at(turn)).items():
            self.change_standing(player, change)
        self.game.fees += entry.fee
        self.game.hands += int(turn.kind in HAND_KINDS)

    def discount(self, turn: TurnRow, entry: EntryRow) -> None:
        """The inverse of `count`."""
        if turn.kind not in MONEY_KINDS:
            return
        self.session.flush()
        rows = self.outcomes(turn.place)
        seating = four([row.player for row in rows])
        for player, change in tally(from_text(entry.event), entry.amounts, seating, dealer_at(turn)).items():
            self.change_standing(player, -change)
        self.game.fees -= entry.fee
        self.game.hands -= int(turn.kind in HAND_KINDS)
        for row in rows:
            self.session.expunge(row)
        self.session.execute(
            delete(OutcomeRow).where(OutcomeRow.game_id == self.game.id, OutcomeRow.place == turn.place)
        )

    def change_standing(self, player: int, change: Tally) -> None:
        """Add a tally to a player's standing, making the row where the player is new."""
        row = self.standings().get(player)
        if row is None:
            row = StandingRow(game_id=self.game.id, player=player, **Tally().as_dict())
            self.session.add(row)
            self.standings()[player] = row
        for name, value in change.as_dict().items():
            if value:
                setattr(row, name, getattr(row, name) + value)

    def standings(self) -> dict[int, StandingRow]:
        """Every standing of the game, by player."""
        if self._standings is None:
            rows = self.session.scalars(select(StandingRow).where(StandingRow.game_id == self.game.id))
            self._standings = {row.player: row for row in rows}
        return self._standings

    def outcomes(self, place: int) -> list[OutcomeRow]:
        """The outcomes of a place, by seat."""
        return list(
            self.session.scalars(
                select(OutcomeRow)
                .where(OutcomeRow.game_id == self.game.id, OutcomeRow.place == place)
                .order_by(OutcomeRow.seat)
            )
        )

    def entry(self, seq: int) -> EntryRow:
        """Raises EntryNotFound."""
        found = self.session.get(EntryRow, (self.game.id, seq))
        if found is None:
            raise EntryNotFound(f"the game has no entry {seq}")
        return found

    def live_entry(self, turn: TurnRow) -> EntryRow:
        """The entry in force at a turn. Raises NothingToUndo where it is undone."""
        if turn.live_seq is None:
            raise NothingToUndo("the entry is undone already")
        return self.entry(turn.live_seq)

    def turn(self, place: int) -> TurnRow | None:
        return self.session.get(TurnRow, (self.game.id, place))

    def seating(self, place: int | None = None) -> Four:
        """Players by seat at a place of the game; now, where none is named."""
        if place is None or place >= self.game.head_seq:
            return four_from_text(self.game.seating)
        return seated(self.first_seating(), self.seat_changes(), place)

    def first_seating(self) -> Four:
        return four(from_text(self.game.start)["players"])

    def seat_changes(self, again: bool = False) -> list[SeatChange]:
        """The seat changes in force, read once; `again` after one was entered, undone or brought back."""
        if self._changes is None or again:
            rows = self.session.execute(seat_changes_of(self.game.id)).all()
            self._changes = [seat_change(place, from_text(event)) for place, event in rows]
        return self._changes


def dealer_at(turn: TurnRow) -> int:
    """The seat that dealt at a turn."""
    return progress.dealer(from_text(turn.state_before))


def last_live_turn(game_id: int) -> Select[TurnRow]:
    """The query for the last turn in force."""
    return (
        select(TurnRow)
        .where(TurnRow.game_id == game_id, TurnRow.live_seq.is_not(None))
        .order_by(TurnRow.place.desc())
        .limit(1)
    )


def turn_to_redo(session: Session, game_id: int) -> TurnRow | None:
    """The turn undone last, unless something was entered since: then bringing it back needs naming it."""
    undone = session.scalar(
        select(TurnRow)
        .where(TurnRow.game_id == game_id, TurnRow.undone_seq.is_not(None))
        .order_by(TurnRow.undone_seq.desc())
        .limit(1)
    )
    newest = session.scalar(
        select(TurnRow.place).where(TurnRow.game_id == game_id).order_by(TurnRow.place.desc()).limit(1)
    )
    return None if undone is None or integer(newest) > integer(undone.undone_seq) else undone


def seat_changes_of(game_id: int) -> Select[int, str]:
    """The query for the places and events of the seat changes in force."""
    return (
        select(TurnRow.place, EntryRow.event)
        .join(EntryRow, (EntryRow.game_id == TurnRow.game_id) & (EntryRow.seq == TurnRow.live_seq))
        .where(TurnRow.game_id == game_id, TurnRow.kind.in_(SEAT_KINDS))
    )


def seat_change(place: int, event: Json) -> SeatChange:
    """A seat change from its event."""
    return SeatChange(
        "swap" if event["kind"] == "swap" else "replace", integer(event["since"]), place,
        integer(event["one"]), integer(event["other"]),
    )  # fmt: skip
