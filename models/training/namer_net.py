"""The namer: the trunk of the detector's net, from a straightened crop to a face and to where the tile's own top
points.

The trunk is YOLO11n's, down to its last stage, because it comes with trained weights and is quick on a processor;
features of the last two stages are averaged over the crop and go into two linear heads.
"""

from __future__ import annotations

import torch
from torch import nn

CROP_WIDTH, CROP_HEIGHT = 72, 96
MARGIN = 0.14
"""The crop shows this share of the tile's size more on each side."""
FACES = 44
BACK, NOT_A_TILE = 42, 43
TURNS = 4
TRUNK_LAYERS = 9
TAPS = {6: 128, 8: 256}
"""Layers whose features are used, and their channels."""


class TileNamer(nn.Module):
    """`crops` (B, 3, 96, 72) RGB 0–1 → `faces` (B, 44) logits and `turn` (B, 4) logits (top up, right, down, left)."""

    def __init__(self, trunk: nn.ModuleList) -> None:
        super().__init__()
        self.trunk = trunk
        width = sum(TAPS.values())
        self.mix = nn.Sequential(nn.Linear(width, 320), nn.BatchNorm1d(320), nn.ReLU(inplace=True), nn.Dropout(0.1))
        self.faces = nn.Linear(320, FACES)
        self.turn = nn.Linear(320, TURNS)

    def forward(self, crops: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        maps = {}
        x = crops
        for index, layer in enumerate(self.trunk):
            x = layer(x)
            if index in TAPS:
                maps[index] = x
        return self.named(maps)

    def named(self, maps: dict[int, torch.Tensor]) -> tuple[torch.Tensor, torch.Tensor]:
        """Faces and turn from what the trunk's layers of `TAPS` gave."""
        features = self.mix(torch.cat([maps[index].mean((2, 3)) for index in TAPS], 1))
        return self.faces(features), self.turn(features)


def new_namer(detector: nn.Module) -> TileNamer:
    """A namer with the trunk of a detector (see `train_detector.build_model`), weights and all."""
    layers = detector.model
    return TileNamer(nn.ModuleList([layers[index] for index in range(TRUNK_LAYERS)]))
