"""`tilesight serve --engine ray`: the service on the cluster that RAY_ADDRESS names, else on one of this machine."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from typing import Any

import ray
from ray import serve

from service.batchrun import BatchError
from service.cluster.deployments import APPLICATION, application, cluster_refusal
from service.settings import Settings, cores


class ClusterError(BatchError):
    """The cluster cannot be used; the message says why."""


def quiet() -> None:
    """Keep Ray from telling its makers that it is used: the service calls no other machine."""
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"


def named() -> bool:
    """Whether the environment names a cluster; otherwise one of this machine is started."""
    return bool(os.environ.get("RAY_ADDRESS"))


def join_cluster(cpus: int | None, logs: bool = False) -> bool:
    """Connect to the cluster that RAY_ADDRESS names, or start one of this machine, with room for ``cpus`` workers; not
    where this process is connected already; ``logs``: those of its processes are shown by this one. Whether
    `leave_cluster` has something to end.

    Raises:
        ClusterError: it cannot be reached or started.
    """
    quiet()
    if ray.is_initialized():
        return False
    try:
        ray.init(
            # Without an address Ray would also take a cluster that somebody else started on this machine.
            address=None if named() else "local",
            include_dashboard=False,
            log_to_driver=logs,
            logging_level="error",
            num_cpus=None if named() else max(2, cores(), cpus or 0),
        )
    except (ConnectionError, RuntimeError, ValueError) as error:
        raise ClusterError(f"the Ray cluster cannot be used: {error}") from None
    return True


def leave_cluster(joined: bool) -> None:
    """End the connection, and the cluster where it was started by it."""
    if joined:
        ray.shutdown()


def run(
    settings: Settings, arguments: dict[str, Any] | None = None, *, started: Callable[[], None] = lambda: None
) -> None:
    """Serve until a signal ends it; `started` is called once requests are answered.

    Raises:
        ClusterError: the settings are none for a cluster, or it cannot be reached or started.
    """
    if refusal := cluster_refusal(settings):
        raise ClusterError(refusal)
    alone = not named()
    # One core more than there are: the app's share, which is little.
    joined = join_cluster(max(2, cores()) + 1, logs=True)
    ended = threading.Event()
    for wanted in (signal.SIGINT, signal.SIGTERM):
        signal.signal(wanted, lambda *_: ended.set())
    try:
        serve.start(
            proxy_location="HeadOnly" if alone else "EveryNode",
            http_options={"host": settings.host.strip("[]"), "port": settings.port, "request_timeout_s": None},
        )
        own = {"max_readers": settings.inference_workers} if alone else {}
        serve.run(application({**own, **(arguments or {})}), name=APPLICATION, route_prefix="/")
        started()
        ended.wait()
        serve.delete(APPLICATION)
    except RuntimeError as error:
        raise ClusterError(str(error)) from None
    finally:
        if alone:
            serve.shutdown()
        leave_cluster(joined)
