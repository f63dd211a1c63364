"""Is this the event of an entry that this program wrote? Asked of every event that comes in from a file."""

from __future__ import annotations

from collections.abc import Callable

from scorer.validate import LONGEST_STREAK
from service.book.errors import ImportInvalid
from service.book.values import Json

_WIN_BY = ("self-draw", "discard", "robbed kong")


def object_at(value: object, where: str) -> Json:
    """Raises ImportInvalid for anything but an object."""
    if not isinstance(value, dict):
        raise ImportInvalid(f"{where}: expected an object")
    return value


def check_event(event: Json, place: int, players: int, where: str) -> None:
    """Raises ImportInvalid naming the field that is missing or wrong."""
    check = _CHECKS.get(str(event.get("kind")))
    if check is None:
        raise ImportInvalid(f"{where}.kind: expected one of {', '.join(sorted(_CHECKS))}, found {event.get('kind')!r}")
    check(event, where)
    if event["kind"] in ("swap", "replace"):
        _within(event, "since", 1, place, where)
        for name in ("one", "other"):
            _within(event, name, 1, players, where)


def _won(event: Json, where: str) -> None:
    winners = event.get("winners")
    if (
        not isinstance(winners, list)
        or not 1 <= len(winners) <= 3
        or len({str(seat) for seat in winners}) != len(winners)
    ):
        raise ImportInvalid(f"{where}.winners: expected one to three seats, each once")
    for number in range(len(winners)):
        _within({"winner": winners[number]}, "winner", 0, 3, f"{where}.winners[{number}]")
    if event.get("win_by") not in _WIN_BY:
        raise ImportInvalid(f"{where}.win_by: expected {' | '.join(_WIN_BY)}")
    if event["win_by"] == "self-draw":
        if event.get("payer") is not None or len(winners) != 1:
            raise ImportInvalid(f"{where}.win_by: a self-draw has one winner and no payer")
        return
    _within(event, "payer", 0, 3, where)
    if event["payer"] in winners:
        raise ImportInvalid(f"{where}.payer: he who gave the tile is no winner")


def _hand(event: Json, where: str) -> None:
    _won(event, where)
    wins = event.get("wins")
    winners = event.get("winners")
    if not isinstance(wins, list) or not isinstance(winners, list) or len(wins) != len(winners):
        raise ImportInvalid(f"{where}.wins: expected one for each winner")
    for number, win in enumerate(wins):
        _scored(object_at(win, f"{where}.wins[{number}]"), f"{where}.wins[{number}]")


def _scored(part: Json, where: str) -> None:
    for name in ("context", "result"):
        object_at(part.get(name), f"{where}.{name}")


def _settled(event: Json, where: str) -> None:
    if "result" in event:
        _scored(event, where)


def _leave(event: Json, where: str) -> None:
    _within(event, "leaver", 0, 3, where)
    _settled(event, where)


def _false_win(event: Json, where: str) -> None:
    _within(event, "seat", 0, 3, where)


def _progress(event: Json, where: str) -> None:
    if event.get("dealer") is not None:
        _within(event, "dealer", 0, 3, where)
    if event.get("streak") is not None:
        _within(event, "streak", 1, LONGEST_STREAK, where)
    if event.get("round_wind") not in (None, "E", "S", "W", "N"):
        raise ImportInvalid(f"{where}.round_wind: expected one of E S W N")


def _anything(event: Json, where: str) -> None:
    """Nothing of the event is computed with."""


def _within(event: Json, name: str, least: int, most: int, where: str) -> None:
    value = event.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise ImportInvalid(f"{where}.{name}: expected a whole number from {least} to {most}")


_CHECKS: dict[str, Callable[[Json, str], None]] = {
    "hand": _hand,
    "amounts": _won,
    "draw": _settled,
    "leave": _leave,
    "false_win": _false_win,
    "penalty": _anything,
    "progress": _progress,
    "swap": _anything,
    "replace": _anything,
    "close": _anything,
    "reopen": _anything,
}
