"""What the game says about a hand: its size, its faces, what lies aside, which tile is wild, and what wins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from scorer import Hand, Meld, Ruleset, Tile, WinContext, get_ruleset
from scorer.given import Given
from scorer.shapes import read_suit
from scorer.tiles import FACES, TILES

BACK = 42
"""The face number of a tile that lies face down."""

_EVERY_FACE = frozenset(range(42))
_FLOWERS = frozenset(range(34, 42))
_ORPHANS = frozenset({0, 8, 9, 17, 18, 26, *range(27, 34)})
_SUITS = ((0, 9), (9, 18), (18, 27), (27, 34))


@dataclass(frozen=True, slots=True, eq=False)
class Game:
    """One game as the reading needs it.

    `sizes` are how many tiles a winning hand can have, a kong counting three; `faces` what can be seen at all; `aside`
    what must lie aside and never is in the hand; `loose` what may lie aside; `wild` the wild face or -1. Without
    a ruleset every common game is allowed.
    """

    sizes: tuple[int, ...]
    faces: frozenset[int]
    aside: frozenset[int]
    loose: frozenset[int]
    wild: int
    ruleset: Ruleset | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    indicator: Tile | None = None

    @property
    def name(self) -> str:
        """What to call the game to a player."""
        return "any common game" if self.ruleset is None else self.ruleset.name

    def wins(self, concealed: Sequence[int], melds: Sequence[Meld | None]) -> bool:
        """Whether these tiles with the winning one, and these melds, are a winning shape. Backs never are; a meld
        whose faces are hidden is None and taken for a good one."""
        counts = [0] * FACES
        wilds = 0
        for face in concealed:
            if face >= FACES:
                return False
            if face == self.wild:
                wilds += 1
            else:
                counts[face] += 1
        total = len(concealed)
        for size in self.sizes:
            sets = (size - 2) // 3 - len(melds)
            if sets >= 0 and total == 3 * sets + 2 and self._shape(counts, wilds, sets, concealed, melds):
                return True
        return False

    def _shape(
        self, counts: list[int], wilds: int, sets: int, concealed: Sequence[int], melds: Sequence[Meld | None]
    ) -> bool:
        if (self.ruleset is None or self.ruleset.sets_shape) and sets_and_pair(tuple(counts), wilds, sets):
            return True
        if self.ruleset is None:
            return not melds and len(concealed) == 14 and _special(counts)
        known = tuple(meld for meld in melds if meld is not None)
        if self.ruleset.readings is None or len(known) < len(melds):
            return False
        hand = Hand(tuple(TILES[face] for face in concealed), None, known)
        context = WinContext(indicator=self.indicator, wild=None if self.wild < 0 else TILES[self.wild])
        given = Given(self.ruleset, hand, context, self.options, self.wild)
        return any(True for _ in self.ruleset.readings(given))


def game_of(
    ruleset: Ruleset | str | None,
    wild: Tile | None = None,
    indicator: Tile | None = None,
    options: Mapping[str, Any] | None = None,
) -> Game:
    """The game as the reading needs it.

    Raises UnknownRuleset for an id nobody knows and OptionError for a wrong option.
    """
    if ruleset is None:
        return Game((14, 17), _EVERY_FACE, _FLOWERS, _FLOWERS, -1 if wild is None else int(wild))
    rules = get_ruleset(ruleset) if isinstance(ruleset, str) else ruleset
    resolved = rules.resolve(options)
    wild_face = -1
    if rules.wild is not None:
        if wild is not None:
            wild_face = int(wild)
        elif indicator is not None and indicator < FACES:
            found = rules.wild(indicator, resolved)
            wild_face = -1 if found is None else int(found)
    singles: frozenset[Tile] = frozenset()
    if rules.singles is not None:
        singles = rules.singles(wild_face, indicator, resolved)
    in_hand = frozenset(int(tile) for tile in rules.tiles)
    # Which faces lie aside may hang on the wild tile: only where nobody tells it can they be any.
    told = rules.singles is not None and (rules.wild is None or wild_face >= 0)
    may_lie = frozenset(int(tile) for tile in (singles if told else rules.aside_tiles | singles))
    must_lie = (may_lie - in_hand) | (frozenset(int(tile) for tile in singles) - {wild_face})
    return Game(
        (rules.hand_size,),
        in_hand | may_lie,
        must_lie | _FLOWERS,
        may_lie,
        wild_face,
        rules,
        resolved,
        indicator,
    )


@lru_cache(maxsize=1 << 14)
def sets_and_pair(counts: tuple[int, ...], wilds: int, sets: int) -> bool:
    """Whether 34 counts and some wild tiles are this many sets and a pair."""
    if sum(counts) + wilds != 3 * sets + 2:
        return False
    reachable = {(0, 0, 0)}
    for suit, (low, high) in enumerate(_SUITS):
        group = counts[low:high]
        if not any(group):
            continue
        rows = read_suit(group, suit, wilds)
        reachable = {
            (have_sets + row[0], have_pair + row[1], used + row[2])
            for have_sets, have_pair, used in reachable
            for row in rows
            if have_sets + row[0] <= sets and have_pair + row[1] <= 1 and used + row[2] <= wilds
        }
        if not reachable:
            return False
    # The wild tiles that are left make one whole set, or the pair, of their own.
    return any(3 * (sets - have) + 2 * (1 - pair) == wilds - used for have, pair, used in reachable)


def _special(counts: list[int]) -> bool:
    if all(count in (0, 2, 4) for count in counts):
        return True
    return {face for face, count in enumerate(counts) if count} == _ORPHANS
