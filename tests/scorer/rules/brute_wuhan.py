"""武汉 by brute force: every assignment of the wild tiles, every division into sets, the rule file's arithmetic in the
plainest form. Shares nothing with the ruleset but the values of hands and contexts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Any

from scorer.context import WinBy, WinContext
from scorer.hand import Hand, MeldType

FACES = [face for face in range(34) if face != 31]
JIANG = {1, 4, 7, 10, 13, 16, 19, 22, 25}
Sum = tuple[int, int]
"""What the winner receives, and what it would be without the caps."""


def best(hand: Hand, context: WinContext, options: Mapping[str, Any]) -> tuple[Sum, set[tuple[int, ...]]] | None:
    """The best that any assignment and any division give, and every way it may then be paid (who answers for it can
    differ between equals); None when nothing wins."""
    wild = context.wild
    assert hand.win_tile is not None
    opened = any(meld.type is not MeldType.CONCEALED_KONG for meld in hand.melds)
    if not opened or (context.win_by is not WinBy.SELF_DRAW and hand.win_tile == wild):
        return None
    tiles = [int(tile) for tile in (*hand.concealed, hand.win_tile)]
    real = [tile for tile in tiles if tile != wild]
    found: dict[Sum, set[tuple[int, ...]]] = {}
    for assigned in combinations_with_replacement(FACES, len(tiles) - len(real)):
        used = sum(face != wild for face in assigned)
        for won, paid in wins(hand, context, options, sorted([*real, *assigned]), used):
            found.setdefault(won, set()).add(paid)
    return max(found.items()) if found else None


def wins(
    hand: Hand, context: WinContext, options: Mapping[str, Any], tiles: list[int], used: int
) -> Iterator[tuple[Sum, tuple[int, ...]]]:
    every = {*tiles, *(int(tile) for meld in hand.melds for tile in meld.tiles)}
    free = every <= {27, 28, 29, 30, 32, 33} or every <= JIANG
    one_suit = len({face // 9 for face in every}) == 1 and max(every) < 27
    for pair, pungs_only in divisions(tuple(tiles), len(hand.melds)):
        pungs = pungs_only and all(meld.type is not MeldType.CHOW for meld in hand.melds)
        big = free + pungs + one_suit
        yield from settled(hand, context, options, used, big, bool(big) or pair in JIANG, one_suit)
    if free:
        yield from settled(hand, context, options, used, 1, True, False)


def divisions(tiles: tuple[int, ...], sets: int) -> Iterator[tuple[int, bool]]:
    """(pair, whether all sets in hand are pungs) for every way to divide them."""
    if len(tiles) != 14 - 3 * sets:
        return
    for pair in sorted(set(tiles)):
        if tiles.count(pair) >= 2:
            rest = list(tiles)
            rest.remove(pair)
            rest.remove(pair)
            for pungs in sets_only(tuple(rest)):
                yield pair, pungs


def sets_only(tiles: tuple[int, ...]) -> set[bool]:
    if not tiles:
        return {True}
    found: set[bool] = set()
    first = tiles[0]
    if tiles.count(first) >= 3:
        found |= sets_only(tiles[3:])
    if first < 27 and first % 9 < 7 and first + 1 in tiles and first + 2 in tiles:
        rest = list(tiles)
        for face in (first, first + 1, first + 2):
            rest.remove(face)
        if sets_only(tuple(rest)):
            found.add(False)
    return found


def settled(
    hand: Hand,
    context: WinContext,
    options: Mapping[str, Any],
    used: int,
    big: int,
    pair_fits: bool,
    one_suit: bool,
) -> Iterator[tuple[Sum, tuple[int, ...]]]:
    drawn = context.win_by is WinBy.SELF_DRAW
    big += drawn and "last tile" in context.flags
    big += drawn and "kong replacement" in context.flags
    big += context.win_by is WinBy.ROBBED_KONG
    begged = (
        not drawn
        and len(hand.melds) == 4
        and all(meld.type is not MeldType.CONCEALED_KONG for meld in hand.melds)
        and hand.win_tile in JIANG
        and hand.concealed[0] in (context.wild, hand.win_tile)
    )
    big += begged
    if not pair_fits or (used > 1 and not big):
        return
    if options.get("max_wild_big") == 2 and big and used > 2:
        return
    yield payouts(hand, context, options, big, used == 0, begged, one_suit)


def own(melds: Any, aside: Any, wild: int | None, options: Mapping[str, Any]) -> int:
    claims = sum(meld.type is not MeldType.CONCEALED_KONG for meld in melds)
    product = 2**claims if options.get("edition") == "koukou" else 2 if claims else 1
    for meld in melds:
        if meld.type is MeldType.CONCEALED_KONG:
            product *= 4
        elif meld.type in (MeldType.KONG, MeldType.ADDED_KONG):
            product *= 2
    for tile in aside:
        product *= options.get("wild_kong_factor", 2) if tile == wild else 2
    return product


def payouts(
    hand: Hand, context: WinContext, options: Mapping[str, Any], big: int, hard: bool, begged: bool, one_suit: bool
) -> tuple[Sum, tuple[int, ...]]:
    koukou = options.get("edition") == "koukou"
    extra = Fraction(3, 2) if big else Fraction(2)
    shared = Fraction(10 * big if big else 1) * own(hand.melds, hand.aside, context.wild, options)
    if hard:
        shared *= 2
    drawn = context.win_by is WinBy.SELF_DRAW
    if drawn:
        shared *= extra
    owed: dict[int, int] = {}
    for seat in range(4):
        if seat == context.winner:
            continue
        view = context.seat(seat)
        amount = shared * own(view.melds, view.aside, context.wild, options)
        if not drawn and seat == context.payer:
            amount *= extra
        if not big and context.dealer in (seat, context.winner):
            amount *= 2
        assert amount.denominator == 1
        owed[seat] = int(amount)
    cap = 300
    if all(amount > 300 for amount in owed.values()):
        cap = 500 if koukou else 400
    paid = {seat: min(amount, cap) for seat, amount in owed.items()}
    total = sum(paid.values())
    claimed = [meld for meld in hand.melds if meld.type is not MeldType.CONCEALED_KONG]
    liable = None
    if begged and "payer not ready" in context.flags:
        liable = context.payer
    elif one_suit and len(claimed) >= 3 and claimed[2].from_seat is not None:
        liable = claimed[2].from_seat
    elif context.win_by is WinBy.ROBBED_KONG:
        liable = context.payer
    result = [0, 0, 0, 0]
    result[context.winner] = total
    for seat, due in paid.items():
        result[seat if liable is None else liable] -= due
    return (total, sum(owed.values())), tuple(result)
