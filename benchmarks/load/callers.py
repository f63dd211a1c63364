"""What callers do, one request after the other on a kept connection, and how long the answers take."""

from __future__ import annotations

import http.client
import json
import secrets
import statistics
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from benchmarks.load.server import Server

CASE = {
    "ruleset": "guobiao",
    "hand": {"concealed": "123456789m1p234s", "win_tile": "1p"},
    "context": {"winner": 1, "win_by": "discard", "payer": 3, "dealer": 0},
}
HAND = {"kind": "hand", "wins": [{"hand": CASE["hand"], "context": {"winner": 1, "win_by": "discard", "payer": 3}}]}
NEW_TABLE = {"name": "load", "players": ["老王", "小李", "阿芳", "大刘"], "game": {"ruleset": "guobiao"}}
JSON_TYPE = {"Content-Type": "application/json"}

Call = Callable[[], int]
"""One request; the status of its answer."""


@dataclass
class Measured:
    """Latencies in milliseconds of answers below 400, and how many answers had each status."""

    times: list[float] = field(default_factory=list)
    statuses: dict[int, int] = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def add(self, status: int, milliseconds: float) -> None:
        with self.lock:
            self.statuses[status] = self.statuses.get(status, 0) + 1
            if 0 < status < 400:
                self.times.append(milliseconds)

    def failed(self) -> int:
        """How many answers were server errors, or never came."""
        return sum(count for status, count in self.statuses.items() if status >= 500 or status == 0)

    def report(self, elapsed_s: float) -> dict[str, Any]:
        found: dict[str, Any] = {"count": len(self.times), "per_second": round(len(self.times) / elapsed_s, 2)}
        if len(self.times) > 1:
            cuts = statistics.quantiles(self.times, n=100, method="inclusive")
            found |= {"p50_ms": round(cuts[49], 1), "p95_ms": round(cuts[94], 1), "p99_ms": round(cuts[98], 1)}
        return {**found, "statuses": dict(sorted(self.statuses.items()))}


def hammer(server: Server, callers: int, seconds: float, make: Callable[[], Call]) -> dict[str, Any]:
    """So many callers, each calling as fast as it is answered, for some time: rate, latencies, cost."""
    measured = Measured()
    busy, began = server.processor_s(), time.monotonic()
    threads = [
        threading.Thread(target=repeat, args=(make(), measured, began + seconds, 0.0)) for _ in range(callers)
    ]  # fmt: skip
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    elapsed, busy = time.monotonic() - began, server.processor_s() - busy
    cost = round(busy * 1000 / max(1, sum(measured.statuses.values())), 2)
    return {**measured.report(elapsed), "processor_ms_each": cost}


def repeat(call: Call, measured: Measured, ends: float, every_s: float) -> None:
    """Call until a moment, a call every so many seconds or, where that is 0, without a pause."""
    due = time.monotonic()
    while time.monotonic() < ends:
        began = time.perf_counter()
        try:
            status = call()
        except (OSError, http.client.HTTPException):
            status = 0
        measured.add(status, (time.perf_counter() - began) * 1000)
        if every_s:
            due = max(due + every_s, time.monotonic())
            time.sleep(max(0.0, min(due, ends) - time.monotonic()))


def request(
    connection: http.client.HTTPConnection, method: str, path: str, body: bytes, headers: dict[str, str]
) -> tuple[int, bytes]:
    """One request on a kept connection, opened anew where the other side had closed it."""
    try:
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        return answer.status, answer.read()
    except (OSError, http.client.HTTPException):
        connection.close()
        raise


def reading(server: Server, photo: bytes) -> Call:
    """Send a photo to be read."""
    edge = secrets.token_hex(8)
    head = f'--{edge}\r\nContent-Disposition: form-data; name="photo"; filename="a"\r\n\r\n'.encode()
    body = head + photo + f"\r\n--{edge}--\r\n".encode()
    headers = {"Content-Type": f"multipart/form-data; boundary={edge}"}
    connection = server.connect()
    return lambda: request(connection, "POST", "/v1/readings", body, headers)[0]


def scoring(server: Server) -> Call:
    """Have a hand scored."""
    connection, body = server.connect(), json.dumps(CASE).encode()
    return lambda: request(connection, "POST", "/v1/scores", body, JSON_TYPE)[0]


class Table:
    """A table in the book, its tokens, and a connection to write on.

    Raises SystemExit where it cannot be made.
    """

    def __init__(self, server: Server) -> None:
        self.server = server
        self.connection = server.connect()
        headers = {**JSON_TYPE, "Idempotency-Key": secrets.token_hex(16)}
        status, text = request(self.connection, "POST", "/v1/tables", json.dumps(NEW_TABLE).encode(), headers)
        if status != 201:
            raise SystemExit(f"no table could be made: {text.decode()}")
        made = json.loads(text)
        self.id, self.host, self.watch = made["table"]["id"], made["tokens"]["host"], made["tokens"]["watch"]
        self.path = f"/v1/tables/{self.id}"

    def write(self) -> int:
        """Enter a hand, scored by the server."""
        headers = {
            **JSON_TYPE, "Idempotency-Key": secrets.token_hex(16), "If-Match": "*", "X-Table-Token": self.host,
        }  # fmt: skip
        return request(self.connection, "POST", f"{self.path}/games/1/entries", json.dumps(HAND).encode(), headers)[0]

    def look(self) -> int:
        """The table with everybody's total."""
        return request(self.connection, "GET", self.path, b"", {"X-Table-Token": self.watch})[0]

    def entries(self) -> int:
        """How many entries its game has."""
        text = request(self.connection, "GET", f"{self.path}/games/1", b"", {"X-Table-Token": self.watch})[1]
        return int(json.loads(text)["entries"])
