"""Impossible hands and contexts: every problem is named, all at once."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scorer import Hand, Illegal, Liability, Meld, MeldType, NotWinning, SeatView, Tile, WinBy, WinContext, parse_hand
from scorer.api import score
from scorer.context import Event
from scorer.notation import parse_tiles
from scorer.registry import get_ruleset, rulesets

GOOD = parse_hand("123m 456p 789s 22s 34m + 5m")
WON = WinContext(winner=1, win_by=WinBy.DISCARD, payer=2, dealer=0, round_wind=Tile.EAST)


def codes(hand: Hand | None, context: WinContext = WON, ruleset: str = "hua", **options: object) -> list[str]:
    result = score(ruleset, hand, context, options)
    assert isinstance(result, Illegal | NotWinning), result
    return [problem.code for problem in result.problems]


def test_all_problems_come_together() -> None:
    hand = parse_hand("1f 22222m 456p EE [779m] [EEE] + 5s | 1m")
    luck = frozenset({"luck"})
    context = WinContext(winner=4, win_by=WinBy.DISCARD, dealer=None, streak=0, wild=Tile.EAST, flags=luck)
    assert sorted(codes(hand, context)) == sorted(
        [
            "bad_seat",
            "dealer_missing",
            "bad_streak",
            "unknown_flag",
            "payer_missing",
            "tile_not_in_game",
            "tile_not_aside",
            "bad_meld",
            "wild_in_meld",
            "too_many_copies",
            "too_many_copies",
            "tile_count",
        ]
    )


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("123m 456p 789s 22s 34m", ["tile_count"]),
        ("123m 456p 789s 22s 34m 5m", ["no_winning_tile"]),
        ("123m 456p 789s 22s 345m + 6m", ["tile_count"]),
        ("22s [123m] [456p] [789s] [345m] [678m] + 2s", ["tile_count"]),
        ("123m 456p 789s 22s 34m + 5f", ["tile_not_in_game"]),
        ("11111m 456p 789s 22s + 1m", ["too_many_copies"]),
        ("123m 456p 789s 22s 34m + 5m | 11f", ["too_many_copies"]),
        ("123m 456p 789s 22s 34m + 5m | E", ["tile_not_aside"]),
        ("456p 789s 22s 34m [124m] + 5m", ["bad_meld"]),
        ("123m 456p 789s 12s 34m + 8m", ["no_winning_shape"]),
    ],
)
def test_each_problem_of_a_hand(hand: str, expected: list[str]) -> None:
    assert codes(parse_hand(hand)) == expected


def test_the_indicator_takes_a_copy() -> None:
    hand = parse_hand("3333m 12m 456p 789s 2s + 2s")
    result = score("hua", hand, replace(WON, indicator=Tile.M3))
    assert isinstance(result, Illegal)
    assert [(problem.code, problem.tiles) for problem in result.problems] == [("too_many_copies", (Tile.M3,))]
    assert "indicator" in result.problems[0].message


@pytest.mark.parametrize(
    ("context", "expected"),
    [
        (replace(WON, payer=None), ["payer_missing"]),
        (replace(WON, payer=1), ["payer_is_winner"]),
        (replace(WON, payer=-1), ["bad_seat"]),
        (replace(WON, dealer=7), ["bad_seat"]),
        (replace(WON, open_hand_holder=4), ["bad_seat"]),
        (replace(WON, liability=(Liability("包牌", 9),)), ["bad_seat"]),
        (replace(WON, seats=(SeatView(),) * 5), ["bad_seat"]),
        (replace(WON, streak=0), ["bad_streak"]),
        (replace(WON, streak=1_000_001), ["bad_streak"]),
        (replace(WON, streak=10**4299), ["bad_streak"]),
        (replace(WON, round_wind=Tile.RED), ["bad_round_wind"]),
        (replace(WON, wild=Tile.PLUM), ["bad_wild"]),
        (replace(WON, flags=frozenset({"haste"})), ["unknown_flag"]),
        (replace(WON, event=Event.ESCAPE), ["leaver_missing"]),
        (replace(WON, event=Event.ESCAPE, leaver=4), ["bad_seat"]),
    ],
)
def test_each_problem_of_a_context(context: WinContext, expected: list[str]) -> None:
    assert codes(GOOD, context) == expected


def test_a_meld_from_nowhere() -> None:
    hand = replace(GOOD, concealed=GOOD.concealed[3:], melds=(Meld(MeldType.CHOW, parse_tiles("123m"), 8),))
    assert codes(hand) == ["bad_seat"]


@pytest.mark.parametrize("ruleset", [ruleset.id for ruleset in rulesets()])
@pytest.mark.parametrize("meld", ["[234m|{}]", "[555p|{}]", "[5555p|{}]", "[5555p|add,{}]"])
def test_a_meld_is_not_claimed_from_the_winner(ruleset: str, meld: str) -> None:
    for winner in range(4):
        context = replace(WON, winner=winner, win_by=WinBy.SELF_DRAW, payer=None, dealer=1)
        for seat in range(4):
            result = score(ruleset, parse_hand(f"678s [678m] {meld.format(seat)} + 2p"), context)
            assert isinstance(result, Illegal)
            told = [problem for problem in result.problems if problem.code == "claimed_from_winner"]
            assert len(told) == (seat == winner)
            for problem in told:
                assert problem.tiles == parse_hand(meld.format(seat)).melds[0].tiles
                assert f"{meld.format(seat)} is from seat {winner}" in problem.message


def test_from_whom_else_a_chow_came_is_the_tables_business() -> None:
    for seat in (0, 2, 3):
        assert score("guobiao", parse_hand(f"456p 789s 22s 34m [678m|{seat}] + 5m"), replace(WON, payer=seat)) == score(
            "guobiao", parse_hand("456p 789s 22s 34m [678m] + 5m"), replace(WON, payer=seat)
        )


def test_a_concealed_kong_is_nobodys_but_the_winners() -> None:
    hand = parse_hand("123m 456p 22s 34m [9999s|an,1] + 5m")
    assert score("guobiao", hand, WON, {"min_fan": 0}).status == "scored"


@pytest.mark.parametrize(
    ("ruleset", "held", "kong"),
    [
        ("hefei", "234m 345m 456p 22s", "[7777m|an]"),
        ("wuhan", "34m 55p 456s [123p]", "[7777m|an]"),
        ("yueqing-platform", "123m 456p 789s 22s 34s", "[7777m]"),
        ("yueqing-chayuan", "123m 456p 789s 22s 34s", "[7777m|add]"),
    ],
)
def test_a_kongs_replacement_wants_a_kong(ruleset: str, held: str, kong: str) -> None:
    drawn = WinContext(dealer=0, wild=Tile.M9, flags=frozenset({"kong replacement"}))
    hand = parse_hand(f"{held} {kong} + 5m")
    assert "no_kong" not in problem_codes(ruleset, hand, drawn)
    without = replace(hand, melds=tuple(meld for meld in hand.melds if not meld.is_kong))
    assert "no_kong" in problem_codes(ruleset, without, drawn)
    # What lies aside was replaced as well, and who wins on a discard drew nothing.
    assert "no_kong" not in problem_codes(ruleset, replace(without, aside=(Tile.RED,)), drawn)
    discarded = replace(drawn, win_by=WinBy.DISCARD, payer=2)
    assert "no_kong" not in problem_codes(ruleset, without, discarded)


def problem_codes(ruleset: str, hand: Hand, context: WinContext) -> list[str]:
    result = score(ruleset, hand, context)
    return [problem.code for problem in result.problems] if isinstance(result, Illegal | NotWinning) else []


def test_a_meld_the_game_does_not_know() -> None:
    hand = parse_hand("456p 788s 22s 34m [234m] + 5m")
    assert "meld_not_allowed" in codes(hand, WON, "hefei")


def test_options_are_checked_too() -> None:
    assert codes(GOOD, nothing=1) == ["bad_option"]
    assert codes(GOOD, min_fan="many") == ["bad_option"]


def test_flags_of_other_games_are_let_pass() -> None:
    context = replace(WON, flags=frozenset({"eight flowers"}))
    assert score("hua", GOOD, context).status == "scored"


@pytest.mark.parametrize("ruleset", [ruleset.id for ruleset in rulesets()])
def test_every_game_has_drawn_hands(ruleset: str) -> None:
    drawn = score(ruleset, None, WinContext(event=Event.DRAW, wild=Tile.M5 if get_ruleset(ruleset).wild else None))
    assert drawn.status == "settled"
    assert drawn.payouts == (0, 0, 0, 0)  # type: ignore[union-attr]


def test_an_event_the_game_does_not_settle() -> None:
    assert codes(None, WinContext(event=Event.ESCAPE, leaver=1), "guobiao") == ["no_such_event"]
    assert codes(None, WinContext(), "guobiao") == ["no_hand"]


@pytest.mark.parametrize(
    ("ruleset", "hand", "context", "expected"),
    [
        # A bad meld does not hide that all four of the tile turned up are held: 8m, which lies aside, and 9m itself.
        (
            "yueqing-platform",
            "123m 456p 789s 22s 34s [124p] + 5s | 8888m",
            WinContext(dealer=0, wild=Tile.M9),
            ["bad_meld", "too_many_copies"],
        ),
        (
            "yueqing-chayuan",
            "9999m 12m 456p 789s 2s [124p] + 2s",
            WinContext(dealer=0, wild=Tile.M9),
            ["bad_meld", "too_many_copies"],
        ),
        # Three of them are not too many; five are told of once.
        (
            "yueqing-platform",
            "123m 456p 789s 22s 34s [124p] + 5s | 888m",
            WinContext(dealer=0, wild=Tile.M9),
            ["bad_meld"],
        ),
        (
            "yueqing-platform",
            "123m 456p 789s 22s 34s [123p] + 5s | 88888m",
            WinContext(dealer=0, wild=Tile.M9),
            ["too_many_copies"],
        ),
        # Without a wild tile, or with one that cannot be, none has been turned up.
        ("yueqing-platform", "8888m 123m 456p 789s 22s 3s + 3s", WinContext(dealer=0), ["wild_missing"]),
        (
            "yueqing-platform",
            "CCCC 123m 456p 789s 22s 3s + 3s",
            WinContext(dealer=0, wild=Tile.PLUM),
            ["bad_wild", "bad_wild"],
        ),
        ("yueqing-chayuan", "8888m 123m 456p 789s 22s 3s + 3s", WinContext(dealer=0), ["wild_missing"]),
        # No winning tile is named: told of once, and by the first turn's own rule beside others.
        ("yueqing-platform", "123m 456p 789s 22s 345m 678s", WinContext(dealer=0, wild=Tile.M9), ["no_winning_tile"]),
        ("yueqing-chayuan", "123m 456p 789s 22s 345m 678m", WinContext(dealer=0, wild=Tile.M9), ["no_winning_tile"]),
        (
            "yueqing-chayuan",
            "1f 23m 456p 789s 22s 345m 678m",
            WinContext(winner=1, dealer=0, wild=Tile.P9, flags=frozenset({"first turn"})),
            ["no_winning_tile", "tile_not_in_game"],
        ),
        (
            "yueqing-platform",
            "1f 23m 456p 789s 22s 345m 678m",
            WinContext(winner=0, dealer=0, wild=Tile.P9, flags=frozenset({"first turn"})),
            ["tile_not_in_game"],
        ),
        # The flowers that a flag speaks of are missed beside everything else; E does not count as one of them.
        (
            "taiwan",
            "123m 456p 789s 22s 345m 67s [124m] + 1f | 1f2f3f4f5f6fE",
            WinContext(dealer=0, payer=2, flags=frozenset({"seven robs one"})),
            ["bad_meld", "flowers_missing", "tile_not_aside", "tile_not_in_game", "too_many_copies"],
        ),
    ],
)
def test_a_games_own_problems_are_told_beside_the_others(
    ruleset: str, hand: str, context: WinContext, expected: list[str]
) -> None:
    assert sorted(codes(parse_hand(hand), context, ruleset)) == expected
