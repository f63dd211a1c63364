"""`tilesight serve --engine ray` on a cluster of its own: from the start to an orderly end."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.service.book.conftest import NO_POSTGRES, POSTGRES, _administer, _new_postgres, _postgres_url
from tests.service.cluster.conftest import ROOT
from tests.service.processes.several import alive, children, wait_for

pytest.importorskip("ray", reason="Ray is not installed (extra cluster)")


def test_the_command_serves_and_leaves_nothing_behind(tmp_path: Path) -> None:
    if not POSTGRES:
        pytest.skip(NO_POSTGRES)
    book = _new_postgres()
    given = {
        "PYTHONPATH": str(ROOT),
        "TILESIGHT_CONFIG": "",
        "TILESIGHT_DATA_DIR": str(tmp_path / "data"),
        "TILESIGHT_INFERENCE_WORKERS": "1",
        "RAY_raylet_start_wait_time_s": "240",
    }
    kept = {name: value for name, value in os.environ.items() if name != "RAY_ADDRESS"}
    said = tmp_path / "said"
    out = said.open("wb")
    process = subprocess.Popen(
        [sys.executable, "-m", "service.cli", "serve", "--engine", "ray", "--port", "0", "--db", _postgres_url(book)],
        cwd=tmp_path, env={**kept, **given}, stdout=subprocess.DEVNULL, stderr=out,
    )  # fmt: skip
    try:
        port = 0

        def ready() -> bool:
            nonlocal port
            assert process.poll() is None, said.read_text()
            if found := re.search(r"serving on http://127\.0\.0\.1:(\d+)", said.read_text()):
                port = int(found[1])
            return port > 0 and status(port, "/readyz") == 200

        wait_for(ready)
        assert status(port, "/v1/rulesets/guobiao") == 200
        started = descendants(process.pid)
        assert len(started) > 3
        process.send_signal(signal.SIGTERM)
        assert process.wait(120) == 0
        wait_for(lambda: not any(alive(one) for one in started))
    finally:
        process.kill()
        process.wait(60)
        out.close()
        _administer(f"DROP DATABASE {book} WITH (FORCE)")


def status(port: int, path: str) -> int:
    connection = HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        connection.request("GET", path)
        return connection.getresponse().status
    except OSError:
        return 0
    finally:
        connection.close()


def descendants(process: int) -> list[int]:
    found = children(process)
    return found + [one for child in found for one in descendants(child)]


def test_a_cluster_keeps_no_book_in_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from service.cluster.arguments import BadArgument
    from service.cluster.deployments import replica_settings

    monkeypatch.setenv("TILESIGHT_CONFIG", "")
    monkeypatch.setenv("TILESIGHT_DATA_DIR", str(tmp_path))
    monkeypatch.delenv("TILESIGHT_DATABASE_URL", raising=False)
    with pytest.raises(BadArgument, match="PostgreSQL"):
        replica_settings()
    monkeypatch.setenv("TILESIGHT_DATABASE_URL", "postgresql://db/tiles")
    told = replica_settings()
    assert (told.rate_store, told.inference_workers) == ("database", 16)
    monkeypatch.setenv("TILESIGHT_HOST", "0.0.0.0")
    with pytest.raises(BadArgument, match="access token"):
        replica_settings()
    monkeypatch.setenv("TILESIGHT_ACCESS_TOKEN", "maple-river-lantern-seven")
    monkeypatch.setenv("TILESIGHT_RATE_STORE", "memory")
    monkeypatch.setenv("TILESIGHT_INFERENCE_WORKERS", "3")
    told = replica_settings()
    assert (told.rate_store, told.inference_workers) == ("memory", 3)
