"""Requests made up from the API's description, sent with a real table's token: beyond the door nothing breaks."""

from __future__ import annotations

import os
import secrets
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis import checks
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from starlette.testclient import TestClient

from service.api.app import create_app
from service.book.book import Book
from service.settings import Settings
from tests.service.book.play import NAMES, amounts, won, wrong_in
from tests.service.fakes import SameHandReader

EXAMPLES = int(os.environ.get("TILESIGHT_API_EXAMPLES", "5"))
CHECKS = [
    checks.not_a_server_error,
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
]
_folder = tempfile.TemporaryDirectory(prefix="tilesight-book-")
_app = create_app(
    Settings(data_dir=Path(_folder.name), allowed_hosts=("testserver",), web=False, rate_per_minute=0), SameHandReader
)
schema = schemathesis.openapi.from_dict(_app.openapi())
schema.app = _app
_table: dict[str, str] = {}


@pytest.fixture(scope="module", autouse=True)
def running() -> Iterator[None]:
    with TestClient(_app) as client:
        key = {"Idempotency-Key": secrets.token_hex(16)}
        body = {"name": "桌", "players": list(NAMES), "game": {"ruleset": "guobiao"}}
        made = client.post("/v1/tables", json=body, headers=key).json()
        _table.update(id=made["table"]["id"], token=made["tokens"]["host"])
        for entry in (won(1, payer=2), amounts(0, [30, -10, -10, -10]), {"kind": "draw"}):
            client.post(f"/v1/tables/{_table['id']}/games/1/entries", json=entry, headers=_headers())
        yield
    _folder.cleanup()


def _headers() -> dict[str, str]:
    return {"X-Table-Token": _table["token"], "Idempotency-Key": secrets.token_hex(16), "If-Match": "*"}


@schema.include(path_regex=r"/tables/\{table_id\}").exclude(path_regex=r"/events$").parametrize()
@settings(
    max_examples=EXAMPLES, deadline=None, database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
)  # fmt: skip
def test_a_hosts_requests_never_break_the_book(case: Any) -> None:
    case.path_parameters = {**(case.path_parameters or {}), "table_id": _table["id"]}
    if "game" in case.path_parameters:
        case.path_parameters["game"] = 1
    case.query = {name: value for name, value in (case.query or {}).items() if name != "token"}
    case.headers = {**(case.headers or {}), **_headers()}
    case.call_and_validate(checks=CHECKS)


def test_afterwards_every_balance_is_right() -> None:
    book: Book = _app.state.book
    assert wrong_in(book) == []
