"""What the service counts, in Prometheus form at ``/metrics``.

Processes that `service.processes.common` gave a folder for their counters answer the sum over all of them: what a
process counted stays after its end, what it held (photos being read, watchers) does not.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

from service.processes.common import COUNTERS_VARIABLE
from service.processes.places import is_alive

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_OF_PROCESS = re.compile(r"gauge_live\w*?_(\d+)\.db\Z")
_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)


class Metrics:
    """The counters of one process; each app has its own, so that tests do not share them.

    With a folder for counters in the environment, `text` sums over the processes that use it.
    """

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        registry = self.registry
        self.requests = Counter(
            "tilesight_requests_total", "Requests answered.", ("method", "route", "status"), registry=registry
        )
        self.request_seconds = Histogram(
            "tilesight_request_seconds", "Time to answer.", ("method", "route"), buckets=_SECONDS, registry=registry
        )
        self.stage_seconds = Histogram(
            "tilesight_stage_seconds",
            "Time of each stage of a reading.",
            ("stage",),
            buckets=_SECONDS,
            registry=registry,
        )
        self.readings = Counter(
            "tilesight_readings_total",
            "Photos read, by outcome: sure, review, refused.",
            ("outcome",),
            registry=registry,
        )
        self.review = Counter("tilesight_review_total", "Review reasons given.", ("code",), registry=registry)
        self.scores = Counter("tilesight_scores_total", "Hands scored.", ("ruleset", "status"), registry=registry)
        self.queue = Gauge(
            "tilesight_inference_waiting",
            "Photos waiting for a reader.",
            registry=registry,
            multiprocess_mode="livesum",
        )
        self.busy = Gauge(
            "tilesight_inference_busy", "Photos being read.", registry=registry, multiprocess_mode="livesum"
        )
        self.refused = Counter("tilesight_inference_refused_total", "Photos refused as busy.", registry=registry)
        self.book_writes = Counter("tilesight_book_writes_total", "Entries written.", ("kind",), registry=registry)
        self.watchers = Gauge(
            "tilesight_watchers", "Live watchers of tables.", registry=registry, multiprocess_mode="livesum"
        )

    def reading(self, review_codes: Iterable[str], timing_ms: Mapping[str, float]) -> None:
        """Count one reading, its doubts and the time of its stages."""
        codes = list(review_codes)
        self.readings.labels("review" if codes else "sure").inc()
        for code in codes:
            self.review.labels(code).inc()
        for stage, milliseconds in timing_ms.items():
            self.stage_seconds.labels(stage).observe(milliseconds / 1000)

    def text(self) -> bytes:
        """All counters in the text form."""
        folder = os.environ.get(COUNTERS_VARIABLE)
        if not folder:
            return generate_latest(self.registry)
        _forget_dead(folder)
        summed = CollectorRegistry()
        MultiProcessCollector(summed, path=folder)  # type: ignore[no-untyped-call]
        return generate_latest(summed)


def _forget_dead(folder: str) -> None:
    """Drop what processes held that are no more: one that was killed could not do it itself."""
    for file in Path(folder).glob("gauge_live*.db"):
        if (found := _OF_PROCESS.match(file.name)) and not is_alive(int(found[1])):
            mark_process_dead(int(found[1]), folder)  # type: ignore[no-untyped-call]
