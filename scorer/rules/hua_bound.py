"""花麻将: an upper bound of what a reading can be worth, so that of thousands only the promising ones are counted.

The bound adds what the parts of a reading can give by themselves: its chows, its pungs, the faces it is made of, and
what the table says. Exclusions between the parts are mostly left out, which only makes it larger. Each part's worth is
remembered, for parts repeat.
"""

from __future__ import annotations

from functools import lru_cache

from scorer.given import Given
from scorer.rules.guobiao_chows import VALUES, chow_items
from scorer.rules.guobiao_facts import (
    ABOVE_FIVE,
    BELOW_FIVE,
    DRAGONS,
    EVEN,
    GREEN,
    HONOURS,
    LOWER,
    MIDDLE,
    ORPHAN_MASK,
    SAME_UPSIDE_DOWN,
    TERMINALS,
    UPPER,
    WINDS,
)

_MEMORY = 1 << 15
CHICKEN = 8
"""无番和, for a reading whose parts give nothing."""


@lru_cache(maxsize=_MEMORY)
def of_chows(bases: tuple[int, ...]) -> int:
    """What these chows (ascending) can give together, and what four of them can be besides."""
    worth = sum(VALUES[item] * times for item, times in chow_items(bases).items())
    if len(bases) == 4:
        worth += 2  # 平和
        one, two, three, four = bases
        if (one, three) == (two, four) and one % 7 == 0 and three == one + 6:
            worth += 64  # 一色双龙会
        elif one % 7 == three % 7 == 0 and two == one + 6 and four == three + 6:
            worth += 16  # 三色双龙会
    return worth


@lru_cache(maxsize=_MEMORY)
def of_pungs(mask: int, pair: int) -> int:
    """What pungs of these faces can give together; `pair` is the mask of the pair if it is of an honour, else 0.

    碰碰和 and the concealed pungs are left to the caller.
    """
    winds, dragons = (mask & WINDS).bit_count(), (mask & DRAGONS).bit_count()
    worth = (mask & TERMINALS).bit_count()
    worth += (0, 1, 2, 64 if pair & WINDS else 12, 88)[winds]
    worth += (0, 2, 64 if pair & DRAGONS else 6, 88)[dragons]
    m, p, s = suits = [mask >> suit * 9 & 0x1FF for suit in range(3)]
    runs = [ranks & ranks >> 1 & ranks >> 2 for ranks in suits]
    if any(runs):
        worth += 48 if any(run & ranks >> 3 for run, ranks in zip(runs, suits, strict=True)) else 24
    if m & p & s:
        worth += 16
    elif m and p and s:
        worth += 8
    worth += 2 * ((m & p).bit_count() + (m & s).bit_count() + (p & s).bit_count())
    if mask.bit_count() == 4 and not mask & ~EVEN:
        worth += 24
    return worth


@lru_cache(maxsize=_MEMORY)
def of_faces(mask: int) -> int:
    """What a hand of these faces gives for being of them."""
    honours = mask & HONOURS
    suits = (mask & 0x1FF != 0) + (mask >> 9 & 0x1FF != 0) + (mask >> 18 & 0x1FF != 0)
    worth = 88 if not mask & ~GREEN else 0
    plain = 0
    if not mask & ~ORPHAN_MASK:
        worth += 64 if not honours or not suits else 32
    elif not honours:
        plain = 2 if not mask & ORPHAN_MASK else 1
    if suits == 1 and suits:
        worth += 6 if honours else 24
        plain = 0 if plain == 1 else plain
    if any(not mask & ~third for third in (UPPER, MIDDLE, LOWER)):
        worth += 24 + 12
        plain = 0
    elif any(not mask & ~part for part in (ABOVE_FIVE, BELOW_FIVE)):
        worth += 12
    if not mask & ~SAME_UPSIDE_DOWN:
        worth += 8
    elif suits == 2:
        worth += 1
    if suits == 3 and mask & WINDS and mask & DRAGONS:
        worth += 6
    return worth + plain


def of_table(given: Given) -> int:
    """What the hand gives whatever its reading: how it was won, kongs, flowers; and 1 for a single wait.

    What wants a single copy of the winning face (抢杠和, 和绝张) is left to the caller.
    """
    kongs = [meld for meld in given.melds if meld.is_kong]
    concealed = sum(kong.concealed for kong in kongs)
    worth = (0, 1 + concealed, (4, 3, 6)[concealed] if len(kongs) == 2 else 0, 32, 88)[len(kongs)]
    if given.self_draw:
        worth += 4 if given.closed else 1
        worth += 8 * (given.flag("kong replacement") and kongs != [])
    else:
        worth += 2 if given.closed else 0
        worth += 6 * (given.claims == 4)
    worth += 8 * given.flag("last tile")
    worth += 4 * (3 in given.meld_counts)
    return worth + len(given.hand.aside) + 1
