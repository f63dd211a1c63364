"""A typed client of a table's book.

with Client("http://localhost:8000") as tilesight:
    table = Table.make(tilesight, "周五麻将", ["老王", "小李", "阿芳", "大刘"], "guobiao")
    table.enter({"kind": "amounts", "winners": [1], "win_by": "self-draw", "amounts": [-8, 24, -8, -8]})
    table.undo()
"""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import httpx

from service.api.tables_answers import (
    EntriesOut,
    GameOut,
    GamesOut,
    LinkOut,
    LinksOut,
    NewGameOut,
    NewLinkOut,
    NewTableOut,
    RevokedOut,
    StatisticsOut,
    TableOut,
    TableWrittenOut,
    WrittenOut,
)
from service.client import Client

TRIES = 3
_PAUSE_S = 0.5


@dataclass(frozen=True, slots=True)
class TableEvent:
    """Something a watcher is told: `write` with its entries, `table` with the table as it is, `revoked`."""

    kind: str
    revision: int
    data: dict[str, Any]


class Table:
    """A table as somebody with one of its tokens sees it.

    Writes are made on the revision seen last, so that a write of another phone is noticed: `ApiError` with the code
    `revision_stale`; `look` then shows what it was. A write whose answer is lost on the way is sent again under its
    own Idempotency-Key, and so is never booked twice.
    """

    def __init__(self, client: Client, table: str, token: str) -> None:
        self.client = client
        self.id = table
        self.token = token
        self.watch_token: str | None = None
        self.revision: int | None = None

    @classmethod
    def make(
        cls, client: Client, name: str, players: Sequence[str], ruleset: str,
        options: Mapping[str, Any] | None = None, **game: Any,
    ) -> Table:  # fmt: skip
        """A new table and its first game; `game`: dealer, round_wind, unit_price, currency. Raises ApiError."""
        first = {"ruleset": ruleset, "options": dict(options or {}), **game}
        body = {"name": name, "players": list(players), "game": first}
        return cls._made(client, _write(client, "/v1/tables", body, {}))

    @classmethod
    def import_from(cls, client: Client, document: Mapping[str, Any]) -> Table:
        """An exported table as a new one. Raises ApiError."""
        return cls._made(client, _write(client, "/v1/tables/import", dict(document), {}))

    @classmethod
    def _made(cls, client: Client, answer: Any) -> Table:
        made = NewTableOut.model_validate(answer)
        table = cls(client, made.table.id, made.tokens.host or "")
        table.watch_token = made.tokens.watch
        table.revision = made.revision
        return table

    def look(self) -> TableOut:
        """The table with its latest game, as it is now. Raises ApiError."""
        found = TableOut.model_validate(self._get(""))
        self.revision = found.revision
        return found

    def rename(self, name: str) -> TableOut:
        """Another name for the table. Raises ApiError."""
        return self._changed("", {"name": name})

    def rename_player(self, player: int, name: str) -> TableOut:
        """Another name for the same player, in all his games. Raises ApiError."""
        return self._changed(f"/players/{player}", {"name": name})

    def games(self, before: int | None = None, limit: int = 20) -> GamesOut:
        """Games from the latest back; `before` is the `next` of the page before. Raises ApiError."""
        return GamesOut.model_validate(self._get("/games", _page(before, limit)))

    def game(self, number: int = 1) -> GameOut:
        """One game: rules, progress, seats, totals. Raises ApiError."""
        return GameOut.model_validate(self._get(f"/games/{number}"))

    def next_game(self, ruleset: str, options: Mapping[str, Any] | None = None, **game: Any) -> GameOut:
        """The next game, once the latest is closed; `game`: seats, dealer, round_wind, … Raises ApiError."""
        body = {"ruleset": ruleset, "options": dict(options or {}), **game}
        made = NewGameOut.model_validate(self._write("/games", body))
        self.revision = made.revision
        return made.game

    def entries(self, game: int = 1, before: int | None = None, limit: int = 20) -> EntriesOut:
        """Entries from the newest back; `before` is the `next` of the page before."""
        return EntriesOut.model_validate(self._get(f"/games/{game}/entries", _page(before, limit)))

    def statistics(self, game: int = 1) -> StatisticsOut:
        """Every player's wins, self-draws, deal-ins and rates. Raises ApiError."""
        return StatisticsOut.model_validate(self._get(f"/games/{game}/statistics"))

    def export(self) -> dict[str, Any]:
        """The whole table, as `import_from` takes it."""
        found: dict[str, Any] = self._get("/export.json")
        return found

    def csv(self, game: int = 1) -> str:
        """A game for a spreadsheet, one line an entry. Raises ApiError."""
        return self._text(f"/games/{game}/export.csv")

    def sheet(self, game: int = 1, lang: str = "zh") -> str:
        """A score sheet to print, as a page; `lang` is `zh` or `en`. Raises ApiError."""
        return self._text(f"/games/{game}/sheet.html", {"lang": lang})

    def qr(self) -> str:
        """The watch link as a QR code, an SVG picture; for who holds a watch token. Raises ApiError."""
        return self._text("/qr.svg")

    def enter(self, entry: Mapping[str, Any], game: int = 1) -> WrittenOut:
        """Book what happened; `entry` is a body of `POST …/entries`. Raises ApiError."""
        return self._written(f"/games/{game}/entries", entry)

    def correct(self, entry: int, instead: Mapping[str, Any], game: int = 1) -> WrittenOut:
        """Put another event in the place of an entry in force. Raises ApiError."""
        return self._written(f"/games/{game}/entries/{entry}/correction", instead)

    def undo(self, entry: int | None = None, game: int = 1) -> WrittenOut:
        """Take back the last entry in force, or the one named. Raises ApiError."""
        return self._written(f"/games/{game}/undo", {"entry": entry})

    def redo(self, entry: int | None = None, game: int = 1) -> WrittenOut:
        """Bring back what the last undoing, or the one named, took back. Raises ApiError."""
        return self._written(f"/games/{game}/redo", {"entry": entry})

    def link(self, role: str = "watch", label: str = "watch") -> NewLinkOut:
        """A further token, with its address and QR code. Raises ApiError."""
        made = NewLinkOut.model_validate(self._write("/links", {"role": role, "label": label}))
        self.revision = made.revision
        return made

    def links(self) -> list[LinkOut]:
        """Every token made for the table, without the tokens themselves; hosts only. Raises ApiError."""
        return LinksOut.model_validate(self._get("/links")).links

    def revoke(self, link: int) -> LinkOut:
        """Make a token worthless; whoever watches with it is cut off. Raises ApiError."""
        headers = {"X-Table-Token": self.token}
        answer = _write(self.client, f"/v1/tables/{self.id}/links/{link}", None, headers, "DELETE")
        revoked = RevokedOut.model_validate(answer)
        self.revision = revoked.revision
        return revoked.link

    def watch(self, after: int | None = None) -> Iterator[TableEvent]:
        """Live events from `after` on, going on by itself after a lost connection; ends when the token is revoked."""
        seen = after
        while True:
            try:
                for event in self._stream(seen):
                    seen = event.revision or seen
                    yield event
                    if event.kind == "revoked":
                        return
            except httpx.TransportError:
                pass
            time.sleep(_PAUSE_S)

    def _stream(self, after: int | None) -> Iterator[TableEvent]:
        headers = {"X-Table-Token": self.token} | ({} if after is None else {"Last-Event-ID": str(after)})
        with self.client.stream(f"/v1/tables/{self.id}/events", headers) as lines:
            found: dict[str, str] = {}
            for line in lines:
                name, _, value = line.partition(": ")
                if line:
                    found[name] = value
                elif "event" in found:
                    yield TableEvent(found["event"], int(found.get("id", "0")), json.loads(found["data"]))
                    found = {}

    def _get(self, path: str, query: Mapping[str, Any] | None = None) -> Any:
        return self._ask(path, query).json()

    def _text(self, path: str, query: Mapping[str, Any] | None = None) -> str:
        return self._ask(path, query).text

    def _ask(self, path: str, query: Mapping[str, Any] | None) -> httpx.Response:
        headers = {"X-Table-Token": self.token}
        return self.client.ask("GET", f"/v1/tables/{self.id}{path}", params=dict(query or {}), headers=headers)

    def _changed(self, path: str, body: Mapping[str, Any]) -> TableOut:
        changed = TableWrittenOut.model_validate(self._write(path, body, "PATCH"))
        self.revision = changed.revision
        return changed.table

    def _written(self, path: str, body: Mapping[str, Any]) -> WrittenOut:
        written = WrittenOut.model_validate(self._write(path, body))
        self.revision = written.revision
        return written

    def _write(self, path: str, body: Mapping[str, Any], method: str = "POST") -> Any:
        if self.revision is None:
            self.look()
        headers = {"X-Table-Token": self.token, "If-Match": f'"{self.revision}"'}
        return _write(self.client, f"/v1/tables/{self.id}{path}", body, headers, method)


def _page(before: int | None, limit: int) -> dict[str, int]:
    return {"limit": limit} | ({} if before is None else {"before": before})


def _write(
    client: Client, path: str, body: Mapping[str, Any] | None, headers: Mapping[str, str], method: str = "POST"
) -> Any:
    """One write, sent again under the same key where its answer got lost."""
    named = {**headers, "Idempotency-Key": secrets.token_hex(16)}
    content = {} if body is None else {"json": dict(body)}
    for left in reversed(range(TRIES)):
        try:
            return client.send(method, path, headers=named, **content)
        except httpx.TransportError:
            if not left:
                raise
            time.sleep(_PAUSE_S)
    raise AssertionError("unreachable")
