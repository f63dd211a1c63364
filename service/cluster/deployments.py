"""The two deployments of the service on Ray Serve: the app, and the readers it sends photos to.

`application` is what a Serve config names as its import path; deploy/serve.yaml shows its arguments. Each replica takes
its settings from the environment of its own machine, so that no secret passes through Ray.
"""

from __future__ import annotations

import asyncio
import importlib
import os
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from ray import serve
from starlette.types import ASGIApp

from service.cluster.arguments import BadArgument, checked
from service.cluster.counters import Exporter
from service.cluster.errands import Job, Outcome, carry_out
from service.cluster.remote import wait_for_readers
from service.settings import Settings, load_settings

APPLICATION = "tilesight"
_SENDING = 16
_STOP_S = 15


class Readers:
    """One replica of the readers: a batch of jobs is read side by side, on as many threads as the replica has cores."""

    def __init__(self, reader: str, threads: int) -> None:
        module, _, name = reader.partition(":")
        self._reader = getattr(importlib.import_module(module), name)()
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="reader")

    def reconfigure(self, batching: Mapping[str, Any]) -> None:
        """Take over the `user_config` of a Serve config: `largest_batch` and `wait_s`."""
        self.read.set_max_batch_size(int(batching["largest_batch"]))
        self.read.set_batch_wait_timeout_s(float(batching["wait_s"]))

    @serve.batch(max_batch_size=4, batch_wait_timeout_s=0.005, max_concurrent_batches=2)  # type: ignore
    async def read(self, jobs: list[Job]) -> list[Outcome]:
        """Called with one job, carried out with those that came at the same time."""
        loop = asyncio.get_running_loop()
        return await asyncio.gather(
            *(loop.run_in_executor(self._threads, carry_out, self._reader, job) for job in jobs)
        )

    async def ping(self) -> int:
        """The number of the process, for whoever wants to know that it lives."""
        return os.getpid()


class Api:
    """One replica of the app, whose reader is the other deployment."""

    def __init__(self, readers: Any) -> None:
        self._readers = readers

    def __serve_build_asgi_app__(self) -> ASGIApp:
        from service.api.app import create_app
        from service.logs import configure

        settings = replica_settings()
        configure(settings.log_level, settings.log_format)
        app = create_app(settings, lambda: wait_for_readers(self._readers, settings.inference_timeout_s))
        Exporter(app.state.metrics.registry, serve.get_replica_context().replica_id.unique_id).start()
        if settings.trusted_proxies:
            from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

            app.add_middleware(ProxyHeadersMiddleware, trusted_hosts=list(settings.trusted_proxies))
        return app


def replica_settings() -> Settings:
    """The settings of an app replica: as anywhere, but what one machine cannot know is kept in the database.

    Raises:
        service.settings.SettingsError: a setting cannot be used.
        BadArgument: the book is a file, which the replicas of other machines do not have; or these settings must not be
            served, beyond loopback without an access token.
    """
    settings = load_settings()
    if refusal := cluster_refusal(settings) or settings.refusal():
        raise BadArgument(refusal)
    changed: dict[str, Any] = {}
    if settings.rate_store == "auto":
        changed["rate_store"] = "database"
    if "inference_workers" not in settings.model_fields_set:
        # Threads that wait for readers elsewhere, not cores of this machine.
        changed["inference_workers"] = _SENDING
    return settings.model_copy(update=changed)


def cluster_refusal(settings: Settings) -> str | None:
    """Why these settings cannot be served by a cluster, or None."""
    if settings.sqlite:
        return "a cluster keeps its book in PostgreSQL: set TILESIGHT_DATABASE_URL to a postgresql:// address"
    return None


def application(given: Mapping[str, Any]) -> Any:
    """The Serve application, by these arguments; what is not named is as in `service.cluster.arguments`.

    Raises:
        BadArgument: naming the argument.
    """
    told = checked(given)
    threads = max(1, round(told.reader_cpus))
    readers = serve.deployment(
        name="Readers",
        max_ongoing_requests=4 * threads,
        max_queued_requests=told.queued_photos,
        user_config={"largest_batch": 2 * threads, "wait_s": 0.005},
        autoscaling_config={
            "min_replicas": told.min_readers,
            "max_replicas": told.max_readers,
            "target_ongoing_requests": told.photos_per_reader,
            "upscale_delay_s": 5,
            "downscale_delay_s": 120,
        },
        ray_actor_options={"num_cpus": told.reader_cpus},
        health_check_period_s=5,
        health_check_timeout_s=20,
        graceful_shutdown_timeout_s=_STOP_S,
    )(Readers)
    api = serve.deployment(
        name="Api",
        num_replicas=told.api_replicas,
        # A watcher is a request that goes on for hours; there may be as many as connections.
        max_ongoing_requests=1000,
        ray_actor_options={"num_cpus": told.api_cpus},
        health_check_period_s=5,
        health_check_timeout_s=20,
        graceful_shutdown_timeout_s=_STOP_S,
    )(serve.ingress()(Api))
    return api.bind(readers.bind(told.reader, threads))
