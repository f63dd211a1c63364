"""``--fix``: corrections to a reading, typed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from service.cli.errors import BadUse

ROLES = ("concealed", "win", "chow", "pung", "kong", "concealed kong", "aside")
HELP = (
    "A correction, repeatable: 4=9s (tile 4 shows 9s), 4=? (lies face down), 4=win (the winning tile), "
    "4=aside or 4=pung:2 (move, to group 2), 4=out (not of this hand), 4=none (no tile), +9s or +P=aside (not seen)."
)


def edits_json(fixes: Sequence[str] | None) -> list[dict[str, Any]]:
    """The corrections as the API takes them, in order.

    Raises:
        BadUse: one cannot be understood; the message names it and what was expected.
    """
    return [_edit(fix) for fix in fixes or ()]


def _edit(fix: str) -> dict[str, Any]:
    if fix.startswith("+"):
        face, equals, place = fix[1:].partition("=")
        role, group = _place(fix, place) if equals else ("concealed", None)
        return _with_group({"edit": "add", "face": _face(fix, face), "role": role}, group)
    number, equals, what = fix.partition("=")
    if not equals or not (number.isascii() and number.isdecimal()) or len(number) > 4:
        raise BadUse(f"--fix '{fix}': expected ID=FACE, ID=win, ID=aside, ID=out, ID=none or +FACE, as 4=9s")
    tile = int(number)
    if what == "win":
        return {"edit": "win", "tile": tile}
    if what == "out":
        return {"edit": "remove", "tile": tile}
    if what == "none":
        return {"edit": "not a tile", "tile": tile}
    if what.partition(":")[0].replace("-", " ") in ROLES:
        role, group = _place(fix, what)
        return _with_group({"edit": "move", "tile": tile, "role": role}, group)
    return {"edit": "face", "tile": tile, "face": _face(fix, what)}


def _place(fix: str, text: str) -> tuple[str, int | None]:
    name, colon, group = text.partition(":")
    role = name.replace("-", " ")
    if role not in ROLES:
        raise BadUse(f"--fix '{fix}': '{name}' is no place in a hand: expected {', '.join(ROLES)}")
    if not colon:
        return role, None
    if not (group.isascii() and group.isdecimal()) or len(group) > 4:
        raise BadUse(f"--fix '{fix}': '{group}' is no group of the reading")
    return role, int(group)


def _with_group(edit: dict[str, Any], group: int | None) -> dict[str, Any]:
    return edit if group is None else {**edit, "group": group}


def _face(fix: str, text: str) -> str:
    from scorer.errors import NotationError
    from scorer.tiles import Tile

    if text == "?":
        return text
    try:
        return str(Tile.parse(text))
    except NotationError as error:
        raise BadUse(f"--fix '{fix}': {error}") from None
