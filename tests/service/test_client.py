"""The Python client against the running service."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from service.api.app import create_app
from service.api.schemas.case import CaseIn
from service.api.schemas.edits import WinIn
from service.api.schemas.score import RefusedOut, ScoredOut
from service.client import ApiError, Client
from service.settings import Settings
from tests.service.fakes import CONTEXT, SameHandReader
from tests.service.live import serving

TOKEN = "maple-river-lantern-seven"


@pytest.fixture
def client(make_settings: Callable[..., Settings], reader: SameHandReader) -> Iterator[Client]:
    settings = make_settings(access_token=TOKEN, allowed_hosts=())
    with (
        serving(create_app(settings, lambda: reader)) as live,
        Client(f"http://127.0.0.1:{live.port}", access_token=TOKEN) as found,
    ):
        while not found.ready():
            pass
        yield found


def test_a_photo_is_read_corrected_and_scored(client: Client, jpeg: bytes, tmp_path: Path) -> None:
    path = tmp_path / "hand.jpg"
    path.write_bytes(jpeg)
    reading = client.read(path, ruleset="guobiao")
    assert reading.notation == "123456789m 1p 234s + 1p"
    corrected = client.correct(reading, [{"edit": "face", "tile": 0, "face": "9s"}])
    assert corrected.id == reading.id
    assert corrected.version != reading.version
    assert corrected.tiles[0].face == "9s"
    answer = client.score("guobiao", reading.hand, CONTEXT)
    assert isinstance(answer, ScoredOut)
    assert answer.total == 21
    assert answer.payments[0].from_seat is not None
    assert sum(answer.payouts) == 0


def test_a_scan_does_both(client: Client, jpeg: bytes) -> None:
    scan = client.scan(jpeg, ruleset="guobiao", context=CONTEXT, edits=[WinIn(edit="win", tile=13)])
    assert scan.score is not None
    assert scan.case["ruleset"] == "guobiao"
    refused = client.scan(jpeg, ruleset="guobiao", context=CONTEXT, options={"min_fan": 60})
    assert isinstance(refused.score, RefusedOut)


def test_a_case_is_checked_before_it_is_sent(client: Client) -> None:
    case = CaseIn.model_validate(
        {"ruleset": "guobiao", "hand": {"concealed": "123456789m1p234s", "win_tile": "1p"}, "context": CONTEXT}
    )
    answer = client.score_case(case)
    assert isinstance(answer, ScoredOut)
    assert answer.items[0].name == "清龙"


def test_rulesets(client: Client) -> None:
    assert "guobiao" in [ruleset.id for ruleset in client.rulesets()]
    assert client.ruleset("guobiao").unit == "番"


def test_a_refusal_has_code_and_detail(client: Client) -> None:
    with pytest.raises(ApiError) as caught:
        client.ruleset("../../etc/passwd")
    assert caught.value.status == 404
    with pytest.raises(ApiError) as caught:
        client.ruleset("atlantis")
    assert (caught.value.status, caught.value.code) == (404, "unknown_ruleset")
    with pytest.raises(ApiError) as caught:
        client.read(b"no picture")
    assert caught.value.code == "photo_format"
    with pytest.raises(ApiError) as caught:
        client.score("guobiao", {"concealed": "xx"})
    assert caught.value.code == "invalid_case"
    assert caught.value.problem["request_id"]


def test_without_the_token_nothing_is_answered(make_client: Callable[..., TestClient]) -> None:
    inside = make_client(access_token=TOKEN)

    class Transport:
        """Carries the client's requests to the app without a network."""

        def __init__(self, test_client: TestClient) -> None:
            self.transport: Any = test_client._transport

        def handle_request(self, request: Any) -> Any:
            return self.transport.handle_request(request)

        def close(self) -> None:
            pass

    with (
        Client("http://testserver", transport=Transport(inside)) as client,  # type: ignore[arg-type]
        pytest.raises(ApiError) as caught,
    ):
        client.rulesets()
    assert caught.value.code == "access_token_required"
