"""One way to read a hand: which tiles form which sets, what each wild tile stands for, what the winning tile completed.

This is what an item's predicate is asked about, so its facts are named as players name them.
"""

from __future__ import annotations

from collections.abc import Sequence

from scorer.given import Given
from scorer.lazy import lazy
from scorer.sets import FIRST_TILE, PUNG_BASE, Pair, TileSet
from scorer.sets import HONOUR_PUNGS as HONOUR_PUNGS
from scorer.sets import KONGS as KONGS
from scorer.sets import PUNGS as PUNGS

PAIR = -1
"""`Reading.win` when the winning tile completed the pair."""
NOWHERE = -2
"""`Reading.win` when the winning tile completed no set and no pair: a shape without sets, or no winning tile named."""

WAITS = ("edge", "middle", "two-sided", "pung", "pair", "")
"""What `Reading.wait` says, in the order in which placements of the winning tile are looked at."""

TWO_CHOWS, HONOURS, NO_HONOURS, ONE_SUIT, FLAGS, WILDS = (1 << bit for bit in range(3, 9))
"""With PUNGS, KONGS and HONOUR_PUNGS features of a reading: an item that `needs` some is not even asked about a reading
that lacks one.

ONE_SUIT is at most one suit; FLAGS is any flag of the context; WILDS is any wild tile in hand. Rulesets may add their
own from OWN_FEATURES up.
"""
OWN_FEATURES = 9

SETS = "sets"
SEVEN_PAIRS = "seven pairs"
THIRTEEN_ORPHANS = "thirteen orphans"
KNITTED = "knitted"
KNITTED_STRAIGHT = "knitted straight"
FREE = "free"
"""Tiles that need no sets (武汉 风一色, 将一色)."""


class Reading:
    """A reading of a hand.

    given    what holds for all its readings: hand, context, options, flags, winds
    shape    SETS, SEVEN_PAIRS, THIRTEEN_ORPHANS, KNITTED, KNITTED_STRAIGHT, FREE or a ruleset's own
    sets     melds first in the order given, then the sets in hand in tile order
    pair     the pair, None in a shape without one
    win      index in `sets` of the set that the winning tile completed, PAIR or NOWHERE
    variant  one of the ruleset's variants ("" where it has none)
    tiles    for a shape without sets: the faces (assigned, 14 or 17 of them) as ints; empty for SETS
    pairs    for SEVEN_PAIRS: the seven faces, ascending
    win_face the face that the winning tile stands for, where the maker of the reading says so
    stand_in how many wild tiles stand for another face than their own (faceless ones do)
    """

    def __init__(
        self,
        given: Given,
        shape: str,
        sets: tuple[TileSet, ...],
        pair: Pair | None,
        win: int,
        variant: str = "",
        tiles: tuple[int, ...] = (),
        pairs: tuple[int, ...] = (),
        win_face: int | None = None,
    ) -> None:
        self.given = given
        self.shape = shape
        self.sets = sets
        self.pair = pair
        self.win = win
        self.variant = variant
        self.tiles = tiles
        self.pairs = pairs
        if win_face is not None:
            self.__dict__["win_face"] = win_face
        mask = pair.mask if pair is not None else 0
        for tile_set in sets:
            mask |= tile_set.mask
        for face in tiles:
            mask |= 1 << face
        self.mask = mask

    def in_variant(self, variant: str) -> Reading:
        """The same reading in another variant."""
        return Reading(self.given, self.shape, self.sets, self.pair, self.win, variant, self.tiles, self.pairs)

    @lazy
    def lacks(self) -> int:
        """The features (see scorer.items) that this reading has not."""
        has = 0
        pungs = 0
        for s in self.sets:
            if s.features:
                has |= s.features
                pungs += 1
        if len(self.sets) - pungs > 1:
            has |= TWO_CHOWS
        mask = self.mask
        has |= HONOURS if mask >> 27 else NO_HONOURS
        if (mask & 0x1FF == 0) + (mask & 0x3FE00 == 0) + (mask & 0x7FC0000 == 0) >= 2:
            has |= ONE_SUIT
        if self.given.flags:
            has |= FLAGS
        if self.given.wilds:
            has |= WILDS
        return ~has

    # -- sets -------------------------------------------------------------------------------------------------------

    @lazy
    def chows(self) -> tuple[TileSet, ...]:
        return tuple([s for s in self.sets if s.is_chow])

    @lazy
    def pungs(self) -> tuple[TileSet, ...]:
        """Pungs and kongs."""
        return tuple([s for s in self.sets if s.is_pung])

    @lazy
    def kongs(self) -> tuple[TileSet, ...]:
        return tuple([s for s in self.sets if s.is_kong])

    @lazy
    def pung_mask(self) -> int:
        """Bit per face: the faces of the pungs and kongs."""
        mask = 0
        for s in self.sets:
            if s.is_pung:
                mask |= s.mask
        return mask

    @lazy
    def concealed_pungs(self) -> tuple[TileSet, ...]:
        """暗刻 and 暗杠: all tiles the player's own; not a pung completed by another's tile."""
        return tuple([s for s in self.sets if s.is_pung and s.concealed])

    def pung_of(self, face: int) -> TileSet | None:
        """The pung or kong of this face with at least one real tile of it; a set of wild tiles alone names no face."""
        for s in self.sets:
            if s.tile == face and s.is_pung and s.wilds < 3:
                return s
        return None

    def pair_is(self, face: int) -> bool:
        """The pair is of this face, with at least one real tile of it."""
        return self.pair is not None and self.pair.tile == face and self.pair.wilds < 2

    @property
    def win_set(self) -> TileSet | None:
        """The set that the winning tile completed."""
        return self.sets[self.win] if self.win >= 0 else None

    # -- faces ------------------------------------------------------------------------------------------------------

    @lazy
    def suits(self) -> int:
        """Bit 0 m, 1 p, 2 s: the suits there are."""
        mask = self.mask
        return (mask & 0x1FF != 0) | (mask & 0x3FE00 != 0) << 1 | (mask & 0x7FC0000 != 0) << 2

    @lazy
    def has_honour(self) -> bool:
        return self.mask >> 27 != 0

    @lazy
    def all_honours(self) -> bool:
        """Only honours; a chow of wild tiles is none."""
        return self.mask & 0x7FFFFFF == 0 and not self.chows

    @lazy
    def one_suit(self) -> bool:
        """清一色: one suit and no honour."""
        return self.suits in (1, 2, 4) and not self.has_honour

    @lazy
    def one_suit_and_honours(self) -> bool:
        """混一色: one suit, and honours."""
        return self.suits in (1, 2, 4) and self.has_honour

    @lazy
    def packed(self) -> int:
        """The counts of the faces as read, a kong four, in one number: four bits a face. Faceless sets give none."""
        packed = self.pair.packed if self.pair is not None else 0
        for s in self.sets:
            packed += s.packed
        for face in self.tiles:
            packed += 1 << 4 * face
        return packed

    def count(self, face: int) -> int:
        """How many tiles of this face the hand has as read, a kong four."""
        return self.packed >> 4 * face & 15

    @lazy
    def counts(self) -> list[int]:
        """`count` of all 34 faces."""
        packed = self.packed
        return [packed >> place & 15 for place in range(0, 136, 4)]

    # -- wild tiles -------------------------------------------------------------------------------------------------

    @lazy
    def homes_in_chows(self) -> int:
        """How many wild tiles stand as themselves inside chows (归位)."""
        given = self.given
        return sum(homes_in(s, given.wild) for s in self.chows) if given.wilds else 0

    @lazy
    def homes(self) -> int:
        """How many wild tiles are used as their own printed face, anywhere."""
        given = self.given
        return self.count(given.wild) if given.wilds else 0

    @lazy
    def stand_ins(self) -> int:
        """How many wild tiles stand for another face than their own (faceless ones do)."""
        return self.given.wilds - self.homes

    @lazy
    def all_wild_pung(self) -> bool:
        """Three wild tiles are one pung."""
        return any(s.wilds == 3 and s.is_pung for s in self.sets)

    @lazy
    def all_wild_pair(self) -> bool:
        """Two wild tiles are the pair."""
        return self.pair is not None and self.pair.wilds == 2

    # -- the winning tile -------------------------------------------------------------------------------------------

    @lazy
    def win_face(self) -> int:
        """The face that the winning tile stands for in this reading; -1 where it has none or is not named.

        A wild winning tile stands for one of the wild tiles' faces in its set: the lowest.
        """
        given = self.given
        if not given.win_wild:
            return given.win_tile
        if self.win >= 0:
            faces = self.sets[self.win].wild_faces
            return faces[0] if faces else -1
        return self.pair.tile if self.win == PAIR and self.pair is not None else -1

    @lazy
    def wait(self) -> str:
        """How the winning tile completed its set: "two-sided", "middle", "edge" (chows), "pung", "pair", or "".

        It tells the form alone; whether the hand waited for one tile only is `single_wait`.
        """
        given = self.given
        if given.win_tile < 0:
            return ""
        if self.win == PAIR:
            return "pair"
        if self.win < 0:
            return ""
        won = self.sets[self.win]
        if won.is_pung:
            return "pung"
        place = self.win_face - won.tile
        if place == 1:
            return "middle"
        low = given.rules.lowest_rank
        high = given.rules.highest_rank
        if (place == 2 and won.rank == low) or (place == 0 and won.rank + 2 == high):
            return "edge"
        return "two-sided"

    @lazy
    def waits(self) -> frozenset[int]:
        """The faces that would have completed the hand's shape. Wild tiles count as the tiles they stand for here."""
        given = self.given
        if not given.wilds:
            return given.waits
        return given.not_all_held(self._in_hand, self.all_waits, self.win_face)

    @lazy
    def all_waits(self) -> frozenset[int]:
        """As `waits`, faces of which all four were already held included."""
        given = self.given
        return given.waits_without(self._in_hand, self.win_face) if given.wilds else given.all_waits

    @lazy
    def _in_hand(self) -> list[int]:
        return [count - melded for count, melded in zip(self.counts, self.given.meld_counts, strict=True)]

    @lazy
    def single_wait(self) -> bool:
        """獨聽: the shape could be completed by one face alone."""
        return len(self.waits) == 1

    def __repr__(self) -> str:
        return f"<{self.shape} {self.sets} {self.pair} win {self.win}>"


def homes_in(chow: TileSet, wild: int) -> int:
    """1 when a wild tile stands as itself in this chow, else 0."""
    place = wild - chow.tile
    return chow.wild >> place & 1 if 0 <= place <= 2 and not chow.faceless else 0


def part_order(codes: Sequence[int]) -> Sequence[int]:
    """Codes in the order of their tiles, chows before a pung of the face they begin with."""
    return codes if len(codes) < 2 else sorted(codes, key=TILE_ORDER.__getitem__)


TILE_ORDER = [
    ((FIRST_TILE[code >> 3] if code >> 3 < 55 else 99) << 1 | (code >> 3 >= PUNG_BASE)) << 9 | code
    for code in range(57 << 3)
]
