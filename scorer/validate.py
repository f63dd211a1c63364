"""Is this a possible hand, in a possible context? Every problem is found, none raised.

Codes: tile_not_in_game, too_many_copies, bad_meld, meld_not_allowed, wild_in_meld, tile_count, no_winning_tile,
aside_tile_in_hand, tile_not_aside, bad_seat, claimed_from_winner, payer_missing, payer_is_winner, leaver_missing,
dealer_missing, bad_streak, bad_round_wind, bad_wild, unknown_flag, bad_option, no_hand, no_such_event, no_kong, and
those of the rulesets.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorer.context import FLAGS, Event, WinBy, WinContext
from scorer.hand import Hand, Meld
from scorer.near import each_meant
from scorer.notation import format_meld
from scorer.result import Problem
from scorer.ruleset import Ruleset
from scorer.tiles import FACES, TILES, Tile


def hand_problems(
    rules: Ruleset, hand: Hand, context: WinContext, options: Mapping[str, Any], wild: int
) -> list[Problem]:
    """All that is wrong with the tiles."""
    problems: list[Problem] = []
    singles = _NONE if rules.singles is None else rules.singles(wild, context.indicator, options)
    won = () if hand.win_tile is None else (hand.win_tile,)
    in_hand = (*hand.concealed, *won)
    in_melds = tuple([tile for meld in hand.melds for tile in meld.tiles])
    tiles = {*in_hand, *in_melds}
    if not rules.tiles.issuperset(tiles) or not singles.isdisjoint(tiles):
        # A wild tile that can be laid out singly (武汉 癞子杠) can stay in the hand as well.
        _tiles_of_the_game(rules, tiles, singles - {wild}, problems)
    if hand.aside:
        _aside(rules, hand.aside, singles, problems)
    for meld in hand.melds:
        _meld(rules, meld, context.winner, wild, problems)
    _copies((*in_hand, *in_melds, *hand.aside), context.indicator, problems)
    if rules.needs_no_hand is not None and rules.needs_no_hand(context, options):
        return problems
    expected = rules.hand_size - 3 * len(hand.melds)
    if len(hand.melds) > rules.sets:
        problems.append(Problem("tile_count", f"{len(hand.melds)} melds, but a hand has {rules.sets} sets"))
    elif len(in_hand) != expected:
        problems.append(_wrong_count(hand, len(in_hand), expected))
    elif hand.win_tile is None and "first turn" not in context.flags:
        problems.append(Problem("no_winning_tile", f"the winning tile is not named: {_AFTER_PLUS}"))
    return problems


_NONE: frozenset[Tile] = frozenset()
_AFTER_PLUS = "in notation it stands after +"


def _wrong_count(hand: Hand, held: int, expected: int) -> Problem:
    beside = f" beside {len(hand.melds)} meld{'s' * (len(hand.melds) != 1)}" if hand.melds else ""
    tiles = f"{held} tile{'s' * (held != 1)} in hand"
    if hand.win_tile is not None:
        return Problem("tile_count", f"{tiles} with the winning tile, expected {expected}{beside}")
    if held == expected - 1:
        missing = f"the winning tile is missing, {_AFTER_PLUS}"
        return Problem("tile_count", f"{tiles}, expected {expected}{beside}: {missing}")
    return Problem("tile_count", f"{tiles} and no winning tile, expected {expected} with one{beside}")


def _tiles_of_the_game(rules: Ruleset, tiles: set[Tile], singles: frozenset[int], problems: list[Problem]) -> None:
    for tile in sorted(tiles - rules.tiles - rules.aside_tiles):
        problems.append(Problem("tile_not_in_game", f"{rules.name} does not use {tile} in a hand", (tile,)))
    must_lie_aside = (rules.aside_tiles - rules.tiles) | singles
    for tile in sorted(tiles & must_lie_aside):
        code = "tile_not_in_game" if tile.is_flower else "aside_tile_in_hand"
        problems.append(Problem(code, f"{tile} is laid aside and cannot be in the hand", (tile,)))


def _aside(rules: Ruleset, aside: tuple[Tile, ...], singles: frozenset[Tile], problems: list[Problem]) -> None:
    allowed = singles if rules.singles is not None else rules.aside_tiles
    for tile in sorted(set(aside) - allowed):
        problems.append(Problem("tile_not_aside", f"{tile} is not laid aside in this game", (tile,)))


def _meld(rules: Ruleset, meld: Meld, winner: int, wild: int, problems: list[Problem]) -> None:
    if not meld.is_set:
        problems.append(Problem("bad_meld", f"{format_meld(meld)} is no {meld.type}", meld.tiles))
    elif meld.type not in rules.melds:
        message = f"{rules.name} has no {meld.type}: {format_meld(meld)}"
        problems.append(Problem("meld_not_allowed", message, meld.tiles))
    if wild >= 0 and any(tile == wild for tile in meld.tiles):
        problems.append(Problem("wild_in_meld", f"a wild tile lies in the meld {format_meld(meld)}", meld.tiles))
    if meld.from_seat is not None and not 0 <= meld.from_seat <= 3:
        problems.append(Problem("bad_seat", f"a meld is from seat {meld.from_seat}, expected 0-3", meld.tiles))
    elif meld.from_seat == winner and meld.is_exposed:
        # From which of the others a chow came is not asked: tables differ, and no rule file says.
        message = f"{format_meld(meld)} is from seat {winner}, the winner's own: expected another seat, or none"
        problems.append(Problem("claimed_from_winner", message, meld.tiles))


def _copies(tiles: tuple[Tile, ...], indicator: Tile | None, problems: list[Problem]) -> None:
    counts = [0] * len(TILES)
    for tile in tiles:
        counts[tile] += 1
    if indicator is None and max(counts) <= 4 and max(counts[FACES:]) <= 1:
        return
    for tile, count in zip(TILES, counts, strict=True):
        limit = tile.copies
        shown = count + (count > 0 and indicator == tile)
        if shown > limit:
            why = " (the indicator is one of them)" if indicator == tile else ""
            problems.append(Problem("too_many_copies", f"{shown} copies of {tile}{why}, there are {limit}", (tile,)))


def replacement_problems(hand: Hand, context: WinContext, options: Mapping[str, Any], wild: int) -> list[Problem]:
    """For a game's `check_hand`, where a win on a kong's replacement counts whatever the hand: some kong it must have.

    Tiles aside are enough, laid out as kongs of one (武汉) or replaced alike. 国标's own item asks for the kong, and in
    台湾 the replacement of any flower will do.
    """
    if context.win_by is not WinBy.SELF_DRAW or "kong replacement" not in context.flags:
        return []
    if hand.aside or any(meld.is_kong for meld in hand.melds):
        return []
    return [Problem("no_kong", "won on a kong's replacement tile: expected a kong, but the hand has none")]


LONGEST_STREAK = 1_000_000
"""Far more than any dealer wins; payments grow with it and must stay numbers that can be written down."""


def context_problems(rules: Ruleset, context: WinContext) -> list[Problem]:
    """All that is wrong with the context."""
    problems: list[Problem] = []
    for name, seat in (
        ("winner", context.winner),
        ("payer", context.payer),
        ("dealer", context.dealer),
        ("leaver", context.leaver),
        ("open_hand_holder", context.open_hand_holder),
    ):
        if seat is not None and not 0 <= seat <= 3:
            problems.append(Problem("bad_seat", f"{name} is {seat}, expected a seat 0-3"))
    for liability in context.liability:
        if not 0 <= liability.seat <= 3:
            problems.append(Problem("bad_seat", f"liability names seat {liability.seat}, expected 0-3"))
    if len(context.seats) > 4:
        problems.append(Problem("bad_seat", f"{len(context.seats)} seats described, there are 4"))
    if rules.needs_dealer and context.dealer is None:
        problems.append(Problem("dealer_missing", "this game pays by the dealer: name the dealer's seat"))
    if not 1 <= context.streak <= LONGEST_STREAK:
        text = f"it counts the dealer's hands in a row, 1-{LONGEST_STREAK}"
        problems.append(Problem("bad_streak", f"streak is {context.streak}; {text}"))
    if context.round_wind is not None and not context.round_wind.is_wind:
        problems.append(Problem("bad_round_wind", f"the round wind is {context.round_wind}, expected E, S, W or N"))
    if rules.wild is not None:
        for name, tile in (("wild", context.wild), ("indicator", context.indicator)):
            if tile is not None and tile not in rules.tiles and tile not in rules.aside_tiles:
                problems.append(Problem("bad_wild", f"the {name} is {tile}, no tile of this game", (tile,)))
        if context.wild is not None and context.wild.is_flower:
            problems.append(Problem("bad_wild", f"a flower cannot be wild: {context.wild}", (context.wild,)))
    unknown = sorted(context.flags - FLAGS.keys()) if context.flags else []
    for flag, meant in zip(unknown, each_meant(unknown, FLAGS), strict=True):
        problems.append(Problem("unknown_flag", f"unknown flag {flag!r}{meant}, expected one of {', '.join(FLAGS)}"))
    if context.event is Event.WIN:
        if context.win_by is not WinBy.SELF_DRAW:
            if context.payer is None:
                problems.append(Problem("payer_missing", f"won by {context.win_by}: name the payer's seat"))
            elif context.payer == context.winner:
                problems.append(Problem("payer_is_winner", f"seat {context.payer} cannot pay itself"))
    elif context.event is Event.ESCAPE and context.leaver is None:
        problems.append(Problem("leaver_missing", "a player leaves: name the leaver's seat"))
    return problems
