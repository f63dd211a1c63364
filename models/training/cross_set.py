"""Trains without one group of photographs and tests on it, for each group in turn: how the reader does on sets that
nobody showed it.

    python -m models.training.cross_set --init yolo11n_coco.pt --out runs/cross --docs docs

Both nets start from the COCO weights and are trained by the recipes, but only for `--minutes` each, so that the
figures tell how groups compare and where the reader learns by heart; the packaged nets do better.
"""

from __future__ import annotations

import models.training.extra  # isort: skip

import argparse
import datetime
import json
from collections.abc import Sequence
from pathlib import Path

import models
from datasets.real import data_root
from models.evaluation import GroupScore, compare
from models.labelled_photos import read_folder
from models.training import train_detector, train_namer
from models.training.export import MODELS, export
from models.training.measure import Tiles, interval
from vision.namer import FACES
from vision.reader import load_reader

GROUPS = ("fb", "hand", "travelset")


def trained_without(group: str, minutes: float, init: Path, out: Path, root: Path) -> Path:
    """The card of nets that never saw a photograph of this group."""
    more = ["--data", str(root), "--seconds", str(60 * minutes), "--leave-out", group]
    recipes = MODELS / "recipes"
    train_detector.main(
        ["--recipe", str(recipes / "detector.json"), "--init", str(init), "--out", str(out / "detector"), *more]
    )
    train_namer.main(
        ["--recipe", str(recipes / "namer.json"), "--init-trunk", str(init), "--out", str(out / "namer"), *more]
    )
    card = json.loads((MODELS / models.CARD_FILE).read_text())
    (out / models.CARD_FILE).write_text(json.dumps(card))
    return export(out, out / "detector" / "last.pt", out / "namer" / "last.pt", f"without-{group}")


def tested_on(group: str, card: Path, root: Path) -> GroupScore:
    """How those nets do on the group's dev photographs."""
    tiles, score = Tiles(load_reader(models.load_card(card), 1)), GroupScore()
    for photo in read_folder(root / "real" / "dev"):
        if photo.group == group and not photo.extreme:
            score.add(compare(photo, tiles, FACES).score)
    return score


def report(scores: dict[str, GroupScore], minutes: float) -> str:
    lines = [
        "# Accuracy across groups of photographs",
        "",
        f"Measured {datetime.date.today()} by `python -m models.training.cross_set --minutes {minutes:g}`: both nets "
        "are trained anew without one group of photographs and read that group's dev photographs. The groups are "
        f"different tile sets, tables and cameras. Each net was trained for {minutes:g} minutes on one core, a small "
        "part of what the packaged ones had, so these figures compare groups; they are not what a player gets.",
        "",
        "| left out | photos | tiles | found | named right | found and right |",
        "|---|---|---|---|---|---|",
    ]
    for group, score in scores.items():
        lines.append(
            f"| {group} | {score.photos} | {score.labelled} | {interval(score.found, score.labelled)} "
            f"| {interval(score.right, score.found)} | {interval(score.right, score.labelled)} |"
        )
    lines += ["", "Names taken for others, most often first:", ""]
    for group, score in scores.items():
        pairs = ", ".join(f"{label} as {read} ({times})" for (label, read), times in score.confusions.most_common(12))
        lines.append(f"- {group}: {pairs or 'none'}")
    return "\n".join([*lines, ""])


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--init", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--groups", nargs="*", default=GROUPS)
    parser.add_argument("--minutes", type=float, default=8, help="of training for each net")
    parser.add_argument("--docs", type=Path, help="write accuracy-cross-set.md here")
    options = parser.parse_args(arguments)
    root = options.data or data_root()
    scores: dict[str, GroupScore] = {}
    for group in options.groups:
        out = options.out / group
        out.mkdir(parents=True, exist_ok=True)
        scores[group] = tested_on(group, trained_without(group, options.minutes, options.init, out, root), root)
        text = report(scores, options.minutes)
        print(text, flush=True)
        if options.docs:
            (options.docs / "accuracy-cross-set.md").write_text(text)


if __name__ == "__main__":
    main()
