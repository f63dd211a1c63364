"""Rendered scenes: the same again by seed, true labels, one set of tiles."""

from __future__ import annotations

import pickle
from collections import Counter
from itertools import islice

import cv2
import numpy as np
import pytest

from datasets.scenes import (
    BACK,
    KINDS,
    HandWish,
    Scene,
    SceneTile,
    StreamConfig,
    View,
    obb_lines,
    render_scene,
    scene_at,
    scene_labels,
    stream,
)
from datasets.scenes.materials import Body, random_body
from datasets.scenes.types import Pixels

SIZE = (640, 480)


class Quarters:
    """A tile set that paints each face's number as colours of its four quarters, top left always red."""

    body_colour = (245, 244, 238)

    def has(self, face: int) -> bool:
        return True

    def face(self, face: int, height: int) -> Pixels:
        width = height * 3 // 4
        ink = np.zeros((height, width, 4), np.uint8)
        ink[..., 3] = 255
        ink[: height // 2, : width // 2] = (255, 0, 0, 255)
        ink[: height // 2, width // 2 :] = (0, 255, 0, 255)
        ink[height // 2 :, width // 2 :] = (0, 0, 255, 255)
        ink[height // 2 :, : width // 2] = (40 + 4 * face, 40 + 4 * face, 0, 255)
        return ink


def quarters(rng: np.random.Generator) -> Quarters:
    return Quarters()


def scene(seed: int, **wishes: object) -> Scene:
    return render_scene(seed, faces=quarters, **{"size": SIZE, **wishes})  # type: ignore[arg-type]


def same(one: Scene, other: Scene) -> bool:
    return (
        np.array_equal(one.image, other.image)
        and one.truth == other.truth
        and len(one.tiles) == len(other.tiles)
        and all(
            a.face == b.face and a.visible == b.visible and np.array_equal(a.corners, b.corners)
            for a, b in zip(one.tiles, other.tiles, strict=True)
        )
    )


def test_same_seed_gives_same_scene() -> None:
    assert same(scene(5), scene(5))
    assert not same(scene(5), scene(6))


def test_a_scene_does_not_depend_on_those_before_it() -> None:
    alone = scene(31)
    for seed in (7, 30):
        scene(seed)
    assert same(alone, scene(31))


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_renders(kind: str) -> None:
    for seed in range(4):
        made = scene(seed, kind=kind)
        assert made.image.shape == (480, 640, 3)
        assert made.image.dtype == np.uint8
        assert made.truth.kind == kind
        assert any(t.visible > 0.9 for t in made.tiles)


def test_unknown_kind_is_named() -> None:
    with pytest.raises(ValueError, match="'pyramid'"):
        scene(1, kind="pyramid")


def quadrant_colours(image: Pixels, tile: SceneTile) -> np.ndarray:
    """The middles of the four quarters of a tile's side (2, 2, 3), warped back upright."""
    target = np.array([[0, 0], [60, 0], [60, 80], [0, 80]], dtype=np.float32)
    matrix = cv2.getPerspectiveTransform(tile.corners, target)
    flat = cv2.warpPerspective(image, matrix, (60, 80)).astype(float)
    rows = ((12, 30), (50, 68))
    columns = ((10, 22), (38, 50))
    return np.array([[flat[a:b, c:d].mean((0, 1)) for c, d in columns] for a, b in rows])


def test_corners_follow_the_tiles_own_upright() -> None:
    checked = 0
    for seed in range(10):
        made = scene(seed, view=View(clean=True), size=(960, 720))
        for tile in made.tiles:
            area = cv2.contourArea(tile.corners)
            if tile.face == BACK or tile.visible < 0.97 or tile.facing < 0.4 or area < 400:
                continue
            seen = quadrant_colours(made.image, tile)
            assert seen[0, 0].argmax() == 0, (seed, tile)
            assert seen[0, 1].argmax() == 1, (seed, tile)
            assert seen[1, 1].argmax() == 2, (seed, tile)
            assert seen[1, 0, 2] < min(seen[1, 0, :2]), (seed, tile)
            checked += 1
    assert checked > 80


def test_backs_show_no_ink() -> None:
    backs = 0
    for seed in range(6):
        made = scene(seed, kind="table", view=View(clean=True))
        for tile in made.tiles:
            if tile.face == BACK and tile.visible > 0.97 and tile.facing > 0.4 and cv2.contourArea(tile.corners) > 150:
                seen = quadrant_colours(made.image, tile)
                assert np.ptp(seen.reshape(4, 3), axis=0).max() < 70, (seed, tile)
                backs += 1
    assert backs > 20


def test_corners_run_clockwise_in_the_picture() -> None:
    for seed in range(8):
        for tile in scene(seed).tiles:
            if tile.facing > 0.05:
                assert cv2.contourArea(tile.corners, oriented=True) > 0


@pytest.mark.parametrize("kind", KINDS)
def test_no_face_more_often_than_the_set_has_it(kind: str) -> None:
    for seed in range(6):
        made = scene(seed, kind=kind, view=View(fill=0.5))
        counts = Counter(t.true_face for t in made.tiles)
        assert all(counts[f] <= 4 for f in range(34))
        assert all(counts[f] <= 1 for f in range(34, 42))


def test_a_hidden_tile_is_less_visible() -> None:
    stacked = scene(
        3, kind="hand", wish=HandWish(melds=4, meld_types=("added kong",) * 4), view=View(elevation=80, fill=0.9)
    )
    beneath = 0
    for tile in stacked.tiles:
        for other in stacked.tiles:
            over = other.pose == "stacked" and np.linalg.norm(other.corners.mean(0) - tile.corners.mean(0)) < 12
            if over and tile.pose != "stacked":
                assert tile.visible < 0.5
                beneath += 1
    assert beneath >= 1


def test_labels_leave_out_what_cannot_be_read() -> None:
    made = scene(2, kind="table")
    labels = scene_labels(made)
    assert len(labels.faces) == len(labels.tiles) == len(labels.boxes) == len(labels.rectangles)
    assert all(t.visible >= 0.35 and t.facing >= 0.15 for t in labels.tiles)
    assert (labels.boxes[:, 2:] > labels.boxes[:, :2]).all()
    assert (labels.boxes >= 0).all()
    assert (labels.boxes <= (640, 480, 640, 480)).all()
    assert (labels.is_back == (labels.faces == BACK)).all()
    lines = obb_lines(made)
    assert len(lines) == len(labels.tiles)
    assert all(len(line.split()) == 9 for line in lines)


def test_a_turned_rectangle_holds_its_corners() -> None:
    labels = scene_labels(scene(4, kind="loose"))
    for corners, rectangle in zip(labels.corners, labels.rectangles, strict=True):
        for corner in corners.tolist():
            assert cv2.pointPolygonTest(rectangle.reshape(-1, 1, 2), corner, True) > -0.6


def test_streams_of_workers_share_no_seed() -> None:
    seeds = [
        [s.seed for s in islice(stream(StreamConfig(quarters, size=(160, 120), workers=2, worker=w)), 14)]
        for w in range(2)
    ]
    assert not set(seeds[0]) & set(seeds[1])
    assert seeds[0][0] == 0


def test_stream_keeps_to_its_kinds_and_travels_to_other_processes() -> None:
    config = StreamConfig(quarters, seed=3, kinds={"loose": 1.0, "grid": 1.0}, size=(160, 120))
    kinds = {s.truth.kind for s in islice(stream(config), 10)}
    assert kinds == {"loose", "grid"}
    again = pickle.loads(pickle.dumps(config))
    assert same(scene_at(config, 77), scene_at(again, 77))
    with pytest.raises(ValueError, match="'heap'"):
        next(stream(StreamConfig(quarters, kinds={"heap": 1.0})))


def test_labels_without_a_picture_are_the_same_labels() -> None:
    for seed in range(6):
        full, bare = scene(seed, view=View(clean=True)), scene(seed, view=View(clean=True), labels_only=True)
        assert bare.truth == full.truth
        assert not bare.image.any()
        assert len(bare.tiles) == len(full.tiles)
        for a, b in zip(bare.tiles, full.tiles, strict=True):
            assert a.face == b.face
            assert np.array_equal(a.corners, b.corners)
            assert a.visible >= b.visible - 0.05


def test_a_back_is_never_mistaken_for_a_blank_white_dragon() -> None:
    plain = [random_body(np.random.default_rng(seed), (248, 248, 246)) for seed in range(300)]
    told = [random_body(np.random.default_rng(seed), (248, 248, 246), blank_white=True) for seed in range(300)]

    def of_one_piece(body: Body) -> bool:
        return float(np.abs(body.back - body.face).max()) < 16

    assert any(of_one_piece(body) for body in plain)
    assert not any(of_one_piece(body) for body in told)
