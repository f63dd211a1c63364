"""A stage set with tiles and things, and what a camera sees of it."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.scenes.depth import paint_order
from datasets.scenes.geometry import NEAR, Camera
from datasets.scenes.layouts import Placed
from datasets.scenes.materials import Body, Light
from datasets.scenes.paint import Canvas, Inks, TilePainter, TileShapes, shapes
from datasets.scenes.people import reach_in
from datasets.scenes.photo import photograph
from datasets.scenes.props import Prop
from datasets.scenes.surroundings import Table
from datasets.scenes.types import BACK, Floats, Pixels, SceneTile


@dataclass(frozen=True, slots=True)
class Stage:
    """Everything before the camera."""

    placed: list[Placed]
    props: list[Prop]
    body: Body
    light: Light
    inks: Inks
    camera: Camera
    size: tuple[int, int]
    """Width and height of the picture."""
    clean: bool
    """Daylight, a steady hand, nobody reaching in."""


@dataclass(frozen=True, slots=True)
class _Seen:
    """The tiles as the camera sees them."""

    tiles: TileShapes
    boxes: Floats
    inside: NDArray[np.bool_]
    order: list[int]
    """Tiles by number, then props counted on from the number of tiles, farthest first."""


def photo(stage: Stage, rng: np.random.Generator) -> tuple[Pixels, tuple[SceneTile, ...]]:
    """The picture and its tiles."""
    seen = _see(stage)
    main = np.array([p.main for p in stage.placed])
    spots = seen.tiles.centres[main | seen.inside]
    low, high = spots.min(0) - 0.8, spots.max(0) + 0.8
    bounds = (float(low[0]), float(low[1]), float(high[0]), float(high[1]))
    sides = seen.tiles.face[main]
    scale = float(np.median(np.linalg.norm(sides[:, 0] - sides[:, 1], axis=1)))
    canvas = Canvas.blank(stage.size)
    table = Table(rng, bounds, scale, stage.light)
    table.paint(canvas, stage.camera, furnished=not stage.clean)
    blocks = np.concatenate([seen.tiles.corners[seen.inside], *(p.corners()[None] for p in stage.props)])
    _shadows(canvas, blocks, stage.light, stage.camera, scale)
    count = len(stage.placed)
    tints = rng.normal(1.0, 0.018, (count, 1)) + rng.normal(0.0, 0.006, (count, 3))
    painter = TilePainter(canvas, stage.body, stage.light, stage.inks, seen.tiles, stage.camera.eye)
    for i in seen.order:
        if i >= count:
            stage.props[i - count].paint(canvas, stage.camera, stage.light)
        else:
            painter.paint(i, stage.placed[i].true_face if seen.tiles.front[i] else BACK, tints[i])
    table.paint_front(canvas, stage.camera)
    if not stage.clean and rng.random() < 0.14:
        points = sides.reshape(-1, 2)
        reach_in(canvas, rng, scale, np.concatenate([points.min(0), points.max(0)]))
    shine = np.where(canvas.owner > 0, 255, 0).astype(np.uint8)
    image = photograph(canvas.image, shine, stage.body.gloss, rng, stage.clean)
    return image, _labelled(stage, seen, canvas)


def measured(stage: Stage) -> tuple[SceneTile, ...]:
    """The tiles without a picture: many times faster, for those who only need to know where things lie.

    Rails and hands do not hide anything here.
    """
    seen = _see(stage)
    width, height = stage.size
    canvas = Canvas(np.zeros((1, 1, 3), np.uint8), np.zeros((height, width), np.int16))
    count = len(stage.placed)
    for i in seen.order:
        if i >= count:
            stage.props[i - count].mask(canvas, stage.camera)
        else:
            outline = cv2.convexHull(seen.tiles.rings[i].reshape(-1, 2).astype(np.float32))
            canvas.own(np.asarray(outline, dtype=np.float64).reshape(-1, 2), -1)
            canvas.own(seen.tiles.face[i], i + 1)
    return _labelled(stage, seen, canvas)


def _see(stage: Stage) -> _Seen:
    tiles = shapes(stage.placed, stage.body, stage.camera)
    width, height = stage.size
    boxes = np.concatenate([tiles.rings.min((1, 2)), tiles.rings.max((1, 2))], axis=1)
    inside = (
        (tiles.nearest > NEAR) & (boxes[:, 2] > 0) & (boxes[:, 3] > 0) & (boxes[:, 0] < width) & (boxes[:, 1] < height)
    )
    shown = np.nonzero(inside)[0]
    names = [int(i) for i in shown]
    corners, axes, extents = tiles.corners[shown], tiles.axes[shown], boxes[shown]
    if stage.props:
        own = np.stack([p.corners() for p in stage.props])
        pixels, _ = stage.camera.project(own)
        corners = np.concatenate([corners, own])
        axes = np.concatenate([axes, np.stack([p.axes for p in stage.props])])
        extents = np.concatenate([extents, np.concatenate([pixels.min(1), pixels.max(1)], axis=1)])
        names += [len(stage.placed) + i for i in range(len(stage.props))]
    order = paint_order(corners, axes, extents, stage.camera.eye)
    return _Seen(tiles, boxes, inside, [names[i] for i in order])


def _labelled(stage: Stage, seen: _Seen, canvas: Canvas) -> tuple[SceneTile, ...]:
    counts = np.bincount(np.maximum(canvas.owner, 0).ravel(), minlength=len(stage.placed) + 1)
    tiles = []
    for i, tile in enumerate(stage.placed):
        if not seen.inside[i]:
            continue
        corners = seen.tiles.face[i].astype(np.float32)
        tiles.append(
            SceneTile(
                face=tile.true_face if seen.tiles.front[i] else BACK,
                corners=corners,
                visible=_share(corners, int(counts[i + 1])),
                role=tile.role,
                group=tile.group,
                from_=tile.from_,
                true_face=tile.true_face,
                facing=float(seen.tiles.facing[i]),
                pose=tile.pose,
            )
        )
    return tuple(tiles)


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
    shadow, depth = camera.project(ground)
    foot = corners.copy()
    foot[..., 2] = 0.0
    base, nearest = camera.project(foot)
    before = np.minimum(depth.min(1), nearest.min(1)) > NEAR
    low = corners[..., 2].min(1) < 0.1
    for i in np.nonzero(before)[0]:
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
