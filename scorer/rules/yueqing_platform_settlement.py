"""乐清, platform edition: who pays what for a win, and who answers for it alone (包牌)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorer.context import WinContext
from scorer.given import Given
from scorer.result import Payment, Problem
from scorer.rules import yueqing_platform_flowers as flowers
from scorer.settle import borne_by, others
from scorer.tally import Tally

FED_FOUR = "吃碰杠四手"
REASONS = (FED_FOUR, "见牌胡", "不能乱吐", "单吊形成", "点炮成明翻")
"""包牌, the weightiest first."""

FED_FOUR_VOID_FROM = 15
"""In a room that needs so many 台 to win, 吃碰杠四手 makes nobody answer."""


def settle(tally: Tally) -> list[Payment]:
    """The hand, paid by all three or by the one who answers for it, and everybody's 花."""
    context = tally.given.context
    liable, why = liability(tally.given)
    hand = borne_by(liable, shares(tally), why)
    return priced([*hand, *flowers.payments(context, tally.given.wild, tally)], tally.given.option)


def shares(tally: Tally) -> list[Payment]:
    """What each of the three others owes for the hand: one more than its 台, and the dealer's streak to or from him."""
    context = tally.given.context
    winner, worth, streak = context.winner, tally.total, context.streak
    found = []
    for seat in others(winner):
        if winner == context.dealer:
            amount, why = worth + streak + 1, f"{worth} 台 + streak {streak} + 1"
        elif seat == context.dealer:
            amount, why = worth + 2, f"{worth} 台 + 2 as the dealer"
        else:
            amount, why = worth + 1, f"{worth} 台 + 1"
        found.append(Payment(seat, winner, amount, why))
    return found


def liability(given: Given) -> tuple[int | None, str]:
    """The seat that pays for all three and the reason; of several the weightiest, of equals the first named."""
    named = [(reason_of(entry.reason), entry.seat) for entry in given.context.liability]
    if given.option["fed_four_from_melds"] and (seat := fed_four_by(given)) is not None:
        named.append((FED_FOUR, seat))
    void = given.option["min_tai"] >= FED_FOUR_VOID_FROM
    for reason in REASONS:
        if reason == FED_FOUR and void:
            continue
        for its_reason, seat in named:
            if its_reason == reason:
                return seat, f"包牌, {reason}"
    return None, ""


def reason_of(text: str) -> str | None:
    """The reason for 包牌 that this text names; None for another text."""
    return next((reason for reason in REASONS if reason in text), None)


def fed_four_by(given: Given) -> int | None:
    """Who fed the winner four sets, or three and the winning tile, as far as the melds say where they came from."""
    came_from = [meld.from_seat for meld in given.hand.melds if meld.is_exposed]
    if given.on_discard:
        came_from.append(given.context.payer)
    return next((seat for seat in others(given.context.winner) if came_from.count(seat) >= 4), None)


def liability_problems(context: WinContext) -> list[Problem]:
    """What is wrong with the 包牌 that the context names."""
    problems = []
    for entry in context.liability:
        if reason_of(entry.reason) is None:
            text = f"unknown reason for 包牌 {entry.reason!r}, expected one of {', '.join(REASONS)}"
            problems.append(Problem("unknown_liability", text))
        if entry.seat == context.winner:
            problems.append(Problem("liable_is_winner", f"seat {entry.seat} cannot pay himself for {entry.reason}"))
    return problems


def priced(payments: list[Payment], options: Mapping[str, Any]) -> list[Payment]:
    """条 at the table's price."""
    price = options["unit_price"]
    if price == 1:
        return payments
    return [Payment(p.from_seat, p.to_seat, p.amount * price, f"{p.why}, × {price}") for p in payments]


def drawn(given: Given) -> list[Payment]:
    """A drawn hand: 花 alone."""
    return priced(flowers.payments(given.context, given.wild), given.option)
