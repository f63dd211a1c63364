"""A served service of its own, on a free port of loopback in a temporary folder, and what it costs the machine."""

from __future__ import annotations

import http.client
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

START_S = 120.0
_TICK_S = 1 / os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Server:
    """A served service: its main process, and the port it listens on."""

    pid: int
    port: int

    def connect(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)

    def resident_mib(self) -> float:
        """Resident memory of all its processes."""
        return round(sum(_resident_kib(pid) for pid in self.processes()) / 1024, 1)

    def processor_s(self) -> float:
        """Processor time that its processes have used."""
        return sum(_processor_s(pid) for pid in self.processes())

    def processes(self) -> list[int]:
        """The main process and those it started."""
        found, open_ = [], [self.pid]
        while open_:
            pid = open_.pop()
            found.append(pid)
            try:
                children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")
            except OSError:
                continue
            open_.extend(int(child) for child in children.split())
        return found


@contextmanager
def serving(folder: str, workers: int = 1, db: str | None = None) -> Iterator[Server]:
    """`tilesight serve` without rate limits: so many processes, a photo read in each, its book in `folder`.

    Raises SystemExit with what the service said where it does not start.
    """
    environment = {
        **os.environ,
        "TILESIGHT_CONFIG": "",
        "TILESIGHT_DATA_DIR": folder,
        "TILESIGHT_INFERENCE_WORKERS": str(workers),  # the bound is that of all processes together
        "TILESIGHT_RATE_PER_MINUTE": "0",
        "TILESIGHT_PHOTO_RATE_PER_MINUTE": "0",
        "TILESIGHT_MAX_UPLOADS_PER_ADDRESS": "16",
        "TILESIGHT_LOG_LEVEL": "error",
    }
    command = [sys.executable, "-m", "service.cli", "serve", "--port", "0", "--workers", str(workers)]
    if db is not None:
        command += ["--db", db]
    process = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stderr is not None
        line = process.stderr.readline()
        if "serving on" not in line:
            raise SystemExit(line + process.stderr.read())
        # Nobody else reads what the process says; a full pipe would stop it.
        threading.Thread(target=process.stderr.read, daemon=True).start()
        server = Server(process.pid, int(line.rsplit(":", 1)[1]))
        until_ready(server, workers)
        yield server
    finally:
        end(process, 30)


def end(process: subprocess.Popen[str], patience_s: float) -> None:
    """Ask the service to end, and kill it where it has not by then."""
    process.send_signal(signal.SIGTERM)
    try:
        process.wait(patience_s)
    except subprocess.TimeoutExpired:
        process.kill()


def until_ready(server: Server, workers: int) -> None:
    """Wait until as many answers in a row say ready as make it likely that every process is."""
    deadline = time.monotonic() + START_S
    ready = 0
    while ready < 4 * workers:
        if time.monotonic() > deadline:
            raise SystemExit("the service did not become ready")
        ready = ready + 1 if _is_ready(server) else 0
        if not ready:
            time.sleep(0.1)


def _is_ready(server: Server) -> bool:
    connection = server.connect()
    try:
        connection.request("GET", "/readyz")
        return connection.getresponse().status == 200
    except OSError:
        return False
    finally:
        connection.close()


def _resident_kib(pid: int) -> int:
    try:
        status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    except OSError:
        return 0
    return int(status.split("VmRSS:")[1].split()[0]) if "VmRSS:" in status else 0


def _processor_s(pid: int) -> float:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) * _TICK_S
