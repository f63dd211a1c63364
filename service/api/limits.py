"""Limits enforced before and while a body arrives: its size, its pace, how many at once, and how often.

The size is judged by Content-Length before a byte is read, and counted as it comes where there is none. How many at
once and how often is counted over all processes that share their `Places` and `Rates`.
"""

from __future__ import annotations

import asyncio
import hashlib
import math
import time

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.api.middleware import client_address, given_access_token, given_table_token
from service.api.problems import Problem
from service.processes.places import Places
from service.processes.rates import Rates
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

    def __init__(self, app: ASGIApp, settings: Settings, uploads: Places) -> None:
        self.app = app
        self.settings = settings
        self.upload_limit = settings.max_photo_bytes * settings.max_photos + MULTIPART_SLACK
        self._uploads = uploads

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
        place = None
        try:
            limit = self.limit(scope)
            self._check_length(Headers(scope=scope).get("content-length"), limit)
            if is_upload(scope):
                place = self._place(client_address(scope))
        except Problem as problem:
            await problem.response(scope)(scope, receive, send)
            return
        body = GuardedBody(receive, limit, self.settings.body_timeout_s, self.settings.body_idle_timeout_s)
        try:
            await self.app(scope, body.receive, send)
        finally:
            if place is not None:
                self._uploads.give_back(place)

    @staticmethod
    def _check_length(header: str | None, limit: int) -> None:
        if header is None:
            return
        if not (header.isascii() and header.isdigit()):
            raise Problem(400, "bad_request", "Content-Length is not a number", headers=_CLOSE)
        if len(header) > 18 or int(header) > limit:
            raise too_large(limit)

    def _place(self, address: str) -> int:
        """A place for the photos of this address. Raises the Problem to answer with where there is none."""
        place = self._uploads.take(address, self.settings.max_uploads_per_address)
        if isinstance(place, int):
            return place
        headers = {**_CLOSE, "Retry-After": "2"}
        if place == "full":
            raise Problem(503, "busy", "too many photos are being received; try again", headers=headers)
        raise Problem(429, "rate_limited", "too many photos at once from this address", headers=headers)


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


class RateLimit:
    """Answers 429 with Retry-After to a caller, by token and by address, who asks too often."""

    def __init__(self, app: ASGIApp, rates: Rates) -> None:
        self.app = app
        self.rates = rates

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not scope["path"].startswith("/v1"):
            await self.app(scope, receive, send)
            return
        wait = await self.rates.wait(callers(scope), is_upload(scope))
        if wait <= 0:
            await self.app(scope, receive, send)
            return
        problem = Problem(
            429,
            "rate_limited",
            "too many requests; try again later",
            headers={"Retry-After": str(max(1, math.ceil(wait))), **(_CLOSE if is_upload(scope) else {})},
        )
        await problem.response(scope)(scope, receive, send)


def callers(scope: Scope) -> list[str]:
    """What a request's sender is known by: the address and, where one is shown, the table's token."""
    headers = Headers(scope=scope)
    keys = ["address:" + client_address(scope)]
    # The access token is shared by everybody; only a table's own token tells callers apart.
    if (token := given_table_token(scope, headers)) and token != given_access_token(headers):
        keys.append("token:" + hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()[:16])
    return keys
