"""Where a tile's four corners lie in its crop: a small head upon the namer's trunk, whose weights it leaves alone.

A detector's box is a turned rectangle; a tile seen from aside is not. The head reads features of three stages, place
by place, since averaged ones no longer tell where anything is.
"""

from __future__ import annotations

import torch
from torch import nn

from models.training.namer_net import TRUNK_LAYERS

CORNER_TAPS = {4: (128, 24, 12 * 9), 6: (128, 32, 6 * 5), 8: (256, 32, 3 * 3)}
"""Layers that are looked at: their channels, to how many these are squeezed, and the places of their maps."""
WIDTH = 160


class CornerHead(nn.Module):
    """Maps of the trunk's layers → (B, 8): x and y of the four corners, in halves of the rectangle's sides from its
    middle, beginning with the one nearest the crop's top-left. The rectangle's own are ±1."""

    def __init__(self) -> None:
        super().__init__()
        self.squeeze = nn.ModuleDict(
            {str(layer): nn.Conv2d(wide, narrow, 1) for layer, (wide, narrow, _) in CORNER_TAPS.items()}
        )
        places = sum(narrow * count for _, narrow, count in CORNER_TAPS.values())
        self.out = nn.Sequential(nn.Linear(places, WIDTH), nn.SiLU(inplace=True), nn.Linear(WIDTH, 8))
        self.register_buffer("rectangle", torch.tensor([-1.0, -1, 1, -1, 1, 1, -1, 1]))

    def forward(self, maps: dict[int, torch.Tensor]) -> torch.Tensor:
        flat = [nn.functional.silu(self.squeeze[str(layer)](maps[layer])).flatten(1) for layer in CORNER_TAPS]
        result: torch.Tensor = self.rectangle + self.out(torch.cat(flat, 1))
        return result


def trunk_maps(trunk: nn.ModuleList, crops: torch.Tensor) -> dict[int, torch.Tensor]:
    """What the layers of `CORNER_TAPS` make of crops (B, 3, 96, 72)."""
    maps = {}
    x = crops
    for index in range(TRUNK_LAYERS):
        x = trunk[index](x)
        if index in CORNER_TAPS:
            maps[index] = x
    return maps
