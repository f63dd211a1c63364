"""JSON as every surface takes it: no field twice, no NaN, and one sentence about what is wrong."""

from __future__ import annotations

import json
from typing import Any

_LONGEST_NAME = 64


class NotJson(ValueError):
    """The text is no JSON, or JSON that two readers would understand differently; the message says where or why."""


def parse_json(text: str | bytes) -> Any:
    """The value of a JSON text.

    Raises:
        NotJson: it is broken, nested too deeply, has a field twice, or a number that JSON does not know.
    """
    try:
        return json.loads(text, parse_constant=_no_constant, object_pairs_hook=_distinct)
    except RecursionError:
        raise NotJson("not valid JSON: nested too deeply") from None
    except NotJson:
        raise
    except ValueError as error:
        raise NotJson(f"not valid JSON: {error}") from None


def _no_constant(name: str) -> Any:
    raise NotJson(f"not valid JSON: {name} is no JSON value")


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        names: set[str] = set()
        for name, _ in pairs:
            if name in names:
                raise NotJson(f"not valid JSON: the field '{name[:_LONGEST_NAME]}' comes twice")
            names.add(name)
    return found
