"""A process killed while it reads a photo: that request is lost and may be sent again, everything else goes on."""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path

from tests.service.processes.several import ROOT, Several, Unanswered, several, wait_for

HEAD = b'--x\r\nContent-Disposition: form-data; name="photo"\r\n\r\n'
FORM = {"Content-Type": "multipart/form-data; boundary=x"}
SAMPLE = (ROOT / "datasets/samples/table.jpg").read_bytes()
AT_ONCE = 6


def read(server: Several) -> int | None:
    """The status of a reading; None where the connection ended without an answer."""
    try:
        return server.ask("POST", "/v1/readings", FORM, HEAD + SAMPLE + b"\r\n--x--\r\n").status
    except Unanswered:
        return None


def test_a_reading_lost_with_its_process_is_read_when_it_is_sent_again(tmp_path: Path) -> None:
    with several(2, tmp_path, inference_workers=1, rate_per_minute=0, photo_rate_per_minute=0) as server:
        before = server.workers()
        statuses: list[int | None] = []
        readers = [threading.Thread(target=lambda: statuses.append(read(server))) for _ in range(AT_ONCE)]
        for reader in readers:
            reader.start()
        # Into the middle of what the first of them reads; the other process has its own.
        time.sleep(0.3)
        os.kill(before[0], signal.SIGKILL)
        for reader in readers:
            reader.join()
        assert set(statuses) <= {200, 503, None}
        # Nobody's place stays taken, and the killed process has its successor.
        wait_for(lambda: len(set(server.workers()) - {before[0]}) == 2)
        server.get_on_each("/readyz", 2)
        wait_for(lambda: [read(server) for _ in range(3)] == [200, 200, 200])
        assert server.ask("GET", "/v1/rulesets").status == 200
