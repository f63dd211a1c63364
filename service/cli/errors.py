"""What ends a command early: bad use or bad input, said in one line."""

from __future__ import annotations

LONGEST = 500
DONE = 0
REVIEW = 1
BAD = 2


class BadUse(Exception):
    """Bad use or bad input; the message is one clear line, shown on standard error, and the exit status is 2."""

    def __init__(self, message: str) -> None:
        super().__init__(one_line(message))


def one_line(text: str) -> str:
    """Text on one line, without characters that would steer a terminal."""
    joined = " ".join(text.split())
    if len(joined) > LONGEST:
        joined = joined[:LONGEST] + "…"
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in joined)
