"""The measure of whole hands: photos against hands, the curve of doubts, and hands dealt from seen tiles."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np

from models.labelled_photos import LabelledPhoto
from scorer.tiles import NOTATION
from service.dealt_hands import deal
from service.hand_eval import CURVE, curve, dealt, truths
from vision.reading import HandTruth, game_of, read_tiles
from vision.types import Corners, HandReading, ImageInfo, ModelInfo, NamedTile


def photo(name: str, faces: list[str], spots: list[tuple[float, float]]) -> LabelledPhoto:
    boxes = np.array([[x, y, x + 0.04, y + 0.08] for x, y in spots], np.float32)
    return LabelledPhoto(Path(f"{name}.jpg"), "some", boxes, np.array([NOTATION.index(face) for face in faces]))


ROW = ["1m", "2m", "3m", "4p", "5p", "6p", "7s", "7s", "9s", "9s", "E", "E", "E"]
SPOTS = [(0.1 + 0.042 * k, 0.8) for k in range(13)]


def test_the_hand_leaves_out_what_is_labelled_far_from_it() -> None:
    every, own, kind = truths(photo("any", [*ROW, "C"], [*SPOTS, (0.3, 0.1)]), (1000, 1500))
    assert kind == "hand"
    assert every.tiles == (*ROW, "C")
    assert own.tiles == tuple(ROW)


def test_known_wrong_labels_are_put_right_in_the_hand_only() -> None:
    faces = ["3f", *ROW]
    every, own, _ = truths(photo("dev_fb_093", faces, [(0.05, 0.8), *SPOTS]), (1000, 1500))
    assert every.tiles[0] == "3f"
    assert own.tiles[0] == "1f"


def named(face: str, confidence: float = 0.999, other: str = "E") -> NamedTile:
    candidates = ((face, confidence), (other, 1 - confidence))
    return NamedTile(0, ((0.0, 0.0),) * 4, candidates, 0, 0.95)


SEEN = {face: [named(face, other="F" if face == "E" else "E")] for face in NOTATION[:34]}


def test_dealt_hands_win_and_show_their_tiles_as_seen() -> None:
    rng = random.Random(3)
    cases = [case for case in (deal(SEEN, rng) for _ in range(60)) if case is not None]
    assert len(cases) > 40
    game = game_of("guobiao")
    for case in cases:
        truth = case.truth
        assert tuple(tile.face for tile in case.tiles) == case.faces
        assert sorted(case.faces) == sorted(truth.tiles)
        assert truth.melds is not None
        in_melds = [face for meld in truth.melds for face in meld.tiles]
        inside = [NOTATION.index(face) for face in truth.tiles]
        for face in in_melds:
            inside.remove(NOTATION.index(face))
        assert game.wins(inside, [None] * len(truth.melds))


def test_no_hand_is_dealt_of_faces_never_seen() -> None:
    rng = random.Random(3)
    without = {face: tiles for face, tiles in SEEN.items() if face[-1] != "m" and face not in "ESWNCFP"}
    cases = [case for case in (deal(without, rng) for _ in range(200)) if case is not None]
    assert cases
    assert all(face in without for case in cases for face in case.faces)


def test_the_rules_repair_what_was_misread_in_dealt_hands() -> None:
    misread = {"7s": named("8s", 0.8, "7s"), "4p": named("5p", 0.7, "4p"), "E": named("C", 0.75, "E")}
    seen = {**SEEN, **{face: [tile, *SEEN[face] * 3] for face, tile in misread.items()}}
    found = dealt(seen, "guobiao", hands=120)
    assert found["tiles_misread"] >= 15
    assert found["tiles_repaired"] >= 0.6 * found["tiles_misread"]
    assert found["tiles_spoiled"] == 0
    assert found["with_rules"]["exact"] >= max(found["without_rules"]["exact"], found["eyes"] + 0.1)


def reading(confidence: float, wrong: bool) -> tuple[HandReading, HandTruth]:
    def corners(k: int) -> Corners:
        x = 60.0 * k
        return ((x, 0.0), (x + 58, 0.0), (x + 58, 80.0), (x, 80.0))

    tiles = [NamedTile(k, corners(k), ((face, 0.9999),), 0, 0.95) for k, face in enumerate(ROW)]
    tiles[2] = NamedTile(2, corners(2), (("3m", confidence), ("2m", 1 - confidence)), 0, 0.95)
    parts = read_tiles(tiles, None, "guobiao")
    shown = HandReading(
        ImageInfo(900, 100), parts.tiles, parts.groups, parts.hand, parts.notation, parts.background, parts.review,
        ModelInfo("none", ""),
    )  # fmt: skip
    truth = ["2m" if wrong and k == 2 else face for k, face in enumerate(ROW)]
    return shown, HandTruth(tuple(truth))


def test_the_curve_trades_hands_for_certainty() -> None:
    cases = [reading(0.9999, False), reading(0.9999, False), reading(0.96, False), reading(0.85, True)]
    rows = {row["confidence"]: row for row in curve(cases, game_of("guobiao"))}
    assert set(rows) == set(CURVE)
    assert rows[0.3]["undoubted"] == 1.0
    assert rows[0.3]["undoubted_exact"] == 0.75
    assert rows[0.95]["undoubted"] == 0.75
    assert rows[0.95]["undoubted_exact"] == 1.0
    assert rows[0.998]["undoubted"] == 0.5
    shares = [rows[least]["undoubted"] for least in CURVE]
    assert shares == sorted(shares, reverse=True)
