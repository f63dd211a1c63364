"""`tilesight rules`, `--version` and help."""

from __future__ import annotations

import json
import re

import pytest
from rich.cells import cell_len

from scorer.registry import get_ruleset, rulesets
from service.cli import main


def test_every_ruleset_is_listed(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    assert main(["rules"]) == 0
    out = capsys.readouterr().out
    for ruleset in rulesets():
        assert ruleset.id in out
        assert ruleset.name in out


@pytest.mark.parametrize("command", [["rules"], *(["rules", ruleset.id] for ruleset in rulesets())], ids=" ".join)
def test_nothing_is_cut_off_in_a_narrow_terminal(
    command: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = []
    for columns in ("80", "400"):
        monkeypatch.setenv("COLUMNS", columns)
        assert main(command) == 0
        shown.append(capsys.readouterr().out)
    narrow, wide = shown
    assert narrow.count("…") == wide.count("…")
    if len(command) == 2:
        assert all(item.id in narrow.split() for item in get_ruleset(command[1]).items)


@pytest.mark.parametrize("command", [["rules"], *(["rules", ruleset.id] for ruleset in rulesets())], ids=" ".join)
def test_no_word_is_broken_at_eighty_columns(
    command: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = []
    for columns in ("80", "400"):
        monkeypatch.setenv("COLUMNS", columns)
        assert main(command) == 0
        out = capsys.readouterr().out
        if columns == "80":
            assert max(cell_len(line.rstrip()) for line in out.splitlines() if "http" not in line) <= 80
        words.append(re.findall("[!-~]+", out))
    # In the list the columns are set anew; within a rule book the words follow each other as they do on wide lines.
    narrow, wide = (sorted(found) if len(command) == 1 else found for found in words)
    assert narrow == wide


@pytest.mark.parametrize(
    ("ruleset", "said"),
    [
        ("guobiao", "12345678f"),
        ("wuhan", "C, the wild tile"),
        ("yueqing-chayuan", "P, another where P is wild"),
        ("yueqing-platform", "P, another where P is wild, copies of the tile turned up"),
        ("hefei", None),
    ],
)
def test_only_what_is_laid_aside_is_listed_so(
    ruleset: str, said: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rules", ruleset]) == 0
    told = [line for line in capsys.readouterr().out.splitlines() if line.startswith("laid aside: ")]
    assert len(told) == (said is not None)
    assert said is None or told[0].partition(" ")[2].partition(" ")[2].partition(" ")[2] == said


def test_the_list_as_json(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(["rules", "--json"]) == 0
    listed = json.loads(capsysbinary.readouterr().out)["rulesets"]
    assert [entry["id"] for entry in listed] == [ruleset.id for ruleset in rulesets()]


@pytest.mark.parametrize("ruleset", rulesets(), ids=lambda ruleset: ruleset.id)
def test_a_ruleset_tells_every_item_option_and_flag(
    ruleset: object, capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "400")
    identity = getattr(ruleset, "id")  # noqa: B009 - the parameter is typed loosely for pytest's ids
    assert main(["rules", identity, "--json"]) == 0
    book = json.loads(capsysbinary.readouterr().out)
    assert main(["rules", identity]) == 0
    shown = capsysbinary.readouterr().out.decode()
    assert book["items"]
    for item in book["items"]:
        assert item["name"] in shown
        assert item["value"] is not None or item["factor"] is not None or item["value_note"], item["id"]
    for option in book["options"]:
        assert option["name"] in shown
        assert option["meaning"] in shown
    for flag in book["flags"]:
        assert flag["name"] in shown
        assert flag["meaning"], flag["name"]


def test_an_unknown_ruleset_lists_the_known_ones(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "atlantis"]) == 2
    err = capsys.readouterr().err
    assert "atlantis" in err
    assert "guobiao" in err


def test_version_names_package_models_and_rules(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("tilesight ")
    assert "\nmodels " in out
    for ruleset in rulesets():
        assert f"rules {ruleset.id} {ruleset.version}" in out


def test_no_command_shows_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    out = capsys.readouterr().out
    for command in ("scan", "read", "score", "batch", "rules", "serve", "model", "db"):
        assert f"\n  {command} " in out
