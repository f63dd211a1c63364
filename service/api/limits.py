"""Limits enforced before and while a body arrives: its size, its pace, how many at once, and how often.

The size is judged by Content-Length before a byte is read, and counted as it comes where there is none.
"""

from __future__ import annotations

import asyncio
import hashlib
import math
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.api.middleware import client_address, given_access_token, given_table_token
from service.api.problems import Problem
from service.settings import Settings

UPLOAD_PATHS = ("/v1/readings", "/v1/scans")
IMPORT_SUFFIX = "/import"
MULTIPART_SLACK = 256 * 1024
_CLOSE = {"Connection": "close"}


def is_upload(scope: Scope) -> bool:
    """Whether a request brings photos."""
    return scope["method"] == "POST" and scope["path"].rstrip("/") in UPLOAD_PATHS


def too_large(limit: int) -> Problem:
    """The answer to a body over ``limit`` bytes."""
    return Problem(
        413,
        "body_too_large",
        f"the body is larger than the {limit} bytes allowed",
        headers=_CLOSE,
        extra={"limit": limit},
    )


class BodyGuard:
    """Refuses bodies that are too large, too slow or too many at once."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings
        self.upload_limit = settings.max_photo_bytes * settings.max_photos + MULTIPART_SLACK
        self._uploads = 0
        self._by_address: dict[str, int] = {}

    def limit(self, scope: Scope) -> int:
        """The most bytes a request's body may have."""
        if is_upload(scope):
            return self.upload_limit
        if scope["path"].endswith(IMPORT_SUFFIX):
            return self.settings.max_import_bytes
        return self.settings.max_json_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        try:
            limit = self.limit(scope)
            self._check_length(Headers(scope=scope).get("content-length"), limit)
            upload = is_upload(scope)
            address = client_address(scope)
            if upload:
                self._check_uploads(address)
        except Problem as problem:
            await problem.response()(scope, receive, send)
            return
        body = GuardedBody(receive, limit, self.settings.body_timeout_s, self.settings.body_idle_timeout_s)
        if not upload:
            await self.app(scope, body.receive, send)
            return
        self._uploads += 1
        self._by_address[address] = self._by_address.get(address, 0) + 1
        try:
            await self.app(scope, body.receive, send)
        finally:
            self._uploads -= 1
            self._by_address[address] -= 1
            if not self._by_address[address]:
                del self._by_address[address]

    @staticmethod
    def _check_length(header: str | None, limit: int) -> None:
        if header is None:
            return
        if not (header.isascii() and header.isdigit()):
            raise Problem(400, "bad_request", "Content-Length is not a number", headers=_CLOSE)
        if len(header) > 18 or int(header) > limit:
            raise too_large(limit)

    def _check_uploads(self, address: str) -> None:
        if self._uploads >= self.settings.max_uploads:
            raise Problem(
                503, "busy", "too many photos are being received; try again", headers={**_CLOSE, "Retry-After": "2"}
            )
        if self._by_address.get(address, 0) >= self.settings.max_uploads_per_address:
            raise Problem(
                429,
                "rate_limited",
                "too many photos at once from this address",
                headers={**_CLOSE, "Retry-After": "2"},
            )


class GuardedBody:
    """Passes a body on while it keeps its limits; raises the Problem to answer with otherwise."""

    def __init__(self, receive: Receive, limit: int, total_s: float, idle_s: float) -> None:
        self._receive = receive
        self._limit = limit
        self._total_s = total_s
        self._idle_s = idle_s
        self._deadline: float | None = None
        self._bytes = 0
        self._complete = False

    async def receive(self) -> Message:
        """The next message, as ASGI defines it."""
        if self._complete:
            return await self._receive()
        now = time.monotonic()
        if self._deadline is None:
            self._deadline = now + self._total_s
        wait = min(self._idle_s, self._deadline - now)
        try:
            if wait <= 0:
                raise TimeoutError
            message = await asyncio.wait_for(self._receive(), wait)
        except TimeoutError:
            raise Problem(408, "body_timeout", "the body did not arrive in the time allowed", headers=_CLOSE) from None
        if message["type"] == "http.request":
            self._bytes += len(message.get("body", b""))
            if self._bytes > self._limit:
                raise too_large(self._limit)
            self._complete = not message.get("more_body", False)
        else:
            self._complete = True
        return message


@dataclass(slots=True)
class _Bucket:
    tokens: float
    seen: float


class Buckets:
    """Token buckets by caller: ``per_minute`` on average, as much at once as a quarter of that; bounded in number."""

    def __init__(self, per_minute: int, clock: Callable[[], float] = time.monotonic, most: int = 20_000) -> None:
        self.rate = per_minute / 60
        self.burst = max(1.0, per_minute / 4)
        self._clock = clock
        self._most = most
        self._buckets: OrderedDict[str, _Bucket] = OrderedDict()

    def take(self, key: str) -> float:
        """Take one token: 0 when there was one, else the seconds until there is."""
        if self.rate == 0:
            return 0.0
        now = self._clock()
        bucket = self._buckets.pop(key, None) or _Bucket(self.burst, now)
        bucket.tokens = min(self.burst, bucket.tokens + max(0.0, now - bucket.seen) * self.rate)
        bucket.seen = now
        self._buckets[key] = bucket
        while len(self._buckets) > self._most:
            self._buckets.popitem(last=False)
        if bucket.tokens >= 1:
            bucket.tokens -= 1
            return 0.0
        return (1 - bucket.tokens) / self.rate

    def __len__(self) -> int:
        return len(self._buckets)


class RateLimit:
    """Answers 429 with Retry-After to a caller, by token and by address, who asks too often."""

    def __init__(self, app: ASGIApp, settings: Settings, clock: Callable[[], float] = time.monotonic) -> None:
        self.app = app
        self.all = Buckets(settings.rate_per_minute, clock)
        self.photos = Buckets(settings.photo_rate_per_minute, clock)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not scope["path"].startswith("/v1"):
            await self.app(scope, receive, send)
            return
        wait = max(self._waits(scope))
        if wait <= 0:
            await self.app(scope, receive, send)
            return
        problem = Problem(
            429,
            "rate_limited",
            "too many requests; try again later",
            headers={"Retry-After": str(max(1, math.ceil(wait))), **(_CLOSE if is_upload(scope) else {})},
        )
        await problem.response()(scope, receive, send)

    def _waits(self, scope: Scope) -> list[float]:
        headers = Headers(scope=scope)
        keys = ["address:" + client_address(scope)]
        # The access token is shared by everybody; only a table's own token tells callers apart.
        if (token := given_table_token(scope, headers)) and token != given_access_token(headers):
            keys.append("token:" + hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()[:16])
        waits = [self.all.take(key) for key in keys]
        if is_upload(scope):
            waits.extend(self.photos.take(key) for key in keys)
        return waits
