"""Which tile completed the hand: a place on the table, not a face."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from vision.reading.game import BACK
from vision.reading.pieces import Item
from vision.reading.structure import Structure


@dataclass(frozen=True, slots=True)
class WinningTile:
    """The item that completed the hand, None where the hand is short of one; `sure` unless the place does not tell."""

    item: int | None
    sure: bool


def winning_tile(
    structure: Structure, items: Sequence[Item], faces: Sequence[int], sizes: Sequence[int]
) -> WinningTile:
    """Apart or sideways where one lies so; else the right end of the concealed row.

    The right end is sure only where the tile there stands out of the order of the others: in a hand that is sorted to
    its last tile the winning tile may have been put in its place.
    """
    marked = structure.items_of("win")
    if marked:
        return WinningTile(marked[0], True)
    concealed = structure.items_of("concealed")
    if not concealed or structure.size not in sizes:
        return WinningTile(None, True)
    last = _right_end(concealed, items)
    others = [faces[k] for k in concealed if k != last]
    whole = [faces[k] for k in concealed]
    sure = len(others) >= 4 and _sorted(others) and not _sorted(whole)
    return WinningTile(last, sure or len(concealed) == 1)


def _right_end(concealed: Sequence[int], items: Sequence[Item]) -> int:
    """The last tile of the row that holds most of the concealed tiles, the nearest such row."""
    rows: dict[int, list[int]] = {}
    for k in concealed:
        rows.setdefault(items[k].row, []).append(k)
    return max(rows.items(), key=lambda entry: (len(entry[1]), entry[0]))[1][-1]


def _sorted(faces: Sequence[int]) -> bool:
    """Suits together and ranks rising, or falling, inside each; honours anyhow as long as equal ones lie together."""
    if BACK in faces:
        return False
    groups: list[list[int]] = []
    for face in faces:
        kind = face // 9 if face < 27 else 3
        if groups and (groups[-1][0] // 9 if groups[-1][0] < 27 else 3) == kind:
            groups[-1].append(face)
        else:
            groups.append([face])
    kinds = [group[0] // 9 if group[0] < 27 else 3 for group in groups]
    if len(set(kinds)) != len(kinds):
        return False
    suited = [group for group in groups if group[0] < 27]
    rising = all(group == sorted(group) for group in suited)
    falling = all(group == sorted(group, reverse=True) for group in suited)
    honours = [face for group in groups if group[0] >= 27 for face in group]
    together = sum(one != other for one, other in itertools.pairwise(honours)) + 1 == len(set(honours))
    return (rising or falling) and (not honours or together)
