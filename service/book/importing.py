"""Our own JSON read back: a new table with fresh tokens, every entry checked, everything derived computed anew."""

from __future__ import annotations

from sqlalchemy.orm import Session

from service.book.book import Done
from service.book.errors import ImportInvalid
from service.book.event_check import object_at
from service.book.models import TableRow
from service.book.portable import FORMAT, VERSION, Limits, add_entries, add_game, add_players, time_at
from service.book.tables import add_table_tokens
from service.book.tokens import new_table_id
from service.book.values import Json, is_shown
from service.book.views import table_view


def import_table(session: Session, document: Json, key: str) -> tuple[TableRow, Done]:
    """The exported table as a new one, its tokens derived from `key`. Raises ImportInvalid."""
    if document.get("format") != FORMAT or document.get("version") != VERSION:
        raise ImportInvalid(f"format: expected {FORMAT!r}, version {VERSION}")
    head = object_at(document.get("table"), "table")
    name = head.get("name")
    if not isinstance(name, str) or not 1 <= len(name) <= 80 or not is_shown(name):
        raise ImportInvalid("table.name: expected 1 to 80 printable characters")
    created = time_at(head.get("created_at"), "table.created_at")
    table = TableRow(id=new_table_id(), name=name, revision=1, games=0, players=0, created_ms=created)
    session.add(table)
    session.flush()
    add_players(session, table, head.get("players"))
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
        row = add_game(session, table, given)
        add_entries(session, row, table.players, entries)
    nonce, roles = add_table_tokens(session, table.id, key)
    body: Json = {"table": table_view(session, table), "tokens": list(roles)}
    return table, Done("table", body, status=201, game=table.games, nonce=nonce)
