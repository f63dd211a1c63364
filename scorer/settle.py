"""Payments: who pays whom, and what that comes to for each seat."""

from __future__ import annotations

from collections.abc import Iterable

from scorer.given import Given
from scorer.result import Payment

SEATS = (0, 1, 2, 3)


def others(seat: int) -> tuple[int, int, int]:
    """The three other seats in turn order, the next one first."""
    return ((seat + 1) % 4, (seat + 2) % 4, (seat + 3) % 4)


def payers(given: Given, everyone_on_discard: bool = False) -> tuple[int, ...]:
    """The seats that pay the winner: all three on a self-draw (or always, if so the game), else the payer alone."""
    payer = given.context.payer
    if given.self_draw or everyone_on_discard or payer is None:
        return others(given.context.winner)
    return (payer,)


def nothing(given: Given) -> list[Payment]:
    """Of a drawn hand in which nobody pays."""
    return []


def payouts_of(payments: Iterable[Payment]) -> tuple[int, ...]:
    """What each seat has won or lost; the house, seat None, is left out."""
    totals = [0, 0, 0, 0]
    for payment in payments:
        if payment.from_seat is not None:
            totals[payment.from_seat] -= payment.amount
        if payment.to_seat is not None:
            totals[payment.to_seat] += payment.amount
    return tuple(totals)


def borne_by(liable: int | None, payments: list[Payment], why: str) -> list[Payment]:
    """The same payments, all made by the seat that answers for the win (包牌, 承包), if there is one."""
    if liable is None:
        return payments
    return [
        payment
        if payment.from_seat == liable
        else Payment(liable, payment.to_seat, payment.amount, f"{payment.why}, for seat {payment.from_seat}: {why}")
        for payment in payments
    ]
