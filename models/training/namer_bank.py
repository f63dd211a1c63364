"""The namer's bank: clean pictures of single tiles with their surroundings, from photographs, shop pictures and
drawings.

Each entry is a `BANK_HEIGHT` × `BANK_WIDTH` picture, the tile upright in the middle and 1/`BANK_ZOOM` of each side;
`face` is 0–41, 42 a back, 43 no tile; `turn_known` says whether the tile's own top is truly up (labels of photographs
do not tell).
"""

from __future__ import annotations

import itertools
import multiprocessing as mp
import queue
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from datasets.real import FULLY_LABELLED_GROUPS
from datasets.scenes import Scene
from models.labelled_photos import LabelledPhoto
from models.training.boxes import box_corners
from models.training.namer_augment import BANK_HEIGHT, BANK_WIDTH, BANK_ZOOM
from models.training.namer_net import BACK, NOT_A_TILE

WHITE, FIRST_FLOWER = 33, 34
LIKE_A_FACE = 24
"""A back whose colour is nearer than this to that of the faces beside it looks like a blank face."""
SOURCES = ("photographs", "shop pictures", "drawn", "art", "scenes")


@dataclass
class Entry:
    image: np.ndarray
    face: int
    turn_known: bool


def cut(image: np.ndarray, corners: np.ndarray) -> np.ndarray:
    """The bank picture around a tile with these corners (own top-left first), (BANK_HEIGHT, BANK_WIDTH, 3)."""
    width, height = BANK_WIDTH / BANK_ZOOM, BANK_HEIGHT / BANK_ZOOM
    left, top = (BANK_WIDTH - width) / 2, (BANK_HEIGHT - height) / 2
    target = np.array(
        [[left, top], [left + width, top], [left + width, top + height], [left, top + height]], np.float32
    )
    source = np.asarray(corners, np.float32)
    # a perspective through the four corners runs wild outside them: take the best affine map instead
    middle = source.mean(0)
    across = (source[1] - source[0] + source[2] - source[3]) / 4
    down = (source[3] - source[0] + source[2] - source[1]) / 4
    frame = np.array([middle - across - down, middle + across - down, middle + across + down], np.float32)
    matrix = cv2.getAffineTransform(frame, target[:3])
    shrink = max(np.linalg.norm(across) * 2 / width, np.linalg.norm(down) * 2 / height)
    if shrink > 1.5:
        image = cv2.blur(image, (round(shrink),) * 2)
    return cv2.warpAffine(
        image, matrix, (BANK_WIDTH, BANK_HEIGHT), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101
    )


def photograph_entries(
    photos: list[LabelledPhoto], pseudo: dict[str, tuple[np.ndarray, np.ndarray, np.ndarray]]
) -> Iterator[Entry]:
    for photo in photos:
        if photo.extreme:
            continue
        image = photo.pixels()
        if photo.name in pseudo:
            fractions, faces, turn_known = pseudo[photo.name]
            corners = fractions * np.array([image.shape[1], image.shape[0]], np.float32)
            for tile, face, known in zip(corners, faces, turn_known, strict=False):
                yield Entry(cut(image, tile), int(face), bool(known))
            continue
        if photo.looseness > 0.05:
            continue
        tiles = box_corners(photo.pixel_boxes(image.shape))
        for tile, face in zip(tiles, photo.faces, strict=True):
            yield Entry(cut(image, tile), int(face), False)
        rng = np.random.default_rng(len(tiles))
        if photo.group in FULLY_LABELLED_GROUPS:
            yield from empty_windows(image, tiles, rng, 3)
        plain = [tile for tile, face in zip(tiles, photo.faces, strict=True) if face != WHITE]
        yield from inner_windows(image, plain, rng, 3)


def crop_entries(root: Path, seed: int, variants: int = 4) -> Iterator[Entry]:
    """Whole-tile shop pictures among made-up surroundings."""
    from datasets.faces import crop_faces

    rng = np.random.default_rng(seed)
    tiles = [(crop.face, crop.load()) for crop in crop_faces(root)]
    for face, image in tiles:
        for _ in range(variants):
            neighbours = [tiles[rng.integers(len(tiles))][1] for _ in range(2)]
            yield Entry(surround(image, neighbours, rng), face, True)


def surround(tile: np.ndarray, neighbours: list[np.ndarray], rng: np.random.Generator) -> np.ndarray:
    """Sets a whole-tile picture into the middle of a bank picture, over cloth or between other tiles."""
    canvas = background(rng)
    width, height = round(BANK_WIDTH / BANK_ZOOM), round(BANK_HEIGHT / BANK_ZOOM)
    top, left = (BANK_HEIGHT - height) // 2, (BANK_WIDTH - width) // 2
    if rng.random() < 0.6:
        gap = int(rng.integers(0, 5))
        for side, other in zip((left - width - gap, left + width + gap), neighbours, strict=False):
            if rng.random() < 0.85:
                paste(
                    canvas,
                    cv2.resize(other, (width, height), interpolation=cv2.INTER_AREA),
                    side,
                    top + int(rng.integers(-4, 5)),
                )
    paste(canvas, cv2.resize(tile, (width, height), interpolation=cv2.INTER_AREA), left, top)
    return canvas


def paste(canvas: np.ndarray, picture: np.ndarray, x: int, y: int) -> None:
    height, width = picture.shape[:2]
    x0, y0, x1, y1 = max(0, x), max(0, y), min(canvas.shape[1], x + width), min(canvas.shape[0], y + height)
    if x1 > x0 and y1 > y0:
        canvas[y0:y1, x0:x1] = picture[y0 - y : y1 - y, x0 - x : x1 - x]


def background(rng: np.random.Generator) -> np.ndarray:
    """A patch of something that is no tile: flat, cloth, wood or blotches of colour."""
    colour = rng.integers(0, 256, 3)
    if rng.random() < 0.3:
        colour = np.array([rng.integers(20, 90), rng.integers(70, 150), rng.integers(40, 100)])
    small = rng.normal(
        0, rng.uniform(0, 40), (rng.integers(2, 14), rng.integers(2, 12), 3 if rng.random() < 0.3 else 1)
    )
    field = cv2.resize(small.astype(np.float32), (BANK_WIDTH, BANK_HEIGHT), interpolation=cv2.INTER_CUBIC)
    field = field.reshape(BANK_HEIGHT, BANK_WIDTH, -1)
    grain = rng.normal(0, rng.uniform(0, 12), (BANK_HEIGHT, BANK_WIDTH, 1))
    if rng.random() < 0.3:
        grain = cv2.blur(grain, (int(rng.integers(1, 40)), 1)).reshape(BANK_HEIGHT, BANK_WIDTH, 1) * 3
    return np.clip(colour + field + grain, 0, 255).astype(np.uint8)


def scene_entries(scene: Scene, rng: np.random.Generator, limit: int = 24) -> Iterator[Entry]:
    """Tiles of a rendered scene, and a few windows that hold none."""
    tiles = np.array([tile.corners for tile in scene.tiles], np.float32).reshape(-1, 4, 2)
    shown = [tile for tile in scene.tiles if tile.visible >= 0.7 and _side(tile.corners) >= 26]
    order = rng.permutation(len(shown))
    backs = [shown[i] for i in order if shown[i].face == BACK][: limit // 6]
    faces = [shown[i] for i in order if shown[i].face < BACK]
    faces = sorted(faces, key=lambda tile: tile.face < FIRST_FLOWER)[:limit]  # flowers are few, and no two sets' alike
    entries = [Entry(cut(scene.image, tile.corners), tile.face, tile.face < BACK) for tile in faces + backs]
    ground = np.median([_ground(entry.image) for entry in entries if entry.face < BACK] or [[0, 0, 0]], axis=0)
    for entry in entries:
        # A back of the faces' own colour would teach that blank white dragons are backs; only its place tells it.
        if entry.face < BACK or np.abs(_ground(entry.image) - ground).max() > LIKE_A_FACE:
            yield entry
    yield from empty_windows(scene.image, tiles, rng, 3)
    yield from inner_windows(scene.image, [tile.corners for tile in faces if tile.face != WHITE], rng, 3)
    yield from print_windows(rng, 5)


def _ground(image: np.ndarray) -> np.ndarray:
    """The colour of the tile in the middle of a bank picture, ink left aside; (3,)."""
    height, width = image.shape[:2]
    middle = image[height * 3 // 10 : height * 7 // 10, width * 3 // 10 : width * 7 // 10].reshape(-1, 3)
    bright = middle[middle.sum(1) >= np.percentile(middle.sum(1), 60)]
    return np.asarray(np.median(bright, axis=0))


def inner_windows(image: np.ndarray, tiles: list[np.ndarray], rng: np.random.Generator, count: int) -> Iterator[Entry]:
    """Parts of large faces, none of the tile's own edges in sight: a pip, a stroke, half a stick. No tile."""
    large = [corners for corners in tiles if _side(corners) >= 44]
    for _ in range(count if large else 0):
        corners = np.asarray(large[rng.integers(len(large))], np.float32)
        middle = corners.mean(0)
        across = (corners[1] - corners[0] + corners[2] - corners[3]) / 2
        down = (corners[3] - corners[0] + corners[2] - corners[1]) / 2
        share = rng.uniform(0.18, 0.42)
        x, y = rng.uniform(-0.3, 0.3, 2)
        place = middle + across * x + down * y
        part = (corners - middle) * share * np.array([1.0, rng.uniform(0.8, 1.2)], np.float32) + place
        yield Entry(cut(image, part), NOT_A_TILE, False)


def print_windows(rng: np.random.Generator, count: int) -> Iterator[Entry]:
    """Windows upon printed matter and patterns."""
    from models.training.clutter import patches

    for _ in range(count):
        page = patches()[rng.integers(len(patches()))]
        height, width = page.shape[:2]
        w = min(width, height) * rng.uniform(0.12, 0.7)
        h = w * rng.uniform(0.9, 1.6)
        middle = (rng.uniform(0, width), rng.uniform(0, height))
        corners = cv2.boxPoints((middle, (w, h), rng.uniform(-20, 20)))[[1, 2, 3, 0]]
        yield Entry(cut(page, corners), NOT_A_TILE, False)


def empty_windows(image: np.ndarray, tiles: np.ndarray, rng: np.random.Generator, count: int) -> Iterator[Entry]:
    """Windows of a tile's size that touch no tile, or only the edge of one."""
    height, width = image.shape[:2]
    taken = np.zeros((height, width), np.uint8)
    for corners in tiles:
        cv2.fillConvexPoly(taken, corners.astype(np.int32), 1)
    typical = float(np.median([_side(corners) for corners in tiles])) if len(tiles) else width / 14
    for _ in range(count * 4):
        w = typical * rng.uniform(0.7, 1.5)
        h = w * rng.uniform(1.0, 1.5)
        if w < 12 or w >= width or h >= height:
            continue
        x, y = rng.uniform(0, width - w), rng.uniform(0, height - h)
        if taken[int(y) : int(y + h), int(x) : int(x + w)].mean() > 0.12:
            continue
        turned = cv2.boxPoints(((x + w / 2, y + h / 2), (w, h), rng.uniform(-30, 30)))
        corners = turned[[1, 2, 3, 0]]
        yield Entry(cut(image, corners), NOT_A_TILE, False)
        count -= 1
        if count == 0:
            return


def _side(corners: np.ndarray) -> float:
    corners = np.asarray(corners)
    return float(min(np.linalg.norm(corners[1] - corners[0]), np.linalg.norm(corners[3] - corners[0])))


def fill_forever(out: mp.Queue, make: Callable[[int], tuple[str, Sequence[object]]], rest: float) -> None:
    """Fills `out` with what `make` gives for the turns 1, 2, …: a source and its entries. Sleeps `rest` times as long
    as it works; a turn that fails is told and passed over."""
    cv2.setNumThreads(1)
    for turn in itertools.count(1):
        began = time.monotonic()
        try:
            made = make(turn)
            time.sleep(rest * (time.monotonic() - began))
            out.put(made)
        except Exception as error:
            print(f"bank: {type(error).__name__}: {error}", flush=True)


def produce_forever(out: mp.Queue, seed: int, root: Path, art: tuple[str, ...], rest: float) -> None:
    """Fills `out` with the entries of drawn rows, recoloured art and rendered scenes in turn."""
    from models.training.scene_source import flat_row_entries, render_training_scene

    rng = np.random.default_rng(seed)

    def make(turn: int) -> tuple[str, list[Entry]]:
        if turn % 4 == 0:
            scene = render_training_scene(seed * 10_000_000 + turn // 4, root)
            return "scenes", list(scene_entries(scene, rng))
        source = "art" if turn % 8 == 1 and art else "drawn"
        return source, list(flat_row_entries(rng, root, art if source == "art" else ()))

    fill_forever(out, make, rest)


class Bank:
    """The newest entries of every source, drawn so that each source has its share and each face its chance in it; of
    one face's those that were hard to name oftener."""

    def __init__(self, capacity: dict[str, int], shares: dict[str, float], face_weights: np.ndarray) -> None:
        self.shares, self.capacity, self.face_weights = shares, capacity, face_weights
        self.added = dict.fromkeys(SOURCES, 0)
        self.start, total = {}, 0
        for source in SOURCES:
            self.start[source] = total
            total += capacity[source]
        self.images = np.zeros((total, BANK_HEIGHT, BANK_WIDTH, 3), np.uint8)
        self.faces = np.full(total, -1, np.int64)
        self.turn_known = np.zeros(total, np.bool_)
        self._hardness = np.ones(total)
        self._sums = np.zeros(total)

    def add(self, source: str, entries: list[Entry]) -> None:
        if self.capacity[source] == 0:
            return
        for entry in entries:
            place = self.start[source] + self.added[source] % self.capacity[source]
            self.images[place], self.faces[place], self.turn_known[place] = entry.image, entry.face, entry.turn_known
            self._hardness[place] = 1.0
            self.added[source] += 1

    def weigh(self) -> None:
        """Recomputes the chance of each entry; call it after adding."""
        weights = np.zeros(len(self.faces))
        for source in SOURCES:
            part = slice(self.start[source], self.start[source] + self.capacity[source])
            faces = self.faces[part]
            there = faces >= 0
            if not there.any():
                continue
            counts = np.bincount(faces[there], minlength=len(self.face_weights))
            # a face with a handful of pictures in a source must not be seen ten thousand times: soften the balance
            chance = self.face_weights / np.maximum(counts, 6)
            hardness = np.where(there, self._hardness[part], 0.0)
            usual = np.bincount(faces[there], hardness[there], len(self.face_weights)) / np.maximum(counts, 1)
            known = np.maximum(faces, 0)
            own = chance[known] * hardness / np.maximum(usual[known], 1e-9)
            weights[part] = own / own.sum() * self.shares[source]
        self._sums = np.cumsum(weights)

    def draw(self, count: int, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Images (B, 156, 120, 3), faces (B,), whether the top is known (B,), and where in the bank they are (B,)."""
        index = np.searchsorted(self._sums, rng.random(count) * self._sums[-1], side="right")
        return self.images[index], self.faces[index], self.turn_known[index], index

    def tell(self, index: np.ndarray, losses: np.ndarray) -> None:
        """What the entries at these places (B,) cost (B,) when they were drawn. The costliest weigh at most five times
        as much as the easiest, since some cannot be named at all."""
        self._hardness[index] += 0.4 * (np.clip(0.5 + losses, 0.5, 2.5) - self._hardness[index])


class Producers:
    def __init__(self, count: int, seed: int, root: Path, art: tuple[str, ...], rest: float = 0.0) -> None:
        context = mp.get_context("spawn")
        self.queue: mp.Queue = context.Queue(maxsize=128)
        self.processes = [
            context.Process(target=produce_forever, args=(self.queue, seed * 1000 + i, root, art, rest), daemon=True)
            for i in range(count)
        ]
        for process in self.processes:
            process.start()

    def drain(self, bank: Bank, batches: int, wait: bool = False) -> int:
        got = 0
        for _ in range(batches):
            try:
                source, entries = self.queue.get(timeout=60 if wait else 0.02)
            except queue.Empty:
                break
            bank.add(source, entries)
            got += len(entries)
        return got

    def stop(self) -> None:
        for process in self.processes:
            process.terminate()
