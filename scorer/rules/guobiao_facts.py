"""国标: facts about a reading that several items share."""

from __future__ import annotations

from collections.abc import Mapping

from scorer.reading import KNITTED_STRAIGHT, PAIR, Reading
from scorer.rules.guobiao_chows import chow_items
from scorer.shapes import waits_of
from scorer.tiles import Tile


def faces(*ranks: int, suits: tuple[int, ...] = (0, 1, 2)) -> int:
    """The mask of these ranks in these suits."""
    return sum(1 << suit * 9 + rank - 1 for suit in suits for rank in ranks)


TERMINALS = faces(1, 9)
WINDS = 0b1111 << 27
DRAGONS = 0b111 << 31
HONOURS = WINDS | DRAGONS
ORPHAN_MASK = TERMINALS | HONOURS
GREEN = faces(2, 3, 4, 6, 8, suits=(2,)) | 1 << Tile.GREEN
SAME_UPSIDE_DOWN = faces(1, 2, 3, 4, 5, 8, 9, suits=(1,)) | faces(2, 4, 5, 6, 8, 9, suits=(2,)) | 1 << Tile.WHITE
UPPER, MIDDLE, LOWER = faces(7, 8, 9), faces(4, 5, 6), faces(1, 2, 3)
ABOVE_FIVE, BELOW_FIVE = faces(6, 7, 8, 9), faces(1, 2, 3, 4)
EVEN = faces(2, 4, 6, 8)
ALL_FACES = (1 << 34) - 1


def only(reading: Reading, mask: int) -> bool:
    """Every tile is one of these faces."""
    return reading.mask & ~mask == 0


def named_pungs(reading: Reading) -> int:
    """The faces of the pungs and kongs that can name one (see `real_faces`)."""
    return reading.pung_mask & real_faces(reading)


def real_faces(reading: Reading) -> int:
    """The faces that a set can name: all, or where the table wants it (花麻将) those with a real tile in the hand."""
    given = reading.given
    if not given.wilds or not given.options.get("named_sets_need_real"):
        return ALL_FACES
    found: int | None = given.extra.get("real faces")
    if found is None:
        found = given.extra["real faces"] = sum(1 << face for face, held in enumerate(given.held) if held)
    return found


def pungs_among(reading: Reading, mask: int) -> int:
    """How many pungs and kongs of these faces there are that can name them."""
    return (named_pungs(reading) & mask).bit_count()


def pair_among(reading: Reading, mask: int) -> bool:
    """The pair is of one of these faces and can name it."""
    return reading.pair is not None and reading.pair.mask & mask & real_faces(reading) != 0


def chow_combination(reading: Reading) -> Mapping[str, int]:
    """The items of the chows together; see guobiao_chows."""
    found: Mapping[str, int] | None = reading.__dict__.get("chow_combination")
    if found is None:
        found = chow_items(tuple(sorted([chow.base for chow in reading.chows])))
        reading.__dict__["chow_combination"] = found
    return found


def ranks_of_pungs(reading: Reading) -> dict[int, int]:
    """Rank → how many suited pungs have it."""
    ranks: dict[int, int] = {}
    for pung in reading.pungs:
        if pung.suit < 3:
            ranks[pung.rank] = ranks.get(pung.rank, 0) + 1
    return ranks


def runs_of_pungs(reading: Reading, length: int) -> bool:
    """`length` pungs of one suit, each a rank above the one before."""
    mask = reading.pung_mask
    for suit in range(3):
        ranks = mask >> suit * 9 & 0x1FF
        for _ in range(length - 1):
            ranks &= ranks >> 1
        if ranks:
            return True
    return False


def mixed_run_of_pungs(reading: Reading) -> bool:
    """Pungs of three suits, each a rank above another."""
    mask = reading.pung_mask
    m, p, s = mask & 0x1FF, mask >> 9 & 0x1FF, mask >> 18 & 0x1FF
    return any(
        one & second >> 1 & third >> 2
        for one, second, third in ((m, p, s), (m, s, p), (p, m, s), (p, s, m), (s, m, p), (s, p, m))
    )


def waited_for_one_tile(reading: Reading) -> bool:
    """The hand waited for the winning tile alone. By `held_four_waits` a face of which all four are held is a wait."""
    given = reading.given
    if reading.shape != KNITTED_STRAIGHT:
        return len(reading.all_waits if given.option["held_four_waits"] else reading.waits) == 1
    # The nine knitted tiles are there; the rest, five tiles or two, has the wait, never for a face held four times.
    before = [count - melded for count, melded in zip(reading.counts, given.meld_counts, strict=True)]
    for face in reading.tiles:
        before[face] -= 1
    before[reading.win_face] -= 1
    return len(waits_of(before)) == 1


def pair_wait(reading: Reading) -> bool:
    return reading.win == PAIR and waited_for_one_tile(reading)
