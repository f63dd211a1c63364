"""The writes of a game: what a request asks for, turned into entries, and the answer that shows them."""

from __future__ import annotations

from sqlalchemy.orm import Session

from service.book import ledger, scoring
from service.book.book import Done, game_of
from service.book.desk import Desk, Posting, Writer
from service.book.errors import EventInvalid, GameClosed, GameOpen
from service.book.models import GameRow, TableRow
from service.book.tables import add_player
from service.book.tally import MONEY_KINDS
from service.book.tokens import Holder
from service.book.values import Json, from_text, integer
from service.book.views import entries_between, game_view, names_of

MOST_SHOWN = 50
"""An answer shows at most so many of the entries it wrote; all are named by number."""


def enter(session: Session, table: TableRow, holder: Holder, key: str, number: int, asked: Json) -> Done:
    """Book what a request asks for. Raises every refusal of `service.book.scoring` and `service.book.ledger`."""
    desk = _desk(session, table, holder, key, number)
    kind = str(asked["kind"])
    _refuse_in_wrong_state(desk.game, kind)
    if kind in MONEY_KINDS:
        posting = scoring.posting(desk.rules, desk.state, asked)
    elif kind == "swap":
        posting = _swap(desk, asked)
    elif kind == "replace":
        posting = _replace(desk, table, asked)
    elif kind == "progress":
        posting = _progress(asked)
    else:
        posting = Posting({"kind": kind})
    ledger.enter(desk, posting)
    return _done(desk, table, "enter", 201)


def undo(session: Session, table: TableRow, holder: Holder, key: str, number: int, entry: int | None) -> Done:
    desk = _desk(session, table, holder, key, number)
    ledger.undo(desk, entry)
    return _done(desk, table, "undo", 201)


def redo(session: Session, table: TableRow, holder: Holder, key: str, number: int, entry: int | None) -> Done:
    desk = _desk(session, table, holder, key, number)
    ledger.redo(desk, entry)
    return _done(desk, table, "redo", 201)


def correct(session: Session, table: TableRow, holder: Holder, key: str, number: int, entry: int, asked: Json) -> Done:
    """Put another event in an entry's place, scored with the dealer, streak and round that stood then."""
    desk = _desk(session, table, holder, key, number)
    turn = ledger.turn_in_force(desk, entry)
    ledger.correct(desk, entry, scoring.posting(desk.rules, from_text(turn.state_before), asked))
    return _done(desk, table, "correct", 201)


def _desk(session: Session, table: TableRow, holder: Holder, key: str, number: int) -> Desk:
    return Desk(session, game_of(session, table, number), Writer(holder.label, key))


def _refuse_in_wrong_state(game: GameRow, kind: str) -> None:
    if game.closed and kind != "reopen":
        raise GameClosed("the game is closed; reopen it first")
    if not game.closed and kind == "reopen":
        raise GameOpen("the game is open")


def _swap(desk: Desk, asked: Json) -> Posting:
    one, other = integer(asked["one"]), integer(asked["other"])
    since = _since(desk, asked)
    there = desk.seating(since)
    if one == other or one not in there or other not in there:
        raise EventInvalid("one, other: two different players who were seated then, by number")
    return Posting({"kind": "swap", "one": one, "other": other, "since": since})


def _replace(desk: Desk, table: TableRow, asked: Json) -> Posting:
    leaving = integer(asked["player"])
    since = _since(desk, asked)
    if leaving not in desk.seating(since):
        raise EventInvalid("player: a player who was seated then, by number")
    if (asked.get("name") is None) == (asked.get("by") is None):
        raise EventInvalid("by: the number of a player of the table, or the name of a new one")
    if asked.get("name") is not None:
        coming = add_player(desk.session, table, str(asked["name"])).number
    else:
        coming = integer(asked["by"])
        if coming not in names_of(desk.session, table.id):
            raise EventInvalid(f"by: the table has no player {coming}")
        if coming in desk.seating() or coming in desk.seating(since):
            raise EventInvalid("by: this player has a seat already; swap the seats instead")
    return Posting({"kind": "replace", "one": leaving, "other": coming, "since": since})


def _since(desk: Desk, asked: Json) -> int:
    """The place from which a seat change holds: its own, or an earlier one."""
    own = desk.game.head_seq + 1
    since = asked.get("since")
    if since is None:
        return own
    if not 1 <= integer(since) <= own:
        raise EventInvalid(f"since: expected an entry from 1 to {own}")
    return integer(since)


def _progress(asked: Json) -> Posting:
    given = {name: asked[name] for name in ("dealer", "streak", "round_wind") if asked.get(name) is not None}
    if not given:
        raise EventInvalid("dealer, streak, round_wind: give at least one")
    return Posting({"kind": "progress", **given})


def _done(desk: Desk, table: TableRow, kind: str, status: int) -> Done:
    first, last = desk.first_seq, desk.game.head_seq
    desk.session.flush()
    shown = entries_between(desk.session, desk.game.id, first, min(last, first + MOST_SHOWN - 1))
    body: Json = {
        "first_entry": first,
        "last_entry": last,
        "entries": shown,
        "game": game_view(desk.session, desk.game, names_of(desk.session, table.id)),
    }
    return Done(kind, body, status=status, game=desk.game.number, first_seq=first, last_seq=last)
