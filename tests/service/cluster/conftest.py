"""A Ray cluster of two nodes on this machine, with the service on it and its book in PostgreSQL."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.service.book.conftest import NO_POSTGRES, POSTGRES, _administer, _new_postgres, _postgres_url

ROOT = Path(__file__).resolve().parents[3]


@dataclass(frozen=True, slots=True)
class Nodes:
    """The running cluster: its address, and the processes that start its workers."""

    address: str
    raylets: frozenset[int]


@pytest.fixture(scope="package")
def nodes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nodes]:
    """Two nodes, each of which takes work; what they start finds settings and code by the environment."""
    import ray
    from ray.cluster_utils import Cluster

    from service.cluster.running import quiet

    if not POSTGRES:
        pytest.skip(NO_POSTGRES)
    quiet()
    book = _new_postgres()
    folder = tmp_path_factory.mktemp("cluster")
    given = {
        "PYTHONPATH": str(ROOT),
        "TILESIGHT_CONFIG": "",
        "TILESIGHT_DATA_DIR": str(folder / "data"),
        "TILESIGHT_DATABASE_URL": _postgres_url(book),
        "TILESIGHT_LOG_LEVEL": "error",
        "TILESIGHT_WEB": "false",
        "TILESIGHT_RATE_PER_MINUTE": "1000000",
        "TILESIGHT_PHOTO_RATE_PER_MINUTE": "1000000",
        # A busy machine is slow to start a node.
        "RAY_raylet_start_wait_time_s": "240",
    }
    with pytest.MonkeyPatch.context() as patch:
        for name, value in given.items():
            patch.setenv(name, value)
        cluster = Cluster()
        try:
            for _ in range(2):
                cluster.add_node(num_cpus=2, object_store_memory=100 * 1024 * 1024, include_dashboard=False)
            ray.init(address=cluster.address, log_to_driver=False)
            raylets = frozenset(
                entry.process.pid for node in cluster.list_all_nodes() for entry in node.all_processes["raylet"]
            )
            yield Nodes(cluster.address, raylets)
        finally:
            ray.shutdown()
            cluster.shutdown()
            _administer(f"DROP DATABASE {book} WITH (FORCE)")


@dataclass(frozen=True, slots=True)
class Served:
    """The service on the cluster: the port of its proxy."""

    port: int
    nodes: Nodes

    def replicas(self, deployment: str) -> list[int]:
        """The processes of a deployment's replicas."""
        found = []
        for entry in Path("/proc").iterdir():
            if entry.name.isdigit() and _parent(entry) in self.nodes.raylets:
                title = _read(entry / "cmdline")
                if title.startswith("ray::ServeReplica:") and f":{deployment}" in title:
                    found.append(int(entry.name))
        return found


def _read(file: Path) -> str:
    try:
        return file.read_text(errors="replace")
    except OSError:
        return ""


def _parent(entry: Path) -> int:
    fields = _read(entry / "stat").rpartition(")")[2].split()
    return int(fields[1]) if fields and fields[0] != "Z" else 0


@pytest.fixture(scope="package")
def served(nodes: Nodes) -> Iterator[Served]:
    from ray import serve

    from service.book import open_book
    from service.cluster.deployments import APPLICATION, application

    open_book(os.environ["TILESIGHT_DATABASE_URL"]).close()
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    serve.start(proxy_location="HeadOnly", http_options={"host": "127.0.0.1", "port": port})
    arguments: dict[str, Any] = {"api_replicas": 2, "min_readers": 2, "max_readers": 2}
    serve.run(application(arguments), name=APPLICATION, route_prefix="/")
    yield Served(port, nodes)
    serve.shutdown()
