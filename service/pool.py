"""A bounded pool for the expensive work: reading photos.

At most ``workers`` jobs run and ``queue`` jobs wait; one more is refused at once with the time after which to try
again, so that a rush makes callers wait outside instead of filling the memory. Several processes may share both
bounds: each has threads enough for all of them, since nothing says that work falls to the processes evenly. Threads
are enough: decoding, OpenCV and onnxruntime release the interpreter lock, and one set of models serves all.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import math
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

from service.metrics import Metrics
from service.processes.memory import Memory
from service.processes.places import Places

P = ParamSpec("P")
T = TypeVar("T")
_LOOK_S = 0.01


class PoolFull(Exception):
    """Every worker is busy and the queue is full."""

    def __init__(self, retry_after: int) -> None:
        super().__init__(f"all readers are busy; try again in {retry_after} s")
        self.retry_after = retry_after

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.retry_after,)


class PoolTimeout(Exception):
    """A job did not finish in the time allowed."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"the reading took longer than {seconds:g} s")
        self.seconds = seconds

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.seconds,)


class InferencePool:
    """Runs blocking jobs on ``workers`` threads with at most ``queue`` waiting."""

    def __init__(
        self,
        workers: int,
        queue: int,
        timeout_s: float,
        metrics: Metrics,
        places: Places | None = None,
        running: Places | None = None,
    ) -> None:
        """``places``, for jobs that run or wait, and ``running`` are given where several processes share them."""
        self.workers = workers
        self.timeout_s = timeout_s
        self._places = places or Places(Memory(Places.size(workers + queue)), workers + queue)
        self._turns = running
        self._metrics = metrics
        self._held = 0
        self._running = 0
        self._mean_s = 0.5
        self._executor = ThreadPoolExecutor(workers, thread_name_prefix="reader")

    @property
    def held(self) -> int:
        """Jobs of this process that run or wait."""
        return self._held

    @property
    def full(self) -> bool:
        """Whether one more job would be refused."""
        return self._places.held() >= self._places.count

    def retry_after(self) -> int:
        """Whole seconds after which a place is likely free."""
        return max(1, math.ceil(max(1, self._held) * self._mean_s / self.workers))

    async def run(self, job: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The result of ``job(*args, **kwargs)``, run on a worker.

        Raises:
            PoolFull: the bound is reached; nothing was started.
            PoolTimeout: no result in time; a job that already runs goes on and keeps its place until it ends.
        """
        place = self._places.take()
        if not isinstance(place, int):
            self._metrics.refused.inc()
            raise PoolFull(self.retry_after())
        loop = asyncio.get_running_loop()

        def work() -> T:
            with self._turn():
                started = time.perf_counter()
                _tell(loop, self._started)
                try:
                    return job(*args, **kwargs)
                finally:
                    _tell(loop, self._ended, time.perf_counter() - started)

        try:
            future: Future[T] = self._executor.submit(work)
        except RuntimeError:
            self._places.give_back(place)
            raise
        self._held += 1
        self._show()
        # Also called for a job that is cancelled while it waits, which never runs.
        future.add_done_callback(lambda _: _tell(loop, self._released, place))
        try:
            return await asyncio.wait_for(asyncio.wrap_future(future), self.timeout_s)
        except TimeoutError:
            raise PoolTimeout(self.timeout_s) from None

    @contextlib.contextmanager
    def _turn(self) -> Iterator[None]:
        """Wait, on a worker, until one more job may run in all processes together."""
        if self._turns is None:
            yield
            return
        while not isinstance(turn := self._turns.take(), int):
            time.sleep(_LOOK_S)
        try:
            yield
        finally:
            self._turns.give_back(turn)

    def _started(self) -> None:
        self._running += 1
        self._show()

    def _ended(self, seconds: float) -> None:
        self._running -= 1
        self._mean_s += (seconds - self._mean_s) / 8
        self._show()

    def _released(self, place: int) -> None:
        self._places.give_back(place)
        self._held -= 1
        self._show()

    def _show(self) -> None:
        self._metrics.busy.set(self._running)
        self._metrics.queue.set(max(0, self._held - self._running))

    def close(self) -> None:
        """Stop: what waits is dropped, what runs is let finish."""
        self._executor.shutdown(wait=True, cancel_futures=True)


def _tell(loop: asyncio.AbstractEventLoop, what: Callable[P, None], *args: P.args, **kwargs: P.kwargs) -> None:
    """Call ``what`` on the loop's own thread; nothing once the loop is closed."""
    with contextlib.suppress(RuntimeError):
        loop.call_soon_threadsafe(functools.partial(what, *args, **kwargs))
