"""Our own JSON read back: a new table with fresh tokens, every entry checked, everything derived computed anew."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy.orm import Session

from service.book.book import Done
from service.book.errors import ImportInvalid
from service.book.event_check import object_at
from service.book.models import TableRow
from service.book.portable import FORMAT, VERSION, Limits, add_entries, add_game, add_players, time_at
from service.book.tables import add_table_tokens
from service.book.tokens import new_table_id
from service.book.values import CURRENCY_MOST, NAME_MOST, REASON_MOST, Json, kept_text
from service.book.views import table_view


def import_table(session: Session, document: Json, key: str) -> tuple[TableRow, Done]:
    """The exported table as a new one, its tokens derived from `key`. Raises ImportInvalid."""
    if document.get("format") != FORMAT or document.get("version") != VERSION:
        raise ImportInvalid(f"format: expected {FORMAT!r}, version {VERSION}")
    head = object_at(document.get("table"), "table")
    name = _typed(head.get("name"), "table.name", NAME_MOST)
    created = time_at(head.get("created_at"), "table.created_at")
    table = TableRow(id=new_table_id(), name=name, revision=1, games=0, players=0, created_ms=created)
    session.add(table)
    session.flush()
    add_players(session, table, _players(head.get("players")))
    games = document.get("games")
    if not isinstance(games, list) or not games:
        raise ImportInvalid("games: expected at least one")
    left = Limits().entries
    for number, game in enumerate(games, 1):
        given = object_at(game, f"games[{number - 1}]")
        entries = given.get("entries")
        if not isinstance(entries, list) or len(entries) > left:
            raise ImportInvalid(f"games[{number - 1}].entries: expected a list of at most {left}")
        left -= len(entries)
        row = add_game(session, table, _game(given, f"games[{number - 1}]"))
        add_entries(session, row, table.players, _entries(entries, f"games[{number - 1}].entries"))
    nonce, roles = add_table_tokens(session, table.id, key)
    body: Json = {"table": table_view(session, table), "tokens": list(roles)}
    return table, Done("table", body, status=201, game=table.games, nonce=nonce)


def _players(players: object) -> object:
    """The players with their names as they are kept; what is no list of players comes back for its own refusal."""
    if not isinstance(players, list):
        return players
    given = [object_at(player, f"players[{number}]") for number, player in enumerate(players)]
    return [
        {**player, "name": _typed(player.get("name"), f"players[{number}].name", NAME_MOST)}
        for number, player in enumerate(given)
    ]


def _game(game: Json, where: str) -> Json:
    start = game.get("start")
    if not isinstance(start, dict) or start.get("currency") is None:
        return game
    currency = _typed(start["currency"], f"{where}.start.currency", CURRENCY_MOST)
    return {**game, "start": {**start, "currency": currency}}


def _entries(entries: list[object], where: str) -> Iterator[object]:
    """The entries with what somebody typed in them as it is kept."""
    for number, entry in enumerate(entries):
        if not isinstance(entry, dict):
            yield entry
            continue
        kept = dict(entry)
        if "written_by" in entry:
            kept["written_by"] = _typed(entry["written_by"], f"{where}[{number}].written_by", NAME_MOST)
        event = entry.get("event")
        if isinstance(event, dict) and event.get("reason") is not None:
            reason = _typed(event["reason"], f"{where}[{number}].event.reason", REASON_MOST)
            kept["event"] = {**event, "reason": reason}
        yield kept


def _typed(value: object, where: str, most: int) -> str:
    """A text that somebody typed, checked and kept as one that is typed now. Raises ImportInvalid."""
    if not isinstance(value, str) or not value:
        raise ImportInvalid(f"{where}: expected text")
    try:
        return kept_text(value, most)
    except ValueError as error:
        raise ImportInvalid(f"{where}: {error}") from None
