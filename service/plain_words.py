"""What is wrong with a value, in words of ours: the schema library's own speak of its types and its rounds of checking.

Values are told by what they are (text, a list of 3), not repeated: they may be secrets, or longer than any line. Only
whole numbers are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, get_args, get_origin

from pydantic import BaseModel

from scorer.near import meant

_WIDEST = 10**12
"""Numbers from which on even a number is not repeated."""


def plain(error: Mapping[str, Any], known: Iterable[str] = (), *, typed: bool = False) -> str:
    """One error of a `pydantic.ValidationError`, without the name of the field; ``known`` are the fields there are.
    What was ``typed`` as an argument of a command is repeated.

    An error of a kind that has no words here keeps the library's.
    """
    kind = str(error["type"])
    context: Mapping[str, Any] = error.get("ctx") or {}
    if kind == "missing":
        return "is missing"
    if kind == "extra_forbidden":
        name = error["loc"][-1] if error["loc"] else ""
        return f"is unknown{meant(name, known)}"
    if kind == "value_error":
        return str(error["msg"]).removeprefix("Value error, ")
    if kind.startswith("union_tag"):
        tags = f": one of {context['expected_tags']}" if "expected_tags" in context else ""
        return f"expected {context['discriminator']} to say what it is{tags}"
    expected = _expected(kind, context)
    if expected is None:
        return str(error["msg"])
    value = error.get("input")
    told = repr(value) if typed and isinstance(value, str) else _told(kind, context, value)
    return f"expected {expected}, got {told}"


_KINDS = {
    "int": "a whole number",
    "float": "a number",
    "decimal": "a number",
    "string": "text",
    "bool": "true or false",
    "list": "a list",
    "tuple": "a list",
    "set": "a list",
    "dict": "an object",
    "model": "an object",
    "none": "null",
    "path": "the name of a file or folder",
    "url": "a web address",
    "date": "a date",
    "datetime": "a date and time",
}
_BOUNDS: dict[str, tuple[str, str]] = {
    "greater_than_equal": ("ge", "a number from {} on"),
    "greater_than": ("gt", "a number above {}"),
    "less_than_equal": ("le", "a number up to {}"),
    "less_than": ("lt", "a number below {}"),
    "string_too_short": ("min_length", "text of {} characters or more"),
    "string_too_long": ("max_length", "text of {} characters at most"),
    "too_short": ("min_length", "a list of {} or more"),
    "too_long": ("max_length", "a list of {} at most"),
}


def _expected(kind: str, context: Mapping[str, Any]) -> str | None:
    if kind in ("literal_error", "enum"):
        return str(context["expected"])
    if kind in _BOUNDS:
        name, words = _BOUNDS[kind]
        return words.format(f"{context[name]:g}")
    if kind == "string_pattern_mismatch":
        return "text of another form"
    if kind == "finite_number":
        return "a finite number"
    return _KINDS.get(kind.split("_")[0]) if kind.endswith(("_type", "_parsing", "_from_float")) else None


def _told(kind: str, context: Mapping[str, Any], value: Any) -> str:
    if kind in ("too_short", "too_long") and context.get("actual_length") is not None:
        return str(context["actual_length"])
    if kind in ("string_too_short", "string_too_long") and isinstance(value, str):
        return str(len(value))
    if value is None:
        return "null"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(value) if abs(value) < _WIDEST else "a larger one"
    if isinstance(value, float):
        return "a fraction"
    if isinstance(value, str):
        return "text" if value else "empty text"
    if isinstance(value, Mapping):
        return "an object"
    return f"a list of {len(value)}" if isinstance(value, list | tuple | set | frozenset) else "something else"


def field_names(annotation: Any) -> frozenset[str]:
    """The names of all fields of a model and of the models in its fields."""
    found: set[str] = set()
    seen: set[Any] = set()
    waiting = [annotation]
    while waiting:
        one = waiting.pop()
        if isinstance(one, type) and issubclass(one, BaseModel):
            if one not in seen:
                seen.add(one)
                for name, field in one.model_fields.items():
                    found.add(field.alias or name)
                    waiting.append(field.annotation)
        elif get_origin(one) is not None:
            waiting.extend(get_args(one))
    return frozenset(found)
