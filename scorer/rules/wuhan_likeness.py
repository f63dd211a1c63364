"""武汉: which sets serve its items alike. Ranks matter for 2, 5, 8 alone, and the winning tile not at all."""

from __future__ import annotations

from collections.abc import Hashable

from scorer.given import Given
from scorer.reading import homes_in
from scorer.rules.wuhan_items import TWO_FIVE_EIGHT
from scorer.sets import pair_of, set_in_hand
from scorer.shapes import Likeness


def likeness(given: Given) -> Likeness:
    """Sets of one kind, suit and number of wild tiles standing as themselves are alike; of pungs and pairs also whether
    they are of 2, 5 or 8."""
    wild = given.wild

    def like(code: int) -> Hashable:
        if code < 0:
            pair = pair_of(~code)
            return "pair", pair.suit, pair.tile in TWO_FIVE_EIGHT, pair.tile == wild
        tile_set = set_in_hand(code)
        if tile_set.is_chow:
            return "chow", tile_set.suit, homes_in(tile_set, wild)
        return "pung", tile_set.suit, tile_set.tile in TWO_FIVE_EIGHT, tile_set.tile == wild

    return like
