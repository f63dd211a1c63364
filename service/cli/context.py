"""How a hand was won, as options of ``scan`` and ``score``, put together as the JSON that everything else takes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from service.cli.errors import BadUse
from service.strict_json import NotJson, parse_json

if TYPE_CHECKING:
    from scorer.ruleset import Ruleset

Rules = Annotated[str | None, typer.Option("--rules", metavar="ID", help="The ruleset; 'tilesight rules' lists them.")]
Winner = Annotated[
    str | None,
    typer.Option("--winner", metavar="SEAT", help="Who won 胡家: 0–3 in turn order, or a wind; 0 if not said."),
]
By = Annotated[
    str | None,
    typer.Option(
        "--by",
        metavar="HOW",
        help="self-draw, discard or robbed-kong; not said: a discard with --from, else self-draw (自摸 点炮 抢杠).",
    ),
]
From = Annotated[
    str | None, typer.Option("--from", metavar="SEAT", help="Who discarded 放炮, or was robbed: as --winner.")
]
Wild = Annotated[str | None, typer.Option("--wild", metavar="TILE", help="The wild tile 财神/癞子.")]
Indicator = Annotated[str | None, typer.Option("--indicator", metavar="TILE", help="The tile turned up 翻牌.")]
Dealer = Annotated[str | None, typer.Option("--dealer", metavar="SEAT", help="The dealer 庄家: 0–3; 0 if not said.")]
Streak = Annotated[
    int | None, typer.Option("--streak", metavar="N", min=1, help="The dealer's hands in a row 连庄, from 1.")
]
Round = Annotated[
    str | None,
    typer.Option(
        "--round", metavar="WIND", help="The round's wind 圈风: E, S, W or N; no wind is the round's where not said."
    ),
]
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
    winner: str | None,
    by: str | None,
    payer: str | None,
    wild: str | None,
    indicator: str | None,
    dealer: str | None,
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
    house = context.get("dealer", 0) if dealer is None else _dealer(dealer)
    given = {
        "winner": _seat("--winner", winner, house),
        "payer": _seat("--from", payer, house),
        "wild": wild,
        "indicator": indicator,
        # Whoever names a wind has said who deals: the seats' numbers are then all the same.
        "dealer": house if dealer is not None or winner in _WINDS else None,
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


_SEATS = {str(seat): seat for seat in range(4)}
_WINDS = {wind: place for winds in ("东南西北", "東南西北", "ESWN") for place, wind in enumerate(winds)}


def _seat(option: str, told: str | None, dealer: Any) -> int | None:
    """The seat of this number, or that has this wind now: the dealer is East."""
    if told is None:
        return None
    name = told.strip().upper()
    if name in _SEATS:
        return _SEATS[name]
    if name in _WINDS and dealer is None:
        raise BadUse(f"{option} '{told}': without a dealer no seat has a wind, expected a seat 0–3")
    if name in _WINDS and type(dealer) is int:
        return (dealer + _WINDS[name]) % 4
    raise BadUse(f"{option} '{told}': expected a seat 0–3, or its wind 东 南 西 北 or E S W N")


def _dealer(told: str) -> int:
    if (seat := _SEATS.get(told.strip())) is None:
        raise BadUse(f"--dealer '{told}': expected a seat 0–3; whoever sits there is East 东")
    return seat


def known_ruleset(name: str) -> Ruleset:
    """The ruleset of this name.

    Raises:
        BadUse: nobody knows it; naming the nearest and the known ones.
    """
    from scorer.errors import UnknownRuleset
    from scorer.registry import get_ruleset

    try:
        return get_ruleset(name)
    except UnknownRuleset as error:
        raise BadUse(str(error)) from None


def check_said(option: str, tile: str | None) -> None:
    """Refuse a tile told as nothing, as by a shell whose variable is empty.

    Raises:
        BadUse: naming the option.
    """
    if tile is not None and not tile.strip():
        raise BadUse(f"{option} is empty: name a tile, or leave it out")


def _check_flags(flags: Any) -> None:
    from scorer.context import FLAGS
    from scorer.near import meant

    for flag in flags if isinstance(flags, list) else ():
        if isinstance(flag, str) and flag not in FLAGS:
            raise BadUse(f"unknown flag '{flag}'{meant(flag, FLAGS)}, expected one of {', '.join(FLAGS)}")


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
