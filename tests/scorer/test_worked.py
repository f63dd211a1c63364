"""Hands worked out from the rule files, and our own golden hands, of every ruleset there is."""

from __future__ import annotations

from typing import Any

import pytest

from scorer.registry import rulesets
from tests.scorer.cases import GOLDEN, WORKED, load_cases, run_case

IDS = [rules.id for rules in rulesets()]
WORKED_CASES = [case for id_ in IDS for case in load_cases(WORKED / f"{id_}.jsonl")]
GOLDEN_CASES = [case for id_ in IDS for path in sorted((GOLDEN / id_).glob("*.jsonl")) for case in load_cases(path)]


@pytest.mark.skipif(not WORKED.is_dir(), reason=f"no worked examples at {WORKED}")
@pytest.mark.parametrize("case", WORKED_CASES, ids=lambda case: case["id"])
def test_a_worked_hand_comes_out_as_worked(case: dict[str, Any]) -> None:
    assert run_case(case) == [], case["why"]


@pytest.mark.parametrize("case", GOLDEN_CASES, ids=lambda case: case["id"])
def test_a_golden_hand_comes_out_as_worked(case: dict[str, Any]) -> None:
    assert run_case(case) == [], case["why"]
