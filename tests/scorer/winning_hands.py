"""Random winning hands: of every 国标 shape, of 14 or 17 tiles, with melds, kongs, winds, flags and wild tiles."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

from scorer.context import WinBy, WinContext
from scorer.hand import Hand, Meld, MeldType
from scorer.rules.guobiao_shapes import KNITTED_NINES
from scorer.shapes import ORPHANS
from scorer.tiles import TILES, Tile

Palette = Sequence[int]

PALETTES: tuple[Palette, ...] = (
    range(34),
    range(34),
    range(27),
    range(27),
    range(9),
    range(9, 18),
    [*range(18, 27), *range(27, 34)],
    [*range(9), *range(27, 34)],
    ORPHANS,
    range(27, 34),
    [19, 20, 21, 23, 25, 32],
    [f for f in range(27) if f % 9 < 4],
    [f for f in range(27) if 2 < f % 9 < 7],
    [f for f in range(27) if f % 9 > 4],
    [f for f in range(27) if f % 9 > 5],
    [f for f in range(27) if f % 9 % 2 == 1 and f % 9 < 8],
    [f for f in range(27) if f % 9 in (0, 1, 2, 6, 7, 8)],
    range(18),
    [9, 10, 11, 12, 13, 16, 17, 19, 21, 22, 23, 25, 26, 33],
)


def random_context(rng: random.Random, flags: Sequence[str] = (), **fields: object) -> WinContext:
    winner = rng.randrange(4)
    by = rng.choice([WinBy.SELF_DRAW, WinBy.SELF_DRAW, WinBy.DISCARD, WinBy.DISCARD, WinBy.ROBBED_KONG])
    payer = None if by is WinBy.SELF_DRAW else rng.choice([seat for seat in range(4) if seat != winner])
    chosen = frozenset(flag for flag in flags if rng.random() < 0.15)
    return WinContext(
        winner=winner,
        win_by=by,
        payer=payer,
        dealer=rng.randrange(4),
        streak=rng.randrange(1, 4),
        round_wind=TILES[27 + rng.randrange(4)],
        flags=chosen,
        **fields,  # type: ignore[arg-type]
    )


def claimed_from_others(hand: Hand, winner: int) -> Hand:
    """The hand at the winner's seat: nobody claims from himself, so of such a meld it is not known whose it was."""
    melds = (replace(meld, from_seat=None) if meld.from_seat == winner else meld for meld in hand.melds)
    return replace(hand, melds=tuple(melds))


def with_its_kong(hand: Hand, context: WinContext) -> WinContext:
    """The context of this hand: without a kong nothing was drawn after one."""
    if hand.aside or any(meld.is_kong for meld in hand.melds):
        return context
    return replace(context, flags=context.flags - {"kong replacement"})


def random_sets_hand(rng: random.Random, sets: int, melds: float = 0.3, palette: Palette | None = None) -> Hand:
    """Sets and a pair; each set lies on the table with probability `melds`, some of the pungs as kongs."""
    while True:
        hand = _try_sets(rng, sets, melds, palette or rng.choice(PALETTES))
        if hand is not None:
            return hand


def _try_sets(rng: random.Random, sets: int, melds: float, palette: Palette) -> Hand | None:
    faces = set(palette)
    starts = [face for face in faces if face < 27 and face % 9 < 7 and {face + 1, face + 2} <= faces]
    pung_share = rng.choice([0.2, 0.5, 0.9])
    chosen: list[tuple[MeldType, tuple[int, ...]]] = []
    for _ in range(sets):
        if starts and rng.random() > pung_share:
            near = [start for start in starts if any(start % 9 == c[1][0] % 9 for c in chosen)]
            start = rng.choice(near if near and rng.random() < 0.3 else starts)
            chosen.append((MeldType.CHOW, (start, start + 1, start + 2)))
        else:
            kind = MeldType.KONG if rng.random() < 0.25 else MeldType.PUNG
            chosen.append((kind, (rng.choice(sorted(faces)),) * (4 if kind is MeldType.KONG else 3)))
    pair = rng.choice(sorted(faces))
    counts = Counter([face for _, tiles in chosen for face in tiles] + [pair, pair])
    if max(counts.values()) > 4:
        return None
    in_hand = [pair, pair]
    on_table: list[Meld] = []
    for kind, tiles in chosen:
        if kind is MeldType.KONG:
            kind = rng.choice([MeldType.KONG, MeldType.ADDED_KONG, MeldType.CONCEALED_KONG])
            on_table.append(Meld(kind, tuple(TILES[face] for face in tiles), None))
        elif rng.random() < melds:
            on_table.append(Meld(kind, tuple(TILES[face] for face in tiles), rng.randrange(4)))
        else:
            in_hand.extend(tiles)
    return won(rng, in_hand, on_table)


def won(rng: random.Random, tiles: Sequence[int], melds: Sequence[Meld] = (), aside: Sequence[Tile] = ()) -> Hand:
    """One of the tiles becomes the winning tile."""
    shuffled = [TILES[face] for face in tiles]
    rng.shuffle(shuffled)
    return Hand(tuple(shuffled[1:]), shuffled[0], tuple(melds), tuple(aside))


def random_special_hand(rng: random.Random) -> Hand:
    """七对, 十三幺, 全不靠, 组合龙 and the rare patterns that random sets never meet."""
    makers: list[Callable[[random.Random], Hand]] = [_pairs, _orphans, _knitted, _knitted_straight, _rare]
    return rng.choice(makers)(rng)


def _pairs(rng: random.Random) -> Hand:
    palette = list(rng.choice(PALETTES))
    while len(palette) < 7:
        palette = list(rng.choice(PALETTES))
    if rng.random() < 0.2:
        start = rng.randrange(3) * 9 + rng.randrange(3)
        pairs = list(range(start, start + 7))
    else:
        pairs = sorted(rng.sample(palette, 7))
        if rng.random() < 0.3:
            pairs[0] = pairs[1]
    return won(rng, [face for face in pairs for _ in (0, 1)])


def _orphans(rng: random.Random) -> Hand:
    return won(rng, [*ORPHANS, rng.choice(ORPHANS)])


def _knitted(rng: random.Random) -> Hand:
    sixteen = [*rng.choice(KNITTED_NINES), *range(27, 34)]
    kept = rng.choice([sixteen[2:], rng.sample(sixteen, 14), sixteen[:14]])
    return won(rng, kept)


def _knitted_straight(rng: random.Random) -> Hand:
    nine = rng.choice(KNITTED_NINES)
    while True:
        rest = random_sets_hand(rng, 1, 0.4, range(34))
        counts = Counter([*nine, *map(int, rest.tiles)])
        if max(counts.values()) <= 4:
            tiles = [*nine, *rest.concealed]
            assert rest.win_tile is not None
            return won(rng, [*tiles, rest.win_tile], rest.melds)


def _rare(rng: random.Random) -> Hand:
    suit = rng.randrange(3) * 9
    other = (suit + 9) % 27
    third = (suit + 18) % 27

    def chow(start: int) -> list[int]:
        return [start, start + 1, start + 2]

    step = rng.choice([1, 2])
    base = suit + rng.randrange(7 - 3 * step)
    choices = [
        [suit] * 3 + [suit + 8] * 3 + list(range(suit + 1, suit + 8)) + [suit + rng.randrange(9)],
        [*chow(suit), *chow(suit), *chow(suit + 6), *chow(suit + 6), suit + 4, suit + 4],
        [*chow(suit), *chow(suit + 6), *chow(other), *chow(other + 6), third + 4, third + 4],
        [*chow(base), *chow(base + step), *chow(base + 2 * step), *chow(base + 3 * step), 27, 27],
        [*chow(base) * 4, other, other],
        [*chow(base) * 3, *chow(other), third, third],
        [face for start in range(suit, suit + 4) for face in [start] * 3] + [31, 31],
        [27] * 3 + [28] * 3 + [29] * 3 + [30] * 2 + rng.choice([[31] * 3, chow(suit)]),
        [31] * 3 + [32] * 3 + [33] * 2 + chow(suit) + chow(other),
        [31] * 3 + [32] * 3 + [33] * 3 + chow(suit) + [other] * 2,
    ]
    tiles = rng.choice(choices)
    if len(tiles) == 12:
        tiles = [*tiles, third + 8, third + 8]
    return _pairs(rng) if max(Counter(tiles).values()) > 4 else won(rng, tiles)
