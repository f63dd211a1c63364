"""Places and rates in the memory of one process, and of several."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from service.api.app import create_app
from service.metrics import Metrics
from service.pool import InferencePool, PoolFull
from service.processes.common import join, share, shared_folder
from service.processes.memory import Memory, SharedMemory
from service.processes.places import Places, is_alive
from service.processes.rates import Buckets
from service.settings import Settings
from tests.service.fakes import SameHandReader, wait_until_ready

ROOT = Path(__file__).resolve().parents[3]


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def buckets(per_minute: int, clock: Clock, sets: int = 16) -> Buckets:
    return Buckets(Memory(Buckets.size(sets)), per_minute, clock, sets)


def test_a_caller_gets_a_burst_and_then_the_rate() -> None:
    clock = Clock()
    counted = buckets(60, clock)
    assert [counted.take("a") for _ in range(15)] == [0.0] * 15
    assert counted.take("a") == pytest.approx(1.0)
    assert counted.take("b") == 0.0
    clock.now += 1.0
    assert counted.take("a") == 0.0
    assert counted.take("a") > 0
    clock.now += 3600
    assert [counted.take("a") for _ in range(16)].count(0.0) == 15


def test_a_clock_that_jumps_back_gives_nothing_and_takes_nothing() -> None:
    clock = Clock()
    counted = buckets(60, clock)
    for _ in range(15):
        counted.take("a")
    clock.now -= 50
    assert 0 < counted.take("a") <= 1.0
    clock.now += 2
    assert counted.take("a") == 0.0


def test_zero_is_no_limit() -> None:
    counted = buckets(0, Clock())
    assert all(counted.take("a") == 0.0 for _ in range(10_000))


def test_many_callers_push_out_the_one_not_seen_for_longest() -> None:
    clock = Clock()
    counted = buckets(60, clock, sets=1)
    for caller in "abcdefgh":
        clock.now += 0.001
        while counted.take(caller) == 0.0:
            pass
    clock.now += 0.001
    assert counted.take("i") == 0.0
    assert counted.take("b") > 0
    assert counted.take("a") == 0.0


def test_two_processes_count_the_same_caller(tmp_path: Path) -> None:
    clock = Clock()
    one, other = (Buckets(SharedMemory(tmp_path / "rates", Buckets.size(4)), 60, clock, sets=4) for _ in range(2))
    assert [bucket.take("a") for _ in range(8) for bucket in (one, other)].count(0.0) == 15


def test_a_place_is_taken_once_and_a_caller_gets_no_more_than_his() -> None:
    places = Places(Memory(Places.size(4)), 4)
    first, second = places.take("a", 2), places.take("a", 2)
    assert {first, second} == {0, 1}
    assert places.take("a", 2) == "full for key"
    assert [places.take("b"), places.take("c")] == [2, 3]
    assert places.take("d") == "full"
    assert places.held() == 4
    assert isinstance(second, int)
    places.give_back(second)
    assert places.take("d") == second


def test_the_places_of_a_killed_process_are_free(tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from service.processes.memory import SharedMemory;"
        "from service.processes.places import Places;"
        "places = Places(SharedMemory(Path(sys.argv[1]), Places.size(3)), 3);"
        "print(places.take('x'), places.take('y'), flush=True); sys.stdin.read()"
    )
    places = Places(SharedMemory(tmp_path / "places", Places.size(3)), 3)
    mine = places.take("x")
    process = subprocess.Popen(
        [sys.executable, "-c", program, str(tmp_path / "places")], cwd=ROOT, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    )  # fmt: skip
    with process:
        assert process.stdout is not None
        assert (mine, process.stdout.readline()) == (0, "1 2\n")
        assert places.take("z") == "full"
        assert places.held() == 3
        process.kill()
    assert not is_alive(process.pid)
    assert places.held() == 1
    assert places.take("z") in (1, 2)


def test_a_process_of_the_same_number_begins_without_places(tmp_path: Path) -> None:
    memory = SharedMemory(tmp_path / "places", Places.size(2))
    Places(memory, 2).take("left by one that had my number")
    assert Places(memory, 2).held() == 0


def settings(tmp_path: Path, **given: object) -> Settings:
    return Settings(data_dir=tmp_path, inference_workers=2, inference_queue=1, **given)  # type: ignore[arg-type]


def test_photos_being_read_are_bounded_over_all_processes(tmp_path: Path) -> None:
    told = settings(tmp_path, workers=2)

    async def test() -> None:
        release = asyncio.Event()
        loop = asyncio.get_running_loop()
        pools = []
        for _ in range(2):
            common = join(told, tmp_path)
            pools.append(
                InferencePool(
                    told.inference_workers, told.inference_queue, 30, Metrics(), common.readings, common.reading
                )
            )
        running: list[int] = []

        def job() -> None:
            running.append(1)
            asyncio.run_coroutine_threadsafe(release.wait(), loop).result(30)
            most.append(len(running))
            running.pop()

        most: list[int] = []
        under_way = [asyncio.create_task(pools[number % 2].run(job)) for number in range(3)]
        while not (pools[0].full and len(running) == 2):
            await asyncio.sleep(0.005)
        await asyncio.sleep(0.1)
        for pool in pools:
            with pytest.raises(PoolFull):
                await pool.run(job)
        release.set()
        await asyncio.gather(*under_way)
        assert max(most) == 2
        while pools[1].held or pools[0].held:
            await asyncio.sleep(0.005)
        assert await pools[1].run(int, "7") == 7
        for pool in pools:
            await asyncio.to_thread(pool.close)

    asyncio.run(asyncio.wait_for(test(), 60))


def test_a_process_alone_shares_nothing(tmp_path: Path) -> None:
    one, other = (join(settings(tmp_path), None) for _ in range(2))
    one.uploads.take("a")
    assert other.uploads.held() == 0


def test_uploads_and_rates_hold_over_apps_that_share_a_folder(
    make_settings: Callable[..., Settings], reader: SameHandReader, jpeg: bytes, tmp_path: Path
) -> None:
    told = make_settings(
        workers=2, max_uploads_per_address=1, photo_rate_per_minute=12, inference_workers=2, inference_queue=2
    )
    shared = tmp_path / "shared"
    shared.mkdir()
    uploads = join(told, shared).uploads
    with (
        TestClient(create_app(told, lambda: reader, shared)) as one,
        TestClient(create_app(told, lambda: reader, shared)) as other,
        ThreadPoolExecutor(1) as thread,
    ):
        wait_until_ready(one)
        wait_until_ready(other)
        reader.go_on.clear()
        under_way = thread.submit(one.post, "/v1/readings", files={"photo": jpeg})
        while not under_way.done() and not uploads.held():
            time.sleep(0.01)
        refused = other.post("/v1/readings", files={"photo": jpeg})
        assert (refused.status_code, refused.json()["detail"]) == (429, "too many photos at once from this address")
        reader.go_on.set()
        assert under_way.result().status_code == 200
        answers = [app.post("/v1/readings", files={"photo": jpeg}).status_code for app in (one, other)]
        # Twelve a minute are three at once, and three were asked for.
        assert answers == [200, 429]


@pytest.mark.parametrize(("whole", "processes", "expected"), [(4, 2, 2), (5, 2, 3), (1, 4, 1)])
def test_the_share_of_a_process(whole: int, processes: int, expected: int) -> None:
    assert share(whole, processes) == expected


def test_the_shared_folder_is_named_and_removed(monkeypatch: pytest.MonkeyPatch) -> None:
    get: Callable[[str], str | None] = __import__("os").environ.get
    monkeypatch.delenv("TILESIGHT_SHARED_DIR", raising=False)
    with shared_folder() as folder:
        assert get("TILESIGHT_SHARED_DIR") == str(folder)
        assert get("PROMETHEUS_MULTIPROC_DIR") == str(folder / "counters")
    assert not folder.exists()
    assert get("TILESIGHT_SHARED_DIR") is None
