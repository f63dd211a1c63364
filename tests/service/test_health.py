"""Alive, ready, and what still works when a part is gone."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from service.api.app import create_app
from service.engine import ModelError
from service.settings import Settings
from tests.service.fakes import SameHandReader

MakeClient = Callable[..., TestClient]
CASE = {"ruleset": "guobiao", "hand": {"concealed": "123456789m1p234s", "win_tile": "1p"}}


def eventually(client: TestClient, state: str) -> dict[str, Any]:
    """The readiness once the model check says ``state``."""
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        found: dict[str, Any] = client.get("/readyz").json()
        if found["checks"]["model"] == state:
            return found
        time.sleep(0.01)
    raise AssertionError(f"the model never was {state}")


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_a_balancer_may_ask_without_a_body(client: TestClient, path: str) -> None:
    assert client.head(path).status_code == 200


def test_alive_and_ready(client: TestClient) -> None:
    assert client.get("/healthz").json() == {"status": "ok"}
    answer = client.get("/readyz")
    assert answer.status_code == 200
    assert answer.json() == {"status": "ready", "checks": {"model": "ready", "database": "ready"}}


@pytest.fixture
def loading(make_settings: Callable[..., Settings]) -> Iterator[tuple[TestClient, threading.Event]]:
    """A service whose models take as long as the test wants."""
    loaded = threading.Event()

    def load() -> SameHandReader:
        loaded.wait(30)
        return SameHandReader()

    with TestClient(create_app(make_settings(), load)) as client:
        yield client, loaded
        loaded.set()


def test_while_models_load_scores_are_answered_and_photos_are_not(
    loading: tuple[TestClient, threading.Event], jpeg: bytes
) -> None:
    client, loaded = loading
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["checks"]["model"]) == (503, "loading")
    assert client.get("/healthz").status_code == 200
    refused = client.post("/v1/readings", files={"photo": jpeg})
    assert (refused.status_code, refused.json()["code"]) == (503, "reader_not_ready")
    assert "retry-after" in refused.headers
    assert client.post("/v1/scores", json=CASE).json()["total"] == 23
    loaded.set()
    eventually(client, "ready")
    assert client.post("/v1/readings", files={"photo": jpeg}).status_code == 200


def test_models_that_cannot_be_loaded_leave_scores_and_book(
    make_settings: Callable[..., Settings], jpeg: bytes
) -> None:
    def load() -> SameHandReader:
        raise ModelError("model file tiles-namer.onnx is damaged")

    with TestClient(create_app(make_settings(), load)) as client:
        assert eventually(client, "failed")["status"] == "not ready"
        assert client.post("/v1/readings", files={"photo": jpeg}).json()["code"] == "reader_not_ready"
        assert client.post("/v1/scores", json=CASE).json()["total"] == 23


def test_a_database_that_is_gone_is_told_and_used_again_once_back(
    client: TestClient, jpeg: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone() -> None:
        raise OSError("no database")

    book = client.app.state.book  # type: ignore[attr-defined]
    with monkeypatch.context() as broken:
        broken.setattr(book, "ping", gone)
        answer = client.get("/readyz")
        assert (answer.status_code, answer.json()["checks"]["database"]) == (503, "failed")
        assert client.post("/v1/readings", files={"photo": jpeg}).status_code == 200
        assert client.post("/v1/scores", json=CASE).status_code == 200
    assert client.get("/readyz").status_code == 200


def test_the_counters_are_in_the_form_that_prometheus_reads(client: TestClient) -> None:
    from prometheus_client.parser import text_string_to_metric_families

    client.get("/v1/rulesets/guobiao")
    client.get("/v1/rulesets/atlantis")
    client.get("/somewhere/else")
    client.post("/v1/scores", json=CASE)
    answer = client.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    families = {family.name: family for family in text_string_to_metric_families(answer.text)}
    requests = {
        (sample.labels["route"], sample.labels["status"]): sample.value
        for sample in families["tilesight_requests"].samples
        if sample.name == "tilesight_requests_total"
    }
    assert requests["/v1/rulesets/{ruleset_id}", "200"] == 1
    assert requests["/v1/rulesets/{ruleset_id}", "404"] == 1
    assert requests["(other)", "404"] == 1
    scores = families["tilesight_scores"].samples
    assert [sample.labels for sample in scores if sample.name == "tilesight_scores_total"] == [
        {"ruleset": "guobiao", "status": "scored"}
    ]
    assert "tilesight_inference_busy" in families
    assert "tilesight_watchers" in families


def test_each_app_counts_for_itself(make_client: MakeClient) -> None:
    first = make_client()
    first.get("/v1/rulesets")
    second = make_client()
    assert 'route="/v1/rulesets"' in first.get("/metrics").text
    assert 'route="/v1/rulesets"' not in second.get("/metrics").text
