"""The answer to a hand to score."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field

from service.api.schemas.base import Answered, OptionValue

EXAMPLE_SCORE: dict[str, Any] = {
    "status": "scored",
    "ruleset": {"id": "yueqing-chayuan", "version": "1", "options": {"wild_from": "next"}},
    "total": 24,
    "unit": "台",
    "items": [{"id": "all-pungs", "name": "对对碰", "name_en": "All pungs", "value": 10, "count": 1, "sets": [0, 1]}],
    "not_counted": [{"id": "own-wind", "name": "自风位", "name_en": "Own wind", "because": "big-four-winds"}],
    "reading": {"sets": [{"type": "pung", "tiles": "CCC", "concealed": False, "wild": []}], "pair": "EE"},
    "runner_up": None,
    "payouts": [-26, 76, -25, -25],
    "payments": [
        {"from": 0, "to": 1, "amount": 26, "why": "24 台 + 1 + streak 1"},
        {"from": 2, "to": 1, "amount": 25, "why": "24 台 + 1"},
        {"from": 3, "to": 1, "amount": 25, "why": "24 台 + 1"},
    ],
    "formula": "N 2, M 10: (2 + 10) × 2 = 24",
}


class RulesetUsed(Answered):
    """The rules a hand was scored under, enough to score it again in years."""

    id: str = Field(description="The ruleset.", examples=["yueqing-chayuan"])
    version: str = Field(description="The version of the ruleset.", examples=["1"])
    options: dict[str, OptionValue] = Field(
        description="The options that differ from the defaults.", examples=[{"wild_from": "next"}]
    )


class Item(Answered):
    """One counted item."""

    id: str = Field(description="The item's id in its ruleset.", examples=["all-pungs"])
    name: str = Field(description="Its Chinese name.", examples=["对对碰"])
    name_en: str | None = Field(default=None, description="Its English name.", examples=["All pungs"])
    value: int | None = Field(default=None, description="What it is worth; absent for a multiplier.", examples=[10])
    factor: int | None = Field(default=None, description="By what it multiplies, for a multiplier.", examples=[2])
    count: int = Field(default=1, description="How many times it counts.", examples=[1])
    sets: list[int] = Field(
        default=[], description="The sets it came from, by their place in the reading.", examples=[[0, 2]]
    )


class NotCounted(Answered):
    """An item that the hand has, but that another one includes 不计."""

    id: str = Field(description="The item's id.", examples=["own-wind"])
    name: str = Field(description="Its Chinese name.", examples=["自风位"])
    because: str = Field(description="The item, or the rule, that keeps it from counting.", examples=["big-four-winds"])


class Payment(Answered):
    """One payment between two seats."""

    from_seat: int | None = Field(alias="from", description="Who pays; null is the house.", examples=[0])
    to: int | None = Field(description="Who receives; null is the house.", examples=[1])
    amount: int = Field(description="How much.", examples=[26])
    why: str = Field(description="What it is for.", examples=["24 台 + 1 + streak 1"])


class HandProblem(Answered):
    """One reason why a hand has no score."""

    code: str = Field(description="The stable code.", examples=["tile_count"])
    message: str = Field(description="What is wrong, in one sentence.", examples=["16 tiles, expected 17"])
    tiles: Any = Field(default=None, description="The tiles it is about.", examples=["7777s"])


class _Result(Answered):
    ruleset: RulesetUsed = Field(description="The rules it was scored under.", examples=[EXAMPLE_SCORE["ruleset"]])


class ScoredOut(_Result):
    """A hand with its score."""

    model_config = ConfigDict(extra="allow", json_schema_extra={"examples": [EXAMPLE_SCORE]})

    status: Literal["scored"] = Field(description="The hand wins.", examples=["scored"])
    total: int = Field(description="The headline number of the ruleset.", examples=[24])
    unit: str = Field(description="Its unit.", examples=["台"])
    items: list[Item] = Field(description="What counts.", examples=[EXAMPLE_SCORE["items"]])
    not_counted: list[NotCounted] = Field(
        default=[],
        description="What the hand has but does not count, and why.",
        examples=[EXAMPLE_SCORE["not_counted"]],
    )
    reading: dict[str, Any] | None = Field(
        default=None, description="How the tiles were taken as sets and a pair.", examples=[EXAMPLE_SCORE["reading"]]
    )
    runner_up: dict[str, Any] | None = Field(
        default=None,
        description="The next best way to take the tiles.",
        examples=[{"total": 20, "items": ["all-pungs"]}],
    )
    payouts: list[int] = Field(
        min_length=4,
        max_length=4,
        description="What each seat gains or loses; their sum is 0.",
        examples=[[-26, 76, -25, -25]],
    )
    payments: list[Payment] = Field(
        description="Who pays whom, how much, what for.", examples=[EXAMPLE_SCORE["payments"]]
    )
    formula: str | None = Field(
        default=None, description="How the total was formed.", examples=[EXAMPLE_SCORE["formula"]]
    )


class SettledOut(_Result):
    """A drawn hand or a player who left: payments without a score."""

    status: Literal["settled"] = Field(description="There is no winner, but payments.", examples=["settled"])
    payouts: list[int] = Field(
        min_length=4,
        max_length=4,
        description="What each seat gains or loses; their sum is 0.",
        examples=[[0, 0, 0, 0]],
    )
    payments: list[Payment] = Field(description="Who pays whom.", examples=[[]])


class RefusedOut(_Result):
    """A hand without a score, and all the reasons."""

    status: Literal["not_winning", "illegal"] = Field(
        description="`not_winning`: the tiles make no winning hand; `illegal`: such a hand cannot be.",
        examples=["not_winning"],
    )
    problems: list[HandProblem] = Field(
        description="Every reason.", examples=[[{"code": "tile_count", "message": "16 tiles, expected 17"}]]
    )


ScoreAnswer = Annotated[ScoredOut | SettledOut | RefusedOut, Field(discriminator="status")]
