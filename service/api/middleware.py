"""What surrounds every request: its id, log line and counts; security headers; the Host check; the access token."""

from __future__ import annotations

import hmac
import re
import secrets
import time
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.api.problems import Problem
from service.logs import get_logger
from service.metrics import Metrics

ACCESS_COOKIE = "tilesight_access"
ACCESS_HEADER = "x-access-token"
TABLE_TOKEN_HEADER = "x-table-token"
_REQUEST_ID = re.compile(r"[A-Za-z0-9_.-]{8,64}\Z")
_OPEN_PATHS = frozenset({"/healthz", "/readyz"})
_LONGEST_HOST = 253 + len(":65535")
"""Of a name as DNS has them, with a port. Links and QR codes bear it."""
_WATCHED = re.compile(r"/v1/tables/[^/]+(/.*)?\Z")

SECURITY_HEADERS: tuple[tuple[str, str], ...] = (
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(self), geolocation=(), microphone=(), payment=(), usb=()"),
    (
        "content-security-policy",
        "default-src 'self'; img-src 'self' blob: data:; media-src 'self' blob:; style-src 'self' 'unsafe-inline'; "
        "script-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; object-src 'none'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    ),
)


def client_address(scope: Scope) -> str:
    """The caller's address, or ``-`` where the server does not tell."""
    client = scope.get("client")
    return str(client[0]) if client else "-"


def given_access_token(headers: Headers) -> str | None:
    """The access token a request shows: bearer, own header or cookie."""
    authorization = headers.get("authorization", "")
    scheme, _, value = authorization.partition(" ")
    if scheme.lower() == "bearer" and value:
        return value.strip()
    if header := headers.get(ACCESS_HEADER):
        return header
    try:
        morsel = SimpleCookie(headers.get("cookie", "")).get(ACCESS_COOKIE)
    except CookieError:
        return None
    return morsel.value if morsel else None


def given_table_token(scope: Scope, headers: Headers) -> str | None:
    """The table token a request shows, in its header or, for links and event streams, its query."""
    if header := headers.get(TABLE_TOKEN_HEADER):
        return header
    try:
        query = parse_qs(scope.get("query_string", b"").decode("latin-1"), max_num_fields=20)
    except ValueError:
        # No link of ours has so many fields.
        return None
    values = query.get("token")
    return values[0] if values else None


def same_text(given: str, expected: str) -> bool:
    """Whether two secrets are equal, in time that tells nothing of where they differ."""
    return hmac.compare_digest(given.encode("utf-8", "surrogatepass"), expected.encode("utf-8"))


_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


class RequestContext:
    """Gives a request its id, logs one line when it is answered, counts it and adds the security headers."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app = app
        self.metrics = metrics
        self.log = get_logger("http")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        given = Headers(scope=scope).get("x-request-id", "")
        request_id = given if _REQUEST_ID.match(given) else secrets.token_hex(8)
        scope.setdefault("state", {})["request_id"] = request_id
        started = time.perf_counter()
        status = 0

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                headers["x-request-id"] = request_id
                for name, value in SECURITY_HEADERS:
                    headers.setdefault(name, value)
                if scope["path"].startswith("/v1"):
                    headers.setdefault("cache-control", "no-store")
            await send(message)

        with structlog.contextvars.bound_contextvars(request_id=request_id):
            try:
                await self.app(scope, receive, send_with_headers)
            except Exception:
                self.log.exception("request failed", method=scope["method"])
                if status:
                    raise
                problem = Problem(500, "internal_error", "the server failed to answer; its log holds the request id")
                await problem.response(scope)(scope, receive, send_with_headers)
            finally:
                seconds = time.perf_counter() - started
                route = route_template(scope)
                # Every label is kept for ever, so a caller may not make up new ones.
                method = scope["method"] if scope["method"] in _METHODS else "(other)"
                self.metrics.requests.labels(method, route, str(status)).inc()
                self.metrics.request_seconds.labels(method, route).observe(seconds)
                self.log.info(
                    "request", method=scope["method"], route=route, status=status, ms=round(seconds * 1000, 1)
                )


def route_template(scope: Scope) -> str:
    """The request's path with every parameter replaced by its name, so that no id reaches logs and counters."""
    if "route" not in scope:
        return "(other)"
    if ":path}" in str(getattr(scope["route"], "path", "")):
        return "(web)"
    names = {str(value): name for name, value in scope.get("path_params", {}).items()}
    return "/".join(f"{{{names[part]}}}" if part in names else part for part in scope["path"].split("/"))


class Gate:
    """Lets a request in: the Host header must be one of ours, the access token must be right where one is set.

    Health checks and the phone app's own files are open. Who reads a table with that table's token (by a link) needs
    no access token; the table's routes check theirs.
    """

    def __init__(
        self, app: ASGIApp, access_token: str | None, hosts: frozenset[str] | None, guarded: tuple[str, ...]
    ) -> None:
        self.app = app
        self.access_token = access_token
        self.hosts = hosts
        self.guarded = guarded

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        problem = self.problem(scope)
        if problem is None:
            await self.app(scope, receive, send)
        else:
            await problem.response(scope)(scope, receive, send)

    def problem(self, scope: Scope) -> Problem | None:
        """Why this request is not let in, or None."""
        headers = Headers(scope=scope)
        path: str = scope["path"]
        if len(headers.get("host", "")) > _LONGEST_HOST:
            return Problem(421, "wrong_host", "the host named in the request is longer than any name")
        if self.hosts is not None and path not in _OPEN_PATHS and host_name(headers.get("host", "")) not in self.hosts:
            return Problem(421, "wrong_host", "this server does not answer for the host named in the request")
        if self.access_token is None or not path.startswith(self.guarded):
            return None
        given = given_access_token(headers)
        if given is not None and same_text(given, self.access_token):
            return None
        if scope["method"] in ("GET", "HEAD") and _WATCHED.match(path) and given_table_token(scope, headers):
            return None
        if path == "/v1/access":
            return None
        return Problem(
            401,
            "access_token_required",
            "this server wants its access token, as 'Authorization: Bearer …'",
            headers={"WWW-Authenticate": 'Bearer realm="tilesight"', "Connection": "close"},
        )


def host_name(header: str) -> str:
    """The name in a Host header, without its port, in small letters."""
    if header.startswith("["):
        return header.partition("]")[0][1:].lower()
    return header.partition(":")[0].lower()
