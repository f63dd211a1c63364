"""A reading, and a scan, for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.markup import escape

from service.doubts import worth_saying
from service.render.score import print_score
from service.render.tiles import glyphs, hand_glyphs

ROLE_NAMES = {
    "concealed": "in hand 手牌",
    "win": "winning 胡牌",
    "chow": "chow 吃",
    "pung": "pung 碰",
    "kong": "kong 杠",
    "added kong": "added kong 补杠",
    "concealed kong": "concealed kong 暗杠",
    "aside": "aside 花",
}


def print_reading(console: Console, reading: Mapping[str, Any], name: str) -> None:
    """Print the groups with their tiles' ids, so that a correction can name them, and every doubt worth a look."""
    tiles = {tile["id"]: tile for tile in reading["tiles"]}
    console.print(f"[bold]{escape(name)}[/bold]  {len(tiles)} tile{'s' * (len(tiles) != 1)} read")
    if reading["hand"]:
        console.print(hand_glyphs(reading["hand"]))
        console.print(escape(reading["notation"]), style="dim")
    doubts = worth_saying(reading)
    doubtful = {tile for reason in doubts for tile in reason["tiles"]}
    for group in reading["groups"]:
        shown = "  ".join(_tile(tiles[number], number in doubtful) for number in group["tiles"] if number in tiles)
        claimed = f" from {group['from']}" if group.get("from") else ""
        console.print(f"  {ROLE_NAMES.get(group['role'], group['role'])}{claimed}: {shown}")
    outside = {tile["id"]: tile for tile in reading.get("background", ())}
    for reason in doubts:
        # Tiles of the hand stand above with their numbers; what was left out has to be named here to be put back.
        others = "  ".join(_tile(outside[number], True) for number in reason["tiles"] if number in outside)
        told = f": {others}" if others else ""
        console.print(f"[bold yellow]look[/bold yellow] {escape(reason['message'])}{told}")


def _tile(tile: Mapping[str, Any], doubtful: bool) -> str:
    mark = "?" if doubtful and tile["face"] != "?" else ""
    inferred = "*" if tile.get("inferred") else ""
    text = f"{glyphs([tile['face']])} {tile['face']}{mark}{inferred}[dim] #{tile['id']}[/dim]"
    return f"[yellow]{text}[/yellow]" if doubtful else text


def print_scan(console: Console, scan: Mapping[str, Any]) -> None:
    """Print the reading and its score, or what is missing."""
    paths = scan.get("path", "photo")
    print_reading(console, scan["reading"], paths if isinstance(paths, str) else ", ".join(paths))
    if scan["score"] is None:
        console.print(f"[bold]needs review 请核对[/bold]: {escape(scan['message'])}")
        console.print("correct it with --fix, as --fix 4=9s; the number after # names a tile", style="dim")
        return
    console.print()
    print_score(console, scan["case"], scan["score"])
    if scan["status"] == "needs_review":
        console.print(f"[bold yellow]needs review 请核对[/bold yellow]: {escape(scan['message'])}")
