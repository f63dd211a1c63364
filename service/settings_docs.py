"""Writes the table of settings into the documentation: ``python -m service.settings_docs docs/operations.md``."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from pydantic_core import PydanticUndefined

from service.settings import Settings

_TABLE = re.compile(r"\| setting \| default \| meaning \|\n\|---\|---\|---\|\n(?:\|.*\n|SETTINGS\n)*")
_COMPUTED = {
    "data_dir": "the user's data directory",
    "inference_workers": "one a core",
    "database_url": "SQLite in `data_dir`",
}


def settings_table() -> str:
    """Every setting as a Markdown table."""
    rows = ["| setting | default | meaning |", "|---|---|---|"]
    for name, field in Settings.model_fields.items():
        rows.append(f"| `{name}` | {_default(name, field.default)} | {field.description} |")
    return "\n".join(rows) + "\n"


def _default(name: str, value: object) -> str:
    if name in _COMPUTED:
        return _COMPUTED[name]
    if value is None or value is PydanticUndefined or value == ():
        return "none"
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("page", type=Path, help="the page whose table is made anew")
    page = parser.parse_args().page
    text = page.read_text(encoding="utf-8")
    page.write_text(_TABLE.sub(lambda _: settings_table() + "\n", text, count=1), encoding="utf-8")
