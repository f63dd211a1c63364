"""A reading as it travels between server and phone: its id and the version that a confirmation must name.

The server keeps no readings. A phone sends a reading back to have it corrected or confirmed, and the version, a digest
of everything the player saw, shows that it is that very reading and not another.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Mapping
from typing import Any

_NOT_SEEN = frozenset({"id", "version", "timing_ms", "path", "photo_id"})


def new_reading_id() -> str:
    """A fresh id of a reading; random, so that nobody can guess another's."""
    return secrets.token_urlsafe(12)


def reading_version(reading: Mapping[str, Any]) -> str:
    """The digest of a reading's content: same content, same version, whatever the order of its fields."""
    content = {key: _as_any_client_writes(value) for key, value in reading.items() if key not in _NOT_SEEN}
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()[:24]


def _as_any_client_writes(value: Any) -> Any:
    """Whole numbers without a point: a browser that sends 12.0 back writes it 12."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, Mapping):
        return {key: _as_any_client_writes(entry) for key, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [_as_any_client_writes(entry) for entry in value]
    return value


def with_version(reading: Mapping[str, Any], reading_id: str | None = None) -> dict[str, Any]:
    """The reading with its ``id`` (a new one where none is given) and ``version``."""
    return {"id": reading_id or new_reading_id(), "version": reading_version(reading), **_without_identity(reading)}


def _without_identity(reading: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in reading.items() if key not in ("id", "version")}
