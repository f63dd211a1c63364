"""``--fix``: corrections to a reading, typed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from service.cli.errors import BadUse

HELP = (
    "A correction, repeatable: 4=9s (tile 4 shows 9s), 4=? (lies face down), 4=win (the winning tile), "
    "4=aside or 4=pung@2 (move, to group 2), 4=out (not of this hand), 4=none (no tile), +9s or +P=aside (not seen)."
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
