"""What is given when a hand is scored: the hand, the context and the options, with the facts that hold for every
reading of it worked out once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from scorer.context import WinBy, WinContext
from scorer.hand import Hand
from scorer.lazy import lazy
from scorer.sets import TileSet, set_on_table
from scorer.shapes import waits_of
from scorer.tiles import FACES, Tile

if TYPE_CHECKING:
    from scorer.ruleset import Ruleset


class Given:
    """Faces are plain ints (`Tile` compares equal to them); -1 stands for none.

    rules, hand, context, options   as given; options complete, every one with a value
    option                          shorthand: `given.option["min_fan"]`
    melds                           the melds as TileSets, in the order given
    wild                            the wild face, -1 without one
    wilds                           how many wild tiles the player holds, the winning tile included
    counts                          34 counts of the real (not wild) tiles in hand, the winning tile included
    win_tile                        the winning face, -1 where none is named
    win_wild                        the winning tile is a wild tile
    self_draw, discard, robbed      how the win came about; a robbed kong counts as a discard: `on_discard` is either
    seat_wind, round_wind           27-30 or -1
    is_dealer                       the winner deals
    sets_needed                     sets still to be found in hand
    """

    def __init__(self, rules: Ruleset, hand: Hand, context: WinContext, options: Mapping[str, Any], wild: int) -> None:
        self.rules = rules
        self.hand = hand
        self.context = context
        self.options = self.option = options
        self.flags = context.flags
        self.wild = wild
        self.melds: tuple[TileSet, ...] = tuple([set_on_table(meld) for meld in hand.melds])
        counts = [0] * FACES
        wilds = 0
        for tile in hand.concealed:
            if tile == wild:
                wilds += 1
            else:
                counts[tile] += 1
        win = hand.win_tile
        self.win_wild = False
        if win is None:
            self.win_tile = -1
        else:
            self.win_tile = int(win)
            if win == wild:
                self.win_wild = True
                wilds += 1
            else:
                counts[win] += 1
        self.counts = counts
        self.wilds = wilds
        by = context.win_by
        self.self_draw = by is WinBy.SELF_DRAW
        self.discard = by is WinBy.DISCARD
        self.robbed = by is WinBy.ROBBED_KONG
        self.on_discard = not self.self_draw
        dealer = context.dealer
        self.is_dealer = context.winner == dealer
        self.seat_wind = -1 if dealer is None else 27 + (context.winner - dealer) % 4
        self.round_wind = -1 if context.round_wind is None else int(context.round_wind)
        self.sets_needed = rules.sets - len(self.melds)

    def flag(self, name: str) -> bool:
        return name in self.flags

    @lazy
    def aside(self) -> dict[Tile, int]:
        """Counts of what lies aside, by tile."""
        found: dict[Tile, int] = {}
        for tile in self.hand.aside:
            found[tile] = found.get(tile, 0) + 1
        return found

    @lazy
    def claims(self) -> int:
        """How many sets were claimed (a concealed kong is none)."""
        return sum(meld.claimed for meld in self.melds)

    @lazy
    def closed(self) -> bool:
        """No claimed set; concealed kongs keep a hand closed."""
        return not any(meld.claimed for meld in self.melds)

    @lazy
    def open_melds_only(self) -> bool:
        """Every set lies on the table, claimed or konged, and one tile was left in hand (单吊)."""
        return self.sets_needed == 0

    @lazy
    def lone_tile(self) -> int:
        """With every set on the table: the one tile that was in hand; -1 otherwise."""
        return int(self.hand.concealed[0]) if self.sets_needed == 0 and len(self.hand.concealed) == 1 else -1

    @lazy
    def held(self) -> list[int]:
        """34 counts of the real tiles in hand and melds, a kong four, the winning tile included."""
        return [in_hand + melded for in_hand, melded in zip(self.counts, self.meld_counts, strict=True)]

    @lazy
    def meld_counts(self) -> list[int]:
        """34 counts of what lies in melds, a kong four."""
        counts = [0] * FACES
        for meld in self.melds:
            for face in meld.faces:
                counts[face] += 1
        return counts

    @lazy
    def waits(self) -> frozenset[int]:
        """The faces that would have completed the shape, the hand's wild tiles left out of account (so ask a reading
        instead where there are some). A face of which the player already held all four is no wait."""
        return self.not_all_held(self.counts, self.all_waits, self.win_tile)

    @lazy
    def all_waits(self) -> frozenset[int]:
        """As `waits`, faces of which the player already held all four included."""
        return self.waits_without(self.counts, self.win_tile)

    def not_all_held(self, counts: list[int], faces: frozenset[int], win: int) -> frozenset[int]:
        """Those faces of which hand and melds before the winning tile held fewer than four."""
        melded = self.meld_counts
        return frozenset([face for face in faces if counts[face] - (face == win) + melded[face] < 4])

    def waits_without(self, counts: list[int], win: int) -> frozenset[int]:
        """The faces of this game that complete `counts` (the hand, melds left out) when one `win` is taken away."""
        if win < 0:
            return frozenset()
        before = list(counts)
        before[win] -= 1
        found = waits_of(before)
        more = self.rules.more_waits
        if more is not None:
            found |= more(self, before)
        return frozenset([face for face in found if face in self.rules.tiles])

    @lazy
    def extra(self) -> dict[str, Any]:
        """Whatever a ruleset works out once for all its readings."""
        return {}
