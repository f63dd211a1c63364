"""Wheel and source archive: the same bytes wherever and whenever they are built, and all that belongs in them."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.release.conftest import APP, ROOT, Built, build, copied, put_app


def sha256(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def test_another_place_time_and_umask_give_the_same_bytes(built: Built, sources: Path, tmp_path: Path) -> None:
    before = os.umask(0o077)
    try:
        tree = copied(sources, tmp_path / "elsewhere" / "deeper")
        put_app(tree)
        for number, file in enumerate(sorted(tree.rglob("*"))):
            os.utime(file, (1_000_000_000 + 7919 * number, 1_000_000_000 + 7919 * number))
        again = Built(build(tree, "sdist"), build(tree, "wheel"))
    finally:
        os.umask(before)
    assert sha256(again.sdist) == sha256(built.sdist)
    assert sha256(again.wheel) == sha256(built.wheel)


def test_a_changed_source_gives_other_bytes(built: Built, sources: Path, tmp_path: Path) -> None:
    tree = copied(sources, tmp_path / "tree")
    put_app(tree)
    with (tree / "scorer" / "tiles.py").open("a") as file:
        file.write("# another\n")
    assert sha256(build(tree, "wheel")) != sha256(built.wheel)


def test_the_source_archive_makes_the_same_wheel_without_node(built: Built, tmp_path: Path) -> None:
    with tarfile.open(built.sdist) as archive:
        archive.extractall(tmp_path, filter="data")
    (tree,) = tmp_path.iterdir()
    assert sha256(build(tree, "wheel", path="/nowhere")) == sha256(built.wheel)


def test_the_wheel_holds_app_models_and_migrations_and_nothing_else(built: Built) -> None:
    with zipfile.ZipFile(built.wheel) as wheel:
        names = set(wheel.namelist())
        for name, text in APP.items():
            assert wheel.read(f"service/web/dist/{name}").decode() == text
    card_and_nets = {"models/tiles.json", "models/tiles-detector.onnx", "models/tiles-namer.onnx"}
    assert card_and_nets <= names
    assert "service/book/migrations/versions/0001_book.py" in names
    assert {"scorer/py.typed", "vision/py.typed", "models/py.typed"} <= names
    tops = {name.partition("/")[0] for name in names if not name.startswith("tilesight-")}
    assert tops == {"scorer", "vision", "models", "service"}
    assert not [name for name in names if name.startswith(("models/training", "models/recipes", "service/web/src"))]
    assert not [name for name in names if "node_modules" in name or name.endswith((".pyc", ".db"))]


def test_the_source_archive_can_be_tested_and_built(built: Built) -> None:
    with tarfile.open(built.sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"pyproject.toml", "hatch_build.py", "LICENSE", "README.md", "CHANGELOG.md", ".ci/run"} <= names
    assert {"service/web/dist/index.html", "service/web/package-lock.json", "service/web/src/main.ts"} <= names
    assert {"tests/release/test_archives.py", "datasets/samples/hand.jpg", "docs/operations.md"} <= names
    assert not [name for name in names if "node_modules" in name or name.startswith((".git/", "out/"))]


def test_the_app_is_built_the_same_everywhere(sources: Path, tmp_path: Path) -> None:
    modules = ROOT / "service/web/node_modules"
    if shutil.which("npm") is None or not modules.is_dir():
        pytest.skip("the app is built with npm, after npm ci in service/web")
    found = []
    for place in ("one", "another/deeper"):
        tree = copied(sources, tmp_path / place)
        # Hard links: a symbolic one would lead every copy back to one place.
        subprocess.run(["cp", "-al", str(modules), str(tree / "service/web")], check=True)
        web = tree / "service/web"
        done = subprocess.run(["npm", "run", "build"], cwd=web, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        dist = web / "dist"
        found.append({str(file.relative_to(dist)): sha256(file) for file in dist.rglob("*") if file.is_file()})
    assert found[0] == found[1]
    assert any(name.startswith("assets/") for name in found[0])
