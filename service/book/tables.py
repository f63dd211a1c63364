"""Making tables, starting games, naming, and the links by which others come in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from service.book import progress
from service.book.book import Done, game_of
from service.book.errors import EntryNotFound, EventInvalid, GameOpen
from service.book.models import GameRow, PlayerRow, StandingRow, TableRow, TokenRow
from service.book.tally import Tally
from service.book.tokens import Holder, Role, derive_token, new_nonce, new_table_id, token_digest
from service.book.values import Four, Json, four, four_from_text, iso, now_ms, to_text
from service.book.views import game_view, names_of, table_view


@dataclass(frozen=True, slots=True)
class NewGame:
    """What a game is played by; fixed from its start. Amounts times `unit_price` are money, where it is given."""

    ruleset: str
    options: Mapping[str, object]
    dealer: int = 0
    round_wind: str = "E"
    unit_price: int | None = None
    currency: str | None = None


def make_table(session: Session, name: str, players: Sequence[str], game: NewGame, key: str) -> tuple[TableRow, Done]:
    """A new table with four named seats, its first game, a host token and a watch token derived from `key`.

    Raises EventInvalid, RulesetUnknown, OptionsInvalid.
    """
    names = _distinct(players)
    table = TableRow(
        id=new_table_id(), name=name, revision=1, games=0, players=len(names), created_ms=now_ms()
    )  # fmt: skip
    session.add(table)
    session.flush()
    for number, player in enumerate(names, 1):
        session.add(PlayerRow(table_id=table.id, number=number, name=player))
    nonce, roles = add_table_tokens(session, table.id, key)
    start_game(session, table, game, (1, 2, 3, 4))
    body: Json = {"table": table_view(session, table), "tokens": list(roles)}
    return table, Done("table", body, status=201, game=1, nonce=nonce)


def add_table_tokens(session: Session, table_id: str, key: str) -> tuple[str, tuple[Role, ...]]:
    """The first host and watch token of a table; the nonce they are derived from, and their roles."""
    nonce = new_nonce()
    roles: tuple[Role, ...] = ("host", "watch")
    for role in roles:
        _add_token(session, table_id, role, role, derive_token(role, nonce, key))
    return nonce, roles


def next_game(session: Session, table: TableRow, game: NewGame, seats: Sequence[int] | None) -> Done:
    """The table's next game, once the latest is closed; `seats` are players' numbers, as before where not given.

    Raises GameOpen, EventInvalid, RulesetUnknown, OptionsInvalid.
    """
    latest = game_of(session, table)
    if not latest.closed:
        raise GameOpen(f"game {latest.number} is open; close it first")
    names = names_of(session, table.id)
    seating = four_from_text(latest.seating) if seats is None else four(list(seats))
    if len(set(seating)) != 4 or any(player not in names for player in seating):
        raise EventInvalid("seats: four different players of this table, by number")
    row = start_game(session, table, game, seating)
    return Done("game", {"game": game_view(session, row, names)}, status=201, game=row.number)


def start_game(session: Session, table: TableRow, game: NewGame, seating: Four) -> GameRow:
    """Raises RulesetUnknown, OptionsInvalid."""
    rules = progress.new_rules(game.ruleset, game.options)
    state = progress.start(rules, game.dealer, game.round_wind)
    table.games += 1
    row = GameRow(
        table_id=table.id, number=table.games, ruleset=rules.id, ruleset_version=rules.version,
        options=to_text(rules.options), charges_fee=rules.charges_fee, created_ms=now_ms(),
        start=to_text({
            "players": list(seating), "dealer": game.dealer, "round_wind": game.round_wind,
            "unit_price": game.unit_price, "currency": game.currency,
        }),
        head_seq=0, hands=0, fees=0, state=to_text(state), seating=to_text(list(seating)), closed=False,
    )  # fmt: skip
    session.add(row)
    session.flush()
    for player in seating:
        session.add(StandingRow(game_id=row.id, player=player, **Tally().as_dict()))
    session.flush()
    return row


def rename_table(session: Session, table: TableRow, name: str) -> Done:
    table.name = name
    return Done("table", {"table": table_view(session, table)})


def rename_player(session: Session, table: TableRow, player: int, name: str) -> Done:
    """Raises EntryNotFound, EventInvalid where another player has the name."""
    row = session.get(PlayerRow, (table.id, player))
    if row is None:
        raise EntryNotFound(f"the table has no player {player}")
    _distinct([name, *(other for number, other in names_of(session, table.id).items() if number != player)])
    row.name = name
    session.flush()
    return Done("players", {"table": table_view(session, table)})


def add_player(session: Session, table: TableRow, name: str) -> PlayerRow:
    """A further player, to take somebody's seat. Raises EventInvalid where the name is taken."""
    _distinct([name, *names_of(session, table.id).values()])
    table.players += 1
    row = PlayerRow(table_id=table.id, number=table.players, name=name)
    session.add(row)
    session.flush()
    return row


def add_link(session: Session, table: TableRow, role: Role, label: str, key: str) -> Done:
    """One more token for the table, derived from `key`."""
    nonce = new_nonce()
    row = _add_token(session, table.id, role, label, derive_token(role, nonce, key))
    return Done("links", {"link": link_view(row), "tokens": [role]}, status=201, nonce=nonce)


def revoke_link(session: Session, table: TableRow, holder: Holder, link: int) -> Done:
    """Make a token worthless. Raises EntryNotFound, EventInvalid for the last host token."""
    row = session.get(TokenRow, link)
    if row is None or row.table_id != table.id:
        raise EntryNotFound(f"the table has no link {link}")
    hosts = session.scalar(
        select(func.count())
        .select_from(TokenRow)
        .where(TokenRow.table_id == table.id, TokenRow.role == "host", TokenRow.revoked_ms.is_(None))
    )
    if row.role == "host" and row.revoked_ms is None and (hosts or 0) < 2:
        raise EventInvalid("link: the last host token cannot be revoked; nobody could write any more")
    if row.revoked_ms is None:
        row.revoked_ms = now_ms()
    return Done("links", {"link": link_view(row)})


def links_view(session: Session, table: TableRow) -> list[Json]:
    rows = session.scalars(select(TokenRow).where(TokenRow.table_id == table.id).order_by(TokenRow.id))
    return [link_view(row) for row in rows]


def link_view(row: TokenRow) -> Json:
    """A token as the host may see it: never the token itself."""
    return {
        "link": row.id,
        "role": row.role,
        "label": row.label,
        "created_at": iso(row.created_ms),
        "revoked_at": iso(row.revoked_ms) if row.revoked_ms is not None else None,
    }


def _add_token(session: Session, table_id: str, role: Role, label: str, token: str) -> TokenRow:
    row = TokenRow(
        table_id=table_id, role=role, label=label, digest=token_digest(token), created_ms=now_ms(), revoked_ms=None
    )
    session.add(row)
    session.flush()
    return row


def _distinct(names: Sequence[str]) -> list[str]:
    folded = [name.casefold() for name in names]
    if len(set(folded)) != len(folded):
        raise EventInvalid("players: every player needs a name of his own")
    return list(names)
