"""国标: cheap facts by which most items are ruled out before they are asked (see `Item.needs`). Speed, nothing else.

Three things tell most: the faces of the hand, the faces of its pungs, and its chows; what each allows is remembered.
"""

from __future__ import annotations

from functools import lru_cache

from scorer.given import Given
from scorer.reading import OWN_FEATURES, Reading
from scorer.rules.guobiao_chows import VALUES as CHOW_VALUES
from scorer.rules.guobiao_chows import chow_items
from scorer.rules.guobiao_facts import (
    ABOVE_FIVE,
    ALL_FACES,
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

SIMPLES = ALL_FACES & ~ORPHAN_MASK
_FACE_SETS = (GREEN, SAME_UPSIDE_DOWN, TERMINALS, HONOURS, ORPHAN_MASK, SIMPLES)
_RANK_SETS = (EVEN, UPPER, MIDDLE, LOWER, ABOVE_FIVE, BELOW_FIVE)
FACE_SETS: tuple[int, ...] = (*_FACE_SETS, *_RANK_SETS)
_OTHERS = (
    "four pungs", "no pungs", "two dragons", "three dragons", "three winds", "four winds", "run of pungs",
    "a rank twice", "a rank thrice", "pungs in three suits", "terminal or wind pung", "two concealed",
    "three concealed", "four concealed", "edge", "middle", "pair", "four of a face", "drawn", "drawn closed",
    "claimed closed", "all claimed", "robbed", "last of its kind", "flowers",
)  # fmt: skip
_NAMES: tuple[int | str, ...] = (*FACE_SETS, *CHOW_VALUES, *_OTHERS)
FEATURES = {name: 1 << OWN_FEATURES + place for place, name in enumerate(_NAMES)}
"""By a set of faces that no tile is outside of, the id of a chow item, or a name of what else there is."""
ALL_FOURS = sum(4 << 4 * face for face in range(34))
_CONCEALED = (0, 0, FEATURES["two concealed"], FEATURES["three concealed"], FEATURES["four concealed"])
_WAITS = {name: FEATURES.get(name, 0) for name in ("edge", "middle", "two-sided", "pung", "pair", "")}


def _bits(facts: dict[str, bool]) -> int:
    return sum(FEATURES[name] for name, holds in facts.items() if holds)


@lru_cache(maxsize=1 << 15)
def _of_faces(mask: int) -> int:
    return sum(FEATURES[faces] for faces in FACE_SETS if not mask & ~faces)


@lru_cache(maxsize=1 << 14)
def _of_chows(bases: tuple[int, ...]) -> int:
    return sum(FEATURES[id_] for id_ in chow_items(bases))


@lru_cache(maxsize=1 << 15)
def _of_pungs(mask: int) -> int:
    m, p, s = suits = [mask >> suit * 9 & 0x1FF for suit in range(3)]
    winds, dragons = (mask & WINDS).bit_count(), (mask & DRAGONS).bit_count()
    return _bits(
        {
            "no pungs": mask == 0,
            "four pungs": mask.bit_count() == 4,
            "two dragons": dragons == 2,
            "three dragons": dragons == 3,
            "three winds": winds == 3,
            "four winds": winds == 4,
            "run of pungs": any(ranks & ranks >> 1 & ranks >> 2 for ranks in suits),
            "a rank twice": m & p | m & s | p & s != 0,
            "a rank thrice": m & p & s != 0,
            "pungs in three suits": m != 0 and p != 0 and s != 0,
            "terminal or wind pung": mask & (TERMINALS | WINDS) != 0,
        }
    )


def _of_given(given: Given) -> int:
    """What holds for every reading of the hand, worked out once."""
    found: int | None = given.extra.get("features")
    if found is None:
        kind = given.flag("last of its kind") or 3 in given.meld_counts
        found = given.extra["features"] = _bits(
            {
                "drawn": given.self_draw,
                "drawn closed": given.self_draw and given.closed,
                "claimed closed": given.on_discard and given.closed,
                "all claimed": given.on_discard and given.claims == 4,
                "robbed": given.robbed,
                "last of its kind": kind,
                "flowers": given.hand.aside != (),
            }
        )
    return found


def features(reading: Reading) -> int:
    """Which of FEATURES the reading has."""
    found = _of_faces(reading.mask) | _of_given(reading.given) | _WAITS[reading.wait]
    bases = []
    pungs = concealed = 0
    for s in reading.sets:
        if s.is_chow:
            bases.append(s.base)
        else:
            pungs |= s.mask
            concealed += s.concealed
    found |= _of_pungs(pungs) | _CONCEALED[concealed]
    if len(bases) > 1:
        bases.sort()
        found |= _of_chows(tuple(bases))
    if reading.packed & ALL_FOURS:
        found |= FEATURES["four of a face"]
    return found
