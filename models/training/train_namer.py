"""Trains the namer on crops made from the bank as it goes.

    python -m models.training.train_namer --recipe models/recipes/namer.json --out runs/namer

Stops when the time budget is spent; writes `last.pt` every minute; `--init last.pt` goes on from there. A recipe that
says `only_places` leaves all else of the namer as it is.
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

import numpy as np
import torch
import torch.nn.functional as nnf

from datasets.real import data_root, read_photos
from models.training import torch_setup
from models.training.namer_augment import Augment
from models.training.namer_bank import SOURCES, Bank, Entry, Producers, crop_entries, photograph_entries
from models.training.namer_net import FACES, NOT_A_TILE, TileNamer, new_namer
from models.training.train_detector import build_model


def load_pseudo(path: Path | None) -> dict[str, tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """Corners, faces and whether the top is known, by photo name, as written by `models.training.pseudo_label`."""
    if path is None:
        return {}
    stored = np.load(path)
    names = sorted({key.rsplit("/", 1)[0] for key in stored.files})
    return {n: (stored[f"{n}/named_corners"], stored[f"{n}/faces"], stored[f"{n}/turn_known"]) for n in names}


def add_all(bank: Bank, source: str, entries: object, size: int = 512) -> None:
    held: list[Entry] = []
    for entry in entries:  # type: ignore[attr-defined]
        held.append(entry)
        if len(held) == size:
            bank.add(source, held)
            held = []
    bank.add(source, held)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--recipe", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--pseudo", type=Path)
    parser.add_argument("--init", type=Path, help="a namer to go on from")
    parser.add_argument("--init-trunk", type=Path, help="a detector, or the COCO weights, whose trunk to start from")
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--workers", type=int)
    parser.add_argument("--threads", type=int, default=1, help="of the training process")
    parser.add_argument("--leave-out", nargs="*", default=(), help="groups of photographs not to train on")
    parser.add_argument("--art", nargs="*", help="drawn sets to use, instead of the recipe's")
    options = parser.parse_args(arguments)
    recipe = json.loads(options.recipe.read_text())
    budget = options.seconds or recipe["seconds"]
    art = tuple(recipe["art"] if options.art is None else options.art)
    options.out.mkdir(parents=True, exist_ok=True)
    root = options.data or data_root()
    device = torch_setup.device()
    torch.set_num_threads(options.threads)
    torch.manual_seed(recipe["seed"])
    began = time.monotonic()

    face_weights = np.ones(FACES)
    for face, weight in recipe["face_weights"].items():
        face_weights[int(face)] = weight
    shares = {source: recipe["shares"][source] for source in SOURCES}
    bank = Bank(recipe["capacity"], shares, face_weights)
    producers = Producers(options.workers or recipe["workers"], recipe["seed"], root, art, recipe.get("rest", 0.0))
    photos = [photo for photo in read_photos("train", root) if photo.group not in options.leave_out]
    add_all(bank, "photographs", photograph_entries(photos, load_pseudo(options.pseudo)))
    add_all(bank, "shop pictures", crop_entries(root, recipe["seed"]))
    while min(bank.added["drawn"], bank.added["scenes"]) < recipe["start_with"]:
        producers.drain(bank, 8, wait=True)
    bank.weigh()
    print(f"bank {bank.added} after {time.monotonic() - began:.0f} s", flush=True)

    net = new_namer(build_model(options.init_trunk)).to(device)
    if options.init:
        load_weights(net, options.init)
    net = net.to(memory_format=torch.channels_last).eval()
    average = copy.deepcopy(net)
    augment = Augment(device, recipe["seed"])
    trained: torch.nn.Module = net.places if recipe.get("only_places") else net
    net.requires_grad_(False)
    trained.requires_grad_(True)
    decayed = [p for p in trained.parameters() if p.ndim > 1]
    others = [p for p in trained.parameters() if p.ndim <= 1]
    optimizer = torch.optim.AdamW(
        [{"params": decayed, "weight_decay": recipe["weight_decay"]}, {"params": others, "weight_decay": 0.0}],
        lr=recipe["learning_rate"],
        betas=(0.9, 0.99),
    )
    batch, step, marked = recipe["batch"], 0, 0
    started = reported = saved = time.monotonic()
    span = budget - (started - began)
    sums = torch.zeros(3, device=device)
    while (elapsed := time.monotonic() - started) < span:
        done = elapsed / span
        rate = recipe["learning_rate"] * min(1, (step + 1) / 200) * (0.005 + 0.995 * (1 + math.cos(math.pi * done)) / 2)
        for group in optimizer.param_groups:
            group["lr"] = rate
        producers.drain(bank, 4)
        if step % 20 == 0:
            bank.weigh()
        images, drawn_faces, drawn_turn_known, places = bank.draw(batch, augment.rng)
        faces = torch.from_numpy(drawn_faces).to(device)
        turn_known = torch.from_numpy(drawn_turn_known).to(device)
        with torch.no_grad():
            crops, quarter = augment(images)
        trained.train()
        with torch.autocast(device.type, dtype=torch.bfloat16):
            named, turned = net(crops.contiguous(memory_format=torch.channels_last))
        named, turned = named.float(), turned.float()
        face_loss = nnf.cross_entropy(named, faces, label_smoothing=recipe["smoothing"])
        bank.tell(places, nnf.cross_entropy(named.detach(), faces, reduction="none").cpu().numpy())
        turn_loss = nnf.cross_entropy(turned, quarter, reduction="none")
        known = (turn_known & (faces < NOT_A_TILE - 1)).float()
        turn_loss = (turn_loss * known).sum() / known.sum().clamp(min=1)
        optimizer.zero_grad(set_to_none=True)
        (face_loss + 0.2 * turn_loss).backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimizer.step()
        step += 1
        torch_setup.follow(average, net, min(recipe["average"], (1 + step) / (10 + step)))
        sums += torch.stack([face_loss.detach(), turn_loss.detach(), (named.argmax(1) == faces).float().mean()])
        if time.monotonic() - reported > 15:
            face, turn, right = (sums / (step - marked)).tolist()
            print(
                f"{elapsed:5.0f} s step {step} ({step * batch / elapsed:.0f}/s) face {face:.3f} turn {turn:.3f} "
                f"right {right:.4f} bank {bank.added}",
                flush=True,
            )
            marked = step
            sums.zero_()
            reported = time.monotonic()
        if time.monotonic() - saved > 60:
            save(average, options.out / "last.pt", recipe, step, art)
            saved = time.monotonic()
    save(average, options.out / "last.pt", recipe, step, art)
    producers.stop()
    print(f"done: {step} steps of {batch}, {time.monotonic() - began:.0f} s", flush=True)


def stored_weights(path: Path) -> dict[str, torch.Tensor]:
    """The weights of a saved namer, as 32-bit floats."""
    stored = torch.load(path, map_location="cpu", weights_only=False)["model"]
    return {key: value.float() if value.is_floating_point() else value for key, value in stored.items()}


def load_weights(net: TileNamer, path: Path) -> None:
    """Puts a saved namer's weights into `net`; what it does not have of `Places` stays as it is."""
    missing, unknown = net.load_state_dict(stored_weights(path), strict=False)
    strange = [name for name in missing if not name.startswith("places.")] + unknown
    if strange:
        raise ValueError(f"{path} is no namer: {strange[0]} is missing or unknown")


def save(net: torch.nn.Module, path: Path, recipe: dict[str, object], step: int, art: tuple[str, ...]) -> None:
    part = path.with_suffix(".part")
    torch.save(
        {
            "model": {k: v.half() if v.is_floating_point() else v for k, v in net.state_dict().items()},
            "recipe": recipe,
            "step": step,
            "art": art,
        },
        part,
    )
    part.replace(path)


if __name__ == "__main__":
    main()
