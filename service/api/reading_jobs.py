"""Reading photos in the pool, with every failure turned into its problem."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from service.api.problems import Problem
from service.engine import InvalidReading, PhotoReader
from service.logs import get_logger
from service.metrics import Metrics
from service.photos import PhotoStore
from service.pool import InferencePool, PoolFull, PoolTimeout

T = TypeVar("T")


_STATUS = {"photo_format": 415, "photo_too_large": 413}
_KNOWN = {"photo_format", "photo_too_large", "photo_empty", "photo_truncated", "photo_damaged"}


async def in_pool(pool: InferencePool, job: Callable[[], T]) -> T:
    """The result of a job on the pool.

    Raises:
        Problem: the pool is full or the job takes too long.
    """
    try:
        return await pool.run(job)
    except PoolFull as full:
        raise Problem(503, "busy", str(full), headers={"Retry-After": str(full.retry_after)}) from None
    except PoolTimeout as slow:
        raise Problem(503, "reading_timeout", str(slow), headers={"Retry-After": str(pool.retry_after())}) from None


def read_job(
    reader: PhotoReader,
    metrics: Metrics,
    photos: list[bytes],
    *,
    ruleset: str | None,
    wild: str | None,
    edits: list[dict[str, Any]],
    keep: PhotoStore | None,
) -> dict[str, Any]:
    """Read photos of one hand; runs on a worker of the pool.

    Raises:
        Problem: a photo, the ruleset, the wild tile or a correction cannot be used.
    """
    from vision.image import PhotoError

    try:
        reading = reader.read(photos, ruleset, wild, edits)
    except PhotoError as error:
        metrics.readings.labels("refused").inc()
        code = error.code if error.code in _KNOWN else "photo_unreadable"
        raise Problem(_STATUS.get(code, 422), code, str(error)) from None
    except ValueError as error:
        raise Problem(422, "invalid_edit", str(error)) from None
    if keep is not None:
        try:
            reading["photo_id"] = keep.keep(photos[0])
        except OSError as error:
            # The player's hand matters more than the archive.
            get_logger("service").error("photo not kept", error=error.strerror or type(error).__name__)
    metrics.reading((reason["code"] for reason in reading["review"]), reading["timing_ms"])
    return reading


def correct_job(
    reader: PhotoReader,
    reading: dict[str, Any],
    ruleset: str | None,
    wild: str | None,
    edits: list[dict[str, Any]],
) -> dict[str, Any]:
    """Read a reading anew with corrections; runs on a worker of the pool.

    Raises:
        Problem: the reading or a correction cannot be used.
    """
    try:
        return reader.correct(reading, ruleset, wild, edits)
    except InvalidReading as error:
        raise Problem(422, "invalid_reading", str(error)) from None
    except ValueError as error:
        raise Problem(422, "invalid_edit", str(error)) from None
