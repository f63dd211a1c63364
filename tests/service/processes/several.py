"""A real `tilesight serve --workers N`, and which of its processes holds a connection."""

from __future__ import annotations

import json
import os
import re
import secrets
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException, HTTPResponse
from pathlib import Path
from typing import Any

from tests.service.book.play import NAMES

ROOT = Path(__file__).resolve().parents[3]
PATIENCE_S = 240.0
AT_ONCE = 12


class Unanswered(Exception):
    """The connection was refused, or ended before there was an answer."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer, and the process that gave it, where that could still be seen."""

    status: int
    body: bytes
    holder: int | None

    @property
    def text(self) -> str:
        return self.body.decode()

    def json(self) -> Any:
        return json.loads(self.body)


@dataclass(frozen=True, slots=True)
class Several:
    """A running service of several processes. Every request goes on a connection of its own."""

    process: subprocess.Popen[str]
    port: int

    def workers(self) -> list[int]:
        """The numbers of the serving processes."""
        return [child for child in children(self.process.pid) if b"spawn_main" in command(child)]

    def holder(self, connection: HTTPConnection) -> int | None:
        """The process at the other end of a connection."""
        inode = server_socket(self.port, connection.sock.getsockname()[1])
        return next((worker for worker in self.workers() if inode in sockets(worker)), None)

    @contextmanager
    def open(
        self, method: str, path: str, headers: dict[str, str] | None = None, body: bytes | None = None
    ) -> Iterator[tuple[HTTPResponse, int | None]]:
        """A request under way: its answer, of which the head was read, and the process that gives it."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        try:
            try:
                connection.request(method, path, body, headers or {})
                holder = self.holder(connection)
                answer = connection.getresponse()
            except (OSError, HTTPException) as error:
                raise Unanswered from error
            yield answer, self.holder(connection) if holder is None and connection.sock else holder
        finally:
            connection.close()

    def ask(self, method: str, path: str, headers: dict[str, str] | None = None, body: bytes | None = None) -> Answer:
        """Raises Unanswered."""
        with self.open(method, path, headers, body) as (answer, holder):
            try:
                return Answer(answer.status, answer.read(), holder)
            except (OSError, HTTPException) as error:
                raise Unanswered from error

    def get_on_each(self, path: str, processes: int) -> tuple[int, dict[int, Answer]]:
        """Ask until so many processes have answered without a 503: how often it was asked, and an answer of each.

        Many at once: a process that has nothing to do may take every connection that comes alone.
        """
        asked = 0
        found: dict[int, Answer] = {}

        def once(_: int) -> None:
            try:
                answer = self.ask("GET", path)
            except Unanswered:
                return
            if answer.status != 503 and answer.holder is not None:
                found[answer.holder] = answer

        def every() -> bool:
            nonlocal asked
            asked += AT_ONCE
            with ThreadPoolExecutor(AT_ONCE) as pool:
                list(pool.map(once, range(AT_ONCE)))
            return len(found) >= processes

        wait_for(every)
        return asked, found


@contextmanager
def several(
    workers: int, tmp_path: Path, at_once: Callable[[Several], None] | None = None, **settings: object
) -> Iterator[Several]:
    """Serve with so many processes until the block ends; every one of them is ready when it begins. `at_once` is called
    as soon as the service says where it serves."""
    given = {
        "TILESIGHT_CONFIG": "",
        "TILESIGHT_DATA_DIR": str(tmp_path / "data"),
        "TILESIGHT_LOG_LEVEL": "error",
        "TILESIGHT_WEB": "false",
        **{f"TILESIGHT_{name.upper()}": str(value) for name, value in settings.items()},
    }
    kept = {name: value for name, value in os.environ.items() if not name.startswith("TILESIGHT_")}
    process = subprocess.Popen(
        [sys.executable, "-m", "service.cli", "serve", "--port", "0", "--workers", str(workers)],
        cwd=ROOT, env={**kept, **given}, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stderr is not None
    said = process.stderr.readline()
    try:
        found = re.search(r"serving on http://\S+:(\d+)", said)
        assert found, said + process.stderr.read()
        server = Several(process, int(found[1]))
        if at_once is not None:
            at_once(server)
        server.get_on_each("/readyz", workers)
        yield server
    finally:
        process.terminate()
        try:
            process.wait(40)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(30)
        process.stderr.close()


def wait_for(condition: Callable[[], bool]) -> None:
    """Wait until a condition holds; fail where it does not for very long."""
    deadline = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < deadline, "it never came about"
        time.sleep(0.02)


def children(parent: int) -> list[int]:
    try:
        return [int(child) for child in Path(f"/proc/{parent}/task/{parent}/children").read_text().split()]
    except OSError:
        return []


def command(process: int) -> bytes:
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return b""


def alive(process: int) -> bool:
    """Whether a process runs; one that has ended and waits for its parent does not."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def server_socket(port: int, client_port: int) -> str:
    """The inode of the server's end of a loopback connection."""
    for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
        fields = line.split()
        ours, theirs = (int(end.rpartition(":")[2], 16) for end in fields[1:3])
        if (ours, theirs) == (port, client_port):
            return fields[9]
    return ""


def sockets(process: int) -> set[str]:
    """The inodes of a process's sockets."""
    found = set()
    for entry in Path(f"/proc/{process}/fd").iterdir():
        try:
            target = os.readlink(entry)
        except OSError:
            continue
        if target.startswith("socket:["):
            found.add(target[8:-1])
    return found


class Host:
    """Writes at a new table."""

    def __init__(self, server: Several) -> None:
        self.server = server
        body = {"name": "桌", "players": list(NAMES), "game": {"ruleset": "guobiao"}}
        made = self.send("POST", "/tables", {"Idempotency-Key": secrets.token_hex(12)}, body)
        self.table, self.tokens = made["table"]["id"], made["tokens"]

    def send(self, method: str, path: str, headers: dict[str, str], body: Any = None) -> Any:
        sent = None if body is None else json.dumps(body).encode()
        answer = self.server.ask(method, f"/v1{path}", {"Content-Type": "application/json", **headers}, sent)
        assert answer.status in (200, 201), answer.text
        return answer.json()

    def enter(self, key: str | None = None) -> int:
        """Enter amounts; the table's revision afterwards. Raises Unanswered."""
        headers = {
            "X-Table-Token": self.tokens["host"],
            "If-Match": "*",
            "Idempotency-Key": key or secrets.token_hex(12),
        }
        body = {"kind": "amounts", "winners": [0], "win_by": "self-draw", "amounts": [30, -10, -10, -10]}
        return int(self.send("POST", f"/tables/{self.table}/games/1/entries", headers, body)["revision"])

    def entries(self) -> int:
        """Entries of the game, as the book tells."""
        return int(self.send("GET", f"/tables/{self.table}", {"X-Table-Token": self.tokens["host"]})["game"]["entries"])


@contextmanager
def watching(server: Several, host: Host, after: int | None = None) -> Iterator[tuple[int, Iterator[tuple[str, int]]]]:
    """A watcher: the process it hangs on, and its events as (kind, revision)."""
    headers = {} if after is None else {"Last-Event-ID": str(after)}
    path = f"/v1/tables/{host.table}/events?token={host.tokens['watch']}"
    with server.open("GET", path, headers) as (answer, holder):
        assert answer.status == 200
        assert holder is not None
        yield holder, _events(answer)


def _events(answer: HTTPResponse) -> Iterator[tuple[str, int]]:
    kind, revision = "", 0
    for raw in answer:
        name, _, value = raw.decode().rstrip("\r\n").partition(": ")
        if name == "event":
            kind = value
        elif name == "id":
            revision = int(value)
        elif not name and kind:
            yield kind, revision
            kind = ""


def until(events: Iterator[tuple[str, int]], revision: int) -> list[int]:
    """The revisions of the writes told up to the table as it is at ``revision``."""
    writes = []
    for kind, number in events:
        if kind == "write":
            writes.append(number)
        elif kind == "table" and number >= revision:
            return writes
    raise AssertionError("the stream ended")
