"""乐清, platform edition: the 明牌 state, and the total.

Small items sum up to N, big ones to M. While another player is in the 明牌 state the big items of a winner are limited.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from scorer.given import Given
from scorer.items import Predicate
from scorer.reading import Reading
from scorer.rules.yueqing_predicates import earth, heaven
from scorer.tally import Tally

SMALL = "small"
BIG = "big"
DOUBLES_ALWAYS = "big with three or four wild tiles"
"""三财神 and 四财神: big items that keep doubling in another's 明牌 state."""

LIMITED_WORTH = 5
"""What a big item is worth in another's 明牌 state, and the most that small items are."""


class Limit(Enum):
    """What another player's 明牌 state leaves of a win."""

    NONE = "scored in full"
    FIVE = "each big item counts 5 and does not double"
    WILD_ONLY = "of the big items only 三财神 and 四财神 count"


def limit_of(given: Given) -> Limit:
    """Worked out once for all readings of the hand."""
    found: Limit | None = given.extra.get("limit")
    if found is None:
        found = given.extra["limit"] = _limit_of(given)
    return found


def _limit_of(given: Given) -> Limit:
    holder = given.context.open_hand_holder
    if holder is None or holder == given.context.winner:
        return Limit.NONE
    first_discard = given.on_discard and given.flag("open state first discard")
    if heaven(given) or earth(given) or first_discard:
        return Limit.NONE
    return Limit.WILD_ONLY if given.wilds >= 3 else Limit.FIVE


def worth(value: int) -> Callable[[Reading], int]:
    """A big item's value: its own, or 5 in another's 明牌 state."""
    return lambda r: value if limit_of(r.given) is not Limit.FIVE else LIMITED_WORTH


def unless_wild_only(when: Predicate) -> Predicate:
    """Beside three or four wild tiles in another's 明牌 state the item gives nothing, and so excludes nothing."""

    def counts(r: Reading) -> int:
        times = when(r)
        return times if times and limit_of(r.given) is not Limit.WILD_ONLY else 0

    return counts


def total(tally: Tally) -> int:
    """台."""
    small, big = sums(tally)
    limit = limit_of(tally.given)
    if limit is Limit.NONE:
        return of_sums(small, big)
    few = min(small, LIMITED_WORTH)
    if limit is Limit.FIVE and tally.given.option["open_state_limit"] == "five":
        return min(small + big, LIMITED_WORTH)
    return small if small <= LIMITED_WORTH and not big else (few + big) * 2


def sums(tally: Tally) -> tuple[int, int]:
    """N and M."""
    small = big = 0
    for item, times in tally.counted:
        if item.group == SMALL:
            small += times
        else:
            big += times * tally.value_of(item)
    return small, big


def of_sums(small: int, big: int) -> int:
    """The full total of N and M: six small ones turn the hand over like a big item."""
    if small <= 5:
        return (small + big) * 2 if big else small
    return (15 + min(small, 10) - 6 + big) * 2


def formula(tally: Tally) -> str:
    """The arithmetic of the total."""
    small, big = sums(tally)
    limit = limit_of(tally.given)
    few = min(small, LIMITED_WORTH)
    if limit is Limit.NONE:
        if small <= 5:
            worked_out = f"({small} + {big}) × 2" if big else "台 = N"
        else:
            worked_out = f"(15 + {min(small, 10)} - 6{f' + {big}' if big else ''}) × 2"
    elif limit is Limit.FIVE and tally.given.option["open_state_limit"] == "five":
        worked_out = f"{small} + {big}, at most {LIMITED_WORTH}"
    else:
        worked_out = "台 = N" if small <= LIMITED_WORTH and not big else f"({few} + {big}) × 2"
    state = "" if limit is Limit.NONE else f", seat {tally.given.context.open_hand_holder} in the 明牌 state"
    return f"N {small}, M {big}{state}: {worked_out} = {tally.total}"
