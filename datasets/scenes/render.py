"""From a seed to a labelled picture."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass

import numpy as np

from datasets.scenes import crowds
from datasets.scenes.geometry import Camera, fit_camera
from datasets.scenes.hands import HandWish, Wall, deal_hand
from datasets.scenes.layouts import Placed, hand_layout
from datasets.scenes.materials import Body, random_body, random_light
from datasets.scenes.paint import Inks
from datasets.scenes.props import clutter, rack_bars
from datasets.scenes.stage import Stage, measured, photo
from datasets.scenes.types import (
    HAND_KINDS,
    KINDS,
    FaceSource,
    Floats,
    Scene,
    SceneTruth,
    TileSet,
)

SHARED_SETS = 12
"""So many consecutive seeds share one tile set, whose faces are then drawn only once."""

_WIDE = ((960, 720), (960, 720), (960, 540), (1024, 768))
_TALL = ((720, 960), (800, 800), (540, 960))
_WEIGHTS = {"row": 0.2, "hand": 0.2, "two-row": 0.1, "rack": 0.12, "table": 0.18, "grid": 0.07, "loose": 0.08,
            "closeup": 0.05}  # fmt: skip
_KEPT_SETS = 24
_WHITE = 33
_cache: OrderedDict[tuple[int, int, int], tuple[FaceSource, Inks]] = OrderedDict()


@dataclass(frozen=True, slots=True)
class View:
    """How the camera stands; None leaves it to chance."""

    elevation: float | None = None
    """Degrees above the table, 90 straight from above."""
    yaw: float | None = None
    """Degrees."""
    roll: float | None = None
    fill: float | None = None
    """Share of the picture that the hand takes up."""
    clean: bool = False
    """Daylight, a steady hand, no clutter."""


def render_scene(
    seed: int,
    *,
    faces: FaceSource,
    size: tuple[int, int] | None = None,
    tile_set: TileSet | None = None,
    kind: str | None = None,
    hand: SceneTruth | None = None,
    wish: HandWish | None = None,
    view: View | None = None,
    labels_only: bool = False,
) -> Scene:
    """The picture of `seed`: the same arguments give the same scene.

    `size` is (width, height) in pixels. `faces` makes the tile set unless `tile_set` is given; `kind` is one of
    KINDS. `hand` is laid out as it is, and as its own kind says; else one is dealt as `wish` asks. ValueError names
    an unknown kind, or a face of which the hand has more than there are.

    `labels_only` leaves the picture black, which is many times faster; rails and hands then hide nothing.
    """
    rng = np.random.default_rng([seed, 1])
    if hand is not None:
        kind = hand.kind
    if kind is None:
        kind = str(rng.choice(list(_WEIGHTS), p=list(_WEIGHTS.values())))
    if kind not in KINDS:
        raise ValueError(f"kind {kind!r} is none of {', '.join(KINDS)}")
    view = view or View()
    if size is None:
        # Long rows are mostly taken with the phone held sideways.
        sizes = _TALL if rng.random() < (0.18 if kind in HAND_KINDS else 0.45) else _WIDE
        size = sizes[int(rng.integers(len(sizes)))]
    inks = _inks(seed, kind, faces, tile_set, size)
    body, light = random_body(rng, inks.tile_set.body_colour, _blank_white(inks.tile_set)), random_light(rng)
    wall = Wall(tuple(f for f in range(42) if not inks.tile_set.has(f)))
    placed, truth = _lay_out(kind, wall, body, rng, wish, hand)
    main = np.stack([p.at for p in placed if p.main])
    camera = _camera(kind, main, body, size, view, rng)
    props = rack_bars(rng, placed, body.dims) if rng.random() < 0.6 else []
    if kind in HAND_KINDS and (kind == "table" or not view.clean):
        placed += _around(kind, wall, body, placed, rng)
    if not view.clean and rng.random() < 0.35:
        props += clutter(rng, placed)
    stage = Stage(placed, props, body, light, inks, camera, size, view.clean)
    if labels_only:
        return Scene(np.zeros((size[1], size[0], 3), np.uint8), measured(stage), truth, seed, body.one_colour)
    image, tiles = photo(stage, rng)
    return Scene(image, tiles, truth, seed, body.one_colour)


def _blank_white(tile_set: TileSet) -> bool:
    return tile_set.has(_WHITE) and float((tile_set.face(_WHITE, 64)[..., 3] > 40).mean()) < 0.01


def _inks(seed: int, kind: str, faces: FaceSource, tile_set: TileSet | None, size: tuple[int, int]) -> Inks:
    height = 320 if kind == "closeup" or max(size) > 1200 else 160
    if tile_set is not None:
        return Inks(tile_set, height)
    shared = seed // SHARED_SETS
    key = (id(faces), shared, height)
    kept = _cache.get(key)
    # The source is kept with its sets: an id alone may come back with another object.
    if kept is None or kept[0] is not faces:
        made = Inks(
            faces(np.random.default_rng([shared, 2])), height, float(np.random.default_rng([shared, 4]).random())
        )
        kept = _cache[key] = (faces, made)
        while len(_cache) > _KEPT_SETS:
            _cache.popitem(last=False)
    return kept[1]


def _lay_out(
    kind: str, wall: Wall, body: Body, rng: np.random.Generator, wish: HandWish | None, hand: SceneTruth | None
) -> tuple[list[Placed], SceneTruth]:
    dims = body.dims
    if kind in HAND_KINDS:
        truth = deal_hand(rng, wall, kind, wish) if hand is None else hand
        if hand is not None:
            for face in hand.tiles():
                wall.take(face)
        return hand_layout(truth, dims, rng), truth
    if kind == "grid":
        columns = int(rng.integers(2, 12))
        return crowds.grid(rng, wall, dims, columns * int(rng.integers(1, 7)), columns=columns), SceneTruth(kind)
    if kind == "loose":
        return crowds.loose(rng, wall, dims, int(rng.integers(4, 46))), SceneTruth(kind)
    return crowds.closeup(rng, wall, dims), SceneTruth(kind)


def _around(kind: str, wall: Wall, body: Body, hand: list[Placed], rng: np.random.Generator) -> list[Placed]:
    dims = body.dims
    if kind == "table":
        tidy = bool(rng.random() < 0.7)
        return crowds.fitting(crowds.table_around(rng, wall, dims, tidy), hand, dims)
    extra: list[Placed] = []
    top = max(float(p.at[1]) for p in hand)
    if rng.random() < 0.35:
        away = top + float(rng.uniform(4.0, 9.0))
        spread = (float(rng.uniform(3, 8)), float(rng.uniform(1.5, 4)))
        count = int(rng.integers(6, 45))
        extra += crowds.pile(rng, wall, count, dims, (float(rng.normal(0, 3)), away), spread, on_edge=0.04)
    for _ in range(int(rng.choice((0, 1, 2), p=(0.6, 0.25, 0.15)))):
        start = (float(rng.uniform(-10, 4)), top + float(rng.uniform(2.5, 9.0)))
        extra += crowds.wall_piece(
            rng, wall, dims, start, float(rng.normal(0, 0.4)), int(rng.integers(2, 12)), high=int(rng.integers(1, 3))
        )
    kept: list[Placed] = []
    for tile in crowds.fitting(extra, hand, dims):
        near = [k for k in kept if np.abs(k.at[:2] - tile.at[:2]).max() < 1.7 and k.pose != tile.pose]
        if not near:
            kept.append(tile)
    return kept


def _camera(kind: str, main: Floats, body: Body, size: tuple[int, int], view: View, rng: np.random.Generator) -> Camera:
    free = kind in ("grid", "loose", "closeup")
    elevation = float(np.clip(rng.normal(62, 16), 24, 90))
    if kind == "rack":
        elevation = float(rng.uniform(14, 55))
    elif rng.random() < 0.15:
        elevation = float(rng.uniform(75, 90))
    yaw = float(rng.normal(0, 9))
    if free:
        yaw = float(rng.uniform(0, 360))
    elif rng.random() < 0.06:
        yaw = float(rng.uniform(0, 360)) if kind != "rack" else float(rng.uniform(-45, 45))
    elif rng.random() < 0.2:
        yaw = float(rng.normal(0, 28))
    roll = float(rng.normal(0, 2.5) if rng.random() < 0.85 else rng.normal(0, 14))
    if kind != "rack" and rng.random() < 0.03:
        roll += 90.0 * float(rng.integers(1, 4))
    fill = float(rng.uniform(0.72, 1.0) if rng.random() < 0.75 else rng.uniform(0.45, 0.8))
    if kind == "table":
        fill = float(rng.uniform(0.55, 1.0))
    elif kind == "closeup":
        fill = float(rng.uniform(0.3, 0.95))
    elif rng.random() < 0.06:
        fill = float(rng.uniform(1.0, 1.12))
    low = 0.0 if kind == "table" else -0.6
    shift = (float(rng.uniform(-0.9, 0.9)), float(rng.uniform(low, 0.9)))
    if view.fill is not None:
        shift = (shift[0] * 0.3, 0.25)
    margin = np.array([0.62, body.dims.h * 0.5, body.dims.d * 0.5])
    signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype=np.float64)
    points = (main[:, None] + signs * margin).reshape(-1, 3)
    return fit_camera(
        points,
        size,
        elevation=np.deg2rad(elevation if view.elevation is None else view.elevation),
        yaw=np.deg2rad(yaw if view.yaw is None else view.yaw),
        roll=np.deg2rad(roll if view.roll is None else view.roll),
        view_angle=np.deg2rad(rng.choice((rng.uniform(60, 76), rng.uniform(28, 48)), p=(0.75, 0.25))),
        fill=fill if view.fill is None else view.fill,
        shift=shift,
    )
