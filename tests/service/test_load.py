"""The load program: a short mixed soak of the real service, in which nothing fails, is lost or goes unseen."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from benchmarks.load.callers import Measured
from benchmarks.load.soak import slope

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 20


@pytest.fixture(scope="module")
def report() -> dict[str, Any]:
    command = ["soak", "--seconds", str(SECONDS), "--reading-every", "2", "--write-every", "0.5"]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("TILESIGHT_")}
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.load", "--watchers", "12", *command],
        cwd=ROOT, env=environment, capture_output=True, text=True, timeout=600, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_every_kind_of_request_was_answered_and_nothing_failed(report: dict[str, Any]) -> None:
    for kind, status in (("readings", "200"), ("scores", "200"), ("writes", "201"), ("looks", "200")):
        assert set(report[kind]["statuses"]) == {status}, kind
        assert report[kind]["count"] > 0
    assert report["failed"] == 0


def test_every_acknowledged_write_is_in_the_book_and_was_seen_by_every_watcher(report: dict[str, Any]) -> None:
    assert report["lost_writes"] == 0
    assert report["followed"] == {
        "watchers": 12, "writes": report["writes"]["count"], "got_every_write_in_order": 12, "cut_off": 0,
    }  # fmt: skip


def test_memory_stays_where_it_was_once_warm(report: dict[str, Any]) -> None:
    memory = report["resident_mib"]
    assert len(memory["at_seconds"]) > 5
    assert memory["growth"] < 25


def test_growth_is_the_slope_after_the_warm_up() -> None:
    memory = [(0.0, 100.0), (10.0, 200.0), (20.0, 201.0), (30.0, 202.0)]
    assert slope(memory, 10) == pytest.approx(0.1)
    assert slope(memory, 30) == 0.0


def test_an_answer_that_never_came_is_a_failure() -> None:
    measured = Measured()
    for status in (200, 404, 503, 0):
        measured.add(status, 10.0)
    assert measured.failed() == 2
    assert measured.report(2.0)["count"] == 1
