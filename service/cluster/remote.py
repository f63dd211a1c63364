"""The readers of a cluster, as the app sees them: one reader that is somewhere else."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

from ray import exceptions as ray_errors
from ray.serve import exceptions as serve_errors

from service.cluster.errands import Job, Outcome, ReadingFailed, make_job, reading_of
from service.engine import Engine, Source
from service.logs import get_logger
from service.pool import PoolFull

DEATHS = 3
_PAUSE_S = 0.2
_LOADING_S = 30.0


class RemoteReader:
    """Sends photos to the reader deployment. Reading changes nothing, so what a dying replica left is asked again.

    ``read`` blocks; it is called on a thread of the app's pool.
    """

    def __init__(self, readers: Any, patience_s: float) -> None:
        """``readers``: the deployment's handle; ``patience_s``: the longest time to look for a reader that lives."""
        self._readers = readers
        self._patience_s = patience_s
        self._log = get_logger("cluster")

    def read(
        self,
        photos: Sequence[Source],
        ruleset: str | None = None,
        wild: str | None = None,
        edits: Sequence[Mapping[str, Any]] = (),
    ) -> dict[str, Any]:
        """As `service.engine.PhotoReader` says; raises PoolFull where the readers' queues are full, or none lives."""
        return reading_of(self._ask(make_job(photos, ruleset, wild, edits)))

    def correct(
        self,
        reading: Mapping[str, Any],
        ruleset: str | None = None,
        wild: str | None = None,
        edits: Sequence[Mapping[str, Any]] = (),
    ) -> dict[str, Any]:
        """Corrections need no net, so they are made here."""
        return Engine.correct(self, reading, ruleset, wild, edits)  # type: ignore[arg-type]

    def _ask(self, job: Job) -> Outcome:
        until = time.monotonic() + self._patience_s
        deaths = 0
        while True:
            response = self._readers.read.remote(job)
            try:
                outcome: Outcome = response.result(timeout_s=max(0.1, until - time.monotonic()))
                return outcome
            except serve_errors.BackPressureError:
                raise PoolFull(2) from None
            except TimeoutError:
                response.cancel()
                raise PoolFull(5) from None
            except ray_errors.RayTaskError as error:
                raise ReadingFailed(str(error.cause)) from None
            except (ray_errors.RayError, serve_errors.RayServeException) as error:
                deaths += isinstance(error, ray_errors.ActorDiedError)
                self._log.warning("a reader is gone; asking another", error=type(error).__name__)
                if deaths >= DEATHS:
                    # Whoever reads this photo dies: others must not die of it as well.
                    raise ReadingFailed("the readers died over this photo") from None
                if time.monotonic() + _PAUSE_S >= until:
                    raise PoolFull(5) from None
                time.sleep(_PAUSE_S)


def wait_for_readers(readers: Any, patience_s: float) -> RemoteReader:
    """The remote reader, once a reader answers, however long that takes."""
    while True:
        try:
            readers.ping.remote().result(timeout_s=_LOADING_S)
        except (ray_errors.RayError, serve_errors.RayServeException, TimeoutError) as error:
            get_logger("cluster").warning("no reader answers yet", error=type(error).__name__)
            time.sleep(_PAUSE_S)
        else:
            return RemoteReader(readers, patience_s)
