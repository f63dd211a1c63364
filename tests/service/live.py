"""The service on a real socket, for what only raw bytes can say."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import uvicorn
from fastapi import FastAPI

from service.api.http_head import TimedHead


@dataclass(frozen=True, slots=True)
class Live:
    """A listening service."""

    port: int

    def connect(self, timeout_s: float = 20) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout_s)

    def say(self, request: bytes, timeout_s: float = 20) -> tuple[int, bytes]:
        """Send raw bytes; status and whole text of the answer, 0 where the connection was just closed."""
        with self.connect(timeout_s) as connection:
            # Refused before all was sent, the answer may still be there.
            with contextlib.suppress(OSError):
                connection.sendall(request)
            return answer(connection)


def answer(connection: socket.socket) -> tuple[int, bytes]:
    """The answer on a connection, read until it is complete or closed."""
    data = b""
    while True:
        try:
            part = connection.recv(65536)
        except OSError:
            break
        if not part:
            break
        data += part
        head, split, body = data.partition(b"\r\n\r\n")
        if split:
            length = [line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")]
            if length and len(body) >= int(length[0].partition(b":")[2]):
                break
    status = data.split(b" ", 2)[1] if data.startswith(b"HTTP/") else b"0"
    return int(status), data


@contextmanager
def serving(app: FastAPI, **settings: Any) -> Iterator[Live]:
    """Serve ``app`` on a free port of loopback, with these settings of the web server."""
    listener = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        timeout_graceful_shutdown=1,
        server_header=False,
        http=TimedHead,
        **settings,
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    deadline = time.monotonic() + 30
    while not server.started and thread.is_alive() and time.monotonic() < deadline:
        time.sleep(0.01)
    assert server.started
    try:
        yield Live(listener.getsockname()[1])
    finally:
        server.should_exit = True
        thread.join(20)
        listener.close()
