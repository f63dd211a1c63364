"""From what a phone asks to what the book books: every hand is scored here, by `scorer`, never taken from the client.

A booked event repeats the whole case and its result, so that an entry explains itself and can be computed again.
`winners`, `win_by` and `payer` stand at the top of every event that somebody won.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping

from scorer import score
from scorer.errors import CaseError
from scorer.result import Payment, Scored, Settled
from scorer.settle import payouts_of
from scorer.wire import case_from_json, result_to_json
from service.book import progress
from service.book.desk import Posting
from service.book.errors import (
    AmountsUnbalanced,
    ContextDiffers,
    EventInvalid,
    HandNotScored,
    ReadingChanged,
)
from service.book.models import AMOUNT_LIMIT
from service.book.progress import Rules
from service.book.values import Four, Json, four, integer
from service.cases import no_wild_tile
from service.readings import reading_version
from service.scanning import with_seats

FROM_BOOK = ("dealer", "streak", "round_wind")
"""The fields of a context that the book knows better than the phone."""


def posting(rules: Rules, state: Json, asked: Json) -> Posting:
    """What to book for an event as a client asks for it (the shapes of `service.api.tables_schemas`).

    Raises EventInvalid, HandNotScored, ContextDiffers, ReadingChanged, AmountsUnbalanced.
    """
    kind = str(asked["kind"])
    if kind in ("hand", "draw", "leave"):
        _no_foreign_wild(rules, _objects(asked["wins"]) if kind == "hand" else [asked])
    if kind == "hand":
        return _hand(rules, state, [_confirmed(win) for win in _objects(asked["wins"])])
    if kind == "amounts":
        return _amounts(rules, asked)
    if kind in ("draw", "leave"):
        return _settled(rules, state, asked)
    if kind == "false_win":
        return _false_win(rules, asked)
    if kind == "penalty":
        return Posting({"kind": kind, "reason": asked.get("reason")}, *_typed(rules, asked))
    raise EventInvalid(f"kind: {kind!r} cannot be booked this way")


def _no_foreign_wild(rules: Rules, parts: list[Json]) -> None:
    """Raises EventInvalid where a game without a wild tile is told one; what is booked already stays as it is."""
    for part in parts:
        refused = no_wild_tile(rules.id, _object(part.get("context") or {}).get("wild"))
        if refused is not None:
            raise EventInvalid(f"context.wild: {refused}")


def rescored(rules: Rules, state: Json, event: Json) -> Posting | None:
    """The same event scored from another state of the game; None where it holds nothing that was scored.

    Raises HandNotScored.
    """
    kind = event["kind"]
    if kind == "hand":
        return _hand(rules, state, [_asked_again(win) for win in _objects(event["wins"])])
    if kind in ("draw", "leave") and "result" in event:
        return _settled(rules, state, {**_asked_again(event), "kind": kind})
    return None


def _asked_again(scored: Json) -> Json:
    """A scored part of an event without what came from the book or from scoring."""
    context = {name: value for name, value in _object(scored["context"]).items() if name not in FROM_BOOK}
    kept = {name: value for name, value in scored.items() if name not in ("context", "result")}
    return {**kept, "context": context}


def _confirmed(win: Json) -> Json:
    """A win with its hand: typed, or from the reading whose version the player confirmed."""
    reading = win.get("reading")
    if reading is None:
        if win.get("hand") is None and not _object(win["context"]).get("flags"):
            raise EventInvalid("wins: every win needs a hand, or a reading and the version confirmed")
        return {"hand": win.get("hand"), "context": win["context"]}
    reading = _object(reading)
    confirmed = str(win.get("version", ""))
    if win.get("hand") is not None:
        raise EventInvalid("wins: a hand or a reading, not both")
    if not hmac.compare_digest(reading_version(reading).encode(), confirmed.encode()):
        raise ReadingChanged("the reading sent is not of the version confirmed; look at it again and confirm that")
    if reading.get("hand") is None:
        raise EventInvalid("wins: the reading holds no complete hand; put it right first")
    return {
        "hand": with_seats(reading, _object(win["context"])),
        "context": win["context"],
        "reading": {"id": str(reading.get("id", ""))[:64], "version": confirmed},
    }


def _hand(rules: Rules, state: Json, wins: list[Json]) -> Posting:
    scored: list[Json] = []
    contexts: list[Json] = []
    payments: list[tuple[Payment, ...]] = []
    for win in wins:
        context = _with_book(state, _object(win["context"]))
        result, paid = _score(rules, win.get("hand"), {**context, "event": "win"})
        payments.append(paid)
        contexts.append(context)
        scored.append({**win, "context": context, "result": result})
    winners, win_by, payer = _who(contexts)
    if len(wins) > 1:
        payments = _together(rules, winners, payments)
    amounts = four(list(payouts_of(payment for paid in payments for payment in paid)))
    fee = sum(_to_house(paid) for paid in payments)
    event: Json = {"kind": "hand", "winners": winners, "win_by": win_by, "payer": payer, "wins": scored}
    return _checked(rules, Posting(event, amounts, fee))


def _together(rules: Rules, winners: list[int], payments: list[tuple[Payment, ...]]) -> list[tuple[Payment, ...]]:
    """The payments of a hand that several players win: each winner's, and what goes to the house once.

    Raises EventInvalid where a winner would pay another one, as where all pay on a discard: such rules know one winner.
    """
    if any(payment.from_seat in winners and payment.to_seat is not None for paid in payments for payment in paid):
        raise EventInvalid(f"wins: under {rules.id} not the payer alone pays on a discard, so one player wins it")
    return [payments[0], *(tuple(p for p in paid if p.to_seat is not None) for paid in payments[1:])]


def _who(contexts: list[Json]) -> tuple[list[int], str, int | None]:
    """The winners in turn order from the payer, how they won, and from whom."""
    first = contexts[0]
    win_by = str(first.get("win_by", "self-draw"))
    payer = None if win_by == "self-draw" else first.get("payer")
    winners = [integer(context.get("winner", 0)) for context in contexts]
    if len(contexts) > 1:
        if win_by == "self-draw" or any(
            (context.get("win_by"), context.get("payer")) != (win_by, payer) for context in contexts
        ):
            raise EventInvalid("wins: several players win together only on the same tile of the same payer")
        if len(set(winners)) != len(winners):
            raise EventInvalid("wins: each winner once")
    return winners, win_by, integer(payer) if payer is not None else None


def _settled(rules: Rules, state: Json, asked: Json) -> Posting:
    """A drawn hand or a player leaving: settled by the rules, or with typed amounts."""
    kind = str(asked["kind"])
    head: Json = {"kind": kind}
    if kind == "leave":
        head["leaver"] = integer(asked["leaver"])
    if kind == "draw":
        head["konged"] = bool(asked.get("konged", False))
    if asked.get("amounts") is not None:
        return Posting(head, *_typed(rules, asked))
    _no_fee(asked, "what the rules settle")
    context = _with_book(state, _object(asked.get("context") or {}))
    flags = [flag for flag in _texts(context.get("flags")) if flag != "konged"]
    context["flags"] = [*flags, "konged"] if head.get("konged") else flags
    case = {**context, "event": "draw"} if kind == "draw" else {**context, "event": "escape", "leaver": head["leaver"]}
    try:
        result, payments = _score(rules, None, case)
    except HandNotScored as error:
        if kind == "draw" and error.only("no_such_event"):
            return Posting(head)
        raise
    event = {**head, "context": context, "result": result}
    return _checked(rules, Posting(event, four(result["payouts"]), _to_house(payments)))


def _amounts(rules: Rules, asked: Json) -> Posting:
    """A hand of which only the amounts are known."""
    winners = [integer(seat) for seat in _list(asked["winners"])]
    win_by = str(asked["win_by"])
    payer = asked.get("payer")
    if len(set(winners)) != len(winners):
        raise EventInvalid("winners: each winner once")
    if win_by == "self-draw" and (payer is not None or len(winners) != 1):
        raise EventInvalid("win_by: a self-draw has one winner and no payer")
    if win_by != "self-draw" and (payer is None or payer in winners):
        raise EventInvalid("payer: a win on another's tile names who gave it, and he is no winner")
    event: Json = {
        "kind": "amounts",
        "winners": winners,
        "win_by": win_by,
        "payer": payer,
        "reason": asked.get("reason"),
    }
    found = Posting(event, *_typed(rules, asked))
    # Where the others' sets count too, a winner may lose by the hand, and he who gave the tile gain.
    if "seats" not in dict(rules.ruleset.context_fields):
        for seat in winners:
            if found.amounts[seat] < -found.fee:
                raise EventInvalid(f"amounts[{seat}]: seat {seat} won the hand and loses {-found.amounts[seat]} by it")
        if payer is not None and found.amounts[integer(payer)] > 0:
            gained = found.amounts[integer(payer)]
            raise EventInvalid(f"amounts[{payer}]: seat {payer} gave the winning tile and gains {gained} by it")
    return found


def _false_win(rules: Rules, asked: Json) -> Posting:
    seat = integer(asked["seat"])
    event: Json = {"kind": "false_win", "seat": seat, "reason": asked.get("reason")}
    each = asked.get("each")
    if (each is None) == (asked.get("amounts") is None):
        raise EventInvalid("each: give what the player pays each of the others, or all four amounts")
    if each is None:
        found = Posting(event, *_typed(rules, asked))
        for other, amount in enumerate(found.amounts):
            if other == seat and amount > 0:
                raise EventInvalid(f"amounts[{seat}]: seat {seat} called the false win and gains {amount} by it")
            if other != seat and amount < -found.fee:
                raise EventInvalid(f"amounts[{other}]: seat {other} pays {-amount} for the false win of seat {seat}")
        return found
    _no_fee(asked, "each")
    paid = [integer(each)] * 4
    paid[seat] = -3 * integer(each)
    return _checked(rules, Posting(event, four(paid), 0))


def _no_fee(asked: Json, settled_by: str) -> None:
    """Raises EventInvalid for a fee beside amounts that nobody typed."""
    if asked.get("fee"):
        raise EventInvalid(f"fee: a fee goes with amounts that are typed, not with {settled_by}")


def _typed(rules: Rules, asked: Json) -> tuple[Four, int]:
    """The amounts and the fee that somebody typed. Raises AmountsUnbalanced."""
    amounts = four(asked["amounts"])
    fee = integer(asked.get("fee") or 0)
    checked = _checked(rules, Posting({"kind": ""}, amounts, fee))
    return checked.amounts, checked.fee


def _checked(rules: Rules, found: Posting) -> Posting:
    off = sum(found.amounts) + found.fee
    if off:
        raise AmountsUnbalanced(f"amounts: the four amounts and the fee add up to {off}, not to zero", {"sum": off})
    if found.fee and not rules.charges_fee:
        raise AmountsUnbalanced("fee: this game's rules charge no fee")
    if any(abs(amount) > AMOUNT_LIMIT for amount in found.amounts):
        raise EventInvalid(f"amounts: expected at most {AMOUNT_LIMIT} for one player")
    return found


def _with_book(state: Json, given: Mapping[str, object]) -> Json:
    """The context with the book's own dealer, streak and round wind. Raises ContextDiffers."""
    book = progress.context_of(state)
    for name in FROM_BOOK:
        if given.get(name) is not None and given[name] != book[name]:
            raise ContextDiffers(
                f"{name}: the book is at {book[name]}, the request says {given[name]}",
                {"field": name, "book": book[name]},
            )
    return {**given, **book}


def _score(rules: Rules, hand: object, context: Json) -> tuple[Json, tuple[Payment, ...]]:
    """Raises HandNotScored, EventInvalid."""
    try:
        case = case_from_json({"ruleset": rules.id, "options": rules.options, "hand": hand, "context": context})
    except CaseError as error:
        raise EventInvalid(str(error)) from None
    result = score(case.ruleset, case.hand, case.context, case.options)
    told = result_to_json(result)
    if not isinstance(result, Scored | Settled):
        problems = _objects(told["problems"])
        raise HandNotScored(
            "; ".join(str(problem["message"]) for problem in problems) or "the hand does not score",
            {"status": told["status"], "problems": problems},
        )
    return told, result.payments


def _to_house(payments: tuple[Payment, ...]) -> int:
    """What the house takes: the payments that go to no seat."""
    return sum(payment.amount * ((payment.to_seat is None) - (payment.from_seat is None)) for payment in payments)


def _object(value: object) -> Json:
    if not isinstance(value, Mapping):
        raise EventInvalid("expected an object")
    return dict(value)


def _objects(value: object) -> list[Json]:
    return [_object(entry) for entry in _list(value)]


def _list(value: object) -> list[object]:
    if not isinstance(value, list | tuple):
        raise EventInvalid("expected a list")
    return list(value)


def _texts(value: object) -> list[str]:
    return [] if value is None else [str(entry) for entry in _list(value)]
