"""The service under load, over loopback, with the packaged models; prints one JSON object, times in milliseconds.

    python -m benchmarks.load rates [--processes 1 2] [--callers 1 2 4 8]   what one machine gives
    python -m benchmarks.load soak [--seconds 1800]                        long, mixed, steady
    python -m benchmarks.load all [--postgres URL]                         everything that docs/scaling.md rests on

Every part ends by itself. Processor time is that of the service's processes, and hangs less on what else the machine
does than the clock does; `load` is the machine's load average before and after.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from benchmarks.load.callers import Table, hammer, reading, scoring
from benchmarks.load.server import serving
from benchmarks.load.soak import LONGEST_S, Pace, soak
from benchmarks.load.watching import watched

PHOTO = Path(__file__).resolve().parents[2] / "datasets/samples/hand.jpg"


def main() -> None:
    given = arguments().parse_args()
    report: dict[str, Any] = {"command": " ".join(sys.argv[1:]), "machine": machine(), "load": [os.getloadavg()[0]]}
    photo = given.photo.read_bytes()
    if given.what == "rates":
        report |= rates(photo, given.processes, given.callers, given.seconds, given.watchers, given.db)
    elif given.what == "soak":
        pace = Pace(given.reading_every, given.score_every, given.write_every, given.look_every)
        with tempfile.TemporaryDirectory() as folder, serving(folder, db=given.db) as server:
            report |= soak(server, given.seconds, photo, given.watchers, pace)
    else:
        from benchmarks.load.everything import everything

        report |= everything(photo, given.seconds, given.postgres, given.hands, given.tables)
    report["load"].append(os.getloadavg()[0])
    print(json.dumps(report, ensure_ascii=False, indent=1))


def rates(
    photo: bytes, processes: list[int], callers: list[int], seconds: float, watchers: int, db: str | None
) -> dict[str, Any]:
    """Readings, scores and writes a second by processes and callers, and what many watchers of one table get."""
    found: dict[str, Any] = {}
    for count in processes:
        with tempfile.TemporaryDirectory() as folder, serving(folder, workers=count, db=db) as server:
            readings = {
                f"{each} callers": hammer(server, each, seconds, lambda: reading(server, photo)) for each in callers
            }
            found[f"{count} processes"] = {
                "readings": readings,
                "scores": hammer(server, 2 * count, seconds, lambda: scoring(server)),
                "writes, a table a caller": hammer(server, 2 * count, seconds, lambda: Table(server).write),
                "looks at a table": hammer(server, 2 * count, seconds, lambda: Table(server).look),
                "watchers": watched(server, watchers, 20),
                "resident_mib": server.resident_mib(),
            }
    return found


def machine() -> dict[str, Any]:
    """When and on what it was measured."""
    return {
        "date": datetime.now(UTC).isoformat(timespec="minutes"),
        "cores": len(os.sched_getaffinity(0)),
        "processor": platform.machine(),
        "python": platform.python_version(),
    }


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)  # fmt: skip
    parser.add_argument("--photo", type=Path, default=PHOTO)
    parser.add_argument("--watchers", type=int, default=50)
    parser.add_argument("--db", help="database of the book; SQLite in a temporary folder where not said")
    parts = parser.add_subparsers(dest="what", required=True)
    plain = parts.add_parser("rates")
    plain.add_argument("--processes", type=int, nargs="+", default=[1, 2])
    plain.add_argument("--callers", type=int, nargs="+", default=[1, 2, 4, 8])
    plain.add_argument("--seconds", type=float, default=15)
    long = parts.add_parser("soak")
    long.add_argument("--seconds", type=float, default=1800, help=f"at most {LONGEST_S:g}")
    for name in ("reading", "score", "write", "look"):
        usual = getattr(Pace(), f"{name}_s")
        long.add_argument(f"--{name}-every", type=float, default=usual, metavar="SECONDS", help=f"[{usual:g}]")
    whole = parts.add_parser("all")
    whole.add_argument("--seconds", type=float, default=15)
    whole.add_argument("--postgres", metavar="URL", help="a PostgreSQL with an empty database; see .ci/postgres.sh")
    whole.add_argument("--hands", type=int, default=10_000)
    whole.add_argument("--tables", type=int, default=100_000)
    return parser


if __name__ == "__main__":
    main()
