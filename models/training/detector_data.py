"""Pictures for the detector: a pool refilled by rendering processes while training goes on, and windows cut from it.

Rendering is slower than training, so pictures stay in the pool and every use sees a small window of one under a fresh
similarity (turn, scale, shift) and fresh light; the scale is drawn so that tiles of every size are met. Labels travel
as the four corners of each tile; the part of a photograph where nobody labelled anything travels as a mask that the
loss leaves out.
"""

from __future__ import annotations

import math
import multiprocessing as mp
import queue
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch
import torch.nn.functional as nnf

from datasets.real import unlabelled_mask
from models.labelled_photos import LabelledPhoto
from models.training.boxes import box_corners, turned_boxes
from models.training.clutter import litter

MASK_STRIDE = 8
TILE_WIDTHS = (13.0, 190.0)
"""Pixels across a tile in the windows, between which its scale is drawn."""
GREY = 114
BACK_KIND = 1
LITTERED = 0.35
"""The share of windows into which things are pasted that are no tiles."""
AT_ANY_ANGLE = 0.28
"""The share of windows turned by any angle: rows at 45° are the hardest to part into tiles."""
FAR_HANDS_EVERY = 3
"""Every so many scenes one is a table with other players' tiles seen from behind, which are rare and hard to find."""
UPON_BACKS = 0.2
"""The share of windows upon a face-down tile, where there is one: far walls, seen flat, are the most often missed."""
UPON_FAR_HANDS = 0.3
"""The share of windows upon another player's standing tile, where there is one."""
BACK_WIDTHS = (9.0, 40.0)
"""Pixels across that tile, between which its scale is drawn."""
SEEDS_EACH = 1_000_000
"""Seeds of one rendering process follow on each other, since neighbouring seeds share a tile set."""


@dataclass
class Sample:
    """One picture: `image` (H, W, 3) uint8 RGB, `corners` (n, 4, 2) own top-left first, `kinds` (n,) 0 face / 1 back,
    `ignore` (H, W) uint8, 1 where the loss is to look away, or None; `far` (n,) whether it stands and is seen from
    behind and flat."""

    image: np.ndarray
    corners: np.ndarray
    kinds: np.ndarray
    ignore: np.ndarray | None
    far: np.ndarray | None = None


def load_pseudo_labels(path: Path | None) -> dict[str, tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """Corners, kinds and quads to ignore by photo name, as written by `models.training.pseudo_label`."""
    if path is None:
        return {}
    stored = np.load(path)
    names = sorted({key.rsplit("/", 1)[0] for key in stored.files})
    return {name: (stored[f"{name}/corners"], stored[f"{name}/kinds"], stored[f"{name}/ignore"]) for name in names}


def real_samples(
    photos: list[LabelledPhoto], pseudo: dict[str, tuple[np.ndarray, np.ndarray, np.ndarray]]
) -> Iterator[Sample]:
    """The labelled photographs; those with loose boxes only where the pseudo-labels have made them tight."""
    for photo in photos:
        if photo.extreme:
            continue
        image = photo.pixels()
        if photo.name in pseudo:
            size = np.array([image.shape[1], image.shape[0]], np.float32)
            fractions, kinds, doubtful = pseudo[photo.name]
            mask = np.zeros(image.shape[:2], np.uint8)
            for quad in doubtful * size:
                cv2.fillConvexPoly(mask, quad.astype(np.int32), 1)
            yield Sample(image, fractions * size, kinds, mask)
            continue
        if photo.looseness > 0.05 or photo.group == "layout":
            continue
        corners = box_corners(photo.pixel_boxes(image.shape))
        yield Sample(
            image, corners, np.zeros(len(corners), np.int64), unlabelled_mask(photo, image.shape).astype(np.uint8)
        )


def scene_sample(seed: int, root: Path) -> Sample:
    from models.training.scene_source import render_far_hands, render_training_scene, stands_far

    scene = render_training_scene(seed, root) if seed % FAR_HANDS_EVERY else render_far_hands(seed, root)
    shown = [tile for tile in scene.tiles if tile.visible >= 0.35]
    corners = np.array([tile.corners for tile in shown], np.float32).reshape(-1, 4, 2)
    kinds = np.array([int(tile.face == 42) for tile in shown], np.int64)
    hidden = [tile for tile in scene.tiles if tile.visible < 0.35]
    mask = np.zeros(scene.image.shape[:2], np.uint8)
    for tile in hidden:
        cv2.fillConvexPoly(mask, np.asarray(tile.corners, np.int32), 1)
    far = np.array([stands_far(tile) for tile in shown], bool)
    return Sample(scene.image, corners, kinds, mask if hidden else None, far)


def render_forever(out: mp.Queue, first_seed: int, root: Path, rest: float) -> None:
    """Renders seed after seed into `out`, sleeping `rest` times as long as it works."""
    cv2.setNumThreads(1)
    seed = first_seed
    while True:
        began = time.monotonic()
        try:
            sample = scene_sample(seed, root)
            time.sleep(rest * (time.monotonic() - began))
            out.put(sample)
        except Exception as error:
            print(f"scene {seed}: {type(error).__name__}: {error}", flush=True)
        seed += 1


class Pool:
    """The newest pictures; a new one replaces the oldest."""

    def __init__(self, capacity: int) -> None:
        self.samples: list[Sample] = []
        self.capacity = capacity
        self.added = 0

    def add(self, sample: Sample) -> None:
        if len(self.samples) < self.capacity:
            self.samples.append(sample)
        else:
            self.samples[self.added % self.capacity] = sample
        self.added += 1


class Renderers:
    """Processes that render scenes; `drain` moves what they have finished into a pool."""

    def __init__(self, count: int, first_seed: int, root: Path, rest: float = 0.0) -> None:
        context = mp.get_context("spawn")
        self.queue: mp.Queue = context.Queue(maxsize=max(16, 2 * count))
        self.processes = [
            context.Process(
                target=render_forever, args=(self.queue, first_seed + i * SEEDS_EACH, root, rest), daemon=True
            )
            for i in range(count)
        ]
        for process in self.processes:
            process.start()

    def drain(self, pool: Pool, at_least: int = 0) -> int:
        got = 0
        while True:
            try:
                pool.add(self.queue.get(timeout=60 if got < at_least else 0.01))
                got += 1
            except queue.Empty:
                return got

    def stop(self) -> None:
        for process in self.processes:
            process.terminate()


def draw_batch(
    pools: list[tuple[Pool, int]], size: int, rng: np.random.Generator, device: torch.device
) -> dict[str, torch.Tensor]:
    """A training batch from several pools: `img` (B, 3, size, size) float 0–1, `batch_idx`, `cls`, `bboxes` (n, 5:
    centre x, y, width, height as fractions, angle in radians), `keep` (B, 1, size/8, size/8) 1 where the loss looks."""
    images, keeps, indices, kinds, boxes = [], [], [], [], []
    for pool, count in pools:
        for _ in range(count):
            sample = pool.samples[rng.integers(len(pool.samples))]
            image, keep, found, kind = cut_window(sample, size, rng)
            indices += [len(images)] * len(found)
            images.append(image)
            keeps.append(keep)
            boxes.append(found)
            kinds.append(kind)
    pixels = torch.from_numpy(np.stack(images)).to(device).permute(0, 3, 1, 2).float() / 255
    return {
        "img": change_light(pixels, rng),
        "keep": torch.from_numpy(np.stack(keeps)).to(device)[:, None],
        "batch_idx": torch.tensor(indices, dtype=torch.float32, device=device),
        "cls": torch.from_numpy(np.concatenate(kinds)).float().to(device),
        "bboxes": torch.from_numpy(np.concatenate(boxes)).float().to(device),
    }


def cut_window(
    sample: Sample, size: int, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """A square window of a picture, mostly upon tiles: the image (size, size, 3), where the loss looks
    (size/8, size/8), the boxes (n, 5) as in a batch, and their kinds (n,)."""
    height, width = sample.image.shape[:2]
    corners = sample.corners
    angle = rng.normal(0, 0.05) + (rng.integers(4) * math.pi / 2 if rng.random() < 0.25 else 0)
    if rng.random() < AT_ANY_ANGLE:
        angle = rng.uniform(-math.pi, math.pi)
    centre = np.array([width, height]) * rng.uniform(0.2, 0.8, 2)
    scale = size / max(width, height) * 2 ** rng.uniform(-0.4, 1.2)
    if len(corners):
        sides = np.minimum(
            np.linalg.norm(corners[:, 1] - corners[:, 0], axis=1), np.linalg.norm(corners[:, 3] - corners[:, 0], axis=1)
        )
        picked = rng.integers(len(corners))
        backs, share = np.flatnonzero(sample.kinds == BACK_KIND), UPON_BACKS
        if sample.far is not None and sample.far.any():
            backs, share = np.flatnonzero(sample.far), UPON_FAR_HANDS
        if len(backs) and rng.random() < share:
            picked = rng.choice(backs)
            wanted = math.exp(rng.uniform(math.log(BACK_WIDTHS[0]), math.log(BACK_WIDTHS[1])))
            scale = min(wanted / max(4.0, float(sides[picked])), 2.5)
        elif rng.random() < 0.8:
            wanted = math.exp(rng.uniform(math.log(TILE_WIDTHS[0]), math.log(TILE_WIDTHS[1])))
            scale = min(wanted / max(4.0, float(np.median(sides))), 2.5)
        if rng.random() < 0.85:
            centre = corners[picked].mean(0) + rng.uniform(-0.45, 0.45, 2) * size / scale
    scale = max(scale, 0.75 * size / max(width, height))
    reach = 0.4 * size / scale  # little of the window may lie off the picture
    for axis, length in enumerate((width, height)):
        centre[axis] = np.clip(centre[axis], reach, length - reach) if length > 2 * reach else length / 2
    stretch = math.exp(rng.uniform(-0.12, 0.12))
    turn = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
    forward = turn @ np.diag([scale * stretch, scale / stretch])
    matrix = np.concatenate([forward, (size / 2 - forward @ centre)[:, None]], 1)
    source = sample.image
    if scale < 0.6:
        kernel = round(1 / scale)
        source = cv2.blur(source, (kernel, kernel))
    fill = (GREY, GREY, GREY)
    image = cv2.warpAffine(source, matrix, (size, size), flags=cv2.INTER_LINEAR, borderValue=fill)
    coarse = size // MASK_STRIDE
    keep = np.ones((coarse, coarse), np.float32)
    if sample.ignore is not None:
        mask = cv2.warpAffine(sample.ignore, matrix, (size, size), flags=cv2.INTER_NEAREST)
        keep = 1 - cv2.resize(mask, (coarse, coarse), interpolation=cv2.INTER_NEAREST).astype(np.float32)
    quads = corners @ forward.T + matrix[:, 2]
    if rng.random() < LITTERED:
        image, covered = litter(image, quads, rng)
        keep = np.maximum(keep, cv2.resize(covered, (coarse, coarse), interpolation=cv2.INTER_NEAREST))
    boxes = turned_boxes(quads)
    inside = ((boxes[:, :2] > -2) & (boxes[:, :2] < size + 2)).all(1) & (boxes[:, 2:4].min(1) >= 5)
    boxes = boxes[inside] / np.array([size, size, size, size, 1])
    return image, keep, boxes.astype(np.float32), sample.kinds[inside]


def change_light(images: torch.Tensor, rng: np.random.Generator) -> torch.Tensor:
    """Random gain, gamma, colour cast, saturation, noise and a little blur, by picture; (B, 3, H, W) in 0–1."""
    count, device = len(images), images.device

    def uniform(low: float, high: float, *shape: int) -> torch.Tensor:
        return torch.from_numpy(rng.uniform(low, high, shape).astype(np.float32)).to(device)

    images = images.clamp(1e-4, 1) ** torch.exp(uniform(-0.45, 0.45, count, 1, 1, 1))
    images = images * torch.exp(uniform(-0.35, 0.25, count, 1, 1, 1) + uniform(-0.15, 0.15, count, 3, 1, 1))
    grey = images.mean(1, keepdim=True)
    images = grey + (images - grey) * uniform(0.2, 1.6, count, 1, 1, 1)
    for index in range(count):
        draw = rng.random()
        if draw < 0.06:
            images[index] = images[index][torch.from_numpy(rng.permutation(3))]
        elif draw < 0.25:
            images[index] = nnf.avg_pool2d(images[index : index + 1], 3, 1, padding=1)[0]
        if rng.random() < 0.5:
            images[index] += torch.randn(images.shape[1:], device=device) * rng.uniform(0, 0.05)
    return images.clamp(0, 1)
