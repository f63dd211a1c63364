"""Other ways to run the two nets, each with its accuracy beside its time: 8-bit weights and activations, and OpenVINO.

    pip install openvino onnx
    python -m benchmarks.runtimes ../shared/data/real --photos 120

The 8-bit nets are made here from the packaged ones (onnxruntime's static quantization, per channel; its scales from
photographs of the training set). Times are of the processor, on one thread, from pixels to named tiles.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import models
from benchmarks.compare_readers import timed_score
from models.evaluation import SeenTile
from models.labelled_photos import LabelledPhoto, read_folder
from vision.detector import Detector, DetectorSettings, OnnxDetector, letterbox
from vision.image import Photo
from vision.namer import Namer, NamerSettings, OnnxNamer, crops_of
from vision.straighten import portrait

Feeds = dict[str, NDArray[np.float32]]


@dataclass(frozen=True)
class Way:
    """One way to run the nets."""

    name: str
    detector: Detector
    namer: Namer

    def read(self, pixels: NDArray[np.uint8]) -> Sequence[SeenTile]:
        """The face-up tiles of a picture."""
        photo = Photo.from_pixels(pixels)
        return [tile for tile in self.namer.name(photo, self.detector.detect(photo)) if not tile.face_down]


class OpenVinoSession:
    """A net run by OpenVINO, with the little of onnxruntime's session that our nets' wrappers use."""

    def __init__(self, path: Path, precision: str) -> None:
        import openvino

        core = openvino.Core()
        self._net = core.compile_model(
            core.read_model(path),
            "CPU",
            {"INFERENCE_NUM_THREADS": 1, "NUM_STREAMS": 1, "INFERENCE_PRECISION_HINT": precision},
        )

    def run(self, names: Sequence[str], feeds: Feeds) -> list[NDArray[np.float32]]:
        """The named outputs."""
        given = self._net(feeds)
        return [given[name] for name in names]


def packaged() -> Way:
    """The nets as the package has them."""
    card = models.card()
    return Way(
        "onnxruntime, 32-bit",
        OnnxDetector(models.verified(card.detector), 1, DetectorSettings.from_card(card.detector.settings)),
        OnnxNamer(models.verified(card.namer), 1, NamerSettings.from_card(card.namer.settings)),
    )


def by_openvino(precision: str) -> Way:
    """Both nets run by OpenVINO."""
    card, way = models.card(), packaged()
    way.detector._session = OpenVinoSession(models.verified(card.detector), precision)  # type: ignore[attr-defined]
    way.namer._session = OpenVinoSession(models.verified(card.namer), precision)  # type: ignore[attr-defined]
    return Way(f"OpenVINO, {precision}", way.detector, way.namer)


def in_8_bits(photos: Sequence[LabelledPhoto], folder: Path) -> Iterator[Way]:
    """The detector's trunk, the namer, and both, with 8-bit weights and activations."""
    from onnxruntime.quantization import CalibrationDataReader, QuantType, quantize_static
    from onnxruntime.quantization.shape_inference import quant_pre_process

    class Examples(CalibrationDataReader):  # type: ignore[misc]
        def __init__(self, feeds: Sequence[Feeds]) -> None:
            self._feeds = iter(feeds)

        def get_next(self) -> Feeds | None:
            return next(self._feeds, None)

    def quantized(source: Path, feeds: Sequence[Feeds], keep: Sequence[str]) -> Path:
        prepared, made = folder / f"prepared-{source.name}", folder / f"8bit-{source.name}"
        quant_pre_process(source, prepared, skip_symbolic_shape=True)
        quantize_static(
            prepared,
            made,
            Examples(feeds),
            per_channel=True,
            weight_type=QuantType.QInt8,
            activation_type=QuantType.QUInt8,
            op_types_to_quantize=["Conv"],
            nodes_to_exclude=list(keep),
        )
        return made

    card, plain = models.card(), packaged()
    pictures = [Photo.from_pixels(photo.pixels()) for photo in photos]
    seen = [(photo, plain.detector.detect(photo)) for photo in pictures]
    looks = [{"images": letterbox(photo.pixels, 736)[0]} for photo in pictures]
    settings = NamerSettings.from_card(card.namer.settings)
    crops = [
        {"crops": crops_of(photo, portrait(np.stack([each.corners for each in found])), settings)}
        for photo, found in seen
        if found
    ]
    detector_path = quantized(models.verified(card.detector), looks, _head(models.verified(card.detector)))
    namer_path = quantized(models.verified(card.namer), crops, ())
    detector = OnnxDetector(detector_path, 1, DetectorSettings.from_card(card.detector.settings))
    namer = OnnxNamer(namer_path, 1, settings)
    yield Way("onnxruntime, detector in 8 bits", detector, plain.namer)
    yield Way("onnxruntime, namer in 8 bits", plain.detector, namer)
    yield Way("onnxruntime, both in 8 bits", detector, namer)


def _head(path: Path) -> list[str]:
    """Names of the detector's last layers, which give coordinates: those are never rounded to 8 bits."""
    import onnx

    nodes = onnx.load(path).graph.node
    last = max(_number(node.name) for node in nodes)
    return [node.name for node in nodes if _number(node.name) == last]


def _number(name: str) -> int:
    """The layer that a node `/model.23/cv2/conv/Conv` belongs to, -1 for none."""
    head = name.lstrip("/").split("/")[0]
    return int(head[6:]) if head.startswith("model.") and head[6:].isdigit() else -1


def row(way: Way, split: str, photos: Sequence[LabelledPhoto]) -> str:
    """One table row."""
    score, spent = timed_score(photos, way.read)
    return (
        f"| {split} | {way.name} | {score.labelled} | {score.recall:.2%} | {score.naming:.2%} "
        f"| {score.found_and_right:.2%} | {score.extra} | {spent:.0f} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="that holds train, dev and foreign")
    parser.add_argument("--photos", type=int, default=1000, help="at most so many of each split")
    parser.add_argument("--examples", type=int, default=48, help="training photographs that the 8-bit scales come from")
    options = parser.parse_args()
    splits: dict[str, list[LabelledPhoto]] = {}
    for split in ("train", "dev", "foreign"):
        photos = [photo for photo in read_folder(options.folder / split) if not photo.extreme]
        wanted = options.examples if split == "train" else options.photos
        splits[split] = photos[:: max(1, len(photos) // wanted)][:wanted]
    examples = splits.pop("train")
    print("| photos | nets | tiles | found | named right | found and right | others | ms, processor |")
    print("|---|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        ways: list[Any] = [packaged(), by_openvino("f32"), by_openvino("bf16"), *in_8_bits(examples, Path(folder))]
        for split, photos in splits.items():
            for way in ways:
                print(row(way, split, photos), flush=True)


if __name__ == "__main__":
    main()
