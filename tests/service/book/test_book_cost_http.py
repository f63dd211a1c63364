"""The queries of every route of the book go by an index, whichever route it is: a new one has to be added here."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import text
from starlette.testclient import TestClient

from service.book.book import Book
from tests.service.book.play import NAMES, amounts, won
from tests.service.book.test_book_cost import explained, listening, whole_table

UP = amounts(0, [30, -10, -10, -10])
NEW: dict[str, Any] = {"name": "桌", "players": list(NAMES), "game": {"ruleset": "guobiao"}}
STREAMS = frozenset({"watch_table"})
"""Never end; what they read is looked at in `test_book_cost`."""


class Phone:
    """A host of one table, with a further link and a few hands played."""

    def __init__(self, client: TestClient) -> None:
        self.client = client
        made = self.write("POST", "/v1/tables", NEW)
        self.at = f"/v1/tables/{made['table']['id']}"
        self.token = {"X-Table-Token": made["tokens"]["host"]}
        self.watch = {"X-Table-Token": made["tokens"]["watch"]}
        self.link = self.write("POST", f"{self.at}/links", {"role": "watch", "label": "x"})["link"]["link"]
        for _ in range(4):
            self.entry = self.enter(UP)

    def write(self, method: str, path: str, body: Any = None) -> Any:
        headers = {**getattr(self, "token", {}), "Idempotency-Key": secrets.token_hex(12), "If-Match": "*"}
        answer = self.client.request(method, path, json=body, headers=headers)
        assert answer.status_code < 300, answer.text
        return answer.json()

    def read(self, path: str, token: dict[str, str] | None = None) -> Any:
        answer = self.client.get(f"{self.at}{path}", headers=token or self.token)
        assert answer.status_code == 200, answer.text
        return answer

    def enter(self, body: dict[str, Any]) -> int:
        return int(self.write("POST", f"{self.at}/games/1/entries", body)["last_entry"])


def next_game(phone: Phone) -> None:
    phone.enter({"kind": "close"})
    phone.write("POST", f"{phone.at}/games", {"ruleset": "guobiao"})


def redo(phone: Phone) -> None:
    phone.write("POST", f"{phone.at}/games/1/undo", {})
    phone.write("POST", f"{phone.at}/games/1/redo", {})


ROUTES: dict[str, Callable[[Phone], object]] = {
    "make_table": lambda phone: phone.write("POST", "/v1/tables", NEW),
    "import_table": lambda phone: phone.write("POST", "/v1/tables/import", phone.read("/export.json").json()),
    "get_table": lambda phone: phone.read(""),
    "rename_table": lambda phone: phone.write("PATCH", phone.at, {"name": "另一桌"}),
    "rename_player": lambda phone: phone.write("PATCH", f"{phone.at}/players/2", {"name": "小王"}),
    "export_table": lambda phone: phone.read("/export.json"),
    "watch_qr": lambda phone: phone.read("/qr.svg", phone.watch),
    "list_links": lambda phone: phone.read("/links"),
    "make_link": lambda phone: phone.write("POST", f"{phone.at}/links", {"role": "watch", "label": "y"}),
    "revoke_link": lambda phone: phone.write("DELETE", f"{phone.at}/links/{phone.link}"),
    "list_games": lambda phone: phone.read("/games?before=2"),
    "next_game": next_game,
    "get_game": lambda phone: phone.read("/games/1"),
    "list_entries": lambda phone: phone.read("/games/1/entries?limit=2&before=4"),
    "enter": lambda phone: phone.enter(won(1, payer=2)),
    "correct": lambda phone: phone.write("POST", f"{phone.at}/games/1/entries/{phone.entry}/correction", UP),
    "undo": lambda phone: phone.write("POST", f"{phone.at}/games/1/undo", {"entry": 2}),
    "redo": redo,
    "statistics": lambda phone: phone.read("/games/1/statistics"),
    "export_csv": lambda phone: phone.read("/games/1/export.csv"),
    "score_sheet": lambda phone: phone.read("/games/1/sheet.html"),
}


@pytest.fixture
def phone(make_client: Callable[..., TestClient], url: str) -> Phone:
    return Phone(make_client(database_url=url))


def test_no_route_is_left_out(make_client: Callable[..., TestClient]) -> None:
    paths = make_client().get("/openapi.json").json()["paths"]
    known = {
        operation["operationId"]
        for methods in paths.values()
        for operation in methods.values()
        if "tables" in operation["tags"]
    }
    assert known == ROUTES.keys() | STREAMS


@pytest.mark.parametrize("route", ROUTES, ids=str)
def test_every_query_of_a_route_goes_by_an_index(phone: Phone, route: str) -> None:
    book: Book = phone.client.app.state.book  # type: ignore[attr-defined]
    with listening(book) as heard:
        ROUTES[route](phone)
    assert heard.statements
    for statement, parameters in heard.statements:
        if "pg_" not in statement:
            plan = explained(book, statement, parameters)
            assert not whole_table(plan), f"{statement}\n{plan}"


def test_what_watchers_wait_for_goes_by_an_index(phone: Phone) -> None:
    book: Book = phone.client.app.state.book  # type: ignore[attr-defined]
    with listening(book) as heard:
        book.feed._changed([f"table-{number}" for number in range(600)])
    assert len(heard.statements) == 2
    for statement, parameters in heard.statements:
        assert not whole_table(explained(book, statement, parameters)), statement


def test_a_plan_that_reads_a_whole_table_would_be_seen(phone: Phone) -> None:
    book: Book = phone.client.app.state.book  # type: ignore[attr-defined]
    with listening(book) as heard, book.database.read() as session:
        session.execute(text("SELECT count(*) FROM book_entry WHERE written_by = 'x'")).all()
    ((statement, parameters),) = heard.statements
    assert whole_table(explained(book, statement, parameters))
