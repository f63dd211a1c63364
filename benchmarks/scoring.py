"""How fast hands are scored, on one core: `python -m benchmarks.scoring [HANDS]` prints a Markdown table.

Random winning hands of every ruleset without wild tiles (hands a second) and with 1, 2 and 4 of them (milliseconds a
hand); beside them, in the same run, the packages `mahjong` (riichi) and `PyMahjongGB` (国标, in C++) on the same hands.
Every hand is timed by the processor time of its fastest of three turns, so that other programs disturb little.
"""

from __future__ import annotations

import argparse
import platform
import random
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from importlib.util import find_spec
from typing import Any

from scorer import Hand, MeldType, Ruleset, Scored, Tile, WinBy, WinContext, rulesets, score
from scorer.engine import ruleset_wild
from scorer.tiles import TILES
from tests.scorer.winning_hands import claimed_from_others, random_context, random_sets_hand, random_special_hand

Case = tuple[Hand, WinContext]
TURNS = 3


def cases(rules: Ruleset, wilds: int, number: int, seed: int = 1) -> list[Case]:
    """Random winning hands, exactly `wilds` of their tiles replaced by wild ones."""
    rng = random.Random(seed + wilds)
    # Where single tiles must lie aside (白板, 红中), random hands keep clear of them.
    palette = [int(tile) for tile in sorted(rules.tiles) if rules.singles is None or tile < Tile.RED]
    found: list[Case] = []
    while len(found) < number:
        context = random_context(rng, rules.flags)
        if rules.sets == 4 and rng.random() < 0.15:
            hand = random_special_hand(rng)
        else:
            free = rules.singles is None and rules.sets == 4 and len(palette) == 34 and rng.random() < 0.5
            hand = random_sets_hand(rng, rules.sets, 0.2, None if free else palette)
        assert hand.win_tile is not None
        tiles = [*hand.concealed, hand.win_tile]
        if rules.wild is not None:
            context = replace(context, indicator=rng.choice(TILES[:31]))
            wild = ruleset_wild(rules, None, context.indicator, rules.resolve(options(rules, wilds)))
            melded = any(tile == wild for meld in hand.melds for tile in meld.tiles)
            if melded or len(tiles) <= wilds:
                continue
            for index in rng.sample(range(len(tiles)), wilds):
                tiles[index] = TILES[wild]
            if sum(tile == wild for tile in tiles) != wilds:
                continue
            hand = replace(hand, concealed=tuple(tiles[:-1]), win_tile=tiles[-1])
        hand = claimed_from_others(hand, context.winner)
        if isinstance(score(rules, hand, context, options(rules, wilds)), Scored):
            found.append((hand, context))
    return found


def options(rules: Ruleset, wilds: int) -> dict[str, Any]:
    """Options that let every hand win, and four wild tiles exist."""
    names = {option.name for option in rules.options}
    wanted = {"min_fan": 0, **({"wild_from": "next"} if wilds == 4 else {})}
    return {name: value for name, value in wanted.items() if name in names}


def timed(calls: Sequence[Callable[[], Any]]) -> list[float]:
    """Seconds of processor time of each call, ascending."""
    best = [float("inf")] * len(calls)
    for _ in range(TURNS):
        for index, call in enumerate(calls):
            begun = time.process_time_ns()
            call()
            best[index] = min(best[index], (time.process_time_ns() - begun) / 1e9)
    return sorted(best)


def scoring(rules: Ruleset, wilds: int, number: int) -> list[float]:
    chosen = options(rules, wilds)
    return timed([partial(score, rules, hand, context, chosen) for hand, context in cases(rules, wilds, number)])


def at(times: list[float], share: float) -> str:
    return f"{times[min(len(times) - 1, int(len(times) * share))] * 1000:.2f}"


def mahjong_gb(hands: list[Case]) -> list[float]:
    """PyMahjongGB on the hands of 国标."""
    from tests.scorer.mahjong_gb import fans

    return timed([partial(fans, hand, context) for hand, context in hands])


def riichi(hands: list[Case]) -> list[float]:
    """The package `mahjong`: its estimate of a riichi hand's value, melds and all."""
    from mahjong.hand_calculating.hand import HandCalculator
    from mahjong.hand_calculating.hand_config import HandConfig
    from mahjong.meld import Meld as RiichiMeld

    calculator = HandCalculator()
    calls = []
    for hand, context in hands:
        if any(tile.is_flower for tile in hand.tiles) or hand.win_tile is None:
            continue
        numbers = _numbered([*hand.concealed, hand.win_tile, *(t for meld in hand.melds for t in meld.tiles)])
        win = numbers[len(hand.concealed)]
        melds = []
        place = len(hand.concealed) + 1
        for meld in hand.melds:
            kind = RiichiMeld.CHI if meld.type is MeldType.CHOW else RiichiMeld.PON
            if meld.is_kong:
                kind = RiichiMeld.KAN
            taken = numbers[place : place + len(meld.tiles)]
            melds.append(RiichiMeld(kind, taken, opened=meld.is_exposed))
            place += len(meld.tiles)
        config = HandConfig(is_tsumo=context.win_by is WinBy.SELF_DRAW, player_wind=27, round_wind=27)
        calls.append(partial(calculator.estimate_hand_value, numbers, win, melds or None, None, config))
    return timed(calls)


def _numbered(tiles: list[Tile]) -> list[int]:
    """Tile numbers 0-135 as the package has them: copies apart, white before green before red."""
    order = {31: 33, 32: 32, 33: 31}
    seen: dict[int, int] = {}
    numbers = []
    for tile in tiles:
        face = order.get(int(tile), int(tile))
        numbers.append(face * 4 + seen.get(face, 0))
        seen[face] = seen.get(face, 0) + 1
    return numbers


def import_time() -> float:
    """Milliseconds of processor time that `import scorer` takes in a fresh interpreter: the fastest of five."""
    program = "import time; t = time.process_time(); import scorer; print((time.process_time() - t) * 1000)"
    command = [sys.executable, "-c", program]
    runs = [subprocess.run(command, capture_output=True, text=True, check=True) for _ in range(5)]
    return min(float(run.stdout) for run in runs)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("hands", type=int, nargs="?", default=1000, help="of each kind (default: 1000)")
    number = parser.parse_args(arguments).hands
    if number < 1:
        parser.error(f"hands is {number}, expected one or more")
    for package, module in (("PyMahjongGB", "MahjongGB"), ("mahjong", "mahjong")):
        if find_spec(module) is None:
            parser.error(f"hands are compared with {package}: pip install '.[test]'")
    print(f"{date.today()}, Python {platform.python_version()}, {platform.machine()}, one core, {number} hands a cell.")
    print(f"`import scorer`: {import_time():.0f} ms.\n")
    print("| ruleset | no wild tile, hands/s | 1 wild p50 / p99 ms | 2 wild p50 / p99 ms | 4 wild p50 / p99 ms |")
    print("|---|---|---|---|---|")
    for rules in rulesets():
        times = scoring(rules, 0, number)
        row = [f"`{rules.id}`", f"{len(times) / sum(times):,.0f}"]
        for wilds in (1, 2, 4):
            if rules.wild is None:
                row.append("–")
                continue
            times = scoring(rules, wilds, number)
            row.append(f"{at(times, 0.5)} / {at(times, 0.99)}")
        print(f"| {' | '.join(row)} |", flush=True)
    guobiao = next(rules for rules in rulesets() if rules.id == "guobiao")
    hands = cases(guobiao, 0, number)
    for name, run in (("PyMahjongGB (C++)", mahjong_gb), ("mahjong (riichi)", riichi)):
        times = run(hands)
        print(f"| {name} | {len(times) / sum(times):,.0f} | – | – | – |", flush=True)


if __name__ == "__main__":
    main()
