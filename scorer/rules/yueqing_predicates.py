"""乐清, both editions: what their items ask of a hand and of a reading of it.

A wild tile stands as itself (归位) inside a chow only; a pair or pung of wild tiles is 做牛 or 财神刻. A pung or pair
that an item names wants one real tile of its face, so nothing is ever made of a wind or dragon that is itself wild.
"""

from __future__ import annotations

from collections.abc import Callable

from scorer.given import Given
from scorer.reading import Reading, homes_in
from scorer.rules.yueqing_tiles import GREEN, RED, WHITE, WINDS

_WIND_MASK = sum(1 << wind for wind in WINDS)

Marks = Callable[[Reading], tuple[int, ...]]


# -- the whole hand -----------------------------------------------------------------------------------------------


def no_wild(r: Reading) -> bool:
    return r.given.wilds == 0


def held(number: int) -> Callable[[Reading], bool]:
    """Exactly so many wild tiles among the 17."""
    return lambda r: r.given.wilds == number


def all_pungs(r: Reading) -> bool:
    return len(r.pungs) == 5


def one_suit_and_honours(r: Reading) -> bool:
    return r.one_suit_and_honours


def one_suit(r: Reading) -> bool:
    return r.one_suit


def all_honours(r: Reading) -> bool:
    return r.all_honours


def aside(given: Given, tile: int) -> int:
    """How many of this tile lie aside."""
    return sum(other == tile for other in given.hand.aside)


# -- how it was won -----------------------------------------------------------------------------------------------


def kong_replacement(r: Reading) -> bool:
    return r.given.self_draw and r.given.flag("kong replacement")


def robbed_kong(r: Reading) -> bool:
    return r.given.robbed


def heaven(given: Given) -> bool:
    """天胡: the dealer's first 17 tiles win."""
    return given.flag("first turn") and given.is_dealer and given.self_draw


def earth(given: Given) -> bool:
    """地胡: another player wins on the dealer's first discard; a robbed kong is none."""
    context = given.context
    return given.flag("first turn") and given.discard and not given.is_dealer and context.payer == context.dealer


def plain_win(r: Reading) -> bool:
    """平胡: chows only; the winning tile, a real one, ends a chow of real tiles that waited on both sides; the pair is
    neither the own wind nor 红中 nor 发财."""
    won = r.win_set
    if won is None or won.wild or r.pungs or r.wait != "two-sided":
        return False
    return not any(r.pair_is(face) for face in (r.given.seat_wind, RED, GREEN))


# -- one tile left in hand: 吊 ------------------------------------------------------------------------------------


def lone_wild(r: Reading) -> bool:
    """Five sets on the table, and the one tile in hand is wild: any tile wins."""
    return r.given.lone_tile >= 0 and r.given.lone_tile == r.given.wild


def lone_real_draws_wild(r: Reading) -> bool:
    """Five sets on the table, the one tile in hand is not wild, and a wild tile is drawn to it."""
    given = r.given
    return given.lone_tile >= 0 and given.lone_tile != given.wild and given.win_wild and given.self_draw


def lone_real_meets_twin(r: Reading) -> bool:
    """Five sets on the table, the one tile in hand is not wild, and its real twin wins."""
    given = r.given
    return given.lone_tile >= 0 and not given.wilds and given.lone_tile == given.win_tile


def wild_pung(r: Reading) -> bool:
    return r.given.wilds >= 3 and r.all_wild_pung


def wild_pair(r: Reading) -> bool:
    """做牛: the pair is two wild tiles. Where the one tile in hand was wild already and another's discard the second,
    the option decides."""
    if not r.all_wild_pair:
        return False
    given = r.given
    return given.self_draw or not given.open_melds_only or bool(given.option["pair_with_discarded_wild"])


# -- sets of a named face -----------------------------------------------------------------------------------------


def has_pung(r: Reading, face: int) -> bool:
    """A pung or kong of this face with a real tile of it: of any face but the wild one a pung has one."""
    return r.pung_mask >> face & 1 == 1 and face != r.given.wild


def own_wind(r: Reading) -> bool:
    return has_pung(r, r.given.seat_wind)


def pung_of(face: int) -> Callable[[Reading], bool]:
    return lambda r: has_pung(r, face)


def red_and_green(r: Reading) -> bool:
    """Pungs of 红中 and 发财, as 三美人 and 四美人 want them; none of 红中 发财 白板 may be wild."""
    return has_pung(r, RED) and has_pung(r, GREEN) and r.given.wild != WHITE


def wind_pungs(r: Reading) -> int:
    """How many winds have a pung or kong of their own."""
    return sum(has_pung(r, wind) for wind in WINDS) if r.pung_mask & _WIND_MASK else 0


def other_wind_pungs(r: Reading) -> int:
    """How many of the three winds that are not the winner's own have a pung or kong."""
    return wind_pungs(r) - own_wind(r)


def three_winds_and_own_pair(r: Reading) -> bool:
    return r.pair_is(r.given.seat_wind) and other_wind_pungs(r) == 3


# -- the sets an item came from -----------------------------------------------------------------------------------


def mark_faces(*faces: int) -> Marks:
    return lambda r: tuple(index for index, s in enumerate(r.sets) if s.is_pung and s.tile in faces)


def mark_own_wind(r: Reading) -> tuple[int, ...]:
    return mark_faces(r.given.seat_wind)(r)


mark_winds = mark_faces(*WINDS)


def mark_pungs(r: Reading) -> tuple[int, ...]:
    return tuple(index for index, s in enumerate(r.sets) if s.is_pung)


def mark_homes(r: Reading) -> tuple[int, ...]:
    """The chows in which a wild tile stands as itself."""
    return tuple(index for index, s in enumerate(r.sets) if s.is_chow and homes_in(s, r.given.wild))


def mark_wild_pung(r: Reading) -> tuple[int, ...]:
    return tuple(index for index, s in enumerate(r.sets) if s.is_pung and s.wilds == 3)


def mark_won(r: Reading) -> tuple[int, ...]:
    return (r.win,) if r.win >= 0 else ()
