"""What a change in the middle of a game does to the turns after it.

Dealer, streak and round are played forward again. A hand that was scored with the book's own dealer, streak and round
is scored anew where these have changed, and restated where its result has; amounts that somebody typed stay as typed.
Walking stops as soon as the game is where it was before the change.
"""

from __future__ import annotations

from sqlalchemy import select

from service.book import progress, scoring
from service.book.desk import Desk, dealer_at
from service.book.errors import HandNotScored, TooFarBack
from service.book.models import TurnRow
from service.book.seating import seated
from service.book.tally import MONEY_KINDS, tally
from service.book.values import Json, four, from_text, to_text

MOST_LATER_TURNS = 400
"""A change may walk over so many turns; real games have some hundred."""


def refold(desk: Desk, place: int) -> None:
    """Play the game forward from `place`, whose own entry has just changed.

    Raises TooFarBack, or HandNotScored where a later hand no longer scores after the change.
    """
    desk.session.flush()
    turns = _turns_from(desk, place)
    state = from_text(turns[0].state_before)
    for number, turn in enumerate(turns):
        before = to_text(state)
        if number > 0 and before == turn.state_before:
            return
        if number > 0:
            _move(desk, turn, state)
        if turn.live_seq is not None:
            state = progress.advance(desk.rules, state, from_text(desk.entry(turn.live_seq).event))
    _refuse_more(turns)
    desk.set_state(state)


def reseat(desk: Desk, since: int) -> None:
    """Give the amounts booked from the place `since` on to the players who now count as seated there."""
    desk.session.flush()
    changes = desk.seat_changes(again=True)
    first = desk.first_seating()
    desk.game.seating = to_text(list(seated(first, changes, desk.game.head_seq)))
    turns = _turns_from(desk, since)
    _refuse_more(turns)
    for turn in turns:
        if turn.live_seq is None or turn.kind not in MONEY_KINDS:
            continue
        rows = desk.outcomes(turn.place)
        former = four([row.player for row in rows])
        now = seated(first, changes, turn.place)
        if former == now:
            continue
        entry = desk.entry(turn.live_seq)
        event = from_text(entry.event)
        for seating, sign in ((former, -1), (now, 1)):
            for player, change in tally(event, entry.amounts, seating, dealer_at(turn)).items():
                desk.change_standing(player, change if sign > 0 else -change)
        for row in rows:
            row.player = now[row.seat]
    desk.session.flush()


def _move(desk: Desk, turn: TurnRow, state: Json) -> None:
    """Let a later turn start from another state: count it for the new dealer, score it anew where that matters."""
    if turn.live_seq is None or turn.kind not in MONEY_KINDS:
        turn.state_before = to_text(state)
        return
    entry = desk.entry(turn.live_seq)
    event = from_text(entry.event)
    posting = None
    try:
        if progress.context_of(state) != progress.context_of(from_text(turn.state_before)):
            posting = scoring.rescored(desk.rules, state, event)
    except HandNotScored as error:
        raise HandNotScored(
            f"after this change entry {entry.seq} would no longer score ({error.detail}); undo that entry first",
            error.extra,
        ) from None
    desk.discount(turn, entry)
    turn.state_before = to_text(state)
    if posting is not None and posting.event != event:
        entry = desk.replace_entry(turn, posting)
    desk.count(turn, entry)


def _turns_from(desk: Desk, place: int) -> list[TurnRow]:
    """The turn at `place` and those after it, one more than may be walked over."""
    return list(
        desk.session.scalars(
            select(TurnRow)
            .where(TurnRow.game_id == desk.game.id, TurnRow.place >= place)
            .order_by(TurnRow.place)
            .limit(MOST_LATER_TURNS + 2)
        )
    )


def _refuse_more(turns: list[TurnRow]) -> None:
    if len(turns) > MOST_LATER_TURNS + 1:
        raise TooFarBack(f"more than {MOST_LATER_TURNS} entries follow; undo later ones first")
