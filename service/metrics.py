"""What the service counts, in Prometheus form at ``/metrics``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)


class Metrics:
    """The counters of one process; each app has its own, so that tests do not share them."""

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
        self.queue = Gauge("tilesight_inference_waiting", "Photos waiting for a reader.", registry=registry)
        self.busy = Gauge("tilesight_inference_busy", "Photos being read.", registry=registry)
        self.refused = Counter("tilesight_inference_refused_total", "Photos refused as busy.", registry=registry)
        self.book_writes = Counter("tilesight_book_writes_total", "Entries written.", ("kind",), registry=registry)
        self.watchers = Gauge("tilesight_watchers", "Live watchers of tables.", registry=registry)

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
        return generate_latest(self.registry)
