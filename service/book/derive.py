"""Writing the derived rows of a game from its entries, and holding the rows that are there against them."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import delete, insert, select
from sqlalchemy.orm import Session

from service.book import progress
from service.book.models import EntryRow, GameRow, OutcomeRow, StandingRow, TurnRow
from service.book.replay import Line, Replayed, ReplayError, replay
from service.book.tally import Tally
from service.book.values import from_text, to_text

_CHUNK = 500


def lines_of(session: Session, game_id: int) -> Iterator[Line]:
    """The entries of a game in order, read a few hundred at a time."""
    last = 0
    while True:
        rows = session.scalars(
            select(EntryRow)
            .where(EntryRow.game_id == game_id, EntryRow.seq > last)
            .order_by(EntryRow.seq)
            .limit(_CHUNK)
        ).all()
        for row in rows:
            yield Line.of(row)
            session.expunge(row)
        if len(rows) < _CHUNK:
            return
        last = rows[-1].seq


def replayed(session: Session, game: GameRow) -> Replayed:
    """The game computed from its entries. Raises ReplayError, RulesetUnknown."""
    return replay(progress.rules_of(game), from_text(game.start), lines_of(session, game.id))


def rebuild(session: Session, game: GameRow) -> None:
    """Write everything derived of a game anew. Raises ReplayError, RulesetUnknown."""
    session.flush()
    found = replayed(session, game)
    for model in (TurnRow, OutcomeRow, StandingRow):
        session.execute(delete(model).where(model.game_id == game.id))
    turns = [
        {"game_id": game.id, "place": place, "kind": turn.kind, "live_seq": turn.live.seq if turn.live else None,
         "undone_seq": turn.undone_seq, "state_before": to_text(turn.state_before)}
        for place, turn in found.turns.items()
    ]  # fmt: skip
    outcomes = [
        {"game_id": game.id, "place": place, "seat": seat, "player": player, "amount": amount, "won": won}
        for (place, seat), (player, amount, won) in found.outcomes.items()
    ]
    standings = [
        {"game_id": game.id, "player": player, **counts.as_dict()} for player, counts in found.standings.items()
    ]
    for model, rows in ((TurnRow, turns), (OutcomeRow, outcomes), (StandingRow, standings)):
        if rows:
            session.execute(insert(model), rows)
    game.head_seq, game.hands, game.fees = found.head_seq, found.hands, found.fees
    game.state, game.seating = to_text(found.state), to_text(list(found.seating))
    game.closed = progress.is_closed(found.state)
    session.flush()


def differences(session: Session, game: GameRow) -> list[str]:
    """What is wrong with a game: entries that contradict each other, derived rows that do not follow from them."""
    try:
        found = replayed(session, game)
    except ReplayError as error:
        return [str(error)]
    wrong = [
        f"{name} is {have}, the entries give {expected}"
        for name, have, expected in (
            ("the number of entries", game.head_seq, found.head_seq),
            ("the number of hands", game.hands, found.hands),
            ("the sum of fees", game.fees, found.fees),
            ("the progress", game.state, to_text(found.state)),
            ("the seating", game.seating, to_text(list(found.seating))),
            ("closed", game.closed, progress.is_closed(found.state)),
        )
        if have != expected
    ]
    wrong += _wrong_standings(session, game, found)
    wrong += _wrong_turns(session, game, found)
    wrong += _wrong_outcomes(session, game, found)
    return wrong


def _wrong_standings(session: Session, game: GameRow, found: Replayed) -> list[str]:
    rows = session.scalars(select(StandingRow).where(StandingRow.game_id == game.id))
    have = {row.player: {name: getattr(row, name) for name in Tally().as_dict()} for row in rows}
    zero = Tally().as_dict()
    wrong = []
    for player in sorted(have.keys() | found.standings.keys()):
        expected = found.standings.get(player, Tally()).as_dict()
        actual = have.get(player, zero)
        if actual != expected:
            off = ", ".join(
                f"{name} {actual[name]} for {value}" for name, value in expected.items() if actual[name] != value
            )
            wrong.append(f"player {player}: {off}")
    total = sum(row["balance"] for row in have.values()) + game.fees
    if total:
        wrong.append(f"the balances and fees add up to {total}")
    return wrong


def _wrong_turns(session: Session, game: GameRow, found: Replayed) -> list[str]:
    have = {
        place: (kind, live, undone, state)
        for place, kind, live, undone, state in session.execute(
            select(TurnRow.place, TurnRow.kind, TurnRow.live_seq, TurnRow.undone_seq, TurnRow.state_before).where(
                TurnRow.game_id == game.id
            )
        )
    }
    expected = {
        place: (turn.kind, turn.live.seq if turn.live else None, turn.undone_seq, to_text(turn.state_before))
        for place, turn in found.turns.items()
    }
    return [
        f"turn {place}: {have.get(place)} for {expected.get(place)}"
        for place in sorted(have.keys() | expected.keys())
        if have.get(place) != expected.get(place)
    ]


def _wrong_outcomes(session: Session, game: GameRow, found: Replayed) -> list[str]:
    have = {
        (place, seat): (player, amount, won)
        for place, seat, player, amount, won in session.execute(
            select(OutcomeRow.place, OutcomeRow.seat, OutcomeRow.player, OutcomeRow.amount, OutcomeRow.won).where(
                OutcomeRow.game_id == game.id
            )
        )
    }
    return [
        f"outcome of turn {place}, seat {seat}: {have.get((place, seat))} for {found.outcomes.get((place, seat))}"
        for place, seat in sorted(have.keys() | found.outcomes.keys())
        if have.get((place, seat)) != found.outcomes.get((place, seat))
    ]
