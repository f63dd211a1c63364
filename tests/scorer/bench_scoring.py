"""Benchmarks of scoring: `pytest tests/scorer/bench_scoring.py --benchmark-enable`. The table is made by
`python -m benchmarks.scoring`; here single cells can be compared from run to run."""

from __future__ import annotations

from typing import Any

import pytest

from benchmarks.scoring import cases, options
from scorer import Ruleset, rulesets, score

CELLS = [(rules, wilds) for rules in rulesets() for wilds in ((0,) if rules.wild is None else (0, 1, 2, 4))]


@pytest.mark.parametrize(("rules", "wilds"), CELLS, ids=lambda value: getattr(value, "id", f"{value} wild"))
def test_scoring(benchmark: Any, rules: Ruleset, wilds: int) -> None:
    hands = cases(rules, wilds, 20)
    chosen = options(rules, wilds)
    results = benchmark(lambda: [score(rules, hand, context, chosen) for hand, context in hands])
    assert all(result.status == "scored" for result in results)


def test_mahjong_gb(benchmark: Any) -> None:
    pytest.importorskip("MahjongGB")
    from tests.scorer.mahjong_gb import fans

    hands = cases(next(rules for rules in rulesets() if rules.id == "guobiao"), 0, 20)
    assert all(benchmark(lambda: [fans(hand, context) for hand, context in hands]))
