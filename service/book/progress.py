"""Dealer, streak and round of a booked game: `scorer.game` played forward one event at a time from a small snapshot.

A snapshot is a JSON object `{"first_dealer", "dealer", "streak", "deals", "closed"}`; `deals` counts how often the deal
has passed, four to a round. It holds no hands, so that playing one event forward costs the same in every game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from scorer import Event, OptionError, Ruleset, UnknownRuleset, get_ruleset, score
from scorer import game as scorer_game
from scorer.context import WinContext
from scorer.result import Settled
from service.book.errors import GameClosed, GameOpen, OptionsInvalid, RulesetUnknown
from service.book.models import GameRow
from service.book.tally import HAND_KINDS, winners_of
from service.book.values import Json, from_text, integer

WINDS = "ESWN"
_EVENTS = {"hand": Event.WIN, "amounts": Event.WIN, "draw": Event.DRAW, "leave": Event.ESCAPE}


@dataclass(frozen=True, slots=True)
class Rules:
    """What a game is played by: the ruleset, its version at the start, every option with its value."""

    ruleset: Ruleset
    version: str
    options: Mapping[str, object]
    charges_fee: bool

    @property
    def id(self) -> str:
        return self.ruleset.id


def new_rules(ruleset: str, options: Mapping[str, object]) -> Rules:
    """The rules of a game about to start. Raises RulesetUnknown, OptionsInvalid."""
    found = _ruleset(ruleset)
    try:
        resolved = found.resolve(options)
    except OptionError as error:
        raise OptionsInvalid(str(error)) from None
    return Rules(found, found.version, resolved, _charges_fee(found, resolved))


def rules_of(game: GameRow) -> Rules:
    """The rules of a booked game. Raises RulesetUnknown where this release does not have its ruleset."""
    return Rules(_ruleset(game.ruleset), game.ruleset_version, from_text(game.options), game.charges_fee)


def start(rules: Rules, dealer: int, round_wind: str) -> Json:
    """The snapshot before the first hand."""
    begun = scorer_game.start(rules.ruleset.progression, dealer)
    return {
        "first_dealer": dealer,
        "dealer": begun.dealer,
        "streak": begun.streak,
        "deals": 4 * WINDS.index(round_wind),
        "closed": False,
    }


def advance(rules: Rules, state: Json, event: Json) -> Json:
    """The snapshot after one more event. Raises GameClosed, GameOpen."""
    kind = str(event["kind"])
    if kind == "reopen":
        if not state["closed"]:
            raise GameOpen("the game is open")
        return {**state, "closed": False}
    if state["closed"]:
        raise GameClosed("the game is closed; reopen it first")
    if kind == "close":
        return {**state, "closed": True}
    if kind == "progress":
        return _set(state, event)
    if kind not in HAND_KINDS:
        return state
    played = scorer_game.apply(
        _game_state(rules, state),
        scorer_game.HandEnd(
            "next", _EVENTS[kind], winners_of(event), konged=bool(event.get("konged", False)),
            leaver=integer(event["leaver"]) if kind == "leave" else None,
        ),
    )  # fmt: skip
    return {**state, "dealer": played.dealer, "streak": played.streak, "deals": played.deals}


def context_of(state: Json) -> Json:
    """What the next hand's context takes from the book."""
    return {"dealer": state["dealer"], "streak": state["streak"], "round_wind": _round_wind(state)}


def shown(rules: Rules, state: Json) -> Json:
    """The progress as clients see it."""
    rounds = rules.ruleset.progression.rounds
    played = integer(state["deals"]) // 4
    return {
        **context_of(state),
        "round": played + 1,
        "rounds": rounds,
        "finished": rounds is not None and played >= rounds,
    }


def dealer(state: Json) -> int:
    return integer(state["dealer"])


def is_closed(state: Json) -> bool:
    return bool(state["closed"])


def seat_wind(state: Json, seat: int) -> str:
    """The wind of a seat: E for the dealer, then S W N in turn order."""
    return WINDS[(seat - dealer(state)) % 4]


def _round_wind(state: Json) -> str:
    return WINDS[integer(state["deals"]) // 4 % 4]


def _set(state: Json, event: Json) -> Json:
    """Dealer, streak and round put right by hand; what the event does not name stays."""
    seat = integer(event["dealer"]) if event.get("dealer") is not None else dealer(state)
    streak = integer(event["streak"]) if event.get("streak") is not None else integer(state["streak"])
    wind = str(event.get("round_wind") or _round_wind(state))
    first = integer(state["first_dealer"])
    cycle = integer(state["deals"]) // 16
    deals = 16 * cycle + 4 * WINDS.index(wind) + (seat - first) % 4
    return {**state, "dealer": seat, "streak": streak, "deals": deals}


def _game_state(rules: Rules, state: Json) -> scorer_game.GameState:
    """The snapshot as the scorer's state; a booked game may be played on past its last round."""
    return scorer_game.GameState(
        replace(rules.ruleset.progression, rounds=None), integer(state["first_dealer"]), dealer(state),
        integer(state["streak"]), integer(state["deals"]),
    )  # fmt: skip


def _ruleset(name: str) -> Ruleset:
    try:
        return get_ruleset(name)
    except UnknownRuleset as error:
        raise RulesetUnknown(str(error)) from None


def _charges_fee(ruleset: Ruleset, options: Mapping[str, object]) -> bool:
    """Whether the house takes something under these options: then a drawn hand costs it too."""
    result = score(ruleset, None, WinContext(event=Event.DRAW), options)
    return isinstance(result, Settled) and any(payment.to_seat is None for payment in result.payments)
