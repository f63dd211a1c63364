"""Hands that reach into the picture."""

from __future__ import annotations

import cv2
import numpy as np

from datasets.scenes.materials import Colour, jitter
from datasets.scenes.paint import Canvas
from datasets.scenes.types import Floats

_SKINS: tuple[Colour, ...] = ((235, 195, 170), (215, 165, 135), (190, 135, 105), (150, 100, 75), (105, 70, 52))


def reach_in(canvas: Canvas, rng: np.random.Generator, scale: float, keep_clear: Floats) -> None:
    """One hand and its sleeve from a border of the picture.

    `scale` is pixels per tile width; `keep_clear` (x0, y0, x1, y1) is where the hand's own tiles lie: fingers may touch
    its border but do not cover it.
    """
    height, width = canvas.image.shape[:2]
    for _ in range(8):
        side = int(rng.integers(4))
        along = rng.uniform(0.05, 0.95)
        start = np.array(((0.0, along), (1.0, along), (along, 0.0), (along, 1.0))[side]) * (width, height)
        inward = np.array(((1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0))[side])
        turn = rng.normal(0.0, 0.45)
        c, s = np.cos(turn), np.sin(turn)
        ahead = np.array([c * inward[0] - s * inward[1], s * inward[0] + c * inward[1]])
        size = scale * float(rng.uniform(0.8, 1.15))
        palm = start + ahead * size * float(rng.uniform(-1.0, 5.0))
        tip = palm + ahead * size * 4.6
        corners = np.stack([start, palm, tip, palm + 2.4 * size, palm - 2.4 * size])
        low, high = corners.min(0), corners.max(0)
        x0, y0, x1, y1 = keep_clear
        if high[0] < x0 or low[0] > x1 or high[1] < y0 or low[1] > y1:
            _hand(canvas, rng, start - ahead * size * 3, palm, ahead, size)
            return


def _hand(canvas: Canvas, rng: np.random.Generator, start: Floats, palm: Floats, ahead: Floats, size: float) -> None:
    skin = jitter(rng, _SKINS[int(rng.integers(len(_SKINS)))], 8)
    across = np.array([-ahead[1], ahead[0]]) * (1.0 if rng.random() < 0.5 else -1.0)
    sleeve = np.clip(rng.uniform(10, 220) + rng.normal(0, 20, 3), 5, 250)
    wrist = palm - ahead * size * 2.0
    spread = rng.normal(0.0, 0.06)
    strokes: list[tuple[Floats, Floats, float, Floats]] = []
    arm = sleeve if rng.random() < 0.6 else skin * 0.95
    strokes.append((start, wrist, size * 1.1, arm))
    strokes.append((wrist - ahead * size * 0.4, palm, size * 0.85, skin * 0.97))
    strokes.append((palm - ahead * size * 0.5, palm + ahead * size * 0.3, size * 1.35, skin))
    curl = rng.uniform(0.5, 1.0)
    for finger in range(4):
        side = (finger - 1.5) * 0.62
        base = palm + across * size * side + ahead * size * 0.8
        lean = ahead + across * (side * 0.16 + spread)
        bend = base + lean * size * curl * (1.3 - 0.12 * abs(finger - 1.3))
        end = bend + (lean - across * rng.normal(0, 0.1)) * size * curl * float(rng.uniform(0.6, 1.0))
        tone = skin * rng.uniform(0.93, 1.05)
        strokes.append((base, bend, size * 0.31, tone))
        strokes.append((bend, end, size * 0.27, tone))
    thumb = palm + across * size * 1.1
    strokes.append((thumb, thumb + (ahead * 0.9 + across * 0.5) * size * curl * 1.3, size * 0.34, skin * 0.98))
    for a, b, radius, tone in strokes:
        _stroke(canvas, a, b, radius * 1.06, tone * 0.78)
        _stroke(canvas, a, b, radius * 0.94, tone)


def _stroke(canvas: Canvas, a: Floats, b: Floats, radius: float, tone: Floats) -> None:
    colour = tuple(float(v) for v in np.clip(tone, 0, 255))
    p = (int(a[0] * 8), int(a[1] * 8))
    q = (int(b[0] * 8), int(b[1] * 8))
    thick = max(1, int(2 * radius))
    cv2.line(canvas.image, p, q, colour, thick, cv2.LINE_AA, 3)
    cv2.line(canvas.owner, p, q, -1, thick, cv2.LINE_8, 3)
