"""Watchers of one table: whether each gets every event, and how long after the write."""

from __future__ import annotations

import http.client
import socket
import threading
import time
from typing import Any

from benchmarks.load.callers import Table
from benchmarks.load.server import Server


class Watchers:
    """So many watchers of a table, each on a connection and thread of its own, until they are stopped."""

    def __init__(self, table: Table, count: int) -> None:
        self.table = table
        self.seen: list[list[int]] = [[] for _ in range(count)]
        self.broken = 0
        self._connections: list[http.client.HTTPConnection] = []
        self._stopping = False
        started = threading.Barrier(count + 1)
        self._threads = [threading.Thread(target=self._follow, args=(each, started), daemon=True) for each in self.seen]
        for thread in self._threads:
            thread.start()
        started.wait()

    def _follow(self, seen: list[int], started: threading.Barrier) -> None:
        connection = self.table.server.connect()
        self._connections.append(connection)
        connection.request("GET", f"{self.table.path}/events?after=1", headers={"X-Table-Token": self.table.watch})
        stream = connection.getresponse()
        started.wait()
        try:
            kind = b""
            number = 0
            while line := stream.readline():
                name, _, value = line.strip().partition(b": ")
                if name == b"id":
                    number = int(value)
                elif name == b"event":
                    kind = value
                elif not line.strip():
                    if kind == b"write":
                        seen.append(number)
                    kind = b""
        except (OSError, http.client.HTTPException, ValueError, AttributeError):
            pass
        if not self._stopping:
            self.broken += 1

    def wait(self, writes: int, seconds: float) -> None:
        """Until everybody has seen so many writes, or the time is over."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline and any(len(each) < writes for each in self.seen):
            time.sleep(0.02)

    def stop(self) -> None:
        self._stopping = True
        for connection in self._connections:
            if connection.sock is not None:
                connection.sock.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join(10)

    def report(self, writes: int) -> dict[str, Any]:
        """How many of them got each of the writes, once and in order."""
        wanted = list(range(2, writes + 2))
        got = sum(each == wanted for each in self.seen)
        return {"watchers": len(self.seen), "writes": writes, "got_every_write_in_order": got, "cut_off": self.broken}


def watched(server: Server, count: int, writes: int) -> dict[str, Any]:
    """Write to a table as fast as it goes while so many watch."""
    table = Table(server)
    watchers = Watchers(table, count)
    busy, began = server.processor_s(), time.monotonic()
    done = sum(table.write() == 201 for _ in range(writes))
    written_s = time.monotonic() - began
    watchers.wait(done, 60)
    everybody_s = time.monotonic() - began
    watchers.stop()
    cost = (server.processor_s() - busy) * 1000 / max(1, done)
    return {
        **watchers.report(done), "writing_s": round(written_s, 2), "until_everybody_saw_it_s": round(everybody_s, 2),
        "processor_ms_a_write": round(cost, 1),
    }  # fmt: skip
