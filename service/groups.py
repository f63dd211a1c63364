"""The groups of a reading by their numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

MELDS = frozenset({"chow", "pung", "kong", "concealed kong"})
"""The roles of groups that are melds; a reading does not tell an added kong from another."""


def next_group(reading: Mapping[str, Any]) -> int:
    """The number of a group that is not there yet, nor was made by a correction before."""
    there = [group["id"] for group in reading["groups"]]
    made = [edit["group"] for edit in reading.get("edits", ()) if edit.get("group") is not None]
    return 1 + max([*there, *made], default=-1)
