"""What the trainers draw from: whose faces rendered tiles bear, rendered scenes, and flat rows of tiles seen close."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path

import cv2
import numpy as np

from datasets.faces import ArtSet, DrawnSet, art_set, crop_faces, random_set
from datasets.faces.bamboo import StickStyle
from datasets.scenes import BACK, Scene, SceneTile, TileSet, render_scene
from models.training.namer_augment import BANK_HEIGHT, BANK_WIDTH, BANK_ZOOM
from models.training.namer_bank import Entry, background, paste

FIRST_FLOWER = 34
ART_IN_SCENES = ("hongkong", "english")
ROW_ENTRIES = 10
SEEDS_TRIED = 64
FLAT = 0.5
"""A side whose normal is further from the camera's direction than this cosine tells is seen flat."""
SETS_COMPARED = 4
"""Of so many drawn sets the hardest is taken where a hard one is wanted."""
FLOWERS_OFTENER = 3.0
"""How much oftener a flower is drawn than another face: no two sets draw them alike."""


class MixedShopSet:
    """A set put together from whole-tile pictures of many sets; each face keeps its picture."""

    def __init__(self, pictures: dict[int, list[np.ndarray]], rng: np.random.Generator) -> None:
        self._chosen = {face: held[rng.integers(len(held))] for face, held in pictures.items()}
        self.body_colour = tuple(int(v) for v in self._chosen[0][2:-2, 2:-2].reshape(-1, 3).max(0))

    def has(self, face: int) -> bool:
        """Whether some picture shows this face."""
        return face in self._chosen

    def face(self, face: int, height: int) -> np.ndarray:
        """RGBA (height, height * 3 // 4, 4), opaque."""
        picture = cv2.resize(self._chosen[face], (height * 3 // 4, height), interpolation=cv2.INTER_AREA)
        return np.dstack([picture, np.full(picture.shape[:2], 255, np.uint8)])


class SpreadSet:
    """A set whose ink covers more or less of the face: makers leave hardly a rim or a third of the face."""

    def __init__(self, tiles: TileSet, rng: np.random.Generator) -> None:
        self._tiles = tiles
        self._spread = rng.uniform(0.85, 1.35, 2)
        self.body_colour = tiles.body_colour

    def has(self, face: int) -> bool:
        """Whether the set has this face."""
        return self._tiles.has(face)

    def face(self, face: int, height: int) -> np.ndarray:
        """RGBA (height, height * 3 // 4, 4), the ink never nearer than 3 % to the edge on account of the spreading."""
        ink = self._tiles.face(face, height)
        rows, columns = np.flatnonzero(ink[..., 3].any(1)), np.flatnonzero(ink[..., 3].any(0))
        if not len(rows):
            return ink
        height, width = ink.shape[:2]
        reach_x = max(width / 2 - columns[0], columns[-1] - width / 2, 1)
        reach_y = max(height / 2 - rows[0], rows[-1] - height / 2, 1)
        sx = max(min(1.0, self._spread[0]), min(self._spread[0], 0.47 * width / reach_x))
        sy = max(min(1.0, self._spread[1]), min(self._spread[1], 0.47 * height / reach_y))
        matrix = np.array([[sx, 0, (1 - sx) * width / 2], [0, sy, (1 - sy) * height / 2]], np.float32)
        return cv2.warpAffine(ink, matrix, (width, height), flags=cv2.INTER_LINEAR)


class FilledSet:
    """Published art, its missing faces (flowers, mostly) taken from another set."""

    def __init__(self, art: ArtSet, filling: TileSet) -> None:
        self._art, self._filling = art, filling
        self.body_colour = art.body_colour

    def has(self, face: int) -> bool:
        """Whether the art or its filling has this face."""
        return self._art.has(face) or self._filling.has(face)

    def face(self, face: int, height: int) -> np.ndarray:
        """RGBA (height, height * 3 // 4, 4)."""
        return (self._art if self._art.has(face) else self._filling).face(face, height)


@cache
def shop_pictures(root: Path) -> dict[int, list[np.ndarray]]:
    held: dict[int, list[np.ndarray]] = {}
    for crop in crop_faces(root):
        held.setdefault(crop.face, []).append(crop.load())
    return held


class TrainingFaces:
    """Mostly sets drawn by our own generator; some of published art, some mixed from shop pictures."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def __call__(self, rng: np.random.Generator) -> TileSet:
        draw = rng.random()
        if draw < 0.08:
            return MixedShopSet(shop_pictures(self.root), rng)
        if draw < 0.18:
            return FilledSet(art_set(self.root, str(rng.choice(ART_IN_SCENES)), rng), random_set(rng))
        return SpreadSet(stout_set(rng) if draw < 0.4 else random_set(rng), rng)


def stout_set(rng: np.random.Generator) -> DrawnSet:
    """Of some drawn sets the one with the stoutest bamboo sticks, which are easily taken for dots."""
    return min((random_set(rng) for _ in range(SETS_COMPARED)), key=lambda tiles: _slenderness(tiles.style.sticks))


def _slenderness(sticks: StickStyle) -> float:
    """How little a stick looks like an oval; two segments look most like one."""
    return sticks.one_length / sticks.slender * (0.8 if sticks.segments == 2 else 1.0)


@lru_cache(maxsize=4)
def training_faces(root: Path) -> TrainingFaces:
    return TrainingFaces(root)


def render_training_scene(seed: int, root: Path) -> Scene:
    """The scene of a seed as the trainers see it."""
    return render_scene(seed, faces=training_faces(root))


def render_far_hands(seed: int, root: Path) -> Scene:
    """A table at which other players' tiles are seen from behind: of the seeds tried the first that has some, or the
    last."""
    for other in range(seed * SEEDS_TRIED, (seed + 1) * SEEDS_TRIED):
        scene = render_scene(other, faces=training_faces(root), kind="table", labels_only=True)
        if any(stands_far(tile) for tile in scene.tiles):
            break
    return render_scene(other, faces=training_faces(root), kind="table")


def stands_far(tile: SceneTile) -> bool:
    """Whether this is a standing tile seen from behind and flat, as those of the other players are."""
    return tile.face == BACK and tile.pose == "standing" and tile.facing < FLAT and tile.visible >= 0.5


def flat_row_entries(rng: np.random.Generator, root: Path, art: tuple[str, ...]) -> Iterator[Entry]:
    """Tiles of one set, each among two others of it, as seen from straight above; bank pictures."""
    faces = np.arange(42)
    tiles: TileSet = SpreadSet(stout_set(rng) if rng.random() < 0.25 else random_set(rng), rng)
    if art:
        drawn = art_set(root, str(rng.choice(art)), rng)
        faces = np.array([face for face in faces if drawn.has(int(face))])
        tiles = drawn
    height = round(BANK_HEIGHT / BANK_ZOOM)
    width = round(BANK_WIDTH / BANK_ZOOM)
    body = _body_colour(rng)
    chances = np.where(faces >= FIRST_FLOWER, FLOWERS_OFTENER, 1.0)
    chosen = rng.choice(faces, size=min(ROW_ENTRIES, len(faces)), replace=False, p=chances / chances.sum())
    blank = _blank_tile(rng, body, width, height)
    pictures = []
    for face in chosen:
        ink = tiles.face(int(face), 160)
        if rng.random() < 0.3:
            ink = _squeeze(ink, rng)
        pictures.append(_inked(blank, cv2.resize(ink, (width, height), interpolation=cv2.INTER_AREA)))
    side = np.clip(body * rng.uniform(0.4, 1.0) if rng.random() < 0.5 else rng.integers(0, 256, 3), 0, 255)
    strip, above = int(rng.integers(0, 34)), rng.random() < 0.35
    gap, tall = int(rng.integers(0, 4)), int(rng.integers(-3, 4))
    for index, face in enumerate(chosen):
        canvas = background(rng)
        top, left = (BANK_HEIGHT - height) // 2, (BANK_WIDTH - width) // 2
        alone = rng.random() < 0.15
        for offset in (-1, 1, 0):
            if offset and (alone or rng.random() < 0.1):
                continue
            picture = pictures[index] if offset == 0 else pictures[rng.integers(len(pictures))]
            x, y = left + offset * (width + gap), top + (tall if offset else 0)
            if strip:
                edge = np.full((strip, width, 3), side, np.uint8)
                paste(canvas, edge, x, y - strip if above else y + height)
            paste(canvas, picture, x, y)
        yield Entry(canvas, int(face), True)


def _body_colour(rng: np.random.Generator) -> np.ndarray:
    if rng.random() < 0.12:
        return rng.integers(60, 256, 3).astype(np.float32)
    white = rng.uniform(185, 255)
    return np.clip(np.array([white, white - rng.uniform(0, 14), white - rng.uniform(0, 60)]), 0, 255)


def _blank_tile(rng: np.random.Generator, body: np.ndarray, width: int, height: int) -> np.ndarray:
    y, x = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j]
    shade = 1 + rng.normal(0, 0.05) * x + rng.normal(0, 0.05) * y
    tile = np.clip(body[None, None] * shade[..., None] + rng.normal(0, rng.uniform(0, 4), (height, width, 1)), 0, 255)
    tile = tile.astype(np.uint8)
    bevel = int(rng.integers(1, 5))
    light, dark = (
        [float(v) for v in np.clip(body * rng.uniform(1.0, 1.2), 0, 255)],
        [float(v) for v in body * rng.uniform(0.45, 0.95)],
    )
    cv2.rectangle(tile, (0, 0), (width - 1, height - 1), dark, bevel)
    if rng.random() < 0.7:
        cv2.line(tile, (0, 0), (width - 1, 0), light, bevel)
        cv2.line(tile, (0, 0), (0, height - 1), light, bevel)
    return tile


def _inked(blank: np.ndarray, ink: np.ndarray) -> np.ndarray:
    alpha = ink[..., 3:].astype(np.float32) / 255
    return (blank * (1 - alpha) + ink[..., :3] * alpha).astype(np.uint8)


def _squeeze(ink: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """The same ink somewhat smaller or off the middle of its face."""
    height, width = ink.shape[:2]
    sx, sy = rng.uniform(0.78, 1.08, 2)
    dx, dy = rng.normal(0, 0.02, 2) * (width, height)
    matrix = np.array([[sx, 0, (1 - sx) * width / 2 + dx], [0, sy, (1 - sy) * height / 2 + dy]], np.float32)
    return cv2.warpAffine(ink, matrix, (width, height), flags=cv2.INTER_LINEAR)
