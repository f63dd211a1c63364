"""乐清 by brute force, both editions: every assignment of the wild tiles, every division into sets, every choice of
which of equal tiles are the wild ones, and the rule files' lists in the plainest form. Shares nothing with the rulesets
but the values of hands and contexts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from typing import Any, NamedTuple

from scorer.context import WinBy, WinContext
from scorer.hand import Hand, Meld, MeldType

E, S, W, N, C, F, P = range(27, 34)


class Set(NamedTuple):
    """`wild` says of each tile whether a wild one stands there; `meld` is how it lies on the table, None in hand."""

    chow: bool
    face: int
    wild: tuple[bool, ...]
    meld: MeldType | None = None


class Division(NamedTuple):
    sets: tuple[Set, ...]
    pair: int
    pair_wild: tuple[bool, ...]


@cache
def suit_divisions(counts: tuple[int, ...], first: int) -> tuple[tuple[tuple[tuple[bool, int], ...], int], ...]:
    """((chow?, face) of the sets, pair or -1) for every way to divide the tiles of one suit, honours being a suit."""
    place = next((index for index, count in enumerate(counts) if count), None)
    if place is None:
        return (((), -1),)
    found = set()

    def less(*taken: int) -> tuple[int, ...]:
        return tuple(count - taken.count(index) for index, count in enumerate(counts))

    face = first + place
    if counts[place] >= 2:
        found |= {(sets, face) for sets, pair in suit_divisions(less(place, place), first) if pair < 0}
    if counts[place] >= 3:
        rest = suit_divisions(less(place, place, place), first)
        found |= {(tuple(sorted((*sets, (False, face)))), pair) for sets, pair in rest}
    if first < 27 and place < 7 and counts[place + 1] and counts[place + 2]:
        rest = suit_divisions(less(place, place + 1, place + 2), first)
        found |= {(tuple(sorted((*sets, (True, face)))), pair) for sets, pair in rest}
    return tuple(found)


def divisions(real: Counter[int], wild: Counter[int]) -> Iterator[Division]:
    """Every way to read these real tiles and these wild tiles standing for faces as sets and one pair."""
    suits = []
    for first, size in ((0, 9), (9, 9), (18, 9), (27, 7)):
        suits.append(suit_divisions(tuple(real[first + i] + wild[first + i] for i in range(size)), first))
    for parts in product(*suits):
        pairs = [pair for _, pair in parts if pair >= 0]
        if len(pairs) == 1:
            yield from with_wild_tiles([one for sets, _ in parts for one in sets], pairs[0], wild)


def with_wild_tiles(sets: list[tuple[bool, int]], pair: int, wild: Counter[int]) -> Iterator[Division]:
    """Every choice of the places at which the wild tiles stand."""
    places: dict[int, list[tuple[int, int]]] = {}
    for index, (chow, face) in enumerate(sets):
        for position in range(3):
            places.setdefault(face + position if chow else face, []).append((index, position))
    for position in range(2):
        places.setdefault(pair, []).append((-1, position))
    choices = [combinations(places[face], number) for face, number in wild.items() if number]
    for chosen in product(*choices):
        at = {place for some in chosen for place in some}
        yield Division(
            tuple(
                Set(chow, face, tuple((index, position) in at for position in range(3)))
                for index, (chow, face) in enumerate(sets)
            ),
            pair,
            tuple((-1, position) in at for position in range(2)),
        )


class Facts(NamedTuple):
    """A division seen with the table: what both rule files ask about."""

    given: tuple[Hand, WinContext]
    division: Division
    sets: tuple[Set, ...]
    held: int
    homes: int
    own: int
    named: frozenset[int]
    pair: int
    plain: bool
    suits: int
    honours: bool
    wild_pung: bool
    wild_pair: bool
    lone: int
    flower: int


def facts(hand: Hand, context: WinContext, division: Division, held: int, flower: int) -> Facts:
    wild = context.wild
    assert wild is not None
    assert context.dealer is not None
    melds = tuple(Set(m.type is MeldType.CHOW, int(min(m.tiles)), (False,) * 3, m.type) for m in hand.melds)
    sets = melds + division.sets
    own = E + (context.winner - context.dealer) % 4
    named = frozenset(s.face for s in sets if not s.chow and not all(s.wild))
    pair = -1 if all(division.pair_wild) else division.pair
    ends = [
        s.chow
        and not any(s.wild)
        and ((hand.win_tile == s.face and s.face % 9 != 6) or (hand.win_tile == s.face + 2 and s.face % 9 != 0))
        for s in division.sets
    ]
    plain = all(s.chow for s in sets) and any(ends) and hand.win_tile != wild and pair not in (own, C, F)
    # A set of wild tiles alone fits any suit; the brute force gives it every face in turn.
    faces = {s.face for s in sets} | {division.pair}
    return Facts(
        (hand, context),
        division,
        sets,
        held,
        sum(s.chow and s.wild[i] and s.face + i == wild for s in division.sets for i in range(3)),
        own,
        named,
        pair,
        plain,
        len({face // 9 for face in faces if face < 27}),
        any(face >= 27 for face in faces),
        any(all(s.wild) and not s.chow for s in division.sets),
        all(division.pair_wild),
        int(hand.concealed[0]) if len(hand.melds) == 5 else -1,
        flower,
    )


def shared_items(f: Facts) -> set[str]:
    """What the two editions ask alike, exclusions left out."""
    hand, context = f.given
    drawn = context.win_by is WinBy.SELF_DRAW
    dealer = context.winner == context.dealer
    first = "first turn" in context.flags
    others = {E, S, W, N} - {f.own}
    tests = {
        "own wind": f.own in f.named,
        "red": C in f.named,
        "green": F in f.named,
        "no wild": f.held == 0,
        "replacement": drawn and "kong replacement" in context.flags,
        "robbed": context.win_by is WinBy.ROBBED_KONG,
        "plain": f.plain,
        "pungs": all(not s.chow for s in f.sets),
        "mixed suit": f.suits == 1 and f.honours,
        "one suit": f.suits == 1 and not f.honours,
        "honours": f.suits == 0,
        "lone wild": f.lone == context.wild,
        "draws wild": f.lone not in (-1, context.wild) and drawn and hand.win_tile == context.wild,
        "hard": f.lone not in (-1, context.wild) and f.lone == hand.win_tile,
        "own pair": others <= f.named and f.pair == f.own,
        "four winds": {E, S, W, N} <= f.named,
        "winds": f.own in f.named and len(others & (f.named | {f.pair})) == 3,
        "beauties": {C, F} <= f.named and f.flower != C and context.wild != P,
        "heaven": first and dealer and drawn,
        "earth": first and not dealer and context.win_by is WinBy.DISCARD and context.payer == context.dealer,
    }
    return {name for name, holds in tests.items() if holds}


def pair_counts(f: Facts, default: bool, options: Mapping[str, Any]) -> bool:
    drawn = f.given[1].win_by is WinBy.SELF_DRAW
    return f.wild_pair and (f.lone < 0 or drawn or bool(options.get("pair_with_discarded_wild", default)))


def chayuan(f: Facts, options: Mapping[str, Any]) -> int:
    """台 in the 茶苑 edition; with four wild tiles the best choice of three of them."""
    hand, _ = f.given
    has = shared_items(f)
    flowers = hand.aside.count(f.flower)
    if "honours" in has:
        has -= {"four winds", "own pair", "own wind", "beauties", "red", "green", "pungs"}
        has.discard("mixed suit")
        beauties = False
    else:
        beauties = "beauties" in has and flowers >= 3
    if beauties:
        has -= {"red", "green"}
    if "four winds" in has:
        has -= {"own pair", "own wind"}
    small = flowers + len(has & {"own wind", "red", "green", "no wild", "replacement", "robbed", "plain"})
    big = 30 * beauties + 30 * (flowers == 4)
    worth = {"pungs": 10, "mixed suit": 10, "lone wild": 10, "own pair": 10, "draws wild": 20, "one suit": 30}
    worth |= {"four winds": 30, "hard": 30, "heaven": 30, "earth": 30, "honours": 100}
    big += sum(worth[name] for name in has if name in worth)
    totals = []
    for more_small, more_big in wild_items(f, options):
        n, m = small + more_small, big + more_big
        n = 10 if n >= 6 else n
        totals.append(n if n <= 5 and not m else (n + m) * 2)
    return max(totals)


def wild_items(f: Facts, options: Mapping[str, Any]) -> list[tuple[int, int]]:
    """(small, big) from the wild tiles, for every choice of the three that count."""
    if f.held < 2:
        return [(f.homes == 1, 0)]
    if f.held == 2:
        if f.homes == 2:
            return [(0, 10)]
        mixed = 0 if f.wild_pair else 1
        return [((f.homes == 1) + mixed, 10 * pair_counts(f, False, options))]
    # What each wild tile is: "home", "other", "pair" or "pung".
    kinds = ["home"] * f.homes + ["pair"] * (2 * f.wild_pair) + ["pung"] * (3 * f.wild_pung)
    kinds += ["other"] * (f.held - len(kinds))
    found = []
    for three in combinations(range(f.held), 3):
        best = Counter(kinds[index] for index in three)
        left = [kinds[index] for index in range(f.held) if index not in three]
        small = (best["home"] == 1) + left.count("home")
        if best["pung"] == 3:
            big = 30
        elif best["home"] == 3:
            big = 100
        elif best["home"] == 2 or best["pair"] == 2:
            big = 20
        else:
            big = 10 * (not f.wild_pair and not f.wild_pung)
        found.append((small, big))
    return found


def platform(f: Facts, options: Mapping[str, Any]) -> tuple[int, int]:
    """台 in the platform edition, and the winner's 花 squared."""
    hand, context = f.given
    has = shared_items(f)
    flowers = hand.aside.count(f.flower)
    shown = len(hand.aside) - flowers
    wind_wild = context.wild in (E, S, W, N)
    worth = {
        "four homes": (500, f.homes == 4),
        "three homes": (200, f.homes == 3),
        "honours": (200, "honours" in has),
        "four beauties": (200, "beauties" in has and flowers == 4),
        "one suit": (45, "one suit" in has),
        "winds": (45, "winds" in has and not wind_wild),
        "four whites": (45, flowers == 4 and "beauties" not in has),
        "hard": (45, "hard" in has),
        "heaven": (45, "heaven" in has),
        "earth": (45, "earth" in has),
        "wild pung": (45, f.wild_pung),
        "beauties": (45, "beauties" in has and flowers == 3),
        "two homes": (30, f.homes == 2),
        "draws wild": (30, "draws wild" in has),
        "pungs": (15, "pungs" in has and "honours" not in has),
        "mixed suit": (15, "mixed suit" in has),
        "lone wild": (15, "lone wild" in has),
        "wild pair": (15, pair_counts(f, True, options) and f.homes < 2),
        "own pair": (15, "own pair" in has and "winds" not in has and not wind_wild),
        "three shown": (15, shown == 3),
    }
    big = {name: value for name, (value, holds) in worth.items() if holds}
    always = {}
    if f.held == 4 and f.homes < 4:
        always = {"four wild": 45}
    if f.held == 3 and not f.wild_pung and f.homes < 3:
        always = {"three wild": 15}
    full = context.open_hand_holder in (None, context.winner) or bool(has & {"heaven", "earth"})
    full = full or ("open state first discard" in context.flags and context.win_by is not WinBy.SELF_DRAW)
    only_wild = not full and f.held >= 3
    if only_wild:
        big, always = {}, {"three wild": 15} if f.held == 3 else {"four wild": 45}
    small = flowers + len(has & {"replacement", "robbed", "plain"}) + (f.homes == 1)
    small += "own wind" in has and not big.keys() & {"winds", "honours"}
    small += ("red" in has) + ("green" in has) if not big.keys() & {"beauties", "four beauties"} else 0
    small += "no wild" in has and "hard" not in big
    small += f.held == 2 and f.homes < 2 and "wild pair" not in big
    small += 0 if "three shown" in big else shown
    m = sum(big.values()) + sum(always.values())
    if full:
        n = small if small <= 5 else 15 + min(small, 10) - 6
        total = small if small <= 5 and not m else (n + m) * 2
    elif only_wild:
        total = (min(small, 5) + m) * 2
    elif options.get("open_state_limit", "five") == "five":
        total = min(5, small + 5 * len(big))
    elif not big and small <= 5:
        total = small
    else:
        total = (min(small, 5) + 5 * len(big)) * 2
    return total, platform_units(f, flowers, shown) ** 2


def platform_units(f: Facts, flowers: int, shown: int) -> int:
    hand, context = f.given
    units = (0, 1, 2, 6, 10)[f.held] + (0, 1, 2, 3, 8)[flowers] + (0, 1, 2, 6)[shown]
    counts = {f.own, C, F} - {context.wild}
    units += melded_units(hand.melds, {int(face) for face in counts})
    return units + sum(not s.chow and not all(s.wild) and s.face in counts for s in f.division.sets)


def melded_units(melds: tuple[Meld, ...], counts: set[int]) -> int:
    units = 0
    for meld in melds:
        if meld.type is MeldType.CHOW:
            continue
        units += meld.tiles[0] in counts
        units += 2 if meld.type is MeldType.CONCEALED_KONG else meld.is_kong
    return units


def readings(hand: Hand, context: WinContext, flower: int) -> Iterator[Facts]:
    """Every assignment, every division."""
    assert hand.win_tile is not None
    tiles = [int(tile) for tile in (*hand.concealed, hand.win_tile)]
    real = Counter(tile for tile in tiles if tile != context.wild)
    held = len(tiles) - sum(real.values())
    for assigned in combinations_with_replacement(range(34), held):
        for division in divisions(real, Counter(assigned)):
            yield facts(hand, context, division, held, flower)


def best_chayuan(hand: Hand, context: WinContext, options: Mapping[str, Any]) -> int | None:
    """The most 台 of all; None when nothing wins."""
    flower = C if context.wild == P else P
    return max((chayuan(f, options) for f in readings(hand, context, flower)), default=None)


def best_platform(hand: Hand, context: WinContext, options: Mapping[str, Any]) -> tuple[int, set[int]] | None:
    """The most 台 and 花 together, and the 台 of all that reach it; None when nothing wins."""
    flower = C if P in (context.wild, context.indicator) else P
    found: dict[int, set[int]] = {}
    for f in readings(hand, context, flower):
        total, squared = platform(f, options)
        if total >= options.get("min_tai", 0):
            found.setdefault(total + squared, set()).add(total)
    return max(found.items()) if found else None


def shares(total: int, context: WinContext, dealer_pays: int) -> list[int]:
    """What the hand comes to for each seat when a dealer who loses pays `dealer_pays` more than the two others."""
    paid = [0, 0, 0, 0]
    for seat in range(4):
        if seat != context.winner:
            if context.winner == context.dealer:
                amount = total + context.streak + 1
            else:
                amount = total + 1 + (dealer_pays if seat == context.dealer else 0)
            paid[seat] -= amount
            paid[context.winner] += amount
    return paid
