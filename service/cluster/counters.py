"""The counters of an app replica among Ray's own, which each node exports to Prometheus.

Through the cluster's proxy `/metrics` is answered by any replica; what a node exports names the replica, so that sums
and rates over all of them come out right.
"""

from __future__ import annotations

import threading
from typing import Any

from prometheus_client import CollectorRegistry
from ray.util.metrics import Gauge

EVERY_S = 5.0


class Exporter:
    """Hands the values of a registry to Ray every few seconds."""

    def __init__(self, registry: CollectorRegistry, replica: str) -> None:
        self._registry = registry
        self._replica = replica
        self._gauges: dict[str, Any] = {}

    def start(self) -> None:
        """Begin, until the process ends."""
        threading.Thread(target=self._go_on, name="counters", daemon=True).start()

    def export(self) -> None:
        """Hand over every value as it is now."""
        for family in self._registry.collect():
            for sample in family.samples:
                if sample.name.endswith("_created"):
                    continue
                gauge = self._gauges.get(sample.name)
                if gauge is None:
                    keys = (*sample.labels, "replica")
                    gauge = self._gauges[sample.name] = Gauge(sample.name, family.documentation, tag_keys=keys)
                gauge.set(sample.value, tags={**sample.labels, "replica": self._replica})

    def _go_on(self) -> None:
        pause = threading.Event()
        while not pause.wait(EVERY_S):
            self.export()
