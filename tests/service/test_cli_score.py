"""`tilesight score`: one hand in notation, and JSON Lines in and out."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from service.case_files import LONGEST_LINE
from service.cli import main

HAND = "123456789m 1p 234s + 1p"
CASE: dict[str, Any] = {
    "ruleset": "guobiao",
    "hand": {"concealed": "123456789m1p234s", "win_tile": "1p"},
    "context": {"winner": 1, "win_by": "discard", "payer": 3, "dealer": 0},
}
ROOT = Path(__file__).resolve().parents[2]


def run(*arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """The command in its own process, from another directory than the sources'."""
    return subprocess.run(
        [sys.executable, "-m", "service.cli", *arguments],
        input=stdin,
        capture_output=True,
        cwd=ROOT / "docs",
        env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin", "PYTHONIOENCODING": "utf-8"},
        timeout=120,
        check=False,
    )


def lines(output: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in output.splitlines()]


def test_a_winning_hand_is_scored_with_items_and_payouts(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", HAND, "--rules", "guobiao", "--winner", "1", "--from", "3"]) == 0
    out = capsys.readouterr().out
    assert "清龙 Pure straight" in out
    assert "21 番" in out
    assert "+45" in out
    assert "🀇🀈🀉" in out


@pytest.mark.parametrize("empty", [[""], [" ", ""], ["", "--by", "self-draw"]])
def test_an_empty_hand_is_said_to_be_empty(empty: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", *empty, "--rules", "guobiao"]) == 2
    assert "the hand is empty: write its tiles, as '123m" in capsys.readouterr().err


def test_a_drawn_hand_and_a_win_by_flowers_have_no_tiles(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", "", "--rules", "hua", "--context", '{"event": "draw"}']) == 0
    flowers = ["--rules", "taiwan", "--aside", "12345678f", "--flag", "eight flowers", "--by", "self-draw"]
    assert main(["score", "", *flowers]) == 0
    assert "八仙過海" in capsys.readouterr().out


def test_chinese_notation_is_a_hand_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", "一二三四五六七八九万 一筒 ２３４条＋一筒", "--rules", "guobiao", "--from", "3"]) == 0
    assert "清龙 Pure straight" in capsys.readouterr().out


def test_who_discarded_is_told_only_where_somebody_did(capsys: pytest.CaptureFixture[str]) -> None:
    told = "from 放炮 2"
    assert main(["score", HAND, "--rules", "guobiao", "--by", "self-draw", "--from", "2"]) == 0
    assert told not in capsys.readouterr().out
    assert main(["score", HAND, "--rules", "guobiao", "--by", "robbed-kong", "--from", "2"]) == 0
    assert told in capsys.readouterr().out
    robbed = [
        "--rules",
        "taiwan",
        "--aside",
        "1234567f",
        "--flag",
        "seven robs one",
        "--by",
        "self-draw",
        "--from",
        "2",
    ]
    main(["score", "", *robbed])
    assert told in capsys.readouterr().out


def test_problems_and_what_is_not_counted_are_told_in_both_languages(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", HAND, "--rules", "guobiao", "--by", "self-draw"]) == 0
    assert (
        "not counted 不计: 自摸 Self-drawn (included in 已含在 不求人 Fully concealed hand)" in capsys.readouterr().out
    )
    assert main(["score", "123m + 4m", "--rules", "guobiao"]) == 1
    assert "· 张数不对: 4 tiles in hand with the winning tile, expected 14" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "notes"),
    [
        ("'EEE 123m 456p 789s S + S'", ["in the E 东 round it is 17 番 instead of 15 (--round E)", "seat 0 deals"]),
        ("'EEE 123m 456p 789s S + S' --dealer 0", ["in the E 东 round it is 17 番 instead of 15 (--round E)"]),
        ("'EEE 123m 456p 789s S + S' --round E", ["seat 0 deals"]),
        ("'EEE 123m 456p 789s S + S' --round E --dealer 0", []),
        # With the winner's wind the dealer is told: the seats' numbers change nothing.
        ("'EEE 123m 456p 789s S + S' --round E --winner 南", []),
        ("'EE 123m 456p 789s 12s + 3s'", []),
        (
            "'123m 456p 789s EEE 5s + 5s' --dealer 3 --winner 1 --from 3 --option min_fan=13",
            ["E 东 round it wins with"],
        ),
        ("'123m 456p 789s EEE 5s + 6s'", []),
        ("'123456789m 1p 234s + 1p'", []),
        ("'123m 456p 789s 111s 5m 66p + 5m'", []),
        ("'' --context '{\"event\": \"draw\"}'", []),
    ],
)
def test_what_was_not_said_is_told_only_where_the_worth_depends_on_it(
    arguments: str, notes: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["score", "--rules", "guobiao", *shlex.split(arguments)]) in (0, 1)
    told = [line for line in capsys.readouterr().out.splitlines() if line.startswith("note 注意: ")]
    assert len(told) == len(notes)
    assert all(note in line for note, line in zip(notes, told, strict=True))


def test_unquoted_notation_is_joined(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", "123456789m", "1p", "234s", "+", "1p", "--rules", "guobiao"]) == 0
    assert "番" in capsys.readouterr().out


def test_from_says_that_the_win_was_on_a_discard(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    main(["score", HAND, "--rules", "guobiao", "--winner", "1", "--from", "3", "--json"])
    main(["score", HAND, "--rules", "guobiao", "--winner", "1", "--json"])
    discard, drawn = lines(capsysbinary.readouterr().out)
    assert discard["payouts"] == [-8, 45, -8, -29]
    assert drawn["payouts"] == [-31, 93, -31, -31]


def test_aside_tiles_join_those_of_the_notation(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    main(["score", HAND + " | 1f", "--rules", "guobiao", "--aside", "5f", "--json"])
    main(["score", HAND, "--rules", "guobiao", "--json"])
    with_flowers, without = lines(capsysbinary.readouterr().out)
    assert with_flowers["total"] == without["total"] + 2


def test_aside_tiles_told_apart_all_count(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    main(["score", HAND, "--rules", "guobiao", "--aside", "1f", "--aside", "5f 6f", "--json"])
    main(["score", HAND, "--rules", "guobiao", "--aside", "156f", "--json"])
    apart, together = lines(capsysbinary.readouterr().out)
    assert apart == together
    flowers = ["--aside", "1234f", "--aside", "5678f", "--flag", "eight flowers", "--by", "self-draw"]
    assert main(["score", "", "--rules", "taiwan", *flowers]) == 0


def test_options_and_flags_reach_the_scorer(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    arguments = ["score", HAND, "--rules", "guobiao", "--json", "--option", "min_fan=30", "--flag", "last tile"]
    assert main(arguments) == 0
    answer = lines(capsysbinary.readouterr().out)[0]
    assert answer["ruleset"]["options"]["min_fan"] == 30
    assert "妙手回春" in {item["name"] for item in answer["items"]}


def test_flags_join_those_of_the_context(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    for told in ('{"flags": null}', '{"flags": ["kong replacement"]}'):
        assert main(["score", HAND, "--rules", "guobiao", "--json", "--context", told, "--flag", "last tile"]) == 0
        answer = lines(capsysbinary.readouterr().out)[0]
        assert "妙手回春" in {item["name"] for item in answer["items"]}


def test_a_hand_that_does_not_win_is_exit_status_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", "123456789m 1p 234s + 2p", "--rules", "guobiao"]) == 1
    assert "does not win 不胡" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["score"], "no hand given"),
        (["score", HAND], "--rules is missing"),
        (["score", HAND, "--rules", "atlantis"], "unknown ruleset 'atlantis'"),
        (["score", "12x", "--rules", "guobiao"], "cannot read"),
        (["score", HAND, "--rules", "hua", "--wild", ""], "--wild is empty"),
        (["score", HAND, "--rules", "hua", "--indicator", ""], "--indicator is empty"),
        (["score", HAND, "--rules", "guobiao", "--round", ""], "--round is empty"),
        (["score", HAND, "--rules", "guobiao", "--wild", "5s"], "国标麻将 guobiao has no wild tile, so 5s cannot be"),
        (["score", HAND, "--rules", "guobiao", "--by", "magic"], "--by 'magic'"),
        (["score", HAND, "--rules", "guobiao", "--winner", "4"], "--winner '4': expected a seat 0–3, or its wind 东"),
        (["score", HAND, "--rules", "guobiao", "--winner", "中"], "--winner '中': expected a seat 0–3, or its wind 东"),
        (["score", HAND, "--rules", "guobiao", "--from", ""], "--from '': expected a seat 0–3"),
        (["score", HAND, "--rules", "guobiao", "--dealer", "南"], "--dealer '南': expected a seat 0–3; whoever sits"),
        (["score", HAND, "--rules", "guobiao", "--winner", "E", "--context", '{"dealer": null}'], "without a dealer"),
        (["score", HAND, "--rules", "gaobiao"], "unknown ruleset 'gaobiao' (did you mean guobiao?): expected one of"),
        (["score", HAND, "--rules", "guobiao", "--flag", "lasttile"], "flag 'lasttile' (did you mean last tile?)"),
        (
            ["score", HAND, "--rules", "guobiao", "--option", "min_fam=8"],
            "tilesight: options.min_fam: 8 given, expected one of the options of guobiao (did you mean min_fan?): ",
        ),
        (
            ["score", HAND, "--rules", "guobiao", "--option", "min_fan=x"],
            "tilesight: options.min_fan: 'x' given, expected ",
        ),
        (
            ["score", HAND, "--rules", "guobiao", "--context", '{"win_bye": "discard"}'],
            "context: unknown field 'win_bye' (did you mean win_by?), expected ",
        ),
        (["score", HAND, "--rules", "guobiao", "--option", "min_fan"], "expected NAME=VALUE"),
        (["score", HAND, "--rules", "guobiao", "--option", "a=1", "--option", "a=2"], "given twice"),
        (["score", HAND, "--rules", "guobiao", "--option", "nonsense=1"], "nonsense"),
        (["score", HAND, "--rules", "guobiao", "--context", "[1]"], "expected a JSON object"),
        (["score", HAND, "--rules", "guobiao", "--context", "{"], "not valid JSON"),
        (["score", HAND, "--rules", "guobiao", "--context", '{"flags": 5}', "--flag", "x"], "expected a list of flags"),
        (["score", HAND, "--rules", "guobiao", "--context", "@/nowhere/at/all"], "No such file"),
        (["score", HAND, "--json", "cases.jsonl"], "not both"),
        (["score", "--json", "/nowhere/at/all"], "No such file"),
        (["score", "--json", "-", "--rules", "guobiao"], "every case says its own"),
        (["score", "--frobnicate"], "No such option"),
        (["frobnicate"], "No such command"),
    ],
)
def test_bad_use_is_one_line_and_exit_status_two(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert said in captured.err
    assert captured.err.startswith("tilesight: ")
    assert captured.err.count("\n") == 1


def test_a_message_cannot_steer_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", "\x1b[2J\nx", "--rules", "guobiao"]) == 2
    err = capsys.readouterr().err
    assert "\x1b" not in err
    assert err.count("\n") == 1


def test_every_line_in_has_its_line_out_in_order(tmp_path: Path) -> None:
    broken = [
        b"{bad",
        b"",
        b"null",
        b"[]",
        b"\xff\xfe",
        b'{"ruleset": NaN}',
        b'{"ruleset": "guobiao", "ruleset": "guobiao"}',
        b'{"ruleset": "guobiao", "surprise": 1}',
        b'{"ruleset": "guobiao", "context": {"wild": "5s"}}',
        b"[" * 100_000,
        b'{"ruleset": "' + b"x" * (LONGEST_LINE + 10) + b'"}',
        b'{"ruleset": "guobiao", "hand": {"concealed": ' + b"9" * 5000 + b"}}",
    ]
    good = json.dumps(CASE).encode()
    cases = tmp_path / "cases.jsonl"
    cases.write_bytes(b"\n".join(part for line in broken for part in (line, good)) + b"\n")
    done = run("score", "--json", str(cases))
    assert done.returncode == 2
    answers = lines(done.stdout)
    assert len(answers) == 2 * len(broken)
    for number, answer in enumerate(answers):
        if number % 2:
            assert answer["total"] == 21
        else:
            assert set(answer) == {"error", "line"}
            assert answer["line"] == number + 1
    assert b"Traceback" not in done.stderr
    assert done.stderr == b"tilesight: 12 of 24 lines could not be scored\n"
    assert b"unknown field 'surprise'" in done.stdout


def test_numbers_beyond_any_table_end_no_stream() -> None:
    streak = {**CASE, "ruleset": "hefei", "context": {**CASE["context"], "streak": 9 * 10**4298}}
    price = {**CASE, "ruleset": "hua", "options": {"room_factor": 9 * 10**4298}}
    done = run(
        "score", "--json", "-", stdin=b"".join(json.dumps(case).encode() + b"\n" for case in (streak, price, CASE))
    )
    too_long, too_dear, scored = lines(done.stdout)
    assert "bad_streak" in [problem["code"] for problem in too_long["problems"]]
    assert "room_factor" in too_dear["error"]
    assert scored["payouts"] == [-8, 45, -8, -29]
    assert done.returncode == 2


def test_a_stream_of_cases_is_done_whatever_they_win() -> None:
    no_win = {**CASE, "hand": {"concealed": "123456789m1p234s", "win_tile": "2p"}}
    one = run("score", "--json", "-", stdin=json.dumps(no_win).encode())
    assert (one.returncode, lines(one.stdout)[0]["status"]) == (1, "not_winning")
    two = run("score", "--json", "-", stdin=(json.dumps(no_win) + "\n" + json.dumps(CASE)).encode())
    assert (two.returncode, [answer["status"] for answer in lines(two.stdout)]) == (0, ["not_winning", "scored"])
    assert run("score", "--json", "-").returncode == 0


def test_an_answer_comes_before_the_next_case_is_sent() -> None:
    command = [sys.executable, "-m", "service.cli", "score", "--json", "-"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT, env={"PYTHONPATH": str(ROOT)}
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for winner in (1, 2, 0):
            case = {**CASE, "context": {"winner": winner, "win_by": "self-draw"}}
            process.stdin.write(json.dumps(case).encode() + b"\n")
            process.stdin.flush()
            answer = json.loads(process.stdout.readline())
            assert answer["payouts"][winner] == 93
        process.stdin.close()
        assert process.wait(60) == 0


def test_a_long_stream_needs_no_more_memory_than_a_short_one() -> None:
    program = (
        "import sys; from service.cli import main; status = main(['score', '--json', '-']);"
        # Not getrusage: what that tells includes the process this one was forked from.
        "print(open('/proc/self/status').read().split('VmHWM:')[1].split()[0], file=sys.stderr); sys.exit(status)"
    )
    line = json.dumps(CASE).encode() + b"\n"

    def peak(count: int) -> int:
        done = subprocess.run(
            [sys.executable, "-c", program], input=line * count, capture_output=True, cwd=ROOT, timeout=120, check=True
        )
        assert done.stdout.count(b"\n") == count
        return int(done.stderr)

    assert peak(4000) < peak(50) + 8 * 1024


def test_scoring_loads_nothing_of_the_camera_or_the_web() -> None:
    program = (
        "import sys; from service.cli import main; main(sys.argv[1:]);"
        "heavy = {'cv2', 'onnxruntime', 'numpy', 'fastapi', 'sqlalchemy', 'PIL'} & set(sys.modules);"
        "print(sorted(heavy), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, "score", HAND, "--rules", "guobiao"],
        capture_output=True,
        cwd=ROOT,
        timeout=60,
        check=True,
    )
    assert done.stderr.decode().strip() == "[]"


def test_a_reader_that_leaves_early_is_no_traceback() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "service.cli", "score", "--json", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        env={"PYTHONPATH": str(ROOT)},
    )
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    process.stdin.write(json.dumps(CASE).encode() + b"\n")
    process.stdin.close()
    assert b"Traceback" not in process.stderr.read()
    process.stderr.close()
    assert process.wait(60) == 2


@pytest.mark.parametrize(
    "wrong", [["--flag", "nonsense"], ["--context", '{"flags": ["last tile", "nonsense"]}'], ["--option", "nonsense=1"]]
)
@pytest.mark.parametrize("command", [["score", HAND], ["scan", "no-such-photo.jpg"]], ids=["score", "scan"])
def test_a_flag_that_no_game_knows_is_bad_use_as_an_unknown_option_is(
    command: list[str], wrong: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*command, "--rules", "guobiao", *wrong]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert "nonsense" in said.err
    assert said.err.count("\n") == 1


def test_a_context_that_says_a_thing_twice_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", HAND, "--rules", "guobiao", "--context", '{"winner": 1, "winner": 2}']) == 2
    assert "'winner' comes twice" in capsys.readouterr().err


SCORED = ("score", "123456789m 1p 234s + 1p", "--rules", "guobiao")


@pytest.mark.parametrize(("encoding", "shown"), [("gbk", "番"), ("ascii", "Pure straight")])
def test_tiles_that_an_encoding_lacks_are_written_in_notation(encoding: str, shown: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "service.cli", *SCORED],
        env={**os.environ, "PYTHONIOENCODING": encoding},
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    text = done.stdout.decode(encoding)
    assert "1m2m3m4m5m6m7m8m9m1p2s3s4s  + 1p" in text
    assert shown in text


@pytest.mark.parametrize(("closed", "status"), [(">&-", 0), ("2>&-", 0), ("--json - <&-", 2)])
def test_a_closed_stream_is_no_traceback(closed: str, status: int) -> None:
    words = SCORED if status == 0 else ("score",)
    command = f"{shlex.join([sys.executable, '-m', 'service.cli', *words])} {closed}"
    done = subprocess.run(["sh", "-c", command], capture_output=True, check=False)
    assert done.returncode == status
    assert done.stderr == (b"" if status == 0 else b"tilesight: standard input is closed\n")


@pytest.mark.parametrize("columns", ["0", "1"])
def test_a_terminal_without_width_shows_something(
    columns: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    assert main(list(SCORED)) == 0
    assert "123456789m 1p 234s + 1p" in capsys.readouterr().out
