"""Pictures for the detector: a pool on the training device, refilled by rendering processes while training goes on.

Rendering is slower than training, so pictures stay in the pool and every use sees them under a fresh similarity
(turn, scale, shift) and fresh light. Labels travel as the four corners of each tile; the part of a photograph where
nobody labelled anything travels as a mask that the loss leaves out.
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

from datasets.real import read_photos, unlabelled_mask
from models.labelled_photos import LabelledPhoto

CANVAS = 832
MAX_TILES = 160
MASK_STRIDE = 8
GREY = 114


@dataclass
class Sample:
    """One picture on a square canvas: `image` (CANVAS, CANVAS, 3) uint8 RGB, `corners` (n, 4, 2) own top-left first,
    `kinds` (n,) 0 face / 1 back, `ignore` (CANVAS/8, CANVAS/8) uint8, 1 where the loss is to look away, `size` (w, h).
    """

    image: np.ndarray
    corners: np.ndarray
    kinds: np.ndarray
    ignore: np.ndarray
    size: tuple[int, int]


def on_canvas(image: np.ndarray, corners: np.ndarray, kinds: np.ndarray, mask: np.ndarray | None) -> Sample:
    height, width = image.shape[:2]
    scale = min(CANVAS / width, CANVAS / height, 1.0)
    size = (round(width * scale), round(height * scale))
    if scale < 1:
        image = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    canvas = np.full((CANVAS, CANVAS, 3), GREY, np.uint8)
    canvas[: size[1], : size[0]] = image
    small = CANVAS // MASK_STRIDE
    ignore = np.zeros((small, small), np.uint8)
    if mask is not None:
        full = np.zeros((CANVAS, CANVAS), np.uint8)
        full[: size[1], : size[0]] = cv2.resize(mask.astype(np.uint8), size, interpolation=cv2.INTER_NEAREST)
        ignore = cv2.resize(full, (small, small), interpolation=cv2.INTER_AREA)
        ignore = (ignore > 0).astype(np.uint8)
    order = np.argsort(-np.abs(corners[:, 0] - corners[:, 2]).sum(1))[:MAX_TILES] if len(corners) else np.arange(0)
    return Sample(canvas, (corners * scale).astype(np.float32)[order], kinds[order].astype(np.int64), ignore, size)


def box_corners(boxes: np.ndarray) -> np.ndarray:
    """Upright boxes (n, 4) as corners (n, 4, 2); a box wider than high is a tile lying on its side."""
    x0, y0, x1, y1 = boxes.T
    upright = np.stack([np.stack([x0, y0], 1), np.stack([x1, y0], 1), np.stack([x1, y1], 1), np.stack([x0, y1], 1)], 1)
    turned = np.roll(upright, 1, axis=1)
    return np.where(((x1 - x0) > 1.05 * (y1 - y0))[:, None, None], turned, upright).astype(np.float32)


def load_pseudo_labels(path: Path | None) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """Corners and kinds by photo name, as written by `models.training.pseudo_label`."""
    if path is None:
        return {}
    stored = np.load(path)
    names = sorted({key.rsplit("/", 1)[0] for key in stored.files})
    return {name: (stored[f"{name}/corners"], stored[f"{name}/kinds"]) for name in names}


def real_samples(photos: list[LabelledPhoto], pseudo: dict[str, tuple[np.ndarray, np.ndarray]]) -> Iterator[Sample]:
    """The labelled photographs; those with loose boxes only where the pseudo-labels have made them tight."""
    for photo in photos:
        if photo.extreme:
            continue
        image = photo.pixels()
        if photo.name in pseudo:
            fractions, kinds = pseudo[photo.name]
            corners = fractions * np.array([image.shape[1], image.shape[0]], np.float32)
            yield on_canvas(image, corners, kinds, None)
            continue
        if photo.looseness > 0.05 or photo.group == "layout":
            continue
        corners = box_corners(photo.pixel_boxes(image.shape))
        yield on_canvas(image, corners, np.zeros(len(corners), np.int64), unlabelled_mask(photo, image.shape))


def scene_sample(seed: int, art: Path | None) -> Sample:
    from models.training.scene_source import render_training_scene

    scene = render_training_scene(seed, art)
    shown = [tile for tile in scene.tiles if tile.visible >= 0.35]
    corners = np.array([tile.corners for tile in shown], np.float32).reshape(-1, 4, 2)
    kinds = np.array([int(tile.face == 42) for tile in shown], np.int64)
    hidden = [tile for tile in scene.tiles if tile.visible < 0.35]
    mask = np.zeros(scene.image.shape[:2], np.uint8)
    for tile in hidden:
        cv2.fillConvexPoly(mask, np.asarray(tile.corners, np.int32), 1)
    return on_canvas(scene.image, corners, kinds, mask if hidden else None)


def render_forever(out: mp.Queue, first_seed: int, step: int, art: Path | None) -> None:
    cv2.setNumThreads(1)
    seed = first_seed
    while True:
        try:
            out.put(scene_sample(seed, art))
        except Exception as error:
            print(f"scene {seed}: {type(error).__name__}: {error}", flush=True)
        seed += step


class Pool:
    """Pictures held on `device` as bytes, drawn at random in batches; new pictures replace the oldest."""

    def __init__(self, capacity: int, device: torch.device) -> None:
        small = CANVAS // MASK_STRIDE
        self.device = device
        self.images = torch.zeros((capacity, 3, CANVAS, CANVAS), dtype=torch.uint8, device=device)
        self.corners = torch.zeros((capacity, MAX_TILES, 4, 2), device=device)
        self.kinds = torch.full((capacity, MAX_TILES), -1, dtype=torch.int64, device=device)
        self.ignore = torch.zeros((capacity, 1, small, small), dtype=torch.uint8, device=device)
        self.sizes = torch.zeros((capacity, 2), device=device)
        self.filled = 0
        self.added = 0

    def add(self, sample: Sample) -> None:
        place = self.added % len(self.images)
        count = len(sample.kinds)
        self.images[place] = torch.from_numpy(sample.image).to(self.device).permute(2, 0, 1)
        self.kinds[place] = -1
        if count:
            self.corners[place, :count] = torch.from_numpy(sample.corners).to(self.device)
            self.kinds[place, :count] = torch.from_numpy(sample.kinds).to(self.device)
        self.ignore[place, 0] = torch.from_numpy(sample.ignore).to(self.device)
        self.sizes[place] = torch.tensor(sample.size, dtype=torch.float32, device=self.device)
        self.added += 1
        self.filled = min(self.added, len(self.images))


class Renderers:
    """Processes that render scenes; `drain` moves what they have finished into a pool."""

    def __init__(self, count: int, first_seed: int, art: Path | None) -> None:
        context = mp.get_context("spawn")
        self.queue: mp.Queue = context.Queue(maxsize=max(64, 4 * count))
        self.processes = [
            context.Process(target=render_forever, args=(self.queue, first_seed + i, count, art), daemon=True)
            for i in range(count)
        ]
        for process in self.processes:
            process.start()

    def drain(self, pool: Pool, at_least: int = 0, seconds: float = 0.05) -> int:
        got = 0
        end = time.monotonic() + seconds
        while got < at_least or time.monotonic() < end:
            try:
                pool.add(self.queue.get(timeout=30) if got < at_least else self.queue.get_nowait())
                got += 1
            except queue.Empty:
                break
        return got

    def stop(self) -> None:
        for process in self.processes:
            process.terminate()


def draw_batch(pools: list[tuple[Pool, int]], size: int, generator: torch.Generator) -> dict[str, torch.Tensor]:
    """A training batch from several pools: `img` (B, 3, size, size) float 0–1, `batch_idx`, `cls`, `bboxes` (n, 5:
    centre x, y, width, height as fractions, angle in radians), `keep` (B, 1, size/8, size/8) 1 where the loss looks."""
    parts = [_draw(pool, count, size, generator) for pool, count in pools if pool.filled and count]
    images = torch.cat([part[0] for part in parts])
    keep = torch.cat([part[1] for part in parts])
    offset, indices, kinds, boxes = 0, [], [], []
    for part in parts:
        indices.append(part[2] + offset)
        kinds.append(part[3])
        boxes.append(part[4])
        offset += len(part[0])
    return {
        "img": images,
        "keep": keep,
        "batch_idx": torch.cat(indices).float(),
        "cls": torch.cat(kinds).float(),
        "bboxes": torch.cat(boxes),
    }


def _draw(pool: Pool, count: int, size: int, generator: torch.Generator) -> tuple[torch.Tensor, ...]:
    device = pool.device

    def uniform(low: float, high: float, *shape: int) -> torch.Tensor:
        return torch.rand(shape, generator=generator, device=device) * (high - low) + low

    index = torch.randint(pool.filled, (count,), generator=generator, device=device)
    quarter = torch.randint(4, (count,), generator=generator, device=device)
    quarter = torch.where(uniform(0, 1, count) < 0.75, torch.zeros_like(quarter), quarter)
    free = torch.where(
        uniform(0, 1, count) < 0.12, uniform(-math.pi, math.pi, count), torch.zeros(count, device=device)
    )
    angle = quarter * (math.pi / 2) + uniform(-0.09, 0.09, count) + free
    fit = size / pool.sizes[index].amax(1)
    scale = fit * torch.exp2(uniform(-0.6, 0.8, count))
    aspect = torch.exp(uniform(-0.12, 0.12, count))
    centre = pool.sizes[index] * uniform(0.35, 0.65, count, 2)
    # where tiles are, there the window goes: half the windows are centred on a random tile
    kinds = pool.kinds[index]
    weights = (kinds >= 0).float() + 1e-6
    pick = torch.multinomial(weights, 1, generator=generator)
    tile = pool.corners[index].mean(2).gather(1, pick[:, :, None].expand(-1, 1, 2))[:, 0]
    has = (kinds >= 0).any(1) & (uniform(0, 1, count) < 0.5)
    centre = torch.where(has[:, None], centre * 0.4 + tile * 0.6, centre)
    cos, sin = torch.cos(angle), torch.sin(angle)
    turn = torch.stack([torch.stack([cos, -sin], 1), torch.stack([sin, cos], 1)], 1)
    shape = torch.stack([scale * aspect, scale / aspect], 1)
    forward = turn * shape[:, None, :]  # picture (about its centre) -> window
    backward = torch.linalg.inv(forward)
    half = size / 2
    lines = torch.linspace(-half + 0.5, half - 0.5, size, device=device)
    grid_y, grid_x = torch.meshgrid(lines, lines, indexing="ij")
    window = torch.stack([grid_x, grid_y], -1).reshape(1, -1, 2)
    source = window @ backward.transpose(1, 2) + centre[:, None, :]
    grid = (source / CANVAS * 2 - 1).reshape(count, size, size, 2)
    pixels = pool.images[index].float()
    antialias = scale < 0.75
    if antialias.any():
        blurred = nnf.avg_pool2d(pixels[antialias], 2, 1, padding=1)[:, :, :CANVAS, :CANVAS]
        pixels[antialias] = blurred
    images = nnf.grid_sample(pixels - GREY, grid, align_corners=False) + GREY
    outside = ((source < 0) | (source > pool.sizes[index][:, None, :])).any(-1).reshape(count, 1, size, size)
    images = torch.where(outside, torch.full_like(images, GREY), images)
    coarse = grid[:, MASK_STRIDE // 2 :: MASK_STRIDE, MASK_STRIDE // 2 :: MASK_STRIDE]
    keep = 1 - nnf.grid_sample(pool.ignore[index].float(), coarse, mode="nearest", align_corners=False)
    corners = (pool.corners[index] - centre[:, None, None, :]) @ forward.transpose(1, 2)[:, None] + half
    middle = corners.mean(2)
    across = ((corners[:, :, 1] - corners[:, :, 0]) + (corners[:, :, 2] - corners[:, :, 3])) / 2
    down = ((corners[:, :, 3] - corners[:, :, 0]) + (corners[:, :, 2] - corners[:, :, 1])) / 2
    width, height = across.norm(dim=-1), down.norm(dim=-1)
    theta = torch.atan2(across[..., 1], across[..., 0])
    theta = torch.remainder(theta + math.pi / 4, math.pi) - math.pi / 4
    inside = ((middle > -2) & (middle < size + 2)).all(-1) & (kinds >= 0) & (torch.minimum(width, height) >= 5)
    rows, columns = torch.nonzero(inside, as_tuple=True)
    boxes = torch.cat([middle / size, (width / size)[..., None], (height / size)[..., None], theta[..., None]], -1)
    return change_light(images / 255, generator), keep, rows, kinds[rows, columns], boxes[rows, columns]


def change_light(images: torch.Tensor, generator: torch.Generator) -> torch.Tensor:
    """Random gain, gamma, colour cast, saturation, noise and a little blur, by picture; (B, 3, H, W) in 0–1."""
    count, device = len(images), images.device

    def uniform(low: float, high: float, *shape: int) -> torch.Tensor:
        return torch.rand(shape, generator=generator, device=device) * (high - low) + low

    images = images.clamp(1e-4, 1) ** torch.exp(uniform(-0.45, 0.45, count, 1, 1, 1))
    images = images * torch.exp(uniform(-0.35, 0.25, count, 1, 1, 1)) * torch.exp(uniform(-0.15, 0.15, count, 3, 1, 1))
    grey = images.mean(1, keepdim=True)
    images = grey + (images - grey) * uniform(0.2, 1.6, count, 1, 1, 1)
    swap = uniform(0, 1, count) < 0.06
    if swap.any():
        images[swap] = images[swap][:, torch.randperm(3, generator=generator, device=device)]
    soft = uniform(0, 1, count) < 0.2
    if soft.any():
        images[soft] = nnf.avg_pool2d(images[soft], 3, 1, padding=1)
    noise = torch.randn(images.shape, generator=generator, device=device)
    return (images + noise * uniform(0, 0.04, count, 1, 1, 1)).clamp(0, 1)


def training_photos(root: Path | None = None) -> list[LabelledPhoto]:
    return read_photos("train", root)
