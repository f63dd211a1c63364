"""The same table seen otherwise: seats turned, suits renamed, tiles and melds in another order."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from scorer.context import SeatView, WinContext
from scorer.hand import Hand, Meld
from scorer.result import Illegal, NotWinning, Result, Scored, Settled
from scorer.tiles import TILES, Tile


def turned_seat(seat: int | None, by: int) -> int | None:
    return None if seat is None else (seat + by) % 4


def turned_meld(meld: Meld, by: int) -> Meld:
    return replace(meld, from_seat=turned_seat(meld.from_seat, by))


def turned(hand: Hand, context: WinContext, by: int) -> tuple[Hand, WinContext]:
    """Everybody moves `by` seats on."""
    views = [context.seat((seat - by) % 4) for seat in range(4)]
    views = [replace(view, melds=tuple(turned_meld(meld, by) for meld in view.melds)) for view in views]
    return (
        replace(hand, melds=tuple(turned_meld(meld, by) for meld in hand.melds)),
        replace(
            context,
            winner=(context.winner + by) % 4,
            payer=turned_seat(context.payer, by),
            dealer=turned_seat(context.dealer, by),
            leaver=turned_seat(context.leaver, by),
            open_hand_holder=turned_seat(context.open_hand_holder, by),
            liability=tuple(replace(entry, seat=(entry.seat + by) % 4) for entry in context.liability),
            seats=tuple(views),
        ),
    )


def turned_payouts(payouts: Sequence[int], by: int) -> tuple[int, ...]:
    return tuple(payouts[(seat - by) % 4] for seat in range(4))


def renamed(hand: Hand, context: WinContext, order: Sequence[int]) -> tuple[Hand, WinContext]:
    """Suit number s becomes suit number order[s]; honours and flowers stay."""

    def tile(face: Tile) -> Tile:
        return TILES[order[face // 9] * 9 + face % 9] if face < 27 else face

    def tiles(faces: Sequence[Tile]) -> tuple[Tile, ...]:
        return tuple(map(tile, faces))

    def melds(sets: Sequence[Meld]) -> tuple[Meld, ...]:
        return tuple(replace(meld, tiles=tiles(meld.tiles)) for meld in sets)

    def view(seat: SeatView) -> SeatView:
        return SeatView(melds(seat.melds), tiles(seat.aside), None if seat.concealed is None else tiles(seat.concealed))

    return (
        Hand(
            tiles(hand.concealed),
            None if hand.win_tile is None else tile(hand.win_tile),
            melds(hand.melds),
            tiles(hand.aside),
        ),
        replace(
            context,
            wild=None if context.wild is None else tile(context.wild),
            indicator=None if context.indicator is None else tile(context.indicator),
            seats=tuple(map(view, context.seats)),
        ),
    )


def shuffled(rng: random.Random, hand: Hand, melds_too: bool = True) -> Hand:
    """Tiles in hand, aside and in melds, and the melds themselves, in another order."""

    def mixed(tiles: Sequence[Tile]) -> tuple[Tile, ...]:
        return tuple(rng.sample(tiles, len(tiles)))

    melds = [replace(meld, tiles=mixed(meld.tiles)) for meld in hand.melds]
    if melds_too:
        rng.shuffle(melds)
    return Hand(mixed(hand.concealed), hand.win_tile, tuple(melds), mixed(hand.aside))


def outcome(result: Result) -> tuple[object, ...]:
    """What must stay the same: status, total, items and payouts, or the codes of the problems."""
    if isinstance(result, Scored):
        items = sorted((item.id, item.value, item.factor, item.count) for item in result.items)
        return result.status, result.total, items, result.payouts
    if isinstance(result, Settled):
        return result.status, result.payouts
    assert isinstance(result, NotWinning | Illegal)
    return result.status, sorted(problem.code for problem in result.problems)


def outcome_turned(result: Result, by: int) -> tuple[object, ...]:
    """The outcome with its payouts moved `by` seats on."""
    seen = outcome(result)
    if isinstance(result, Scored | Settled):
        return (*seen[:-1], turned_payouts(result.payouts, by))
    return seen
