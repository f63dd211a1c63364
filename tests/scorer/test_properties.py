"""What holds for every ruleset, whatever the hand: a result always comes, payments balance, and only what matters
matters."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorer import (
    Event,
    Hand,
    Illegal,
    Liability,
    Meld,
    MeldType,
    NotWinning,
    Ruleset,
    Scored,
    SeatView,
    Settled,
    Tile,
    WinBy,
    WinContext,
    get_ruleset,
    rulesets,
    score,
)
from scorer.context import FLAGS
from scorer.engine import ruleset_wild
from scorer.explain import explain
from scorer.tiles import TILES
from scorer.wire import result_to_json
from tests.scorer.winning_hands import claimed_from_others, random_context, random_sets_hand, random_special_hand

ALL = rulesets()
BY_ID = pytest.mark.parametrize("rules", ALL, ids=lambda rules: rules.id)

tiles = st.sampled_from(TILES)
some_tiles = st.lists(tiles, max_size=18).map(tuple)
meld = st.builds(
    Meld,
    st.sampled_from(MeldType),
    st.one_of(
        some_tiles,
        st.sampled_from(TILES[:34]).map(lambda tile: (tile,) * 3),
        st.sampled_from(TILES[:34]).map(lambda tile: (tile,) * 4),
        st.sampled_from(TILES[:25]).map(lambda tile: (tile, TILES[tile + 1], TILES[tile + 2])),
    ),
    st.none() | st.integers(-1, 4),
)
melds = st.lists(meld, max_size=6).map(tuple)
hands = st.builds(Hand, some_tiles, st.none() | tiles, melds, st.lists(tiles, max_size=8).map(tuple))
seats = st.integers(-1, 4)
views = st.builds(SeatView, st.lists(meld, max_size=3).map(tuple), some_tiles, st.none() | some_tiles)
contexts = st.builds(
    WinContext,
    winner=seats,
    win_by=st.sampled_from(WinBy),
    payer=st.none() | seats,
    dealer=st.none() | seats,
    streak=st.integers(0, 5),
    round_wind=st.none() | tiles,
    wild=st.none() | tiles,
    indicator=st.none() | tiles,
    flags=st.frozensets(st.sampled_from([*FLAGS, "no such flag"]), max_size=3),
    liability=st.lists(st.builds(Liability, st.sampled_from(["吃碰杠四手", "x"]), seats), max_size=2).map(tuple),
    seats=st.lists(views, max_size=4).map(tuple),
    event=st.sampled_from([*Event, Event.WIN, Event.WIN]),
    leaver=st.none() | seats,
    bird=st.none() | tiles,
    open_hand_holder=st.none() | seats,
)


def wild_context(rules: Ruleset, rng: random.Random) -> WinContext:
    """A context the game can have, with wild tile and indicator where it has them."""
    context = random_context(rng, rules.flags)
    if rules.wild is None:
        return context
    indicator = rng.choice([tile for tile in sorted(rules.tiles) if tile < 31])
    return replace(context, indicator=indicator)


def likely_hand(rules: Ruleset, rng: random.Random, context: WinContext) -> Hand:
    """A hand of the right size that tends to win: wild tiles put in place of some."""
    special = rules.sets == 4 and rng.random() < 0.2
    palette = [int(tile) for tile in rules.tiles]
    hand = random_special_hand(rng) if special else random_sets_hand(rng, rules.sets, 0.3, palette)
    wild = ruleset_wild(rules, context.wild, context.indicator, rules.resolve({}))
    if wild >= 0 and hand.win_tile is not None:
        everything = [*hand.concealed, hand.win_tile]
        for index in rng.sample(range(len(everything)), rng.randrange(min(4, len(everything)))):
            everything[index] = TILES[wild]
        hand = replace(hand, concealed=tuple(everything[:-1]), win_tile=everything[-1])
    return claimed_from_others(hand, context.winner)


def check(result: Any) -> None:
    assert isinstance(result, Scored | Settled | NotWinning | Illegal)
    assert json.loads(json.dumps(result_to_json(result)))
    assert explain(result, "zh")
    assert explain(result, "en")
    if isinstance(result, NotWinning | Illegal):
        assert result.problems
        assert all(problem.code and problem.message for problem in result.problems)
        return
    house = sum(payment.amount for payment in result.payments if payment.to_seat is None)
    assert sum(result.payouts) == -house
    assert house == 0 or result.ruleset.id == "hua"
    assert len(result.payouts) == 4
    assert all(payment.why for payment in result.payments)
    assert all(payment.amount >= 0 for payment in result.payments)


@BY_ID
@settings(max_examples=120, deadline=None)
@given(hand=st.none() | hands, context=contexts)
def test_any_hand_in_any_context_gives_a_result(rules: Ruleset, hand: Hand | None, context: WinContext) -> None:
    check(score(rules, hand, context))


@BY_ID
@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**9), data=st.data())
def test_any_options_give_a_result(rules: Ruleset, seed: int, data: st.DataObject) -> None:
    rng = random.Random(seed)
    options: dict[str, Any] = {}
    for option in rules.options:
        choices = list(option.choices)
        if option.type == "bool":
            choices += [True, False]
        elif option.type == "int":
            choices += [option.minimum, option.minimum + 1, 15]
        options[option.name] = data.draw(st.sampled_from([*choices, option.default]), label=option.name)
    context = wild_context(rules, rng)
    check(score(rules, likely_hand(rules, rng, context), context, options))


@BY_ID
@pytest.mark.parametrize("event", [Event.DRAW, Event.ESCAPE])
def test_hands_that_nobody_wins_balance(rules: Ruleset, event: Event) -> None:
    rng = random.Random(5)
    for _ in range(50):
        views = []
        for _ in range(4):
            hand = random_sets_hand(rng, rules.sets, 0.4)
            views.append(SeatView(hand.melds, (), hand.concealed))
        context = replace(wild_context(rules, rng), event=event, leaver=rng.randrange(4), seats=tuple(views))
        check(score(rules, None, context))


def scored_hands(rules: Ruleset, seed: int, number: int) -> list[tuple[Hand, WinContext, Scored]]:
    rng = random.Random(seed)
    found: list[tuple[Hand, WinContext, Scored]] = []
    for _ in range(number * 60):
        context = wild_context(rules, rng)
        hand = likely_hand(rules, rng, context)
        result = score(rules, hand, context)
        if isinstance(result, Scored):
            found.append((hand, context, result))
            if len(found) == number:
                break
    assert len(found) >= number // 2, f"only {len(found)} of the random hands win"
    return found


def essence(result: Any) -> Any:
    assert isinstance(result, Scored)
    counted = sorted((item.id, item.value or 0, item.factor or 0, item.count) for item in result.items)
    return result.total, counted, result.payouts


@BY_ID
def test_the_order_of_tiles_and_melds_does_not_matter(rules: Ruleset) -> None:
    rng = random.Random(1)
    for hand, context, result in scored_hands(rules, 11, 40):
        concealed = rng.sample(hand.concealed, len(hand.concealed))
        # Who claimed what when can matter (承包): only melds without a seat change places.
        melds = tuple(replace(meld, from_seat=None) for meld in hand.melds)
        plain = score(rules, replace(hand, melds=melds), context)
        shuffled = replace(hand, concealed=tuple(concealed), melds=tuple(rng.sample(melds, len(melds))))
        assert score(rules, shuffled, context).status == plain.status
        if isinstance(plain, Scored):
            assert essence(score(rules, shuffled, context)) == essence(plain)
        assert result.status == "scored"


@BY_ID
def test_turning_the_table_turns_the_payouts(rules: Ruleset) -> None:
    for hand, context, result in scored_hands(rules, 12, 30):
        for turn in (1, 2, 3):

            def turned(seat: int | None, by: int = turn) -> int | None:
                return None if seat is None else (seat + by) % 4

            melds = tuple(replace(meld, from_seat=turned(meld.from_seat)) for meld in hand.melds)
            other = replace(
                context, winner=(context.winner + turn) % 4, payer=turned(context.payer), dealer=turned(context.dealer)
            )
            again = score(rules, replace(hand, melds=melds), other)
            assert isinstance(again, Scored)
            assert again.total == result.total
            assert tuple(again.payouts[(seat + turn) % 4] for seat in range(4)) == result.payouts


@BY_ID
def test_renaming_the_suits_changes_nothing(rules: Ruleset) -> None:
    """But for the two items of 国标 that know the tiles' faces: 绿一色 and 推不倒."""
    for hand, context, result in scored_hands(rules, 13, 40):
        for suits in ((1, 2, 0), (1, 0, 2)):

            def renamed(tile: Tile, order: tuple[int, ...] = suits) -> Tile:
                return TILES[order[tile // 9] * 9 + tile % 9] if tile < 27 else tile

            def over(row: tuple[Tile, ...], name: Callable[[Tile], Tile] = renamed) -> tuple[Tile, ...]:
                return tuple(name(tile) for tile in row)

            assert hand.win_tile is not None
            melds = tuple(replace(meld, tiles=over(meld.tiles)) for meld in hand.melds)
            other = Hand(over(hand.concealed), renamed(hand.win_tile), melds, over(hand.aside))
            where = context
            if context.indicator is not None:
                where = replace(context, indicator=renamed(context.indicator))
            again = score(rules, other, where)
            if isinstance(again, NotWinning) and rules.id in ("guobiao", "hua"):
                continue
            assert isinstance(again, Scored), (str(hand), again)
            faces = {"all-green", "reversible"}
            if not faces & {item.id for item in (*result.items, *again.items)}:
                assert essence(again) == essence(result), str(hand)


@BY_ID
def test_what_the_game_does_not_read_changes_nothing(rules: Ruleset) -> None:
    unread = frozenset(FLAGS) - set(rules.flags)
    for hand, context, result in scored_hands(rules, 14, 30):
        other = replace(context, flags=context.flags | unread)
        if rules.wild is None:
            other = replace(other, wild=Tile.M5)
        assert essence(score(rules, hand, other)) == essence(result)


@pytest.mark.parametrize("rules", [rules for rules in ALL if rules.like is not None], ids=lambda rules: rules.id)
def test_the_best_reading_is_beaten_by_no_other(rules: Ruleset) -> None:
    """What is left out as alike is never worth more: with every reading scored one by one the answer is the same."""
    plain = replace(rules, like=None)
    for hand, context, result in scored_hands(rules, 15, 40):
        other = score(plain, hand, context)
        assert isinstance(other, Scored)
        assert (other.total, other.payouts) == (result.total, result.payouts), str(hand)


def test_a_result_names_the_rules_it_was_made_by() -> None:
    result = score("guobiao", Hand((Tile.M1,)), WinContext(), {"min_fan": 3})
    assert (result.ruleset.id, result.ruleset.version) == ("guobiao", get_ruleset("guobiao").version)
    defaults = {option.name: option.default for option in get_ruleset("guobiao").options}
    assert result.ruleset.options == {**defaults, "min_fan": 3}
    assert defaults["min_fan"] == 8
