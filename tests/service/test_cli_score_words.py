"""What `tilesight score` takes and shows as players say it: names, winds, tiles aside, the tile turned up."""

from __future__ import annotations

import json
from typing import Any

import pytest

from service.cli import main

HAND = "123456789m 1p 234s + 1p"


@pytest.mark.parametrize("aside", [["1f", "梅"], ["春 5f"], ["🀢", "1f"]])
def test_aside_tiles_are_shown_as_the_hand_is(aside: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    told = [text for tiles in aside for text in ("--aside", tiles)]
    assert main(["score", HAND, "--rules", "guobiao", *told]) == 0
    assert "123456789m 1p 234s + 1p | 15f\n" in capsys.readouterr().out
    assert main(["score", HAND, "--rules", "guobiao", *told, "--aside", "9f"]) == 2
    assert "--aside: cannot read '9f'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("rules", "told", "said"),
    [
        ("hua", ["--wild", "四条"], ["wild 财神 🀓 4s"]),
        ("hua", ["--indicator", "三条"], ["turned up 翻牌 🀒 3s", "wild 财神 🀓 4s"]),
        ("yueqing-chayuan", ["--indicator", "3s"], ["turned up 翻牌 🀒 3s", "wild 财神 🀒 3s"]),
        (
            "yueqing-chayuan",
            ["--indicator", "3s", "--option", "wild_from=next"],
            ["turned up 翻牌 🀒 3s", "wild 财神 🀓 4s"],
        ),
        ("guobiao", ["--indicator", "3s"], ["turned up 翻牌 🀒 3s"]),
        ("guobiao", [], []),
    ],
)
def test_the_tile_turned_up_and_the_wild_one_are_shown(
    rules: str, told: list[str], said: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    main(["score", HAND, "--rules", rules, *told])
    assert capsys.readouterr().out.splitlines()[0].split(" · ")[3:] == said


@pytest.mark.parametrize(
    ("said", "winner", "payer"),
    [
        (["--winner", "1", "--from", "3"], 1, 3),
        (["--winner", "南", "--from", "北"], 1, 3),
        (["--winner", "s", "--from", "N"], 1, 3),
        (["--winner", "東", "--from", "W", "--dealer", "2"], 2, 0),
        (["--winner", "南", "--from", "0", "--context", '{"dealer": 3}'], 0, 0),
    ],
)
def test_a_seat_is_named_by_its_number_or_its_wind(
    said: list[str], winner: int, payer: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    from service.cli import score

    cases: list[Any] = []

    def kept(case: Any) -> dict[str, Any]:
        cases.append(case)
        return {"status": "scored"}

    monkeypatch.setattr(score, "score_case", kept)
    assert main(["score", HAND, "--rules", "guobiao", *said, "--json"]) == 0
    assert (cases[0]["context"]["winner"], cases[0]["context"]["payer"]) == (winner, payer)


@pytest.mark.parametrize("name", ["国标", "Guobiao", "MCR", "国标麻将"])
def test_a_ruleset_goes_by_each_of_its_names(name: str, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(["score", HAND, "--rules", name, "--json"]) == 0
    (answer,) = [json.loads(line) for line in capsysbinary.readouterr().out.splitlines()]
    assert answer["ruleset"]["id"] == "guobiao"


@pytest.mark.parametrize(
    ("hand", "said"),
    [
        ("123456789m 1p 234s", "13 tiles in hand, expected 14: the winning tile is missing, in notation"),
        ("123456789m 1p [234s]", "10 tiles in hand, expected 11 beside 1 meld: the winning tile is missing"),
        ("123456789m 11p 234s", "the winning tile is not named: in notation it stands after +"),
        ("123456789m", "9 tiles in hand and no winning tile, expected 14 with one"),
        ("123456789m + 1p", "10 tiles in hand with the winning tile, expected 14"),
    ],
)
def test_a_hand_without_its_winning_tile_is_told_so(hand: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", hand, "--rules", "guobiao"]) == 1
    assert said in capsys.readouterr().out
