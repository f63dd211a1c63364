"""What handlers take from the running app."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Annotated, Literal, TypeVar, cast

from fastapi import Depends, Request

from service.api.problems import Problem
from service.engine import PhotoReader
from service.logs import get_logger
from service.metrics import Metrics
from service.photos import PhotoStore
from service.pool import InferencePool
from service.settings import Settings


class ReaderSlot:
    """The reader, loaded once in the background."""

    def __init__(self, load: Callable[[], PhotoReader]) -> None:
        self._load = load
        self._reader: PhotoReader | None = None
        self.state: Literal["loading", "ready", "failed"] = "loading"

    async def load(self) -> None:
        """Load the reader; a failure is kept for the readiness check and logged."""
        try:
            self._reader = await asyncio.to_thread(self._load)
        except Exception as error:
            self.state = "failed"
            get_logger("service").error("reader failed to load", error=f"{type(error).__name__}: {error}")
        else:
            self.state = "ready"

    def get(self) -> PhotoReader:
        """The reader.

        Raises:
            Problem: 503 while it is not there.
        """
        if self._reader is None:
            raise Problem(
                503,
                "reader_not_ready",
                f"the reader is {self.state}",
                headers={"Retry-After": "2", "Connection": "close"},
            )
        return self._reader


def settings_of(request: Request) -> Settings:
    return cast(Settings, request.app.state.settings)


def metrics_of(request: Request) -> Metrics:
    return cast(Metrics, request.app.state.metrics)


def pool_of(request: Request) -> InferencePool:
    return cast(InferencePool, request.app.state.pool)


def reader_of(request: Request) -> ReaderSlot:
    return cast(ReaderSlot, request.app.state.reader)


def photos_of(request: Request) -> PhotoStore | None:
    return cast("PhotoStore | None", request.app.state.photos)


Part = TypeVar("Part")


def at_once(take: Callable[[Request], Part]) -> Callable[[Request], Awaitable[Part]]:
    """``take`` as a dependency that runs in the event loop; a plain function would be run on another thread, which
    costs more than most requests."""

    async def dependency(request: Request) -> Part:
        return take(request)

    return dependency


SettingsOf = Annotated[Settings, Depends(at_once(settings_of))]
MetricsOf = Annotated[Metrics, Depends(at_once(metrics_of))]
PoolOf = Annotated[InferencePool, Depends(at_once(pool_of))]
ReaderOf = Annotated[ReaderSlot, Depends(at_once(reader_of))]
PhotosOf = Annotated[PhotoStore | None, Depends(at_once(photos_of))]
