"""A PostgreSQL book where the driver was not installed."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from service.book import open_book
from service.cli import main

URL = "postgresql://somebody:secret@localhost:1/book"


@pytest.mark.parametrize(
    "command",
    [
        ["db", "check"],
        ["db", "upgrade"],
        ["db", "backup", "book.gz"],
        ["db", "restore", "book.gz"],
        ["serve", "--port", "0"],
    ],
    ids=" ".join,
)
def test_every_command_names_the_extra(
    command: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(os, "environ", os.environ.copy())
    monkeypatch.setitem(sys.modules, "psycopg", None)
    assert main([*command, "--db", URL]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "pip install 'tilesight[postgres]'" in said
    assert "secret" not in said


def test_a_driver_without_its_library_is_named_too(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "psycopg.py").write_text("raise ImportError('no pq wrapper available')", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "psycopg", raising=False)
    with pytest.raises(ValueError, match=r"tilesight\[postgres\].*no pq wrapper available"):
        open_book(URL)
