"""What may be done to a game: enter, undo, redo, correct. Each appends entries and never changes one."""

from __future__ import annotations

from service.book import progress
from service.book.desk import SEAT_KINDS, Desk, Posting, last_live_turn, turn_to_redo
from service.book.errors import EventInvalid, GameClosed, NothingToRedo, NothingToUndo
from service.book.models import EntryRow, TurnRow
from service.book.restate import refold, reseat
from service.book.tally import MONEY_KINDS
from service.book.values import from_text, integer, negated, to_text


def enter(desk: Desk, posting: Posting) -> EntryRow:
    """Book a fresh event at the end of the game. Raises GameClosed."""
    before = desk.state
    after = progress.advance(desk.rules, before, posting.event)
    place = desk.game.head_seq + 1
    entry = desk.append(place, posting.kind, posting.event, posting.amounts, posting.fee)
    turn = TurnRow(
        game_id=desk.game.id, place=place, kind=posting.kind, live_seq=entry.seq, undone_seq=None,
        state_before=to_text(before),
    )  # fmt: skip
    desk.session.add(turn)
    desk.set_state(after)
    if turn.kind in SEAT_KINDS:
        reseat(desk, integer(posting.event["since"]))
    else:
        desk.count(turn, entry)
    return entry


def undo(desk: Desk, seq: int | None = None) -> EntryRow:
    """Take back the entry `seq`, or the last one in force, also the closing of a game.

    Raises NothingToUndo, EntryNotFound, GameClosed, TooFarBack, HandNotScored.
    """
    turn = turn_in_force(desk, seq)
    if desk.game.closed and turn.kind != "close":
        raise GameClosed("the game is closed; reopen it first")
    entry = desk.live_entry(turn)
    desk.discount(turn, entry)
    undoing = desk.reverse(entry, "undo")
    turn.live_seq, turn.undone_seq = None, undoing.seq
    _follow(desk, turn, entry)
    return undoing


def redo(desk: Desk, seq: int | None = None) -> EntryRow:
    """Bring back what the undoing `seq`, or the last undoing in force, took back, at its old place.

    Raises NothingToRedo, EntryNotFound, GameClosed, TooFarBack, HandNotScored.
    """
    turn = _turn_undone(desk, seq)
    if desk.game.closed and turn.kind != "reopen":
        raise GameClosed("the game is closed; reopen it first")
    undoing = desk.entry(integer(turn.undone_seq))
    event = from_text(desk.entry(integer(undoing.reversal_of)).event)
    entry = desk.append(turn.place, "redo", event, negated(undoing.amounts), -undoing.fee, undoing.seq)
    turn.live_seq, turn.undone_seq = entry.seq, None
    desk.count(turn, entry)
    _follow(desk, turn, entry)
    return entry


def correct(desk: Desk, seq: int, posting: Posting) -> EntryRow:
    """Put another event in the place of the entry `seq`, which must be in force.

    Raises what `undo` raises, and EventInvalid where either is not a hand, a false win or a penalty.
    """
    if desk.game.closed:
        raise GameClosed("the game is closed; reopen it first")
    turn = turn_in_force(desk, seq)
    if turn.kind not in MONEY_KINDS or posting.kind not in MONEY_KINDS:
        raise EventInvalid("only hands, false wins and penalties can be corrected; undo the entry instead")
    entry = desk.restate(turn, posting)
    refold(desk, turn.place)
    return entry


def _follow(desk: Desk, turn: TurnRow, entry: EntryRow) -> None:
    if turn.kind in SEAT_KINDS:
        reseat(desk, integer(from_text(entry.event)["since"]))
    else:
        refold(desk, turn.place)


def turn_in_force(desk: Desk, seq: int | None) -> TurnRow:
    """The turn at which the entry `seq` is in force, or the last one. Raises EntryNotFound, NothingToUndo."""
    if seq is None:
        last = desk.session.scalar(last_live_turn(desk.game.id))
        if last is None:
            raise NothingToUndo("nothing in this game is in force")
        return last
    turn = desk.turn(desk.entry(seq).place)
    if turn is None or turn.live_seq != seq:
        raise NothingToUndo(f"entry {seq} is not in force")
    return turn


def _turn_undone(desk: Desk, seq: int | None) -> TurnRow:
    if seq is None:
        last = turn_to_redo(desk.session, desk.game.id)
        if last is None:
            raise NothingToRedo("nothing was undone since the last entry; name the undoing to bring back an older one")
        return last
    turn = desk.turn(desk.entry(seq).place)
    if turn is None or turn.undone_seq != seq:
        raise NothingToRedo(f"entry {seq} is no undoing in force")
    return turn
