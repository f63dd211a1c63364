"""The service on a cluster: what works through its proxy, and what a killed replica costs."""

from __future__ import annotations

import json
import os
import secrets
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.service.book.play import NAMES
from tests.service.cluster.conftest import Served
from tests.service.processes.several import _events, alive, until, wait_for

pytest.importorskip("ray", reason="Ray is not installed (extra cluster)")

SAMPLE = (Path(__file__).resolve().parents[3] / "datasets" / "samples" / "hand.jpg").read_bytes()
JSON = {"Content-Type": "application/json"}
PATIENCE_S = 120


def ask(served: Served, method: str, path: str, headers: dict[str, str], body: bytes | None = None) -> tuple[int, Any]:
    """One request on a connection of its own; status 0 where there was no answer."""
    connection = HTTPConnection("127.0.0.1", served.port, timeout=PATIENCE_S)
    try:
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        text = answer.read()
        return answer.status, json.loads(text) if text[:1] in (b"{", b"[") else text
    except (OSError, HTTPException):
        return 0, None
    finally:
        connection.close()


def read_photo(served: Served, photo: bytes = SAMPLE) -> tuple[int, Any]:
    head = b'--x\r\nContent-Disposition: form-data; name="photo"\r\n\r\n'
    headers = {"Content-Type": "multipart/form-data; boundary=x"}
    return ask(served, "POST", "/v1/readings", headers, head + photo + b"\r\n--x--\r\n")


def until_answered(request: Any) -> Any:
    """What a patient phone does: it sends the same again until the answer is none of a server in trouble."""
    deadline = time.monotonic() + PATIENCE_S
    while True:
        status, body = request()
        if status not in (0, 500, 502, 503, 504):
            assert status in (200, 201), body
            return body
        assert time.monotonic() < deadline, (status, body)
        time.sleep(0.1)


class Host:
    """Writes at a table of the cluster's book."""

    def __init__(self, served: Served) -> None:
        self.served = served
        body = {"name": "桌", "players": list(NAMES), "game": {"ruleset": "guobiao"}}
        made = self._send("POST", "/tables", {"Idempotency-Key": secrets.token_hex(12)}, body)
        self.table, self.tokens = made["table"]["id"], made["tokens"]

    def _send(self, method: str, path: str, headers: dict[str, str], body: Any = None) -> Any:
        sent = None if body is None else json.dumps(body).encode()
        return until_answered(lambda: ask(self.served, method, f"/v1{path}", {**JSON, **headers}, sent))

    def enter(self, key: str) -> int:
        headers = {"X-Table-Token": self.tokens["host"], "If-Match": "*", "Idempotency-Key": key}
        body = {"kind": "amounts", "winners": [0], "win_by": "self-draw", "amounts": [30, -10, -10, -10]}
        return int(self._send("POST", f"/tables/{self.table}/games/1/entries", headers, body)["revision"])

    def view(self) -> Any:
        return self._send("GET", f"/tables/{self.table}", {"X-Table-Token": self.tokens["host"]})


@contextmanager
def watching(served: Served, host: Host, after: int | None = None) -> Iterator[Iterator[tuple[str, int]]]:
    connection = HTTPConnection("127.0.0.1", served.port, timeout=PATIENCE_S)
    headers = {} if after is None else {"Last-Event-ID": str(after)}
    connection.request("GET", f"/v1/tables/{host.table}/events?token={host.tokens['watch']}", headers=headers)
    answer = connection.getresponse()
    assert answer.status == 200
    yield _events(answer)
    connection.close()


def test_photos_scores_and_book_work_through_the_proxy(served: Served) -> None:
    wait_for(lambda: ask(served, "GET", "/readyz", {})[0] == 200)
    status, reading = read_photo(served)
    assert status == 200, reading
    assert reading["hand"]["win_tile"]
    status, refused = read_photo(served, b"no picture at all")
    assert (status, refused["code"]) == (415, "photo_format")
    case = {"ruleset": "guobiao", "hand": {"concealed": "123456789m1p234s", "win_tile": "1p"}}
    status, score = ask(served, "POST", "/v1/scores", JSON, json.dumps(case).encode())
    assert (status, score["total"]) == (200, 23)
    edits = [{"edit": "face", "tile": reading["tiles"][0]["id"], "face": "9s"}]
    asked = json.dumps({"reading": reading, "edits": edits}).encode()
    status, corrected = ask(served, "POST", "/v1/readings/corrections", JSON, asked)
    assert status == 200, corrected
    assert corrected["tiles"][0]["face"] == "9s"


def test_callers_are_counted_by_their_own_address_in_the_database(served: Served) -> None:
    def rows() -> set[str]:
        with psycopg.connect(os.environ["TILESIGHT_DATABASE_URL"]) as connection:
            return {row[0] for row in connection.execute("SELECT key FROM tilesight_rates").fetchall()}

    assert ask(served, "GET", "/v1/rulesets", {})[0] == 200
    assert sha256(b"all:address:127.0.0.1").hexdigest()[:32] in rows()
    assert sha256(b"all:address:-").hexdigest()[:32] not in rows()


def test_the_reading_is_the_one_that_a_single_process_gives(served: Served) -> None:
    from service.engine import load_default_reader

    alone = load_default_reader().read([SAMPLE])
    status, there = read_photo(served)
    assert status == 200
    changing = {"timing_ms", "id", "version"}
    assert {k: v for k, v in there.items() if k not in changing} == json.loads(
        json.dumps({k: v for k, v in alone.items() if k not in changing})
    )


def test_watchers_are_told_by_whichever_replica_they_hang_on(served: Served) -> None:
    host = Host(served)
    streams = [watching(served, host) for _ in range(6)]
    opened = [stream.__enter__() for stream in streams]
    for events in opened:
        until(events, 1)
    for number in range(3):
        host.enter(f"told-number-{number}")
    for events in opened:
        assert until(events, 4) == [2, 3, 4]
    for stream in streams:
        stream.__exit__(None, None, None)
    with watching(served, host, after=2) as events:
        assert until(events, 4) == [3, 4]


def exported(name: str, route: str) -> float:
    """The sum of a counter over the replicas, as the nodes export it for Prometheus."""
    import ray
    from prometheus_client.parser import text_string_to_metric_families

    total = 0.0
    for node in ray.nodes():
        connection = HTTPConnection(node["NodeManagerAddress"], node["MetricsExportPort"], timeout=PATIENCE_S)
        try:
            connection.request("GET", "/metrics")
            text = connection.getresponse().read().decode()
        except OSError:
            continue
        finally:
            connection.close()
        for family in text_string_to_metric_families(text):
            total += sum(
                sample.value
                for sample in family.samples
                if sample.name == name and sample.labels.get("route") == route and "replica" in sample.labels
            )
    return total


def test_the_nodes_export_what_the_replicas_count(served: Served) -> None:
    for _ in range(12):
        assert ask(served, "GET", "/v1/rulesets/hefei", {})[0] == 200
    wait_for(lambda: exported("ray_tilesight_requests_total", "/v1/rulesets/{ruleset_id}") == 12)


@pytest.mark.parametrize("deployment", ["Api", "Readers"])
def test_a_killed_replica_loses_no_acknowledged_write_and_stops_no_reading(served: Served, deployment: str) -> None:
    wait_for(lambda: len(served.replicas(deployment)) == 2)
    victim = served.replicas(deployment)[0]
    hosts = [Host(served) for _ in range(2)]
    acknowledged: list[list[int]] = [[], []]
    readings: list[str] = []
    stop = threading.Event()
    failures: list[BaseException] = []

    def write(number: int) -> None:
        while not stop.is_set():
            acknowledged[number].append(hosts[number].enter(f"entry-{number}-{len(acknowledged[number]):05}"))

    def read() -> None:
        while not stop.is_set():
            readings.append(until_answered(lambda: read_photo(served))["notation"])

    def guarded(work: Any, *arguments: Any) -> None:
        try:
            work(*arguments)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=guarded, args=(write, number)) for number in range(2)]
    threads += [threading.Thread(target=guarded, args=(read,)) for _ in range(2)]
    for thread in threads:
        thread.start()
    try:
        wait_for(lambda: bool(failures) or (min(map(len, acknowledged)) >= 5 and len(readings) >= 3))
        before = [len(writes) for writes in acknowledged], len(readings)
        os.kill(victim, signal.SIGKILL)
        wait_for(lambda: not alive(victim))
        wait_for(
            lambda: (
                bool(failures)
                or (
                    all(len(now) >= then + 5 for now, then in zip(acknowledged, before[0], strict=True))
                    and len(readings) >= before[1] + 3
                    and len(served.replicas(deployment)) == 2
                )
            )
        )
    finally:
        stop.set()
        for thread in threads:
            thread.join(PATIENCE_S)
    assert failures == []
    assert len(set(readings)) == 1
    for host, writes in zip(hosts, acknowledged, strict=True):
        # Each write got its own revision, in order, and each is in the book once.
        assert writes == list(range(2, len(writes) + 2))
        view = host.view()
        assert view["game"]["entries"] == len(writes)
        assert view["game"]["seats"][0]["balance"] == 30 * len(writes)
