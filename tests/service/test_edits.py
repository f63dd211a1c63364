"""`--fix`: corrections as they are typed, as the API takes them."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import TypeAdapter

from service.api.schemas.edits import EditIn
from service.cli.edits import edits_json
from service.cli.errors import BadUse


@pytest.mark.parametrize(
    ("fix", "edit"),
    [
        ("4=9s", {"edit": "face", "tile": 4, "face": "9s"}),
        ("4=九条", {"edit": "face", "tile": 4, "face": "9s"}),
        ("4=?", {"edit": "face", "tile": 4, "face": "?"}),
        ("0=win", {"edit": "win", "tile": 0}),
        ("12=out", {"edit": "remove", "tile": 12}),
        ("12=none", {"edit": "not a tile", "tile": 12}),
        ("3=aside", {"edit": "move", "tile": 3, "role": "aside"}),
        ("3=concealed-kong@2", {"edit": "move", "tile": 3, "role": "concealed kong", "group": 2}),
        ("+9s", {"edit": "add", "face": "9s", "role": "concealed"}),
        ("+P=pung@1", {"edit": "add", "face": "P", "role": "pung", "group": 1}),
    ],
)
def test_a_fix_is_an_edit_that_the_api_takes(fix: str, edit: dict[str, Any]) -> None:
    assert edits_json([fix]) == [edit]
    taken: EditIn = TypeAdapter(EditIn).validate_python(edit)
    assert taken.model_dump(exclude_none=True) == edit


@pytest.mark.parametrize("fix", ["", "4", "=9s", "x=9s", "4=", "4=0s", "-1=9s", "4=pung@x", "+", "+Q", "+9s=lap"])
def test_another_fix_is_refused_by_name(fix: str) -> None:
    with pytest.raises(BadUse, match="--fix"):
        edits_json([fix])


def test_order_is_kept() -> None:
    assert [edit["edit"] for edit in edits_json(["+9s", "14=win", "0=out"])] == ["add", "win", "remove"]
