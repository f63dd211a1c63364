"""台湾十六张: wins that are not five sets and a pair: 八仙過海 and 七搶一 by flowers alone, and 八對半."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from scorer.context import WinContext
from scorer.given import Given
from scorer.reading import NOWHERE, Reading
from scorer.sets import PUNG_BASE, set_completed, set_in_hand
from scorer.tiles import Tile

EIGHT_PAIRS = "seven pairs and a triplet"
FLOWER_WIN = "flowers"

EIGHT_FLOWERS = "eight flowers"
SEVEN_ROBS_ONE = "seven robs one"


def flowers_alone(context: WinContext, options: Mapping[str, Any]) -> bool:
    """Whether flowers can make this a win whatever the tiles in hand are."""
    return SEVEN_ROBS_ONE in context.flags or (
        EIGHT_FLOWERS in context.flags and options["eight_flowers"] != "additive"
    )


def only_by_flowers(given: Given) -> bool:
    """Whether the win is one by flowers alone and the tiles in hand count for nothing."""
    if given.flag(SEVEN_ROBS_ONE):
        return True
    return given.flag(EIGHT_FLOWERS) and given.option["eight_flowers"] == "standalone"


def special_readings(given: Given) -> Iterator[Reading]:
    """八對半 first, then the win by flowers."""
    if given.option["eight_and_a_half_pairs"]:
        found = eight_pairs(given)
        if found is not None:
            yield found
    if (given.flags and flowers_alone(given.context, given.option)) or drew_all_eight(given):
        yield Reading(given, FLOWER_WIN, (), None, NOWHERE)


def drew_all_eight(given: Given) -> bool:
    """With `compound` all eight flowers win whether the hand does or not, also where nobody says so."""
    return given.option["eight_flowers"] == "compound" and given.self_draw and all_eight(given.aside)


def eight_pairs(given: Given) -> Reading | None:
    """Seven pairs and a triplet, nothing on the table. Four alike are two pairs."""
    if given.melds:
        return None
    triplet = triplet_of(given.counts)
    if triplet < 0:
        return None
    counts = list(given.counts)
    counts[triplet] -= 3
    pairs = tuple(face for face, count in enumerate(counts) for _ in range(count // 2))
    completed = set_completed if given.on_discard and given.win_tile == triplet else set_in_hand
    three = completed((PUNG_BASE + triplet) << 3)
    tiles = tuple(face for face in pairs for _ in (0, 1))
    return Reading(given, EIGHT_PAIRS, (three,), None, NOWHERE, tiles=tiles, pairs=pairs)


def triplet_of(counts: list[int]) -> int:
    """The face of the triplet when these 17 tiles are seven pairs and a triplet, else -1."""
    if sum(counts) != 17:
        return -1
    odd = [face for face, count in enumerate(counts) if count & 1]
    return odd[0] if len(odd) == 1 and counts[odd[0]] == 3 else -1


def pair_waits(given: Given, counts: list[int]) -> set[int]:
    """Faces that make these sixteen tiles 八對半."""
    if not given.option["eight_and_a_half_pairs"] or given.melds:
        return set()
    found = set()
    for face in range(34):
        counts[face] += 1
        if triplet_of(counts) >= 0:
            found.add(face)
        counts[face] -= 1
    return found


def all_eight(aside: Mapping[Tile, int]) -> bool:
    return len(aside) == 8
