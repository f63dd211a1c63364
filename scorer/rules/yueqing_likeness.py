"""乐清, both editions: which sets serve their items alike, so that of thousands of readings few are looked at."""

from __future__ import annotations

from collections.abc import Hashable

from scorer.given import Given
from scorer.reading import homes_in
from scorer.sets import pair_of, set_in_hand
from scorer.shapes import Likeness


def likeness(given: Given) -> Likeness:
    """A chow matters by its suit, by the wild tiles standing as themselves in it, and by whether the winning tile ends
    it two-sided without a wild tile (平胡); a pung by its suit, or face if an honour, and whether all of it is wild;
    the pair likewise."""
    wild = given.wild

    def like(code: int) -> Hashable:
        if code < 0:
            pair = pair_of(~code)
            return pair.suit, pair.tile if pair.suit == 3 else -1, pair.wilds == 2
        tile_set = set_in_hand(code)
        if not tile_set.is_chow:
            return "pung", tile_set.suit, tile_set.tile if tile_set.suit == 3 else -1, tile_set.wilds == 3
        return "chow", tile_set.suit, homes_in(tile_set, wild), ends_two_sided(given, code)

    return like


def ends_two_sided(given: Given, code: int) -> bool:
    """Whether this set is a chow of real tiles that waited for the winning tile on both sides. No item asks more."""
    if code & 7:
        return False
    win = given.win_tile
    chow = set_in_hand(code)
    return chow.is_chow and ((win == chow.tile and chow.rank != 7) or (win == chow.tile + 2 and chow.rank != 1))
