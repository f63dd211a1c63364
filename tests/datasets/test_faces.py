"""The drawn tile faces: every class in every style, the same for the same seed, and the right number of everything."""

import dataclasses
import pickle
from itertools import pairwise

import cv2
import numpy as np
import pytest

from datasets.faces import FACES, DrawnSet, NoFont, draw_face, random_set
from datasets.faces.bamboo import draw_sticks, random_sticks, sticks
from datasets.faces.bird import draw_bird, random_bird
from datasets.faces.characters import random_writing
from datasets.faces.dots import draw_dots, places, random_dots
from datasets.faces.fonts import ENVIRONMENT, chinese_typefaces, latin_typefaces, written
from datasets.faces.glyphs import Hand, glyph
from datasets.faces.ink import Canvas
from datasets.faces.palette import random_palette
from datasets.faces.sheet import contact_sheet, main
from datasets.faces.tileset import is_written

SEEDS = range(12)


def has_fonts() -> bool:
    try:
        chinese_typefaces(), latin_typefaces()
    except NoFont:
        return False
    return True


needs_fonts = pytest.mark.skipif(not has_fonts(), reason="no Chinese typeface on this machine")
DRAWABLE = [f for f in range(FACES) if has_fonts() or not is_written(f)]


def inked(face: np.ndarray) -> float:
    return float((face[..., 3] > 40).mean())


@pytest.mark.parametrize("seed", SEEDS)
def test_every_face_is_drawn(seed: int) -> None:
    tiles = random_set(np.random.default_rng(seed))
    for face in DRAWABLE:
        assert tiles.has(face)
        drawn = tiles.face(face, 120)
        assert drawn.shape == (120, 90, 4)
        assert drawn.dtype == np.uint8
        blank_white = face == 33 and tiles.style.white.blank
        if blank_white and (tiles.style.index is None or not tiles.style.index.honours):
            assert inked(drawn) == 0
        elif not blank_white:
            assert 0.01 < inked(drawn) < 0.7, (tiles.name, face)


def test_same_seed_same_set_also_after_pickling() -> None:
    for face in DRAWABLE:
        first, again = DrawnSet(77), pickle.loads(pickle.dumps(DrawnSet(77)))
        assert np.array_equal(first.face(face, 96), again.face(face, 96))
        assert np.array_equal(first.face(face, 96), first.face(face, 96))


def test_sets_differ_between_seeds() -> None:
    a, b = random_set(np.random.default_rng(1)), random_set(np.random.default_rng(2))
    assert a.name != b.name
    assert all(not np.array_equal(a.face(f, 96), b.face(f, 96)) for f in DRAWABLE if f != 33)


def test_faces_of_a_set_differ() -> None:
    tiles = DrawnSet(5)
    pictures = [tiles.face(f, 64).tobytes() for f in DRAWABLE]
    assert len(set(pictures)) == len(pictures)


def test_draw_face_takes_a_generator() -> None:
    one, two = (draw_face(12, np.random.default_rng(4), 64) for _ in range(2))
    assert np.array_equal(one, two)


@pytest.mark.parametrize("face", [-1, 42])
def test_numbers_outside_are_refused(face: int) -> None:
    tiles = DrawnSet(1)
    assert not tiles.has(face)
    with pytest.raises(ValueError, match=str(face)):
        tiles.face(face)


def test_edges_have_the_colour_of_the_ink() -> None:
    """Half-covered pixels keep the full colour: no dark or white rims when laid on a body."""
    canvas = Canvas(100)
    canvas.disc(150, 200, 90, (200, 40, 20))
    face = canvas.finished()
    soft = (face[..., 3] > 30) & (face[..., 3] < 250)
    assert soft.any()
    assert np.abs(face[soft][:, :3].astype(int) - (200, 40, 20)).max() <= 8


def parts(canvas: Canvas) -> int:
    mask = (canvas.finished()[..., 3] > 100).astype(np.uint8)
    count, _, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=4)
    return sum(1 for i in range(1, count) if stats[i, cv2.CC_STAT_AREA] > 6)


@pytest.mark.parametrize("rank", range(2, 10))
def test_pips_are_as_many_as_the_rank(rank: int) -> None:
    for seed in SEEDS:
        rng = np.random.default_rng(seed)
        style = dataclasses.replace(random_dots(rng), outer="disc", inner="none", touching=0.12, size=0.9)
        canvas = Canvas(400)
        draw_dots(canvas, rank, style, random_palette(rng), rng)
        assert parts(canvas) == rank, seed


@pytest.mark.parametrize("rank", range(2, 10))
def test_sticks_are_as_many_as_the_rank_and_clear_of_each_other(rank: int) -> None:
    for seed in SEEDS:
        rng = np.random.default_rng(seed)
        # The inner sticks of the eight lean on each other, so they are counted one style thinner and apart.
        style = dataclasses.replace(random_sticks(rng), fill="solid", shape="capsule", knot_red=False)
        if rank == 8:
            style = dataclasses.replace(style, slender=0.5, eight_crossing=1.0, gap=0.3, eight_upright=True)
        canvas = Canvas(400)
        draw_sticks(canvas, rank, style, random_palette(rng), rng)
        assert parts(canvas) == rank, seed


def test_rows_of_sticks_leave_clear_gaps() -> None:
    for seed in SEEDS:
        style = random_sticks(np.random.default_rng(seed))
        for rank in (6, 9):
            rows = sorted({(round(s.y, 3), s.length) for s in sticks(rank, style)})
            assert len(rows) == rank // 3
            for (y0, length), (y1, _) in pairwise(rows):
                assert y1 - y0 - length >= 0.12 * length


def test_seven_dots_run_down_in_a_diagonal_over_a_square() -> None:
    style = dataclasses.replace(random_dots(np.random.default_rng(3)), mirrored=False)
    spots, radius = places(7, style)
    top, square = spots[:3], spots[3:]
    assert [x for x, _ in top] == sorted(x for x, _ in top)
    assert [y for _, y in top] == sorted(y for _, y in top)
    assert len({round(x) for x, _ in square}) == len({round(y) for _, y in square}) == 2
    assert min(y for _, y in square) > max(y for _, y in top) + radius * 0.5


@pytest.mark.parametrize("rank", range(2, 10))
def test_everything_stays_on_the_face(rank: int) -> None:
    for seed in range(40):
        rng = np.random.default_rng(seed)
        spots, radius = places(rank, random_dots(rng))
        assert all(radius <= x <= 300 - radius and radius <= y <= 400 - radius for x, y in spots)
        lying = sticks(rank, random_sticks(rng))
        assert all(10 <= s.x <= 290 and s.length / 2 - 1 <= s.y <= 401 - s.length / 2 for s in lying)


@needs_fonts
def test_written_gives_the_ink_only() -> None:
    face = chinese_typefaces()[0]
    one, four = written(face, "一", 60), written(face, "四", 60)
    assert one.shape[1] > 2 * one.shape[0]
    assert four.shape[0] > 2 * one.shape[0]
    assert one[:, 0].any()
    assert one[-1].any()


def test_without_typefaces_written_faces_are_missing_and_say_so(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    empty = tmp_path_factory.mktemp("none")
    (empty / "broken.ttf").write_bytes(b"not a font")
    monkeypatch.setenv(ENVIRONMENT, str(empty))
    tiles = DrawnSet(9)
    assert [f for f in range(FACES) if tiles.has(f)] == [*range(9, 27), 33]
    assert inked(tiles.face(10, 96)) > 0
    for face in (0, 27, 31, 34):
        with pytest.raises(NoFont, match=ENVIRONMENT):
            tiles.face(face, 96)


def test_sheet_shows_sets_in_rows(tmp_path_factory: pytest.TempPathFactory) -> None:
    sheet = contact_sheet([DrawnSet(1), DrawnSet(2)], 40, (9, 18, 33))
    assert sheet.shape == (2 * 43 + 3, 3 * 33 + 3, 3)
    out = tmp_path_factory.mktemp("sheet") / "sheet.png"
    main(["--seed", "3", "--sets", "1", "--height", "40", "--faces", "9-11,33", "--out", str(out)])
    picture = cv2.imread(str(out))
    assert picture is not None
    assert picture.shape == (46, 135, 3)


def test_joined_eight_is_two_zigzags() -> None:
    for seed in SEEDS:
        rng = np.random.default_rng(seed)
        style = dataclasses.replace(random_sticks(rng), eight_joined=True, fill="solid", shape="capsule")
        canvas = Canvas(400)
        draw_sticks(canvas, 8, style, random_palette(rng), rng)
        assert parts(canvas) == 2, seed


@pytest.mark.parametrize("kind", ["display", "brushed", "flying", "stick", "sparrow", "crane", "peacock", "owl"])
def test_birds_of_a_kind_differ(kind: str) -> None:
    drawn = set()
    for seed in range(5):
        rng = np.random.default_rng(seed)
        canvas = Canvas(96)
        draw_bird(canvas, dataclasses.replace(random_bird(rng), kind=kind), random_palette(rng))
        face = canvas.finished()
        assert 0.03 < inked(face) < 0.5
        drawn.add(face.tobytes())
    assert len(drawn) == 5


def test_red_fives_have_no_other_ink() -> None:
    palette = random_palette(np.random.default_rng(8)).all_red()
    assert {getattr(palette, part.name) for part in dataclasses.fields(palette)} == {palette.red}


@needs_fonts
def test_spellings_are_ones_the_typefaces_have() -> None:
    seen = set()
    for seed in range(60):
        style = random_writing(np.random.default_rng(seed))
        assert style.wan.face.writes(style.wan_text)
        assert style.numeral.face.writes(style.five)
        assert style.honour.face.writes(style.east + style.fortune)
        seen |= {style.wan_text, style.five, style.east, style.fortune}
    assert {"萬", "東", "發"} <= seen or not any(f.writes("萬東發") for f in chinese_typefaces())


@needs_fonts
def test_hands_change_what_they_say() -> None:
    face = chinese_typefaces()[0]
    plain = glyph(Hand(face), "中", 80)
    assert glyph(Hand(face, weight=1.0), "中", 80).sum() > 1.1 * plain.sum()
    assert glyph(Hand(face, hollow=True), "中", 80).sum() < plain.sum()
    assert glyph(Hand(face, wide=1.4), "中", 80).shape[1] > plain.shape[1]
    bent = Hand(face, wobble=0.02, seed=4)
    assert np.array_equal(glyph(bent, "中", 80), glyph(bent, "中", 80))
    assert not np.array_equal(glyph(bent, "中", 80), plain)
