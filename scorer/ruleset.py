"""A ruleset: the whole of one game's scoring, as data.

How one writes a ruleset
------------------------
A ruleset is a module `scorer/rules/<id with underscores>.py` with a `RULESET = Ruleset(...)`; the registry finds it by
its file. The module reads like the rule book: constants for the special tiles, one `Item(...)` per line of the book
with a small predicate over a `Reading`, options as `Option(...)`, and a handful of functions for what no item can
say: how the total is formed (`total`), what else must be true to win (`refuse`), who pays whom (`settle`), what a drawn
hand or a leaver costs (`draw`, `escape`).

The engine then does the same for every ruleset: it checks the hand (`scorer.validate`), finds every reading
(`scorer.shapes`), counts the items of each in the order declared, lets counted items exclude later ones, asks `refuse`,
and keeps the reading of the highest `rank`; of readings equally good the one with more items (an item that counts twice
is two), then the one found first. Readings come in this order:

1. readings as sets before the ruleset's special shapes;
2. without wild tiles: the higher pair first, then the reading whose lowest tiles begin a chow before the one in which
   they are a pung; with wild tiles: the reading that needs fewer of them beside real tiles, then by its sets' codes
   (rulesets with `candidates` look at the most promising first);
3. by what the winning tile completed: an edge, a middle, a two-sided chow, a pung, the pair (places that no item of
   the game tells apart are not looked at twice);
4. variants in the order the ruleset gives them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from scorer.context import WinContext
from scorer.errors import OptionError
from scorer.given import Given
from scorer.hand import Hand, MeldType
from scorer.items import Item, Option
from scorer.near import meant
from scorer.progression import Progression
from scorer.reading import Reading
from scorer.result import Payment, Problem
from scorer.tally import Table, Tally
from scorer.tiles import TILES, Tile

ALL_34: frozenset[Tile] = frozenset(TILES[:34])
FLOWERS: frozenset[Tile] = frozenset(TILES[34:])
ALL_MELDS: frozenset[MeldType] = frozenset(MeldType)


Candidate = tuple[int, Callable[[], Iterable[Reading]]]
"""An upper bound of the total, and what makes the readings that it holds for."""


def sum_of_values(tally: Tally) -> int:
    """The plain total: every counted item's value as often as it counts."""
    return tally.sum()


def plain_rank(tally: Tally) -> Any:
    return tally.total


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Ruleset:
    """Everything about one game. All functions are pure.

    sets             how many sets a hand has: 4 (14 tiles when winning) or 5 (17)
    tiles            faces that can be in a hand; `aside_tiles` what can lie aside at all
    unit             what `total` counts in: 番, 台, 分
    melds            kinds of melds the game knows
    lowest_rank, highest_rank   of the deck: where the edges of a chow are
    flags            flags of the context that it reads (others are ignored)
    context_fields   fields of the context besides the common ones, for the printed rule book
    needs_dealer     the dealer must be named
    wild             (context's indicator, options) -> wild face; None for games without wild tiles
    singles          (given wild face, indicator, options) -> tiles that must lie aside and never be in hand
    readings         further readings: special shapes
    sets_shape       whether sets and a pair are read at all
    features         features of its own (scorer.reading.OWN_FEATURES up) that its items `need`: speed only
    like             which sets serve the items alike (see scorer.shapes.Likeness): speed only
    win_matters      (given, code of a set) -> whether an item can tell that the winning tile completed this set, and
                     not another or the pair; None where items look at it in their own ways: speed only
    candidates       instead of all that, where there are wild tiles: pairs of an upper bound of the total and what
                     makes the readings it bounds; only the promising ones are made
    variants         variants in which each reading is scored
    more_waits       (given, counts before the winning tile) -> faces that complete a special shape
    check_context    (context, options, wild face) -> further problems of the context, of a drawn hand or a leaver too
    check_hand       (hand, context, options, wild face) -> further problems that make it Illegal; asked whatever else
                     is wrong, so melds may be no sets, tiles not of the game and the wild face none
    conditions       problems of the hand as a whole that make it NotWinning, whatever its reading
    refuse           problems of a counted reading that make it no win; [] lets it win
    total, formula   the headline number of a tally, and its arithmetic in words
    rank             what the best reading is best in; the total unless the game says otherwise
    settle           payments of a win
    headline         (tally, payments) -> total shown, where it is what the winner receives
    draw, escape     payments of a drawn hand and of a player leaving; None where the game has none
    needs_no_hand    whether this win is one whatever the tiles (台湾 八仙過海): their number is then not checked
    presets          sets of option values: preset name -> values, chosen by the option "preset"
    aliases          other names it is found by
    progression      how dealer and streak go on: see scorer.game
    """

    id: str
    name: str
    name_en: str
    version: str
    sets: int
    unit: str
    items: tuple[Item, ...]
    options: tuple[Option, ...] = ()
    tiles: frozenset[Tile] = ALL_34
    aside_tiles: frozenset[Tile] = frozenset()
    melds: frozenset[MeldType] = ALL_MELDS
    lowest_rank: int = 1
    highest_rank: int = 9
    flags: tuple[str, ...] = ()
    context_fields: tuple[tuple[str, str], ...] = ()
    needs_dealer: bool = False
    wild: Callable[[Tile, Mapping[str, Any]], Tile | None] | None = None
    singles: Callable[[int, Tile | None, Mapping[str, Any]], frozenset[Tile]] | None = None
    readings: Callable[[Given], Iterable[Reading]] | None = None
    sets_shape: bool = True
    features: Callable[[Reading], int] | None = None
    like: Callable[[Given], Callable[[int], Hashable]] | None = None
    win_matters: Callable[[Given, int], bool] | None = None
    candidates: Callable[[Given], Iterable[Candidate]] | None = None
    variants: Callable[[Given], tuple[str, ...]] | None = None
    more_waits: Callable[[Given, list[int]], set[int]] | None = None
    check_context: Callable[[WinContext, Mapping[str, Any], int], list[Problem]] | None = None
    check_hand: Callable[[Hand, WinContext, Mapping[str, Any], int], list[Problem]] | None = None
    conditions: Callable[[Given], list[Problem]] | None = None
    refuse: Callable[[Tally], list[Problem]] | None = None
    total: Callable[[Tally], int] = sum_of_values
    formula: Callable[[Tally], str] | None = None
    rank: Callable[[Tally], Any] = plain_rank
    settle: Callable[[Tally], list[Payment]]
    headline: Callable[[Tally, list[Payment]], int] | None = None
    draw: Callable[[Given], list[Payment]] | None = None
    escape: Callable[[Given], list[Payment]] | None = None
    needs_no_hand: Callable[[WinContext, Mapping[str, Any]], bool] | None = None
    presets: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    aliases: tuple[str, ...] = ()
    source: str = ""
    notes: str = ""
    progression: Progression = field(default_factory=Progression)
    _tables: dict[str, Table] = field(default_factory=dict, init=False, repr=False)
    _usual: dict[str, Any] = field(default_factory=dict, init=False, repr=False)

    @property
    def hand_size(self) -> int:
        """How many tiles a winning hand has, kongs counting three: 14 or 17."""
        return self.sets * 3 + 2

    def resolve(self, chosen: Mapping[str, Any] | None) -> dict[str, Any]:
        """Every option with its value: the chosen one, else the preset's, else the default. The entries of a map are
        chosen one by one.

        Raises OptionError for an option the ruleset does not have or a value the option does not take.
        """
        if not chosen:
            if not self._usual:
                self._usual.update(self._resolved({}))
            return self._usual
        return self._resolved(chosen)

    def _resolved(self, chosen: Mapping[str, Any]) -> dict[str, Any]:
        known = {option.name: option for option in self.options}
        for name, value in chosen.items():
            if name not in known:
                listed = ", ".join(known) or "none"
                raise OptionError(str(name), value, f"one of the options of {self.id}{meant(name, known)}: {listed}")
        preset: Mapping[str, Any] = {}
        if self.presets:
            preset = self.presets[known["preset"].check(chosen.get("preset", known["preset"].default))]
        resolved = {}
        for name, option in known.items():
            usual = preset.get(name, option.default)
            value = option.check(chosen[name]) if name in chosen else usual
            # A map chosen beside a preset adds to the preset's own entries.
            resolved[name] = {**usual, **value} if option.type == "map" and name in chosen else value
        return resolved

    def table(self, options: Mapping[str, Any]) -> Table:
        """The items in force under these options, ready to be counted."""
        # Most hands come with no option chosen, so those need no key of their own.
        key = "" if options is self._usual else repr(options)
        found = self._tables.get(key)
        if found is None:
            if len(self._tables) > 500:
                self._tables.clear()
            found = self._tables[key] = Table(self.items, options, self.features)
        return found

    def item(self, id_: str) -> Item:
        for item in self.items:
            if item.id == id_:
                return item
        raise KeyError(id_)
