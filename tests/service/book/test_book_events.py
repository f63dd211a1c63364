"""Live events: every watcher gets every write, and one that was away gets what it missed."""

from __future__ import annotations

import asyncio
import json
import secrets
import socket
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import httpx
import pytest
import uvicorn

from service.api.events import last_seen
from service.book.book import Book
from service.book.engine import Database
from service.book.errors import TableNotFound
from service.book.feed import MOST_MISSED
from service.client import Client
from service.settings import Settings
from service.table_client import Table
from tests.service.book.play import NAMES, Play, amounts

UP = amounts(0, [30, -10, -10, -10])
Event = tuple[str, int, dict[str, Any]]


@pytest.fixture
def served(make_settings: Callable[..., Settings], reader: Any, url: str) -> Iterator[str]:
    """The whole service on a loopback port; its address."""
    from service.api.app import create_app

    app = create_app(make_settings(database_url=url, allowed_hosts=("127.0.0.1",), rate_per_minute=0), lambda: reader)
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    listening.listen(128)
    server = uvicorn.Server(uvicorn.Config(app, log_config=None, timeout_graceful_shutdown=2))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    address = f"http://127.0.0.1:{listening.getsockname()[1]}"
    with httpx.Client(base_url=address, timeout=20) as client:
        client.get("/healthz")
    yield address
    server.should_exit = True
    thread.join(20)
    assert not thread.is_alive()


class Host:
    """Writes at a table of the served book."""

    def __init__(self, address: str) -> None:
        self.client = httpx.Client(base_url=f"{address}/v1", timeout=20)
        made = self._post("/tables", {"name": "桌", "players": list(NAMES), "game": {"ruleset": "guobiao"}}, {}).json()
        self.table, self.tokens = made["table"]["id"], made["tokens"]

    def _post(self, path: str, body: dict[str, Any], headers: dict[str, str]) -> httpx.Response:
        answer = self.client.post(path, json=body, headers={"Idempotency-Key": secrets.token_hex(12), **headers})
        assert answer.status_code in (200, 201), answer.text
        return answer

    def post(self, path: str, body: dict[str, Any]) -> Any:
        headers = {"X-Table-Token": self.tokens["host"], "If-Match": "*"}
        return self._post(f"/tables/{self.table}{path}", body, headers).json()

    def enter(self, body: dict[str, Any] = UP) -> Any:
        return self.post("/games/1/entries", body)


async def events(
    client: httpx.AsyncClient, host: Host, headers: dict[str, str] | None = None, token: str | None = None
) -> AsyncIterator[Event]:
    """The events of a stream as (kind, id, data), pings left out."""
    path = f"/v1/tables/{host.table}/events"
    params = {"token": token or host.tokens["watch"]}
    async with client.stream("GET", path, params=params, headers=headers or {}) as answer:
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/event-stream")
        found: dict[str, str] = {}
        async for line in answer.aiter_lines():
            name, _, value = line.partition(": ")
            if line and name:
                found[name] = value
            elif not line and "event" in found:
                yield found["event"], int(found.get("id", 0)), json.loads(found["data"])
                found = {}


async def until(stream: AsyncIterator[Event], revision: int) -> list[Event]:
    """Events up to the table as it is at `revision`."""
    found: list[Event] = []
    async with asyncio.timeout(30):
        async for event in stream:
            found.append(event)
            if event[0] == "table" and event[1] >= revision:
                return found
    raise AssertionError("the stream ended")


def watching(address: str) -> httpx.AsyncClient:
    return httpx.AsyncClient(base_url=address, timeout=30, limits=httpx.Limits(max_connections=100))


def revisions(found: list[Event], kind: str = "write") -> list[int]:
    return [id_ for event, id_, _ in found if event == kind]


def test_a_watcher_sees_the_table_and_then_every_write(served: str) -> None:
    host = Host(served)

    async def watch() -> list[Event]:
        async with watching(served) as client:
            stream = events(client, host)
            found = await until(stream, 1)
            for _ in range(3):
                await asyncio.to_thread(host.enter)
            return found + await until(stream, 4)

    found = asyncio.run(watch())
    assert found[0][0] == "table"
    assert revisions(found) == [2, 3, 4]
    writes = [data for event, _, data in found if event == "write"]
    assert [write["entries"][0]["amounts"] for write in writes] == [UP["amounts"]] * 3
    assert found[-1][2]["game"]["seats"][0]["balance"] == 90


@pytest.mark.parametrize("header", [True, False], ids=["Last-Event-ID", "after"])
def test_a_watcher_that_was_away_gets_what_it_missed(served: str, header: bool) -> None:
    host = Host(served)
    for _ in range(4):
        host.enter()

    async def back() -> list[Event]:
        async with watching(served) as client:
            if header:
                return await until(events(client, host, {"Last-Event-ID": "3"}), 5)
            client.params = httpx.QueryParams(after=3)
            return await until(events(client, host), 5)

    found = asyncio.run(back())
    assert revisions(found) == [4, 5]
    assert revisions(found, "table") == [5]


def test_fifty_watchers_get_every_write(served: str) -> None:
    host = Host(served)
    entered = 5

    async def watch() -> list[list[Event]]:
        async with watching(served) as client:
            streams = [events(client, host) for _ in range(50)]
            await asyncio.gather(*(until(stream, 1) for stream in streams))
            writing = asyncio.to_thread(lambda: [host.enter() for _ in range(entered)])
            _, *found = await asyncio.gather(writing, *(until(stream, 1 + entered) for stream in streams))
            return found

    for found in asyncio.run(watch()):
        assert revisions(found) == list(range(2, 2 + entered))


def test_a_revoked_watcher_is_cut_off(served: str) -> None:
    host = Host(served)
    link = host.post("/links", {"label": "x"})

    async def watch() -> list[str]:
        async with watching(served) as client:
            kinds = []
            async for event, _, _ in events(client, host, token=link["tokens"]["watch"]):
                kinds.append(event)
                if event == "table":
                    await asyncio.to_thread(_revoke, host, link["link"]["link"])
            return kinds

    assert asyncio.run(watch()) == ["table", "revoked"]


def _revoke(host: Host, link: int) -> None:
    headers = {"X-Table-Token": host.tokens["host"], "Idempotency-Key": secrets.token_hex(8)}
    host.client.delete(f"/tables/{host.table}/links/{link}", headers=headers).raise_for_status()


def test_the_python_client_watches(served: str) -> None:
    host = Host(served)
    with Client(served) as client:
        watched = Table(client, host.table, host.tokens["watch"]).watch()
        first = next(watched)
        host.enter()
        second, third = next(watched), next(watched)
    assert [(event.kind, event.revision) for event in (first, second, third)] == [
        ("table", 1), ("write", 2), ("table", 2),
    ]  # fmt: skip
    assert second.data["entries"][0]["amounts"] == UP["amounts"]


def test_a_stranger_gets_no_stream(served: str) -> None:
    host = Host(served)
    path = f"/tables/{host.table}/events"
    assert host.client.get(path).status_code == 401
    assert host.client.get(path, params={"token": "tsw_" + "x" * 43}).status_code == 404
    assert host.client.get(path, params={"token": host.tokens["host"]}).status_code == 403


def test_watchers_of_another_process_are_woken(play: Play, url: str) -> None:
    """Two books on one database, as two serving processes have: one writes, the watcher of the other is woken."""
    elsewhere = Book(Database(url))

    async def watch() -> list[int]:
        async with elsewhere.feed.watching(play.table) as watch:
            await asyncio.sleep(0)
            watch.changed.clear()
            await asyncio.to_thread(play.enter, UP)
            async with asyncio.timeout(20):
                while True:
                    await watch.changed.wait()
                    watch.changed.clear()
                    found = await asyncio.to_thread(elsewhere.feed.since, play.table, play.watch, 1)
                    if found:
                        return [message.id for message in found]

    try:
        assert asyncio.run(watch()) == [2, 2]
    finally:
        elsewhere.close()


def test_another_process_is_heard_of_without_looking_at_the_tables(
    play: Play, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the number that commits change on SQLite, by NOTIFY on PostgreSQL: nothing else is left."""
    monkeypatch.setattr("service.book.feed._PATIENCE_S", {"some": 0.0, "none": 1e9, "unknown": 1e9})
    elsewhere = Book(Database(url))

    async def watch() -> None:
        async with elsewhere.feed.watching(play.table) as watch:
            for _ in range(3):
                # Whatever the beginning of watching brings comes first.
                await asyncio.sleep(1.5)
                watch.changed.clear()
                await asyncio.to_thread(play.enter, UP)
                async with asyncio.timeout(20):
                    await watch.changed.wait()

    try:
        asyncio.run(watch())
    finally:
        elsewhere.close()


def test_after_a_very_long_absence_only_the_table_is_sent(play: Play) -> None:
    with play.book.database.write() as session:
        from service.book.models import TableRow

        session.get_one(TableRow, play.table).revision = MOST_MISSED + 2
    assert [message.event for message in play.book.feed.since(play.table, play.watch, 1)] == ["table"]


@pytest.mark.parametrize("revision", [None, 99], ids=["none", "from the future"])
def test_without_a_known_revision_the_table_is_sent(play: Play, revision: int | None) -> None:
    assert [message.event for message in play.book.feed.since(play.table, play.watch, revision)] == ["table"]
    assert play.book.feed.since(play.table, play.watch, 1) == ()


def test_the_feed_asks_for_the_token_each_time(play: Play) -> None:
    play.book.feed.since(play.table, play.watch, None)
    with pytest.raises(TableNotFound):
        play.book.feed.since(play.table, "tsw_" + "x" * 43, None)


@pytest.mark.parametrize(
    ("header", "after", "expected"),
    [("7", 3, 7), (None, 3, 3), ("", 3, 3), ("x", 3, 3), ("-1", None, None), ("9" * 40, None, None), ("٣", None, None)],
)
def test_the_last_event_seen(header: str | None, after: int | None, expected: int | None) -> None:
    assert last_seen(header, after) == expected
