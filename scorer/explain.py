"""A result in words, Chinese or English, line by line: what counts, what does not and why, who pays."""

from __future__ import annotations

import re

from scorer.result import CountedItem, Illegal, NotWinning, Problem, Result, Scored, Settled
from scorer.tiles import Tile
from scorer.winning import Missing, Wait

# Problems whose message says how many there are and how many are wanted.
_NUMBERED = ("tile_count", "too_few_fan", "too_few_tai", "min_tai", "eight_of_a_suit")
_NUMBER = re.compile(r"\d+")
LANGUAGES = ("zh", "en")
_SEATS_ZH = ("座0", "座1", "座2", "座3")

# What the problems are called in Chinese.
_PROBLEMS_ZH = {
    "tile_not_in_game": "本玩法没有这种牌",
    "too_many_copies": "同一种牌超过张数",
    "bad_meld": "不成副的明牌",
    "meld_not_allowed": "本玩法没有这种吃碰杠",
    "wild_in_meld": "财神不能吃碰杠",
    "tile_count": "张数不对",
    "no_winning_tile": "没有指明和的是哪张牌",
    "aside_tile_in_hand": "应放在一边的牌留在手里",
    "tile_not_aside": "不该放在一边的牌",
    "bad_seat": "座位应为 0-3",
    "claimed_from_winner": "吃碰杠不能来自和牌者自己",
    "payer_missing": "没有指明放炮者",
    "payer_is_winner": "自己不能给自己付",
    "leaver_missing": "没有指明逃跑者",
    "dealer_missing": "没有指明庄家",
    "bad_streak": "连庄数从 1 起",
    "bad_round_wind": "圈风应为东南西北",
    "bad_wild": "财神不是本玩法的牌",
    "unknown_flag": "不认识的标记",
    "bad_option": "选项不对",
    "no_hand": "没有手牌",
    "no_such_event": "本玩法没有这种结算",
    "no_winning_shape": "不成和牌牌型",
    "too_few_fan": "番数不够起和",
    "too_few_tai": "台数不够起和",
    "min_tai": "台数不够本房间起胡",
    "wild_missing": "没有指明财神",
    "liable_is_winner": "和牌者不能包自己的牌",
    "unknown_liability": "不认识的包牌理由",
    "not_opened": "没有开口",
    "pair_not_258": "将牌应为 2、5、8",
    "too_many_wild": "癞子太多",
    "wild_discard": "打出的癞子不能和",
    "eight_of_a_suit": "不足八支",
    "no_robbed_kong": "暗杠不能抢",
    "no_kong": "杠上开花而没有杠",
    "flowers_missing": "花牌不够",
    "flowers_alone": "只凭花牌和，手牌不计",
    "not_self_draw": "应为自摸",
}


def problem_words(code: str) -> str:
    """What a problem is called in Chinese; the code itself where it has no name."""
    return _PROBLEMS_ZH.get(code, code)


def explain(result: Result, language: str = "en") -> list[str]:
    """The lines of a result. `language` is "zh" or "en"; anything else is a ValueError."""
    if language not in LANGUAGES:
        raise ValueError(f"language {language!r}, expected one of {', '.join(LANGUAGES)}")
    chinese = language == "zh"
    if isinstance(result, Illegal):
        return ["不是合法的牌：" if chinese else "Not a possible hand:", *_problems(result.problems, chinese)]
    if isinstance(result, NotWinning):
        return ["没有和：" if chinese else "Not a winning hand:", *_problems(result.problems, chinese)]
    lines = _scored(result, chinese) if isinstance(result, Scored) else []
    return [*lines, *_payments(result, chinese)]


def _problems(problems: tuple[Problem, ...], chinese: bool) -> list[str]:
    return [f"  {_in_chinese(problem) if chinese else problem.message}" for problem in problems]


def _in_chinese(problem: Problem) -> str:
    """Its name, the numbers its message compares, and its tiles: `番数不够起和（5 / 8）`."""
    words = problem_words(problem.code)
    if problem.code in _NUMBERED:
        words += f"（{' / '.join(_NUMBER.findall(problem.message)[:2])}）"
    return words + (f"：{_tiles(problem.tiles, True)}" if problem.tiles else "")


def _tiles(tiles: tuple[Tile, ...], chinese: bool) -> str:
    return " ".join(tile.chinese if chinese else str(tile) for tile in tiles)


def _scored(result: Scored, chinese: bool) -> list[str]:
    lines = [f"  {item_line(item, result.unit, chinese)}" for item in result.items]
    names = {item.id: item.name if chinese else item.name_en for item in result.items}
    for dropped in result.not_counted:
        because = names.get(dropped.because, dropped.because)
        if chinese:
            lines.append(f"  不计 {dropped.name}（已计 {because}）")
        else:
            lines.append(f"  not counted: {dropped.name_en}, because of {because}")
    total = "合计" if chinese else "Total"
    lines.append(f"{total} {result.total} {result.unit}: {result.formula}")
    second = result.runner_up
    if second is not None:
        items = [item.name if chinese else item.name_en for item in second.items]
        head = "次佳读法" if chinese else "Next best reading"
        lines.append(f"{head} {second.total}: {('、' if chinese else ', ').join(items)}")
    return lines


def item_line(item: CountedItem, unit: str, chinese: bool) -> str:
    """`碰碰和 6 番` or `All pungs 6`; a multiplier `硬胡 × 2`; more than once `花牌 1 × 3`."""
    name = item.name if chinese else item.name_en
    if item.value is None:
        return f"{name} × {item.factor}"
    times = f" × {item.count}" if item.count > 1 else ""
    return f"{name} {item.value}{times}" + (f" {unit}" if chinese else "")


def _payments(result: Scored | Settled, chinese: bool) -> list[str]:
    lines = []
    for payment in result.payments:
        giver, taker = (_seat(seat, chinese) for seat in (payment.from_seat, payment.to_seat))
        arrow = "付" if chinese else "pays"
        lines.append(f"{giver} {arrow} {taker} {payment.amount}: {payment.why}")
    shown = " ".join(f"{amount:+d}" for amount in result.payouts)
    return [*lines, f"{'结算' if chinese else 'Payouts'}: {shown}"]


def _seat(seat: int | None, chinese: bool) -> str:
    if seat is None:
        return "房间" if chinese else "the house"
    return _SEATS_ZH[seat] if chinese else f"seat {seat}"


def explain_waits(waits: tuple[Wait, ...], language: str = "en") -> list[str]:
    """One line a tile: what it would score, or why it would not win."""
    chinese = language == "zh"
    lines = []
    for wait in waits:
        tile = wait.tile.chinese if chinese else str(wait.tile)
        if wait.total is not None:
            lines.append(f"{tile}: {wait.total} {wait.unit}")
        else:
            reasons = "；".join(line.strip() for line in _problems(wait.problems, chinese))
            lines.append(f"{tile}: {'不能和' if chinese else 'no win'}: {reasons}")
    return lines or ["没有听牌" if chinese else "Not one tile from winning"]


def explain_missing(missing: Missing, language: str = "en") -> list[str]:
    """How far the hand is from a winning shape, and for one tile what to exchange."""
    chinese = language == "zh"
    if missing.tiles_away == 0:
        return ["已成牌型" if chinese else "The shape is complete"]
    if chinese:
        lines = [f"还差 {missing.tiles_away} 张"]
        return lines + [f"  {x.out.chinese} 换 {_tiles(x.into, True)}" for x in missing.exchanges]
    lines = [f"{missing.tiles_away} tile{'s' * (missing.tiles_away > 1)} away"]
    return lines + [f"  {x.out} for any of {_tiles(x.into, False)}" for x in missing.exchanges]
