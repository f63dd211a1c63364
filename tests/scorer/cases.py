"""Running worked cases: a hand to score with the answer expected, one JSON object a line."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from scorer.wire import score_json

ROOT = Path(__file__).resolve().parents[2]
RULES = Path(os.environ.get("TILESIGHT_RULES", ROOT / ".." / "shared" / "rules"))
WORKED = RULES / "examples" / "worked"
GOLDEN = ROOT / "tests" / "golden"


def load_cases(path: Path) -> list[dict[str, Any]]:
    """The cases of a file of JSON Lines; blank lines and lines that start with # are for people."""
    if not path.exists():
        return []
    lines = path.read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines if line.strip() and not line.startswith("#")]


def run_case(case: dict[str, Any]) -> list[str]:
    """What differs from the expected answer; [] when nothing does.

    Status, total and payouts have to be the same; items too, unless another reading is worth the same, which a case can
    allow with `"items_may_differ": true`.
    """
    expected = case["expected"]
    answer = score_json({name: case.get(name) for name in ("ruleset", "options", "hand", "context")})
    status = answer["status"]
    problems = [problem["message"] for problem in answer.get("problems", [])]
    differences = []
    wanted = expected["status"]
    if wanted == "not scored":
        wanted = "settled" if "payouts" in expected else "not_winning or illegal"
    if status not in wanted.split(" or "):
        return [f"status {status}, expected {wanted}; problems {problems}"]
    for name in ("total", "payouts"):
        if name in expected and answer.get(name) != expected[name]:
            differences.append(f"{name} {answer.get(name)}, expected {expected[name]}")
    if "codes" in expected:
        codes = sorted(problem["code"] for problem in answer["problems"])
        if codes != sorted(expected["codes"]):
            differences.append(f"problems {codes}, expected {expected['codes']}")
    if "items" in expected and not case.get("items_may_differ"):
        counted = sorted(
            [item["name"], item.get("value", item.get("factor")), item["count"]] for item in answer["items"]
        )
        if counted != sorted(expected["items"]):
            differences.append(f"items {counted}, expected {sorted(expected['items'])}")
    return differences
