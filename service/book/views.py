"""The book as JSON: tables, games, entries, standings. Everything a client is shown is made here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from service.book import progress
from service.book.desk import last_live_turn, turn_to_redo
from service.book.models import EntryRow, GameRow, OutcomeRow, PlayerRow, StandingRow, TableRow, TurnRow
from service.book.values import SEATS, Json, four_from_text, from_text, iso

PAGE = 100
"""Most entries given at once."""


def names_of(session: Session, table_id: str) -> dict[int, str]:
    """The players of a table by number."""
    rows = session.scalars(select(PlayerRow).where(PlayerRow.table_id == table_id).order_by(PlayerRow.number))
    return {row.number: row.name for row in rows}


def game_at(session: Session, table_id: str, number: int) -> GameRow | None:
    return session.scalar(select(GameRow).where(GameRow.table_id == table_id, GameRow.number == number))


def table_view(session: Session, table: TableRow) -> Json:
    """A table with its players and its latest game."""
    names = names_of(session, table.id)
    game = game_at(session, table.id, table.games)
    return {
        "id": table.id,
        "name": table.name,
        "revision": table.revision,
        "created_at": iso(table.created_ms),
        "players": [{"player": number, "name": name} for number, name in names.items()],
        "games": table.games,
        "game": game_view(session, game, names) if game is not None else None,
    }


def game_view(session: Session, game: GameRow, names: dict[int, str]) -> Json:
    """A game as it stands: rules, progress, who sits where, every player's total; never reads the entries."""
    start = from_text(game.start)
    state = from_text(game.state)
    seating = four_from_text(game.seating)
    rows = session.scalars(standings_of(game.id)).all()
    balances = {row.player: row.balance for row in rows}
    undo = session.scalar(last_live_turn(game.id))
    redo = turn_to_redo(session, game.id)
    return {
        "number": game.number,
        "ruleset": {"id": game.ruleset, "version": game.ruleset_version, "options": from_text(game.options)},
        "created_at": iso(game.created_ms),
        "closed": game.closed,
        "entries": game.head_seq,
        "hands": game.hands,
        "progress": progress.shown(progress.rules_of(game), state),
        "seats": [
            {
                "seat": seat,
                "player": seating[seat],
                "name": names.get(seating[seat], ""),
                "wind": progress.seat_wind(state, seat),
                "balance": balances.get(seating[seat], 0),
            }
            for seat in SEATS
        ],
        "totals": [
            {
                "player": row.player,
                "name": names.get(row.player, ""),
                "seat": seating.index(row.player) if row.player in seating else None,
                "balance": row.balance,
            }
            for row in rows
        ],
        "fees": game.fees,
        "sum": sum(balances.values()) + game.fees,
        "unit_price": start.get("unit_price"),
        "currency": start.get("currency"),
        "can_undo": undo.live_seq if undo is not None else None,
        "can_redo": redo.undone_seq if redo is not None else None,
    }


def entry_view(entry: EntryRow, live: bool) -> Json:
    """One line of the ledger."""
    return {
        "entry": entry.seq,
        "place": entry.place,
        "kind": entry.kind,
        "event": from_text(entry.event),
        "amounts": list(entry.amounts),
        "fee": entry.fee,
        "reversal_of": entry.reversal_of,
        "in_force": live,
        "written_at": iso(entry.written_ms),
        "written_by": entry.written_by,
    }


def entries_page(session: Session, game: GameRow, before: int | None, limit: int) -> Json:
    """Entries from the newest back, at most `limit`; `next` is the `before` of the following page."""
    end = game.head_seq + 1 if before is None else min(before, game.head_seq + 1)
    # Numbers have no gaps. Said as a range, the page costs the same even where a database has yet to count its rows.
    query = (
        select(EntryRow)
        .where(EntryRow.game_id == game.id, EntryRow.seq >= max(end - limit - 1, 0), EntryRow.seq < max(end, 0))
        .order_by(EntryRow.seq.desc())
    )
    rows = session.scalars(query).all()
    page = rows[:limit]
    return {
        "entries": entries_view(session, page),
        "next": page[-1].seq if len(rows) > limit else None,
    }


def entries_between(session: Session, game_id: int, first: int, last: int) -> list[Json]:
    """Entries `first` to `last`, oldest first."""
    rows = session.scalars(
        select(EntryRow)
        .where(EntryRow.game_id == game_id, EntryRow.seq >= first, EntryRow.seq <= last)
        .order_by(EntryRow.seq)
    ).all()
    return entries_view(session, rows)


def entries_view(session: Session, rows: Sequence[EntryRow]) -> list[Json]:
    """Entries of one game as JSON, each with whether it is in force now."""
    if not rows:
        return []
    live = live_entries(session, rows[0].game_id, {row.place for row in rows})
    return [entry_view(row, row.seq in live) for row in rows]


def live_entries(session: Session, game_id: int, places: Iterable[int]) -> set[int]:
    """Which entries are in force at these places."""
    found = session.scalars(
        select(TurnRow.live_seq).where(TurnRow.game_id == game_id, TurnRow.place.in_(sorted(set(places))))
    )
    return {seq for seq in found if seq is not None}


def statistics_view(session: Session, game: GameRow, names: dict[int, str]) -> Json:
    """Counts and rates of every player of a game. Rates are in tenths of a percent of the hands played."""
    rows = session.scalars(standings_of(game.id)).all()
    return {
        "game": game.number,
        "hands": game.hands,
        "players": [_statistics(session, game, row, names) for row in rows],
    }


def standings_of(game_id: int) -> Select[StandingRow]:
    """The query for every player's standing in a game."""
    return select(StandingRow).where(StandingRow.game_id == game_id).order_by(StandingRow.player)


def best_win(game_id: int, player: int) -> Select[OutcomeRow]:
    """The query for a player's dearest win."""
    return (
        select(OutcomeRow)
        .where(OutcomeRow.game_id == game_id, OutcomeRow.player == player, OutcomeRow.won)
        .order_by(OutcomeRow.amount.desc())
        .limit(1)
    )


def _statistics(session: Session, game: GameRow, row: StandingRow, names: dict[int, str]) -> Json:
    best = session.scalar(best_win(game.id, row.player))

    def per_mille(count: int, of: int) -> int | None:
        return (count * 1000 + of // 2) // of if of else None

    return {
        "player": row.player,
        "name": names.get(row.player, ""),
        "balance": row.balance,
        "hands": row.hands,
        "dealt": row.dealt,
        "wins": row.wins,
        "self_draws": row.self_draws,
        "deal_ins": row.deal_ins,
        "draws": row.draws,
        "false_wins": row.false_wins,
        "penalties": row.penalties,
        "won_amount": row.won_amount,
        "win_rate": per_mille(row.wins, row.hands),
        "self_draw_rate": per_mille(row.self_draws, row.wins),
        "deal_in_rate": per_mille(row.deal_ins, row.hands),
        "best_win": {"entry": best.place, "amount": best.amount} if best is not None else None,
    }
