"""`tilesight scan` and `read`: photos from disk to payouts, doubts and errors by exit status."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from service import engine
from service.cli import main
from tests.service.fakes import SameHandReader, picture
from vision.types import ReviewReason

WON = ["--rules", "guobiao", "--winner", "1", "--from", "3", "--round", "E"]


@pytest.fixture(autouse=True)
def fake_models(reader: SameHandReader, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "load_default_reader", lambda: reader)


@pytest.fixture
def photo(tmp_path: Path) -> str:
    path = tmp_path / "hand.jpg"
    path.write_bytes(picture(size=(900, 700)))
    return str(path)


def lines(out: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.splitlines()]


def test_a_scan_prints_tiles_items_and_payouts(photo: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scan", photo, *WON]) == 0
    out = capsys.readouterr().out
    assert "14 tiles read" in out
    assert "清龙 Pure straight" in out
    assert "21 番" in out
    assert "+45" in out


def test_a_scan_as_json_is_what_the_api_answers(photo: str, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(["scan", photo, *WON, "--json"]) == 0
    (result,) = lines(capsysbinary.readouterr().out)
    assert result["path"] == photo
    assert (result["status"], result["score"]["total"], result["score"]["payouts"]) == ("scored", 21, [-8, 45, -8, -29])
    assert result["case"]["context"] == {"winner": 1, "payer": 3, "round_wind": "E", "win_by": "discard"}
    assert result["reading"]["version"]


def test_doubts_are_said_and_exit_status_is_one(
    photo: str, reader: SameHandReader, capsys: pytest.CaptureFixture[str]
) -> None:
    reader.review = (ReviewReason("low_margin", (4,), "5m or 6m"), ReviewReason("blurred", (), "the photo is blurred"))
    assert main(["scan", photo, *WON]) == 1
    captured = capsys.readouterr()
    assert "21 番" in captured.out
    assert "needs review 请核对" in captured.out
    assert "--fix 4=9s or --fix 4=pung@2" in captured.out
    for doubt in ("5m or 6m", "the photo is blurred"):
        assert captured.out.count(doubt) == 1
    assert captured.err == ""


def test_with_json_the_doubts_are_said_on_standard_error(
    photo: str, reader: SameHandReader, capsys: pytest.CaptureFixture[str]
) -> None:
    reader.review = (ReviewReason("low_margin", (4,), "5m or 6m"), ReviewReason("blurred", (), "the photo is blurred"))
    assert main(["scan", photo, *WON, "--json"]) == 1
    assert capsys.readouterr().err == "tilesight: hand.jpg: needs review: 5m or 6m; the photo is blurred\n"


def test_where_there_is_no_tile_no_correction_is_offered(
    photo: str, monkeypatch: pytest.MonkeyPatch, reader: SameHandReader, capsys: pytest.CaptureFixture[str]
) -> None:
    nothing: dict[str, Any] = {"tiles": [], "groups": [], "hand": None, "notation": "", "background": []}
    review = [{"code": "nothing_found", "tiles": [], "message": "no tiles found"}]
    monkeypatch.setattr(reader, "read", lambda *_: {**nothing, "review": review})
    for command in ("scan", "read"):
        assert main([command, photo, "--rules", "guobiao"]) == 1
        captured = capsys.readouterr()
        assert captured.out.count("no tiles found") == 1
        assert "--fix" not in captured.out
        assert captured.err == ""


def test_an_incomplete_hand_says_what_was_seen_and_what_is_missing(
    photo: str, reader: SameHandReader, capsys: pytest.CaptureFixture[str]
) -> None:
    reader.review = (ReviewReason("count", (), "13 tiles read, 14 expected"),)
    assert main(["scan", photo, *WON]) == 1
    captured = capsys.readouterr()
    assert "13 tiles read, 14 expected" in captured.out
    assert "番" not in captured.out.replace("番  item", "")
    assert captured.err == ""


def test_a_hand_that_does_not_win_is_exit_status_one(photo: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scan", photo, *WON, "--option", "min_fan=50"]) == 1
    assert "does not win 不胡" in capsys.readouterr().out


def test_a_fix_is_made_before_scoring(photo: str, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    main(["scan", photo, *WON, "--json", "--fix", "0=9s"])
    (result,) = lines(capsysbinary.readouterr().out)
    assert result["reading"]["edits"][0]["face"] == "9s"
    assert {tile["id"]: tile["face"] for tile in result["reading"]["tiles"]}[0] == "9s"


def test_a_group_that_is_not_there_is_refused(photo: str, capsys: pytest.CaptureFixture[str]) -> None:
    said = "a meld that is there or the next one: @2 for a new one"
    for command in ("scan", "read"):
        for fix in ("6=pung@7", "6=pung@0", "+9s=kong@3"):
            assert main([command, photo, "--rules", "guobiao", "--fix", fix]) == 2
            assert f"'{fix}': expected {said}" in capsys.readouterr().err
    assert main(["read", photo, "--fix", "6=aside@9"]) == 2
    assert "'6=aside@9': expected no number after aside" in capsys.readouterr().err
    # Each number is one of those shown after the corrections before it.
    made = ["--fix", "0=pung@2", "--fix", "9=pung@1"]
    assert main(["read", photo, *made, "--fix", "1=pung@4"]) == 2
    assert "'1=pung@4': expected a meld that is there or the next one: @1 (pung), @3 for a new one" in (
        capsys.readouterr().err
    )


def test_a_new_meld_keeps_its_number_while_it_is_laid(photo: str, capsys: pytest.CaptureFixture[str]) -> None:
    laid = [text for tile in (0, 1, 2) for text in ("--fix", f"{tile}=chow@2")]
    assert main(["scan", photo, *WON, *laid]) == 0
    out = capsys.readouterr().out
    (shown,) = [line for line in out.splitlines() if line.startswith("  chow 吃 @1: ")]
    assert all(f"#{tile}" in shown for tile in (0, 1, 2))
    # Shown as @1, but laid by @2: the next new one is @3, and no tile of the first.
    assert main(["read", photo, *laid, "--fix", "6=pung@3"]) == 1
    out = capsys.readouterr().out
    (shown,) = [line for line in out.splitlines() if line.startswith("  chow 吃")]
    assert "#6" not in shown
    assert "a new meld is @4" in out


def test_a_meld_that_lacks_tiles_is_told_and_not_scored(photo: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scan", photo, *WON, "--fix", "6=pung@2"]) == 1
    out = capsys.readouterr().out
    assert "14 tiles read" in out
    assert "16" not in out
    assert "look a meld of 1 tile: a chow or pung has 3" in out
    assert "payouts" not in out


def test_a_correction_is_of_one_hand(photo: str, capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("scan", "read"):
        several = [command, photo, photo, "--rules", "guobiao", "--fix", "4=9s"]
        assert main(several) == 2
        assert capsys.readouterr().err == (
            "tilesight: --fix corrects one hand: give one photo, or --same-hand where all show the same\n"
        )
        assert main([*several, "--same-hand"]) != 2


def test_several_photos_are_several_hands_or_one(
    photo: str, tmp_path: Path, reader: SameHandReader, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    other = tmp_path / "other.png"
    other.write_bytes(picture("PNG"))
    assert main(["scan", photo, str(other), *WON, "--json"]) == 0
    assert [line["path"] for line in lines(capsysbinary.readouterr().out)] == [photo, str(other)]
    assert main(["scan", photo, str(other), "--same-hand", *WON, "--json"]) == 0
    assert [line["path"] for line in lines(capsysbinary.readouterr().out)] == [[photo, str(other)]]
    assert [call["photos"] for call in reader.calls] == [1, 1, 2]


def test_the_picture_is_saved(photo: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "out.jpg"
    assert main(["scan", photo, *WON, "--save", str(out)]) == 0
    with Image.open(out) as saved:
        assert max(saved.size) >= 1280
    assert main(["scan", photo, *WON, "--save", str(tmp_path / "no" / "out.jpg")]) == 2
    assert main(["scan", photo, *WON, "--save", str(tmp_path / "out.txt")]) == 2
    assert main(["scan", photo, photo, *WON, "--save", str(out)]) == 2
    assert capsys.readouterr().err.count("\n") == 3


def test_the_picture_is_not_saved_over_its_photo(
    photo: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = tmp_path / "own.jpg"
    own.write_bytes(Path(photo).read_bytes())
    linked = tmp_path / "linked.jpg"
    linked.symlink_to(own)
    for out in (own, linked):
        assert main(["scan", str(own), *WON, "--save", str(out)]) == 2
        assert capsys.readouterr().err == f"tilesight: --save {out} would overwrite the photo; name another file\n"
    assert own.read_bytes() == Path(photo).read_bytes()


@pytest.mark.parametrize(
    ("dealer", "seats"),
    [
        (["--dealer", "3"], ["南 South", "西 West", "北 North", "东 East"]),
        ([], ["东 East", "南 South", "西 West", "北 North"]),
        (["--context", '{"dealer": null}'], None),
    ],
)
def test_the_seats_of_the_picture_are_the_winds_as_in_the_app(
    photo: str, tmp_path: Path, dealer: list[str], seats: list[str] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    from vision import picture as drawing

    drawn: list[Any] = []
    draw = drawing.draw_reading
    monkeypatch.setattr(
        drawing, "draw_reading", lambda *given, **named: (drawn.append(named.get("seats")), draw(*given, **named))[1]
    )
    assert main(["scan", photo, *WON, *dealer, "--save", str(tmp_path / "out.jpg")]) == 0
    assert drawn == [seats]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "--rules is missing"),
        (["--rules", "atlantis"], "atlantis"),
        (["--rules", "guobiao", "--wild", "xx"], "xx"),
        (["--rules", "hua", "--wild", ""], "--wild is empty"),
        (["--rules", "hua", "--indicator", " "], "--indicator is empty"),
        (["--rules", "guobiao", "--wild", "5s"], "--wild: 国标麻将 guobiao has no wild tile, so 5s cannot be one"),
        (["--rules", "mcr", "--context", '{"wild": "5s"}'], "context.wild: 国标麻将 guobiao has no wild tile"),
        (["--rules", "guobiao", "--option", "nonsense=1"], "nonsense"),
        (["--rules", "guobiao", "--context", '{"surprise": 1}'], "surprise"),
        (["--rules", "guobiao", "--by", "magic"], "magic"),
        (["--rules", "guobiao", "--fix", "nonsense"], "--fix"),
        (["--rules", "guobiao", "--fix", "99=win"], "99"),
    ],
)
def test_bad_use_is_refused(photo: str, arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scan", photo, *arguments]) == 2
    captured = capsys.readouterr()
    assert said in captured.err
    assert captured.err.count("\n") == 1
    assert captured.out == ""


def test_use_is_checked_before_models_are_loaded(photo: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def loaded() -> None:
        raise AssertionError("the models were loaded")

    monkeypatch.setattr(engine, "load_default_reader", loaded)
    assert main(["scan", photo, "--rules", "guobiao", "--option", "nonsense=1"]) == 2


def test_missing_models_are_one_line(
    photo: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def missing() -> None:
        raise engine.ModelError("model file tiles.json is missing")

    monkeypatch.setattr(engine, "load_default_reader", missing)
    assert main(["scan", photo, *WON]) == 2
    assert capsys.readouterr().err == "tilesight: model file tiles.json is missing\n"


BAD_FILES = {
    "text.jpg": b"no picture",
    "empty.jpg": b"",
    "cut.jpg": picture()[:400],
}


@pytest.mark.parametrize("command", ["scan", "read"])
@pytest.mark.parametrize("name", [*BAD_FILES, "missing.jpg", "folder"])
def test_a_bad_photo_is_one_clear_line(
    command: str, name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if name == "folder":
        (tmp_path / name).mkdir()
    elif name in BAD_FILES:
        (tmp_path / name).write_bytes(BAD_FILES[name])
    assert main([command, str(tmp_path / name), "--rules", "guobiao"]) == 2
    err = capsys.readouterr().err
    assert err.startswith(f"tilesight: {name}: ")
    assert err.count("\n") == 1


def test_read_gives_a_line_for_each_photo_in_order_errors_too(
    photo: str, tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    bad = tmp_path / "bad.jpg"
    bad.write_bytes(b"x")
    assert main(["read", photo, str(bad), photo, "--json"]) == 2
    first, second, third = lines(capsysbinary.readouterr().out)
    assert (first["path"], second["path"], third["path"]) == (photo, str(bad), photo)
    assert set(second) == {"path", "error", "code"}
    assert second["code"] == "photo_format"
    assert first["notation"] == third["notation"] == "123456789m 1p 234s + 1p"


def test_read_shows_ids_doubts_and_roles(
    photo: str, reader: SameHandReader, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["read", photo]) == 0
    assert "#13" in capsys.readouterr().out
    reader.review = (ReviewReason("low_margin", (4,), "5m or 6m"),)
    assert main(["read", photo, "--rules", "hua", "--wild", "1p"]) == 1
    out = capsys.readouterr().out
    assert "5m?" in out
    assert "look 5m or 6m" in out
    assert reader.calls[-1] == {"photos": 1, "ruleset": "hua", "wild": "1p", "edits": []}


def test_of_several_photos_the_one_that_the_reading_speaks_of_is_drawn(tmp_path: Path, reader: SameHandReader) -> None:
    paths = []
    for name, colour in (("dark.png", (0, 0, 60)), ("light.png", (255, 255, 200))):
        Image.new("RGB", (900, 700), colour).save(tmp_path / name)
        paths.append(str(tmp_path / name))
    out = tmp_path / "out.png"
    for lead, brighter in ((0, False), (1, True)):
        reader.lead = lead
        assert main(["scan", *paths, "--same-hand", *WON, "--save", str(out)]) == 0
        with Image.open(out) as saved:
            pixel = saved.convert("RGB").getpixel((5, 5))
        assert isinstance(pixel, tuple)
        assert (pixel[0] > 128) is brighter
