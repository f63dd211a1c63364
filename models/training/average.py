"""The average of several trained nets of one kind: children of one parent, so that their weights can be mixed.

    python -m models.training.average --out runs/namer/mean.pt runs/a.pt=0.3 runs/b.pt=0.3 runs/c.pt=0.4

What the last file tells beside its weights (recipe, steps) is kept.
"""

from __future__ import annotations

import models.training.extra  # noqa: F401 # isort: skip

import argparse
from collections.abc import Sequence
from pathlib import Path

import torch


def average(parts: Sequence[tuple[Path, float]]) -> dict[str, object]:
    """The checkpoint with the weighted mean of all floating values; whole numbers are the last one's. The weights are
    brought to a sum of one."""
    total = sum(weight for _, weight in parts)
    stored = [torch.load(path, map_location="cpu", weights_only=False) for path, _ in parts]
    models = [each["model"] for each in stored]
    mean = dict(models[-1])
    for name, value in models[-1].items():
        if value.is_floating_point():
            shares = (model[name].float() * (weight / total) for model, (_, weight) in zip(models, parts, strict=True))
            mean[name] = sum(shares).half()
    return {**stored[-1], "model": mean}


def part(text: str) -> tuple[Path, float]:
    path, sign, weight = text.rpartition("=")
    return (Path(path), float(weight)) if sign else (Path(text), 1.0)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="+", type=part, metavar="FILE=WEIGHT")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args(arguments)
    torch.save(average(options.parts), options.out)


if __name__ == "__main__":
    main()
