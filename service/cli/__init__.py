"""The command ``tilesight``.

Exit status: 0 done; 1 the hand does not win or the photo needs review; 2 bad use or bad input, with one clear line on
standard error. A traceback is shown only where TILESIGHT_DEBUG is set.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Sequence

from service.cli.errors import BAD, BadUse, one_line

INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit status."""
    from service.cli.output import open_streams

    open_streams()
    given = prepare(list(sys.argv[1:] if arguments is None else arguments))
    try:
        status = _run(given)
        sys.stdout.flush()
        return status
    except BadUse as error:
        return _fail(str(error))
    except SystemExit:
        # The command line library leaves this way when whoever read our output has gone.
        return BAD
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has gone; nothing more can be said to them.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BAD
    except Exception as error:
        if os.environ.get("TILESIGHT_DEBUG"):
            raise
        return _fail(f"{type(error).__name__}: {error} (set TILESIGHT_DEBUG=1 for the full trace)")


def prepare(arguments: list[str]) -> list[str]:
    """``score … --json`` without a file asks for JSON output of the one case; with a file it is the input."""
    if "score" not in arguments[:1]:
        return arguments
    prepared = list(arguments)
    for place, argument in enumerate(prepared):
        following = prepared[place + 1] if place + 1 < len(prepared) else None
        if argument == "--json" and (following is None or following.startswith("--")):
            prepared[place] = "--as-json"
    return prepared


def _run(arguments: list[str]) -> int:
    import typer

    from service.cli.app import app

    errors: tuple[type[Exception], ...] = tuple(
        kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException" and issubclass(kind, Exception)
    )
    try:
        result = app(arguments, prog_name="tilesight", standalone_mode=False)
    except typer.Exit as leaving:
        return int(leaving.exit_code)
    except typer.Abort:
        return INTERRUPTED
    except errors as error:
        return _fail(_usage(error))
    return result if isinstance(result, int) else 0


def _usage(error: BaseException) -> str:
    wrong = getattr(error.__cause__, "errors", None)
    if callable(wrong):
        from service.plain_words import plain

        error.message = plain(wrong()[0], typed=True)  # type: ignore[attr-defined]
    message = error.format_message() if hasattr(error, "format_message") else str(error)
    context = getattr(error, "ctx", None)
    path = getattr(context, "command_path", None) or "tilesight"
    text = one_line(message).rstrip(".")
    return f"{text} (see '{path} --help')" if text else f"no command given (see '{path} --help')"


def _fail(message: str) -> int:
    with contextlib.suppress(OSError):
        sys.stdout.flush()
    print(f"tilesight: {one_line(message)}", file=sys.stderr)
    return BAD
