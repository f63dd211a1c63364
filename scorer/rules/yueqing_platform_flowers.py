"""乐清, platform edition: 花 points. Every player adds up his units; each of the others pays him their square."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from scorer.context import WinContext, wind_of
from scorer.given import Given
from scorer.hand import Meld, MeldType
from scorer.reading import Reading
from scorer.result import Payment
from scorer.rules.yueqing_tiles import GREEN, RED, face_before, flower_tile
from scorer.settle import SEATS, others
from scorer.tally import Tally
from scorer.tiles import TILES, Tile

Unit = tuple[str, int]
"""What units are for, and how many."""

WILD_UNITS = (0, 1, 2, 6, 10)
FLOWER_UNITS = (0, 1, 2, 3, 8)
SHOWN_UNITS = (0, 1, 2, 6)
PUNG, EXPOSED_KONG, CONCEALED_KONG = 1, 1, 2
"""A pung counts for the own wind, 红中 and 发财 only; their kongs count one more than those of other tiles."""


def _units(table: Sequence[int], number: int) -> int:
    return table[min(number, len(table) - 1)]


def honoured(context: WinContext, seat: int, wild: int) -> frozenset[int]:
    """The faces whose pungs count for this seat: its own wind, 红中, 发财, unless wild."""
    own = [] if context.dealer is None else [int(wind_of(seat, context.dealer))]
    return frozenset({*own, int(RED), int(GREEN)} - {wild})


def of_tiles(wilds: int, aside: Iterable[Tile], wild: int) -> list[Unit]:
    """Units of wild tiles held and of what lies aside; where there is either, the wild face is known."""
    lying = list(aside)
    if not (wilds or lying):
        return []
    indicator = face_before(wild)
    flower = flower_tile(wild, indicator)
    found = (
        ("财神", _units(WILD_UNITS, wilds)),
        (flower.chinese, _units(FLOWER_UNITS, lying.count(flower))),
        ("明牌", _units(SHOWN_UNITS, lying.count(indicator))),
    )
    return [unit for unit in found if unit[1]]


def of_melds(melds: Iterable[Meld], faces: frozenset[int]) -> list[Unit]:
    """Units of what lies on the table, `faces` those whose pungs count."""
    found = []
    for meld in melds:
        if meld.type is MeldType.CHOW:
            continue
        face = meld.tiles[0]
        units = PUNG if face in faces else 0
        if meld.is_kong:
            units += CONCEALED_KONG if meld.type is MeldType.CONCEALED_KONG else EXPOSED_KONG
        if units:
            found.append((f"{'杠' if meld.is_kong else '刻'} {face.chinese}", units))
    return found


class OnTable(NamedTuple):
    """The winner's units that no reading changes, their sum, and a bit for each face whose pungs in hand count
    besides."""

    units: list[Unit]
    sum: int
    counting: int


def of_winner_on_table(given: Given) -> OnTable:
    """Worked out once for all readings of the hand."""
    found: OnTable | None = given.extra.get("on table")
    if found is None:
        faces = honoured(given.context, given.context.winner, given.wild)
        units = of_tiles(given.wilds, given.hand.aside, given.wild) + of_melds(given.hand.melds, faces)
        counting = sum(1 << face for face in faces)
        found = given.extra["on table"] = OnTable(units, sum(each for _, each in units), counting)
    return found


def pungs_in_hand(r: Reading, counting: int) -> list[int]:
    """The faces of the winner's own pungs that count, each as often as he has one: with wild tiles four 发财 can be two
    pungs."""
    if not r.pung_mask & counting:
        return []
    return [s.tile for s in r.sets[len(r.given.melds) :] if s.is_pung and s.mask & counting]


def of_winner(r: Reading) -> list[Unit]:
    """The winner's units: in hand his pungs are those of the reading, wild tiles completing them."""
    on_table = of_winner_on_table(r.given)
    return on_table.units + [(f"刻 {TILES[face].chinese}", PUNG) for face in pungs_in_hand(r, on_table.counting)]


def squared_for_winner(r: Reading) -> int:
    """What each of the others pays the winner for 花."""
    on_table = of_winner_on_table(r.given)
    units = on_table.sum + PUNG * len(pungs_in_hand(r, on_table.counting))
    return units * units


def of_seat(context: WinContext, seat: int, wild: int) -> list[Unit]:
    """The units of a player who did not win, as far as his tiles are shown: three alike in hand count as a pung, wild
    tiles stand for nothing."""
    view = context.seat(seat)
    hand = view.concealed or ()
    if not (hand or view.melds or view.aside):
        return []
    faces = honoured(context, seat, wild)
    in_hand = [(f"刻 {TILES[face].chinese}", PUNG) for face in sorted(faces) if hand.count(TILES[face]) >= 3]
    wilds = sum(tile == wild for tile in hand)
    return of_tiles(wilds, view.aside, wild) + of_melds(view.melds, faces) + in_hand


def payments(context: WinContext, wild: int, won: Tally | None = None) -> list[Payment]:
    """花 of all four players; `won` is the winner's counted reading."""
    found: list[Payment] = []
    for seat in SEATS if context.seats or won is None else (context.winner,):
        if won is not None and seat == context.winner:
            units = of_winner(won.reading)
        else:
            units = of_seat(context, seat, wild)
        number = sum(each for _, each in units)
        if number:
            listed = " + ".join(f"{name} {each}" for name, each in units)
            why = f"花 of seat {seat}: ({listed})² = {number * number}"
            found += [Payment(other, seat, number * number, why) for other in others(seat)]
    return found
