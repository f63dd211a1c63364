"""Around winning: is this a winning shape, which tiles would win and for how much, what is missing when none does."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from scorer.api import score
from scorer.context import WinContext
from scorer.engine import ruleset_wild
from scorer.given import Given
from scorer.hand import Hand, Meld
from scorer.registry import get_ruleset
from scorer.result import CountedItem, NotWinning, Problem, Scored
from scorer.ruleset import Ruleset
from scorer.shapes import GROUPS, is_sets
from scorer.tiles import FACES, TILES, Tile


@dataclass(frozen=True, slots=True)
class Wait:
    """A tile that completes a hand. `left` is how many copies the hand itself leaves; `total` is what it would score,
    None where the shape is complete but a condition of the rules is not met (`problems`)."""

    tile: Tile
    left: int
    total: int | None
    unit: str
    items: tuple[CountedItem, ...] = ()
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Exchange:
    """Give away `out` and any of `into` completes a shape."""

    out: Tile
    into: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class Missing:
    """How far a hand is from a winning shape: the fewest tiles to exchange, and where it is one, every exchange.

    Further away than one tile only sets and a pair are aimed at, not a game's special shapes.
    """

    tiles_away: int
    exchanges: tuple[Exchange, ...] = ()


def is_winning_shape(
    ruleset: Ruleset | str,
    tiles: Iterable[Tile],
    melds: Sequence[Meld] = (),
    wild: Tile | None = None,
    options: Mapping[str, Any] | None = None,
) -> bool:
    """Whether these tiles in hand (the winning one included) beside these melds make any shape of the game.

    Only the shape is looked at: no conditions, no minimum. False where a meld is no set or the number of tiles is off.
    """
    rules = ruleset if isinstance(ruleset, Ruleset) else get_ruleset(ruleset)
    if len(melds) > rules.sets or not all(meld.is_set for meld in melds):
        return False
    concealed = tuple(tiles)
    if len(concealed) != rules.hand_size - 3 * len(melds) or any(tile not in rules.tiles for tile in concealed):
        return False
    context = WinContext(wild=wild)
    given = Given(rules, Hand(concealed, None, tuple(melds)), context, rules.resolve(options), _wild_face(rules, wild))
    if rules.sets_shape and is_sets(given.counts, given.wilds, given.sets_needed):
        return True
    if given.wilds and rules.candidates is not None:
        return any(True for _ in rules.candidates(given))
    return rules.readings is not None and any(True for _ in rules.readings(given))


def _wild_face(rules: Ruleset, wild: Tile | None) -> int:
    return -1 if wild is None or rules.wild is None else int(wild)


def waits(
    ruleset: Ruleset | str, hand: Hand, context: WinContext, options: Mapping[str, Any] | None = None
) -> tuple[Wait, ...]:
    """The tiles that would complete this hand, one tile short (`hand.win_tile` is left out of account), and the worth.

    Each is scored as the context says it would be won. A hand that is not one tile short has no waits.
    """
    rules = ruleset if isinstance(ruleset, Ruleset) else get_ruleset(ruleset)
    if len(hand.concealed) + 1 != rules.hand_size - 3 * len(hand.melds):
        return ()
    wild = None
    face = ruleset_wild(rules, context.wild, context.indicator, rules.resolve(options))
    if face >= 0:
        wild = TILES[face]
    held = list(Hand(hand.concealed, None, hand.melds, hand.aside).tiles) + list(hand.aside)
    found = []
    for tile in sorted(rules.tiles):
        left = 4 - held.count(tile) - (tile == context.indicator)
        if left <= 0 or not is_winning_shape(rules, (*hand.concealed, tile), hand.melds, wild, options):
            continue
        result = score(rules, replace(hand, win_tile=tile), context, options)
        if isinstance(result, Scored):
            found.append(Wait(tile, left, result.total, result.unit, result.items))
        elif isinstance(result, NotWinning):
            found.append(Wait(tile, left, None, rules.unit, problems=result.problems))
    return tuple(found)


def missing(
    ruleset: Ruleset | str, hand: Hand, context: WinContext, options: Mapping[str, Any] | None = None
) -> Missing | None:
    """What a full hand lacks to be a winning shape; None where its number of tiles or its melds are wrong."""
    rules = ruleset if isinstance(ruleset, Ruleset) else get_ruleset(ruleset)
    tiles = [*hand.concealed, *(() if hand.win_tile is None else (hand.win_tile,))]
    if len(tiles) != rules.hand_size - 3 * len(hand.melds) or not all(meld.is_set for meld in hand.melds):
        return None
    if any(tile not in rules.tiles for tile in tiles):
        return None
    face = ruleset_wild(rules, context.wild, context.indicator, rules.resolve(options))
    wild = TILES[face] if face >= 0 else None
    if is_winning_shape(rules, tiles, hand.melds, wild, options):
        return Missing(0)
    held = [*tiles, *(tile for meld in hand.melds for tile in meld.tiles)]
    exchanges = []
    for out in sorted(set(tiles)):
        rest = list(tiles)
        rest.remove(out)
        into = tuple(
            tile
            for tile in sorted(rules.tiles)
            if tile != out
            and held.count(tile) < 4
            and is_winning_shape(rules, (*rest, tile), hand.melds, wild, options)
        )
        if into:
            exchanges.append(Exchange(out, into))
    if exchanges:
        return Missing(1, tuple(exchanges))
    counts = [0] * FACES
    for tile in tiles:
        if tile != wild:
            counts[tile] += 1
    wilds = len(tiles) - sum(counts)
    return Missing(max(2, tiles_away(counts, wilds, rules.sets - len(hand.melds))))


def tiles_away(counts: Sequence[int], wilds: int, sets: int) -> int:
    """The fewest tiles to exchange until these are `sets` sets and a pair."""
    best: dict[tuple[int, int], int] = {(0, 0): 0}
    for suit, (low, high) in enumerate(GROUPS):
        here = _lacking(tuple(counts[low:high]), suit < 3)
        joined: dict[tuple[int, int], int] = {}
        for (have_sets, have_pair), lacking in best.items():
            for (more_sets, more_pair), more in here.items():
                key = (have_sets + more_sets, have_pair + more_pair)
                if key[0] <= sets and key[1] <= 1:
                    joined[key] = min(joined.get(key, 99), lacking + more)
        best = joined
    return max(0, best[sets, 1] - wilds)


@lru_cache(maxsize=1 << 12)
def _lacking(counts: tuple[int, ...], chows: bool) -> dict[tuple[int, int], int]:
    """(sets, pairs) → the fewest tiles to add to this suit so that it has them, other tiles of it left over."""
    # State: sets and pairs so far, and how many chows begun one and two places before still run through this place.
    states = {(0, 0, 0, 0): 0}
    for place, have in enumerate(counts):
        further: dict[tuple[int, int, int, int], int] = {}
        most_chows = 2 if chows and place < len(counts) - 2 else 0
        for (sets, pairs, one, two), lacking in states.items():
            for chow in range(most_chows + 1):
                for pung in (0, 1):
                    for pair in (0, 1 - pairs):
                        key = (sets + chow + pung, pairs + pair, chow, one)
                        if key[0] > 5:
                            continue
                        need = one + two + chow + 3 * pung + 2 * pair
                        cost = lacking + max(0, need - have)
                        if cost < further.get(key, 99):
                            further[key] = cost
        states = further
    # No chow begins in the last two places, so none runs on here.
    return {(sets, pairs): lacking for (sets, pairs, _, _), lacking in states.items()}
