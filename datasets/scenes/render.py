"""From a seed to a labelled picture."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass

import cv2
import numpy as np

from datasets.scenes import crowds
from datasets.scenes.depth import paint_order
from datasets.scenes.geometry import NEAR, Camera, fit_camera
from datasets.scenes.hands import HandWish, Wall, deal_hand
from datasets.scenes.layouts import Placed, hand_layout
from datasets.scenes.materials import Body, Light, random_body, random_light
from datasets.scenes.paint import Canvas, Inks, TilePainter, TileShapes, shapes
from datasets.scenes.people import reach_in
from datasets.scenes.photo import photograph
from datasets.scenes.props import Prop, clutter, rack_bars
from datasets.scenes.surroundings import Table
from datasets.scenes.types import (
    BACK,
    HAND_KINDS,
    KINDS,
    FaceSource,
    Floats,
    Scene,
    SceneTile,
    SceneTruth,
    TileSet,
)

SHARED_SETS = 12
"""So many consecutive seeds share one tile set, whose faces are then drawn only once."""

_SIZES = ((960, 720), (720, 960), (960, 540), (960, 720), (540, 960), (800, 800))
_WEIGHTS = {"row": 0.2, "hand": 0.2, "two-row": 0.1, "rack": 0.12, "table": 0.18, "grid": 0.07, "loose": 0.08,
            "closeup": 0.05}  # fmt: skip
_KEPT_SETS = 24
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
    wish: HandWish | None = None,
    view: View | None = None,
) -> Scene:
    """The picture of `seed`: the same arguments give the same scene.

    `size` is (width, height) in pixels. `faces` makes the tile set unless `tile_set` is given; `kind` is one of
    KINDS. ValueError names an unknown kind.
    """
    rng = np.random.default_rng([seed, 1])
    if kind is None:
        kind = str(rng.choice(list(_WEIGHTS), p=list(_WEIGHTS.values())))
    if kind not in KINDS:
        raise ValueError(f"kind {kind!r} is none of {', '.join(KINDS)}")
    view = view or View()
    size = size or _SIZES[int(rng.integers(len(_SIZES)))]
    inks = _inks(seed, kind, faces, tile_set, size)
    body, light = random_body(rng, inks.tile_set.body_colour), random_light(rng)
    wall = Wall(tuple(f for f in range(42) if not inks.tile_set.has(f)))
    placed, truth = _lay_out(kind, wall, body, rng, wish)
    main = np.stack([p.at for p in placed if p.main])
    camera = _camera(kind, main, body, size, view, rng)
    props = rack_bars(rng, placed, body.dims) if rng.random() < 0.6 else []
    if kind in HAND_KINDS:
        placed += _around(kind, wall, body, placed, rng)
    if not view.clean and rng.random() < 0.35:
        props += clutter(rng, placed)
    return _picture(seed, placed, props, truth, body, light, inks, camera, size, view, rng)


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
    kind: str, wall: Wall, body: Body, rng: np.random.Generator, wish: HandWish | None
) -> tuple[list[Placed], SceneTruth]:
    dims = body.dims
    if kind in HAND_KINDS:
        truth = deal_hand(rng, wall, kind, wish)
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
        extra += crowds.pile(rng, wall, count, dims, (float(rng.normal(0, 3)), away), spread)
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
    fill = float(rng.uniform(0.6, 1.0))
    if kind == "table":
        fill = float(rng.uniform(0.5, 0.97))
    elif kind == "closeup":
        fill = float(rng.uniform(0.2, 0.85))
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


def _picture(
    seed: int,
    placed: list[Placed],
    props: list[Prop],
    truth: SceneTruth,
    body: Body,
    light: Light,
    inks: Inks,
    camera: Camera,
    size: tuple[int, int],
    view: View,
    rng: np.random.Generator,
) -> Scene:
    seen = shapes(placed, body, camera)
    width, height = size
    boxes = np.concatenate([seen.rings.min((1, 2)), seen.rings.max((1, 2))], axis=1)
    inside = (
        (seen.nearest > NEAR) & (boxes[:, 2] > 0) & (boxes[:, 3] > 0) & (boxes[:, 0] < width) & (boxes[:, 1] < height)
    )
    main = np.array([p.main for p in placed])
    spots = seen.centres[main]
    bounds = (
        float(spots[:, 0].min()) - 0.7,
        float(spots[:, 1].min()) - 0.7,
        float(spots[:, 0].max()) + 0.7,
        float(seen.centres[:, 1].max()) + 0.7,
    )
    faces_px = seen.face[main]
    scale = float(np.median(np.linalg.norm(faces_px[:, 0] - faces_px[:, 1], axis=1)))
    canvas = Canvas.blank(size)
    table = Table(rng, bounds, scale, light)
    table.paint(canvas, camera)
    blocks = np.concatenate([seen.corners[inside], *(p.corners()[None] for p in props)])
    _shadows(canvas, blocks, light, camera, scale)
    painter = TilePainter(canvas, body, light, inks, seen, camera.eye)
    tints = rng.normal(1.0, 0.018, (len(placed), 1)) + rng.normal(0.0, 0.006, (len(placed), 3))
    shown = np.nonzero(inside)[0]
    for at in _order(seen, shown, boxes, props, camera):
        if at >= len(shown):
            props[at - len(shown)].paint(canvas, camera, light)
            continue
        i = int(shown[at])
        face = placed[i].true_face if seen.front[i] else BACK
        painter.paint(i, face, tints[i])
    table.paint_front(canvas, camera)
    if not view.clean and rng.random() < 0.14:
        quads = faces_px.reshape(-1, 2)
        reach_in(canvas, rng, scale, np.concatenate([quads.min(0), quads.max(0)]))
    counts = np.bincount(np.maximum(canvas.owner, 0).ravel(), minlength=len(placed) + 1)
    shine = np.where(canvas.owner > 0, 255, 0).astype(np.uint8)
    image = photograph(canvas.image, shine, body.gloss, rng, view.clean)
    tiles = []
    for i, tile in enumerate(placed):
        corners = seen.face[i].astype(np.float32)
        if not inside[i]:
            continue
        tiles.append(
            SceneTile(
                face=tile.true_face if seen.front[i] else BACK,
                corners=corners,
                visible=_share(corners, int(counts[i + 1])),
                role=tile.role,
                group=tile.group,
                from_=tile.from_,
                true_face=tile.true_face,
                facing=float(seen.facing[i]),
                pose=tile.pose,
            )
        )
    return Scene(image, tuple(tiles), truth, seed)


def _order(seen: TileShapes, shown: np.ndarray, boxes: Floats, props: list[Prop], camera: Camera) -> list[int]:
    """Tiles (by their place in `shown`), then props (counted on from there), farthest first."""
    corners, axes, extents = seen.corners[shown], seen.axes[shown], boxes[shown]
    if props:
        own = np.stack([p.corners() for p in props])
        pixels, _ = camera.project(own)
        corners = np.concatenate([corners, own])
        axes = np.concatenate([axes, np.stack([p.axes for p in props])])
        extents = np.concatenate([extents, np.concatenate([pixels.min(1), pixels.max(1)], axis=1)])
    return paint_order(corners, axes, extents, camera.eye)


def _share(corners: np.ndarray, count: int) -> float:
    """Visible share from the pixels counted; a filled polygon also takes the pixels its border runs through."""
    area = float(cv2.contourArea(corners))
    edge = float(cv2.arcLength(corners, True)) / 2
    return float(min(1.0, count / max(area + edge, 1.0)))


def _shadows(canvas: Canvas, corners: Floats, light: Light, camera: Camera, scale: float) -> None:
    """Darkens the table where boxes (N, 8, 3) keep the light away: a cast shadow and a tight one where they touch."""
    height, width = canvas.image.shape[:2]
    half = (width // 2, height // 2)
    cast, touch = np.zeros((half[1], half[0]), np.uint8), np.zeros((half[1], half[0]), np.uint8)
    slant = light.direction[:2] / max(light.direction[2], 0.35)
    ground = corners.copy()
    ground[..., :2] -= slant * corners[..., 2:3]
    ground[..., 2] = 0.0
    shadow, _ = camera.project(ground)
    foot = corners.copy()
    foot[..., 2] = 0.0
    base, _ = camera.project(foot)
    low = corners[..., 2].min(1) < 0.1
    for i in range(len(corners)):
        hull = cv2.convexHull(np.rint(shadow[i] * 8).astype(np.int32))
        cv2.fillConvexPoly(cast, hull, 255, cv2.LINE_8, 4)
        if low[i]:
            hull = cv2.convexHull(np.rint(base[i] * 8).astype(np.int32))
            cv2.fillConvexPoly(touch, hull, 255, cv2.LINE_8, 4)
    cast = cv2.GaussianBlur(cast, (0, 0), max(light.softness * scale * 0.35, 0.6))
    touch = cv2.GaussianBlur(touch, (0, 0), max(scale * 0.06, 0.6))
    dark = cv2.addWeighted(cast, light.strength, touch, 0.3, 0)
    keep = cv2.resize(255 - dark, (width, height), interpolation=cv2.INTER_LINEAR)
    canvas.image[:] = cv2.multiply(canvas.image, cv2.merge([keep] * 3), scale=1 / 255)
