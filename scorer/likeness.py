"""Which sets serve a game alike, so that of thousands of wild-tile readings only those that differ are scored."""

from __future__ import annotations

from collections.abc import Hashable

from scorer.given import Given
from scorer.reading import homes_in
from scorer.sets import pair_of, set_in_hand
from scorer.shapes import Likeness


def by_suit(given: Given) -> Likeness:
    """For games whose items look only at: chow or pung; the suit, or the face of an honour; how many tiles are wild and
    how many of them stand as themselves; how the winning tile stands in the set and whether wild tiles are beside it;
    and whether the pair is of 2, 5 or 8. Ranks are not told apart otherwise (so no 258 hand as sets, no straights).
    """
    win = -1 if given.win_wild else given.win_tile
    wild = given.wild
    low, high = given.rules.lowest_rank, given.rules.highest_rank

    def like(code: int) -> Hashable:
        if code == 0:
            # As a set this is 1m2m3m all real, as a pair none yet: the two never meet in one place.
            return _chow(0)
        if code < 0:
            pair = pair_of(~code)
            face = pair.tile if pair.suit == 3 else -1
            return pair.suit, face, pair.wilds, pair.tile == win and pair.wilds < 2, pair.rank in (2, 5, 8)
        if set_in_hand(code).is_chow:
            return _chow(code)
        pung = set_in_hand(code)
        face = pung.tile if pung.suit == 3 else -1
        return "pung", pung.suit, face, pung.wilds, pung.tile == win and pung.wilds < 3, pung.tile == wild

    def _chow(code: int) -> Hashable:
        chow = set_in_hand(code)
        place = win - chow.tile if win >= 0 and not chow.faceless else -1
        if not 0 <= place <= 2 or chow.wild >> place & 1:
            place = -1
        edge = (place == 2 and chow.rank == low) or (place == 0 and chow.rank + 2 == high)
        return "chow", chow.suit, chow.wilds, homes_in(chow, wild), place, edge, chow.faceless

    return like
