"""花麻将: 国标's items with a wild tile, a bird and a doubled dealer, settled in 欢乐豆.

X, the base points between the winner and one payer, is the 番 part × 2 for the bird × 2 for the dealer. The 番 part is
the 番 (flowers included) on a self-draw, 番 + 8 on a discard, 10 where a player leaves. A loser pays X × N; everybody
pays the fee A to the house. N and A are the room's.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from scorer.given import Given
from scorer.items import Item, Option
from scorer.progression import Deal, Progression
from scorer.result import Payment
from scorer.rules.guobiao import held_four_waits, too_few
from scorer.rules.guobiao_features import features
from scorer.rules.guobiao_items import ANY_SHAPE, FAN, ITEMS
from scorer.rules.guobiao_shapes import seven_pair_waits, special_readings
from scorer.rules.hua_readings import candidates
from scorer.ruleset import ALL_34, FLOWERS, Ruleset
from scorer.settle import SEATS, others, payers
from scorer.tally import Tally
from scorer.tiles import Tile, next_face

NO_WILD = Item(
    id="no-wild",
    name="无财神",
    name_en="No wild tile",
    value=lambda r: int(r.given.option["no_wild_fan"]),
    value_note="`no_wild_fan`: 2 or 1",
    group=FAN,
    when=lambda r: r.stand_ins == 0,
    shapes=ANY_SHAPE,
    note="no wild tile held, or each only as itself",
    source="花麻将 69",
)

MIXED_KONGS = "mixed-kongs"

OPTIONS = (
    Option("min_fan", "int", 8, "起和: fewest 番 to win, flowers not counted"),
    Option("no_wild_fan", "choice", 2, "番 of 无财神", (1, 2)),
    Option(
        "named_sets_need_real",
        "bool",
        False,
        "a pung of three wild tiles, or a pair of two, names no wind or dragon (大四喜 … 箭刻, 圈风刻, 门风刻); "
        "by default every assignment of the wild tiles counts in full",
    ),
    held_four_waits(False),
    Option("self_draw_add", "int", 0, "added to the 番 on a self-draw"),
    Option("discard_add", "int", 8, "added to the 番 on a discard or a robbed kong"),
    Option("escape_points", "int", 10, "points that a player who leaves pays to each other player"),
    Option("room_factor", "int", 1, "N: what every point is worth"),
    Option("fee", "int", 0, "A: what every player pays to the house for a hand"),
)


def hua_items() -> tuple[Item, ...]:
    """国标's items without 明暗杠, and 无财神 where the list has it."""
    items: list[Item] = []
    for item in ITEMS:
        if item.id == "double-chow":
            items.append(NO_WILD)
        if item.id != MIXED_KONGS:
            items.append(replace(item, excludes=tuple(id_ for id_ in item.excludes if id_ != MIXED_KONGS)))
    return tuple(items)


def wild(indicator: Tile, options: Mapping[str, Any]) -> Tile:
    return next_face(indicator)


def bird_seat(given: Given) -> int | None:
    """The seat the bird names, counted from the dealer as 1; None without a bird, or when it is a flower."""
    bird = given.context.bird
    if bird is None and given.flag("last tile") and given.self_draw:
        # The last tile of the wall, with which the hand was won, is the bird itself.
        bird = given.hand.win_tile
    dealer = given.context.dealer
    if bird is None or bird.is_flower or dealer is None:
        return None
    number = bird % 9 + 1 if bird.is_suited else bird - 26
    return (dealer + number - 1) % 4


def settle(tally: Tally) -> list[Payment]:
    given = tally.given
    winner, dealer = given.context.winner, given.context.dealer
    bird = bird_seat(given)
    room = given.option["room_factor"]
    add = given.option["self_draw_add" if given.self_draw else "discard_add"]
    payments = []
    for seat in payers(given):
        amount = (tally.total + add) * room
        factors = ""
        for times, reason in ((bird in (winner, seat), "鸟"), (dealer in (winner, seat), "庄")):
            if times:
                amount *= 2
                factors += f" × 2 {reason}"
        if room != 1:
            factors += f" × {room}"
        sum_ = f"{tally.total} 番" + (f" + {add}" if add else "")
        whole = f"({sum_})" if add and factors else sum_
        payments.append(Payment(seat, winner, amount, f"{whole}{factors} = {amount}"))
    return payments + fees(given)


def fees(given: Given) -> list[Payment]:
    """Every player's fee to the house."""
    fee = given.option["fee"]
    return [Payment(seat, None, fee, f"fee {fee}") for seat in SEATS] if fee else []


def escape(given: Given) -> list[Payment]:
    leaver = given.context.leaver or 0
    points, room = given.option["escape_points"], given.option["room_factor"]
    payments = []
    for seat in others(leaver):
        double = given.context.dealer in (leaver, seat)
        amount = points * room * (2 if double else 1)
        factors = " × 2 庄" * double + f" × {room}" * (room != 1)
        payments.append(Payment(leaver, seat, amount, f"leaves: {points}{factors} = {amount}"))
    return payments + fees(given)


def formula(tally: Tally) -> str:
    fan, flowers = tally.sum(FAN), tally.total - tally.sum(FAN)
    return f"{fan} 番" + (f" + {flowers} 花 = {tally.total}" if flowers else "")


RULESET = Ruleset(
    id="hua",
    name="花麻将",
    name_en="Hua mahjong (official items with a wild tile)",
    version="1",
    sets=4,
    unit="番",
    items=hua_items(),
    options=OPTIONS,
    tiles=ALL_34,
    aside_tiles=FLOWERS,
    flags=("kong replacement", "last tile", "last of its kind"),
    context_fields=(
        ("indicator", "the tile turned up after the deal; the wild tile is the face after it"),
        ("bird", "鸟牌, the tile after the last one drawn"),
    ),
    needs_dealer=True,
    wild=wild,
    features=features,
    readings=special_readings,
    candidates=candidates,
    more_waits=seven_pair_waits,
    refuse=too_few,
    formula=formula,
    settle=settle,
    draw=fees,
    escape=escape,
    progression=Progression(dealer_wins=Deal.KEEP, other_wins=Deal.PASS, drawn=Deal.KEEP, escape=Deal.HOLD),
    source="花麻将 83 番种",
)
