"""Batches: every photo once, whatever is killed on the way."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, get_args

import pytest

from service.batchrun import BatchError, Job, Summary, alone, find_photos, read_all, resume
from service.cli import main
from service.cli.batch import run_batch
from service.cli.engines import Engine
from service.engine import Source
from service.truth import TruthError, read_truth, truth_of
from tests.service.fakes import SameHandReader, picture

ROOT = Path(__file__).resolve().parents[2]


class BatchReader(SameHandReader):
    """As the fake, but some photos are slow, and some kill the process that reads them."""

    def read(
        self,
        photos: Sequence[Source],
        ruleset: str | None = None,
        wild: str | None = None,
        edits: Sequence[Mapping[str, Any]] = (),
    ) -> dict[str, Any]:
        name = Path(str(photos[0])).name
        if "deadly" in name:
            os.kill(os.getpid(), signal.SIGKILL)
        if "slow" in name:
            time.sleep(0.2)
        if "surprise" in name:
            raise RuntimeError("something unforeseen")
        return super().read(photos, ruleset, wild, edits)


def fake_job(folder: Path, workers: int = 1, ruleset: str | None = "guobiao", wild: str | None = None) -> Job:
    return Job(folder, ruleset, wild, workers, ("tests.service.test_batch", "BatchReader"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    root = tmp_path / "photos"
    (root / "deeper").mkdir(parents=True)
    photo = picture()
    for name in ("a.jpg", "b.JPEG", "deeper/c.jpg", "deeper/手牌.jpg"):
        (root / name).write_bytes(photo)
    (root / "empty.jpg").write_bytes(b"")
    (root / "notes.txt").write_text("no photo", encoding="utf-8")
    return root


ALL = ["a.jpg", "b.JPEG", "deeper/c.jpg", "deeper/手牌.jpg", "empty.jpg"]


def lines(out: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.read_bytes().splitlines()]


def test_photos_are_found_below_the_folder(folder: Path) -> None:
    assert find_photos(folder) == ALL
    with pytest.raises(BatchError, match="no such folder"):
        find_photos(folder / "missing")


def test_every_photo_has_its_line_and_a_second_run_adds_none(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    summary = run_batch(fake_job(folder), out, {}, retry_errors=False)
    found = lines(out)
    assert sorted(line["path"] for line in found) == ALL
    by_path = {line["path"]: line for line in found}
    assert by_path["empty.jpg"]["code"] == "photo_empty"
    assert by_path["a.jpg"]["hand"]["win_tile"] == "1p"
    assert by_path["a.jpg"]["ruleset"] == "guobiao"
    assert summary.as_json() == {"photos": 5, "sure": 4, "errors": 1, "review": {}}
    again = run_batch(fake_job(folder), out, {}, retry_errors=False)
    assert lines(out) == found
    assert again.as_json() == summary.as_json()


def test_a_torn_last_line_is_dropped_and_its_photo_read_again(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    run_batch(fake_job(folder), out, {}, retry_errors=False)
    whole = out.read_bytes().splitlines(keepends=True)
    out.write_bytes(b"".join(whole[:3]) + whole[3][:40])
    assert len(resume(out)) == 3
    assert out.read_bytes() == b"".join(whole[:3])
    run_batch(fake_job(folder), out, {}, retry_errors=False)
    assert sorted(line["path"] for line in lines(out)) == ALL


@pytest.mark.parametrize("device", ["/dev/zero", "/dev/null"])
def test_a_device_is_no_output_to_go_on_from(device: str) -> None:
    with pytest.raises(BatchError, match="not an ordinary file"):
        resume(Path(device))


def test_another_file_is_not_overwritten(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "diary.txt"
    out.write_text("dear diary\nit rained\n", encoding="utf-8")
    with pytest.raises(BatchError, match="line 1 is no line of a batch"):
        run_batch(fake_job(folder), out, {}, retry_errors=False)
    assert out.read_text(encoding="utf-8") == "dear diary\nit rained\n"
    with pytest.raises(BatchError):
        run_batch(fake_job(folder), tmp_path / "no" / "such" / "folder.jsonl", {}, retry_errors=False)
    (tmp_path / "bare").mkdir()
    with pytest.raises(BatchError, match="no photos there"):
        run_batch(fake_job(tmp_path / "bare"), tmp_path / "x.jsonl", {}, retry_errors=False)


def test_errors_can_be_tried_again(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    run_batch(fake_job(folder), out, {}, retry_errors=False)
    (folder / "empty.jpg").write_bytes(picture())
    assert run_batch(fake_job(folder), out, {}, retry_errors=False).errors == 1
    assert run_batch(fake_job(folder), out, {}, retry_errors=True).errors == 0
    assert sorted(line["path"] for line in lines(out)) == ALL


def never(job: Job, photos: Sequence[str]) -> Iterator[dict[str, Any]]:
    raise AssertionError("a photo was read")


@pytest.mark.parametrize("engine", Engine)
def test_a_file_made_with_other_rules_is_not_gone_on_with(
    folder: Path, tmp_path: Path, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out.jsonl"
    run_batch(fake_job(folder, ruleset="wuhan", wild="5s"), out, {}, retry_errors=False)
    before = out.read_bytes()
    monkeypatch.setattr("service.cli.batch._engine", lambda _: never)
    for ruleset, wild, asked in (
        ("guobiao", None, "with --rules guobiao"),
        ("wuhan", "6s", "with --rules wuhan and with --wild 6s"),
        ("wuhan", None, "with --rules wuhan"),
        (None, None, "without --rules"),
    ):
        for again in (False, True):
            with pytest.raises(BatchError) as refused:
                run_batch(fake_job(folder, ruleset=ruleset, wild=wild), out, {}, again, engine)
            made = "with --rules wuhan and with --wild 5s"
            assert str(refused.value) == f"{out}: made {made}, not {asked}; name another file"
    assert out.read_bytes() == before
    assert run_batch(fake_job(folder, ruleset="武汉", wild="五条"), out, {}, False, engine).photos == 5


def test_lines_that_do_not_say_their_rules_are_gone_on_with(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    out.write_text('{"path": "a.jpg", "review": []}\n{"path": "b.JPEG", "error": "too dark"}\n', encoding="utf-8")
    assert run_batch(fake_job(folder), out, {}, retry_errors=False).photos == 5
    assert [line.get("ruleset") for line in lines(out)][:2] == [None, None]


def test_other_rules_are_bad_use(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out.jsonl"
    out.write_text('{"path": "a.jpg", "review": [], "ruleset": "hefei", "wild": null}\n', encoding="utf-8")
    monkeypatch.setattr("service.cli.batch._engine", lambda _: never)
    monkeypatch.setattr("service.engine.check_models", lambda: None)
    assert main(["batch", str(folder), "--out", str(out), "--rules", "guobiao"]) == 2
    said = f"tilesight: {out}: made with --rules hefei, not with --rules guobiao; name another file\n"
    assert capsys.readouterr().err == said


def test_a_photo_that_kills_its_worker_costs_no_other_photo(tmp_path: Path) -> None:
    for name in ("1.jpg", "2-deadly.jpg", "3.jpg", "4-surprise.jpg", "5.jpg", "6.jpg"):
        (tmp_path / name).write_bytes(picture())
    found = list(read_all(fake_job(tmp_path, 2), find_photos(tmp_path)))
    assert len(found) == 6
    errors = {line["path"]: line.get("code") for line in found}
    assert errors == {
        "1.jpg": None, "2-deadly.jpg": "worker_died", "3.jpg": None, "4-surprise.jpg": "internal_error",
        "5.jpg": None, "6.jpg": None,
    }  # fmt: skip


def test_a_batch_killed_again_and_again_loses_and_repeats_nothing(tmp_path: Path) -> None:
    photos = tmp_path / "photos"
    photos.mkdir()
    for number in range(12):
        (photos / f"slow-{number:02}.jpg").write_bytes(picture())
    out = tmp_path / "out.jsonl"
    program = (
        "import sys; from pathlib import Path; from service.cli.batch import run_batch;"
        "from tests.service.test_batch import fake_job;"
        "run_batch(fake_job(Path(sys.argv[1])), Path(sys.argv[2]), {}, False)"
    )
    kills = 0
    for _ in range(30):
        before = out.read_bytes().count(b"\n") if out.exists() else 0
        process = subprocess.Popen([sys.executable, "-c", program, str(photos), str(out)], cwd=ROOT)
        deadline = time.monotonic() + 60
        while process.poll() is None and time.monotonic() < deadline:
            now = out.read_bytes().count(b"\n") if out.exists() else 0
            if kills < 3 and now >= before + 2:
                process.kill()
                kills += 1
                with out.open("ab") as file:
                    file.write(b'{"path": "slow-')
                break
            time.sleep(0.01)
        if process.wait(60) == 0:
            break
    assert kills == 3
    assert sorted(line["path"] for line in lines(out)) == find_photos(photos)


def test_the_summary_says_doubts_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    from service.cli.output import console
    from service.render.batch import DOUBTS, print_summary
    from vision.types import ReviewCode

    assert set(DOUBTS) == set(get_args(ReviewCode))
    summary = Summary(photos=5, sure=2, errors=1, review={"blurred": 2, "of a later release": 1})
    print_summary(console(), summary.as_json(), "out.jsonl")
    out = capsys.readouterr().out
    assert "5 photos in out.jsonl: 2 without doubts, 2 to review, 1 error\n" in out
    assert "2 × the picture is blurred (blurred)" in out
    assert "1 × another doubt (of a later release)" in out


def test_another_engine_than_there_is_is_said_in_one_line(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.cli.engines.find_spec", lambda _: None)
    out = ["--out", str(tmp_path / "o.jsonl")]
    assert main(["batch", str(folder), *out, "--engine", "ray"]) == 2
    assert capsys.readouterr().err == "tilesight: --engine ray needs Ray: pip install 'tilesight[cluster]'\n"
    assert main(["batch", str(folder), *out, "--engine", "steam"]) == 2
    assert "steam" in capsys.readouterr().err


TRUE_HAND = {"concealed": "123456789m1p234s", "win_tile": "1p"}


def test_a_truth_is_compared(folder: Path, tmp_path: Path) -> None:
    truths = [
        {"path": "a.jpg", "hand": TRUE_HAND},
        {"path": "b.JPEG", "notation": "123456789m 1p 234s + 2s"},
        {"path": "deeper/c.jpg", "tiles": "123456789m11p234s"},
        {"path": "empty.jpg", "tiles": "1m"},
        {"path": "elsewhere.jpg", "tiles": "1m"},
    ]
    file = tmp_path / "truth.jsonl"
    file.write_text("\n".join(json.dumps(truth) for truth in truths) + "\n\n", encoding="utf-8")
    summary = run_batch(fake_job(folder), tmp_path / "out.jsonl", read_truth(file), retry_errors=False)
    assert summary.as_json()["truth"] == {"compared": 4, "tiles_right": 2, "hands_right": 2, "sure_but_wrong": 1}


def test_the_same_tiles_in_another_place_are_not_the_same_hand() -> None:
    summary = Summary()
    line = {"path": "a.jpg", "hand": TRUE_HAND, "review": [], "tiles": []}
    truth = {"tiles": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 19, 20, 21], "hand": ()}
    summary.compare(line, truth)
    assert (summary.tiles_right, summary.hands_right, summary.sure_but_wrong) == (1, 0, 1)


def test_truth_beside_the_photos(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.json").write_text(json.dumps({"ruleset": "guobiao", "hand": TRUE_HAND}), encoding="utf-8")
    truth = read_truth(tmp_path)
    assert truth_of(truth, "in/a.jpg") is not None
    assert truth_of(truth, "a.jpg") is None


@pytest.mark.parametrize("text", ["{", "[]", '{"path": "a.jpg"}', '{"tiles": "1m"}', '{"path": "a", "tiles": "xx"}'])
def test_a_broken_truth_names_its_line(tmp_path: Path, text: str) -> None:
    file = tmp_path / "truth.jsonl"
    file.write_text('{"path": "a.jpg", "tiles": "1m"}\n' + text + "\n", encoding="utf-8")
    with pytest.raises(TruthError, match="line 2"):
        read_truth(file)


def test_bad_use_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["batch", str(tmp_path / "missing"), "--out", str(tmp_path / "o.jsonl"), "--rules", "atlantis"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert main(["batch", str(tmp_path)]) == 2
    assert "--out" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["batch", "read"])
@pytest.mark.parametrize(
    ("told", "said"),
    [
        (["--wild", ""], "--wild is empty"),
        (["--wild", "", "--rules", "hua"], "--wild is empty"),
        (["--rules", "guobiao", "--wild", "5s"], "--wild: 国标麻将 guobiao has no wild tile, so 5s cannot be one"),
    ],
)
def test_a_wild_tile_that_cannot_be_is_refused(
    command: str, told: list[str], said: str, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "o.jsonl"
    arguments = [str(folder), "--out", str(out)] if command == "batch" else [str(folder / "a.jpg")]
    assert main([command, *arguments, *told]) == 2
    err = capsys.readouterr().err
    assert said in err
    assert err.count("\n") == 1
    assert not out.exists()


def test_workers_end_with_a_main_process_that_was_killed(tmp_path: Path) -> None:
    (tmp_path / "slow.jpg").write_bytes(picture())
    told = tmp_path / "pid"
    program = (
        "import os, sys; from pathlib import Path; from service import batchrun;"
        "from tests.service.test_batch import fake_job;"
        "pool = batchrun.reading_processes(fake_job(Path(sys.argv[1])), 1);"
        "Path(sys.argv[2]).write_text(str(pool.submit(os.getpid).result()));"
        "sys.stdin.read()"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", program, str(tmp_path), str(told)], cwd=ROOT, stdin=subprocess.PIPE
    )
    deadline = time.monotonic() + 60
    while not (told.exists() and told.read_text()) and time.monotonic() < deadline:
        time.sleep(0.02)
    worker = int(told.read_text())
    process.kill()
    process.wait(60)
    while Path(f"/proc/{worker}").exists() and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not Path(f"/proc/{worker}").exists()


def test_two_batches_do_not_write_one_file(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    with alone(out), pytest.raises(BatchError, match=r"out\.jsonl: another batch is writing it"):
        run_batch(fake_job(folder), out, {}, retry_errors=True)
    run_batch(fake_job(folder), out, {}, retry_errors=True)
    assert sorted(line["path"] for line in lines(out)) == ALL


def test_two_batches_do_not_write_one_file_under_two_names(folder: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.jsonl"
    link.symlink_to(tmp_path / "out.jsonl")
    with alone(tmp_path / "out.jsonl"), pytest.raises(BatchError, match=r"link\.jsonl: another batch is writing it"):
        run_batch(fake_job(folder), link, {}, retry_errors=True)


@pytest.mark.parametrize("name", [".", "/", ""])
def test_a_batch_is_not_written_to_a_folder(name: str, folder: Path) -> None:
    with pytest.raises(BatchError, match=r"expected the name of a file|Is a directory"):
        run_batch(fake_job(folder), Path(name), {}, retry_errors=True)


def test_no_lock_is_left_by_a_batch_that_is_done_or_refused(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out.jsonl"
    run_batch(fake_job(folder), out, {}, retry_errors=False)
    with pytest.raises(BatchError, match="Is a directory"):
        run_batch(fake_job(folder), folder, {}, retry_errors=False)
    assert list(tmp_path.rglob(".*.lock")) == []
    with alone(out):
        assert (tmp_path / ".out.jsonl.lock").exists()


def test_a_lock_that_its_holder_removes_meanwhile_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Opened before it is removed and locked after, it would keep nobody out who comes later."""
    import fcntl

    out, lock = tmp_path / "out.jsonl", tmp_path / ".out.jsonl.lock"
    lock.touch()
    take = fcntl.flock
    opened: list[int] = []

    def slow(descriptor: int, how: int) -> None:
        if not opened:
            lock.unlink()
        opened.append(os.fstat(descriptor).st_ino)
        take(descriptor, how)

    monkeypatch.setattr(fcntl, "flock", slow)
    with alone(out):
        assert len(opened) == 2
        assert lock.stat().st_ino == opened[1]
        monkeypatch.setattr(fcntl, "flock", take)
        with pytest.raises(BatchError, match="another batch"), alone(out):
            pass
        assert lock.exists()
    assert not lock.exists()


def test_a_truth_may_name_a_path_with_any_character(tmp_path: Path) -> None:
    # U+2028 ends a line for some, but not in JSON Lines.
    file = tmp_path / "truth.jsonl"
    file.write_text('{"path": "a\u2028b.jpg", "tiles": "1m"}\n', encoding="utf-8")
    assert list(read_truth(file)) == ["a\u2028b.jpg"]
