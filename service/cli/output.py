"""Writing to a program or to a person."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console


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

    return Console(stderr=errors, highlight=False, soft_wrap=True)


def error_line(message: str) -> None:
    """Say one thing on standard error and go on."""
    from service.cli.errors import one_line

    print(f"tilesight: {one_line(message)}", file=sys.stderr)
