"""TypeScript types of the HTTP API for the phone app: ``python -m service.web.make_types`` writes them anew.

The file names the shape of the API that it was made from: a digest of the OpenAPI document without its prose, so that
a better description does not ask for new types.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

WEB = Path(__file__).resolve().parent
TYPES = WEB / "src" / "lib" / "api" / "schema.d.ts"
_PROSE = frozenset({"description", "summary", "examples", "example", "title", "externalDocs"})


def openapi() -> dict[str, Any]:
    """The API's OpenAPI document."""
    from service.api.app import create_app
    from service.settings import Settings

    return create_app(Settings(web=False)).openapi()


def without_prose(value: Any, *, names: bool = False) -> Any:
    """The document without what does not change a type; ``names``: the keys of this object are names, not keywords."""
    if isinstance(value, list):
        return [without_prose(entry) for entry in value]
    if not isinstance(value, dict):
        return value
    return {
        key: without_prose(entry, names=not names and key in ("properties", "schemas", "responses", "paths"))
        for key, entry in value.items()
        if names or key not in _PROSE
    }


def bare() -> dict[str, Any]:
    """The document that the types are made from."""
    document = openapi()
    kept = {key: document[key] for key in ("openapi", "paths", "components")}
    found: dict[str, Any] = without_prose(kept)
    return {**found, "info": {"title": "tilesight", "version": "1"}}


def shape(document: dict[str, Any]) -> str:
    """The digest that the types' first line names."""
    text = json.dumps(document, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()[:32]


def first_line(document: dict[str, Any]) -> str:
    """The first line of types made from this document."""
    return f"// Made by service/web/make_types.py from the API of shape {shape(document)}; not to be edited."


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the types; needs the app's node packages."""
    argparse.ArgumentParser(description=__doc__).parse_args(arguments)
    document = bare()
    with tempfile.TemporaryDirectory() as folder:
        source, made = Path(folder) / "openapi.json", Path(folder) / "schema.d.ts"
        for entry in _responses_filled(document):
            entry.setdefault("description", "")
        source.write_text(json.dumps(document), encoding="utf-8")
        command = ["npx", "--no-install", "openapi-typescript", str(source), "-o", str(made), "--alphabetize"]
        done = subprocess.run(command, cwd=WEB, check=False)
        if done.returncode:
            print("the types were not made: run npm ci in service/web first", file=sys.stderr)
            return 1
        TYPES.write_text(f"{first_line(bare())}\n{made.read_text(encoding='utf-8')}", encoding="utf-8")
    return 0


def _responses_filled(document: dict[str, Any]) -> list[dict[str, Any]]:
    """Every response of every route: the OpenAPI standard wants a description in each."""
    return [
        response
        for path in document["paths"].values()
        for route in path.values()
        if isinstance(route, dict)
        for response in route.get("responses", {}).values()
    ]


if __name__ == "__main__":
    raise SystemExit(main())
