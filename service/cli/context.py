"""How a hand was won, as options of ``scan`` and ``score``, put together as the JSON that everything else takes."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from service.cli.errors import BadUse
from service.strict_json import NotJson, parse_json

Rules = Annotated[str | None, typer.Option("--rules", metavar="ID", help="The ruleset; 'tilesight rules' lists them.")]
Winner = Annotated[int | None, typer.Option("--winner", metavar="SEAT", min=0, max=3, help="Who won 胡家 (0–3).")]
By = Annotated[
    str | None, typer.Option("--by", metavar="HOW", help="self-draw 自摸, discard 点炮 or robbed-kong 抢杠.")
]
From = Annotated[int | None, typer.Option("--from", metavar="SEAT", min=0, max=3, help="Who discarded, or was robbed.")]
Wild = Annotated[str | None, typer.Option("--wild", metavar="TILE", help="The wild tile 财神/癞子.")]
Indicator = Annotated[str | None, typer.Option("--indicator", metavar="TILE", help="The tile turned up 翻牌.")]
Dealer = Annotated[int | None, typer.Option("--dealer", metavar="SEAT", min=0, max=3, help="The dealer 庄家 (0–3).")]
Streak = Annotated[
    int | None, typer.Option("--streak", metavar="N", min=1, help="The dealer's hands in a row 连庄, from 1.")
]
Round = Annotated[str | None, typer.Option("--round", metavar="WIND", help="The round's wind 圈风: E, S, W or N.")]
Flags = Annotated[
    list[str] | None, typer.Option("--flag", metavar="FLAG", help="A flag of the ruleset, as 'last tile'; repeatable.")
]
OptionPairs = Annotated[
    list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="A house rule; repeatable.")
]
Aside = Annotated[
    list[str] | None,
    typer.Option("--aside", metavar="TILES", help="Flowers and other tiles laid aside, with the hand's; repeatable."),
]
ContextJson = Annotated[
    str | None,
    typer.Option("--context", metavar="JSON|@FILE", help="More context as JSON; the options above come before it."),
]

_HOW = {"self-draw": "self-draw", "discard": "discard", "robbed-kong": "robbed kong", "robbed kong": "robbed kong"}


def context_json(
    *,
    winner: int | None,
    by: str | None,
    payer: int | None,
    wild: str | None,
    indicator: str | None,
    dealer: int | None,
    streak: int | None,
    round_wind: str | None,
    flags: list[str] | None,
    more: str | None,
) -> dict[str, Any]:
    """The ``context`` of a case; what was not said is left out, but for how the hand was won.

    Raises:
        BadUse: a value cannot be used.
    """
    for option, tile in (("--wild", wild), ("--indicator", indicator), ("--round", round_wind)):
        check_said(option, tile)
    context: dict[str, Any] = _json_object(more, "--context") if more else {}
    if by is not None:
        if by not in _HOW:
            raise BadUse(f"--by '{by}': expected self-draw, discard or robbed-kong")
        context["win_by"] = _HOW[by]
    given = {
        "winner": winner,
        "payer": payer,
        "wild": wild,
        "indicator": indicator,
        "dealer": dealer,
        "streak": streak,
        "round_wind": round_wind,
    }
    context.update({name: value for name, value in given.items() if value is not None})
    if flags:
        told = context.get("flags")
        if told is not None and not isinstance(told, list):
            raise BadUse(f"--context: flags: expected a list of flags, got {told!r}")
        context["flags"] = [*(told or []), *flags]
    _check_flags(context.get("flags"))
    if "win_by" not in context and context.get("event", "win") == "win":
        context["win_by"] = "discard" if context.get("payer") is not None else "self-draw"
    return context


def check_said(option: str, tile: str | None) -> None:
    """Refuse a tile told as nothing, as by a shell whose variable is empty.

    Raises:
        BadUse: naming the option.
    """
    if tile is not None and not tile.strip():
        raise BadUse(f"{option} is empty: name a tile, or leave it out")


def _check_flags(flags: Any) -> None:
    from scorer.context import FLAGS

    for flag in flags if isinstance(flags, list) else ():
        if isinstance(flag, str) and flag not in FLAGS:
            raise BadUse(f"unknown flag '{flag}', expected one of {', '.join(FLAGS)}")


def options_json(pairs: list[str] | None) -> dict[str, Any]:
    """``name=value`` pairs as an options object: true, false and whole numbers become such.

    Raises:
        BadUse: a pair has no ``=`` or a name comes twice.
    """
    options: dict[str, Any] = {}
    for pair in pairs or []:
        name, equals, text = pair.partition("=")
        if not equals or not name:
            raise BadUse(f"--option '{pair}': expected NAME=VALUE")
        if name in options:
            raise BadUse(f"--option {name} is given twice")
        options[name] = _value(text)
    return options


def _value(text: str) -> bool | int | str:
    if text in ("true", "false"):
        return text == "true"
    try:
        return int(text) if text.lstrip("-").isdecimal() and text.isascii() and len(text) < 12 else text
    except ValueError:
        return text


def _json_object(text: str, what: str) -> dict[str, Any]:
    if text.startswith("@"):
        try:
            text = Path(text[1:]).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise BadUse(f"{what} {text}: {getattr(error, 'strerror', None) or error}") from None
    try:
        value = parse_json(text)
    except NotJson as error:
        raise BadUse(f"{what}: {error}") from None
    if not isinstance(value, dict):
        raise BadUse(f"{what}: expected a JSON object")
    return value
