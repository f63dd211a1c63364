"""Compact notation: `123m 55p EE` for tiles, `[777s]` for a meld, `… + 6p` for the winning tile, `… | 1f5f` for what
lies aside.

Formatting is canonical (sorted, suits grouped) and parses back to the same value.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from scorer.errors import NotationError
from scorer.hand import Hand, Meld, MeldType
from scorer.tiles import CHINESE_DIGITS, CHINESE_SUITS, HONOUR_LETTERS, Tile

_SUITS = "".join(CHINESE_SUITS)
# `123m`, `123万`, `一二三万`: the suit is said once, after its ranks.
_RUN = re.compile(rf"([1-9]+)([mpsfz{_SUITS}])|([{CHINESE_DIGITS}伍]+)([{_SUITS}])")
# Full-width forms, in which Chinese keyboards write digits, brackets and marks, and the enumeration comma.
_PLAIN: dict[int, int | str] = {**{code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}, ord("、"): ","}
_BLANK = re.compile(r"[\s,]+")
_MELD = re.compile(r"\[([^\[\]|]*)(?:\|([^\[\]|]*))?\]")
# How a meld says what its tiles alone do not: a concealed or added kong, and the seat it came from.
_KIND_TO_TAG = {MeldType.CONCEALED_KONG: "an", MeldType.ADDED_KONG: "add"}
_TAG_TO_KIND = {tag: kind for kind, tag in _KIND_TO_TAG.items()}


def _plain(text: str) -> str:
    return text if text.isascii() else text.translate(_PLAIN)


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """The tiles of `text` in the order written: `123m EE 5f`, `1z1z`, `一二三万 456筒 東東 中中中`, `🀇🀈`. Blanks and
    commas are free, and what a Chinese keyboard writes full-width (`１２３万，＋`) is read as its plain self."""
    text = _plain(text)
    tiles: list[Tile] = []
    at = 0
    while at < len(text):
        character = text[at]
        if character.isspace() or character == "," or character in "\ufe0e\ufe0f":
            at += 1
            continue
        if character in HONOUR_LETTERS:
            tiles.append(Tile.parse(character))
            at += 1
            continue
        run = _RUN.match(text, at)
        if run:
            digits, letter = run.group(1, 2) if run.group(1) else run.group(3, 4)
            for digit in digits:
                try:
                    tiles.append(Tile.parse(digit + letter))
                except NotationError:
                    raise NotationError(digit + letter, "1f-8f for flowers, 1z-7z for honours") from None
            at = run.end()
            continue
        for length in (2, 1):
            try:
                tiles.append(Tile.parse(text[at : at + length]))
            except NotationError:
                continue
            at += length
            break
        else:
            raise NotationError(text[at:], "tiles such as 123m EE 5f")
    return tuple(tiles)


def format_tiles(tiles: Iterable[Tile]) -> str:
    """Sorted and compact, groups parted by a blank: `123m 7p EE 5f`."""
    groups: list[str] = []
    suits = ["", "", "", "", ""]
    for tile in sorted(tiles):
        if tile < 27:
            suits[tile // 9] += str(tile % 9 + 1)
        elif tile < 34:
            suits[3] += str(tile)
        else:
            suits[4] += str(tile - 33)
    for digits, letter in zip(suits, ("m", "p", "s", "", "f"), strict=True):
        if digits:
            groups.append(digits + letter)
    return " ".join(groups)


def parse_meld(text: str) -> Meld:
    """`[123m]`, `[CCC]`, `[7777s]` (claimed), `[7777s|an]` (concealed), `[7777s|add]` (added); `[CCC|2]` says the seat
    it came from, `[7777s|add,2]` both."""
    match = _MELD.fullmatch(_plain(text).strip())
    if match is None:
        raise NotationError(text, "a meld such as [123m], [CCC|2], [7777s|an]")
    tiles = parse_tiles(match.group(1))
    kind: MeldType | None = None
    seat: int | None = None
    for tag in filter(None, _BLANK.split(match.group(2) or "")):
        if tag in _TAG_TO_KIND:
            kind = _TAG_TO_KIND[tag]
        elif tag in ("0", "1", "2", "3"):
            seat = int(tag)
        else:
            raise NotationError(tag, "an, add, or a seat 0-3 after the bar of a meld")
    if kind is None:
        if len(tiles) == 4:
            kind = MeldType.KONG
        elif len(set(tiles)) == 1:
            kind = MeldType.PUNG
        else:
            kind = MeldType.CHOW
    return Meld(kind, tiles, seat)


def format_meld(meld: Meld) -> str:
    tags = [_KIND_TO_TAG[meld.type]] if meld.type in _KIND_TO_TAG else []
    if meld.from_seat is not None:
        tags.append(str(meld.from_seat))
    return f"[{format_tiles(meld.tiles)}{'|' + ','.join(tags) if tags else ''}]"


def parse_hand(text: str) -> Hand:
    """`123m 99s [CCC] [7777s|an] + 6p | 1f5f`: tiles, melds, the winning tile after `+`, what lies aside after `|`."""
    text = _plain(text)
    melds = tuple(parse_meld(match.group()) for match in _MELD.finditer(text))
    rest = _MELD.sub(" ", text)
    rest, _, aside = rest.partition("|")
    concealed, plus, won = rest.partition("+")
    win_tiles = parse_tiles(won)
    if plus and len(win_tiles) != 1:
        raise NotationError(won.strip(), "one winning tile after +")
    return Hand(parse_tiles(concealed), win_tiles[0] if win_tiles else None, melds, parse_tiles(aside))


def format_hand(hand: Hand) -> str:
    parts = [format_tiles(hand.concealed), *(format_meld(meld) for meld in hand.melds)]
    if hand.win_tile is not None:
        parts.append(f"+ {hand.win_tile}")
    if hand.aside:
        parts.append(f"| {format_tiles(hand.aside)}")
    return " ".join(part for part in parts if part)
