"""Trains the corner head upon a trained namer, whose own weights stay as they are.

    python -m models.training.train_corners --recipe models/recipes/corners.json --namer runs/namer/last.pt \\
        --detector runs/detector.onnx --out runs/corners

Stops when the time budget is spent; writes `last.pt` every minute; `--init last.pt` goes on from there.
"""

from __future__ import annotations

import models.training.extra  # isort: skip

import argparse
import copy
import json
import math
import multiprocessing as mp
import queue
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch

import models
from datasets.real import data_root
from models.training import torch_setup
from models.training.corner_data import (
    SQUARE,
    CornerEntry,
    crops_with_corners,
    photograph_corner_entries,
    scene_corner_entries,
)
from models.training.corner_net import CornerHead, trunk_maps
from models.training.export import load_namer
from models.training.namer_augment import Augment
from models.training.namer_bank import fill_forever
from models.training.train_namer import stored_weights
from vision.detector import OnnxDetector
from vision.image import Photo

SOURCES = ("scenes", "photographs", "drawn")


def produce_forever(out: mp.Queue, seed: int, root: Path, detector: Path, rest: float) -> None:
    """Fills `out` with the tiles that the detector finds in rendered scenes, and now and then with drawn rows."""
    from models.training.scene_source import flat_row_entries, render_training_scene

    rng = np.random.default_rng(seed)
    finder = OnnxDetector(detector)

    def make(turn: int) -> tuple[str, list[CornerEntry]]:
        if turn % 4:
            scene = render_training_scene(seed * 10_000_000 + turn, root)
            found = [np.array(each.corners, np.float32) for each in finder.detect(Photo.from_pixels(scene.image))]
            return "scenes", list(scene_corner_entries(scene, np.array(found), rng))
        return "drawn", [CornerEntry(e.image, SQUARE, True) for e in flat_row_entries(rng, root, ())]

    fill_forever(out, make, rest)


class CornerBank:
    """The newest entries of every source, drawn so that each source has its share."""

    def __init__(self, capacity: dict[str, int], shares: dict[str, float]) -> None:
        self.capacity = capacity
        self.held: dict[str, list[CornerEntry]] = {source: [] for source in SOURCES}
        self.added = dict.fromkeys(SOURCES, 0)
        self.shares = np.array([shares[source] for source in SOURCES])

    def add(self, source: str, entries: Sequence[CornerEntry]) -> None:
        held = self.held[source]
        for entry in entries:
            if len(held) < self.capacity[source]:
                held.append(entry)
            else:
                held[self.added[source] % self.capacity[source]] = entry
            self.added[source] += 1

    def draw(self, count: int, rng: np.random.Generator) -> list[CornerEntry]:
        chosen = rng.choice(len(SOURCES), count, p=self.shares / self.shares.sum())
        return [self.held[SOURCES[s]][rng.integers(len(self.held[SOURCES[s]]))] for s in chosen]


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--recipe", type=Path, required=True)
    parser.add_argument("--namer", type=Path, required=True, help="the trained namer whose trunk is looked through")
    parser.add_argument("--detector", type=Path, help="its ONNX file, whose rectangles are met (default: the packaged)")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--init", type=Path, help="a corner head to go on from")
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--workers", type=int)
    options = parser.parse_args(arguments)
    recipe = json.loads(options.recipe.read_text())
    budget = options.seconds or recipe["seconds"]
    options.out.mkdir(parents=True, exist_ok=True)
    root = options.data or data_root()
    device = torch_setup.device()
    torch.set_num_threads(1)
    torch.manual_seed(recipe["seed"])
    began = time.monotonic()

    detector = options.detector or models.verified(models.card().detector)
    context = mp.get_context("spawn")
    made: mp.Queue = context.Queue(maxsize=64)
    workers = [
        context.Process(
            target=produce_forever, args=(made, recipe["seed"] * 1000 + n, root, detector, recipe["rest"]), daemon=True
        )
        for n in range(options.workers or recipe["workers"])
    ]
    for worker in workers:
        worker.start()
    bank = CornerBank(recipe["capacity"], recipe["shares"])
    bank.add("photographs", list(photograph_corner_entries(root)))
    while min(bank.added.values()) < recipe["start_with"]:
        bank.add(*made.get())
    print(f"bank {bank.added} after {time.monotonic() - began:.0f} s", flush=True)

    trunk = load_namer(options.namer).trunk.to(device).eval()
    head = CornerHead().to(device)
    if options.init:
        head.load_state_dict(stored_weights(options.init))
    average = copy.deepcopy(head).eval()
    augment = Augment(device, recipe["seed"])
    optimizer = torch.optim.AdamW(head.parameters(), lr=recipe["learning_rate"], weight_decay=recipe["weight_decay"])
    batch, step = recipe["batch"], 0
    started = reported = saved = time.monotonic()
    span = budget - (started - began)
    sums, marked = np.zeros(2), 0
    while (elapsed := time.monotonic() - started) < span:
        rate = (
            recipe["learning_rate"]
            * min(1, (step + 1) / 100)
            * (0.01 + 0.99 * (1 + math.cos(math.pi * elapsed / span)) / 2)
        )
        for group in optimizer.param_groups:
            group["lr"] = rate
        take(made, bank)
        images, wanted = crops_with_corners(bank.draw(batch, augment.rng), augment.rng)
        with torch.no_grad():
            maps = trunk_maps(trunk, seen(augment, images, device))
        found = head(maps)
        off = found - torch.from_numpy(wanted).to(device)
        loss = torch.nn.functional.smooth_l1_loss(off, torch.zeros_like(off), beta=recipe["beta"])
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(head.parameters(), 5.0)
        optimizer.step()
        step += 1
        torch_setup.follow(average, head, min(recipe["average"], (1 + step) / (10 + step)))
        distance = off.detach().reshape(-1, 4, 2).norm(dim=2)
        sums += [float(loss.detach()), float(distance.median())]
        if time.monotonic() - reported > 15:
            loss_mean, middle = sums / (step - marked)
            print(
                f"{elapsed:5.0f} s step {step} ({step * batch / elapsed:.0f}/s) loss {loss_mean:.4f} "
                f"corners off {50 * middle:.2f} % of a side bank {bank.added}",
                flush=True,
            )
            marked, reported = step, time.monotonic()
            sums[:] = 0
        if time.monotonic() - saved > 60:
            save(average, options.out / "last.pt", recipe, step)
            saved = time.monotonic()
    save(average, options.out / "last.pt", recipe, step)
    for worker in workers:
        worker.terminate()
    print(f"done: {step} steps of {batch}, {time.monotonic() - began:.0f} s", flush=True)


def take(made: mp.Queue, bank: CornerBank, most: int = 4) -> None:
    for _ in range(most):
        try:
            bank.add(*made.get_nowait())
        except queue.Empty:
            return


def seen(augment: Augment, images: np.ndarray, device: torch.device) -> torch.Tensor:
    """Crops (B, 96, 72, 3) in any light, blurred, small, noisy, compressed; (B, 3, 96, 72) in 0–1."""
    crops = torch.from_numpy(images).to(device).permute(0, 3, 1, 2).float() / 255
    crops = augment.light(crops)
    crops = torch.cat([augment.degrade(part) for part in crops.chunk(16)])
    return augment.cover(augment.compress(crops)).clamp(0, 1)


def save(net: torch.nn.Module, path: Path, recipe: dict[str, Any], step: int) -> None:
    part = path.with_suffix(".part")
    torch.save({"model": net.state_dict(), "recipe": recipe, "step": step}, part)
    part.replace(path)


if __name__ == "__main__":
    main()
