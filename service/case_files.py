"""The cases of a file or stream: one a line, or one JSON text over several lines, a case or a list of cases."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from typing import Any, BinaryIO

from service.strict_json import NotJson, parse_json

LONGEST_LINE = 1024 * 1024
"""Bytes of a line, and of a text of several lines: more than any case can have."""


def cases(source: BinaryIO) -> Iterator[Any]:
    """What each line holds, before the next line is read; a NotJson in the place of one that holds no JSON.

    The first line may be a list of cases, or begin a text of several lines, a case or a list: that is what a line says
    which is JSON as far as it goes. A list gives its cases one by one.
    """
    lines = _lines(source)
    for line in islice(lines, 1):
        if line is not None and _goes_on(line):
            yield from _text(line, lines)
        else:
            value = _value(line)
            yield from value if isinstance(value, list) and value else (value,)
    for line in lines:
        yield _value(line)


def _text(first: bytes, lines: Iterator[bytes | None]) -> Iterator[Any]:
    """The cases of a text that begins with this line, up to where its brackets close.

    Where it is no JSON after all, a line that is a case by itself shows that the lines were meant one by one: then the
    first was cut short.
    """
    held, size, depth, alone = [first], len(first), _depth(first), 0
    # The last case of a list has no comma after it, and is none the less one of the list.
    listed = first.lstrip(b"\xef\xbb\xbf \t").startswith(b"[")
    for line in lines:
        if line is None or size + len(line) > LONGEST_LINE:
            yield NotJson(f"the text is longer than {LONGEST_LINE} bytes: write one case a line")
            return
        held.append(line)
        size += len(line)
        depth += _depth(line)
        alone += "ruleset" in _fields(line)
        if depth <= 0 or alone > listed:
            break
    text = _value(b"".join(held))
    if isinstance(text, NotJson) and alone:
        yield from map(_value, held)
        return
    yield from text if isinstance(text, list) and text else (text,)
    # An empty line is a case that is missing, but none after a whole text.
    yield from (_value(line) for line in lines if line is None or line.strip())


def _lines(source: BinaryIO) -> Iterator[bytes | None]:
    """The lines; None for one that is longer than any case can be, of which only the bound is ever held."""
    while line := source.readline(LONGEST_LINE + 1):
        if len(line) <= LONGEST_LINE or line.endswith(b"\n"):
            yield line
            continue
        while rest := source.readline(LONGEST_LINE):
            if rest.endswith(b"\n"):
                break
        yield None


def _value(line: bytes | None) -> Any:
    if line is None:
        return NotJson(f"the line is longer than {LONGEST_LINE} bytes")
    if not line.strip():
        return NotJson("the line is empty")
    try:
        return parse_json(line)
    except NotJson as error:
        return error


def _fields(line: bytes) -> dict[str, Any]:
    value = _value(line)
    return value if isinstance(value, dict) else {}


def _goes_on(line: bytes) -> bool:
    """Whether the line begins an object or a list and is JSON as far as it goes."""
    try:
        text = line.decode("utf-8-sig").rstrip()
        json.loads(text)
    except json.JSONDecodeError as error:
        return text.lstrip()[:1] in ("{", "[") and error.pos >= len(text)
    except (ValueError, RecursionError):
        pass
    return False


def _depth(line: bytes) -> int:
    """How many brackets the line opens and does not close; those in texts do not count, and no text spans lines."""
    depth, quoted, escaped = 0, False, False
    for byte in line:
        if escaped:
            escaped = False
        elif quoted:
            escaped, quoted = byte == 0x5C, byte != 0x22
        elif byte == 0x22:
            quoted = True
        elif byte in b"{[":
            depth += 1
        elif byte in b"}]":
            depth -= 1
    return depth
