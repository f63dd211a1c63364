"""The service under test: real routes, real photo intake, a reader that sees the same hand in every photo."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from service.logs import configure
from service.settings import Settings
from tests.service.fakes import SameHandReader, picture, wait_until_ready

OF_MANY_PROCESSES = (
    "tests/service/web/",
    "tests/service/test_batch",
    "tests/service/test_cli_serve",
    "tests/service/processes/test_several",
    "tests/service/cluster/",
)
"""Tests of browsers and killed processes: on a machine busy with other work one may come too late once."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.nodeid.startswith(OF_MANY_PROCESSES):
            item.add_marker(pytest.mark.flaky(reruns=2, reruns_delay=1))


@pytest.fixture(autouse=True, scope="session")
def quiet_logs() -> None:
    """Errors only, without the values of variables."""
    configure("error", "json")


@pytest.fixture
def reader() -> SameHandReader:
    return SameHandReader()


@pytest.fixture(scope="session")
def empty_book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with the newest schema and nothing in it, to be copied."""
    from service.book import open_book

    path = tmp_path_factory.mktemp("book") / "tilesight.db"
    open_book(f"sqlite:///{path}").close()
    return path


@pytest.fixture
def make_settings(tmp_path: Path, empty_book: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Settings]:
    """Settings of a service that keeps to a temporary folder, whatever this machine's environment says."""
    monkeypatch.setenv("TILESIGHT_CONFIG", "")
    (tmp_path / "data").mkdir()
    shutil.copy(empty_book, tmp_path / "data")

    def make(**given: Any) -> Settings:
        return Settings(**{"data_dir": tmp_path / "data", "allowed_hosts": ("testserver",), "web": False, **given})

    return make


@pytest.fixture
def make_client(make_settings: Callable[..., Settings], reader: SameHandReader) -> Iterator[Callable[..., TestClient]]:
    """A running service and a client for it, with the settings given."""
    from service.api.app import create_app

    opened: list[TestClient] = []

    def make(**given: Any) -> TestClient:
        app: FastAPI = create_app(make_settings(**given), lambda: reader)
        client = TestClient(app, raise_server_exceptions=False)
        client.__enter__()
        opened.append(client)
        wait_until_ready(client)
        return client

    yield make
    for client in opened:
        client.__exit__(None, None, None)


@pytest.fixture
def client(make_client: Callable[..., TestClient]) -> TestClient:
    return make_client()


@pytest.fixture(scope="session")
def jpeg() -> bytes:
    return picture()
