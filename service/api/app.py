"""The application: routes, what surrounds them, and what it opens and closes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from fastapi import APIRouter, FastAPI
from starlette.middleware.cors import CORSMiddleware

from service.api import access, health, openapi, problems, readings, rulesets, scans, scores, tables, web
from service.api.limits import BodyGuard, RateLimit
from service.api.middleware import Gate, RequestContext
from service.api.state import ReaderSlot
from service.engine import PhotoReader, load_default_reader
from service.logs import configure, get_logger
from service.metrics import Metrics
from service.photos import PhotoStore
from service.pool import InferencePool
from service.processes.common import Common, folder_from_environment, join
from service.processes.database_rates import DatabaseRates
from service.processes.parent import leave_with_parent
from service.processes.rates import Rates
from service.settings import Settings, load_settings

GUARDED = ("/v1", "/metrics", "/openapi.json")
LOCAL_HOSTS = frozenset({"localhost", "127.0.0.1", "::1"})
PARENT_GRACE_S = 20.0
_SWEEP_S = 3600


def create_app(
    settings: Settings,
    load_reader: Callable[[], PhotoReader] = load_default_reader,
    shared: Path | None = None,
) -> FastAPI:
    """The service with these settings; ``load_reader`` gives the reader, called once in the background at start.

    ``shared``: the folder of what several processes have in common, where this is one of them.
    """
    metrics = Metrics()
    common = join(settings, shared)
    rates: Rates = common.rates
    if settings.rate_store == "database":
        rates = DatabaseRates(
            settings.database_url, settings.rate_per_minute, settings.photo_rate_per_minute, common.rates
        )

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        from service.book import open_book

        log = get_logger("service")
        pool = InferencePool(
            settings.inference_workers,
            settings.inference_queue,
            settings.inference_timeout_s,
            metrics,
            common.readings,
            common.reading,
        )
        app.state.pool = pool
        app.state.book = await asyncio.to_thread(open_book, settings.database_url)
        loading = asyncio.create_task(app.state.reader.load())
        sweeping = asyncio.create_task(_sweep(app.state.photos)) if app.state.photos else None
        log.info("started", workers=settings.inference_workers, photos_kept=settings.keep_photos)
        try:
            yield
        finally:
            for task in (loading, sweeping):
                if task:
                    task.cancel()
            await asyncio.to_thread(pool.close)
            await asyncio.to_thread(app.state.book.close)
            await rates.close()
            log.info("stopped")

    app = FastAPI(
        title="tilesight",
        summary="Photograph a winning mahjong hand, get its score and who pays whom.",
        description=openapi.DESCRIPTION,
        version=openapi.API_VERSION,
        license_info={"name": "AGPL-3.0-or-later", "identifier": "AGPL-3.0-or-later"},
        openapi_tags=openapi.TAGS,
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        redirect_slashes=False,
    )
    app.state.settings = settings
    app.state.metrics = metrics
    app.state.reader = ReaderSlot(load_reader)
    app.state.photos = PhotoStore(settings.data_dir / "photos", settings.photo_days) if settings.keep_photos else None

    problems.install(app)
    v1 = APIRouter(prefix="/v1")
    for module in (readings, scores, scans, rulesets, access):
        v1.include_router(module.router)
    v1.include_router(tables.router)
    app.include_router(v1)
    app.include_router(health.router)
    if settings.web:
        web.mount(app)
    openapi.install(app)
    _surround(app, settings, metrics, common, rates)
    return app


def _surround(app: FastAPI, settings: Settings, metrics: Metrics, common: Common, rates: Rates) -> None:
    """Add the middleware, the innermost first."""
    token = settings.access_token.get_secret_value() if settings.access_token else None
    app.add_middleware(BodyGuard, settings=settings, uploads=common.uploads)
    app.add_middleware(Gate, access_token=token, hosts=answered_hosts(settings), guarded=GUARDED)
    app.add_middleware(RateLimit, rates=rates)
    if settings.cors_origins:
        app.add_middleware(
            CORSMiddleware,
            allow_origins=list(settings.cors_origins),
            allow_methods=["GET", "POST", "PUT", "PATCH", "DELETE"],
            allow_headers=[
                "Authorization",
                "Content-Type",
                "Idempotency-Key",
                "If-Match",
                "X-Access-Token",
                "X-Request-Id",
                "X-Table-Token",
            ],
            expose_headers=["ETag", "Location", "Retry-After", "X-Request-Id"],
            max_age=600,
        )
    app.add_middleware(RequestContext, metrics=metrics)


def answered_hosts(settings: Settings) -> frozenset[str] | None:
    """The names this server answers for; None: any.

    A page of another site can point its own name at this machine's loopback address and so call a server that trusts
    everybody on this machine; such a server therefore answers only for the machine's own names.
    """
    if settings.allowed_hosts:
        return frozenset(host.lower() for host in settings.allowed_hosts) | LOCAL_HOSTS
    if settings.loopback_only and settings.access_token is None:
        return LOCAL_HOSTS | {settings.host.strip("[]").lower()}
    return None


async def _sweep(photos: PhotoStore) -> None:
    while True:
        await asyncio.to_thread(photos.sweep)
        await asyncio.sleep(_SWEEP_S)


def create_app_from_environment() -> Any:
    """The app of one serving process, settings from the environment and file."""
    leave_with_parent(PARENT_GRACE_S)
    settings = load_settings()
    configure(settings.log_level, settings.log_format)
    return create_app(settings, shared=folder_from_environment())
