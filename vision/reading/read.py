"""The whole reading step: from a layout to the hand a player would write down, with every doubt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scorer import Ruleset, Tile
from vision.layout import Layout
from vision.reading.edited import read_edited
from vision.reading.found import find, nothing
from vision.reading.game import game_of
from vision.reading.thresholds import DEFAULT_READING_THRESHOLDS, ReadingThresholds
from vision.types import Edit, ReadingParts


def read_hand(
    layout: Layout,
    ruleset: Ruleset | str | None = None,
    wild: Tile | None = None,
    edits: Sequence[Edit] = (),
    *,
    indicator: Tile | None = None,
    options: Mapping[str, Any] | None = None,
    limits: ReadingThresholds = DEFAULT_READING_THRESHOLDS,
) -> ReadingParts:
    """The most probable legal hand of a layout under a ruleset, or under what all common games share.

    `wild` is the wild face where the table has one, else it follows from the `indicator` and the `options`. With
    `edits` the tiles of the layout are laid out and read again as the player says they are. Raises UnknownRuleset,
    OptionError, and EditError for a correction of a tile that is not there.
    """
    game = game_of(ruleset, wild, indicator, options)
    if edits:
        return read_edited((*layout.hand_tiles, *layout.background), None, game, edits, limits, layout)
    found = find(layout, game, limits)
    return nothing((*layout.hand_tiles, *layout.background)) if found is None else found.parts(layout, game, limits)
