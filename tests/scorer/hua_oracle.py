"""花麻将 by brute force: every assignment of the wild tiles, each scored by PyMahjongGB, and 无财神 on top."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations_with_replacement

from scorer.context import WinContext
from scorer.hand import Hand
from scorer.tiles import TILES, Tile
from tests.scorer.mahjong_gb import fans

# Two of the yardstick's items that this game has not: 明暗杠 is 明杠 and 暗杠 here, and 无番和 is only what is left
# when 无财神 does not count.
MIXED_KONGS, CHICKEN = "明暗杠", "无番和"


def assigned_hands(hand: Hand, wild: Tile) -> Iterator[tuple[Hand, bool]]:
    """Every legal hand that the wild tiles can make, and whether each of them is used as itself."""
    real = [tile for tile in hand.concealed if tile != wild]
    win_wild = hand.win_tile == wild
    held = len(hand.concealed) - len(real)
    melded = [tile for meld in hand.melds for tile in meld.tiles]
    for chosen in combinations_with_replacement(TILES[:34], held + win_wild):
        counts = Counter([*real, *chosen, *melded])
        if not win_wild and hand.win_tile is not None:
            counts[hand.win_tile] += 1
        if max(counts.values()) > 4:
            continue
        alone = all(tile == wild for tile in chosen)
        if not win_wild:
            yield replace(hand, concealed=(*real, *chosen)), alone
            continue
        for win in sorted(set(chosen)):
            rest = list(chosen)
            rest.remove(win)
            yield replace(hand, concealed=(*real, *rest), win_tile=win), alone


def best_total(hand: Hand, context: WinContext, no_wild_fan: int = 2) -> int | None:
    """The most 番 any assignment gives; None when none wins. The least number of 番 to win is left out of account."""
    assert context.wild is not None
    best: int | None = None
    for assigned, alone in assigned_hands(hand, context.wild):
        try:
            found = fans(assigned, replace(context, wild=None))
        except TypeError:
            continue
        total = sum(value * count for value, count in found.values())
        if MIXED_KONGS in found:
            total -= 2
        if alone:
            total += no_wild_fan
            if CHICKEN in found:
                total -= 8
        if best is None or total > best:
            best = total
    return best
