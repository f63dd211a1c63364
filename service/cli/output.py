"""Writing to a program or to a person."""

from __future__ import annotations

import codecs
import io
import json
import os
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console


_IN_NOTATION = "tilesight.notation"
NARROWEST = 20
"""Columns below which a terminal's width is not believed."""


def json_bytes(value: Any) -> bytes:
    """One JSON value on one line, in UTF-8; what UTF-8 cannot hold stays escaped."""
    text = json.dumps(value, ensure_ascii=False, separators=(", ", ": "))
    return text.encode("utf-8", "backslashreplace") + b"\n"


def write_json(value: Any) -> None:
    """Write one JSON line to standard output at once, so that a reader who waits for it gets it."""
    out = getattr(sys.stdout, "buffer", None)
    if out is None:
        sys.stdout.write(json_bytes(value).decode("utf-8"))
        sys.stdout.flush()
        return
    out.write(json_bytes(value))
    out.flush()


def console(*, errors: bool = False) -> Console:
    """The terminal, or plain text where there is none."""
    from rich.console import Console

    # A width of nothing, which some terminals tell at first, would show nothing.
    told = os.environ.get("COLUMNS", "")
    width = NARROWEST if told.isdigit() and int(told) < NARROWEST else None
    return Console(stderr=errors, highlight=False, soft_wrap=True, width=width)


def open_streams() -> None:
    """See to it that both streams are there and take any text: a closed one takes all and keeps nothing, and of what a
    terminal's encoding lacks tiles are written in notation, the rest as question marks."""
    codecs.register_error(_IN_NOTATION, _in_notation)
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115 (it stays open)
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=_IN_NOTATION)


def _in_notation(error: UnicodeError) -> tuple[str, int]:
    from scorer.tiles import Tile

    if not isinstance(error, UnicodeEncodeError):
        raise error
    names = {Tile(number).unicode: str(Tile(number)) for number in range(42)} | {"\N{VARIATION SELECTOR-15}": ""}
    return "".join(names.get(one, "?") for one in error.object[error.start : error.end]), error.end


def error_line(message: str) -> None:
    """Say one thing on standard error and go on."""
    from service.cli.errors import one_line

    print(f"tilesight: {one_line(message)}", file=sys.stderr)
