"""The sample pictures and the cases beside them."""

from __future__ import annotations

import json
from typing import Any

import cv2
import pytest

from datasets.samples.cases import SAMPLES, Sample, hand_of, truth_of
from datasets.samples.make import FOLDER, LARGEST, SIZE, described, main
from datasets.scenes import render_scene, scene_labels
from scorer.registry import rulesets
from tests.datasets.test_scenes import quarters

KNOWN = {r.id for r in rulesets()}
each_sample = pytest.mark.parametrize("sample", SAMPLES, ids=lambda s: s.name)


def written(sample: Sample) -> dict[str, Any]:
    return dict(json.loads((FOLDER / f"{sample.name}.json").read_text(encoding="utf-8")))


@each_sample
def test_the_picture_is_there_and_small(sample: Sample) -> None:
    path = FOLDER / f"{sample.name}.jpg"
    assert path.stat().st_size < LARGEST
    picture = cv2.imread(str(path))
    assert picture is not None
    assert (picture.shape[1], picture.shape[0]) == SIZE


@each_sample
def test_the_case_beside_it_is_the_hand_that_was_drawn(sample: Sample) -> None:
    case = written(sample)
    case.pop("expected", None)
    assert case == dict(sample.case)


@each_sample
def test_the_expected_answer_is_the_scorers(sample: Sample) -> None:
    if sample.case["ruleset"] not in KNOWN:
        pytest.skip(f"no ruleset {sample.case['ruleset']} yet")
    expected = described(sample)["expected"]
    assert written(sample)["expected"] == expected
    assert expected["status"] == "scored"
    assert sum(expected["payouts"]) == 0


@each_sample
def test_every_tile_of_the_hand_is_in_full_view(sample: Sample) -> None:
    truth = truth_of(sample, hand_of(sample))
    scene = render_scene(sample.seed, faces=quarters, size=SIZE, hand=truth, view=sample.view, labels_only=True)
    seen = [t for t in scene_labels(scene).tiles if t.group >= 0]
    assert sorted(t.true_face for t in seen) == sorted(truth.tiles())
    assert all(t.visible > 0.9 for t in seen)


def test_sideways_tiles_point_at_the_seat() -> None:
    samples = {s.name: s for s in SAMPLES}
    hand = truth_of(samples["hand"], hand_of(samples["hand"]))
    assert [m.from_ for m in hand.melds] == ["across", "left"]
    table = truth_of(samples["table"], hand_of(samples["table"]))
    assert [m.from_ for m in table.melds] == ["left", "right"]


def test_cases_are_written_without_pictures_when_asked(tmp_path: Any) -> None:
    main(["--only", "hand", "--no-pictures", "--out", str(tmp_path)])
    assert [p.name for p in tmp_path.iterdir()] == ["hand.json"]
