"""A reading, and a scan, for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.markup import escape

from service.doubts import worth_saying
from service.groups import MELDS, next_group
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
    """Print the groups, the tiles by their numbers and the melds by theirs, so that a correction can name them, and
    every doubt worth a look."""
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
        number = f"[dim] @{group['id']}[/dim]" if group["role"] in MELDS else ""
        console.print(f"  {ROLE_NAMES.get(group['role'], group['role'])}{claimed}{number}: {shown}")
    outside = {tile["id"]: tile for tile in reading.get("background", ())}
    for reason in doubts:
        # Tiles of the hand stand above with their numbers; what was left out has to be named here to be put back.
        others = "  ".join(_tile(outside[number], True) for number in reason["tiles"] if number in outside)
        told = f": {others}" if others else ""
        console.print(f"[bold yellow]look[/bold yellow] {escape(reason['message'])}{told}")


def print_hint(console: Console, reading: Mapping[str, Any]) -> None:
    """Say how a reading is put right; nothing where there is no tile to name."""
    if not reading["tiles"]:
        return
    # What is doubted may be a tile that was left out.
    tiles = {tile["id"]: tile for tile in (*reading["tiles"], *reading.get("background", ()))}
    doubted = (told for reason in reading["review"] for told in reason["tiles"] if told in tiles)
    number = next(doubted, reading["tiles"][0]["id"])
    faces = [face for face, _ in tiles[number].get("candidates", ())]
    face = next(one for one in (*faces, "9s", "1m") if one not in (tiles[number]["face"], "?"))
    new = next_group(reading)
    console.print(
        f"correct it with --fix, as --fix {number}={face} or --fix {number}=pung@{new}: "
        f"# numbers the tiles, @ the melds; a new meld is @{new}",
        style="dim",
    )


def _tile(tile: Mapping[str, Any], doubtful: bool) -> str:
    mark = "?" if doubtful and tile["face"] != "?" else ""
    inferred = "*" if tile.get("inferred") else ""
    text = f"{glyphs([tile['face']])} {tile['face']}{mark}{inferred}[dim] #{tile['id']}[/dim]"
    return f"[yellow]{text}[/yellow]" if doubtful else text


def print_scan(console: Console, scan: Mapping[str, Any]) -> None:
    """Print the reading and its score, or what is missing; doubts are said with the reading, and not again."""
    paths = scan.get("path", "photo")
    reading = scan["reading"]
    print_reading(console, reading, paths if isinstance(paths, str) else ", ".join(paths))
    if scan["score"] is not None:
        console.print()
        print_score(console, scan["case"], scan["score"])
    if scan["status"] != "needs_review":
        return
    told = "" if worth_saying(reading) else f": {escape(scan['message'])}"
    console.print(f"[bold yellow]needs review 请核对[/bold yellow]{told}")
    print_hint(console, reading)
