"""The JSON of the command line, the HTTP interface and saved books.

`case_from_json` reads a hand to score, `result_to_json` writes the answer. Unknown fields are an error naming them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import fields as dataclass_fields
from typing import Any

from scorer.api import score
from scorer.context import Event, Liability, SeatView, WinBy, WinContext
from scorer.errors import CaseError, NotationError, OptionError, UnknownRuleset
from scorer.hand import Hand, Meld, MeldType
from scorer.near import each_meant
from scorer.notation import format_tiles, parse_tiles
from scorer.registry import get_ruleset
from scorer.result import CountedItem, Illegal, NotWinning, Payment, Problem, ReadHand, Result, Scored, Settled
from scorer.tiles import Tile


@dataclass(frozen=True, slots=True)
class Case:
    """A hand to score: everything `scorer.score` takes."""

    ruleset: str
    hand: Hand | None
    context: WinContext
    options: Mapping[str, Any]


_CASE_FIELDS = frozenset({"ruleset", "options", "hand", "context"})
CASE_NOTES = frozenset({"id", "expected", "why"})
"""What whoever wrote a case down notes beside it; passed over."""
_HAND_FIELDS = frozenset({"concealed", "win_tile", "melds", "aside"})
_MELD_FIELDS = frozenset({"type", "tiles", "from"})
_SEAT_FIELDS = frozenset({"melds", "aside", "concealed"})
_LIABILITY_FIELDS = frozenset({"reason", "seat"})
_CONTEXT_FIELDS = frozenset(field.name for field in dataclass_fields(WinContext))
_WIN_BY = {str(by): by for by in WinBy}
_EVENTS = {str(event): event for event in Event}
_MELD_TYPES = {str(kind): kind for kind in MeldType}


def case_from_json(obj: Any) -> Case:
    """Read a hand to score. Raises CaseError naming the field that is unknown or wrong and what was expected.

    A case as it is written down may hold `id`, `expected` and `why` besides: they say nothing of the hand.
    """
    fields = _fields(obj, _CASE_FIELDS, "case", CASE_NOTES)
    name = fields.get("ruleset")
    if not isinstance(name, str):
        raise CaseError("ruleset", f"expected the id of a ruleset, got {name!r}")
    try:
        rules = get_ruleset(name)
    except UnknownRuleset as error:
        raise CaseError("ruleset", error.told) from None
    options = fields.get("options")
    options = {} if options is None else options
    if not isinstance(options, Mapping):
        raise CaseError("options", f"expected an object, got {options!r}")
    try:
        rules.resolve(options)
    except OptionError as error:
        raise CaseError(f"options.{error.name}", error.told) from None
    hand = None if fields.get("hand") is None else hand_from_json(fields["hand"])
    return Case(rules.id, hand, context_from_json(fields.get("context")), options)


def hand_from_json(obj: Any, where: str = "hand") -> Hand:
    fields = _fields(obj, _HAND_FIELDS, where)
    return Hand(
        _tiles(fields.get("concealed"), f"{where}.concealed"),
        _tile(fields.get("win_tile"), f"{where}.win_tile"),
        _melds(fields.get("melds"), f"{where}.melds"),
        _tiles(fields.get("aside"), f"{where}.aside"),
    )


def context_from_json(obj: Any, where: str = "context") -> WinContext:
    fields = _fields({} if obj is None else obj, _CONTEXT_FIELDS, where)
    flags = fields.get("flags")
    flags = [] if flags is None else flags
    if not isinstance(flags, list) or not all(isinstance(flag, str) for flag in flags):
        raise CaseError(f"{where}.flags", f"expected a list of flags, got {flags!r}")
    return WinContext(
        winner=_number(fields, "winner", where, 0) or 0,
        win_by=_word(fields, "win_by", where, _WIN_BY, WinBy.SELF_DRAW),
        payer=_number(fields, "payer", where, None),
        dealer=_number(fields, "dealer", where, 0) if "dealer" not in fields or fields["dealer"] is not None else None,
        streak=1 if fields.get("streak") is None else _number(fields, "streak", where, 1) or 0,
        round_wind=_tile(fields.get("round_wind"), f"{where}.round_wind"),
        wild=_tile(fields.get("wild"), f"{where}.wild"),
        indicator=_tile(fields.get("indicator"), f"{where}.indicator"),
        flags=frozenset(flags),
        liability=tuple(_liability(entry, f"{where}.liability") for entry in _list(fields, "liability", where)),
        seats=tuple(
            _seat(seat, f"{where}.seats[{number}]") for number, seat in enumerate(_list(fields, "seats", where))
        ),
        event=_word(fields, "event", where, _EVENTS, Event.WIN),
        leaver=_number(fields, "leaver", where, None),
        bird=_tile(fields.get("bird"), f"{where}.bird"),
        open_hand_holder=_number(fields, "open_hand_holder", where, None),
    )


def _fields(obj: Any, known: frozenset[str], where: str, notes: frozenset[str] = frozenset()) -> Mapping[str, Any]:
    if not isinstance(obj, Mapping):
        raise CaseError(where, f"expected an object, got {obj!r}")
    unknown = sorted(str(name) for name in obj if name not in known and name not in notes)
    if unknown:
        listed = ", ".join(f"{name!r}{one}" for name, one in zip(unknown, each_meant(unknown, known), strict=True))
        raise CaseError(where, f"unknown field{'s' * (len(unknown) > 1)} {listed}, expected {', '.join(sorted(known))}")
    return obj


def _list(fields: Mapping[str, Any], name: str, where: str) -> list[Any]:
    value = fields.get(name)
    if value is None:
        return []
    if not isinstance(value, list | tuple):
        raise CaseError(f"{where}.{name}", f"expected a list, got {value!r}")
    return list(value)


def _number(fields: Mapping[str, Any], name: str, where: str, default: int | None) -> int | None:
    value = fields.get(name)
    if value is None:
        return default
    if type(value) is not int:
        raise CaseError(f"{where}.{name}", f"expected a whole number, got {value!r}")
    return value


def _word(fields: Mapping[str, Any], name: str, where: str, words: Mapping[str, Any], default: Any) -> Any:
    value = fields.get(name)
    if value is None:
        return default
    if not isinstance(value, str) or value not in words:
        raise CaseError(f"{where}.{name}", f"expected {' | '.join(words)}, got {value!r}")
    return words[value]


def _tiles(value: Any, where: str) -> tuple[Tile, ...]:
    if value is None:
        return ()
    try:
        if isinstance(value, str):
            return parse_tiles(value)
        if isinstance(value, list | tuple) and all(isinstance(text, str) for text in value):
            return tuple(tile for text in value for tile in parse_tiles(text))
    except NotationError as error:
        raise CaseError(where, str(error)) from None
    raise CaseError(where, f"expected tiles as text or a list of texts, got {value!r}")


def _tile(value: Any, where: str) -> Tile | None:
    if value is None or value == "":
        return None
    if not isinstance(value, str):
        raise CaseError(where, f"expected one tile as text, got {value!r}")
    try:
        return Tile.parse(value)
    except NotationError as error:
        raise CaseError(where, str(error)) from None


def _melds(value: Any, where: str) -> tuple[Meld, ...]:
    if value is None:
        return ()
    if not isinstance(value, list | tuple):
        raise CaseError(where, f"expected a list of melds, got {value!r}")
    melds = []
    for index, entry in enumerate(value):
        place = f"{where}[{index}]"
        fields = _fields(entry, _MELD_FIELDS, place)
        kind = fields.get("type")
        if not isinstance(kind, str) or kind not in _MELD_TYPES:
            raise CaseError(f"{place}.type", f"expected {' | '.join(_MELD_TYPES)}, got {kind!r}")
        tiles = _tiles(fields.get("tiles"), f"{place}.tiles")
        melds.append(Meld(_MELD_TYPES[kind], tiles, _number(fields, "from", place, None)))
    return tuple(melds)


def _seat(value: Any, where: str) -> SeatView:
    if value is None:
        return SeatView()
    fields = _fields(value, _SEAT_FIELDS, where)
    concealed = fields.get("concealed")
    return SeatView(
        _melds(fields.get("melds"), f"{where}.melds"),
        _tiles(fields.get("aside"), f"{where}.aside"),
        None if concealed is None else _tiles(concealed, f"{where}.concealed"),
    )


def _liability(value: Any, where: str) -> Liability:
    fields = _fields(value, _LIABILITY_FIELDS, where)
    seat = _number(fields, "seat", where, None)
    if seat is None:
        raise CaseError(f"{where}.seat", "expected a seat 0-3")
    reason = fields.get("reason")
    if not isinstance(reason, str):
        raise CaseError(f"{where}.reason", f"expected the name of the reason, got {reason!r}")
    return Liability(reason, seat)


def result_to_json(result: Result) -> dict[str, Any]:
    """The answer as plain data, in the order people read it."""
    stamp = result.ruleset
    head: dict[str, Any] = {
        "status": result.status,
        "ruleset": {"id": stamp.id, "version": stamp.version, "options": dict(stamp.options)},
    }
    if isinstance(result, NotWinning | Illegal):
        return {**head, "problems": [_problem(problem) for problem in result.problems]}
    payments = [_payment(payment) for payment in result.payments]
    if isinstance(result, Settled):
        return {**head, "payouts": list(result.payouts), "payments": payments}
    return {
        **head,
        "total": result.total,
        "unit": result.unit,
        "items": [_item(item) for item in result.items],
        "not_counted": [
            {"id": item.id, "name": item.name, "name_en": item.name_en, "because": item.because}
            for item in result.not_counted
        ],
        "reading": _reading(result.reading),
        "runner_up": _runner_up(result),
        "payouts": list(result.payouts),
        "payments": payments,
        "formula": result.formula,
    }


def _problem(problem: Problem) -> dict[str, Any]:
    return {"code": problem.code, "message": problem.message, "tiles": [str(tile) for tile in problem.tiles]}


def _payment(payment: Payment) -> dict[str, Any]:
    return {"from": payment.from_seat, "to": payment.to_seat, "amount": payment.amount, "why": payment.why}


def _item(item: CountedItem) -> dict[str, Any]:
    worth = {"value": item.value} if item.factor is None else {"factor": item.factor}
    head = {"id": item.id, "name": item.name, "name_en": item.name_en}
    return {**head, **worth, "count": item.count, "sets": list(item.sets)}


def _runner_up(result: Scored) -> dict[str, Any] | None:
    second = result.runner_up
    return None if second is None else {"total": second.total, "items": [item.id for item in second.items]}


def _reading(reading: ReadHand) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "shape": reading.shape,
        "sets": [
            {
                "type": s.type,
                "tiles": format_tiles(s.tiles),
                "concealed": s.concealed,
                "wild": [str(tile) for tile in s.wild],
            }
            for s in reading.sets
        ],
        "pair": format_tiles(reading.pair),
        "won": reading.won,
    }
    if reading.tiles:
        shown["tiles"] = format_tiles(reading.tiles)
    return shown


def score_json(obj: Any) -> dict[str, Any]:
    """Read, score and write. Raises CaseError as `case_from_json` does."""
    case = case_from_json(obj)
    return result_to_json(score(case.ruleset, case.hand, case.context, case.options))
