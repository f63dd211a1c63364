"""The hands of the sample pictures, as cases to score, and how each picture shows its hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from datasets.scenes import SceneTruth, TruthMeld, View
from scorer.hand import Hand, MeldType
from scorer.wire import hand_from_json

_SIDES = {1: "right", 2: "across", 3: "left"}


@dataclass(frozen=True, slots=True)
class Sample:
    """One sample picture."""

    name: str
    kind: str
    seed: int
    win_place: str
    view: View
    case: Mapping[str, Any]
    """In the form of a case to score."""
    backs: tuple[int, ...] = (0, 3)


def truth_of(sample: Sample, hand: Hand) -> SceneTruth:
    """The hand as it is laid out; sideways tiles say whom a meld was claimed from."""
    winner = int(sample.case["context"]["winner"])
    melds = []
    for meld in hand.melds:
        side = None if meld.from_seat is None else _SIDES[(meld.from_seat - winner) % 4]
        backs = sample.backs if meld.type is MeldType.CONCEALED_KONG else ()
        melds.append(TruthMeld(meld.type.value, tuple(int(t) for t in meld.tiles), side, backs))
    return SceneTruth(
        sample.kind,
        tuple(int(t) for t in hand.concealed),
        None if hand.win_tile is None else int(hand.win_tile),
        sample.win_place,
        tuple(melds),
        tuple(int(t) for t in hand.aside),
        winning=True,
    )


def hand_of(sample: Sample) -> Hand:
    """The hand as the scorer reads it from the case's `hand`."""
    return hand_from_json(sample.case["hand"])


SAMPLES: tuple[Sample, ...] = (
    Sample(
        "hand", "hand", 572, "apart", View(elevation=62, yaw=-4, roll=0.5, fill=0.9, clean=True),
        {
            "ruleset": "guobiao",
            "options": {},
            "hand": {
                "concealed": "12356m EE",
                "win_tile": "4m",
                "melds": [
                    {"type": "pung", "tiles": "CCC", "from": 3},
                    {"type": "chow", "tiles": "789m", "from": 0},
                ],
                "aside": "",
            },
            "context": {"winner": 1, "win_by": "discard", "payer": 3, "dealer": 0, "round_wind": "E"},
        },
    ),
    Sample(
        "wuhan", "two-row", 26, "apart", View(elevation=58, yaw=3, roll=-1, fill=0.9, clean=True),
        {
            "ruleset": "wuhan",
            "options": {},
            "hand": {
                "concealed": "234m 67s 456p 88m",
                "win_tile": "8s",
                "melds": [{"type": "pung", "tiles": "333p", "from": 0}],
                "aside": "C 9p",
            },
            "context": {"winner": 2, "win_by": "self-draw", "dealer": 2, "wild": "9p"},
        },
    ),
    Sample(
        "taiwan", "two-row", 286, "end", View(elevation=66, yaw=0, roll=1, fill=0.9, clean=True),
        {
            "ruleset": "taiwan",
            "options": {},
            "hand": {
                "concealed": "67s 123p 789p 55m",
                "win_tile": "8s",
                "melds": [
                    {"type": "pung", "tiles": "SSS", "from": 2},
                    {"type": "chow", "tiles": "456s", "from": 0},
                ],
                "aside": "2f 3f 6f",
            },
            "context": {
                "winner": 1, "win_by": "discard", "payer": 2, "dealer": 0, "streak": 2, "round_wind": "E",
            },
        },
    ),
    Sample(
        "yueqing", "hand", 286, "apart", View(elevation=60, yaw=5, roll=0, fill=0.95, clean=True),
        {
            "ruleset": "yueqing-chayuan",
            "options": {},
            "hand": {
                "concealed": "234567m 45p 99s EEE",
                "win_tile": "6p",
                "melds": [{"type": "pung", "tiles": "FFF", "from": 2}],
                "aside": "PP",
            },
            "context": {
                "winner": 0, "win_by": "self-draw", "dealer": 0, "streak": 1, "round_wind": "E", "wild": "8s",
            },
        },
    ),
    Sample(
        "kong", "hand", 182, "end", View(elevation=55, yaw=-6, roll=0, fill=0.92, clean=True),
        {
            "ruleset": "guobiao",
            "options": {},
            "hand": {
                "concealed": "1245699s",
                "win_tile": "3s",
                "melds": [
                    {"type": "concealed kong", "tiles": "7777s"},
                    {"type": "pung", "tiles": "888s", "from": 2},
                ],
                "aside": "",
            },
            "context": {"winner": 0, "win_by": "discard", "payer": 1, "dealer": 3, "round_wind": "S"},
        },
    ),
    Sample(
        "table", "table", 403, "apart", View(elevation=50, yaw=2, roll=-0.5, fill=0.86, clean=True),
        {
            "ruleset": "guobiao",
            "options": {},
            "hand": {
                "concealed": "99m 222p 66s",
                "win_tile": "6s",
                "melds": [
                    {"type": "pung", "tiles": "555m", "from": 3},
                    {"type": "kong", "tiles": "NNNN", "from": 1},
                ],
                "aside": "",
            },
            "context": {"winner": 0, "win_by": "self-draw", "dealer": 0, "round_wind": "E"},
        },
    ),
)  # fmt: skip
