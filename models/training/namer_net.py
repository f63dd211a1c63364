"""The namer: a small residual net from a straightened crop to a face, and to where the tile's own top points."""

from __future__ import annotations

import torch
from torch import nn

CROP_WIDTH, CROP_HEIGHT = 72, 96
MARGIN = 0.14
"""The crop shows this share of the tile's size more on each side."""
FACES = 44
BACK, NOT_A_TILE = 42, 43
TURNS = 4


class Block(nn.Module):
    def __init__(self, inward: int, outward: int, stride: int) -> None:
        super().__init__()
        self.first = nn.Sequential(
            nn.Conv2d(inward, outward, 3, stride, 1, bias=False), nn.BatchNorm2d(outward), nn.ReLU(inplace=True)
        )
        self.second = nn.Sequential(nn.Conv2d(outward, outward, 3, 1, 1, bias=False), nn.BatchNorm2d(outward))
        self.shortcut: nn.Module = nn.Identity()
        if stride != 1 or inward != outward:
            self.shortcut = nn.Sequential(
                nn.AvgPool2d(stride, stride, ceil_mode=True) if stride > 1 else nn.Identity(),
                nn.Conv2d(inward, outward, 1, bias=False),
                nn.BatchNorm2d(outward),
            )
        self.act = nn.ReLU(inplace=True)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.act(self.second(self.first(x)) + self.shortcut(x))


class TileNamer(nn.Module):
    """`crops` (B, 3, 96, 72) RGB 0–1 → `faces` (B, 44) logits and `turn` (B, 4) logits (top up, right, down, left)."""

    def __init__(self, widths: tuple[int, ...] = (32, 48, 96, 192), depths: tuple[int, ...] = (1, 2, 2, 2)) -> None:
        super().__init__()
        layers: list[nn.Module] = [
            nn.Conv2d(3, widths[0], 3, 2, 1, bias=False),
            nn.BatchNorm2d(widths[0]),
            nn.ReLU(inplace=True),
        ]
        inward = widths[0]
        for stage, (width, depth) in enumerate(zip(widths, depths, strict=False)):
            for index in range(depth):
                layers.append(Block(inward, width, 2 if index == 0 and stage > 0 else 1))
                inward = width
        self.body = nn.Sequential(*layers)
        self.mix = nn.Sequential(nn.Conv2d(inward, 384, 1, bias=False), nn.BatchNorm2d(384), nn.ReLU(inplace=True))
        self.drop = nn.Dropout(0.1)
        self.faces = nn.Linear(384, FACES)
        self.turn = nn.Linear(384, TURNS)

    def forward(self, crops: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        features = self.mix(self.body((crops - 0.5) * 4)).mean((2, 3))
        features = self.drop(features)
        return self.faces(features), self.turn(features)
