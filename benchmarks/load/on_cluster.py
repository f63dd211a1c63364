"""The service on a Ray cluster of this machine: photos and scores a second by the number of readers.

    python -m benchmarks.load.on_cluster --postgres URL [--readers 1 2] [--callers 1 2 4] [--seconds 15]

Needs the extra `cluster` and an empty database; prints one JSON object, times in milliseconds.
"""

from __future__ import annotations

import argparse
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from benchmarks.load.__main__ import PHOTO, machine
from benchmarks.load.callers import hammer, reading, scoring
from benchmarks.load.server import Server, end, until_ready

_SERVE = """
import json, sys
from service.cluster.running import run
from service.settings import load_settings
run(load_settings(), json.loads(sys.argv[1]))
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--postgres", required=True)
    parser.add_argument("--readers", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--callers", type=int, nargs="+", default=[1, 2, 4])
    parser.add_argument("--seconds", type=float, default=15)
    given = parser.parse_args()
    photo = PHOTO.read_bytes()
    report: dict[str, Any] = {"machine": machine(), "load": [os.getloadavg()[0]]}
    for readers in given.readers:
        with tempfile.TemporaryDirectory() as folder, serving_on_ray(folder, readers, given.postgres) as server:
            report[f"{readers} readers"] = {
                "readings": {
                    f"{callers} callers": hammer(server, callers, given.seconds, lambda: reading(server, photo))
                    for callers in given.callers
                },
                "scores": hammer(server, 4, given.seconds, lambda: scoring(server)),
            }
    report["load"].append(os.getloadavg()[0])
    print(json.dumps(report, ensure_ascii=False, indent=1))


@contextmanager
def serving_on_ray(folder: str, readers: int, postgres: str) -> Iterator[Server]:
    """The service on a cluster of this machine with one app replica and so many readers.

    Raises SystemExit where it does not become ready.
    """
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    environment = {
        **os.environ,
        "TILESIGHT_CONFIG": "",
        "TILESIGHT_DATA_DIR": folder,
        "TILESIGHT_DATABASE_URL": postgres,
        "TILESIGHT_PORT": str(port),
        "TILESIGHT_RATE_PER_MINUTE": "0",
        "TILESIGHT_PHOTO_RATE_PER_MINUTE": "0",
        "TILESIGHT_MAX_UPLOADS_PER_ADDRESS": "16",
        "TILESIGHT_LOG_LEVEL": "error",
    }
    arguments = {"api_replicas": 1, "min_readers": readers, "max_readers": readers}
    command = [sys.executable, "-c", _SERVE, json.dumps(arguments)]
    process = subprocess.Popen(command, env=environment, stdout=sys.stderr, text=True)  # Ray talks on either
    server = Server(process.pid, port)
    try:
        until_ready(server, 1)
        time.sleep(5)  # the last reader may still be loading its nets
        yield server
    finally:
        end(process, 60)


if __name__ == "__main__":
    main()
