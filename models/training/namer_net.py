"""The namer: the trunk of the detector's net, from a straightened crop to a face and to where the tile's own top
points.

The trunk is YOLO11n's, down to its last stage, because it comes with trained weights and is quick on a processor;
features of the last two stages are averaged over the crop and go into two linear heads. What averages do not tell, how
many sticks stand where, is added from the features place by place.
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
"""Layers whose features are averaged, and their channels."""
PLACE_TAPS = {4: (128, 64, 2, 6 * 5), 6: (128, 48, 1, 6 * 5), 8: (256, 64, 1, 3 * 3)}
"""Layers that are looked at place by place: their channels, to how many these are squeezed, the squeezing's stride, and
the places that leaves."""


class Places(nn.Module):
    """Maps of the trunk's layers → (B, 48): what to add to the logits of faces and turns. Begins with adding nothing,
    so that it can be taught to a namer that knows its tiles."""

    def __init__(self) -> None:
        super().__init__()
        self.squeeze = nn.ModuleDict(
            {
                str(layer): nn.Sequential(
                    nn.Conv2d(wide, narrow, 2 * stride - 1, stride, stride - 1, bias=False),
                    nn.BatchNorm2d(narrow),
                    nn.SiLU(inplace=True),
                )
                for layer, (wide, narrow, stride, _) in PLACE_TAPS.items()
            }
        )
        width = sum(narrow * count for _, narrow, _, count in PLACE_TAPS.values())
        self.mix = nn.Sequential(
            nn.Linear(width, 256, bias=False), nn.BatchNorm1d(256), nn.ReLU(inplace=True), nn.Dropout(0.2)
        )
        self.out = nn.Linear(256, FACES + TURNS)
        nn.init.zeros_(self.out.weight)
        nn.init.zeros_(self.out.bias)

    def forward(self, maps: dict[int, torch.Tensor]) -> torch.Tensor:
        flat = [self.squeeze[str(layer)](maps[layer]).flatten(1) for layer in PLACE_TAPS]
        added: torch.Tensor = self.out(self.mix(torch.cat(flat, 1)))
        return added


class TileNamer(nn.Module):
    """`crops` (B, 3, 96, 72) RGB 0–1 → `faces` (B, 44) logits and `turn` (B, 4) logits (top up, right, down, left)."""

    def __init__(self, trunk: nn.ModuleList) -> None:
        super().__init__()
        self.trunk = trunk
        width = sum(TAPS.values())
        self.mix = nn.Sequential(nn.Linear(width, 320), nn.BatchNorm1d(320), nn.ReLU(inplace=True), nn.Dropout(0.1))
        self.faces = nn.Linear(320, FACES)
        self.turn = nn.Linear(320, TURNS)
        self.places = Places()

    def forward(self, crops: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        maps = {}
        x = crops
        for index, layer in enumerate(self.trunk):
            x = layer(x)
            if index in PLACE_TAPS:
                maps[index] = x
        return self.named(maps)

    def named(self, maps: dict[int, torch.Tensor]) -> tuple[torch.Tensor, torch.Tensor]:
        """Faces and turn from what the trunk's layers of `TAPS` and `PLACE_TAPS` gave."""
        features = self.mix(torch.cat([maps[index].mean((2, 3)) for index in TAPS], 1))
        added = self.places(maps)
        return self.faces(features) + added[:, :FACES], self.turn(features) + added[:, FACES:]


def new_namer(detector: nn.Module) -> TileNamer:
    """A namer with the trunk of a detector (see `train_detector.build_model`), weights and all."""
    layers = detector.model
    return TileNamer(nn.ModuleList([layers[index] for index in range(TRUNK_LAYERS)]))
