"""The whole path with stand-in nets: stages, numbering, doubts of the photo, several pictures, corrections."""

import io
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageFilter

import models
from scorer import UnknownRuleset
from scorer.notation import parse_tiles
from tests.vision.nets import write_models
from vision.image import EmptyFile, Photo
from vision.reader import Reader, load_reader, reread
from vision.reading import EditError
from vision.types import (
    AddTile,
    Detection,
    HandReading,
    ModelInfo,
    NamedTile,
    NotATile,
    RemoveTile,
    ReplaceFace,
    SetWinningTile,
)
from vision.wire import reading_from_json, reading_to_json

HAND = "123m456p789s55sEEE"
WIDTH, HEIGHT = 60.0, 80.0


def row(tiles: str, *, y: float = 400.0, step: float = 62.0, size: float = 1.0, doubt: int | None = None):
    """Named tiles of one row, numbered from right to left to show that numbers are given anew."""
    faces = [str(tile) for tile in parse_tiles(tiles)]
    named = []
    for place, face in enumerate(faces):
        x = 100 + place * step * size
        corners = ((x, y), (x + WIDTH * size, y), (x + WIDTH * size, y + HEIGHT * size), (x, y + HEIGHT * size))
        candidates = ((face, 0.97), ("9m" if face != "9m" else "8m", 0.01))
        if place == doubt:
            candidates = (("P", 0.55), (face, 0.44))
        named.append(NamedTile(len(faces) - place, corners, candidates, 0, 0.9))
    return named


def photo_of(tiles: Sequence[NamedTile], blur: float = 0.0, scale: float = 1.0) -> Photo:
    """A picture with print on every tile, sharp or blurred."""
    pixels = np.full((800, 1200, 3), 70, np.uint8)
    rng = np.random.default_rng(5)
    for tile in tiles:
        x0, y0, x1, y1 = (round(v) for v in (*tile.corners[0], *tile.corners[2]))
        pixels[y0:y1, x0:x1] = 235
        marks = np.kron(rng.integers(0, 2, (8, 6)), np.ones((9, 9)))[: y1 - y0, : x1 - x0]
        pixels[y0 : y0 + marks.shape[0], x0 : x0 + marks.shape[1]][marks > 0] = 30
    if blur:
        pixels = np.asarray(Image.fromarray(pixels).filter(ImageFilter.GaussianBlur(blur)))
    return Photo.from_pixels(pixels)


class Scripted:
    """Detector and namer in one, that see the given tiles, picture by picture."""

    def __init__(self, *pictures: Sequence[NamedTile]) -> None:
        self.pictures = list(pictures)

    def detect(self, photo: Photo) -> list[Detection]:
        return [Detection(np.array(tile.corners, np.float32), 0.9, "face") for tile in self.pictures[0]]

    def name(self, photo: Photo, detections: Sequence[Detection]) -> list[NamedTile]:
        seen = self.pictures.pop(0) if len(self.pictures) > 1 else self.pictures[0]
        assert len(detections) == len(seen)
        return list(seen)


def reader_of(*pictures: Sequence[NamedTile]) -> Reader:
    scripted = Scripted(*pictures)
    return Reader(scripted, scripted, ModelInfo("scripted", "00"))


def read(tiles: Sequence[NamedTile], **options: object) -> HandReading:
    return reader_of(tiles).read(photo_of(tiles), **options)  # type: ignore[arg-type]


def test_a_hand_is_read_with_numbers_in_reading_order() -> None:
    reading = read(row(HAND), ruleset="guobiao")
    assert reading.hand is not None
    assert sorted(reading.hand.tiles) == sorted(parse_tiles(HAND))
    assert [tile.id for tile in sorted(reading.tiles, key=lambda tile: tile.tile.corners[0])] == list(range(14))
    assert (reading.image.width, reading.image.height, reading.image.orientation) == (1200, 800, 1)
    assert reading.model == ModelInfo("scripted", "00")
    assert set(reading.timing_ms) == {"decode", "detect", "name", "read"}
    assert all(duration >= 0 for duration in reading.timing_ms.values())


def test_a_good_photo_gives_no_doubt_about_the_picture() -> None:
    codes = {reason.code for reason in read(row(HAND)).review}
    assert not codes & {"small_tiles", "blurred", "overlapping", "nothing_found"}


def test_bytes_are_decoded_and_timed() -> None:
    tiles = row(HAND)
    buffer = io.BytesIO()
    Image.fromarray(photo_of(tiles).pixels).save(buffer, "JPEG")
    reading = reader_of(tiles).read(buffer.getvalue())
    assert len(reading.tiles) == 14
    assert reading.timing_ms["decode"] > 0
    with pytest.raises(EmptyFile):
        reader_of(tiles).read(b"")


def test_nothing_found_is_said_once_and_says_what_to_do() -> None:
    reading = read([])
    assert reading.hand is None
    assert [reason.code for reason in reading.review] == ["nothing_found"]
    assert "no tiles found" in reading.review[0].message
    dark = reader_of([]).read(Photo.from_pixels(np.full((400, 400, 3), 5, np.uint8)))
    assert "dark" in dark.review[0].message


def test_small_tiles_are_said() -> None:
    reading = read(row(HAND, size=0.2))
    (reason,) = [reason for reason in reading.review if reason.code == "small_tiles"]
    assert "12 pixels wide" in reason.message
    assert len(reason.tiles) == len(reading.tiles)


def test_blur_is_said_and_not_for_a_sharp_photo() -> None:
    tiles = row(HAND)
    codes = [[r.code for r in reader_of(tiles).read(photo_of(tiles, blur)).review] for blur in (0.0, 9.0)]
    assert "blurred" not in codes[0]
    assert "blurred" in codes[1]


def test_of_two_pictures_one_may_be_blurred() -> None:
    tiles = row(HAND)
    reading = reader_of(tiles, tiles).read([photo_of(tiles, 9.0), photo_of(tiles)])
    assert "blurred" not in {reason.code for reason in reading.review}


def test_tiles_that_cover_each_other_are_said() -> None:
    reading = read(row(HAND, step=36.0))
    assert "overlapping" in {reason.code for reason in reading.review}


def test_two_pictures_outweigh_one_misreading() -> None:
    doubtful, clear = row(HAND, doubt=4), row(HAND)
    alone = read(doubtful)
    both = reader_of(doubtful, clear).read([photo_of(doubtful), photo_of(clear)])
    assert next(tile for tile in alone.tiles if tile.id == 4).tile.face == "P"
    assert next(tile for tile in both.tiles if tile.id == 4).tile.face == "5p"


def test_no_photo_at_all_is_an_error() -> None:
    with pytest.raises(ValueError, match="at least one photo"):
        reader_of([]).read([])


def test_an_unknown_ruleset_is_named() -> None:
    with pytest.raises(UnknownRuleset, match="nowhere"):
        read(row(HAND), ruleset="nowhere")


def test_edits_apply_to_the_numbers_shown() -> None:
    reading = read(row(HAND), edits=[ReplaceFace(3, "7p")])
    tile = next(tile for tile in reading.tiles if tile.id == 3)
    assert (tile.face, tile.fixed, tile.confidence) == ("7p", True, 1.0)
    assert tile.tile.face == "4p"
    assert reading.edits == (ReplaceFace(3, "7p"),)


def test_rereading_needs_no_photo_and_equals_reading_with_edits() -> None:
    first = read(row(HAND), ruleset="guobiao")
    edits = [ReplaceFace(3, "7p"), SetWinningTile(0)]
    again = reread(first, edits, ruleset="guobiao")
    assert again == read(row(HAND), ruleset="guobiao", edits=edits)
    assert again.hand is not None
    assert str(again.hand.win_tile) == "1m"


def test_an_edit_left_out_is_undone() -> None:
    first = read(row(HAND))
    for edit in (ReplaceFace(3, "7p"), NotATile(3), RemoveTile(13), AddTile("1f", "aside"), SetWinningTile(2)):
        changed = reread(first, [edit])
        assert changed != first
        assert reread(changed, []) == first


def test_rereading_from_json_is_the_same() -> None:
    first = read(row(HAND))
    changed = reread(first, [NotATile(3), AddTile("4p")])
    through = reading_from_json(json.loads(json.dumps(reading_to_json(changed))))
    assert through.forgotten
    assert reread(through, []).notation == first.notation
    assert reread(through, changed.edits).notation == changed.notation


def test_an_added_tile_is_certain_and_has_no_place() -> None:
    changed = reread(read(row(HAND)), [AddTile("1f", "aside")])
    added = next(tile for tile in changed.tiles if tile.id == 14)
    assert (added.face, added.role, added.confidence, added.fixed) == ("1f", "aside", 1.0, True)
    assert added.tile.box == (0, 0, 0, 0)


def test_an_edit_of_a_tile_that_is_not_there_is_an_error() -> None:
    with pytest.raises(EditError):
        reread(read(row(HAND)), [ReplaceFace(99, "1m")])


def test_doubts_of_the_photo_follow_the_tiles_that_stay() -> None:
    reading = read(row(HAND, size=0.2))
    fewer = reread(reading, [RemoveTile(13)])
    (reason,) = [reason for reason in fewer.review if reason.code == "small_tiles"]
    assert 13 not in reason.tiles


def test_models_are_loaded_by_their_card(tmp_path: Path) -> None:
    card = models.load_card(write_models(tmp_path))
    reader = load_reader(card)
    assert reader.model.id == "patches-1"
    assert reader.model.sha256 == card.sha256
    assert reader.read(Photo.from_pixels(np.full((64, 64, 3), 90, np.uint8))).hand is None


def test_a_damaged_model_is_named_with_both_checksums(tmp_path: Path) -> None:
    card = models.load_card(write_models(tmp_path))
    with card.namer.file.open("ab") as file:
        file.write(b"\0")
    with pytest.raises(
        models.ModelDamaged, match=r"n\.onnx is damaged: expected sha256 [0-9a-f]{64}, got [0-9a-f]{64}"
    ):
        load_reader(card)


def test_a_missing_model_or_card_is_named(tmp_path: Path) -> None:
    card = models.load_card(write_models(tmp_path))
    card.detector.file.unlink()
    with pytest.raises(models.ModelMissing, match=r"d\.onnx is missing"):
        load_reader(card)
    with pytest.raises(models.ModelMissing, match=r"gone\.json is missing"):
        models.load_card(tmp_path / "gone.json")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "tiles.json is not JSON"),
        ("[]", "expected an object, got list"),
        ('{"detector": {}, "namer": {}}', "'id' is missing"),
        ('{"id": "x", "namer": {}}', "'detector' is missing"),
        ('{"id": "x", "detector": {"file": "a"}, "namer": {}}', "tiles.json, detector: 'sha256' is missing"),
    ],
)
def test_a_wrong_card_is_named(tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "tiles.json"
    path.write_text(content)
    with pytest.raises(models.CardError, match=message):
        models.load_card(path)


def test_the_checksum_of_a_card_covers_both_nets(tmp_path: Path) -> None:
    card = models.load_card(write_models(tmp_path))
    other = replace(card, namer=replace(card.namer, sha256="0" * 64))
    assert card.sha256 != other.sha256
