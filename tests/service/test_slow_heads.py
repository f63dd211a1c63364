"""Callers that open connections and send no request, or one that never ends: cut off, while others are served."""

from __future__ import annotations

import contextlib
import socket
import time
from collections.abc import Callable, Iterator

import pytest
from starlette.testclient import TestClient

from service.api.http_head import TimedHead
from tests.service.live import Live, answer, serving

WHOLE = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
PATIENCE_S = 30.0


@pytest.fixture
def live(make_client: Callable[..., TestClient], monkeypatch: pytest.MonkeyPatch) -> Iterator[Live]:
    monkeypatch.setattr(TimedHead, "HEAD_S", 0.5)
    with serving(make_client().app) as running:  # type: ignore[arg-type]
        yield running


def cut_off(connection: socket.socket) -> bool:
    """Whether the other side closes the connection without a word."""
    connection.settimeout(PATIENCE_S)
    try:
        return connection.recv(1000) == b""
    except ConnectionError:
        return True


@pytest.mark.parametrize("sent", [b"", b"GET /healthz HTT", WHOLE[:-2]], ids=["nothing", "a line", "all but the end"])
def test_a_head_that_does_not_come_is_given_up(live: Live, sent: bytes) -> None:
    with live.connect(PATIENCE_S) as connection:
        connection.sendall(sent)
        assert cut_off(connection)
    assert live.say(WHOLE)[0] == 200


def test_a_head_that_drips_is_given_up(live: Live) -> None:
    with live.connect(PATIENCE_S) as connection:
        sent = 0
        with contextlib.suppress(OSError):
            for _ in range(200):
                connection.sendall(b"G")
                sent += 1
                time.sleep(0.05)
        assert 1 < sent < 200


def test_the_next_head_on_a_kept_connection_has_to_come_too(live: Live) -> None:
    with live.connect(PATIENCE_S) as connection:
        connection.sendall(WHOLE)
        assert answer(connection)[0] == 200
        connection.sendall(WHOLE[:-2])
        assert cut_off(connection)


def test_a_body_has_its_own_time(live: Live) -> None:
    body = b'{"ruleset": "guobiao", "hand": {"concealed": "123456789m1p234s", "win_tile": "1p"}}'
    head = b"POST /v1/scores HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    with live.connect(PATIENCE_S) as connection:
        connection.sendall(head + b"Content-Length: %d\r\n\r\n" % len(body) + body[:10])
        time.sleep(1.2)
        connection.sendall(body[10:])
        assert answer(connection)[0] == 200


def test_many_silent_callers_shut_nobody_out_for_long(
    make_client: Callable[..., TestClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TimedHead, "HEAD_S", 0.5)
    with serving(make_client().app, limit_concurrency=10) as live:  # type: ignore[arg-type]
        silent = [live.connect(PATIENCE_S) for _ in range(12)]
        assert live.say(WHOLE)[0] in (0, 503)
        assert all(cut_off(connection) for connection in silent)
        for connection in silent:
            connection.close()
        assert live.say(WHOLE)[0] == 200
