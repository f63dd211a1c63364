"""HTTP/1.1 on a socket, with a bound to the time in which the head of a request has to arrive.

The web server bounds the head's size and how long a connection lies idle after an answer, but would wait for ever for
the rest of a head: a thousand callers that send nothing, or a letter a minute, would shut everybody else out.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol


class TimedHead(H11Protocol):
    """The server's own protocol, which closes a connection whose next head is not there in ``HEAD_S`` seconds."""

    HEAD_S = 15.0

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._mind()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._mind()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop()
        super().connection_lost(exc)

    @property
    def _awaits_head(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def _mind(self) -> None:
        """Start the time where a head is awaited and none runs; stop it where one has come."""
        if not self._awaits_head:
            self._stop()
        elif self._deadline is None:
            self._deadline = self.loop.call_later(self.HEAD_S, self._give_up)

    def _stop(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _give_up(self) -> None:
        self._deadline = None
        if self._awaits_head and not self.transport.is_closing():
            self.transport.close()
