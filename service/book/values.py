"""The book's small common values: four amounts, seats, canonical JSON, the clock."""

from __future__ import annotations

import json
import time
import unicodedata
from datetime import UTC, datetime

Four = tuple[int, int, int, int]
Json = dict[str, object]

ZERO: Four = (0, 0, 0, 0)
SEATS = (0, 1, 2, 3)


def four(values: object) -> Four:
    """Four integers from a sequence. Raises ValueError for anything else."""
    if not isinstance(values, list | tuple) or len(values) != 4:
        raise ValueError("expected four integers, one a seat")
    found = [value for value in values if isinstance(value, int) and not isinstance(value, bool)]
    if len(found) != 4:
        raise ValueError("expected four integers, one a seat")
    return (found[0], found[1], found[2], found[3])


def negated(amounts: Four) -> Four:
    return (-amounts[0], -amounts[1], -amounts[2], -amounts[3])


def added(one: Four, other: Four) -> Four:
    return (one[0] + other[0], one[1] + other[1], one[2] + other[2], one[3] + other[3])


def integer(value: object) -> int:
    """An integer of a JSON object that the book wrote itself. Raises ValueError for anything else."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise ValueError(f"expected an integer, found {value!r}")
    return value


def to_text(value: object) -> str:
    """Canonical JSON: sorted keys, no spaces, characters as they are."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


def from_text(text: str) -> Json:
    """An object written by `to_text`."""
    value = json.loads(text)
    if not isinstance(value, dict):
        raise ValueError("expected a JSON object")
    return value


def four_from_text(text: str) -> Four:
    """Four integers from the text of a JSON list."""
    return four(json.loads(text))


def now_ms() -> int:
    """Milliseconds since 1970 UTC. The book never orders by it: a clock may jump."""
    return time.time_ns() // 1_000_000


def iso(milliseconds: int) -> str:
    """A time of the book as ISO 8601 in UTC, to the millisecond."""
    moment = datetime.fromtimestamp(milliseconds / 1000, UTC)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def milliseconds(text: str) -> int:
    """The inverse of `iso`. Raises ValueError."""
    return round(datetime.fromisoformat(text).timestamp() * 1000)


NAME_MOST = 40
REASON_MOST = 200
CURRENCY_MOST = 8
"""How many characters a name, a note and a currency have at most."""


def kept_text(text: str, most: int) -> str:
    """A name or note as it is kept: composed, its spaces plain single ones (phones type others).

    Raises:
        ValueError: it cannot be shown, or has more characters.
    """
    spaces = "".join(" " if unicodedata.category(char) == "Zs" else char for char in text)
    text = " ".join(part for part in unicodedata.normalize("NFC", spaces).split(" ") if part)
    if not text.translate(_JOINERS) or not _is_shown(text):
        raise ValueError("expected printable characters")
    if len(text) > most:
        raise ValueError(f"expected at most {most} characters")
    return text


def _is_shown(text: str) -> bool:
    """Whether every character of a name or note can be shown. The joiners that hold emoji and some scripts together
    count as shown; what turns the direction of writing, breaks lines or steers a terminal does not."""
    return text.translate(_JOINERS).isprintable()


_JOINERS = {0x200C: None, 0x200D: None}
