"""Tight rotated boxes and background tiles for the training photographs, from nets trained once without them.

    python -m models.training.pseudo_label --out runs/pseudo.npz

The photographs' own labels are upright boxes around the hand's tiles alone. The nets of the first round find the same
tiles with their turn, and the discards and walls around them. A labelled tile keeps its label's face; a tile found
elsewhere counts as a tile where the detector is sure, and teaches the namer where the namer is sure too. Walls of
backs are never found whole: what is sure of them counts, and where anything at all might be more of them nobody looks,
since a wall that passes for background teaches the detector not to see walls.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from datasets.real import FULLY_LABELLED_GROUPS, data_root, read_photos
from models.evaluation import iou
from models.labelled_photos import LabelledPhoto
from models.training.boxes import box_corners
from scorer.tiles import Tile
from vision.detector import OnnxDetector
from vision.image import Photo

SURE_TILE = 0.45
SURE_BACK = 0.6
MAYBE_TILE = 0.04
SURE_NAME = 0.97
LOOKS = (736, 1152, 1600)
"""Long sides at which anything that might be a tile is looked for."""
AROUND = 2.4
"""How many times as large as such a thing the place is that is left out: its neighbours are no surer."""


def label_photo(photo: LabelledPhoto, detector: OnnxDetector, namer: Any) -> dict[str, np.ndarray]:
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
    nearest = float(labels[:, 3].max()) if len(labels) else float(pixels.shape[0])
    for index, tile in enumerate(tiles):
        beyond = tile.box[1] + tile.box[3] < 2 * nearest  # nobody has tiles nearer than the own hand
        if index in matched or photo.group in FULLY_LABELLED_GROUPS or not beyond:
            continue
        quad = np.array(tile.corners, np.float32)
        if tile.face_down or tile.detection_score < SURE_TILE:
            if tile.face_down and tile.detection_score >= SURE_BACK and tile.confidence >= SURE_NAME:
                corners.append(quad)
                kinds.append(1)
            continue
        corners.append(quad)
        kinds.append(0)
        if tile.confidence >= SURE_NAME:
            named_corners.append(quad)
            faces.append(int(Tile.parse(tile.face)))
            turn_known.append(True)
    if photo.group not in FULLY_LABELLED_GROUPS:
        known = np.array(corners, np.float32).reshape(-1, 4, 2)
        ignore += [place for place in maybe_tiles(picture, detector, known, kinds) if place[:, 1].mean() < nearest]
    size = np.array([pixels.shape[1], pixels.shape[0]], np.float32)
    return {
        "corners": np.array(corners, np.float32).reshape(-1, 4, 2) / size,
        "kinds": np.array(kinds, np.int64),
        "ignore": np.array(ignore, np.float32).reshape(-1, 4, 2) / size,
        "named_corners": np.array(named_corners, np.float32).reshape(-1, 4, 2) / size,
        "faces": np.array(faces, np.int64),
        "turn_known": np.array(turn_known, np.bool_),
    }


def maybe_tiles(picture: Photo, detector: OnnxDetector, known: np.ndarray, kinds: list[int]) -> list[np.ndarray]:
    """Places (4, 2), in pixels, around what might be a tile that is not among the faces `known` (n, 4, 2), at any of
    `LOOKS`, and around every back."""
    faces = known[np.array(kinds, int) == 0]
    boxes = np.concatenate([faces.min(1), faces.max(1)], 1)
    usual = detector.settings
    places = []
    for long_side in LOOKS:
        detector.settings = replace(usual, confidence=MAYBE_TILE, long_side=long_side, closer_looks=0)
        for found in detector.detect(picture):
            quad = np.array(found.corners, np.float32)
            box = np.concatenate([quad.min(0), quad.max(0)])[None]
            if found.kind == "face" and len(boxes) and iou(box, boxes).max() > 0.3:
                continue
            middle = quad.mean(0)
            places.append(middle + (quad - middle) * (AROUND if found.kind == "back" else 1.0))
    detector.settings = usual
    return places


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
    detector = reader.detector
    if not isinstance(detector, OnnxDetector):
        raise TypeError(f"the packaged reader finds tiles with {type(detector).__name__}, expected OnnxDetector")
    stored: dict[str, np.ndarray] = {}
    for photo in read_photos("train", options.data or data_root()):
        if photo.extreme:
            continue
        for key, value in label_photo(photo, detector, reader.namer).items():
            stored[f"{photo.name}/{key}"] = value
    np.savez_compressed(options.out, **stored)  # type: ignore[arg-type]


if __name__ == "__main__":
    main()
