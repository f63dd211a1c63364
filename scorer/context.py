"""What the table knows about a win: who, how, from whom, whose deal, which tile is wild, what the others have out."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from scorer.hand import Meld
from scorer.tiles import TILES, Tile


class WinBy(StrEnum):
    SELF_DRAW = "self-draw"
    DISCARD = "discard"
    ROBBED_KONG = "robbed kong"


class Event(StrEnum):
    WIN = "win"
    DRAW = "draw"
    ESCAPE = "escape"


FLAGS: dict[str, str] = {
    "kong replacement": "won on the tile drawn after a kong (杠上开花)",
    "last tile": "the wall's last tile, or the discard after it (海底); 武汉, 合肥: among the last four",
    "first turn": "won in the first turn (天胡, 地胡, 人胡)",
    "after kong": "won on the discard that followed a kong (杠后放炮)",
    "last of its kind": "the other three copies of the winning tile lie open (和绝张)",
    "open state first discard": "won on the very first discard made as the 明牌 state formed",
    "payer not ready": "the payer is not one tile from winning (武汉 承包)",
    "ready from the deal": "ready from the deal (天聽)",
    "ready after the first round": "ready after the first round (地聽)",
    "declared ready": "declared ready (報聽)",
    "eight flowers": "wins with all eight flowers (八仙過海)",
    "seven robs one": "holds seven flowers and takes the eighth (七搶一)",
    "initial flowers": "all the flowers of a kong were dealt (配牌花胡)",
    "konged": "someone konged four of a kind in a drawn hand",
}
"""Every flag of every ruleset, with its meaning; a ruleset lists the ones it reads."""


@dataclass(frozen=True, slots=True)
class SeatView:
    """What is known of one player's tiles; `concealed` is None where it was never shown."""

    melds: tuple[Meld, ...] = ()
    aside: tuple[Tile, ...] = ()
    concealed: tuple[Tile, ...] | None = None


@dataclass(frozen=True, slots=True)
class Liability:
    """One player answers for the win (包牌, 承包): the rule's own name of the reason, and the seat."""

    reason: str
    seat: int


@dataclass(frozen=True, slots=True)
class WinContext:
    """Seats are 0-3 in turn order (counter-clockwise). `dealer` None means nobody said: then nobody has a seat wind.

    `payer` is who discarded the winning tile or was robbed of it. `streak` counts the dealer's hands in a row from 1.
    `wild` is the wild face; where it is None the ruleset derives it from `indicator`, the tile turned up.
    """

    winner: int = 0
    win_by: WinBy = WinBy.SELF_DRAW
    payer: int | None = None
    dealer: int | None = 0
    streak: int = 1
    round_wind: Tile | None = None
    wild: Tile | None = None
    indicator: Tile | None = None
    flags: frozenset[str] = frozenset()
    liability: tuple[Liability, ...] = ()
    seats: tuple[SeatView, ...] = ()
    event: Event = Event.WIN
    leaver: int | None = None
    bird: Tile | None = None
    open_hand_holder: int | None = None

    @property
    def seat_wind(self) -> Tile | None:
        """The winner's own wind: E for the dealer, then S W N in turn order."""
        return None if self.dealer is None else wind_of(self.winner, self.dealer)

    def seat(self, number: int) -> SeatView:
        """What lies before this seat; nothing known gives an empty view."""
        return self.seats[number] if number < len(self.seats) else SeatView()


def wind_of(seat: int, dealer: int) -> Tile:
    return TILES[27 + (seat - dealer) % 4]
