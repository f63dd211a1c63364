"""`tilesight score --json` on files: one case or a list of cases over several lines, and the samples as they lie."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from service.case_files import LONGEST_LINE, cases
from service.cli import main
from service.strict_json import NotJson
from tests.service.test_cli_score import CASE, ROOT, lines

INDENTED = json.dumps(CASE, indent=1)
BY_HAND = """{"ruleset": "guobiao",
 "hand": {"concealed": "123456789m1p234s", "win_tile": "1p"},

 "context": {"winner": 1, "win_by": "discard", "payer": 3, "dealer": 0}, "why": "a bracket } in a \\" text {["}
"""
ON_A_LINE = json.dumps(CASE)
CUT = ON_A_LINE.partition('"context"')[0]


@pytest.mark.parametrize(
    ("text", "answers"),
    [
        (INDENTED, [21]),
        (INDENTED + "\n\n", [21]),
        (INDENTED + "\n" + ON_A_LINE, [21, 21]),
        (BY_HAND, [21]),
        (json.dumps([CASE, CASE]), [21, 21]),
        (json.dumps([CASE, {}, CASE], indent=1), [21, "ruleset: expected", 21]),
        (f"[\n{ON_A_LINE},\n{ON_A_LINE}\n]\n", [21, 21]),
        ("[]", ["case: expected an object"]),
        # Broken texts are told of once, and where.
        (INDENTED.replace("}", ",}", 1), ["line 6 column 3"]),
        (INDENTED[:-1], ["not valid JSON"]),
        (INDENTED.replace("{", '{"ruleset": "hua",', 1), ["the field 'ruleset' comes twice"]),
        ("[\n" + "x" * LONGEST_LINE, ["longer than"]),
        # A line cut short is no such text: the others keep their answers.
        (f"{CUT}\n{ON_A_LINE}\n{ON_A_LINE}\n", ["not valid JSON", 21, 21]),
        (f"{ON_A_LINE}\n{INDENTED[:1]}\n{ON_A_LINE}\n", [21, "not valid JSON", 21]),
    ],
)
def test_a_case_or_a_list_may_be_laid_out_over_several_lines(
    text: str, answers: list[int | str], tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    file = tmp_path / "case.json"
    file.write_text(text, encoding="utf-8")
    assert main(["score", "--json", str(file)]) == (2 if any(isinstance(answer, str) for answer in answers) else 0)
    given = lines(capsysbinary.readouterr().out)
    assert len(given) == len(answers)
    for number, (answer, expected) in enumerate(zip(given, answers, strict=True), 1):
        if isinstance(expected, int):
            assert answer["total"] == expected
        else:
            assert expected in answer["error"]
            assert answer["line"] == number


@pytest.mark.parametrize("sample", sorted((ROOT / "datasets" / "samples").glob("*.json")), ids=lambda path: path.stem)
def test_the_samples_are_cases_as_they_lie(sample: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(["score", "--json", str(sample)]) == 0
    expected = json.loads(sample.read_text(encoding="utf-8"))["expected"]
    (answer,) = lines(capsysbinary.readouterr().out)
    assert {name: answer[name] for name in expected} == expected


def test_cases_after_a_first_line_cut_short_are_each_answered_however_many(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    path = tmp_path / "cases.jsonl"
    count = 2 + LONGEST_LINE // len(ON_A_LINE)
    path.write_text("\n".join([CUT, *[ON_A_LINE] * count]), encoding="utf-8")
    main(["score", "--json", str(path)])
    answers = lines(capsysbinary.readouterr().out)
    assert len(answers) == 1 + count
    assert "error" in answers[0]
    assert all(answer["total"] == 21 for answer in answers[1:])


def test_the_case_after_a_first_line_cut_short_is_not_waited_behind() -> None:
    class Given(io.BytesIO):
        def readline(self, size: int | None = -1, /) -> bytes:
            assert len(self.getvalue()) > self.tell(), "waits for more than there is"
            return super().readline(size)

    found = cases(Given(f"{CUT}\n{ON_A_LINE}\n".encode()))
    assert isinstance(next(found), NotJson)
    assert next(found) == CASE
