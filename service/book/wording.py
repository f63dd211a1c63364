"""An event of the book in one short line, in Chinese or English."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from service.book.values import Json

Language = Literal["zh", "en"]

_WORDS: Mapping[Language, Mapping[str, str]] = {
    "zh": {
        "self-draw": "自摸", "discard": "胡", "robbed kong": "抢杠",
        "draw": "流局", "leave": "逃跑", "false_win": "诈和", "penalty": "罚分",
        "progress": "改庄", "swap": "换座", "replace": "换人",
        "close": "结束", "reopen": "续局", "undo": "撤销", "retract": "撤回",
    },
    "en": {
        "self-draw": "self-draw", "discard": "wins", "robbed kong": "robs a kong", "draw": "drawn hand",
        "leave": "leaves", "false_win": "false win", "penalty": "penalty", "progress": "dealer put right",
        "swap": "seats swapped", "replace": "player replaced", "close": "closed", "reopen": "reopened",
        "undo": "undone", "retract": "retracted",
    },
}  # fmt: skip


def in_words(event: Json, names: Sequence[str], language: Language = "zh") -> str:
    """Who won how with what, or what else happened; `names` are the players by seat."""
    words = _WORDS[language]
    kind = str(event.get("kind"))
    winners = event.get("winners")
    if isinstance(winners, list):
        who = ", ".join(names[seat] for seat in winners)
        payer = event.get("payer")
        of = f" ← {names[payer]}" if isinstance(payer, int) else ""
        return f"{who} {words.get(str(event.get('win_by')), '')}{of}{_worth(event, language)}"
    said = words.get(kind, kind)
    seat = event.get("leaver", event.get("seat"))
    if isinstance(seat, int):
        said = f"{names[seat]} {said}"
    reason = event.get("reason")
    return f"{said}: {reason}" if reason else said


def _worth(event: Json, language: Language) -> str:
    """The totals and items of the wins, where they were scored."""
    name = "name" if language == "zh" else "name_en"
    parts = []
    wins = event.get("wins")
    for win in wins if isinstance(wins, list) else []:
        result = win.get("result", {})
        items = result.get("items")
        named = " ".join(str(item.get(name, "")) for item in items) if isinstance(items, list) else ""
        parts.append(f"{result.get('total', '')} {result.get('unit', '')}: {named}".strip())
    return f" · {' / '.join(parts)}" if parts else ""
