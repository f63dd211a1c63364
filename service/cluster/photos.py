"""A folder of photos read over a Ray cluster by Ray Data: the same lines as on one machine.

Every machine must see the folder under the same path. Each actor reads in a process of its own, so that a photo that
kills its reader costs a line and not the actor; what an actor had begun when its machine died is read elsewhere.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from typing import Any

import ray

from service.batchrun import BatchError, Job, Line, died_over, reading_processes, submit
from service.cluster.running import join_cluster, leave_cluster

_PHOTOS_PER_TASK = 4


class PhotoActor:
    """One reader of the cluster: takes a path, gives its line as JSON."""

    def __init__(self, job: Job) -> None:
        self._job = job
        self._process: ProcessPoolExecutor | None = None

    def __call__(self, row: dict[str, Any]) -> dict[str, Any]:
        from service.cli.output import json_bytes

        return {"line": json_bytes(self.line(row["path"]))}

    def line(self, path: str) -> Line:
        """The line of a photo, read as `service.batchrun` reads it."""
        if self._process is None:
            self._process = reading_processes(self._job, 1)
        try:
            return submit(self._process, self._job, path).result()
        except BrokenProcessPool:
            self._process.shutdown(wait=False, cancel_futures=True)
            self._process = None
            return died_over(path)


def read_on_cluster(job: Job, photos: Sequence[str]) -> Iterator[Line]:
    """A line for each photo, as they are done; ``job.workers`` 0: as many readers as the cluster has cores.

    Raises:
        service.batchrun.BatchError: the cluster cannot be used, or failed over and over.
    """
    ours = join_cluster(job.workers or None)
    try:
        yield from _read(replace(job, folder=job.folder.absolute()), photos)
    except ray.exceptions.RayError as error:
        raise BatchError(f"the Ray cluster failed: {error}; run the same command again to go on") from None
    finally:
        leave_cluster(ours)


def _read(job: Job, photos: Sequence[str]) -> Iterator[Line]:
    import ray.data

    logging.getLogger("ray.data").setLevel(logging.ERROR)
    context = ray.data.DataContext.get_current()
    context.enable_progress_bars = False
    readers = job.workers or max(1, int(ray.cluster_resources().get("CPU", 1)))
    readers = min(readers, len(photos))
    tasks = -(-len(photos) // _PHOTOS_PER_TASK)
    dataset = ray.data.from_items([{"path": path} for path in photos], override_num_blocks=tasks).map(
        PhotoActor,
        fn_constructor_args=(job,),
        compute=ray.data.ActorPoolStrategy(min_size=1, max_size=readers, initial_size=readers),
        num_cpus=1,
    )
    for row in dataset.iter_rows():
        yield json.loads(row["line"])
