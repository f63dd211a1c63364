"""The clock jumps, forward and back: nothing is booked twice, nothing changes its order, nobody is shut out."""

from __future__ import annotations

import ast
import secrets
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from service.book.answers import KEPT_MS
from service.book.book import Book
from service.photos import PhotoStore
from tests.service.book.play import amounts, wrong_in
from tests.service.book.test_book_cost_http import NEW
from tests.service.fakes import picture

ROOT = Path(__file__).resolve().parents[2]
UP = amounts(0, [30, -10, -10, -10])
DAY_S = 86_400.0


class Clock:
    """The wall clock, put forward or back; the clock that only goes on is left alone."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.off_s = 0.0
        wall, wall_ns = time.time, time.time_ns
        monkeypatch.setattr(time, "time", lambda: wall() + self.off_s)
        monkeypatch.setattr(time, "time_ns", lambda: wall_ns() + int(self.off_s * 1e9))


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


class Host:
    """Who writes at one table."""

    def __init__(self, client: TestClient) -> None:
        self.client = client
        self.key = secrets.token_hex(12)
        made = self.make().json()
        self.at, self.token = f"/v1/tables/{made['table']['id']}", {"X-Table-Token": made["tokens"]["host"]}

    def make(self) -> Any:
        return self.client.post("/v1/tables", json=NEW, headers={"Idempotency-Key": self.key})

    def write(self, path: str, body: dict[str, Any], key: str | None = None) -> Any:
        headers = {**self.token, "Idempotency-Key": key or secrets.token_hex(12), "If-Match": "*"}
        return self.client.post(f"{self.at}/games/1/{path}", json=body, headers=headers)

    def enter(self, key: str | None = None) -> Any:
        return self.write("entries", UP, key)

    def game(self) -> Any:
        return self.client.get(f"{self.at}/games/1", headers=self.token).json()


@pytest.fixture
def host(client: TestClient) -> Host:
    return Host(client)


JUMPS = pytest.mark.parametrize("days", [-3650.0, -1.0, 1.0, 3650.0])


@JUMPS
def test_a_write_sent_again_after_a_jump_is_booked_once(host: Host, clock: Clock, days: float) -> None:
    first = host.enter("the-key-of-a-write")
    clock.off_s = days * DAY_S
    again = host.enter("the-key-of-a-write")
    assert (again.status_code, again.headers["idempotency-replayed"]) == (201, "true")
    assert again.json() == first.json()
    assert host.make().json()["table"] == host.make().json()["table"]
    assert host.game()["entries"] == 1


def test_answers_that_a_jump_made_old_are_swept_but_never_booked_twice(host: Host, clock: Clock) -> None:
    host.enter("the-key-of-a-write")
    clock.off_s = 2 * KEPT_MS / 1000
    for _ in range(3):
        host.enter()
    again = host.enter("the-key-of-a-write")
    assert (again.status_code, again.json()["code"]) == (409, "idempotency_conflict")
    clock.off_s = 0.0
    assert host.enter("the-key-of-a-write").status_code == 409
    assert host.game()["entries"] == 4


@JUMPS
def test_order_undoing_tokens_and_events_do_not_hang_on_the_clock(host: Host, clock: Clock, days: float) -> None:
    for step in range(4):
        clock.off_s = step * days * DAY_S / 4
        assert host.enter().status_code == 201
    host.write("undo", {})
    entries = host.client.get(f"{host.at}/games/1/entries", headers=host.token).json()["entries"]
    assert [entry["entry"] for entry in entries] == [5, 4, 3, 2, 1]
    assert host.game()["totals"][0]["balance"] == 90
    book: Book = host.client.app.state.book  # type: ignore[attr-defined]
    table, token = host.at.rpartition("/")[2], host.token["X-Table-Token"]
    ids = [message.id for message in book.feed.since(table, token, 1)]
    assert ids == [*range(2, 7), 6]
    assert wrong_in(book) == []


@JUMPS
def test_rates_are_the_same_after_a_jump(make_client: Callable[..., TestClient], clock: Clock, days: float) -> None:
    client = make_client(rate_per_minute=4)
    assert client.get("/v1/rulesets").status_code == 200
    assert client.get("/v1/rulesets").status_code == 429
    clock.off_s = days * DAY_S
    refused = client.get("/v1/rulesets")
    assert refused.status_code == 429
    assert 1 <= int(refused.headers["retry-after"]) <= 15


@JUMPS
def test_a_reading_takes_as_long_as_it_takes(client: TestClient, jpeg: bytes, clock: Clock, days: float) -> None:
    clock.off_s = days * DAY_S
    assert client.post("/v1/readings", files={"photo": jpeg}).status_code == 200
    assert client.get("/readyz").status_code == 200


def test_only_the_age_of_kept_photos_follows_the_clock(tmp_path: Path, clock: Clock) -> None:
    store = PhotoStore(tmp_path / "photos", days=7)
    kept = store.keep(picture())
    clock.off_s = -3650 * DAY_S
    assert store.sweep() == 0
    assert store.get(kept) is not None
    clock.off_s = 8 * DAY_S
    assert store.get(kept) is None
    assert store.sweep() == 1


ALLOWED = {("service/book/values.py", "now_ms"), ("service/photos.py", "get"), ("service/photos.py", "sweep")}
"""Where the wall clock may be asked: for the time written beside an entry, and for the age of kept photos."""
WALL = frozenset(
    {"time.time", "time.time_ns", "time.localtime", "datetime.now", "datetime.utcnow", "datetime.today", "date.today"}
)


def test_nothing_else_asks_the_wall_clock() -> None:
    found = set()
    for part in ("service", "scorer", "vision"):
        for file in (ROOT / part).rglob("*.py"):
            name = file.relative_to(ROOT).as_posix()
            if "node_modules" not in name:
                for function in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                    if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                        found |= {(name, function.name) for each in ast.walk(function) if _asks(each)}
    assert found == ALLOWED


def _asks(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and ast.unparse(node.func) in WALL


def test_the_clock_of_these_tests_jumps(clock: Clock) -> None:
    before = time.time()
    clock.off_s = DAY_S
    assert time.time() > before + DAY_S / 2
