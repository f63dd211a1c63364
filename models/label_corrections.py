"""Labels of the shared photographs that are wrong, found by looking at the tiles where a reader disagreed with them.

Each was told by eye from the index and the character printed on the tile. Only disagreements were looked at, so a label
that is wrong in the same way as the reader stays; figures are therefore given with the labels as they came, too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Correction:
    """What a photograph really shows: faces by the number of the label, and faces that have none."""

    faces: Mapping[int, str] = field(default_factory=dict)
    unlabelled: tuple[str, ...] = ()


CORRECTIONS: Mapping[str, Correction] = {
    # 秋 with its 3.
    "dev_fb_021": Correction({9: "3f"}),
    # 菊 with its 3 lies against the 竹, which alone is labelled.
    "dev_fb_074": Correction(unlabelled=("8f",)),
    # 春 with its 1, upside down.
    "dev_fb_093": Correction({0: "1f"}),
    # 冬 with its 4, upside down; the photograph's other 春 is one.
    "dev_fb_107": Correction({17: "4f"}),
    # Five sticks and a printed 5.
    "dev_fb_118": Correction({6: "5s"}),
    # 一筒 stands second from the left.
    "foreign_riichi_standing_040": Correction(unlabelled=("1p",)),
}
