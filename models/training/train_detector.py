"""Trains the tile detector (YOLO11n with rotated boxes; classes: face, back).

    python -m models.training.train_detector --recipe models/recipes/detector.json \
        --init yolo11n_coco.pt --out runs/detector

Stops when the time budget of the recipe is spent and writes `last.pt` every minute; run again with `--resume` to go on.
"""

from __future__ import annotations

import models.training.extra  # noqa: F401 # isort: skip

import argparse
import copy
import json
import math
import time
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import torch

from datasets.real import data_root, read_photos
from models.training import torch_setup
from models.training.detector_data import Pool, Renderers, draw_batch, load_pseudo_labels, real_samples

CLASSES = ("face", "back")
GAINS = SimpleNamespace(box=7.5, cls=0.5, dfl=1.5, angle=1.0, pose=0.0, kobj=0.0, overlap_mask=True)


class LookAway:
    """Binary cross-entropy that leaves out the anchors lying where nobody labelled the photograph."""

    def __init__(self) -> None:
        self.keep: torch.Tensor | None = None

    def __call__(self, scores: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
        loss = torch.nn.functional.binary_cross_entropy_with_logits(scores, targets, reduction="none")
        if self.keep is None:
            return loss
        wanted = torch.maximum(self.keep, (targets.amax(-1, keepdim=True) > 0).to(loss.dtype))
        return loss * wanted

    def set_mask(self, keep: torch.Tensor) -> None:
        """`keep` (B, 1, H/8, W/8) spread over the anchors of strides 8, 16 and 32."""
        levels = [keep, -torch.nn.functional.max_pool2d(-keep, 2), -torch.nn.functional.max_pool2d(-keep, 4)]
        self.keep = torch.cat([level.flatten(2) for level in levels], -1).permute(0, 2, 1)


def build_model(init: Path | None) -> torch.nn.Module:
    from ultralytics.nn.tasks import OBBModel

    model = OBBModel("yolo11n-obb.yaml", nc=len(CLASSES), verbose=False)
    if init is not None:
        stored = torch.load(init, map_location="cpu", weights_only=False)
        source = stored.get("model", stored)
        state = source.float().state_dict() if hasattr(source, "state_dict") else source
        own = model.state_dict()
        fitting = {k: v.float() for k, v in state.items() if k in own and own[k].shape == v.shape}
        model.load_state_dict(fitting, strict=False)
        print(f"carried over {len(fitting)} of {len(own)} tensors from {init.name}", flush=True)
    model.args = GAINS
    return model


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--recipe", type=Path, required=True)
    parser.add_argument("--init", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--data", type=Path, help="the folder of shared data (default: TILESIGHT_DATA)")
    parser.add_argument("--pseudo", type=Path, help="tight boxes and background tiles of the photographs (.npz)")
    parser.add_argument("--seconds", type=float, help="time budget, instead of the recipe's")
    parser.add_argument("--workers", type=int, help="rendering processes, instead of the recipe's")
    parser.add_argument("--threads", type=int, default=1, help="of the training process")
    parser.add_argument("--leave-out", nargs="*", default=(), help="groups of photographs not to train on")
    parser.add_argument("--resume", action="store_true")
    options = parser.parse_args(arguments)
    recipe = json.loads(options.recipe.read_text())
    budget = options.seconds or recipe["seconds"]
    options.out.mkdir(parents=True, exist_ok=True)
    device = torch_setup.device()
    torch.set_num_threads(options.threads)
    torch.manual_seed(recipe["seed"])
    rng = np.random.default_rng(recipe["seed"])
    began = time.monotonic()
    root = options.data or data_root()

    last = options.out / "last.pt"
    model = build_model(last if options.resume and last.exists() else options.init).to(device)
    model = model.to(memory_format=torch.channels_last)
    criterion = model.init_criterion()
    look_away = LookAway()
    criterion.bce = look_away
    average = copy.deepcopy(model).eval()
    renderers = Renderers(
        options.workers or recipe["workers"], recipe["seed"] * 100_000_000, root, recipe.get("rest", 0.0)
    )
    labelled = [photo for photo in read_photos("train", root) if photo.group not in options.leave_out]
    photos = list(real_samples(labelled, load_pseudo_labels(options.pseudo)))
    real = Pool(len(photos))
    for sample in photos:
        real.add(sample)
    drawn = Pool(recipe["pool"])
    renderers.drain(drawn, at_least=recipe["start_with"])
    print(f"{real.added} photographs, {drawn.added} scenes after {time.monotonic() - began:.0f} s", flush=True)

    decayed = [p for n, p in model.named_parameters() if p.ndim > 1]
    others = [p for n, p in model.named_parameters() if p.ndim <= 1]
    optimizer = torch.optim.AdamW(
        [{"params": decayed, "weight_decay": recipe["weight_decay"]}, {"params": others, "weight_decay": 0.0}],
        lr=recipe["learning_rate"],
        betas=(0.9, 0.99),
    )
    batch_size = recipe["batch"]
    from_photos = round(batch_size * recipe["share_of_photographs"])
    step, seen, reported, saved = 0, torch.zeros(4, device=device), time.monotonic(), time.monotonic()
    started = time.monotonic()
    span = budget - (started - began)
    while (elapsed := time.monotonic() - started) < span:
        done = elapsed / span
        rate = recipe["learning_rate"] * (min(1, (step + 1) / 200) * (0.02 + 0.98 * (1 + math.cos(math.pi * done)) / 2))
        for group in optimizer.param_groups:
            group["lr"] = rate
        renderers.drain(drawn)
        size = recipe["sizes"][step % len(recipe["sizes"])]
        batch = draw_batch([(drawn, batch_size - from_photos), (real, from_photos)], size, rng, device)
        look_away.set_mask(batch.pop("keep"))
        images = batch["img"].contiguous(memory_format=torch.channels_last)
        model.train()
        with torch.autocast(device.type, dtype=torch.bfloat16):
            predictions = model(images)
        loss, parts = criterion(torch_setup.to_float(predictions), batch)
        optimizer.zero_grad(set_to_none=True)
        (loss.sum() / batch_size).backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 10.0)
        optimizer.step()
        step += 1
        torch_setup.follow(average, model, min(recipe["average"], (1 + step) / (10 + step)))
        seen += torch.stack([value.reshape(()) for value in parts.values()])
        if time.monotonic() - reported > 15:
            values = " ".join(
                f"{name} {value:.3f}" for name, value in zip(parts, (seen / max(1, step)).tolist(), strict=False)
            )
            last_parts = " ".join(f"{float(v):.3f}" for v in parts.values())
            print(f"{elapsed:5.0f} s step {step} scenes {drawn.added} mean [{values}] now [{last_parts}]", flush=True)
            reported = time.monotonic()
        if time.monotonic() - saved > 60:
            save(average, last, recipe, step)
            saved = time.monotonic()
    save(average, last, recipe, step)
    renderers.stop()
    print(f"done: {step} steps of {batch_size}, {drawn.added} scenes, {time.monotonic() - began:.0f} s", flush=True)


def save(model: torch.nn.Module, path: Path, recipe: dict[str, object], step: int) -> None:
    part = path.with_suffix(".part")
    torch.save(
        {
            "model": {k: v.half() if v.is_floating_point() else v for k, v in model.state_dict().items()},
            "recipe": recipe,
            "step": step,
        },
        part,
    )
    part.replace(path)


if __name__ == "__main__":
    main()
