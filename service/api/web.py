"""The phone app's files, built into the package; without them the service is the API alone."""

from __future__ import annotations

import gzip
import mimetypes
from functools import lru_cache
from pathlib import Path

from fastapi import FastAPI, Request
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, PlainTextResponse, Response

from service.api.problems import Problem

BUILT = Path(__file__).resolve().parent.parent / "web" / "dist"
_HASHED = "/assets/"
_TEXT = (".js", ".css", ".html", ".svg", ".webmanifest", ".json")
_YEAR = "public, max-age=31536000, immutable"
_API_PREFIXES = ("v1/", "healthz", "readyz", "metrics", "openapi.json")
_MISSING = (
    "The phone app is not part of this installation; the API is at /v1, described by /openapi.json.\n"
    "To build the app: npm ci && npm run build, in service/web.\n"
)


def mount(app: FastAPI, folder: Path = BUILT) -> None:
    """Serve the app's files at ``/``, and its first page to a browser that opens any other page of this server.

    The app finds its way by what stands behind ``#``, so ``/`` alone would do; an old or mistyped address opens it too.
    Whoever asks for something else than a page, as a program does, is told that there is nothing.
    """
    mimetypes.add_type("application/manifest+json", ".webmanifest")
    root = folder.resolve()

    @app.api_route("/{path:path}", methods=["GET", "HEAD"], include_in_schema=False)
    def web(request: Request, path: str) -> Response:
        if path.startswith(_API_PREFIXES) or path == "v1":
            if request.method == "HEAD":
                # Addresses there are that know no HEAD, and this one hears it for them.
                raise HTTPException(405, headers={"Allow": "GET"})
            raise Problem(404, "not_found", "there is nothing at this address")
        index = root / "index.html"
        if not index.is_file():
            if path in ("", "index.html"):
                return PlainTextResponse(_MISSING)
            raise Problem(404, "not_found", "there is nothing at this address")
        found = inside(root, path)
        if found is not None:
            return answered(request, found, _YEAR if _HASHED in f"/{path}" else "no-cache")
        if not path:
            return answered(request, index, "no-cache")
        if "." in path.rpartition("/")[2] or not wants_page(request.headers.get("accept", "")):
            raise Problem(404, "not_found", "there is nothing at this address", headers={"Vary": "Accept"})
        answer = answered(request, index, "no-cache")
        answer.headers["Vary"] = "Accept, Accept-Encoding"
        return answer


def answered(request: Request, found: Path, cache: str) -> Response:
    """A file of the app, compressed where it is text and the browser takes it so."""
    headers = {"Cache-Control": cache}
    if found.suffix not in _TEXT:
        return FileResponse(found, headers=headers)
    headers["Vary"] = "Accept-Encoding"
    if "gzip" not in accepted(request.headers.get("accept-encoding", "")):
        return FileResponse(found, headers=headers)
    kind = mimetypes.guess_type(found.name)[0]
    headers["Content-Encoding"] = "gzip"
    return Response(compressed(found, found.stat().st_mtime_ns), media_type=kind, headers=headers)


def accepted(header: str) -> set[str]:
    """The encodings or kinds that a browser takes; what it names with a weight of zero it does not take."""
    named = (part.replace(" ", "").lower().partition(";q=") for part in header.split(","))
    return {name.partition(";")[0] for name, _, weight in named if not weight or weight.strip("0.")}


def wants_page(header: str) -> bool:
    """Whether a page is asked for by name, as browsers do when they open one; ``*/*`` is what programs say."""
    return not accepted(header).isdisjoint(("text/html", "application/xhtml+xml"))


@lru_cache(maxsize=64)
def compressed(found: Path, changed: int) -> bytes:
    """The file in gzip, made once for each version of it."""
    return gzip.compress(found.read_bytes(), 9, mtime=0)


def inside(root: Path, path: str) -> Path | None:
    """The file of this address below ``root``, or None where there is none or it would lie outside."""
    if not path or "\x00" in path:
        return None
    try:
        found = (root / path).resolve()
        return found if found.is_relative_to(root) and found.is_file() else None
    except OSError:
        return None
