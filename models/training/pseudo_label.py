"""Tight rotated boxes and background tiles for the training photographs, from nets trained once without them.

    python -m models.training.pseudo_label --out runs/pseudo.npz

The photographs' own labels are upright boxes around the hand's tiles alone. The nets of the first round find the same
tiles with their turn, and the discards and walls around them. A labelled tile keeps its label's face; a tile found
elsewhere counts as a tile where the detector is sure, and teaches the namer where the namer is sure too; walls of
backs, and what the detector is in two minds about, are left out of the loss.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np

from datasets.real import FULLY_LABELLED_GROUPS, data_root, read_photos
from models.evaluation import iou
from models.labelled_photos import LabelledPhoto
from models.training.boxes import box_corners
from scorer.tiles import Tile
from vision.image import Photo

SURE_TILE = 0.45
MAYBE_TILE = 0.12
SURE_NAME = 0.97


def label_photo(photo: LabelledPhoto, detector: Any, namer: Any) -> dict[str, np.ndarray]:
    """Arrays by name, corners as fractions of the picture: `corners` (n, 4, 2) and `kinds` (n,) for the detector,
    `ignore`
    (k, 4, 2), and `named_corners` (m, 4, 2), `faces` (m,), `turn_known` (m,) for the namer."""
    pixels = photo.pixels()
    picture = Photo.from_pixels(pixels)
    detections = detector.detect(picture)
    named = {tile.id: tile for tile in namer.name(picture, detections)}
    tiles = [named[i] for i in sorted(named)]
    seen = np.array([tile.box for tile in tiles], np.float32).reshape(-1, 4)
    labels = photo.pixel_boxes(pixels.shape)
    pairs = _pairs(labels, seen, loose=photo.looseness > 0.05 or photo.group == "layout")
    corners, kinds, ignore, named_corners, faces, turn_known = [], [], [], [], [], []
    upright = box_corners(labels)
    for index, face in enumerate(photo.faces):
        if index not in pairs:
            (ignore if photo.looseness > 0.05 else corners).append(upright[index])
            if photo.looseness <= 0.05:
                kinds.append(0)
                named_corners.append(upright[index])
                faces.append(int(face))
                turn_known.append(False)
            continue
        tile = tiles[pairs[index]]
        corners.append(np.array(tile.corners, np.float32))
        kinds.append(0)
        named_corners.append(np.array(tile.corners, np.float32))
        faces.append(int(face))
        turn_known.append(tile.face == str(Tile(int(face))) and tile.confidence > 0.9)
    matched = set(pairs.values())
    for index, tile in enumerate(tiles):
        if index in matched or photo.group in FULLY_LABELLED_GROUPS:
            continue
        quad = np.array(tile.corners, np.float32)
        if tile.face_down or tile.detection_score < SURE_TILE:
            if tile.detection_score >= MAYBE_TILE:
                ignore.append(quad)
            continue
        corners.append(quad)
        kinds.append(0)
        if tile.confidence >= SURE_NAME:
            named_corners.append(quad)
            faces.append(int(Tile.parse(tile.face)))
            turn_known.append(True)
    size = np.array([pixels.shape[1], pixels.shape[0]], np.float32)
    return {
        "corners": np.array(corners, np.float32).reshape(-1, 4, 2) / size,
        "kinds": np.array(kinds, np.int64),
        "ignore": np.array(ignore, np.float32).reshape(-1, 4, 2) / size,
        "named_corners": np.array(named_corners, np.float32).reshape(-1, 4, 2) / size,
        "faces": np.array(faces, np.int64),
        "turn_known": np.array(turn_known, np.bool_),
    }


def _pairs(labels: np.ndarray, seen: np.ndarray, *, loose: bool) -> dict[int, int]:
    """Label index → seen index. A loose label may be much larger than its tile, but they share their middle."""
    if not len(labels) or not len(seen):
        return {}
    overlap = iou(labels, seen)
    least = 0.2 if loose else 0.45
    pairs: dict[int, int] = {}
    used: set[int] = set()
    for flat in np.argsort(-overlap, axis=None):
        label, other = divmod(int(flat), overlap.shape[1])
        if overlap[label, other] < least:
            break
        if label not in pairs and other not in used:
            pairs[label] = other
            used.add(other)
    return pairs


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--data", type=Path)
    options = parser.parse_args()
    from vision.reader import default_reader

    reader = default_reader(threads=2)
    stored: dict[str, np.ndarray] = {}
    for photo in read_photos("train", options.data or data_root()):
        if photo.extreme:
            continue
        for key, value in label_photo(photo, reader.detector, reader.namer).items():
            stored[f"{photo.name}/{key}"] = value
    np.savez_compressed(options.out, **stored)  # type: ignore[arg-type]


if __name__ == "__main__":
    main()
