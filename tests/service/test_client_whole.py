"""The Python client knows every route of the API: a route that is added has to be added there too."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from starlette.testclient import TestClient

from service.client import ApiError, Client
from service.table_client import Table
from tests.service.book.play import NAMES, amounts

UP = amounts(0, [30, -10, -10, -10])
NOT_THERE = frozenset({"access_state", "access_grant", "health", "metrics"})
"""For browsers and for those who run the service; a program sends its access token with each request."""


class Heard(httpx.BaseTransport):
    """Carries requests to a running app and notes which they were."""

    def __init__(self, app: TestClient) -> None:
        self.app = app
        self.requests: list[tuple[str, str]] = []

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        self.requests.append((request.method.lower(), request.url.path))
        answer = self.app.request(
            request.method, str(request.url), content=request.read(), headers=dict(request.headers)
        )
        headers = {name: value for name, value in answer.headers.items() if name != "content-encoding"}
        return httpx.Response(answer.status_code, headers=headers, content=answer.content)

    def operations(self) -> set[str]:
        """The operations of the requests, by the API's own description."""
        paths = self.app.get("/openapi.json").json()["paths"]
        known = [
            (method, re.compile(re.sub(r"\{\w+\}", "[^/]+", path)), operation["operationId"])
            for path, methods in paths.items()
            for method, operation in methods.items()
        ]
        found = set()
        for method, path in self.requests:
            # A fixed address goes before one with a place for an id.
            fits = [entry for entry in known if entry[0] == method and entry[1].fullmatch(path)]
            found.add(min(fits, key=lambda entry: entry[1].pattern.count("[^/]+"))[2])
        return found

    def all_operations(self) -> set[str]:
        paths = self.app.get("/openapi.json").json()["paths"]
        return {operation["operationId"] for methods in paths.values() for operation in methods.values()}


@pytest.fixture
def heard(make_client: Callable[..., TestClient]) -> Heard:
    return Heard(make_client(keep_photos=True))


@pytest.fixture
def client(heard: Heard) -> Iterator[Client]:
    with Client("http://testserver", transport=heard) as opened:
        yield opened


def use_photos(client: Client, photo: Path) -> None:
    assert client.ready()
    reading = client.read(photo, ruleset="guobiao")
    client.correct(reading, [])
    client.scan(photo, ruleset="guobiao", context={"winner": 1, "win_by": "self-draw"})
    client.score("guobiao", reading.hand, {"winner": 1, "win_by": "self-draw"})
    kept = reading.model_dump()["photo_id"]
    assert client.photo(kept)[:2] == b"\xff\xd8"
    client.delete_photo(kept)
    with pytest.raises(ApiError, match="photo_not_kept"):
        client.photo(kept)
    assert client.ruleset(client.rulesets()[0].id).items


def use_table(client: Client) -> None:
    table = Table.make(client, "周五麻将", NAMES, "guobiao")
    assert table.rename("周六麻将").name == "周六麻将"
    assert [player.name for player in table.rename_player(2, "小王").players][1] == "小王"
    table.enter(UP)
    table.undo()
    table.redo()
    table.correct(table.game().entries, UP)
    assert table.statistics().players[0].wins == 1
    assert len(table.entries().entries) == table.game().entries
    made = table.link(label="小李的手机")
    assert [link.label for link in table.links()][-1] == "小李的手机"
    watcher = Table(client, table.id, made.tokens.watch or "")
    assert watcher.qr().startswith("<svg")
    assert table.revoke(made.link.link).revoked_at is not None
    assert table.csv().count("\n") > 3
    assert "周六麻将" in table.sheet(lang="en")
    table.enter({"kind": "close"})
    assert table.next_game("hua", seats=[2, 1, 3, 4]).number == 2
    assert [game.number for game in table.games().games] == [2, 1]
    assert table.games(before=2).games[0].number == 1
    Table.import_from(client, table.export())
    assert table.look().name == "周六麻将"


def test_every_route_has_its_method(client: Client, heard: Heard, jpeg: bytes, tmp_path: Path) -> None:
    photo = tmp_path / "hand.jpg"
    photo.write_bytes(jpeg)
    use_photos(client, photo)
    use_table(client)
    # A stream would not end here; the client's own tests follow one.
    assert heard.operations() | {"watch_table"} == heard.all_operations() - NOT_THERE
