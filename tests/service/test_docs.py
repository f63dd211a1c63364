"""The pages about command line and operation keep up with what they describe."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.main import get_command

from service.cli.app import app
from service.settings_docs import settings_table

DOCS = Path(__file__).resolve().parents[2] / "docs"


def test_every_setting_is_listed() -> None:
    page = (DOCS / "operations.md").read_text(encoding="utf-8")
    assert settings_table() in page, "run python -m service.settings_docs docs/operations.md"


@pytest.mark.parametrize("command", ["scan", "read", "score", "batch", "rules", "serve", "model"])
def test_every_option_is_explained(command: str) -> None:
    page = (DOCS / "cli.md").read_text(encoding="utf-8") + (DOCS / "operations.md").read_text(encoding="utf-8")
    assert f"tilesight {command}" in page
    known = get_command(app).commands[command]  # type: ignore[attr-defined]
    for parameter in known.params:
        for name in parameter.opts:
            if name.startswith("--") and not getattr(parameter, "hidden", False) and name not in _ELSEWHERE:
                assert name in page, f"{command} {name}"


_ELSEWHERE = frozenset({"--help", "--host", "--port", "--db", "--data-dir"})
"""Plain names of settings, which the table of settings explains."""
