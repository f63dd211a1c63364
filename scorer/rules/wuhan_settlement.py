"""武汉: who pays. Each loser pays base × his own product × the winner's product, up to a cap."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorer.given import Given
from scorer.hand import Meld, MeldType
from scorer.result import Payment
from scorer.rules.wuhan_items import BIG, RED
from scorer.settle import borne_by, others
from scorer.tally import Tally
from scorer.tiles import Tile

CAP = 300
GOLDEN_CAP = {"kaikou": 400, "koukou": 500}
"""金顶 by edition: the cap when all three would pay more than 300. It is also what a leaver loses."""


@dataclass(frozen=True, slots=True)
class Product:
    """A player's own product, from what lies before him: how often it doubles for what, in the order shown."""

    claims: int
    exposed_kongs: int = 0
    concealed_kongs: int = 0
    red_kongs: int = 0
    wild_kongs: int = 0

    def factors(self, options: Mapping[str, Any]) -> list[tuple[str, int]]:
        opened = 2 ** (self.claims if options["edition"] == "koukou" else min(1, self.claims))
        every = (
            ("开口", opened),
            ("明杠", 2**self.exposed_kongs),
            ("暗杠", 4**self.concealed_kongs),
            ("红中杠", 2**self.red_kongs),
            ("癞子杠", int(options["wild_kong_factor"]) ** self.wild_kongs),
        )
        return [(name, factor) for name, factor in every if factor > 1]

    def value(self, options: Mapping[str, Any]) -> int:
        product = 1
        for _, factor in self.factors(options):
            product *= factor
        return product


def product_of(melds: Sequence[Meld], aside: Sequence[Tile], wild: int) -> Product:
    """An exposed kong claimed from hand opens and counts; an added kong is its pung's claim and a kong."""
    concealed = sum(meld.type is MeldType.CONCEALED_KONG for meld in melds)
    kongs = sum(meld.is_kong for meld in melds)
    return Product(
        claims=len(melds) - concealed,
        exposed_kongs=kongs - concealed,
        concealed_kongs=concealed,
        red_kongs=sum(tile == RED for tile in aside),
        wild_kongs=sum(tile == wild for tile in aside),
    )


@dataclass(frozen=True, slots=True)
class Loser:
    """What one loser's side of the product is: his own factors, the discarder's excepted, and the dealer's."""

    seat: int
    factors: tuple[tuple[str, int], ...]
    product: int
    discarder: bool
    dealer: bool


@dataclass(frozen=True, slots=True)
class Table:
    """The sides of the table as they are for every reading of the hand."""

    winner_factors: tuple[tuple[str, int], ...]
    winner_product: int
    losers: tuple[Loser, ...]
    golden_cap: int


def table_of(given: Given) -> Table:
    """Worked out once for all readings."""
    found: Table | None = given.extra.get("table")
    if found is None:
        found = given.extra["table"] = _table(given)
    return found


def _table(given: Given) -> Table:
    context, options = given.context, given.options
    winner = product_of(given.hand.melds, given.hand.aside, given.wild)
    losers = []
    for seat in others(context.winner):
        view = context.seat(seat)
        product = product_of(view.melds, view.aside, given.wild)
        losers.append(
            Loser(
                seat,
                tuple(product.factors(options)),
                product.value(options),
                discarder=given.on_discard and seat == context.payer,
                dealer=context.dealer in (seat, context.winner),
            )
        )
    return Table(tuple(winner.factors(options)), winner.value(options), tuple(losers), GOLDEN_CAP[options["edition"]])


def capped(raw: Sequence[int], golden_cap: int) -> list[int]:
    """At most 300 each; if all three would pay more, the cap is 金顶. Nobody pays more than his raw amount."""
    cap = golden_cap if min(raw) > CAP else CAP
    return [min(amount, cap) for amount in raw]


@dataclass(frozen=True, slots=True)
class Amounts:
    """What each loser, in turn order after the winner, would pay without a cap and what he pays with it."""

    raw: tuple[int, ...]
    paid: tuple[int, ...]
    raw_sum: int
    paid_sum: int


def amounts_of(tally: Tally) -> Amounts:
    """Readings differ in their number of 大胡 and in being 硬 alone, so each such pair is worked out once."""
    big, hard = 0, False
    for item, times in tally.counted:
        if item.group == BIG:
            big += times
        elif item.id == "hard":
            hard = True
    known: dict[tuple[int, bool], Amounts] = tally.given.extra.setdefault("amounts", {})
    found = known.get((big, hard))
    if found is None:
        table = table_of(tally.given)
        raw = _raw_amounts(tally.given, table, big, hard)
        paid = capped(raw, table.golden_cap)
        found = known[big, hard] = Amounts(tuple(raw), tuple(paid), sum(raw), sum(paid))
    return found


def _raw_amounts(given: Given, table: Table, big: int, hard: bool) -> list[int]:
    shared = (10 * big or 1) * table.winner_product * (2 if hard else 1)
    # × 1.5 of a 大胡 is taken as × 3 / 2: the base of at least 10 keeps it whole.
    more, by = (3, 2) if big else (2, 1)
    if given.self_draw:
        shared = shared * more // by
    raw = []
    for loser in table.losers:
        amount = shared * loser.product
        if loser.discarder:
            amount = amount * more // by
        if loser.dealer and not big:
            amount *= 2
        raw.append(amount)
    return raw


def total(tally: Tally) -> int:
    """What the winner receives."""
    return amounts_of(tally).paid_sum


def rank(tally: Tally) -> tuple[int, int]:
    """The most points; where two readings pay the same after the caps, the larger sum before them."""
    return tally.total, amounts_of(tally).raw_sum


def settle(tally: Tally) -> list[Payment]:
    winner = tally.given.context.winner
    table = table_of(tally.given)
    amounts = amounts_of(tally)
    payments = [
        Payment(loser.seat, winner, amount, _why(tally, loser, before, amount))
        for loser, before, amount in zip(table.losers, amounts.raw, amounts.paid, strict=True)
    ]
    liable, why = liability(tally)
    return borne_by(liable, payments, why)


def liability(tally: Tally) -> tuple[int | None, str]:
    """承包: the seat that pays for all three, and why; tried in the order of the rule book."""
    given = tally.given
    context = given.context
    if tally.has("all-begged") and given.flag("payer not ready"):
        return context.payer, "承包, 全求人 from a player who was not ready"
    if tally.has("one-suit"):
        claimed = [meld for meld in given.hand.melds if meld.is_exposed]
        if len(claimed) >= 3 and claimed[2].from_seat not in (None, context.winner):
            return claimed[2].from_seat, "承包, the third set of 清一色 came from him"
    if given.robbed:
        return context.payer, "承包, his kong was robbed"
    for entry in context.liability:
        if entry.seat != context.winner:
            return entry.seat, f"承包, {entry.reason}"
    return None, ""


def _why(tally: Tally, loser: Loser, raw: int, amount: int) -> str:
    small = tally.has("small")
    parts = [_winner_side(tally)]
    parts += [f"{name} {factor}" for name, factor in loser.factors]
    if loser.discarder:
        parts.append(f"{'被抢杠' if tally.given.robbed else '放冲'} {2 if small else 1.5}")
    if loser.dealer and small:
        parts.append("庄闲 2")
    text = f"{' × '.join(parts)} = {raw}"
    return text if amount == raw else f"{text}, capped at {amount}"


def _winner_side(tally: Tally) -> str:
    big = tally.count(BIG)
    parts = [f"大胡 {10 * big}" if big else "小胡 1"]
    parts += [f"{name} {factor}" for name, factor in table_of(tally.given).winner_factors]
    if tally.has("hard"):
        parts.append("硬胡 2")
    if tally.given.self_draw:
        parts.append("自摸 1.5" if big else "自摸 2")
    return " × ".join(parts)


def formula(tally: Tally) -> str:
    """The winner's side, and what the three come to."""
    return f"{_winner_side(tally)}; {' + '.join(map(str, amounts_of(tally).paid))} = {tally.total}"


def nothing(given: Given) -> list[Payment]:
    """荒庄: nobody pays."""
    return []


def escape(given: Given) -> list[Payment]:
    """The leaver's loss is shared among the others, the odd units going to the next seats after him."""
    leaver = given.context.leaver
    if leaver is None:
        return []
    loss = GOLDEN_CAP[given.option["edition"]]
    share, odd = divmod(loss, 3)
    return [
        Payment(leaver, seat, share + (place < odd), f"逃跑 {loss} shared by three")
        for place, seat in enumerate(others(leaver))
    ]
