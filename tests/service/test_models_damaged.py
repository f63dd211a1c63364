"""Nets that are not those of their card: every command that needs them refuses in one line, with the checksums."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "datasets/samples/hand.jpg"
Damage = Callable[[Path], None]


def flip(folder: Path) -> None:
    """One bit of the namer is another, as a failing disk leaves it."""
    with (folder / "tiles-namer.onnx").open("r+b") as file:
        file.seek(100_000)
        byte = file.read(1)[0]
        file.seek(100_000)
        file.write(bytes([byte ^ 1]))


def cut(folder: Path) -> None:
    os.truncate(folder / "tiles-detector.onnx", 50_000)


def remove(folder: Path) -> None:
    (folder / "tiles-detector.onnx").unlink()


def swap(folder: Path) -> None:
    """The other net in its place."""
    shutil.copyfile(folder / "tiles-detector.onnx", folder / "tiles-namer.onnx")


def unreadable_card(folder: Path) -> None:
    (folder / "tiles.json").write_text('{"id": "tiles"', encoding="utf-8")


def card_without_sum(folder: Path) -> None:
    card = json.loads((folder / "tiles.json").read_text(encoding="utf-8"))
    del card["namer"]["sha256"]
    (folder / "tiles.json").write_text(json.dumps(card), encoding="utf-8")


DAMAGES: dict[str, tuple[Damage, str]] = {
    "bit": (flip, "tiles-namer.onnx is damaged: expected sha256"),
    "cut": (cut, "tiles-detector.onnx is damaged: expected sha256"),
    "missing": (remove, "tiles-detector.onnx is missing"),
    "swapped": (swap, "tiles-namer.onnx is damaged: expected sha256"),
    "card": (unreadable_card, "tiles.json"),
    "card without a sum": (card_without_sum, "sha256"),
}


def run(damage: Damage, tmp_path: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """A command of an installation whose models are damaged."""
    home = tmp_path / "installed"
    shutil.copytree(ROOT / "models", home / "models", ignore=shutil.ignore_patterns("training", "__pycache__"))
    damage(home / "models")
    kept = {name: value for name, value in os.environ.items() if not name.startswith("TILESIGHT_")}
    return subprocess.run(
        [sys.executable, "-m", "service.cli", *command],
        cwd=home, capture_output=True, text=True, check=False, timeout=300,
        env={**kept, "PYTHONPATH": str(ROOT), "TILESIGHT_DATA_DIR": str(tmp_path / "data"),
             "TILESIGHT_CONFIG": ""},
    )  # fmt: skip


def refused(done: subprocess.CompletedProcess[str], said: str) -> None:
    assert done.returncode == 2, done.stdout
    assert done.stdout == ""
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("damage", DAMAGES, ids=str)
def test_serving_does_not_start(damage: str, tmp_path: Path) -> None:
    how, said = DAMAGES[damage]
    refused(run(how, tmp_path, "serve", "--port", "0"), said)
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(
    "command",
    [
        ["scan", str(SAMPLE), "--rules", "guobiao"],
        ["read", str(SAMPLE)],
        ["batch", str(SAMPLE.parent), "--out", "out.jsonl"],
        ["model", "info"],
    ],
    ids=lambda command: command[0],
)
def test_no_photo_is_read_by_a_net_that_is_not_the_cards(command: list[str], tmp_path: Path) -> None:
    refused(run(flip, tmp_path, *command), "tiles-namer.onnx is damaged: expected sha256")
    assert not (tmp_path / "installed" / "out.jsonl").exists()


def test_scoring_needs_no_net(tmp_path: Path) -> None:
    done = run(remove, tmp_path, "score", "123456789m 1p 234s + 1p", "--rules", "guobiao", "--by", "self-draw")
    assert done.returncode == 0, done.stderr
    assert "番" in done.stdout


def test_whole_models_are_taken(tmp_path: Path) -> None:
    assert run(lambda _folder: None, tmp_path, "model", "info").returncode == 0
