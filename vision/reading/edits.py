"""Corrections as text: what `--fix` takes.

    4=9s          tile 4 is a 9s             4=?          tile 4 lies face down
    4=win         tile 4 completed the hand  4=concealed  tile 4 stands in the hand
    4=aside       tile 4 lies aside          4=pung@2     tile 4 belongs to the pung in group 2
    4=out         tile 4 is not of this hand 4=none       what was seen as tile 4 is no tile
    +9s           a 9s was not seen          +9s=pung@2   and belongs to the pung in group 2

Roles are concealed, win, chow, pung, kong, concealed-kong, aside. A group that is not there yet is made.
"""

from __future__ import annotations

import re
from typing import Any

from scorer import NotationError, Tile
from vision.types import (
    FACE_DOWN,
    AddTile,
    Edit,
    MoveTile,
    NotATile,
    RemoveTile,
    ReplaceFace,
    Role,
    SetWinningTile,
)

_ROLES: dict[str, Role] = {
    "concealed": "concealed",
    "hand": "concealed",
    "win": "win",
    "chow": "chow",
    "pung": "pung",
    "kong": "kong",
    "concealed-kong": "concealed kong",
    "concealed kong": "concealed kong",
    "aside": "aside",
}
_FIX = re.compile(r"(?P<tile>\d{1,9})=(?P<what>[^@]+)(?:@(?P<group>\d{1,9}))?")
_ADD = re.compile(r"\+(?P<face>[^=@]+)(?:=(?P<role>[^@]+)(?:@(?P<group>\d{1,9}))?)?")


class EditError(ValueError):
    """A correction that cannot be understood or made; names it and what was expected."""

    def __init__(self, text: str, expected: str) -> None:
        super().__init__(f"cannot apply the correction {text!r}: expected {expected}")
        self.text = text
        self.expected = expected

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.text, self.expected)


def parse_edit(text: str) -> Edit:
    """One correction. Raises EditError naming the text."""
    text = text.strip()
    added = _ADD.fullmatch(text)
    if added:
        role = _role(added["role"] or "concealed", text)
        return AddTile(_face(added["face"], text), role, None if added["group"] is None else int(added["group"]))
    match = _FIX.fullmatch(text)
    if match is None:
        raise EditError(text, "such as 4=9s, 4=win, 4=pung@2, 4=out, 4=none or +9s")
    tile, what = int(match["tile"]), match["what"].strip()
    group = None if match["group"] is None else int(match["group"])
    if group is None:
        if what == "none":
            return NotATile(tile)
        if what == "out":
            return RemoveTile(tile)
        if what == "win":
            return SetWinningTile(tile)
        if what not in _ROLES:
            return ReplaceFace(tile, _face(what, text))
    return MoveTile(tile, _role(what, text), group)


def format_edit(edit: Edit) -> str:
    """The text that `parse_edit` reads back as the same correction."""
    match edit:
        case ReplaceFace(tile, face):
            return f"{tile}={face}"
        case SetWinningTile(tile):
            return f"{tile}=win"
        case RemoveTile(tile):
            return f"{tile}=out"
        case NotATile(tile):
            return f"{tile}=none"
        case MoveTile(tile, role, group):
            return f"{tile}={_place(role, group)}"
        case AddTile(face, role, group):
            plain = role == "concealed" and group is None
            return f"+{face}" if plain else f"+{face}={_place(role, group)}"


def _place(role: Role, group: int | None) -> str:
    name = role.replace(" ", "-")
    return name if group is None else f"{name}@{group}"


def _role(name: str, text: str) -> Role:
    role = _ROLES.get(name.strip())
    if role is None:
        raise EditError(text, f"a tile or one of {', '.join(sorted({r.replace(' ', '-') for r in _ROLES.values()}))}")
    return role


def _face(name: str, text: str) -> str:
    if name.strip() == FACE_DOWN:
        return FACE_DOWN
    try:
        return str(Tile.parse(name.strip()))
    except NotationError as error:
        raise EditError(text, "a tile such as 9s, E, 5f, 七条, or a role") from error
