"""A sheet of scenes, labels drawn in: `python -m datasets.scenes.view --seed 1 --count 12 --out sheet.jpg`."""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np

from datasets.scenes.labels import scene_labels
from datasets.scenes.render import render_scene
from datasets.scenes.sources import MixedFaces
from datasets.scenes.types import BACK, KINDS, Pixels, Scene, face_name

_CELL = (640, 480)
_COLOURS = ((230, 30, 30), (30, 120, 255), (240, 160, 0), (170, 40, 220), (0, 170, 120), (220, 60, 140))


def annotated(scene: Scene) -> Pixels:
    """The picture with each labelled side outlined in its group's colour, its top edge in green, its name beside."""
    image = scene.image.copy()
    for tile in scene_labels(scene).tiles:
        points = np.rint(tile.corners).astype(np.int32)
        colour = (150, 150, 150) if tile.group < 0 else _COLOURS[tile.group % len(_COLOURS)]
        cv2.polylines(image, [points], True, colour, 1, cv2.LINE_AA)
        a, b = points[0].tolist(), points[1].tolist()
        cv2.line(image, a, b, (0, 230, 0), 2, cv2.LINE_AA)
        if tile.face != BACK:
            middle = points.mean(0).astype(int).tolist()
            cv2.putText(image, face_name(tile.face), middle, cv2.FONT_HERSHEY_SIMPLEX, 0.4, colour, 1, cv2.LINE_AA)
    return image


def sheet(images: list[Pixels], columns: int = 3) -> Pixels:
    """Pictures side by side, each fitted into a cell."""
    cells = []
    for image in images:
        share = min(_CELL[0] / image.shape[1], _CELL[1] / image.shape[0])
        small = cv2.resize(image, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)[: _CELL[1], : _CELL[0]]
        cell = np.zeros((_CELL[1], _CELL[0], 3), np.uint8)
        cell[: small.shape[0], : small.shape[1]] = small
        cells.append(cell)
    while len(cells) % columns:
        cells.append(np.zeros_like(cells[0]))
    rows = [np.hstack(cells[i : i + columns]) for i in range(0, len(cells), columns)]
    return np.asarray(np.vstack(rows), dtype=np.uint8)


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.partition("x")
    if not (width.isdigit() and height.isdigit()):
        raise argparse.ArgumentTypeError(f"{text!r} is no size like 960x720")
    return int(width), int(height)


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=0, help="the first picture's seed")
    parser.add_argument("--count", type=int, default=12)
    parser.add_argument("--kind", choices=KINDS, help="only this kind of picture")
    parser.add_argument("--size", type=_size, help="WIDTHxHEIGHT of each picture, else the usual mix")
    parser.add_argument("--drawn", action="store_true", help="faces drawn by us only, nothing from the shared data")
    parser.add_argument("--plain", action="store_true", help="without labels")
    parser.add_argument("--out", type=Path, required=True, help="the sheet to write, JPEG or PNG")
    options = parser.parse_args(arguments)
    source = MixedFaces(data=None) if options.drawn else MixedFaces()
    images = []
    for seed in range(options.seed, options.seed + options.count):
        scene = render_scene(seed, faces=source, kind=options.kind, size=options.size)
        images.append(scene.image if options.plain else annotated(scene))
    cv2.imwrite(str(options.out), cv2.cvtColor(sheet(images), cv2.COLOR_RGB2BGR))


if __name__ == "__main__":
    main()
