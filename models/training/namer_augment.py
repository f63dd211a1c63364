"""Crops as a detector and a phone would give them, made on the training device from a bank of clean ones.

A bank picture shows a tile upright in its middle with surroundings: 120 × 156 pixels, the tile 1/1.8 of each side.
From it come crops with the box a little off, turned by quarter and odd angles, in any light, blurred, small, noisy,
compressed.
"""

from __future__ import annotations

import math

import cv2
import numpy as np
import torch
import torch.nn.functional as nnf

from models.training.namer_net import CROP_HEIGHT, CROP_WIDTH, MARGIN

BANK_WIDTH, BANK_HEIGHT = 120, 156
BANK_ZOOM = 1.8
GROUPS = 16
QUARTERS = (0.52, 0.09, 0.30, 0.09)
"""How often a crop shows the tile upright, on its right side, upside down, on its left side."""
TURN_MATRICES = np.array(
    [
        [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
        [[0, 1, 0], [-1, 0, 0], [0, 0, 1]],
        [[-1, 0, 0], [0, -1, 0], [0, 0, 1]],
        [[0, -1, 0], [1, 0, 0], [0, 0, 1]],
    ],
    np.float64,
)


def _matrices(count: int) -> np.ndarray:
    return np.tile(np.eye(3), (count, 1, 1))


class Augment:
    def __init__(self, device: torch.device, seed: int) -> None:
        self.device = device
        self.generator = torch.Generator(device=device).manual_seed(seed)
        self.rng = np.random.default_rng(seed)
        self.dct = _dct_matrix().to(device)

    def uniform(self, low: float, high: float, *shape: int) -> torch.Tensor:
        return torch.rand(shape, generator=self.generator, device=self.device) * (high - low) + low

    def chance(self, share: float, count: int) -> torch.Tensor:
        return self.uniform(0, 1, count) < share

    def one(self, low: float, high: float) -> float:
        return low + (high - low) * float(self.rng.random())

    def __call__(self, bank: np.ndarray, strength: float = 1.0) -> tuple[torch.Tensor, torch.Tensor]:
        """`bank` (B, 156, 120, 3) uint8 → crops (B, 3, 96, 72) float 0–1, and (B,) how often they were turned a quarter
        to the right (0–3)."""
        cut, quarter = self.geometry(bank, strength)
        crops = torch.from_numpy(cut).to(self.device).permute(0, 3, 1, 2).float() / 255
        crops = self.light(crops)
        crops = torch.cat([self.degrade(part) for part in crops.chunk(GROUPS)])
        crops = self.compress(crops)
        return self.cover(crops).clamp(0, 1), torch.from_numpy(quarter).to(self.device)

    def geometry(self, images: np.ndarray, strength: float) -> tuple[np.ndarray, np.ndarray]:
        """Crops (B, 96, 72, 3) as an inexact box would give them, and their quarter turns."""
        count, rng = len(images), self.rng
        quarter = rng.choice(4, count, p=QUARTERS)
        draw = rng.random(count)
        theta = np.where(draw < 0.70, rng.normal(0, 0.05, count), rng.uniform(-0.30, 0.30, count))
        theta = strength * np.where(draw > 0.94, rng.uniform(-math.pi / 4, math.pi / 4, count), theta)
        scale = np.exp(rng.normal(0, 0.07 * strength, (count, 2)))
        shift = rng.normal(0, 0.09 * strength, (count, 2))
        aside = np.where(rng.random((count, 1)) < 0.12, 0.25, 0.07)  # seen from aside, a tile is no rectangle
        shear = rng.normal(0, 1, (count, 2)) * aside * strength
        tilt = rng.normal(0, 0.08 * strength, (count, 2))
        reach = 1 + 2 * MARGIN
        to_unit = np.array(
            [
                [2 * reach / CROP_WIDTH, 0, reach / CROP_WIDTH - reach],
                [0, 2 * reach / CROP_HEIGHT, reach / CROP_HEIGHT - reach],
                [0, 0, 1],
            ]
        )
        box = _matrices(count)
        box[:, 0, 0], box[:, 1, 1], box[:, :2, 2] = scale[:, 0], scale[:, 1], shift
        lean = _matrices(count)
        lean[:, 0, 1], lean[:, 1, 0] = shear[:, 0], shear[:, 1]
        # a turn by an odd angle happens in true proportions (a tile is 3 wide, 4 high)
        odd = _matrices(count)
        odd[:, 0, 0] = odd[:, 1, 1] = np.cos(theta)
        odd[:, 0, 1], odd[:, 1, 0] = -np.sin(theta) * 4 / 3, np.sin(theta) * 3 / 4
        depth = _matrices(count)
        depth[:, 2, :2] = tilt
        to_bank = np.array(
            [
                [BANK_WIDTH / BANK_ZOOM / 2, 0, BANK_WIDTH / 2 - 0.5],
                [0, BANK_HEIGHT / BANK_ZOOM / 2, BANK_HEIGHT / 2 - 0.5],
                [0, 0, 1],
            ]
        )
        maps = to_bank @ depth @ TURN_MATRICES[quarter] @ odd @ lean @ box @ to_unit
        crops = np.empty((count, CROP_HEIGHT, CROP_WIDTH, 3), np.uint8)
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        for index in range(count):
            crops[index] = cv2.warpPerspective(
                images[index], maps[index], (CROP_WIDTH, CROP_HEIGHT), flags=flags, borderMode=cv2.BORDER_REFLECT_101
            )
        return crops, quarter

    def light(self, x: torch.Tensor) -> torch.Tensor:
        count = len(x)
        x = x.clamp(1e-4, 1) ** torch.exp(self.uniform(-0.6, 0.6, count, 1, 1, 1))
        cast = torch.exp(torch.randn(count, 3, 1, 1, generator=self.generator, device=self.device) * 0.12)
        x = x * cast * torch.exp(self.uniform(-0.5, 0.25, count, 1, 1, 1))
        grey = x.mean(1, keepdim=True)
        saturation = torch.where(
            self.chance(0.08, count), torch.zeros(count, device=self.device), self.uniform(0.3, 1.7, count)
        )
        x = grey + (x - grey) * saturation[:, None, None, None]
        x = torch.where(self.chance(0.25, count)[:, None, None, None], self.turn_hue(x), x)
        mean = x.mean((1, 2, 3), keepdim=True)
        x = mean + (x - mean) * torch.exp(self.uniform(-0.6, 0.3, count, 1, 1, 1))
        height, width = x.shape[2:]
        gy = torch.linspace(-1, 1, height, device=self.device)[None, None, :, None]
        gx = torch.linspace(-1, 1, width, device=self.device)[None, None, None, :]
        slope = torch.randn(count, 2, 1, 1, 1, generator=self.generator, device=self.device) * 0.18
        x = x * (1 + slope[:, 0] * gx + slope[:, 1] * gy).clamp(0.3, 2)
        # the edge of a shadow
        angle, offset = self.uniform(0, 2 * math.pi, count, 1, 1, 1), self.uniform(-0.8, 0.8, count, 1, 1, 1)
        side = torch.sigmoid(
            (torch.cos(angle) * gx + torch.sin(angle) * gy - offset) * self.uniform(4, 40, count, 1, 1, 1)
        )
        dark = torch.where(
            self.chance(0.2, count)[:, None, None, None],
            self.uniform(0.35, 0.9, count, 1, 1, 1),
            torch.ones_like(offset),
        )
        x = x * (dark + (1 - dark) * side)
        # glare
        cx, cy = self.uniform(-1.1, 1.1, count, 1, 1, 1), self.uniform(-1.1, 1.1, count, 1, 1, 1)
        radius = self.uniform(0.1, 0.7, count, 1, 1, 1)
        spot = torch.exp(-((gx - cx) ** 2 + (gy - cy) ** 2 * 1.7) / radius**2)
        power = torch.where(
            self.chance(0.2, count)[:, None, None, None], self.uniform(0.1, 0.9, count, 1, 1, 1), torch.zeros_like(cx)
        )
        return (x + spot * power).clamp(0, 1)

    def turn_hue(self, x: torch.Tensor) -> torch.Tensor:
        """Turns colours about the grey axis, each picture by its own angle."""
        angle = self.uniform(-math.pi, math.pi, len(x))
        cos, sin = torch.cos(angle)[:, None, None, None], torch.sin(angle)[:, None, None, None]
        third, root = 1 / 3, math.sqrt(1 / 3)
        a, b, c = cos + third * (1 - cos), third * (1 - cos) - root * sin, third * (1 - cos) + root * sin
        red, green, blue = x[:, :1], x[:, 1:2], x[:, 2:]
        return torch.cat(
            [a * red + b * green + c * blue, c * red + a * green + b * blue, b * red + c * green + a * blue], 1
        )

    def degrade(self, x: torch.Tensor) -> torch.Tensor:
        """Low resolution, blur and noise, one strength for a small group of crops at a time."""
        height, width = x.shape[2:]
        draw = self.one(0, 1)
        if draw < 0.55:
            factor = self.one(0.27, 1.0) if draw < 0.4 else self.one(0.2, 0.5)
            x = nnf.interpolate(x, (max(14, round(height * factor)), max(11, round(width * factor))), mode="area")
        if self.one(0, 1) < 0.3:
            x = nnf.conv2d(x, self.blur_kernel(x.shape[2]), padding="same", groups=3)
        noise = torch.randn(x.shape, generator=self.generator, device=self.device)
        x = x + noise * self.uniform(0, 1, len(x), 1, 1, 1) ** 3 * 0.12
        if x.shape[2] != height:
            mode = ("bilinear", "bicubic", "nearest")[int(self.one(0, 2.15))]
            x = nnf.interpolate(x, (height, width), mode=mode)
        if self.one(0, 1) < 0.2:
            soft = nnf.avg_pool2d(x, 3, 1, padding=1)
            x = x + (x - soft) * self.one(0.3, 2.0)
        return x.clamp(0, 1)

    def blur_kernel(self, height: int) -> torch.Tensor:
        size = 9
        ticks = torch.arange(size, dtype=torch.float32) - size // 2
        gy, gx = torch.meshgrid(ticks, ticks, indexing="ij")
        limit = 2.2 * height / 96
        angle = self.one(0, math.pi)
        along, across = self.one(0.4, limit), self.one(0.3, limit * 0.6)
        u, v = gx * math.cos(angle) + gy * math.sin(angle), -gx * math.sin(angle) + gy * math.cos(angle)
        kernel = torch.exp(-0.5 * ((u / along) ** 2 + (v / across) ** 2))
        return (kernel / kernel.sum()).expand(3, 1, size, size).contiguous().to(self.device)

    def compress(self, x: torch.Tensor) -> torch.Tensor:
        """JPEG's loss: 8 × 8 cosine transforms rounded as coarsely as qualities 20–95 do, on half of the crops."""
        picked = self.chance(0.5, len(x))
        if not picked.any():
            return x
        y = x[picked] * 255
        red, green, blue = y[:, 0], y[:, 1], y[:, 2]
        luma = 0.299 * red + 0.587 * green + 0.114 * blue
        planes = torch.stack([luma, (blue - luma) * 0.564, (red - luma) * 0.713], 1)
        count, _, height, width = planes.shape
        blocks = planes.reshape(count, 3, height // 8, 8, width // 8, 8).permute(0, 1, 2, 4, 3, 5)
        coefficients = self.dct @ blocks @ self.dct.T
        quality = self.uniform(0, 1, count)
        coarse = torch.exp(-2.3 + 3.5 * quality)[:, None, None, None, None, None]
        ramp = torch.arange(8, device=self.device, dtype=torch.float32)
        table = 10 + 6.5 * (ramp[:, None] + ramp[None, :])
        table = torch.stack([table, table * 1.7, table * 1.7])[None, :, None, None] * coarse
        blocks = self.dct.T @ (torch.round(coefficients / table) * table) @ self.dct
        planes = blocks.permute(0, 1, 2, 4, 3, 5).reshape(count, 3, height, width)
        luma, cb, cr = planes[:, 0], planes[:, 1] / 0.564, planes[:, 2] / 0.713
        red, blue = luma + cr, luma + cb
        green = (luma - 0.299 * red - 0.114 * blue) / 0.587
        x = x.clone()
        x[picked] = (torch.stack([red, green, blue], 1) / 255).clamp(0, 1)
        return x

    def cover(self, x: torch.Tensor) -> torch.Tensor:
        """Something lying over an edge of a few crops: a finger, a neighbour, a rack."""
        count, _, height, width = x.shape
        picked = self.chance(0.12, count)
        gy = torch.linspace(-1, 1, height, device=self.device)[None, None, :, None]
        gx = torch.linspace(-1, 1, width, device=self.device)[None, None, None, :]
        angle, offset = self.uniform(0, 2 * math.pi, count, 1, 1, 1), self.uniform(0.55, 1.1, count, 1, 1, 1)
        over = (torch.cos(angle) * gx + torch.sin(angle) * gy > offset) & picked[:, None, None, None]
        return torch.where(over, self.uniform(0, 1, count, 3, 1, 1).expand_as(x), x)


def _dct_matrix() -> torch.Tensor:
    k, n = torch.meshgrid(torch.arange(8.0), torch.arange(8.0), indexing="ij")
    matrix = torch.cos(math.pi * (2 * n + 1) * k / 16) * 0.5
    matrix[0] = math.sqrt(1 / 8)
    return matrix
