"""Renders the sample pictures: `python -m datasets.samples.make [--only NAME] [--no-pictures]`.

Beside each picture NAME.jpg lies NAME.json: the case to score, and under `expected` what the scorer says of it.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import cv2

from datasets.faces import random_set
from datasets.samples.cases import SAMPLES, Sample, hand_of, truth_of
from datasets.scenes import render_scene
from scorer.registry import rulesets
from scorer.wire import score_json

SIZE = (1600, 1200)
LARGEST = 400_000
"""Bytes that a sample picture may take."""
FOLDER = Path(__file__).parent


class SampleTooLarge(ValueError):
    """A picture that even strong compression leaves above LARGEST."""


def picture(sample: Sample) -> bytes:
    """The sample's JPEG, at the best quality that keeps it small enough."""
    truth = truth_of(sample, hand_of(sample))
    scene = render_scene(sample.seed, faces=random_set, size=SIZE, hand=truth, view=sample.view)
    image = cv2.cvtColor(scene.image, cv2.COLOR_RGB2BGR)
    for quality in (92, 88, 84, 78, 70):
        _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
        if len(data) < LARGEST:
            return bytes(data)
    raise SampleTooLarge(f"{sample.name}.jpg takes {len(data)} bytes, expected fewer than {LARGEST}")


def described(sample: Sample) -> dict[str, Any]:
    """The case with what the scorer expects of it."""
    case = dict(sample.case)
    answer = score_json(case)
    kept = ("status", "total", "unit", "payouts", "problems")
    return {**case, "expected": {name: answer[name] for name in kept if name in answer}}


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=[s.name for s in SAMPLES], help="make this sample alone")
    parser.add_argument("--out", type=Path, default=FOLDER, help="the folder to write to")
    parser.add_argument("--no-pictures", action="store_true", help="write the cases only, keep the pictures")
    options = parser.parse_args(arguments)
    known = {r.id for r in rulesets()}
    for sample in SAMPLES:
        if options.only not in (None, sample.name):
            continue
        if not options.no_pictures:
            (options.out / f"{sample.name}.jpg").write_bytes(picture(sample))
        written: dict[str, Any] = dict(sample.case)
        if sample.case["ruleset"] in known:
            written = described(sample)
        text = json.dumps(written, ensure_ascii=False, indent=1)
        (options.out / f"{sample.name}.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
