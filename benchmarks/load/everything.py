"""All figures of docs/scaling.md in one run."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.book import growth
from benchmarks.load.__main__ import rates

SIZES = (16, 48)
"""Photos of the batches that are timed: what the longer one takes more is reading, the rest starting."""


def everything(photo: bytes, seconds: float, postgres: str | None, hands: int, tables: int) -> dict[str, Any]:
    """The service by processes and callers, batches by workers, tiles named at once, the book on both databases."""
    found: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder:
        parts: dict[str, Callable[[], Any]] = {
            "service": lambda: rates(photo, [1, 2], [1, 2, 4, 8], seconds, 50, None),
            "batch": lambda: {f"{workers} workers": batch(photo, Path(folder), workers) for workers in (1, 2)},
            "naming": lambda: naming(photo),
            "book on SQLite": lambda: growth(f"sqlite:///{Path(folder) / 'book.db'}", hands, tables, 200, 4),
        }
        if postgres is not None:
            parts["book on PostgreSQL"] = lambda: growth(postgres, hands, tables, 200, 4)
        for name, measure in parts.items():
            began = time.monotonic()
            found[name] = measure()
            print(f"{name}: {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)
    return found


def batch(photo: bytes, folder: Path, workers: int) -> dict[str, Any]:
    """`tilesight batch` with so many workers: what it takes by photos, and photos a second once it runs."""
    clock: list[float] = []
    busy: list[float] = []
    for size in SIZES:
        photos = folder / f"photos-{workers}-{size}"
        photos.mkdir()
        for number in range(size):
            (photos / f"{number:03}.jpg").write_bytes(photo)
        command = ["batch", str(photos), "--out", str(folder / f"{photos.name}.jsonl"), "--workers", str(workers)]
        began, used = time.monotonic(), _children_s()
        subprocess.run(
            [sys.executable, "-m", "service.cli", *command], check=True, env=dict(os.environ),
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        clock.append(round(time.monotonic() - began, 2))
        busy.append(round(_children_s() - used, 2))
        shutil.rmtree(photos)
    more = SIZES[1] - SIZES[0]
    return {
        "photos": SIZES, "seconds": clock, "processor_s": busy,
        "photos_per_second": round(more / (clock[1] - clock[0]), 2),
        "processor_ms_a_photo": round((busy[1] - busy[0]) * 1000 / more, 1),
    }  # fmt: skip


def naming(photo: bytes, turns: int = 9) -> dict[str, float]:
    """Processor milliseconds a tile, by how many tiles are named at once."""
    import cv2

    from vision.image import load_photo
    from vision.reader import default_reader

    cv2.setNumThreads(1)
    reader = default_reader()
    opened = load_photo(photo)
    seen = reader.detector.detect(opened)
    found = {}
    for size in (1, 2, 4, 8, 14, 56):
        some = (list(seen) * (size // len(seen) + 1))[:size]
        reader.namer.name(opened, some)
        began = time.process_time()
        for _ in range(turns):
            reader.namer.name(opened, some)
        found[f"{size} tiles"] = round((time.process_time() - began) * 1000 / turns / size, 2)
    return found


def _children_s() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
