"""The two kinds of wire model: requests, strict in every field; answers, to which fields may be added."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field


class Asked(BaseModel):
    """Part of a request: an unknown field, or a value of another type than declared, is an error that names it."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Answered(BaseModel):
    """Part of an answer: read only what you know, more may come."""

    model_config = ConfigDict(extra="allow")


Seat = Annotated[int, Field(ge=0, le=3, description="A seat, 0–3 in turn order (counter-clockwise).", examples=[1])]
TileText = Annotated[
    str,
    Field(
        min_length=1,
        max_length=8,
        description="One tile: `1m`–`9m` 万, `1p`–`9p` 筒, `1s`–`9s` 条, `E S W N` 东南西北, `C F P` 中发白, "
        "`1f`–`8f` 春夏秋冬梅兰竹菊; Chinese names and Unicode tiles are understood too.",
        examples=["6p"],
    ),
]
Tiles = Annotated[
    Annotated[str, Field(max_length=200)] | Annotated[list[TileText], Field(max_length=64)],
    Field(
        description="Tiles in compact notation (`123m` is `1m 2m 3m`, letters for honours, blanks free), or a list.",
        examples=["123456m45p99s EE", ["1m", "2m", "3m"]],
    ),
]
RulesetId = Annotated[
    str,
    Field(
        min_length=1,
        max_length=64,
        description="The ruleset, as `GET /v1/rulesets` names it.",
        examples=["yueqing-chayuan"],
    ),
]
WinByText = Literal["self-draw", "discard", "robbed kong"]
MeldTypeText = Literal["chow", "pung", "kong", "added kong", "concealed kong"]
EventText = Literal["win", "draw", "escape"]
OptionValue = bool | int | Annotated[str, Field(max_length=64)] | dict[str, int] | None
Options = Annotated[
    dict[Annotated[str, Field(min_length=1, max_length=64)], OptionValue],
    Field(
        max_length=64,
        description="House rules that differ from the ruleset's defaults.",
        examples=[{"wild_from": "next"}],
    ),
]
