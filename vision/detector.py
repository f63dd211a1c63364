"""Finding every tile in a photo: one look at a moderate size, and a closer one only where tiles come out small."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import Photo
from vision.onnx import NetMismatch, open_session
from vision.rotated import box_corners, side_lengths, suppress
from vision.types import DetectedKind, Detection

KINDS: tuple[DetectedKind, ...] = ("face", "back")
STRIDE = 32
_GREY = 114
_HAND_SIZE = 14
_ROOM = 4
"""Tiles beyond the outermost that were found: a winning tile lies apart."""


class Detector(Protocol):
    """Anything that finds tiles in a photo."""

    def detect(self, photo: Photo) -> list[Detection]:
        """Every tile seen, best first, corners in pixels of the upright full picture."""
        ...


@dataclass(frozen=True, slots=True)
class DetectorSettings:
    """How the detector looks. Lengths are in pixels of the net's input.

    `long_side`: of the first look. `confidence`: detections below are not reported. `overlap`, `contained`: see
    `vision.rotated.suppress`. Where the median tile is narrower than `small_tile` a closer look follows that brings it
    to about `good_tile`, in at most `most_windows` windows; where it is wider than `large_tile`, a look from farther.
    Where fewer than `few_tiles` are found, the whole picture is looked at `search_zoom` times larger, if it has the
    pixels for it. There are at most `closer_looks`.
    """

    long_side: int = 736
    confidence: float = 0.3
    overlap: float = 0.45
    contained: float = 0.85
    small_tile: float = 20.0
    good_tile: float = 40.0
    large_tile: float = 300.0
    most_windows: int = 6
    few_tiles: int = 7
    search_zoom: float = 2.2
    closer_looks: int = 2

    @classmethod
    def from_card(cls, settings: Mapping[str, Any]) -> DetectorSettings:
        """The settings that a model card gives; what it does not name keeps its default."""
        known = {field.name for field in fields(cls)}
        return cls(**{name: value for name, value in settings.items() if name in known})


class Window(NamedTuple):
    """A part of the picture, in fractions of its width and height."""

    left: float
    top: float
    right: float
    bottom: float


_WHOLE = Window(0.0, 0.0, 1.0, 1.0)


class _Found(NamedTuple):
    """Boxes in full-picture pixels: corners (N, 4, 2), class scores (N, 2)."""

    corners: NDArray[np.float32]
    scores: NDArray[np.float32]


class OnnxDetector:
    """A YOLO net with rotated boxes: input `images` (1, 3, H, W), output `output0` (1, 7, N) without suppression.

    The rows of the output are centre x, centre y, width, height, a score for face and for back, the angle in radians.
    """

    def __init__(self, path: Path, threads: int = 1, settings: DetectorSettings | None = None) -> None:
        self.settings = settings or DetectorSettings()
        self._session = open_session(path, threads, ("images",), ("output0",))
        rows = self._session.get_outputs()[0].shape[1]
        if isinstance(rows, int) and rows != 5 + len(KINDS):
            raise NetMismatch(f"{path.name}: expected {5 + len(KINDS)} output rows, it has {rows}")

    def detect(self, photo: Photo) -> list[Detection]:
        """Every tile seen, best first."""
        settings = self.settings
        kept = self._keep(self._look(photo, _WHOLE, settings.long_side))
        if not len(kept.corners) or self._net_side(kept, photo) > settings.large_tile:
            farther = self._look(photo, _WHOLE, settings.long_side // 2)
            kept = self._keep(_join([kept, farther]))
        zoom = 1.0
        for _ in range(settings.closer_looks):
            wanted = self._wanted_zoom(kept, photo, zoom)
            if wanted is None:
                break
            kept, zoom = self._keep(self._look_closer(photo, kept, wanted)), wanted
        return [
            Detection(corners, float(scores.max()), KINDS[int(scores.argmax())], float(scores.min()))
            for corners, scores in zip(kept.corners, kept.scores, strict=True)
        ]

    def _net_side(self, found: _Found, photo: Photo) -> float:
        """The typical shorter side as the first look shows it, 0 where nothing was found."""
        return _typical_side(found.corners) * self.settings.long_side / max(photo.width, photo.height)

    def _wanted_zoom(self, found: _Found, photo: Photo, zoom: float) -> float | None:
        """How much larger than at the first look to look now, None where the last look (`zoom`) will do."""
        settings = self.settings
        # There is nothing to gain beyond the picture's own pixels, twice enlarged.
        most = 2 * max(photo.width, photo.height) / settings.long_side
        side = self._net_side(found, photo)
        wanted = settings.good_tile / side if 0 < side * zoom < settings.small_tile else 0.0
        if not len(found.corners) or (len(found.corners) < settings.few_tiles and most >= 1.5 * settings.search_zoom):
            wanted = max(wanted, settings.search_zoom)
        wanted = min(wanted, most)
        return wanted if wanted > 1.2 * zoom else None

    def _keep(self, found: _Found) -> _Found:
        order = suppress(found.corners, found.scores.max(1), self.settings.overlap, self.settings.contained)
        return _Found(found.corners[order], found.scores[order])

    def _look_closer(self, photo: Photo, first: _Found, zoom: float) -> _Found:
        """Looks again at the part of the picture where tiles are, in windows that overlap by more than a tile."""
        region = _region(first.corners, photo) if len(first.corners) >= self.settings.few_tiles else _WHOLE
        long_side = max(photo.width, photo.height)
        tile = _typical_side(first.corners)
        windows = _windows(region, photo, self.settings.long_side, zoom, tile, self.settings.most_windows)
        detailed = photo.sharper(min(long_side, math.ceil(self.settings.long_side * zoom)))
        looks = [first]
        for window in windows:
            look = self._look(detailed, window, self.settings.long_side)
            looks.append(_whole_ones(look, window, photo, tile))
        return _join(looks)

    def _look(self, photo: Photo, window: Window, long_side: int) -> _Found:
        height, width = photo.pixels.shape[:2]
        left, top = int(window.left * width), int(window.top * height)
        part = photo.pixels[top : max(top + 1, math.ceil(window.bottom * height))]
        part = part[:, left : max(left + 1, math.ceil(window.right * width))]
        boxed, factor = letterbox(part, long_side)
        output = self._session.run(["output0"], {"images": boxed})[0][0]
        scores = output[4 : 4 + len(KINDS)]
        picked = scores.max(0) >= self.settings.confidence
        boxes = np.concatenate([output[:4, picked], output[4 + len(KINDS) :, picked]]).T
        scale = np.float32(1 / (factor * photo.scale))
        offset = np.array([left, top], np.float32) / np.float32(photo.scale)
        return _Found(box_corners(boxes) * scale + offset, scores[:, picked].T.copy())


def letterbox(pixels: NDArray[np.uint8], long_side: int) -> tuple[NDArray[np.float32], float]:
    """Pixels (H, W, 3) as net input (1, 3, h, w) in 0–1, and the factor by which they were scaled.

    The long side becomes `long_side`; what lacks to a multiple of `STRIDE` is grey at the right and the bottom.
    """
    # Averaging whole blocks first and interpolating the rest is many times faster than averaging by a broken factor.
    blocks = max(1, max(pixels.shape[:2]) // long_side)
    if blocks > 1 and min(pixels.shape[:2]) >= blocks:
        down, across = pixels.shape[0] // blocks, pixels.shape[1] // blocks
        whole = pixels[: down * blocks, : across * blocks]
        pixels = np.asarray(cv2.resize(whole, (across, down), interpolation=cv2.INTER_AREA), dtype=np.uint8)
    else:
        blocks = 1
    height, width = pixels.shape[:2]
    factor = long_side / max(height, width)
    size = (max(1, round(width * factor)), max(1, round(height * factor)))
    if size != (width, height):
        pixels = np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_LINEAR), dtype=np.uint8)
    padded = [math.ceil(side / STRIDE) * STRIDE for side in size]
    boxed = np.full((1, 3, padded[1], padded[0]), _GREY / 255, np.float32)
    np.multiply(pixels.transpose(2, 0, 1)[None], np.float32(1 / 255), out=boxed[:, :, : size[1], : size[0]])
    return boxed, factor / blocks


def _join(parts: Sequence[_Found]) -> _Found:
    return _Found(np.concatenate([part.corners for part in parts]), np.concatenate([part.scores for part in parts]))


def _typical_side(corners: NDArray[np.float32]) -> float:
    """The median shorter side of the largest boxes, as many as a hand has, in full-picture pixels; 0 without boxes.

    The hand lies nearest to the camera; that the discards behind it are small is no reason to look again.
    """
    if not len(corners):
        return 0.0
    return float(np.median(np.sort(np.minimum(*side_lengths(corners)))[-_HAND_SIZE:]))


def _region(corners: NDArray[np.float32], photo: Photo) -> Window:
    """The part of the picture that holds the tiles, with room around for those that were too small to be found yet; all
    of it where there are none."""
    if not len(corners):
        return _WHOLE
    missing = max(0, _HAND_SIZE - len(corners))
    room = (_ROOM + missing) * float(np.median(np.maximum(*side_lengths(corners))))
    low, high = corners.reshape(-1, 2).min(0) - room, corners.reshape(-1, 2).max(0) + room
    return Window(
        max(0.0, float(low[0]) / photo.width),
        max(0.0, float(low[1]) / photo.height),
        min(1.0, float(high[0]) / photo.width),
        min(1.0, float(high[1]) / photo.height),
    )


def _windows(region: Window, photo: Photo, long_side: int, zoom: float, tile: float, most: int) -> list[Window]:
    """Windows over the region, `zoom` times larger than at the first look, or less if they would be too many."""
    across, down = (region.right - region.left) * photo.width, (region.bottom - region.top) * photo.height
    lap = max(2.5 * tile, 0.1 * min(across, down))
    side = max(photo.width, photo.height) / max(zoom, 1e-6)
    while True:
        columns, rows = _count(across, side, lap), _count(down, side, lap)
        if columns * rows <= most or side >= max(across, down):
            break
        side *= 1.15
    lefts, width = _spread(region.left, region.right, columns, lap / photo.width)
    tops, height = _spread(region.top, region.bottom, rows, lap / photo.height)
    return [Window(left, top, left + width, top + height) for top in tops for left in lefts]


def _count(length: float, side: float, lap: float) -> int:
    return 1 if length <= side else math.ceil((length - lap) / max(side - lap, side / 4))


def _spread(low: float, high: float, count: int, lap: float) -> tuple[list[float], float]:
    size = (high - low + (count - 1) * min(lap, high - low)) / count
    step = (high - low - size) / (count - 1) if count > 1 else 0.0
    return [low + index * step for index in range(count)], size


def _whole_ones(found: _Found, window: Window, photo: Photo, tile: float) -> _Found:
    """Without the boxes that touch a border of the window inside the picture: those tiles may be cut."""
    edge = 0.1 * tile
    low, high = found.corners.min(1), found.corners.max(1)
    whole = np.ones(len(found.corners), bool)
    for axis, (begin, end, size) in enumerate(
        ((window.left, window.right, photo.width), (window.top, window.bottom, photo.height))
    ):
        if begin > 0:
            whole &= low[:, axis] > begin * size + edge
        if end < 1:
            whole &= high[:, axis] < end * size - edge
    return _Found(found.corners[whole], found.scores[whole])
