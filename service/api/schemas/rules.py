"""Rulesets as data."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from service.api.schemas.base import Answered


class RulesetSummary(Answered):
    """One ruleset in the list."""

    id: str = Field(description="The id, as every request names it.", examples=["guobiao"])
    name: str = Field(description="The Chinese name.", examples=["国标麻将"])
    name_en: str = Field(description="The English name.", examples=["Chinese official"])
    version: str = Field(description="Its version; results name it.", examples=["1"])
    aliases: list[str] = Field(description="Other names it is found by.", examples=[["mcr"]])
    unit: str = Field(description="The unit of its totals.", examples=["番"])
    hand_size: int = Field(description="Tiles of a winning hand, a kong counting three.", examples=[14])
    has_wild_tiles: bool = Field(description="Whether there is a wild tile 财神/癞子.", examples=[False])
    items: int = Field(description="How many items it has.", examples=[81])
    options: int = Field(description="How many options it has.", examples=[3])


class RulesetsOut(Answered):
    """All rulesets."""

    rulesets: list[RulesetSummary] = Field(description="The rulesets.")


class ItemOut(Answered):
    """One line of the rule book."""

    id: str = Field(description="The item.", examples=["all-pungs"])
    name: str = Field(description="Its Chinese name.", examples=["碰碰和"])
    name_en: str = Field(description="Its English name.", examples=["All pungs"])
    value: int | None = Field(
        description="What one is worth; null for a multiplier or a value that varies.", examples=[6]
    )
    factor: int | None = Field(description="By what it multiplies, for a multiplier.", examples=[None])
    value_note: str = Field(description="The value in words where it varies.", examples=[""])
    group: str = Field(description="The kind of item, where the total tells kinds apart.", examples=["big"])
    excludes: list[str] = Field(description="Items that do not count beside it 不计.", examples=[["pung-of-winds"]])
    only_if: str | None = Field(description="The option that turns it on.", examples=[None])
    note: str = Field(description="When it holds.", examples=["four pungs or kongs and a pair"])
    source: str = Field(description="Where the rule is written.", examples=["国标 1998"])


class OptionOut(Answered):
    """One house rule."""

    name: str = Field(description="The option.", examples=["min_fan"])
    type: str = Field(description="`bool`, `int`, `choice` or `map`.", examples=["int"])
    default: Any = Field(description="The value where nothing is said.", examples=[8])
    choices: list[Any] = Field(description="The values of a choice.", examples=[[]])
    minimum: int | None = Field(description="The least value of an `int`.", examples=[0])
    maximum: int | None = Field(description="The largest value of an `int`.", examples=[1_000_000])
    meaning: str = Field(description="What it decides.", examples=["番 needed to win"])


class NamedMeaning(Answered):
    """A name and what it means."""

    name: str = Field(description="The name.", examples=["last tile"])
    meaning: str = Field(description="What it means.", examples=["the wall's last tile (海底)"])


class RulesetOut(Answered):
    """One whole ruleset."""

    id: str = Field(description="The id.", examples=["guobiao"])
    name: str = Field(description="The Chinese name.", examples=["国标麻将"])
    name_en: str = Field(description="The English name.", examples=["Chinese official"])
    version: str = Field(description="Its version.", examples=["1"])
    aliases: list[str] = Field(description="Other names.", examples=[["mcr"]])
    unit: str = Field(description="The unit of its totals.", examples=["番"])
    hand_size: int = Field(description="Tiles of a winning hand, a kong counting three.", examples=[14])
    has_wild_tiles: bool = Field(description="Whether there is a wild tile.", examples=[False])
    tiles: str = Field(description="The faces a hand can have.", examples=["123456789m 123456789p 123456789s ESWNCFP"])
    aside_tiles: str = Field(description="The faces that can lie aside.", examples=["12345678f"])
    melds: list[str] = Field(description="The kinds of sets on the table.", examples=[["chow", "pung", "kong"]])
    needs_dealer: bool = Field(description="Whether the dealer must be named.", examples=[False])
    settles_draw: bool = Field(description="Whether a drawn hand moves points.", examples=[False])
    settles_escape: bool = Field(description="Whether a leaver pays.", examples=[False])
    items: list[ItemOut] = Field(description="Every item.")
    options: list[OptionOut] = Field(description="Every option.")
    presets: dict[str, Any] = Field(description="Named sets of options.", examples=[{}])
    flags: list[NamedMeaning] = Field(description="The flags of the context that it reads.")
    context: list[NamedMeaning] = Field(description="Further fields of the context that it reads.")
    source: str = Field(description="Where the rules come from.", examples=["国标麻将竞赛规则 1998"])
    notes: str = Field(description="Remarks.", examples=[""])
