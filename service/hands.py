"""A hand of the scorer as the JSON of a case."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from scorer.hand import Hand


def hand_to_json(hand: Hand) -> dict[str, Any]:
    """The hand in compact notation, as ``scorer.wire.hand_from_json`` reads it back."""
    from scorer.notation import format_tiles

    melds: list[dict[str, Any]] = []
    for meld in hand.melds:
        entry: dict[str, Any] = {"type": str(meld.type), "tiles": format_tiles(meld.tiles)}
        if meld.from_seat is not None:
            entry["from"] = meld.from_seat
        melds.append(entry)
    return {
        "concealed": format_tiles(hand.concealed),
        "win_tile": None if hand.win_tile is None else str(hand.win_tile),
        "melds": melds,
        "aside": format_tiles(hand.aside),
    }
