"""乐清, both editions: the tiles with a special role, and what of the context cannot be."""

from __future__ import annotations

from collections.abc import Collection

from scorer.context import Event, WinBy, WinContext
from scorer.hand import Hand
from scorer.result import Problem
from scorer.tiles import FACES, TILES, Tile

WHITE = Tile.WHITE
RED = Tile.RED
GREEN = Tile.GREEN
WINDS: tuple[int, ...] = (27, 28, 29, 30)

_ROUNDS = (range(9), range(9, 18), range(18, 27), range(27, FACES))
_AFTER = tuple(TILES[faces[(place + 1) % len(faces)]] for faces in _ROUNDS for place in range(len(faces)))
_BEFORE = tuple(TILES[faces[place - 1]] for faces in _ROUNDS for place in range(len(faces)))


def face_after(face: int) -> Tile:
    """The next face: 1 to 9 and round again inside a suit; 东南西北中发白 and round again."""
    return _AFTER[face]


def face_before(face: int) -> Tile:
    """The face whose next is this one."""
    return _BEFORE[face]


def flower_tile(wild: int, indicator: int | None = None) -> Tile:
    """白板 is laid aside like a flower; 红中 instead where 白板 is the wild tile or the one turned up."""
    return RED if WHITE in (wild, indicator) else WHITE


def missing_wild(context: WinContext, wild: int) -> list[Problem]:
    """Every hand has its wild tile: without it nothing can be said about a win, nor about tiles that are shown."""
    shown = any(view.melds or view.aside or view.concealed for view in context.seats)
    if wild >= 0 or not (shown or context.event is Event.WIN):
        return []
    return [Problem("wild_missing", "every hand has a wild tile 财神: name it, or the tile turned up")]


def seat_problems(context: WinContext, wild: int, asides: Collection[Tile]) -> list[Problem]:
    """What is wrong with the tiles shown before the players. `asides` are those that can lie aside in this hand."""
    problems = []
    for seat, view in enumerate(context.seats):
        for meld in view.melds:
            if not meld.is_set:
                problems.append(Problem("bad_meld", f"seat {seat} has {meld}, which is no {meld.type}", meld.tiles))
            if wild in meld.tiles:
                text = f"seat {seat} has {meld}: a wild tile is never chowed, punged or konged"
                problems.append(Problem("wild_in_meld", text, meld.tiles))
        for tile in sorted(set(view.concealed or ())):
            if tile >= FACES:
                problems.append(Problem("tile_not_in_game", f"seat {seat} holds {tile}, no tile of this game", (tile,)))
        for tile in sorted(set(view.aside) - set(asides)):
            problems.append(Problem("tile_not_aside", f"seat {seat} has {tile} aside, where it cannot lie", (tile,)))
    return problems


def winning_tile_problems(hand: Hand, context: WinContext) -> list[Problem]:
    """Of first turns, only 天胡, the dealer's first draw, is won with no tile in particular; of other wins none is in
    any game."""
    if hand.win_tile is not None or "first turn" not in context.flags:
        return []
    if context.winner == context.dealer and context.win_by is WinBy.SELF_DRAW:
        return []
    return [Problem("no_winning_tile", "the winning tile is not named: only the dealer's first draw may leave it out")]


def copies_beside(tile: Tile, hand: Hand) -> list[Problem]:
    """The tile turned up is a copy of its face even where only the wild tile was named: three are left for the hand.

    More than four are too many in any game and told of there.
    """
    if sum(other == tile for other in (*hand.tiles, *hand.aside)) != 4:
        return []
    text = f"4 copies of {tile} besides the one that was turned up, there are 4"
    return [Problem("too_many_copies", text, (tile,))]
