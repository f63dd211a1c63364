"""The Python client of a table, against the running service."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
from starlette.testclient import TestClient

from service.client import ApiError, Client
from service.table_client import Table, TableEvent
from tests.service.book.play import NAMES, amounts, won

UP = amounts(0, [30, -10, -10, -10])


class Lossy(httpx.BaseTransport):
    """Carries requests to a running app; loses the next answers when told to."""

    def __init__(self, app: TestClient) -> None:
        self.app = app
        self.lose = 0

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        answer = self.app.request(
            request.method, str(request.url), content=request.read(), headers=dict(request.headers)
        )
        if self.lose:
            self.lose -= 1
            raise httpx.ReadError("the answer is lost")
        headers = {name: value for name, value in answer.headers.items() if name != "content-encoding"}
        return httpx.Response(answer.status_code, headers=headers, content=answer.content)


@pytest.fixture
def network(make_client: Callable[..., TestClient], monkeypatch: pytest.MonkeyPatch) -> Lossy:
    monkeypatch.setattr("service.table_client._PAUSE_S", 0)
    return Lossy(make_client())


@pytest.fixture
def client(network: Lossy) -> Iterator[Client]:
    with Client("http://testserver", transport=network) as opened:
        yield opened


@pytest.fixture
def table(client: Client) -> Table:
    return Table.make(client, "周五麻将", NAMES, "guobiao", {"min_fan": 6}, unit_price=2)


def test_a_game_is_played_by_the_client(table: Table) -> None:
    entered = table.enter(won(1, payer=2))
    assert entered.entries[0].event["wins"][0]["result"]["status"] == "scored"
    assert table.undo().game.hands == 0
    assert table.redo().game.hands == 1
    corrected = table.correct(3, UP)
    assert [entry.kind for entry in corrected.entries] == ["retract", "restate"]
    assert table.look().game.seats[0].balance == 30
    assert [entry.entry for entry in table.entries(limit=2).entries] == [5, 4]
    assert table.statistics().players[0].wins == 1
    assert table.game().unit_price == 2


def test_a_write_whose_answer_is_lost_is_booked_once(table: Table, network: Lossy) -> None:
    network.lose = 2
    table.enter(UP)
    assert table.look().game.entries == 1
    network.lose = 3
    with pytest.raises(httpx.ReadError):
        table.enter(UP)
    assert table.look().game.entries == 2


def test_what_another_phone_wrote_is_noticed(table: Table) -> None:
    other = Table(table.client, table.id, table.link("host", "小李").tokens.host or "")
    other.enter(UP)
    with pytest.raises(ApiError) as stale:
        table.enter(UP)
    assert stale.value.code == "revision_stale"
    table.look()
    table.enter(UP)


def test_a_watcher_reads_only(table: Table) -> None:
    watcher = Table(table.client, table.id, table.watch_token or "")
    assert watcher.look().name == "周五麻将"
    with pytest.raises(ApiError) as refused:
        watcher.enter(UP)
    assert refused.value.code == "host_token_needed"


def test_a_table_goes_out_and_in(table: Table) -> None:
    table.enter(UP)
    copy = Table.import_from(table.client, table.export())
    assert copy.id != table.id
    assert copy.look().game.totals == table.look().game.totals


def test_watching_goes_on_where_a_lost_connection_left_off(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int | None] = []

    def stream(self: Table, after: int | None) -> Iterator[TableEvent]:
        asked.append(after)
        if len(asked) == 1:
            yield TableEvent("table", 4, {})
            raise httpx.ReadError("gone")
        yield TableEvent("write", 5, {})
        yield TableEvent("revoked", 0, {})

    monkeypatch.setattr(Table, "_stream", stream)
    events: list[Any] = [(event.kind, event.revision) for event in table.watch()]
    assert asked == [None, 4]
    assert events == [("table", 4), ("write", 5), ("revoked", 0)]
