"""The annotated picture: every drawn face differs, doubts are loud, scores and payouts are on it, fonts or not."""

from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from scorer import WinContext, parse_hand, score
from scorer.tiles import NOTATION
from vision import lettering as lettering_module
from vision.glyphs import draw_character, drawable, paste, tile_icon
from vision.image import Photo
from vision.lettering import Lettering, draws_chinese, find_chinese_font, system_lettering
from vision.panel import draw_panel
from vision.picture import DOUBT, INFERRED, ROLE_COLOURS, draw_reading, group_name, save_picture
from vision.types import Group, HandReading, ImageInfo, ModelInfo, NamedTile, ReadTile, ReviewReason

LATIN = Lettering()
CHINESE_FONT = find_chinese_font()
needs_chinese = pytest.mark.skipif(CHINESE_FONT is None, reason="this machine has no Chinese typeface")


def reading(*, review: tuple[ReviewReason, ...] = (), inferred: int | None = None) -> HandReading:
    faces = ["1m", "2m", "3m", "E", "E"]
    tiles = []
    for number, face in enumerate(faces):
        x = 200.0 + 130 * number
        corners = ((x, 300.0), (x + 120, 300.0), (x + 120, 460.0), (x, 460.0))
        named = NamedTile(number, corners, ((face, 0.9), ("9s", 0.05)), 0, 0.9)
        role = "concealed" if number < 4 else "win"
        tiles.append(ReadTile(named, face, role, int(number == 4), inferred=number == inferred))
    other = NamedTile(9, ((900.0, 50.0), (960.0, 50.0), (960.0, 130.0), (900.0, 130.0)), (("5p", 0.9),), 0, 0.9)
    groups = (Group(0, "concealed", (0, 1, 2, 3)), Group(1, "win", (4,)))
    model = ModelInfo("m", "")
    return HandReading(ImageInfo(1280, 800), tuple(tiles), groups, None, "123m E + E", (other,), review, model)


def blank(width: int = 1280, height: int = 800) -> Photo:
    return Photo.from_pixels(np.full((height, width, 3), 40, np.uint8))


def near(picture: NDArray[np.uint8], colour: tuple[int, int, int], tolerance: int = 12) -> int:
    """How many pixels have about this colour."""
    return int((np.abs(picture.astype(int) - colour).max(2) <= tolerance).sum())


def test_all_forty_three_icons_differ_at_label_size() -> None:
    icons = {face: tile_icon(face, 32)[:, :, :3].astype(int) for face in (*NOTATION, "?")}
    assert {icon.shape for icon in icons.values()} == {(32, 24, 3)}
    for one, other in combinations(icons, 2):
        assert np.abs(icons[one] - icons[other]).mean() > 1.0, f"{one} and {other} look alike"


def test_icons_have_ink_on_a_light_face_and_round_corners() -> None:
    icon = tile_icon("7s", 60)
    assert icon[0, 0, 3] == 0
    assert icon[30, 3, 3] == 255
    assert near(icon[:, :, :3], (252, 250, 242), 6) > 0.3 * icon.shape[0] * icon.shape[1]
    assert near(icon[:, :, :3], (10, 120, 52), 30) > 100


def test_characters_are_drawn_where_they_are_asked() -> None:
    picture = np.zeros((100, 200, 3), np.uint8)
    draw_character(picture, "中", 110, 10, 80, (255, 255, 255))
    assert picture[:, :105].max() == 0
    assert picture[:, 110:190].max() == 255
    assert "菊" in drawable()
    with pytest.raises(KeyError):
        draw_character(picture, "龍", 0, 0, 10, (0, 0, 0))


def test_pasting_over_an_edge_is_cut() -> None:
    picture = np.zeros((40, 40, 3), np.uint8)
    paste(picture, tile_icon("P", 30), -10, 25)
    paste(picture, tile_icon("P", 30), 100, 100)
    assert picture[30:, :10].max() > 200
    assert picture[:20].max() == 0


def test_tiles_are_framed_in_the_colour_of_their_role() -> None:
    picture = draw_reading(blank(), reading(), lettering=LATIN)
    assert picture.dtype == np.uint8
    assert picture.shape[1] == 1280
    assert picture.shape[0] > 800
    assert near(picture[:800], ROLE_COLOURS["concealed"]) > 500
    assert near(picture[:800], ROLE_COLOURS["win"]) > 200
    assert near(picture[:800], DOUBT) == 0
    assert near(picture[:800], INFERRED) == 0


def test_doubts_and_inferred_tiles_are_loud() -> None:
    quiet = draw_reading(blank(), reading(), lettering=LATIN)
    doubt = ReviewReason("low_margin", (2,), "3m or 2m")
    loud = draw_reading(blank(), reading(review=(doubt,), inferred=0), lettering=LATIN)
    assert near(loud[:800], DOUBT) > 800
    assert near(loud[:800], INFERRED) > 200
    assert near(loud[:800], ROLE_COLOURS["concealed"]) < near(quiet[:800], ROLE_COLOURS["concealed"])
    assert loud.shape[0] > quiet.shape[0], "the doubt is a line of the panel"


def test_a_doubt_about_the_whole_photo_marks_no_single_tile() -> None:
    blurred = ReviewReason("blurred", (0, 1, 2, 3, 4), "the tiles are blurred")
    assert near(draw_reading(blank(), reading(review=(blurred,)), lettering=LATIN)[:800], DOUBT) == 0


@pytest.mark.parametrize(("width", "height"), [(640, 480), (1512, 2016), (4000, 400)])
def test_pictures_of_any_size_come_out_phone_sized(width: int, height: int) -> None:
    photo = Photo(np.full((height, width, 3), 40, np.uint8), width * 2, height * 2, scale=0.5)
    picture = draw_reading(photo, reading(), lettering=LATIN)
    long_side = round(max(width, height) * picture.shape[1] / width)
    assert 1280 <= long_side <= 1601


def test_boxes_of_a_reduced_photo_lie_where_the_tiles_are() -> None:
    photo = Photo(np.full((400, 640, 3), 40, np.uint8), 1280, 800, scale=0.5)
    picture = draw_reading(photo, reading(), lettering=LATIN)[:800]
    framed = np.argwhere(np.abs(picture.astype(int) - ROLE_COLOURS["concealed"]).max(2) < 12)
    assert framed[:, 1].min() == pytest.approx(200, abs=4)
    assert framed[:, 0].max() == pytest.approx(460, abs=4)


def test_a_tile_added_by_the_player_is_in_the_panel_only() -> None:
    plain = reading()
    corners = ((0.0, 0.0),) * 4
    added = ReadTile(NamedTile(5, corners, (("1f", 1.0),), 0, 1.0), "1f", "aside", 2, fixed=True)
    groups = (*plain.groups, Group(2, "aside", (5,)))
    more = HandReading(
        plain.image, (*plain.tiles, added), groups, None, plain.notation, plain.background, (), plain.model
    )
    before, after = (draw_reading(blank(), each, lettering=LATIN) for each in (plain, more))
    assert np.array_equal(before[:800], after[:800])
    assert not np.array_equal(before[800:900], after[800:900])


def lettering_cases() -> list[object]:
    return [pytest.param(LATIN, id="latin"), pytest.param(Lettering(CHINESE_FONT), id="chinese", marks=needs_chinese)]


@pytest.mark.parametrize("letters", lettering_cases())
def test_the_score_the_items_and_the_payouts_make_the_panel_higher(letters: Lettering) -> None:
    hand = parse_hand("123m 456m 789m 11s [EEE] + 1s | 1f")
    result = score("guobiao", parse_hand("1112345678999m + 5m"), WinContext())
    failed = score("guobiao", hand, WinContext())
    bare = draw_panel(1280, reading(), None, (), None, letters)
    scored = draw_panel(1280, reading(), result, (), None, letters)
    refused = draw_panel(1280, reading(), failed, (), None, letters)
    assert result.status == "scored"
    assert failed.status in ("illegal", "not_winning")
    assert scored.shape[0] > bare.shape[0] + 36 * (len(result.items) + 3)  # type: ignore[union-attr]
    assert refused.shape[0] > bare.shape[0]
    assert near(scored, (90, 220, 120), 25) > 50, "what the winner gets is green"
    assert near(scored, (255, 110, 100), 25) > 50, "what the others pay is red"
    assert near(bare, (90, 220, 120), 25) < 20


def test_names_of_the_players_stand_over_their_payouts() -> None:
    result = score("guobiao", parse_hand("1112345678999m + 5m"), WinContext())
    numbered = draw_panel(1280, reading(), result, (), None, LATIN)
    named = draw_panel(1280, reading(), result, (), ["Ann", "Bo", "Cy", "Di"], LATIN)
    assert numbered.shape == named.shape
    assert not np.array_equal(numbered, named)


def test_a_long_hand_breaks_into_rows_and_stays_inside() -> None:
    plain = reading()
    tiles = tuple(
        ReadTile(NamedTile(number, ((0.0, 0.0),) * 4, (("8p", 1.0),), 0, 1.0), "8p", "concealed", 0)
        for number in range(34)
    )
    long = HandReading(plain.image, tiles, (Group(0, "concealed", tuple(range(34))),), None, "", (), (), plain.model)
    panel = draw_panel(600, long, None, (), None, LATIN)
    assert panel.shape[1] == 600
    assert panel.shape[0] > 150
    assert np.abs(panel[:, -8:].astype(int) - panel[0, -1]).max() == 0


def test_latin_letters_leave_chinese_out_and_spell_the_units() -> None:
    assert LATIN.shown("清一色 24 + 自摸 1 = 25 番") == "24 + 1 = 25 fan"
    assert LATIN.shown("(2 + 10) × 2 = 24 台") == "(2 + 10) x 2 = 24 tai"
    assert group_name(Group(0, "pung", (), "left"), LATIN) == "pung < left"


@needs_chinese
def test_a_chinese_font_is_found_and_draws_both_languages() -> None:
    letters = Lettering(CHINESE_FONT)
    assert letters.shown("24 台") == "24 台"
    assert group_name(Group(0, "pung", (), "left"), letters) == "碰 pung · 上家"
    assert letters.width("番番番", 40) == pytest.approx(120, abs=4)


def test_a_folder_without_chinese_fonts_gives_none(tmp_path: Path) -> None:
    (tmp_path / "NotoSansCJK-Regular.ttc").write_bytes(b"no font at all")
    (tmp_path / "readme.txt").write_text("x")
    assert find_chinese_font([tmp_path, tmp_path / "gone"]) is None
    assert not draws_chinese(tmp_path / "NotoSansCJK-Regular.ttc")


def test_the_named_font_is_used_if_it_can_be(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    system_lettering.cache_clear()
    monkeypatch.setenv(lettering_module.FONT_VARIABLE, str(tmp_path / "none.ttf"))
    monkeypatch.setattr(lettering_module, "font_folders", lambda: [tmp_path])
    try:
        assert system_lettering() == LATIN
    finally:
        system_lettering.cache_clear()


@pytest.mark.parametrize("suffix", [".jpg", ".PNG", ".webp"])
def test_the_picture_is_saved_without_metadata(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"out{suffix}"
    save_picture(np.full((20, 30, 3), 90, np.uint8), path)
    with Image.open(path) as saved:
        assert saved.size == (30, 20)
        assert not dict(saved.getexif())


def test_an_unknown_suffix_is_named(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"out\.gif: expected a name that ends in \.jpg"):
        save_picture(np.zeros((2, 2, 3), np.uint8), tmp_path / "out.gif")
