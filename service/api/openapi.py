"""The API's description of itself."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import TypeAdapter

from service.api import problems
from service.api.scans import ScanContextIn
from service.api.schemas.edits import EditIn
from service.versions import package_version

API_VERSION = package_version()
DESCRIPTION = """\
Photo → reading → (the player looks and corrects) → score → the table's book.

Reading and scoring are separate calls with the player's look between them; `POST /v1/scans` does both. A photo alone
never writes to the book. Errors are `application/problem+json` with a stable `code`. Seats are 0–3 in turn order
(counter-clockwise); amounts are whole numbers and always sum to zero.
"""
TAGS = [
    {"name": "readings", "description": "Photos read: tiles, groups, the hand, doubts; and their corrections."},
    {"name": "score", "description": "Hands scored: items, total, payments."},
    {"name": "rules", "description": "The rulesets, their items, options and flags."},
    {"name": "tables", "description": "The book: tables, games, hands, totals, live events."},
    {"name": "access", "description": "The server's access token."},
    {"name": "operation", "description": "Health, readiness, counters."},
]
_MAKES_TABLES = frozenset({"/v1/tables", "/v1/tables/import"})
_OPEN = frozenset({"/healthz", "/readyz", "/v1/access"})


def install(app: FastAPI) -> None:
    """Make ``app.openapi()`` whole: problem documents, security, no form of error that is never sent."""

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = _complete(
                get_openapi(
                    title=app.title,
                    version=app.version,
                    summary=app.summary,
                    description=app.description,
                    routes=app.routes,
                    tags=TAGS,
                    license_info=app.license_info,
                )
            )
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]


def _complete(document: dict[str, Any]) -> dict[str, Any]:
    components = document.setdefault("components", {})
    schemas = components.setdefault("schemas", {})
    for name in ("HTTPValidationError", "ValidationError"):
        schemas.pop(name, None)
    schemas["Problem"] = problems.PROBLEM_SCHEMA
    _add_model(schemas, "ScanContextIn", TypeAdapter(ScanContextIn))
    _add_model(schemas, "EditsIn", TypeAdapter(list[EditIn]))
    components["securitySchemes"] = {
        **components.get("securitySchemes", {}),
        "accessToken": {
            "type": "http",
            "scheme": "bearer",
            "description": "The server's access token, where the operator has set one.",
        },
    }
    document["security"] = [{}, {"accessToken": []}]
    for path, operations in document["paths"].items():
        for operation in operations.values():
            _complete_operation(path, operation)
    return document


def _add_model(schemas: dict[str, Any], name: str, kind: TypeAdapter[Any]) -> None:
    """Describe a model that only stands inside a multipart body, where routes do not declare it."""
    schema = kind.json_schema(ref_template="#/components/schemas/{model}")
    for part, described in schema.pop("$defs", {}).items():
        schemas.setdefault(part, described)
    schemas[name] = schema


def _complete_operation(path: str, operation: dict[str, Any]) -> None:
    answers: dict[str, Any] = operation["responses"]
    if path in _MAKES_TABLES:
        # Who makes a table has no token of it yet.
        operation.pop("security", None)
    unprocessable = answers.get("422", {})
    schema = unprocessable.get("content", {}).get("application/json", {}).get("schema", {})
    if schema.get("$ref", "").endswith("HTTPValidationError"):
        answers["422"] = problems.responses("invalid_request")[422]
    usual = [] if path in _OPEN else ["access_token_required"]
    if path.startswith("/v1"):
        usual.append("rate_limited")
    for status, answer in problems.responses(*usual).items():
        answers.setdefault(str(status), answer)
    answers.setdefault(
        "default",
        {
            "description": "Any other error.",
            "content": {problems.MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
        },
    )
