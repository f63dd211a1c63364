"""Scoring, as one total function: any tiles, any melds, any context give a Result, never an error of their own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorer.context import Event, WinContext
from scorer.engine import Best, best_reading, ruleset_wild
from scorer.errors import OptionError
from scorer.given import Given
from scorer.hand import Hand
from scorer.reading import PAIR, Reading
from scorer.registry import get_ruleset
from scorer.result import (
    Illegal,
    NotWinning,
    Problem,
    ReadHand,
    ReadSet,
    Result,
    RulesetStamp,
    RunnerUp,
    Scored,
    Settled,
)
from scorer.ruleset import Ruleset
from scorer.sets import TileSet
from scorer.settle import payouts_of
from scorer.tally import Tally
from scorer.tiles import TILES
from scorer.validate import context_problems, hand_problems

_EMPTY_HAND = Hand(())


def score(
    ruleset: Ruleset | str, hand: Hand | None, context: WinContext, options: Mapping[str, Any] | None = None
) -> Result:
    """Score a hand, or settle a drawn hand or a leaver (`context.event`; then `hand` may be None).

    Raises UnknownRuleset for an unknown id; nothing else. A wrong option is a problem of an Illegal result.
    """
    rules = ruleset if isinstance(ruleset, Ruleset) else get_ruleset(ruleset)
    try:
        resolved = rules.resolve(options)
    except OptionError as error:
        return Illegal(RulesetStamp(rules.id, rules.version, dict(options or {})), (Problem("bad_option", str(error)),))
    stamp = RulesetStamp(rules.id, rules.version, resolved)
    wild = ruleset_wild(rules, context.wild, context.indicator, resolved)
    problems = context_problems(rules, context)
    if rules.check_context is not None:
        problems += rules.check_context(context, resolved, wild)
    if context.event is not Event.WIN:
        return _settled(rules, context, resolved, wild, problems, stamp)
    if hand is None:
        if rules.needs_no_hand is None or not rules.needs_no_hand(context, resolved):
            problems.append(Problem("no_hand", "a win needs a hand"))
            return Illegal(stamp, tuple(problems))
        hand = _EMPTY_HAND
    problems += hand_problems(rules, hand, context, resolved, wild)
    if rules.check_hand is not None:
        problems += rules.check_hand(hand, context, resolved, wild)
    if problems:
        return Illegal(stamp, tuple(problems))
    given = Given(rules, hand, context, resolved, wild)
    unmet = [] if rules.conditions is None else rules.conditions(given)
    best = best_reading(given)
    if unmet or best.first is None:
        return NotWinning(stamp, (*unmet, *_why_not(given, best)))
    return _scored(rules, best.first, best.second, stamp)


def _why_not(given: Given, best: Best) -> list[Problem]:
    if best.first is not None:
        return []
    if best.seen:
        return best.refused
    hand = given.hand
    won = () if hand.win_tile is None else (hand.win_tile,)
    text = f"these tiles are not {given.sets_needed} sets and a pair, nor another shape of {given.rules.name}"
    return [Problem("no_winning_shape", text, tuple(sorted((*hand.concealed, *won))))]


def _scored(rules: Ruleset, tally: Tally, second: Tally | None, stamp: RulesetStamp) -> Scored:
    payments = tuple(rules.settle(tally))
    total = tally.total if rules.headline is None else rules.headline(tally, list(payments))
    return Scored(
        ruleset=stamp,
        total=total,
        unit=rules.unit,
        items=tally.items,
        not_counted=tally.not_counted,
        reading=shown(tally.reading),
        runner_up=None if second is None else RunnerUp(second.total, second.bare_items),
        payouts=payouts_of(payments),
        payments=payments,
        formula=plain_formula(tally) if rules.formula is None else rules.formula(tally),
    )


def plain_formula(tally: Tally) -> str:
    """The sum as one would say it: `对对碰 10 + 白板 1 × 3 = 13`."""
    parts = [
        f"{item.name} {item.value}" + (f" × {item.count}" if item.count > 1 else "")
        for item in tally.items
        if item.value is not None
    ]
    return f"{' + '.join(parts) or '0'} = {tally.total}"


def shown(reading: Reading) -> ReadHand:
    """The reading as results show it."""
    sets = tuple([_shown_set(s) for s in reading.sets])
    won = reading.win if reading.win >= PAIR else None
    pair = () if reading.pair is None else reading.pair.tiles
    return ReadHand(reading.shape, sets, pair, tuple(TILES[face] for face in reading.tiles), won)


_SHOWN_SETS: dict[TileSet, ReadSet] = {}
"""Sets are shared objects, so each is made ready to show once."""


def _shown_set(s: TileSet) -> ReadSet:
    found = _SHOWN_SETS.get(s)
    if found is None:
        wild = tuple(TILES[face] for face in s.wild_faces)
        found = _SHOWN_SETS[s] = ReadSet(str(s.type), s.tiles, s.concealed, wild)
    return found


def _settled(
    rules: Ruleset,
    context: WinContext,
    options: Mapping[str, Any],
    wild: int,
    problems: list[Problem],
    stamp: RulesetStamp,
) -> Result:
    settle = rules.draw if context.event is Event.DRAW else rules.escape
    if settle is None:
        problems.append(Problem("no_such_event", f"{rules.name} settles nothing when a hand ends in {context.event}"))
    if problems or settle is None:
        return Illegal(stamp, tuple(problems))
    payments = tuple(settle(Given(rules, _EMPTY_HAND, context, options, wild)))
    return Settled(stamp, payouts_of(payments), payments)
