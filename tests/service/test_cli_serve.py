"""`tilesight serve`: what it refuses, what it shows, and a real process from start to a graceful stop."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from service import engine
from service.cli import main
from tests.service.fakes import picture

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = (
    "import sys; from service import engine; from tests.service.fakes import SameHandReader;"
    "engine.check_models = lambda: None; engine.load_default_reader = SameHandReader;"
    "from service.cli import main; sys.exit(main(sys.argv[1:]))"
)


@pytest.fixture(autouse=True)
def own_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        if name.startswith("TILESIGHT_"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("TILESIGHT_CONFIG", "")
    monkeypatch.setenv("TILESIGHT_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setattr(engine, "check_models", lambda: None)


def test_the_settings_are_shown_as_they_would_be_written(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["serve", "--show-config", "--port", "8123"]) == 0
    shown = capsys.readouterr().out
    values = tomllib.loads(shown)
    assert "# public_url =\n" in shown, "what is not set stands there as a comment"
    assert values["port"] == 8123
    assert values["data_dir"] == str(tmp_path / "data")


def test_secrets_are_not_shown(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TILESIGHT_ACCESS_TOKEN", "maple-river-lantern-seven")
    assert main(["serve", "--show-config", "--db", "postgresql://club:secret@db/tiles"]) == 0
    out = capsys.readouterr().out
    assert "maple" not in out
    assert ":secret@" not in out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--host", "0.0.0.0"], "without an access token"),
        (["--port", "99999"], "setting port"),
        (["--workers", "0"], "setting workers"),
        (["--config", "/nowhere.toml"], "no such file"),
        (["--config", ""], "no such file"),
        (["--db", "mysql://db"], "cannot be used"),
        (["--host", "203.0.113.77", "--open", "--port", "0"], "cannot listen"),
        (["--engine", "steam"], "steam"),
    ],
)
def test_what_cannot_be_served_is_refused_in_one_line(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "environ", os.environ.copy())
    assert main(["serve", *arguments]) == 2
    err = capsys.readouterr().err
    assert said in err
    assert err.count("\n") == 1


def test_without_ray_its_engine_is_refused(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.cli.engines.find_spec", lambda _: None)
    assert main(["serve", "--engine", "ray"]) == 2
    assert "pip install 'tilesight[cluster]'" in capsys.readouterr().err


def test_a_port_in_use_is_said(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "environ", os.environ.copy())
    with socket.create_server(("127.0.0.1", 0)) as taken:
        assert main(["serve", "--port", str(taken.getsockname()[1])]) == 2
    assert "in use" in capsys.readouterr().err


def test_damaged_models_are_said_at_start(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def damaged() -> None:
        raise engine.ModelError("model file tiles-namer.onnx is damaged: expected sha256 00, got 11")

    monkeypatch.setattr(os, "environ", os.environ.copy())
    monkeypatch.setattr(engine, "check_models", damaged)
    assert main(["serve"]) == 2
    assert "tiles-namer.onnx is damaged" in capsys.readouterr().err


@contextmanager
def serving(tmp_path: Path, *arguments: str, **environment: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server process and its address."""
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, "serve", "--port", "0", *arguments],
        cwd=ROOT,
        env={**os.environ, **environment},
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    try:
        found = re.search(r"serving on (http://\S+)", process.stderr.readline())
        assert found
        address = found[1]
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            try:
                if httpx.get(f"{address}/readyz").status_code == 200:
                    break
            except httpx.TransportError:
                pass
            time.sleep(0.05)
        yield process, address
    finally:
        process.kill()
        process.wait(30)
        process.stderr.close()


def test_a_server_answers_and_stops_gracefully(tmp_path: Path) -> None:
    with serving(tmp_path) as (process, address):
        case = {"ruleset": "guobiao", "hand": {"concealed": "123456789m1p234s", "win_tile": "1p"}}
        answer = httpx.post(f"{address}/v1/scores", json=case)
        assert answer.json()["total"] == 23
        assert "server" not in answer.headers
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) in (0, -signal.SIGTERM)
        assert process.stderr is not None
        events = [json.loads(line)["event"] for line in process.stderr.read().splitlines() if line.startswith("{")]
    assert "started" in events
    assert "stopped" in events
    assert "request" in events


def test_an_access_token_locks_the_process(tmp_path: Path) -> None:
    with serving(tmp_path, TILESIGHT_ACCESS_TOKEN="maple-river-lantern-seven") as (_, address):
        assert httpx.get(f"{address}/v1/rulesets").status_code == 401
        token = {"Authorization": "Bearer maple-river-lantern-seven"}
        assert httpx.get(f"{address}/v1/rulesets", headers=token).status_code == 200


SLOW = (
    "import time; from tests.service import fakes; quick = fakes.SameHandReader.read;"
    "fakes.SameHandReader.read = lambda *given: (time.sleep(3), quick(*given))[1];"
) + PROGRAM


def test_what_was_begun_is_finished_before_the_process_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"{__name__}.PROGRAM", SLOW)
    new = {"name": "桌", "players": ["a", "b", "c", "d"], "game": {"ruleset": "guobiao"}}
    with serving(tmp_path) as (process, address), ThreadPoolExecutor(2) as pool:
        made = httpx.post(f"{address}/v1/tables", json=new, headers={"Idempotency-Key": "0123456789abcdef"}).json()
        watching = httpx.Client()
        path = f"{address}/v1/tables/{made['table']['id']}/events?token={made['tokens']['watch']}"
        with watching.stream("GET", path) as stream:
            assert next(stream.iter_lines()).startswith("id:")
            files = {"photo": picture()}
            reading = pool.submit(httpx.post, f"{address}/v1/readings", files=files, timeout=120)
            wait_until_read(address)
            process.send_signal(signal.SIGTERM)
            assert reading.result().status_code == 200
        assert process.wait(60) in (0, -signal.SIGTERM)
        with pytest.raises(httpx.TransportError):
            httpx.get(f"{address}/healthz")


def wait_until_read(address: str) -> None:
    """Until a photo is being read."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if "tilesight_inference_busy 1.0" in httpx.get(f"{address}/metrics").text:
            return
        time.sleep(0.02)
    raise AssertionError("no photo was ever read")
