"""Worked hands of the regional rulesets, entered at a table: the book books the payouts that were worked out.

What is left of the payouts is the house's fee.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from service.book import open_book
from service.book.errors import HandNotScored
from tests.scorer.cases import WORKED, load_cases
from tests.service.book.play import Play, wrong_in

MOST = 12
RULESETS = ("hefei", "hua", "taiwan", "wuhan", "yueqing-chayuan", "yueqing-platform")


def cases_of(ruleset: str) -> list[dict[str, Any]]:
    """The first worked hands of a ruleset and all in which more than a plain win happens."""
    cases = load_cases(WORKED / f"{ruleset}.jsonl")
    special = [
        case for case in cases[MOST:]
        if case["context"].get("event", "win") != "win" or case["context"].get("liability")
        or case["options"].get("fee")
    ]  # fmt: skip
    return [case for case in (*cases[:MOST], *special) if case["context"].get("dealer", 0) is not None]


def entered(case: dict[str, Any]) -> dict[str, Any]:
    """A worked hand as a phone enters it; dealer, streak and round wind are left to the book."""
    context = {name: value for name, value in case["context"].items() if name not in ("dealer", "streak", "round_wind")}
    event = context.pop("event", "win")
    if event == "win":
        return {"kind": "hand", "wins": [{"hand": case["hand"], "context": context}]}
    leaver = context.pop("leaver", None)
    konged = "konged" in context.get("flags", [])
    for name in ("winner", "win_by", "payer"):
        context.pop(name, None)
    if event == "draw":
        return {"kind": "draw", "konged": konged, "context": context}
    return {"kind": "leave", "leaver": leaver, "context": context}


@pytest.mark.skipif(not WORKED.is_dir(), reason=f"no worked examples at {WORKED}")
@pytest.mark.parametrize("ruleset", RULESETS)
def test_worked_hands_come_out_in_the_book_as_worked(ruleset: str, tmp_path: Path) -> None:
    cases = cases_of(ruleset)
    if not cases:
        pytest.skip(f"no worked examples of {ruleset}")
    book = open_book(f"sqlite:///{tmp_path / 'book.db'}")
    tables: dict[str, Play] = {}
    for case in cases:
        known = repr(case["options"])
        if known not in tables:
            tables[known] = Play.at_new_table(book, ruleset, options=case["options"])
        play = tables[known]
        context = case["context"]
        play.enter({
            "kind": "progress", "dealer": context.get("dealer", 0), "streak": context.get("streak") or 1,
            "round_wind": context.get("round_wind") or "E",
        })  # fmt: skip
        expected = case["expected"]
        if "payouts" in expected:
            entry: Any = play.enter(entered(case)).body["entries"][0]  # type: ignore[index]
            assert entry["amounts"] == expected["payouts"], (case["id"], case["why"])
            assert entry["fee"] == -sum(expected["payouts"]), case["id"]
        else:
            with pytest.raises(HandNotScored):
                play.enter(entered(case))
    assert all(play.view()["sum"] == 0 for play in tables.values())
    assert wrong_in(book, rescore=True) == []
    book.close()
