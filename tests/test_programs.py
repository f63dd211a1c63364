"""Every module that is a program says what it does and takes, and does nothing else, when it is asked."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SOURCES = ("benchmarks", "datasets", "models", "scorer", "service")
PROGRAMS = sorted(
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__main__")
    for folder in SOURCES
    for path in (ROOT / folder).rglob("*.py")
    if "node_modules" not in path.parts and 'if __name__ == "__main__":' in path.read_text(encoding="utf-8")
)
TRAINING = {f"models.training.{name}" for name in ("average", "cross_set", "export")} | {
    f"models.training.train_{net}" for net in ("corners", "detector", "namer")
}


def helped(program: str, folder: Path) -> subprocess.CompletedProcess[str]:
    here = folder / "here"
    here.mkdir()
    return subprocess.run(
        [sys.executable, "-m", program, "--help"],
        capture_output=True,
        text=True,
        cwd=here,
        env={
            "PYTHONPATH": str(ROOT),
            "PATH": "/usr/bin:/bin",
            "HOME": str(folder / "home"),
            "PYTHONIOENCODING": "utf-8",
        },
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize("program", [program for program in PROGRAMS if program not in TRAINING])
def test_help_is_printed_and_nothing_done(program: str, tmp_path: Path) -> None:
    done = helped(program, tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.lower().startswith("usage: ")
    assert not list((tmp_path / "here").iterdir())


@pytest.mark.parametrize("program", sorted(TRAINING))
def test_training_says_which_extra_it_needs(program: str, tmp_path: Path) -> None:
    assert program in PROGRAMS
    done = helped(program, tmp_path)
    if find_spec("torch") is not None:
        assert done.stdout.startswith("usage: ")
    else:
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == f"{program} needs torch: pip install '.[train]'\n"
