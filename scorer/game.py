"""How a game goes on from hand to hand: who deals, how often in a row, which round it is, when it is over.

A game is a fold over events: `replay(rules, events)` gives the state, `apply(state, event)` the next one. A correction
or a reversal names an earlier hand by its id; the state is then what it would have been had that hand been so.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from scorer.context import Event, wind_of
from scorer.errors import GameError
from scorer.progression import Deal, Progression
from scorer.tiles import TILES, Tile

__all__ = [
    "Correction",
    "Deal",
    "GameEvent",
    "GameState",
    "HandEnd",
    "Progression",
    "Reversal",
    "Stop",
    "apply",
    "deal_after",
    "replay",
    "start",
]


@dataclass(frozen=True, slots=True)
class HandEnd:
    """How one hand ended. `winners` are the seats that won (several on one discard where the game allows it), `payouts`
    what the hand came to for each seat; `konged` matters in a drawn hand."""

    id: str
    event: Event = Event.WIN
    winners: tuple[int, ...] = ()
    payouts: tuple[int, ...] = (0, 0, 0, 0)
    konged: bool = False
    leaver: int | None = None


@dataclass(frozen=True, slots=True)
class Correction:
    """The hand of this id ended otherwise than first said."""

    of: str
    hand: HandEnd


@dataclass(frozen=True, slots=True)
class Reversal:
    """The hand of this id is taken back."""

    of: str


@dataclass(frozen=True, slots=True)
class Stop:
    """The players end the game here."""


GameEvent = HandEnd | Correction | Reversal | Stop


@dataclass(frozen=True, slots=True)
class GameState:
    """The game as it stands before the next hand.

    dealer, streak, round_wind  what the next hand's context needs
    hands      the hands played, corrections applied
    balances   what each seat has won or lost
    deals      how often the deal has passed; four make a round
    finished   the last round is over, or the players stopped
    """

    progression: Progression
    first_dealer: int = 0
    dealer: int = 0
    streak: int = 1
    deals: int = 0
    balances: tuple[int, ...] = (0, 0, 0, 0)
    hands: tuple[HandEnd, ...] = ()
    stopped: bool = False
    last_deal: Deal | None = field(default=None)

    @property
    def round(self) -> int:
        """The round being played, from 0 (East)."""
        return self.deals // 4

    @property
    def round_wind(self) -> Tile:
        return TILES[27 + self.round % 4]

    @property
    def finished(self) -> bool:
        rounds = self.progression.rounds
        return self.stopped or (rounds is not None and self.round >= rounds)

    def seat_wind(self, seat: int) -> Tile:
        return wind_of(seat, self.dealer)


def start(progression: Progression, dealer: int = 0) -> GameState:
    """A game before its first hand."""
    if not 0 <= dealer <= 3:
        raise GameError(f"the first dealer is seat {dealer}, expected 0-3")
    return GameState(progression, first_dealer=dealer, dealer=dealer)


def apply(state: GameState, event: GameEvent) -> GameState:
    """The state after one more event. Raises GameError for an event that cannot follow."""
    if isinstance(event, Stop):
        return replace(state, stopped=True)
    if isinstance(event, HandEnd):
        return _play(state, event)
    ids = [hand.id for hand in state.hands]
    if event.of not in ids:
        raise GameError(f"no hand {event.of!r} to {'correct' if isinstance(event, Correction) else 'take back'}")
    at = ids.index(event.of)
    instead = (event.hand,) if isinstance(event, Correction) else ()
    again = start(state.progression, state.first_dealer)
    for hand in (*state.hands[:at], *instead, *state.hands[at + 1 :]):
        # A corrected hand may end the game sooner than it was played on: the later hands were played all the same.
        again = _play(again, hand, even_if_finished=True)
    return replace(again, stopped=state.stopped)


def replay(progression: Progression, events: Iterable[GameEvent], dealer: int = 0) -> GameState:
    """The state after all events, from the beginning."""
    state = start(progression, dealer)
    for event in events:
        state = apply(state, event)
    return state


def _play(state: GameState, hand: HandEnd, even_if_finished: bool = False) -> GameState:
    if state.finished and not even_if_finished:
        raise GameError(f"hand {hand.id!r} after the end of the game")
    if any(hand.id == earlier.id for earlier in state.hands):
        raise GameError(f"hand {hand.id!r} is already in the game")
    if len(hand.payouts) != 4:
        raise GameError(f"hand {hand.id!r} has {len(hand.payouts)} payouts, expected 4")
    if any(not 0 <= seat <= 3 for seat in hand.winners):
        raise GameError(f"hand {hand.id!r} is won by seats {hand.winners}, expected 0-3")
    if (hand.event is Event.WIN) != bool(hand.winners):
        raise GameError(f"hand {hand.id!r} ends in {hand.event} with winners {hand.winners}")
    deal = deal_after(state, hand)
    passes = deal is Deal.PASS
    return replace(
        state,
        dealer=(state.dealer + 1) % 4 if passes else state.dealer,
        streak=1 if passes else state.streak + (deal is Deal.KEEP),
        deals=state.deals + passes,
        balances=tuple(have + more for have, more in zip(state.balances, hand.payouts, strict=True)),
        hands=(*state.hands, hand),
        last_deal=deal,
    )


def deal_after(state: GameState, hand: HandEnd) -> Deal:
    """What this end of a hand does to the deal."""
    policy = state.progression
    if hand.event is Event.ESCAPE:
        return policy.escape
    if hand.event is Event.DRAW:
        return policy.drawn_after_kong if hand.konged and policy.drawn_after_kong is not None else policy.drawn
    return policy.dealer_wins if state.dealer in hand.winners else policy.other_wins
