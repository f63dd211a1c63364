"""Our reader beside the PyPI package `mahjong-detector` on the same labelled photographs: accuracy and time.

    pip install mahjong-detector
    python -m benchmarks.compare_readers ../shared/data/real/dev ../shared/data/real/foreign

That package knows the 34 faces without flowers; photos are given to both at their true aspect, and tiles that the
package has no word for are left out of its labels. Times are from pixels to named tiles; both run on one thread.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from models.evaluation import GroupScore, SeenTile, compare
from models.labelled_photos import LabelledPhoto, read_folder
from vision.image import Photo
from vision.namer import FACES
from vision.reader import default_reader

_THEIR_HONOURS = {"chun": "C", "haku": "P", "hatsu": "F", "nan": "S", "pe": "N", "sha": "W", "tou": "E"}
FLOWERS_FROM = 34


@dataclass(frozen=True)
class TheirTile:
    """A tile as the other package names it."""

    box: tuple[float, float, float, float]
    face: str
    confidence: float


@contextmanager
def one_thread() -> Iterator[None]:
    """Makes every onnxruntime session opened inside run on one thread."""
    import onnxruntime

    real = onnxruntime.InferenceSession

    def single(path: Any, *rest: Any, **more: Any) -> Any:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        return real(path, options, *rest, **more)

    onnxruntime.InferenceSession = single
    try:
        yield
    finally:
        onnxruntime.InferenceSession = real


def theirs(pixels: NDArray[np.uint8]) -> Sequence[SeenTile]:
    """The other package's tiles."""
    from mahjong_detector.predict import CLASS_NAMES, predict
    from mahjong_detector.preprocess import preprocess_image

    prepared, padding = preprocess_image(Image.fromarray(pixels))
    names = [_THEIR_HONOURS.get(name, name) for name in CLASS_NAMES]
    return [
        TheirTile((tile.x1, tile.y1, tile.x2, tile.y2), names[tile.class_id], tile.confidence)
        for tile in predict(prepared, padding)
    ]


def ours(pixels: NDArray[np.uint8]) -> Sequence[SeenTile]:
    """Our tiles."""
    reader = default_reader(threads=1)
    photo = Photo.from_pixels(pixels)
    return [tile for tile in reader.namer.name(photo, reader.detector.detect(photo)) if not tile.face_down]


def without_flowers(photo: LabelledPhoto) -> LabelledPhoto:
    """The photo with the labels of flowers taken away."""
    kept = photo.faces < FLOWERS_FROM
    return replace(photo, boxes=photo.boxes[kept], faces=photo.faces[kept])


def timed_score(
    photos: Sequence[LabelledPhoto], read: Callable[[NDArray[np.uint8]], Sequence[SeenTile]]
) -> tuple[GroupScore, float]:
    """How the photos are read, and the median processor time of one in milliseconds."""
    score, times = GroupScore(), []

    def timed(pixels: NDArray[np.uint8]) -> Sequence[SeenTile]:
        began = time.process_time()
        seen = read(pixels)
        times.append(1000 * (time.process_time() - began))
        return seen

    for photo in photos:
        score.add(compare(photo, timed, FACES).score)
    return score, median(times)


def measure(photos: Sequence[LabelledPhoto], read: Callable[[NDArray[np.uint8]], Sequence[SeenTile]]) -> str:
    """One table row: found, named, right, whole photos, median milliseconds."""
    score, spent = timed_score(photos, read)
    return (
        f"{score.labelled} | {score.recall:.1%} | {score.naming:.1%} | {score.found_and_right:.1%} "
        f"| {score.whole_share:.1%} | {spent:.0f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path)
    folders = parser.parse_args().folders
    print("| photos | reader | tiles | found | named right | found and right | whole photos | ms, processor |")
    print("|---|---|---|---|---|---|---|---|")
    for folder in folders:
        photos = [photo for photo in read_folder(folder) if not photo.extreme]
        with one_thread():
            plain = [without_flowers(photo) for photo in photos]
            print(f"| {folder.name} | mahjong-detector, its 34 faces | {measure(plain, theirs)} |", flush=True)
        print(f"| {folder.name} | tilesight, all 42 faces | {measure(photos, ours)} |", flush=True)


if __name__ == "__main__":
    main()
