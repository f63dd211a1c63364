"""The audit of dependencies: a known vulnerability fails, a machine without network does not."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest

from tests.release.conftest import ROOT

CLEAN = {"name": "starlette", "version": "1.0", "vulns": []}
SKIPPED = {"name": "numpy", "skip_reason": "not found"}
FAULTY = {"name": "pillow", "version": "9.0", "vulns": [{"id": "PYSEC-1", "fix_versions": ["9.1"]}]}


@pytest.fixture
def audit() -> Any:
    found = importlib.util.spec_from_file_location("audit", ROOT / ".ci/audit.py")
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("answered", "status", "said"),
    [
        ([CLEAN, SKIPPED], 0, "1 distributions audited, 1 that nothing"),
        ([CLEAN, FAULTY], 1, "pillow 9.0: PYSEC-1, mended in 9.1"),
        (None, 0, "nothing was audited"),
    ],
)
def test_what_is_known_decides(
    audit: Any,
    answered: Any,
    status: int,
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    asked: list[str] = []

    def answer(file: Path, _out: Path) -> Any:
        asked.extend(file.read_text(encoding="utf-8").splitlines())
        return answered

    monkeypatch.setattr(audit, "audit", answer)
    assert audit.main() == status
    assert said in capsys.readouterr().out
    assert any(line.startswith("fastapi==") for line in asked)


def test_advisories_that_do_not_answer_are_none(audit: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(audit.sys, "executable", "/bin/false")
    assert audit.audit(tmp_path / "asked.txt", tmp_path / "out.json") is None
