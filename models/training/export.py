"""Writes the trained nets as ONNX files and their card.

    python -m models.training.export --detector runs/detector/last.pt --namer runs/namer/last.pt \\
        --corners runs/corners/last.pt

The card's measured figures are filled in by `models.training.measure`.
"""

from __future__ import annotations

import models.training.extra  # noqa: F401 # isort: skip

import argparse
import hashlib
import json
import math
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from models.training.corner_net import CornerHead, trunk_maps
from models.training.namer_net import BACK, CROP_HEIGHT, CROP_WIDTH, FACES, MARGIN, TileNamer, new_namer
from models.training.train_detector import CLASSES, build_model
from models.training.train_namer import load_weights, stored_weights
from scorer.tiles import TILES

EVENED = 0.2
"""How much of `oftener` is taken back from the logits: a third or so of it all, the temperature being about 0.6. The
net's logits are not as sharp as if nothing but the shares told, and so photographs fare best."""

MODELS = Path(__file__).resolve().parents[1]


def export_detector(weights: Path, path: Path) -> None:
    """The detector as `images` (1, 3, H, W) → `output0` (1, 4 + classes + 1, anchors): centre, size, scores, angle."""
    model = build_model(weights).eval().float()
    model = model.fuse(verbose=False)
    head = model.model[-1]
    head.export, head.dynamic, head.format = True, True, "onnx"
    example = torch.zeros(1, 3, 640, 640)
    model(example)
    torch.onnx.export(
        model,
        (example,),
        str(path),
        input_names=["images"],
        output_names=["output0"],
        opset_version=17,
        dynamo=False,
        dynamic_axes={"images": {0: "batch", 2: "height", 3: "width"}, "output0": {0: "batch", 2: "anchors"}},
    )


def load_namer(weights: Path) -> TileNamer:
    """A trained namer, ready to be used: its faces as likely beforehand as they are on a table."""
    net = new_namer(build_model(None))
    load_weights(net, weights)
    with torch.no_grad():
        net.faces.bias -= EVENED * torch.from_numpy(oftener(weights)).float()
    return net.eval()


def oftener(weights: Path) -> NDArray[np.float64]:
    """How much oftener than in a set the namer of this file met each face in training, (44,) natural logarithms. Faces
    that are hard to tell weigh more there, and a set has one of each flower."""
    met = np.ones(FACES)
    for face, weight in torch.load(weights, map_location="cpu", weights_only=False)["recipe"]["face_weights"].items():
        met[int(face)] = weight
    there = np.array([tile.copies for tile in TILES])
    result = np.zeros(FACES)
    result[:BACK] = np.log(met[:BACK] / there) - math.log(met[0] / there[0])
    return result


class NamerWithCorners(torch.nn.Module):
    """The namer and the corner head upon its trunk as one net."""

    def __init__(self, namer: TileNamer, corners: CornerHead) -> None:
        super().__init__()
        self.namer, self.corners = namer, corners

    def forward(self, crops: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        maps = trunk_maps(self.namer.trunk, crops)
        return (*self.namer.named(maps), self.corners(maps))


def export_namer(weights: Path, corners: Path | None, path: Path) -> None:
    """The namer as `crops` (B, 3, 96, 72) → `faces`, `turn` and, with a corner head, `corners`."""
    net: torch.nn.Module = load_namer(weights)
    outputs = ["faces", "turn"]
    if corners is not None:
        head = CornerHead()
        head.load_state_dict(stored_weights(corners))
        net = NamerWithCorners(net, head.eval()).eval()
        outputs.append("corners")
    torch.onnx.export(
        net,
        (torch.zeros(2, 3, CROP_HEIGHT, CROP_WIDTH),),
        str(path),
        input_names=["crops"],
        output_names=outputs,
        opset_version=17,
        dynamo=False,
        dynamic_axes={name: {0: "batch"} for name in ("crops", *outputs)},
    )


def slim(path: Path) -> None:
    """Folds constants and drops what the run time does not need."""
    import onnx
    import onnxslim

    onnx.save(onnxslim.slim(str(path)), str(path))


def export(
    folder: Path, detector: Path | None, namer: Path | None, name: str | None = None, corners: Path | None = None
) -> Path:
    """Writes the given nets into `folder` and what is known of them into the card there; returns the card's path. The
    corner head must be one that was trained upon this namer."""
    card_path = folder / "tiles.json"
    card = json.loads(card_path.read_text()) if card_path.exists() else {}
    if name:
        card["id"] = name
    if detector:
        path = folder / "tiles-detector.onnx"
        export_detector(detector, path)
        slim(path)
        entry = card.setdefault("detector", {})
        entry |= {"file": path.name, "sha256": sha256(path), "classes": list(CLASSES), "stride": 32}
    if namer:
        path = folder / "tiles-namer.onnx"
        export_namer(namer, corners, path)
        slim(path)
        entry = card.setdefault("namer", {})
        entry |= {"file": path.name, "sha256": sha256(path), "crop": [CROP_WIDTH, CROP_HEIGHT], "margin": MARGIN}
    card_path.write_text(json.dumps(card, ensure_ascii=False, indent=1) + "\n")
    return card_path


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--detector", type=Path)
    parser.add_argument("--namer", type=Path)
    parser.add_argument("--corners", type=Path, help="the corner head, of this namer")
    parser.add_argument("--id", help="the pair's name, e.g. tiles-2026-12")
    options = parser.parse_args()
    export(MODELS, options.detector, options.namer, options.id, options.corners)


def sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


if __name__ == "__main__":
    main()
