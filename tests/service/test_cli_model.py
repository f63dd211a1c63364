"""`tilesight model`: the card, and the measure on labelled photographs."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import models
from service.cli import main
from tests.service.fakes import FACES, hand_reading, named, picture
from vision import reader as reader_module
from vision.types import Detection, HandReading, ModelInfo, NamedTile


class SeesTheRow:
    """A reader whose nets see the fake row of tiles, one of them wrongly."""

    model = ModelInfo("test", "00")

    def __init__(self) -> None:
        self.detector = self
        self.namer = self

    def detect(self, photo: object) -> list[Detection]:
        return []

    def name(self, photo: object, detections: object) -> list[NamedTile]:
        seen = [named(number, face) for number, face in enumerate(FACES)]
        return [replace(seen[0], candidates=(("9s", 0.6), ("1m", 0.4))), *seen[1:]]

    def read(self, photo: object) -> HandReading:
        return hand_reading()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    root = tmp_path / "dev"
    (root / "images").mkdir(parents=True)
    (root / "labels").mkdir()
    (root / "images" / "hand.jpg").write_bytes(picture(size=(900, 700)))
    rows = []
    for number, face in enumerate(FACES):
        x0, y0, x1, y1 = named(number, face).box
        label = "mps".index(face[1]) * 9 + int(face[0]) - 1
        rows.append(f"{label} {(x0 + x1) / 1800} {(y0 + y1) / 1400} {(x1 - x0) / 900} {(y1 - y0) / 700}")
    (root / "labels" / "hand.txt").write_text("\n".join(rows) + "\n", encoding="utf-8")
    return root


@pytest.fixture(autouse=True)
def fake_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader_module, "default_reader", SeesTheRow)


def test_the_measure_by_group_with_confusions(folder: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(["model", "eval", str(folder), "--json"]) == 0
    report: dict[str, Any] = json.loads(capsysbinary.readouterr().out)
    total = report["total"]
    assert (total["photos"], total["labelled"], total["found"], total["right"]) == (1, 14, 14, 13)
    assert total["naming"] == pytest.approx(13 / 14)
    assert total["confusions"] == [{"face": "1m", "read_as": "9s", "count": 1}]
    low, high = total["found_and_right_interval"]
    assert low < 13 / 14 < high


def test_hands_with_and_without_the_rules(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["model", "eval", str(folder), "--hands"]) == 0
    out = capsys.readouterr().out
    assert "confused: 1m→9s 1" in out
    assert "whole hands, rules of guobiao" in out
    assert "the rules repaired 0 tiles and spoiled 0" in out


def test_a_folder_without_photos_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["model", "eval", str(tmp_path)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert main(["model", "eval", str(tmp_path), "--rules", "atlantis"]) == 2


def test_the_card_is_shown_after_the_nets_were_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import hashlib

    nets = {}
    for part in ("detector", "namer"):
        (tmp_path / f"{part}.onnx").write_bytes(part.encode())
        checksum = hashlib.sha256(part.encode()).hexdigest()
        nets[part] = {"file": f"{part}.onnx", "sha256": checksum, "classes": ["face", "back"]}
    card = {"id": "tiles-test", **nets, "data": [{"name": "photos", "licence": "CC BY 4.0"}]}
    (tmp_path / "tiles.json").write_text(json.dumps(card), encoding="utf-8")
    monkeypatch.setattr(models, "card", lambda: models.load_card(tmp_path / "tiles.json"))
    assert main(["model", "info"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("tiles-test\n")
    assert "· photos; licence: CC BY 4.0" in out
    (tmp_path / "namer.onnx").write_bytes(b"other")
    assert main(["model", "info"]) == 2
    assert "namer.onnx is damaged" in capsys.readouterr().err
