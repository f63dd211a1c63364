"""`serve --workers N` with real processes: watchers, limits and counters hold whichever process a request falls to."""

from __future__ import annotations

import os
import re
import signal
import time
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.service.processes.several import Host, Several, Unanswered, alive, several, until, wait_for, watching

SAMPLE = Path(__file__).resolve().parents[3] / "datasets" / "samples" / "hand.jpg"


def on_another(server: Several, host: Host, after: int, not_on: int, stack: ExitStack) -> list[int]:
    """What a watcher is told that comes back on another process than it was on."""
    for _ in range(200):
        with ExitStack() as one:
            holder, events = one.enter_context(watching(server, host, after))
            if holder != not_on:
                stack.push(one.pop_all())
                return until(events, after + 2)
    raise AssertionError("every connection went to the same process")


def test_every_watcher_is_told_whichever_process_it_hangs_on_and_goes_on_at_another(url: str, tmp_path: Path) -> None:
    with several(3, tmp_path, database_url=url, rate_per_minute=0) as server, ExitStack() as stack:
        host = Host(server)
        watchers = []
        while len({holder for holder, _ in watchers}) < 3:
            assert len(watchers) < 200
            watchers.append(stack.enter_context(watching(server, host)))
        for _, events in watchers:
            assert until(events, 1) == []
        for _ in range(5):
            host.enter()
        for _, events in watchers:
            assert until(events, 6) == [2, 3, 4, 5, 6]
        assert on_another(server, host, 4, watchers[0][0], stack) == [5, 6]


def test_a_rate_holds_for_all_processes_together(tmp_path: Path) -> None:
    with several(2, tmp_path, rate_per_minute=40) as server:
        began = time.monotonic()
        found: list[tuple[int | None, int]] = []
        for _ in range(60):
            answer = server.ask("GET", "/v1/rulesets/guobiao")
            found.append((answer.holder, answer.status))
        seconds = time.monotonic() - began
    assert len({holder for holder, _ in found}) == 2
    assert {status for _, status in found} == {200, 429}
    # Ten at once and forty a minute; each process for itself would let twice as many through.
    assert [status for _, status in found].count(200) <= 10 + seconds * 40 / 60 + 1


def test_where_it_serves_is_said_when_a_caller_gets_through(tmp_path: Path) -> None:
    early: list[int] = []
    with several(2, tmp_path, at_once=lambda server: early.append(server.ask("GET", "/healthz").status)):
        assert early == [200]


def counted(text: str, name: str) -> float:
    found = re.search(rf"^{re.escape(name)} (\S+)$", text, re.MULTILINE)
    return float(found[1]) if found else 0.0


def test_the_counters_are_the_sum_over_the_processes_and_outlive_them(tmp_path: Path) -> None:
    route = 'tilesight_requests_total{method="GET",route="/v1/rulesets",status="200"}'
    with several(2, tmp_path, rate_per_minute=0) as server, ExitStack() as stack:
        asked, _ = server.get_on_each("/v1/rulesets", 2)
        more, _ = server.get_on_each("/v1/rulesets", 2)
        asked += more
        _, answers = server.get_on_each("/metrics", 2)
        assert [counted(answer.text, route) for answer in answers.values()] == [asked, asked]

        host = Host(server)
        holders = []
        while len(set(holders)) < 2:
            holder, _ = stack.enter_context(watching(server, host))
            holders.append(holder)
        text = server.ask("GET", "/metrics").text
        assert counted(text, "tilesight_watchers") == len(holders)

        os.kill(holders[0], signal.SIGKILL)
        left = len(holders) - holders.count(holders[0])

        def told() -> str:
            return server.get_on_each("/metrics", 1)[1].popitem()[1].text

        # What it held is forgotten once its parent has taken note of its end.
        wait_for(lambda: counted(told(), "tilesight_watchers") == left)
        assert counted(told(), route) == asked


def test_a_killed_process_loses_nothing_acknowledged_and_is_replaced(url: str, tmp_path: Path) -> None:
    with several(2, tmp_path, database_url=url, rate_per_minute=0) as server:
        host = Host(server)
        before = server.workers()
        with watching(server, host) as (holder, events):
            assert until(events, 1) == []
            told = 0
            for number in range(30):
                if number == 10:
                    os.kill(holder, signal.SIGKILL)
                told = written(host, f"write-number-{number:04}")
        assert told == 31
        assert host.entries() == 30
        wait_for(lambda: len(set(server.workers()) - {holder}) == 2)
        assert set(server.workers()) != set(before)
        server.get_on_each("/readyz", 2)
        # The watcher comes back and names what it saw last; it misses none.
        with watching(server, host, after=1) as (_, events):
            assert until(events, told) == list(range(2, 32))
        assert read_photo(server) == 200


def read_photo(server: Several) -> int:
    """The status of reading a photo."""
    body = b'--x\r\nContent-Disposition: form-data; name="photo"\r\n\r\n' + SAMPLE.read_bytes() + b"\r\n--x--\r\n"
    return server.ask("POST", "/v1/readings", {"Content-Type": "multipart/form-data; boundary=x"}, body).status


def written(host: Host, key: str) -> int:
    """The revision after a write that is sent again, under its key, until it is acknowledged."""
    for _ in range(100):
        try:
            return host.enter(key)
        except Unanswered:
            continue
    raise AssertionError("the write was never acknowledged")


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_the_processes_end_with_their_parent(how: signal.Signals, tmp_path: Path) -> None:
    with several(2, tmp_path) as server:
        workers = server.workers()
        assert len(workers) == 2
        server.process.send_signal(how)
        wait_for(lambda: not any(alive(worker) for worker in workers))
        with pytest.raises(Unanswered):
            server.ask("GET", "/healthz")
