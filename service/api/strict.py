"""Routes whose JSON bodies are read as the command line reads them: a field that comes twice is refused."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import Request
from fastapi.routing import APIRoute
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from service.api.problems import Problem
from service.strict_json import NotJson, parse_json

_SMALL = 256 * 1024


class StrictRequest(Request):
    """A request whose JSON says everything once."""

    async def json(self) -> Any:
        """The body's value. Raises Problem 400 where it is no JSON or has a field twice."""
        if not hasattr(self, "_json"):
            body = await self.body()
            try:
                # A long body, such as a book to import, must not hold up everybody else.
                self._json = parse_json(body) if len(body) <= _SMALL else await run_in_threadpool(parse_json, body)
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
