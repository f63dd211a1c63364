"""Tables as plain data and back: the shape that exports, imports and backups share.

A table is its name, its players and its games; a game is what it is played by and its entries. Nothing derived
travels, and no token: what comes in is checked entry by entry and the rest computed anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from service.book import progress
from service.book.derive import rebuild
from service.book.errors import BookError, ImportInvalid
from service.book.event_check import check_event, object_at
from service.book.models import AMOUNT_LIMIT, EntryRow, GameRow, PlayerRow, TableRow
from service.book.replay import ReplayError
from service.book.values import Json, four, from_text, integer, iso, milliseconds, to_text

FORMAT = "tilesight.book"
VERSION = 1
_CHUNK = 200
_ENTRY = frozenset(
    {"entry", "place", "kind", "event", "amounts", "fee", "reversal_of", "written_at", "written_by", "key"}
)


@dataclass(frozen=True, slots=True)
class Limits:
    """How much an import may hold."""

    entries: int = 200_000
    players: int = 1000


def table_head(session: Session, table: TableRow) -> Json:
    """A table without its games."""
    players = session.scalars(select(PlayerRow).where(PlayerRow.table_id == table.id).order_by(PlayerRow.number))
    return {
        "name": table.name,
        "created_at": iso(table.created_ms),
        "players": [{"player": row.number, "name": row.name} for row in players],
    }


def game_head(game: GameRow) -> Json:
    """A game without its entries."""
    return {
        "number": game.number,
        "ruleset": {"id": game.ruleset, "version": game.ruleset_version, "options": from_text(game.options)},
        "charges_fee": game.charges_fee,
        "start": from_text(game.start),
        "created_at": iso(game.created_ms),
    }


def games_of(session: Session, table_id: str) -> list[GameRow]:
    return list(session.scalars(select(GameRow).where(GameRow.table_id == table_id).order_by(GameRow.number)))


def entry_rows(session: Session, game_id: int, upto: int) -> Iterator[EntryRow]:
    """The first `upto` entries of a game in order, read some at a time and not kept."""
    last = 0
    while last < upto:
        rows = session.scalars(
            select(EntryRow)
            .where(EntryRow.game_id == game_id, EntryRow.seq > last, EntryRow.seq <= upto)
            .order_by(EntryRow.seq)
            .limit(_CHUNK)
        ).all()
        if not rows:
            return
        last = rows[-1].seq
        for row in rows:
            yield row
            session.expunge(row)


def entry_data(row: EntryRow) -> Json:
    """One entry as plain data."""
    return {
        "entry": row.seq,
        "place": row.place,
        "kind": row.kind,
        "event": from_text(row.event),
        "amounts": list(row.amounts),
        "fee": row.fee,
        "reversal_of": row.reversal_of,
        "written_at": iso(row.written_ms),
        "written_by": row.written_by,
    }


def add_players(session: Session, table: TableRow, players: object) -> None:
    """The players of an imported table. Raises ImportInvalid."""
    if not isinstance(players, list) or not 4 <= len(players) <= Limits().players:
        raise ImportInvalid(f"players: expected 4 to {Limits().players}")
    for number, player in enumerate(players, 1):
        given = object_at(player, f"players[{number - 1}]")
        if given.get("player") != number:
            raise ImportInvalid(f"players[{number - 1}].player: expected {number}")
        session.add(PlayerRow(table_id=table.id, number=number, name=_text(given.get("name"), "players.name")))
    table.players = len(players)
    session.flush()


def add_game(session: Session, table: TableRow, head: Mapping[str, object]) -> GameRow:
    """The next game of an imported table, without its entries. Raises ImportInvalid."""
    where = f"game {table.games + 1}"
    if head.get("number") != table.games + 1:
        raise ImportInvalid(f"{where}: expected its number, found {head.get('number')!r}")
    ruleset = object_at(head.get("ruleset"), f"{where}.ruleset")
    start = object_at(head.get("start"), f"{where}.start")
    try:
        options = object_at(ruleset.get("options"), f"{where}.ruleset.options")
        rules = progress.new_rules(_text(ruleset.get("id"), f"{where}.ruleset.id"), options)
        seating = four(start.get("players"))
        if len(set(seating)) != 4 or not all(1 <= player <= table.players for player in seating):
            raise ImportInvalid(f"{where}.start.players: expected four players of the table")
        wind, dealer = start.get("round_wind"), integer(start.get("dealer"))
        if wind not in tuple("ESWN") or dealer not in range(4):
            raise ImportInvalid(f"{where}.start: expected a dealer 0-3 and a round wind of E S W N")
        state = progress.start(rules, dealer, str(wind))
        created = time_at(head.get("created_at"), f"{where}.created_at")
    except ImportInvalid:
        raise
    except BookError as error:
        raise ImportInvalid(f"{where}: {error.detail}") from None
    except (ValueError, OverflowError) as error:
        raise ImportInvalid(f"{where}: {error}") from None
    table.games += 1
    game = GameRow(
        table_id=table.id, number=table.games, ruleset=rules.id,
        ruleset_version=_text(ruleset.get("version"), f"{where}.ruleset.version")[:32],
        options=to_text(options), charges_fee=rules.charges_fee, created_ms=created,
        start=to_text({
            "players": list(seating), "dealer": dealer, "round_wind": wind,
            "unit_price": _price(start.get("unit_price"), f"{where}.start.unit_price"),
            "currency": _optional_text(start.get("currency"), f"{where}.start.currency"),
        }),
        head_seq=0, hands=0, fees=0, state=to_text(state), seating=to_text(list(seating)), closed=False,
    )  # fmt: skip
    session.add(game)
    session.flush()
    return game


def add_entries(session: Session, game: GameRow, players: int, entries: Iterable[object]) -> int:
    """Append recorded entries to an empty game of a table with so many players; how many there were.

    What follows from the entries is computed.

    Raises ImportInvalid naming the first entry that does not fit.
    """
    rows: list[dict[str, object]] = []
    count = 0
    try:
        for entry in entries:
            count += 1
            if count > Limits().entries:
                raise ImportInvalid(f"game {game.number}: more than {Limits().entries} entries")
            rows.append(_entry_row(game, count, entry, players))
            if len(rows) == _CHUNK:
                session.execute(insert(EntryRow), rows)
                rows = []
        if rows:
            session.execute(insert(EntryRow), rows)
        rebuild(session, game)
    except IntegrityError:
        raise ImportInvalid(f"game {game.number}: its entries contradict each other near entry {count}") from None
    except ReplayError as error:
        raise ImportInvalid(f"game {game.number}: {error}") from None
    return count


def _entry_row(game: GameRow, number: int, entry: object, players: int) -> dict[str, object]:
    where = f"game {game.number}, entry {number}"
    given = object_at(entry, where)
    unknown = sorted(given.keys() - _ENTRY)
    if unknown:
        raise ImportInvalid(f"{where}: unknown field {unknown[0]!r}")
    try:
        amounts = four(given.get("amounts"))
        if any(abs(amount) > AMOUNT_LIMIT for amount in amounts):
            raise ImportInvalid(f"{where}.amounts: expected at most {AMOUNT_LIMIT}")
        fee = integer(given.get("fee"))
        if abs(fee) > AMOUNT_LIMIT:
            raise ImportInvalid(f"{where}.fee: expected at most {AMOUNT_LIMIT}")
        reversal = None if given.get("reversal_of") is None else integer(given["reversal_of"])
        if reversal is not None and not 1 <= reversal < number:
            raise ImportInvalid(f"{where}.reversal_of: expected an earlier entry")
        place = integer(given.get("place"))
        if given.get("entry") != number or not 1 <= place <= number:
            raise ImportInvalid(f"{where}: expected its number and a place from 1 to it")
        event = object_at(given.get("event"), f"{where}.event")
        if given.get("kind") not in ("undo", "retract"):
            check_event(event, place, players, f"{where}.event")
        text = to_text(event)
        text.encode()
        return {
            "game_id": game.id,
            "seq": number,
            "place": place,
            "kind": _text(given.get("kind"), f"{where}.kind")[:16],
            "event": text,
            **{f"amount_{seat}": amount for seat, amount in enumerate(amounts)},
            "fee": fee,
            "charges_fee": game.charges_fee,
            "reversal_of": reversal,
            "idempotency_key": _optional_text(given.get("key"), f"{where}.key"),
            "written_ms": time_at(given.get("written_at"), f"{where}.written_at"),
            "written_by": _text(given.get("written_by"), f"{where}.written_by")[:80],
        }
    except (ValueError, OverflowError) as error:
        raise ImportInvalid(f"{where}: {error}") from None


def time_at(value: object, where: str) -> int:
    """A time of a document in milliseconds. Raises ImportInvalid."""
    try:
        return milliseconds(_text(value, where))
    except (ValueError, OverflowError):
        raise ImportInvalid(f"{where}: expected a time such as 2026-11-29T19:00:00.000Z") from None


def _text(value: object, where: str) -> str:
    if not isinstance(value, str) or not value or "\x00" in value:
        raise ImportInvalid(f"{where}: expected text")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise ImportInvalid(f"{where}: expected text of whole characters") from None
    return value[:80]


def _optional_text(value: object, where: str) -> str | None:
    return None if value is None else _text(value, where)


def _price(value: object, where: str) -> int | None:
    if value is None:
        return None
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= 1_000_000:
        raise ImportInvalid(f"{where}: expected a whole number from 1 to 1000000")
    return value
