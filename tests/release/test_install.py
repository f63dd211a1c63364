"""The wheel on a machine without Node: installed, asked for its version, and given a photo."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

from tests.release.conftest import APP, ROOT, Built


@pytest.fixture(scope="module")
def installed(built: Built, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of a fresh environment with the wheel in it; what it asks for comes from the one that runs this."""
    home = tmp_path_factory.mktemp("venv")
    venv.create(home, with_pip=False)
    python = home / "bin" / "python"
    install = ["-m", "pip", "--python", str(python), "install", "--no-index", "--no-deps", "-q", str(built.wheel)]
    subprocess.run([sys.executable, *install], check=True, env={**os.environ, "PATH": str(home / "bin")})
    # Named only now: pip would take a tilesight installed there for this one. Looked at after the environment's own, so
    # that the wheel's packages go before any others of their names.
    site = next((home / "lib").glob("python*/site-packages"))
    (site / "others.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return home / "bin"


def run(installed: Path, *command: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """A program of that environment, with nothing else to be found: no Node, no sources."""
    return subprocess.run(
        [str(installed / command[0]), *command[1:]], cwd=cwd, capture_output=True, text=True, timeout=300, check=False,
        env={"PATH": str(installed), "HOME": str(cwd), "PYTHONIOENCODING": "utf-8"},
    )  # fmt: skip


def test_the_version_names_package_models_and_rules(installed: Path, tmp_path: Path) -> None:
    done = run(installed, "tilesight", "--version", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    card = json.loads((ROOT / "models/tiles.json").read_text(encoding="utf-8"))
    assert lines[0].split() == ["tilesight", "0.1.0"]
    assert lines[1] == f"models {card['id']}"
    assert {line.split()[1] for line in lines[2:]} >= {"guobiao", "hua", "wuhan", "hefei", "taiwan", "yueqing-chayuan"}
    assert all(len(line.split()) == 3 for line in lines[2:])


def test_a_photo_is_scored_by_what_was_installed(installed: Path, tmp_path: Path) -> None:
    where = run(installed, "python", "-c", "import service, vision, models; print(service.__file__)", cwd=tmp_path)
    assert where.stdout.startswith(str(installed.parent)), where.stderr
    photo = ROOT / "datasets/samples/hand.jpg"
    done = run(
        installed, "tilesight", "scan", str(photo), "--rules", "guobiao", "--winner", "1", "--from", "3", "--json",
        cwd=tmp_path,
    )  # fmt: skip
    scan = json.loads(done.stdout)
    assert len(scan["reading"]["tiles"]) == 14, done.stderr
    assert scan["score"] is not None
    assert done.returncode in (0, 1)


def test_the_app_comes_with_it(installed: Path, tmp_path: Path) -> None:
    program = "from service.api.web import BUILT; print((BUILT / 'index.html').read_text())"
    done = run(installed, "python", "-c", program, cwd=tmp_path)
    assert done.stdout.strip() == APP["index.html"], done.stderr
