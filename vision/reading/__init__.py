"""From a layout to the most probable legal hand, with every doubt said; corrections; several pictures as one.

layout = arrange(tiles, image_size)
parts = read_hand(layout, "guobiao")                            # a first reading
parts = read_tiles(tiles, image_size, "guobiao", edits=edits)   # with corrections
parts = read_tiles(fuse(pictures).tiles, image_size, "guobiao")
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scorer import Ruleset, Tile
from vision.reading.compare import HandScore, HandTruth, MeldTruth, compare, summary
from vision.reading.edited import read_edited
from vision.reading.edits import EditError, format_edit, parse_edit
from vision.reading.fuse import Fused, fuse
from vision.reading.game import Game, game_of
from vision.reading.read import read_hand
from vision.reading.thresholds import DEFAULT_READING_THRESHOLDS, ReadingThresholds
from vision.types import Edit, NamedTile, ReadingParts


def read_tiles(
    tiles: Sequence[NamedTile],
    image_size: tuple[int, int] | None = None,
    ruleset: Ruleset | str | None = None,
    wild: Tile | None = None,
    edits: Sequence[Edit] = (),
    *,
    indicator: Tile | None = None,
    options: Mapping[str, Any] | None = None,
    limits: ReadingThresholds = DEFAULT_READING_THRESHOLDS,
) -> ReadingParts:
    """Layout and reading in one, with the player's corrections made in their order.

    Raises EditError for a correction that names no tile of the picture, UnknownRuleset and OptionError.
    """
    return read_edited(tiles, image_size, game_of(ruleset, wild, indicator, options), edits, limits)


__all__ = [
    "DEFAULT_READING_THRESHOLDS",
    "EditError",
    "Fused",
    "Game",
    "HandScore",
    "HandTruth",
    "MeldTruth",
    "ReadingThresholds",
    "compare",
    "format_edit",
    "fuse",
    "game_of",
    "parse_edit",
    "read_edited",
    "read_hand",
    "read_tiles",
    "summary",
]
