"""Copies of the repository's files to build from, and the archives built of them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
WHEN = "1790000000"
APP = {
    "index.html": "<!doctype html><title>tilesight</title><script src=/assets/app.js></script>",
    "assets/app.js": "console.log('app')",
}
"""Stands for the built app where its own building is not what a test is about."""


@dataclass(frozen=True, slots=True)
class Built:
    """What was built of a copy of the sources."""

    sdist: Path
    wheel: Path


@pytest.fixture(scope="session")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of the repository as they stand, without anything that git ignores; not to be changed."""
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("the files of the repository are told apart from others by git")
    listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(listing, cwd=ROOT, check=True, capture_output=True)
    to = tmp_path_factory.mktemp("sources")
    for name in listed.stdout.decode().split("\0"):
        source = ROOT / name
        if name and source.is_file():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, to / name)
    return to


def copied(sources: Path, to: Path) -> Path:
    """A tree of one's own, of new files."""
    return shutil.copytree(sources, to, copy_function=shutil.copyfile)


def put_app(tree: Path) -> None:
    for name, text in APP.items():
        file = tree / "service/web/dist" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


def build(tree: Path, target: str, path: str | None = None) -> Path:
    """Build one archive of a tree without building the app; its file."""
    out = tree / "out" / target
    environment = {**os.environ, "SOURCE_DATE_EPOCH": WHEN, "TILESIGHT_WEB": "skip"}
    if path is not None:
        # As where there is no Node: nothing may be built, nor be asked for.
        environment["PATH"] = path
        del environment["TILESIGHT_WEB"]
    done = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(out)],
        cwd=tree, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "npm" not in done.stdout + done.stderr
    (made,) = out.iterdir()
    return made


@pytest.fixture(scope="session")
def built(sources: Path, tmp_path_factory: pytest.TempPathFactory) -> Built:
    """Source archive and wheel, with a stand-in for the app."""
    tree = copied(sources, tmp_path_factory.mktemp("built") / "tree")
    put_app(tree)
    return Built(build(tree, "sdist"), build(tree, "wheel"))
