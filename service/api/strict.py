"""Routes whose JSON bodies are read as the command line reads them: a field that comes twice is refused."""

from __future__ import annotations

import gc
from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import Request
from fastapi.routing import APIRoute
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from service.api.problems import Problem
from service.strict_json import NotJson, parse_json

_SMALL = 256 * 1024
_MOST_CONTAINERS = 4_000_000
"""Lists and objects of a body, one for every 16 bytes of the largest that may be sent. Many more hold up everybody for
long, since Python parses JSON in one go."""


def _parse_long(body: bytes) -> Any:
    if body.count(b"[") + body.count(b"{") > _MOST_CONTAINERS:
        raise NotJson(f"not valid JSON for any request: more than {_MOST_CONTAINERS} lists and objects")
    # Nothing that is parsed is garbage yet; looking for it takes three times as long as the parsing.
    collecting = gc.isenabled()
    gc.disable()
    try:
        return parse_json(body)
    finally:
        if collecting:
            gc.enable()


class StrictRequest(Request):
    """A request whose JSON says everything once."""

    async def json(self) -> Any:
        """The body's value. Raises Problem 400 where it is no JSON or has a field twice."""
        if not hasattr(self, "_json"):
            body = await self.body()
            try:
                # A long body, such as a book to import, must not hold up everybody else.
                self._json = parse_json(body) if len(body) <= _SMALL else await run_in_threadpool(_parse_long, body)
            except NotJson as error:
                raise Problem(400, "bad_request", f"the body is {error}") from None
        return self._json


class StrictRoute(APIRoute):
    """A route that reads its body so."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handler = super().get_route_handler()

        async def strict(request: Request) -> Response:
            return await handler(StrictRequest(request.scope, request.receive))

        return strict
