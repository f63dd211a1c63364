"""``--fix``: corrections to a reading, typed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from service.cli.errors import BadUse
from service.groups import MELDS, next_group

if TYPE_CHECKING:
    from service.engine import PhotoReader

HELP = (
    "A correction, repeatable: 4=9s (tile #4 shows 9s), 4=? (lies face down), 4=win (the winning tile), "
    "4=aside (lies aside), 4=pung@2 (belongs to meld @2), 4=out (not of this hand), 4=none (no tile), "
    "+9s or +P=aside (not seen)."
)


def edits_json(fixes: Sequence[str] | None) -> list[dict[str, Any]]:
    """The corrections as the API takes them, in order.

    Raises:
        BadUse: one cannot be understood; the message names it and what was expected.
    """
    if not fixes:
        return []
    from vision.reading.edits import EditError, parse_edit
    from vision.wire import edit_to_json

    edits: list[dict[str, Any]] = []
    for fix in fixes:
        try:
            edit = edit_to_json(parse_edit(fix))
        except EditError as error:
            raise BadUse(f"--fix '{fix}': {error}") from None
        edits.append({name: value for name, value in edit.items() if value is not None})
    return edits


def read_corrected(
    engine: PhotoReader,
    photos: Sequence[Path],
    ruleset: str | None,
    wild: str | None,
    edits: Sequence[Mapping[str, Any]],
) -> dict[str, Any]:
    """The reading of one hand with these corrections. Where one names a group, it is one that was shown or the next.

    A program may number the groups that it makes as it likes; somebody who types the number of none has misread one.

    Raises:
        vision.image.PhotoError: a photo cannot be read.
        ValueError: a correction names a tile or group that is not there.
    """
    if not any("group" in edit for edit in edits):
        return engine.read(photos, ruleset, wild, edits)
    plain = engine.read(photos, ruleset, wild)
    made: set[int] = set()
    for place, edit in enumerate(edits):
        if "group" in edit:
            _check_group(edit, engine.correct(plain, ruleset, wild, edits[:place]), made)
    return engine.correct(plain, ruleset, wild, edits)


def _check_group(edit: Mapping[str, Any], shown: Mapping[str, Any], made: set[int]) -> None:
    """See that the group of a correction is one of those shown then; ``made`` are the numbers of new ones."""
    from vision.reading.edits import EditError, format_edit
    from vision.wire import edit_from_json

    number, role, new = edit["group"], edit["role"], next_group(shown)
    alike = MELDS if role in MELDS else {role}
    there = {group["id"]: group["role"] for group in shown["groups"] if group["role"] in alike}
    if number in there or number in made:
        return
    if role in MELDS and number == new:
        made.add(number)
        return
    known = "".join(f"@{name} ({kind}), " for name, kind in there.items())
    expected = f"a meld that is there or the next one: {known}@{new} for a new one"
    if role not in MELDS:
        expected = f"no number after {role}: only melds are told apart by number"
    raise EditError(format_edit(edit_from_json(edit)), expected)
