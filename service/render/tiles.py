"""Tiles as a terminal can draw them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from scorer.errors import NotationError
from scorer.notation import parse_tiles
from scorer.tiles import Tile

BACK = "\N{MAHJONG TILE BACK}"
# The red dragon is drawn as a wide emoji by many terminals unless text is asked for.
_TEXT_STYLE = "\N{VARIATION SELECTOR-15}"
WINDS = "东南西北"
BY = {"self-draw": "自摸 self-draw", "discard": "点炮 discard", "robbed kong": "抢杠 robbed kong"}


def glyphs(tiles: str | Iterable[str]) -> str:
    """The tiles as Unicode tiles; a face-down or unknown one as a back."""
    parts = [tiles] if isinstance(tiles, str) else list(tiles)
    drawn: list[str] = []
    for part in parts:
        if part == "?":
            drawn.append(BACK)
            continue
        try:
            drawn.extend(glyph(tile) for tile in parse_tiles(part))
        except NotationError:
            drawn.append(BACK)
    return "".join(drawn)


def glyph(tile: Tile) -> str:
    """One tile as a Unicode tile, in text style."""
    return tile.unicode + (_TEXT_STYLE if tile is Tile.RED else "")


def tile_text(told: str) -> str:
    """A tile in notation, however it was told; what is no tile stays as it is."""
    try:
        return str(Tile.parse(told))
    except NotationError:
        return told


def hand_glyphs(hand: Mapping[str, Any]) -> str:
    """A hand's JSON drawn in one line: hand, melds in brackets, the winning tile after +, what lies aside after |."""
    parts = [glyphs(hand.get("concealed") or "")]
    for meld in hand.get("melds") or []:
        tiles = meld["tiles"]
        drawn = glyphs(tiles)
        if meld["type"] == "concealed kong":
            one = glyphs(tiles if isinstance(tiles, str) else tiles[:1])
            drawn = BACK + one[len(one) // 4 : -(len(one) // 4) or None] + BACK if isinstance(tiles, str) else drawn
        parts.append(f"[{drawn}]")
    if hand.get("win_tile"):
        parts.append("+ " + glyphs(hand["win_tile"]))
    if hand.get("aside"):
        parts.append("| " + glyphs(hand["aside"]))
    return "  ".join(part for part in parts if part)


def hand_text(hand: Mapping[str, Any]) -> str:
    """A hand's JSON in compact notation."""
    parts = [_text(hand.get("concealed") or "")]
    for meld in hand.get("melds") or []:
        mark = {"concealed kong": "|an", "added kong": "|add"}.get(meld["type"], "")
        parts.append(f"[{_text(meld['tiles'])}{mark}]")
    if hand.get("win_tile"):
        parts.append(f"+ {hand['win_tile']}")
    if hand.get("aside"):
        parts.append(f"| {_text(hand['aside'])}")
    return " ".join(part for part in parts if part)


def _text(tiles: str | list[str]) -> str:
    return tiles if isinstance(tiles, str) else " ".join(tiles)


def seat_name(seat: int | None, dealer: int | None) -> str:
    """A seat with its wind: ``1 南``; the house where there is no seat."""
    if seat is None:
        return "house 庄外"
    return str(seat) if dealer is None else f"{seat} {WINDS[(seat - dealer) % 4]}"
