"""What a phone's camera makes of a clean picture: light, glare, blur, noise, tone, compression."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.scenes.types import Pixels

_NOISE_SIDE = 1024


@lru_cache(maxsize=1)
def _noise() -> NDArray[np.float32]:
    rng = np.random.default_rng(4711)
    return rng.standard_normal((_NOISE_SIDE, _NOISE_SIDE, 3), dtype=np.float32)


def _bytes(array: NDArray[Any]) -> Pixels:
    return np.asarray(array, dtype=np.uint8)


def photograph(
    image: Pixels, faces: NDArray[np.uint8], gloss: float, rng: np.random.Generator, clean: bool = False
) -> Pixels:
    """The finished photo of `image` (H, W, 3).

    `faces` (H, W) is 255 where a tile's side is seen and may shine. `clean` keeps to daylight and a steady hand.
    """
    height, width = image.shape[:2]
    small = (max(width // 12, 8), max(height // 12, 8))
    gain = _light_map(small, rng, clean)
    gain *= np.float32(_exposure(image, float(gain.mean()), rng, clean))
    picture = _bytes(
        cv2.multiply(image, cv2.resize(gain, (width, height), interpolation=cv2.INTER_LINEAR), dtype=cv2.CV_8U)
    )
    if rng.random() < (0.15 if clean else 0.15 + 0.35 * gloss):
        picture = _glare(picture, faces, gloss, rng)
    picture = _tone(picture, rng, clean)
    picture = _blur(picture, rng, clean)
    if not clean and rng.random() < 0.15:
        share = float(rng.uniform(0.4, 0.85))
        low = cv2.resize(picture, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
        how = (cv2.INTER_LINEAR, cv2.INTER_CUBIC, cv2.INTER_LANCZOS4)[int(rng.integers(3))]
        picture = _bytes(cv2.resize(low, (width, height), interpolation=how))
    if clean or rng.random() < 0.85:
        picture = _add_noise(picture, 1.5 if clean else float(rng.gamma(1.6, 2.2)), rng)
    if rng.random() < 0.65:
        # Phones sharpen, often too much.
        soft = cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(0.7, 1.6)))
        amount = float(rng.uniform(0.3, 2.0))
        picture = _bytes(cv2.addWeighted(picture, 1 + amount, soft, -amount, 0))
    if clean:
        return picture
    quality = rng.integers(22, 60) if rng.random() < 0.2 else rng.integers(60, 97)
    return _jpeg(picture, int(quality))


def _exposure(image: Pixels, light: float, rng: np.random.Generator, clean: bool) -> float:
    """Phones lift dark pictures and hold bright ones back, though not all the way, and mostly spare the whites; in
    plain daylight always."""
    few = cv2.resize(image, (64, 48), interpolation=cv2.INTER_AREA)
    mean, white = float(few.mean()) * light, float(np.percentile(few.max(2), 98)) * light
    wanted = float(np.clip((rng.normal(126, 18) / max(mean, 1.0)) ** 0.7, 0.72, 1.5))
    spared = rng.random() < 0.8
    if clean or spared:
        wanted = min(wanted, float(rng.normal(236, 12)) / max(white, 60.0))
    return wanted


def _light_map(size: tuple[int, int], rng: np.random.Generator, clean: bool) -> NDArray[np.float32]:
    width, height = size
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    x = x / width * 2 - 1
    y = y / height * 2 - 1
    turn = rng.uniform(0, 2 * np.pi)
    slope = rng.uniform(0, 0.12) if clean else abs(rng.normal(0, 0.25))
    gain = 1 + np.clip(slope, 0, 0.55) * (x * np.cos(turn) + y * np.sin(turn))
    gain = gain * (1 - rng.uniform(0, 0.1 if clean else 0.35) * (x * x + y * y) / 2)
    shades = 0 if clean else int(rng.choice((0, 1, 2), p=(0.55, 0.3, 0.15)))
    for _ in range(shades):
        gain = gain * _shadow(x, y, rng)
    if not clean and rng.random() < 0.15:
        # A lamp's pool of light.
        cx, cy = rng.uniform(-1, 1, 2)
        gain = gain * (0.75 + rng.uniform(0.2, 0.7) * np.exp(-((x - cx) ** 2 + (y - cy) ** 2) / rng.uniform(0.2, 1.2)))
    warmth = rng.normal(0, 0.03 if clean else 0.07)
    tint = rng.normal(0, 0.01 if clean else 0.025)
    cast = np.array([1 + warmth, 1 + tint, 1 - warmth * 1.2], dtype=np.float32)
    if not clean and rng.random() < 0.1:
        # Two lights of unlike colour.
        other = np.array([1 + rng.normal(0, 0.12), 1.0, 1 + rng.normal(0, 0.15)], dtype=np.float32)
        share = np.clip(0.5 + 0.5 * (x * np.cos(turn + 1) + y * np.sin(turn + 1)), 0, 1)[..., None]
        colour = cast * (1 - share) + other * share
    else:
        colour = np.broadcast_to(cast, (height, width, 3))
    exposure = rng.uniform(0.9, 1.05) if clean else float(np.clip(np.exp(rng.normal(0.02, 0.2)), 0.45, 1.5))
    return np.ascontiguousarray(gain[..., None] * colour * exposure, dtype=np.float32)


def _shadow(x: NDArray[np.float32], y: NDArray[np.float32], rng: np.random.Generator) -> NDArray[np.float32]:
    """The shade of a head, an arm or the phone: a darker region with a soft wavy border."""
    turn = rng.uniform(0, 2 * np.pi)
    along = x * np.cos(turn) + y * np.sin(turn)
    across = -x * np.sin(turn) + y * np.cos(turn)
    border = (
        along - rng.uniform(-0.6, 0.8) + rng.uniform(0, 0.3) * np.sin(across * rng.uniform(1, 4) + rng.uniform(0, 6))
    )
    if rng.random() < 0.4:
        border = rng.uniform(0.15, 0.5) - np.hypot(border, across * rng.uniform(0.2, 1.0))
    mask = 1 / (1 + np.exp(-border / rng.uniform(0.02, 0.25)))
    return np.asarray(1 - rng.uniform(0.15, 0.5) * mask, dtype=np.float32)


def _glare(picture: Pixels, faces: NDArray[np.uint8], gloss: float, rng: np.random.Generator) -> Pixels:
    height, width = faces.shape
    small = (max(width // 6, 8), max(height // 6, 8))
    y, x = np.mgrid[0 : small[1], 0 : small[0]].astype(np.float32)
    glow = np.zeros((small[1], small[0]), np.float32)
    for _ in range(int(rng.integers(1, 4))):
        cx, cy = rng.uniform(0.1, 0.9) * small[0], rng.uniform(0.1, 0.9) * small[1]
        rx, ry = rng.uniform(0.03, 0.2) * small[0], rng.uniform(0.03, 0.15) * small[0]
        glow += np.exp(-(((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2)) * rng.uniform(25, 110) * (0.5 + gloss)
    mask = cv2.resize(faces, small, interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    shine = cv2.resize(np.minimum(glow * (0.12 + 0.88 * mask), 200).astype(np.uint8), (width, height))
    return np.asarray(cv2.add(picture, cv2.merge([shine] * 3)), dtype=np.uint8)


def _tone(picture: Pixels, rng: np.random.Generator, clean: bool) -> Pixels:
    spread = 0.3 if clean else 1.0
    gamma = float(np.exp(rng.normal(0, 0.16 * spread)))
    contrast = 1 + rng.normal(0.03, 0.1 * spread)
    lift = rng.normal(0, 5 * spread)
    ramp = (np.arange(256) / 255.0) ** gamma
    curve = np.clip(((ramp - 0.5) * contrast + 0.5) * 255 + lift, 0, 255).astype(np.uint8)
    picture = np.asarray(cv2.LUT(picture, curve), dtype=np.uint8)
    saturation = float(np.clip(0.9 + rng.normal(0.0, 0.2 * spread), 0.3, 1.5))
    if not clean and rng.random() < 0.02:
        saturation = 0.0
    grey = np.array([0.299, 0.587, 0.114], dtype=np.float32)
    matrix = np.eye(3, dtype=np.float32) * saturation + (1 - saturation) * grey[None]
    return np.asarray(cv2.transform(picture, matrix), dtype=np.uint8)


def _blur(picture: Pixels, rng: np.random.Generator, clean: bool) -> Pixels:
    scale = max(picture.shape[:2]) / 960
    sigma = (0.4 if clean else 0.3 + abs(rng.normal(0, 0.3))) * scale
    if not clean and rng.random() < 0.1:
        sigma = rng.uniform(1.2, 2.4) * scale
    out = cv2.GaussianBlur(picture, (0, 0), float(max(sigma, 0.3)))
    if clean:
        return _bytes(out)
    if rng.random() < 0.1:
        # A shallow depth of field: one end of the picture is out of focus.
        soft = cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(1.0, 2.6) * scale))
        height = picture.shape[0]
        share = np.clip(np.abs(np.linspace(0, 1, height) - rng.uniform(0.2, 1.0)) * 1.6 - 0.2, 0, 1)
        weight = np.repeat(share.astype(np.float32)[:, None], picture.shape[1], axis=1)
        out = cv2.blendLinear(soft, out, weight, 1 - weight)
    if rng.random() < 0.12:
        length = float(rng.uniform(2, 7) * scale)
        angle = rng.uniform(0, np.pi)
        side = int(length) | 1
        kernel = np.zeros((side + 2, side + 2), np.float32)
        middle = (side + 1) / 2
        step = np.array([np.cos(angle), np.sin(angle)]) * length / 2
        start, end = (middle - step) * 16, (middle + step) * 16
        cv2.line(kernel, (int(start[0]), int(start[1])), (int(end[0]), int(end[1])), 1.0, 1, cv2.LINE_AA, 4)
        total = float(kernel.sum())
        if total > 0:
            out = cv2.filter2D(out, -1, kernel / total)
    return _bytes(out)


def _add_noise(picture: Pixels, sigma: float, rng: np.random.Generator) -> Pixels:
    """Brightness noise that grows with the light, and some coloured noise, coarse on cheap phones."""
    height, width = picture.shape[:2]
    pool = _noise()
    coarse = float(rng.choice((1.0, 1.5, 2.0), p=(0.6, 0.25, 0.15)))
    need = (int(np.ceil(height / coarse)), int(np.ceil(width / coarse)))
    if need[0] > _NOISE_SIDE or need[1] > _NOISE_SIDE:
        coarse = max(height, width) / _NOISE_SIDE
        need = (min(int(np.ceil(height / coarse)), _NOISE_SIDE), min(int(np.ceil(width / coarse)), _NOISE_SIDE))
    y = int(rng.integers(_NOISE_SIDE - need[0] + 1))
    x = int(rng.integers(_NOISE_SIDE - need[1] + 1))
    patch: NDArray[Any] = pool[y : y + need[0], x : x + need[1]]
    chroma = float(rng.uniform(0.2, 1.0))
    matrix = np.full((3, 3), (1 - chroma) / 1.7, dtype=np.float32) + np.eye(3, dtype=np.float32) * chroma
    patch = cv2.transform(patch, matrix * np.float32(sigma))
    if coarse != 1.0:
        patch = cv2.resize(patch, (width, height), interpolation=cv2.INTER_LINEAR)
    return np.asarray(cv2.add(picture, patch, dtype=cv2.CV_8U), dtype=np.uint8)


def _jpeg(picture: Pixels, quality: int) -> Pixels:
    _, data = cv2.imencode(".jpg", cv2.cvtColor(picture, cv2.COLOR_RGB2BGR), [cv2.IMWRITE_JPEG_QUALITY, quality])
    decoded = cv2.imdecode(data, cv2.IMREAD_COLOR)
    if decoded is None:
        raise ValueError("the picture could not be decoded again")
    return _bytes(cv2.cvtColor(decoded, cv2.COLOR_BGR2RGB))
