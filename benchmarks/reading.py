"""How long a photo takes to be read, stage by stage, on one thread: `python -m benchmarks.reading [TURNS]` prints
Markdown.

The photos are the sample pictures of the repository, enlarged to the sizes phones make. Each row is the median over
the turns of the processor time of a stage, and of the whole by the clock; the last line is the most memory held.
"""

from __future__ import annotations

import argparse
import io
import platform
import resource
import statistics
import time
from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path

import cv2
import numpy as np
import pillow_heif
from PIL import Image

from vision.image import load_photo
from vision.reader import default_reader
from vision.reading import read_tiles

SAMPLES = Path(__file__).resolve().parents[1] / "datasets" / "samples"
STAGES = ("decode", "detect", "name", "read")


def enlarged(name: str, megapixels: float) -> Image.Image:
    """A sample picture with about so many pixels, and a camera's noise."""
    with Image.open(SAMPLES / name) as opened:
        factor = (megapixels * 1e6 / (opened.width * opened.height)) ** 0.5
        size = (round(opened.width * factor), round(opened.height * factor))
        pixels = np.asarray(opened.convert("RGB").resize(size, Image.Resampling.BICUBIC))
    noise = np.random.default_rng(1).integers(0, 7, pixels.shape, dtype=np.uint8)
    return Image.fromarray(cv2.add(pixels, noise))


def encoded(picture: Image.Image, kind: str) -> bytes:
    buffer = io.BytesIO()
    if kind == "HEIC":
        pillow_heif.from_pillow(picture).save(buffer, quality=60)
    elif kind == "PNG":
        picture.save(buffer, "PNG", compress_level=1)
    else:
        picture.save(buffer, "JPEG", quality=90)
    return buffer.getvalue()


def far_away(name: str, share: float) -> Image.Image:
    """The sample in a part of a 12-megapixel picture that is otherwise cloth."""
    whole = np.random.default_rng(2).integers(50, 90, (189, 252, 3), dtype=np.uint8)
    canvas = cv2.resize(whole, (4032, 3024), interpolation=cv2.INTER_LINEAR)
    with Image.open(SAMPLES / name) as opened:
        width = round(4032 * share)
        part = np.asarray(opened.convert("RGB").resize((width, round(width * opened.height / opened.width))))
    canvas[1200 : 1200 + len(part), 800 : 800 + part.shape[1]] = part
    return Image.fromarray(canvas)


def measure(data: bytes, turns: int) -> tuple[dict[str, float], float, int]:
    """Median milliseconds of processor time a stage and of the whole by the clock, and how many tiles were named."""
    reader = default_reader()
    stages: dict[str, list[float]] = {stage: [] for stage in STAGES}
    clock, count = [], 0
    for _ in range(turns + 1):
        marks, began = [time.process_time()], time.perf_counter()
        photo = load_photo(data)
        marks.append(time.process_time())
        detections = reader.detector.detect(photo)
        marks.append(time.process_time())
        tiles = reader.namer.name(photo, detections)
        marks.append(time.process_time())
        read_tiles(tiles, (photo.width, photo.height), "guobiao")
        marks.append(time.process_time())
        clock.append((time.perf_counter() - began) * 1000)
        for stage, before, after in zip(STAGES, marks, marks[1:], strict=False):
            stages[stage].append((after - before) * 1000)
        count = len(tiles)
    # The first turn warms up.
    return {stage: statistics.median(each[1:]) for stage, each in stages.items()}, statistics.median(clock[1:]), count


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("turns", type=int, nargs="?", default=9, help="how often each photo is read (default: 9)")
    turns = parser.parse_args(arguments).turns
    if turns < 1:
        parser.error(f"turns is {turns}, expected one or more")
    cv2.setNumThreads(1)
    cases: list[tuple[str, Callable[[], bytes]]] = [
        ("12-megapixel JPEG", lambda: encoded(enlarged("hand.jpg", 12), "JPEG")),
        ("12-megapixel JPEG, table full of tiles", lambda: encoded(enlarged("table.jpg", 12), "JPEG")),
        ("12-megapixel JPEG, hand across a fifth of it", lambda: encoded(far_away("hand.jpg", 0.2), "JPEG")),
        ("48-megapixel JPEG", lambda: encoded(enlarged("hand.jpg", 48), "JPEG")),
        ("12-megapixel HEIC", lambda: encoded(enlarged("hand.jpg", 12), "HEIC")),
        ("12-megapixel PNG", lambda: encoded(enlarged("hand.jpg", 12), "PNG")),
        ("sample as it is, 2 megapixels", lambda: (SAMPLES / "hand.jpg").read_bytes()),
    ]
    print(f"{date.today()}, {platform.machine()}, Python {platform.python_version()}, one thread, {turns} turns\n")
    print("| photo | tiles | " + " | ".join(STAGES) + " | sum | by the clock |\n|---|" + "---|" * (len(STAGES) + 3))
    data = b""
    for name, make in cases:
        data = make()
        stages, clock, count = measure(data, turns)
        shown = " | ".join(f"{stages[stage]:.0f}" for stage in STAGES)
        print(f"| {name} | {count} | {shown} | {sum(stages.values()):.0f} | {clock:.0f} |", flush=True)
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"\nMost memory held, the making of the photos included: {used} MB")


if __name__ == "__main__":
    main()
