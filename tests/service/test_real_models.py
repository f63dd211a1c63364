"""The packaged models through command line and API: the same sample, the same answer."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import models
from service.api.app import create_app
from service.cli import main
from service.settings import Settings
from tests.service.fakes import picture, wait_until_ready

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "datasets" / "samples" / "hand.jpg"
MIB = 1024


def _missing() -> str:
    try:
        models.card()
    except models.ModelError as error:
        return str(error)
    return "" if SAMPLE.exists() else f"{SAMPLE} is missing"


pytestmark = pytest.mark.skipif(bool(_missing()), reason=_missing() or "models and sample are there")


def truth() -> dict[str, Any]:
    case: dict[str, Any] = json.loads(SAMPLE.with_suffix(".json").read_text(encoding="utf-8"))
    return case


def plain(scan: dict[str, Any]) -> dict[str, Any]:
    """A scan without what differs from one call to the next."""
    reading = {name: value for name, value in scan["reading"].items() if name not in ("id", "timing_ms")}
    return {**{name: value for name, value in scan.items() if name != "path"}, "reading": reading}


def test_command_line_and_api_answer_the_same(
    make_settings: Callable[..., Settings], capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    case = truth()
    context = json.dumps(case["context"])
    status = main(["scan", str(SAMPLE), "--rules", case["ruleset"], "--context", context, "--json"])
    told = json.loads(capsysbinary.readouterr().out)
    with TestClient(create_app(make_settings())) as client:
        wait_until_ready(client)
        answered = client.post(
            "/v1/scans",
            files={"photo": SAMPLE.read_bytes()},
            data={"context": context, "ruleset": case["ruleset"]},
        ).json()
        corrected = client.post("/v1/readings/corrections", json={"reading": answered["reading"], "edits": []}).json()
    assert plain(told) == plain(answered)
    assert status == (0 if told["status"] == "scored" else 1)
    assert corrected["notation"] == answered["reading"]["notation"]
    assert {stage for stage, ms in answered["reading"]["timing_ms"].items() if ms > 0} >= {"decode", "detect", "read"}


def test_a_photo_without_tiles_needs_review(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    photo = tmp_path / "empty-table.jpg"
    photo.write_bytes(picture(size=(1600, 1200)))
    assert main(["scan", str(photo), "--rules", "guobiao"]) == 1
    out = capsys.readouterr().out
    assert out.count("no tiles found") == 1
    assert "needs review 请核对" in out


@pytest.mark.parametrize("size", [(640, 480), (8000, 6000)])
def test_memory_stays_bounded(tmp_path: Path, size: tuple[int, int]) -> None:
    photo = tmp_path / "photo.jpg"
    photo.write_bytes(picture(size=size))
    program = (
        "import sys; from service.cli import main; main(sys.argv[1:]);"
        # Not getrusage: what that tells includes the process this one was forked from.
        "print(open('/proc/self/status').read().split('VmHWM:')[1].split()[0], file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, "read", str(photo), "--json"],
        capture_output=True,
        cwd=ROOT,
        timeout=120,
        check=True,
    )
    assert int(done.stderr.splitlines()[-1]) < 600 * MIB
