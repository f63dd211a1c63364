"""The bounded pool: what runs, what waits, what is refused."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterator

import pytest

from service.metrics import Metrics
from service.pool import InferencePool, PoolFull, PoolTimeout


@pytest.fixture
def release() -> Iterator[threading.Event]:
    event = threading.Event()
    yield event
    event.set()


def together(test: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(asyncio.wait_for(_awaited(test), 30))


async def _awaited(test: Callable[[], Awaitable[None]]) -> None:
    await test()


async def settled(condition: Callable[[], bool]) -> None:
    while not condition():
        await asyncio.sleep(0.005)


def test_one_over_the_bound_is_refused_at_once_and_the_others_finish(release: threading.Event) -> None:
    async def test() -> None:
        metrics = Metrics()
        pool = InferencePool(2, 1, 20, metrics)
        under_way = [asyncio.create_task(pool.run(release.wait, 20)) for _ in range(3)]
        await settled(lambda: metrics.registry.get_sample_value("tilesight_inference_busy") == 2)
        assert pool.full
        assert metrics.registry.get_sample_value("tilesight_inference_waiting") == 1
        with pytest.raises(PoolFull) as refused:
            await pool.run(release.wait)
        assert refused.value.retry_after >= 1
        assert metrics.registry.get_sample_value("tilesight_inference_refused_total") == 1
        release.set()
        assert await asyncio.gather(*under_way) == [True, True, True]
        await settled(lambda: pool.held == 0)
        assert await pool.run(int, "7") == 7
        pool.close()

    together(test)


def test_a_job_too_long_keeps_its_place_until_it_ends(release: threading.Event) -> None:
    async def test() -> None:
        pool = InferencePool(1, 1, 0.05, Metrics())
        with pytest.raises(PoolTimeout):
            await pool.run(release.wait, 20)
        assert pool.held == 1
        with pytest.raises(PoolTimeout):
            await pool.run(release.wait, 20)
        # The second never began, so it has left; the first still occupies its worker.
        await settled(lambda: pool.held == 1)
        release.set()
        await settled(lambda: pool.held == 0)
        pool.close()

    together(test)


def test_an_error_of_the_job_reaches_the_caller_and_frees_the_place() -> None:
    async def test() -> None:
        pool = InferencePool(1, 0, 5, Metrics())
        with pytest.raises(ZeroDivisionError):
            await pool.run(lambda: 1 // 0)
        await settled(lambda: pool.held == 0)
        pool.close()

    together(test)


def test_a_caller_who_leaves_frees_a_waiting_place(release: threading.Event) -> None:
    async def test() -> None:
        pool = InferencePool(1, 1, 20, Metrics())
        first = asyncio.create_task(pool.run(release.wait, 20))
        second = asyncio.create_task(pool.run(release.wait, 20))
        await settled(lambda: pool.full)
        second.cancel()
        with pytest.raises(asyncio.CancelledError):
            await second
        await settled(lambda: pool.held == 1)
        release.set()
        assert await first
        pool.close()

    together(test)
