"""The help of every command, and what is said of options that cannot be used."""

from __future__ import annotations

import re
import unicodedata

import pytest

from service.cli import main

COMMANDS: tuple[list[str], ...] = (
    [],
    ["scan"],
    ["read"],
    ["score"],
    ["batch"],
    ["rules"],
    ["serve"],
    ["model"],
    ["model", "info"],
    ["model", "eval"],
    ["db"],
    ["db", "upgrade"],
    ["db", "check"],
    ["db", "backup"],
    ["db", "restore"],
)


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_help_is_plain(command: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert main([*command, "--help"]) == 0
    out = capsys.readouterr().out
    for odd in (r"[{}<>]", r"\[\[", r"x[<>]=?\d", r"\.{4}", r"[a-z,]\.\.\.$"):
        assert re.search(odd, out, re.MULTILINE) is None, odd
    for line in out.splitlines():
        assert sum(1 + (unicodedata.east_asian_width(char) in "WF") for char in line) <= 80


@pytest.mark.parametrize(
    ("command", "usage"),
    [
        (["scan"], "Usage: tilesight scan [OPTIONS] PHOTO...\n"),
        (["score"], "Usage: tilesight score [OPTIONS] [HAND...]\n"),
        (["batch"], "Usage: tilesight batch [OPTIONS] DIR\n"),
        (["rules"], "Usage: tilesight rules [OPTIONS] [ID]\n"),
        (["db", "backup"], "Usage: tilesight db backup [OPTIONS] FILE\n"),
    ],
)
def test_the_usage_names_what_is_typed(command: list[str], usage: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*command, "--help"]) == 0
    assert capsys.readouterr().out.startswith(usage)


def test_the_list_of_commands_has_whole_sentences(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    for command, said in (
        ([], "batch  Read every photo below a folder, by all cores, resumable; a summary at the end."),
        (["db"], "check Compute every balance anew from the entries; exit status 1 where something is wrong."),
    ):
        main([*command, "--help"])
        assert " ".join(said.split()) in " ".join(capsys.readouterr().out.split())


def test_what_must_be_given_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    main(["batch", "--help"])
    assert "goes on where it is. [required]" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["scan"], "Missing argument 'PHOTO...' (see 'tilesight scan --help')"),
        (["scan", "x", "--streak", "x"], "Invalid value for '--streak': expected a whole number, got 'x'"),
        (["scan", "x", "--streak", "0"], "Invalid value for '--streak': expected a number from 1 on, got '0'"),
        (["batch", "x", "--out", "y", "--workers", "999"], "'--workers': expected a number up to 256, got '999'"),
        (["batch", "x", "--out", "y", "--engine", "steam"], "'--engine': 'steam' is not one of 'local', 'ray'"),
        (["db"], "tilesight: Missing command (see 'tilesight db --help')"),
    ],
)
def test_bad_use_is_told_in_plain_words(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    err = capsys.readouterr().err
    assert said in err
    assert err.count("\n") == 1
