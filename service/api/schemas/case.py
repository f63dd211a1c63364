"""A hand to score."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import ConfigDict, Field

from scorer.validate import LONGEST_STREAK
from service.api.schemas.base import (
    Asked,
    EventText,
    MeldTypeText,
    Options,
    RulesetId,
    Seat,
    Tiles,
    TileText,
    WinByText,
)

EXAMPLE_CONTEXT: dict[str, Any] = {
    "winner": 1,
    "win_by": "discard",
    "payer": 3,
    "dealer": 0,
    "streak": 1,
    "round_wind": "E",
    "wild": "4s",
    "flags": [],
}
EXAMPLE_CASE: dict[str, Any] = {
    "ruleset": "yueqing-chayuan",
    "options": {"wild_from": "next"},
    "hand": {
        "concealed": "123456m45p99s",
        "win_tile": "6p",
        "melds": [
            {"type": "pung", "tiles": "CCC", "from": 2},
            {"type": "concealed kong", "tiles": "7777s"},
        ],
        "aside": "PP",
    },
    "context": EXAMPLE_CONTEXT,
}


class MeldIn(Asked):
    """A set on the table."""

    type: MeldTypeText = Field(
        description="`chow` 吃, `pung` 碰, `kong` 直杠 (from a discard), `added kong` 补杠, `concealed kong` 暗杠.",
        examples=["pung"],
    )
    tiles: Tiles
    from_seat: Seat | None = Field(
        default=None,
        alias="from",
        description="The seat it was claimed from, where known; never the player's own.",
        examples=[2],
    )


class HandIn(Asked):
    """A hand as it lies on the table."""

    concealed: Tiles = Field(
        description="The tiles in hand, without the winning tile and without what lies in melds.",
        examples=["123456m45p99s"],
    )
    win_tile: TileText | None = Field(
        default=None, description="The tile that won; null where all tiles were dealt (天胡).", examples=["6p"]
    )
    melds: list[MeldIn] = Field(
        default=[],
        max_length=8,
        description="The sets on the table 副露.",
        examples=[[{"type": "pung", "tiles": "CCC", "from": 2}]],
    )
    aside: Tiles = Field(
        default="",
        description="What lies aside: flowers 花, copies of the indicator, tiles konged singly.",
        examples=["PP"],
    )


class SeatIn(Asked):
    """What lies before one player, where a rule needs it."""

    melds: list[MeldIn] = Field(
        default=[],
        max_length=8,
        description="The player's sets on the table.",
        examples=[[{"type": "pung", "tiles": "CCC"}]],
    )
    aside: Tiles = Field(default="", description="The player's tiles laid aside.", examples=["P"])
    concealed: Tiles | None = Field(
        default=None, description="The player's tiles in hand; null where they were not shown.", examples=["123m"]
    )


class LiabilityIn(Asked):
    """One player answers for the win (包牌, 承包), as the table decided."""

    reason: str = Field(
        min_length=1, max_length=64, description="The rule's own name of the reason.", examples=["吃碰杠四手"]
    )
    seat: Seat


class ContextIn(Asked):
    """How the hand was won, and what the table knows."""

    model_config = ConfigDict(json_schema_extra={"examples": [EXAMPLE_CONTEXT]})

    winner: Seat = Field(default=0, description="The seat that won 胡家.", examples=[1])
    win_by: WinByText = Field(
        default="self-draw", description="`self-draw` 自摸, `discard` 点炮, `robbed kong` 抢杠.", examples=["discard"]
    )
    payer: Seat | None = Field(
        default=None, description="Who discarded the winning tile, or was robbed of it.", examples=[3]
    )
    dealer: Seat | None = Field(
        default=0, description="The dealer's seat 庄家; null where nobody has a seat wind.", examples=[0]
    )
    streak: int = Field(
        default=1, ge=1, le=LONGEST_STREAK, description="The dealer's hands in a row 连庄, from 1.", examples=[1]
    )
    round_wind: TileText | None = Field(
        default=None,
        description="The round's wind 圈风: `E S W N`; null where nobody knows it, then no pung is 圈风刻.",
        examples=["E"],
    )
    wild: TileText | None = Field(default=None, description="The wild face 财神/癞子.", examples=["4s"])
    indicator: TileText | None = Field(
        default=None, description="The tile turned up 翻牌, from which the wild face follows.", examples=["3s"]
    )
    flags: list[Annotated[str, Field(min_length=1, max_length=64)]] = Field(
        default=[],
        max_length=32,
        description="What else was so, by the ruleset's own flags.",
        examples=[["kong replacement"]],
    )
    liability: list[LiabilityIn] = Field(
        default=[],
        max_length=8,
        description="Who answers for the win 包牌.",
        examples=[[{"reason": "吃碰杠四手", "seat": 2}]],
    )
    seats: list[SeatIn] = Field(
        default=[],
        max_length=4,
        description="What lies before each seat, 0 first.",
        examples=[[{"aside": "P"}, {}, {}, {}]],
    )
    event: EventText = Field(default="win", description="`win` 胡, `draw` 流局, `escape` 逃跑.", examples=["win"])
    leaver: Seat | None = Field(default=None, description="Who left, for `escape`.", examples=[2])
    bird: TileText | None = Field(default=None, description="The bird tile 鸟牌 (`hua`).", examples=["5p"])
    open_hand_holder: Seat | None = Field(
        default=None, description="Who plays with the hand open 明牌 (`yueqing-platform`).", examples=[1]
    )


class CaseIn(Asked):
    """A hand to score: the ruleset, its options, the hand and how it was won."""

    model_config = ConfigDict(json_schema_extra={"examples": [EXAMPLE_CASE]})

    ruleset: RulesetId
    options: Options = Field(default={}, examples=[{"wild_from": "next"}])
    hand: HandIn | None = Field(
        default=None,
        description="The winner's hand; null for a drawn hand or a player who left.",
        examples=[EXAMPLE_CASE["hand"]],
    )
    context: ContextIn = Field(default=ContextIn(), description="How it was won.", examples=[EXAMPLE_CONTEXT])
    id: Any = Field(default=None, description="A name of the case in a file; not read.", examples=["sample-1"])
    expected: Any = Field(
        default=None, description="The answer that whoever wrote the case down expects; not read.", examples=[{}]
    )
    why: Any = Field(default=None, description="A remark on the case; not read.", examples=["24 × 2"])
