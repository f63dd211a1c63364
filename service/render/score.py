"""A score for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from scorer.explain import problem_words
from service.render.tiles import BY, glyphs, hand_glyphs, hand_text, seat_name, tile_text
from service.render.unsaid import notes
from service.scanning import wild_face


def print_score(console: Console, case: Mapping[str, Any], answer: Mapping[str, Any]) -> None:
    """Print the hand, its items, total and payments, or all the reasons why it has no score."""
    context = case.get("context") or {}
    dealer = context.get("dealer", 0)
    _print_head(console, case, answer, dealer)
    if answer["status"] in ("not_winning", "illegal"):
        _print_problems(console, answer)
    else:
        if answer["status"] == "scored":
            _print_items(console, answer)
        _print_payments(console, answer, dealer)
    for note in notes(case, answer):
        console.print(f"note 注意: {escape(note)}")


def _print_head(console: Console, case: Mapping[str, Any], answer: Mapping[str, Any], dealer: int | None) -> None:
    context = case.get("context") or {}
    ruleset = answer["ruleset"]
    facts = [f"[bold]{escape(ruleset['id'])}[/bold] {escape(str(ruleset['version']))}"]
    if context.get("event", "win") == "win":
        facts.append(f"winner 胡家 {seat_name(context.get('winner', 0), dealer)}")
        facts.append(BY.get(context.get("win_by", "self-draw"), "?"))
        if _payer_matters(context):
            facts.append(f"from 放炮 {seat_name(context['payer'], dealer)}")
    else:
        facts.append({"draw": "流局 drawn hand", "escape": "逃跑 a player left"}[context["event"]])
    turned = _tile(context.get("indicator"))
    wild = _tile(context.get("wild")) or _tile(wild_face(ruleset["id"], context, case.get("options") or {}))
    facts += [f"turned up 翻牌 {turned}"] * bool(turned) + [f"wild 财神 {wild}"] * bool(wild)
    console.print(" · ".join(facts))
    hand = case.get("hand")
    if hand:
        console.print(hand_glyphs(hand))
        console.print(escape(hand_text(hand)), style="dim")


def _tile(told: Any) -> str:
    """A tile of the context drawn, and in notation; nothing for none."""
    return f"{glyphs(told)} {escape(tile_text(told))}" if isinstance(told, str) and told else ""


def _payer_matters(context: Mapping[str, Any]) -> bool:
    """On a self-draw nobody discarded; only 七搶一 then names whose flower was taken."""
    drawn = context.get("win_by", "self-draw") == "self-draw"
    return context.get("payer") is not None and (not drawn or "seven robs one" in (context.get("flags") or ()))


def _print_items(console: Console, answer: Mapping[str, Any]) -> None:
    sets = (answer.get("reading") or {}).get("sets") or []
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column(answer["unit"], justify="right")
    table.add_column("item 项目")
    table.add_column("tiles 牌")
    for item in answer["items"]:
        shown = "  ".join(glyphs(sets[place]["tiles"]) for place in item.get("sets") or [] if place < len(sets))
        table.add_row(_worth(item), escape(_name(item)), shown)
    console.print(table, soft_wrap=False)
    names = {item["id"]: _name(item) for item in answer["items"]}
    for item in answer.get("not_counted") or []:
        because = names.get(item["because"], str(item["because"]))
        console.print(f"not counted 不计: {escape(_name(item))} (included in 已含在 {escape(because)})", style="dim")
    console.print(f"[bold]{answer['total']} {escape(answer['unit'])}[/bold]   {escape(answer.get('formula') or '')}")
    runner_up = answer.get("runner_up")
    if runner_up:
        console.print(f"next best reading: {runner_up['total']} {escape(answer['unit'])}", style="dim")


def _name(item: Mapping[str, Any]) -> str:
    return f"{item['name']} {item.get('name_en') or ''}".strip()


def _worth(item: Mapping[str, Any]) -> str:
    worth = f"×{item['factor']}" if item.get("factor") is not None else str(item.get("value") or 0)
    count = item.get("count", 1)
    return worth if count == 1 else f"{count} × {worth}"


def _print_payments(console: Console, answer: Mapping[str, Any], dealer: int | None) -> None:
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("pays 付")
    table.add_column("to 收")
    table.add_column("amount", justify="right")
    table.add_column("why")
    for payment in answer["payments"]:
        table.add_row(
            seat_name(payment["from"], dealer),
            seat_name(payment["to"], dealer),
            str(payment["amount"]),
            escape(payment["why"]),
        )
    if answer["payments"]:
        console.print(table, soft_wrap=False)
    payouts = "   ".join(
        f"{seat_name(seat, dealer)} [bold]{amount:+d}[/bold]" for seat, amount in enumerate(answer["payouts"])
    )
    console.print(f"payouts 输赢   {payouts}")


def _print_problems(console: Console, answer: Mapping[str, Any]) -> None:
    said = {"not_winning": "does not win 不胡", "illegal": "cannot be 错牌"}[answer["status"]]
    console.print(f"[bold]{said}[/bold]")
    for problem in answer["problems"]:
        tiles = problem.get("tiles")
        words = problem_words(problem["code"])
        console.print(f"· {words}: {escape(problem['message'])}" + (f"  {glyphs(tiles)}" if tiles else ""))
