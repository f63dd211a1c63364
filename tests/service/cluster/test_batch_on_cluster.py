"""Batches over a cluster: the same lines as on one machine, whatever dies on the way."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from service.batchrun import Job, find_photos
from service.cli.batch import run_batch
from service.cli.engines import Engine
from tests.service.cluster.conftest import ROOT, Nodes
from tests.service.fakes import picture
from tests.service.test_batch import fake_job, lines

pytest.importorskip("ray", reason="Ray is not installed (extra cluster)")

SAMPLES = ROOT / "datasets" / "samples"


def by_path(out: Path) -> dict[str, Any]:
    """The lines by photo, without the times, which differ from run to run."""
    found = lines(out)
    assert len({line["path"] for line in found}) == len(found)
    return {line["path"]: {key: value for key, value in line.items() if key != "timing_ms"} for line in found}


def test_the_lines_are_those_of_one_machine(nodes: Nodes, tmp_path: Path) -> None:
    here, there = tmp_path / "here.jsonl", tmp_path / "there.jsonl"
    summary = run_batch(Job(SAMPLES, "guobiao", None, 1), here, {}, retry_errors=False)
    again = run_batch(Job(SAMPLES, "guobiao", None, 2), there, {}, retry_errors=False, engine=Engine.RAY)
    assert len(by_path(here)) >= 5
    assert by_path(there) == by_path(here)
    assert again.as_json() == summary.as_json()


def test_a_photo_that_kills_its_reader_costs_a_line_and_no_other_photo(nodes: Nodes, tmp_path: Path) -> None:
    photos = tmp_path / "photos"
    photos.mkdir()
    for name in ("1.jpg", "2-deadly.jpg", "3.jpg", "4-surprise.jpg", "5.jpg", "6.jpg"):
        (photos / name).write_bytes(picture())
    (photos / "7-empty.jpg").write_bytes(b"")
    here, there = tmp_path / "here.jsonl", tmp_path / "there.jsonl"
    run_batch(fake_job(photos, 2), here, {}, retry_errors=False)
    run_batch(fake_job(photos, 2), there, {}, retry_errors=False, engine=Engine.RAY)
    assert by_path(there) == by_path(here)
    assert {path: line.get("code") for path, line in by_path(there).items() if "error" in line} == {
        "2-deadly.jpg": "worker_died", "4-surprise.jpg": "internal_error", "7-empty.jpg": "photo_empty",
    }  # fmt: skip


def test_a_batch_that_was_killed_goes_on(nodes: Nodes, tmp_path: Path) -> None:
    photos = tmp_path / "photos"
    photos.mkdir()
    for number in range(40):
        (photos / f"slow-{number:02}.jpg").write_bytes(picture())
    out = tmp_path / "out.jsonl"
    program = (
        "import sys; from pathlib import Path; from service.cli.batch import run_batch;"
        "from service.cli.engines import Engine; from tests.service.test_batch import fake_job;"
        "run_batch(fake_job(Path(sys.argv[1]), 1), Path(sys.argv[2]), {}, False, Engine.RAY)"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", program, str(photos), str(out)],
        cwd=ROOT,
        env={**os.environ, "RAY_ADDRESS": nodes.address},
    )
    deadline = time.monotonic() + 240
    while not (out.exists() and out.read_bytes().count(b"\n") >= 4):
        assert process.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.02)
    process.kill()
    process.wait(60)
    done = out.read_bytes().count(b"\n")
    assert 4 <= done < 40
    with out.open("ab") as file:
        file.write(b'{"path": "slow-')
    run_batch(fake_job(photos, 2), out, {}, retry_errors=False, engine=Engine.RAY)
    assert sorted(by_path(out)) == find_photos(photos)


def test_the_command_says_what_came_of_it(nodes: Nodes, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    command = ["batch", str(SAMPLES), "--out", str(out), "--engine", "ray", "--workers", "1", "--json"]
    done = subprocess.run(
        [sys.executable, "-m", "service.cli", *command], cwd=ROOT, env={**os.environ, "RAY_ADDRESS": nodes.address},
        capture_output=True, text=True, timeout=300, check=True,
    )  # fmt: skip
    assert json.loads(done.stdout)["photos"] == len(find_photos(SAMPLES)) == len(by_path(out))
