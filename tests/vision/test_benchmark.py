"""How long the stages take and how much memory a read takes; run with `pytest --benchmark-enable -m slow`.

The picture is made here: 12 megapixels, a row of marked tiles. With the packaged nets the whole path is timed.
"""

import io
import os
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image
from pytest_benchmark.fixture import BenchmarkFixture

import models
from tests.vision.laid_hands import laid
from tests.vision.nets import write_models
from vision.image import load_photo
from vision.layout import arrange
from vision.reader import Reader, load_reader
from vision.reading import read_hand
from vision.rotated import box_corners, suppress

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def jpeg() -> bytes:
    """A 12-megapixel JPEG of a hand-like row with fine texture everywhere."""
    rng = np.random.default_rng(2)
    small = rng.integers(40, 120, (378, 504, 3), dtype=np.uint8)
    pixels = cv2.resize(small, (4032, 3024), interpolation=cv2.INTER_CUBIC)
    for place in range(14):
        x = 220 + place * 256
        pixels[1400:1740, x : x + 250] = 238
        cv2.putText(pixels, str(place % 9 + 1), (x + 50, 1650), cv2.FONT_HERSHEY_DUPLEX, 7, (180, 20, 20), 14)
    buffer = io.BytesIO()
    Image.fromarray(pixels).save(buffer, "JPEG", quality=92)
    return buffer.getvalue()


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Reader:
    """The packaged nets, or the stand-ins where there are none."""
    cv2.setNumThreads(1)
    try:
        card = models.card()
    except models.ModelMissing:
        card = models.load_card(write_models(tmp_path_factory.mktemp("models")))
    return load_reader(card)


def test_decode(benchmark: BenchmarkFixture, jpeg: bytes) -> None:
    photo = benchmark(load_photo, jpeg)
    assert (photo.width, photo.height) == (4032, 3024)


def test_detect(benchmark: BenchmarkFixture, jpeg: bytes, reader: Reader) -> None:
    photo = load_photo(jpeg)
    assert benchmark(reader.detector.detect, photo) is not None


def test_name(benchmark: BenchmarkFixture, jpeg: bytes, reader: Reader) -> None:
    photo = load_photo(jpeg)
    detections = reader.detector.detect(photo)
    assert len(benchmark(reader.namer.name, photo, detections)) <= len(detections)


def test_read_a_hand(benchmark: BenchmarkFixture) -> None:
    """A winning hand with six tiles seen poorly, read with a game's rules: the dearest search in practice."""
    words = "1m 2m:0.6,3m:0.3 3m 4p:0.6,6p:0.3 5p 6p:0.7,9p:0.2 7s:0.5,8s:0.4 7s 9s 9s:0.8,6s:0.1 E E E:0.6,W:0.3"
    layout = arrange(laid(f"{words} | 7s"))
    assert benchmark(read_hand, layout, "guobiao").hand is not None


def test_whole_path(benchmark: BenchmarkFixture, jpeg: bytes, reader: Reader) -> None:
    reading = benchmark(reader.read, jpeg)
    assert reading.image.width == 4032


def test_suppression_of_many_boxes(benchmark: BenchmarkFixture) -> None:
    rng = np.random.default_rng(0)
    places = np.stack([np.arange(40) % 14 * 50, np.arange(40) // 14 * 80], 1)[:, None] + rng.normal(0, 2, (40, 12, 2))
    sizes = np.tile([45, 60, 0.1], (480, 1)) + rng.normal(0, [1, 1, 0.02], (480, 3))
    corners = box_corners(np.concatenate([places.reshape(-1, 2), sizes], 1).astype(np.float32))
    assert len(benchmark(suppress, corners, rng.random(480), 0.45, 0.85)) == 40


@pytest.mark.skipif(sys.platform != "linux", reason="measures resident memory the Linux way")
def test_resident_memory_of_a_reading(tmp_path: Path, jpeg: bytes) -> None:
    path = tmp_path / "hand.jpg"
    path.write_bytes(jpeg)
    try:
        models.card()
    except models.ModelMissing:
        pytest.skip("the packaged nets are not here")
    program = (
        "import re, sys; from vision import default_reader;"
        "r = default_reader(); [r.read(sys.argv[1]) for _ in range(3)];"
        # not ru_maxrss: a process inherits that from the one that started it
        "print(int(re.search(r'VmHWM:\\s+(\\d+)', open('/proc/self/status').read())[1]) // 1024)"
    )
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])}
    command = [sys.executable, "-c", program, str(path)]
    answer = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
    assert int(answer.stdout) <= 500
