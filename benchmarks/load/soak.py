"""A long mixed load at a steady pace: readings, scores, writes, looks, watchers; and the memory while it runs."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from benchmarks.load.callers import Call, Measured, Table, reading, repeat, request, scoring
from benchmarks.load.server import Server
from benchmarks.load.watching import Watchers

LONGEST_S = 3600.0
_SAMPLES = 60


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds from the start of one request of a kind to the next; a slow answer delays the next."""

    reading_s: float = 4.0
    score_s: float = 0.5
    write_s: float = 2.0
    look_s: float = 1.0


def soak(server: Server, seconds: float, photo: bytes, watchers: int, pace: Pace) -> dict[str, Any]:
    """The mixed load for so long, at most an hour; the report.

    The first quarter warms up: what the memory grows by after it is the growth. `followed` tells whether every watcher
    got every write to its table; `lost_writes` how many acknowledged writes the book does not have.
    """
    seconds = min(seconds, LONGEST_S)
    table = Table(server)
    audience = Watchers(table, watchers)
    kinds: dict[str, tuple[Call, float]] = {
        "readings": (reading(server, photo), pace.reading_s),
        "scores": (scoring(server), pace.score_s),
        "writes": (table.write, pace.write_s),
        "looks": (_looking(server, table), pace.look_s),
    }
    measured = {name: Measured() for name in kinds}
    busy, began = server.processor_s(), time.monotonic()
    threads = [
        threading.Thread(target=repeat, args=(call, measured[name], began + seconds, every_s))
        for name, (call, every_s) in kinds.items()
    ]
    for thread in threads:
        thread.start()
    memory = _sampled(server, began, seconds, lambda: any(thread.is_alive() for thread in threads))
    for thread in threads:
        thread.join()
    elapsed, busy = time.monotonic() - began, server.processor_s() - busy
    written = measured["writes"].statuses.get(201, 0)
    audience.wait(written, 60)
    audience.stop()
    warm = [mib for at, mib in memory if at >= seconds / 4] or [memory[-1][1]]
    return {
        "seconds": round(elapsed, 1),
        "server_processor_s": round(busy, 1),
        **{name: each.report(elapsed) for name, each in measured.items()},
        "failed": sum(each.failed() for each in measured.values()),
        "lost_writes": max(0, written - table.entries()),
        "followed": audience.report(written),
        "resident_mib": {
            "start": memory[0][1], "after_a_quarter": warm[0], "most": max(mib for _, mib in memory), "end": warm[-1],
            "growth": round(warm[-1] - warm[0], 1), "growth_an_hour": round(slope(memory, seconds / 4) * 3600, 1),
            "at_seconds": [[round(at), mib] for at, mib in memory],
        },
    }  # fmt: skip


def slope(memory: list[tuple[float, float]], since_s: float) -> float:
    """MiB a second that the memory grows by after a moment: the line of least squares through the samples."""
    points = [(at, mib) for at, mib in memory if at >= since_s]
    if len(points) < 2:
        return 0.0
    middle_at = sum(at for at, _ in points) / len(points)
    middle_mib = sum(mib for _, mib in points) / len(points)
    spread = sum((at - middle_at) ** 2 for at, _ in points)
    return sum((at - middle_at) * (mib - middle_mib) for at, mib in points) / spread if spread else 0.0


def _sampled(
    server: Server, began: float, seconds: float, running: Callable[[], bool]
) -> list[tuple[float, float]]:  # fmt: skip
    """Resident memory from time to time, until the load is over."""
    found = [(0.0, server.resident_mib())]
    every_s = seconds / _SAMPLES
    while running():
        time.sleep(min(every_s, 0.2))
        at = time.monotonic() - began
        if at - found[-1][0] >= every_s:
            found.append((at, server.resident_mib()))
    found.append((time.monotonic() - began, server.resident_mib()))
    return found


def _looking(server: Server, table: Table) -> Call:
    """Looks on a connection of their own, so that they do not wait for the writes."""
    connection = server.connect()
    return lambda: request(connection, "GET", table.path, b"", {"X-Table-Token": table.watch})[0]
