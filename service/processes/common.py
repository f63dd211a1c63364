"""What one serving process has in common with the others of its machine, or keeps for itself where it is alone.

`serve --workers N` makes a folder that its processes find by the environment and removes it at the end: a file for
each bound and rate, and the counters, one file a process, as the Prometheus client keeps them.
"""

from __future__ import annotations

import math
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from service.processes.memory import Memory, SharedMemory
from service.processes.places import Places
from service.processes.rates import Buckets, MemoryRates
from service.settings import Settings

FOLDER_VARIABLE = "TILESIGHT_SHARED_DIR"
COUNTERS_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"


@dataclass(frozen=True, slots=True)
class Common:
    """The bounds that hold for all processes together."""

    uploads: Places
    readings: Places
    """Photos being read or waiting for it."""
    reading: Places
    """Photos being read."""
    rates: MemoryRates


@contextmanager
def shared_folder() -> Iterator[Path]:
    """The folder of the processes started meanwhile, named in their environment, gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="tilesight-", ignore_cleanup_errors=True) as name:
        counters = Path(name) / "counters"
        counters.mkdir()
        given = {FOLDER_VARIABLE: name, COUNTERS_VARIABLE: str(counters)}
        before = {variable: os.environ.get(variable) for variable in given}
        os.environ.update(given)
        try:
            yield Path(name)
        finally:
            for variable, value in before.items():
                if value is None:
                    del os.environ[variable]
                else:
                    os.environ[variable] = value


def join(settings: Settings, folder: Path | None, clock: Callable[[], float] = time.monotonic) -> Common:
    """What the processes that share ``folder`` have in common; without one, a single process's own."""

    def memory(name: str, size: int) -> Memory:
        return Memory(size) if folder is None else SharedMemory(folder / name, size)

    waiting = settings.inference_workers + settings.inference_queue
    return Common(
        uploads=Places(memory("uploads", Places.size(settings.max_uploads)), settings.max_uploads),
        readings=Places(memory("readings", Places.size(waiting)), waiting),
        reading=Places(memory("reading", Places.size(settings.inference_workers)), settings.inference_workers),
        rates=MemoryRates(
            Buckets(memory("rates", Buckets.size()), settings.rate_per_minute, clock),
            Buckets(memory("photo-rates", Buckets.size()), settings.photo_rate_per_minute, clock),
        ),
    )


def share(whole: int, processes: int) -> int:
    """Each process's part of a number, rounded up."""
    return math.ceil(whole / processes)


def folder_from_environment() -> Path | None:
    """The folder that `shared_folder` made for this process, if any."""
    named = os.environ.get(FOLDER_VARIABLE)
    return Path(named) if named else None
