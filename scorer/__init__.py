"""Scoring core: tiles, hands, rulesets, settlement. Standard library only.

`score(ruleset, hand, context, options)` is a total function; `rulesets()` lists the games; `scorer.wire` speaks JSON.
"""

from scorer.api import score
from scorer.context import Event, Liability, SeatView, WinBy, WinContext
from scorer.errors import CaseError, NotationError, OptionError, UnknownRuleset
from scorer.hand import Hand, Meld, MeldType
from scorer.notation import format_hand, format_tiles, parse_hand, parse_tiles
from scorer.registry import get_ruleset, rulesets
from scorer.result import Illegal, NotWinning, Problem, Result, Scored, Settled
from scorer.ruleset import Ruleset
from scorer.tiles import Tile
from scorer.winning import is_winning_shape, missing, waits

__all__ = [
    "CaseError",
    "Event",
    "Hand",
    "Illegal",
    "Liability",
    "Meld",
    "MeldType",
    "NotWinning",
    "NotationError",
    "OptionError",
    "Problem",
    "Result",
    "Ruleset",
    "Scored",
    "SeatView",
    "Settled",
    "Tile",
    "UnknownRuleset",
    "WinBy",
    "WinContext",
    "format_hand",
    "format_tiles",
    "get_ruleset",
    "is_winning_shape",
    "missing",
    "parse_hand",
    "parse_tiles",
    "rulesets",
    "score",
    "waits",
]
