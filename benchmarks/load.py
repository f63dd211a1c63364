"""The whole service under load, over loopback: readings, scores, watchers, and a mixed soak that watches the memory.

    python -m benchmarks.load [--seconds 20] [--callers 2] [--watchers 50] [--soak 0] [--photo PHOTO]

Starts `tilesight serve` with the packaged models on a free port and prints one JSON object; times are milliseconds.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import secrets
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

CASE = {
    "ruleset": "guobiao",
    "hand": {"concealed": "123456789m1p234s", "win_tile": "1p"},
    "context": {"winner": 1, "win_by": "discard", "payer": 3, "dealer": 0},
}
AMOUNTS = {"kind": "amounts", "amounts": [30, -10, -10, -10], "winners": [0], "win_by": "self-draw"}
NEW_TABLE = {"name": "load", "players": ["老王", "小李", "阿芳", "大刘"], "game": {"ruleset": "guobiao"}}
START_S = 120.0


class Server:
    """A served process and how to call it."""

    def __init__(self, process: subprocess.Popen[str], port: int) -> None:
        self.process = process
        self.port = port

    def call(
        self, connection: http.client.HTTPConnection, method: str, path: str, body: bytes, headers: dict[str, str]
    ) -> tuple[int, bytes]:
        """One request on a kept connection."""
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        return answer.status, answer.read()

    def connect(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)

    def resident_mib(self) -> float:
        """Resident memory of the process."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        return int(status.split("VmRSS:")[1].split()[0]) / 1024


@contextmanager
def serving(folder: str) -> Iterator[Server]:
    """`tilesight serve` without rate limits, in a folder of its own."""
    environment = {
        **os.environ,
        "TILESIGHT_CONFIG": str(Path(folder) / "none.toml"),
        "TILESIGHT_DATA_DIR": folder,
        "TILESIGHT_RATE_PER_MINUTE": "0",
        "TILESIGHT_PHOTO_RATE_PER_MINUTE": "0",
        "TILESIGHT_MAX_UPLOADS_PER_ADDRESS": "16",
        "TILESIGHT_LOG_LEVEL": "warning",
    }
    command = [sys.executable, "-m", "service.cli", "serve", "--port", "0"]
    process = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stderr is not None
        line = process.stderr.readline()
        if "serving on" not in line:
            raise SystemExit(line + process.stderr.read())
        # Nobody else reads what the process says; a full pipe would stop it.
        threading.Thread(target=process.stderr.read, daemon=True).start()
        server = Server(process, int(line.rsplit(":", 1)[1]))
        until_ready(server)
        yield server
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()


def until_ready(server: Server) -> None:
    deadline = time.monotonic() + START_S
    while time.monotonic() < deadline:
        try:
            connection = server.connect()
            if server.call(connection, "GET", "/readyz", b"", {})[0] == 200:
                return
        except OSError:
            pass
        time.sleep(0.1)
    raise SystemExit("the service did not become ready")


def hammer(callers: int, seconds: float, make: Callable[[], Callable[[], int]]) -> dict[str, Any]:
    """Callers that call one after the other for some time: rate, latencies, statuses."""
    times: list[float] = []
    statuses: dict[int, int] = {}
    lock = threading.Lock()
    ends = time.monotonic() + seconds

    def caller() -> None:
        one = make()
        while time.monotonic() < ends:
            began = time.perf_counter()
            status = one()
            spent = (time.perf_counter() - began) * 1000
            with lock:
                statuses[status] = statuses.get(status, 0) + 1
                if status < 300:
                    times.append(spent)

    began = time.monotonic()
    threads = [threading.Thread(target=caller) for _ in range(callers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    elapsed = time.monotonic() - began
    if len(times) < 2:
        return {"count": len(times), "statuses": statuses}
    cuts = statistics.quantiles(times, n=100, method="inclusive")
    return {
        "count": len(times),
        "per_second": round(len(times) / elapsed, 2),
        "p50": round(cuts[49], 1),
        "p95": round(cuts[94], 1),
        "p99": round(cuts[98], 1),
        "statuses": statuses,
    }


def reading_caller(server: Server, photo: bytes) -> Callable[[], int]:
    edge = secrets.token_hex(8)
    head = f'--{edge}\r\nContent-Disposition: form-data; name="photo"; filename="a"\r\n\r\n'.encode()
    body = head + photo + f"\r\n--{edge}--\r\n".encode()
    headers = {"Content-Type": f"multipart/form-data; boundary={edge}"}
    connection = server.connect()
    return lambda: server.call(connection, "POST", "/v1/readings", body, headers)[0]


def score_caller(server: Server) -> Callable[[], int]:
    connection = server.connect()
    body = json.dumps(CASE).encode()
    return lambda: server.call(connection, "POST", "/v1/scores", body, {"Content-Type": "application/json"})[0]


class Table:
    """A table in the book, its tokens, and a connection to write on."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.connection = server.connect()
        headers = {"Content-Type": "application/json", "Idempotency-Key": secrets.token_hex(16)}
        status, text = server.call(self.connection, "POST", "/v1/tables", json.dumps(NEW_TABLE).encode(), headers)
        if status != 201:
            raise SystemExit(f"no table could be made: {text.decode()}")
        made = json.loads(text)
        self.id = made["table"]["id"]
        self.host = made["tokens"]["host"]
        self.watch = made["tokens"]["watch"]

    def write(self) -> int:
        """Append one entry."""
        headers = {
            "Content-Type": "application/json", "Idempotency-Key": secrets.token_hex(16), "If-Match": "*",
            "X-Table-Token": self.host,
        }  # fmt: skip
        path = f"/v1/tables/{self.id}/games/1/entries"
        return self.server.call(self.connection, "POST", path, json.dumps(AMOUNTS).encode(), headers)[0]


def watch(table: Table, writes: int, seen: list[int], started: threading.Barrier) -> None:
    """Follow a table's events until as many entries came as are written."""
    connection = table.server.connect()
    connection.request("GET", f"/v1/tables/{table.id}/events?token={table.watch}")
    stream = connection.getresponse()
    started.wait()
    count = 0
    deadline = time.monotonic() + 60
    try:
        while count < writes and time.monotonic() < deadline:
            line = stream.readline()
            if not line:
                break
            count += line.startswith(b"id:")
    except OSError:
        pass
    seen.append(count)


def watchers(server: Server, count: int, writes: int = 20) -> dict[str, Any]:
    """Many watchers on one table: whether each got every event."""
    table = Table(server)
    seen: list[int] = []
    started = threading.Barrier(count + 1)
    threads = [threading.Thread(target=watch, args=(table, writes, seen, started)) for _ in range(count)]
    for thread in threads:
        thread.start()
    started.wait()
    began = time.monotonic()
    written = sum(table.write() == 201 for _ in range(writes))
    for thread in threads:
        thread.join()
    return {
        "watchers": count,
        "written": written,
        "got_all": sum(each >= written for each in seen),
        "seconds": round(time.monotonic() - began, 2),
    }


def soak(server: Server, seconds: float, photo: bytes) -> dict[str, Any]:
    """Readings, scores and writes together; resident memory after a warm-up and at the end."""
    kinds: list[Callable[[], Callable[[], int]]] = [
        lambda: reading_caller(server, photo),
        lambda: score_caller(server),
        lambda: Table(server).write,
    ]

    def mixed(length: float) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        threads = [threading.Thread(target=lambda kind=kind: found.append(hammer(1, length, kind))) for kind in kinds]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return found

    mixed(seconds / 4)
    before = server.resident_mib()
    found = mixed(seconds * 3 / 4)
    return {
        "seconds": seconds,
        "requests": sum(each["count"] for each in found),
        "server_errors": sum(n for each in found for status, n in each["statuses"].items() if status >= 500),
        "resident_mib_before": round(before, 1),
        "resident_mib_after": round(server.resident_mib(), 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--callers", type=int, default=2)
    parser.add_argument("--watchers", type=int, default=50)
    parser.add_argument("--soak", type=float, default=0)
    parser.add_argument("--photo", type=Path, default=Path("datasets/samples/hand.jpg"))
    given = parser.parse_args()
    photo = given.photo.read_bytes()
    with tempfile.TemporaryDirectory() as folder, serving(folder) as server:
        report = {
            "readings": hammer(given.callers, given.seconds, lambda: reading_caller(server, photo)),
            "scores": hammer(given.callers, given.seconds, lambda: score_caller(server)),
            "watchers": watchers(server, given.watchers),
            "resident_mib": round(server.resident_mib(), 1),
        }
        if given.soak:
            report["soak"] = soak(server, given.soak, photo)
    print(json.dumps(report, indent=1))


if __name__ == "__main__":
    main()
