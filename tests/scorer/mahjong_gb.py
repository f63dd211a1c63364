"""PyMahjongGB as a second opinion on 国标 hands."""

from __future__ import annotations

from scorer.context import WinBy, WinContext
from scorer.hand import Hand, Meld, MeldType

# The package's names of items that differ from ours.
NAMES = {
    "独听・边张": "边张",
    "独听・嵌张": "坎张",
    "独听・单钓": "单钓将",
}


def tile_name(face: int) -> str:
    """W 万, B 饼, T 条, F winds, J dragons."""
    if face < 27:
        return "WBT"[face // 9] + str(face % 9 + 1)
    return f"F{face - 26}" if face < 31 else f"J{face - 30}"


def _pack(meld: Meld, winner: int) -> tuple[str, str, int]:
    if meld.type is MeldType.CHOW:
        return "CHI", tile_name(sorted(meld.tiles)[1]), 1
    if meld.type is MeldType.PUNG:
        return "PENG", tile_name(meld.tiles[0]), 1
    return "GANG", tile_name(meld.tiles[0]), 0 if meld.type is MeldType.CONCEALED_KONG else 1


def fans(hand: Hand, context: WinContext) -> dict[str, tuple[int, int]]:
    """Name → (value, how often), flowers included."""
    from MahjongGB import MahjongFanCalculator

    assert hand.win_tile is not None
    assert context.seat_wind is not None
    assert context.round_wind is not None
    about_kong = context.win_by is WinBy.ROBBED_KONG or (
        context.win_by is WinBy.SELF_DRAW and "kong replacement" in context.flags
    )
    found = MahjongFanCalculator(
        tuple(_pack(meld, context.winner) for meld in hand.melds),
        tuple(tile_name(tile) for tile in hand.concealed),
        tile_name(hand.win_tile),
        len(hand.aside),
        context.win_by is WinBy.SELF_DRAW,
        "last of its kind" in context.flags,
        about_kong,
        "last tile" in context.flags,
        context.seat_wind - 27,
        context.round_wind - 27,
        verbose=True,
    )
    return {NAMES.get(name, name): (value, count) for value, count, name, _ in found}
