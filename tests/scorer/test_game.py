"""How games go on: dealer, streak, rounds, corrections; each ruleset's own policy."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer import Event, Tile, get_ruleset, rulesets
from scorer.errors import GameError
from scorer.game import (
    Correction,
    Deal,
    GameEvent,
    GameState,
    HandEnd,
    Progression,
    Reversal,
    Stop,
    apply,
    replay,
    start,
)

KEEPING = Progression(drawn=Deal.HOLD, drawn_after_kong=Deal.PASS)


def win(id_: str, *winners: int, payouts: tuple[int, ...] = (0, 0, 0, 0)) -> HandEnd:
    return HandEnd(id_, winners=winners, payouts=payouts)


def draw(id_: str, konged: bool = False) -> HandEnd:
    return HandEnd(id_, Event.DRAW, konged=konged)


def test_a_dealer_who_wins_deals_again_and_the_streak_grows() -> None:
    state = replay(KEEPING, [win("1", 2), win("2", 2)], dealer=2)
    assert (state.dealer, state.streak, state.deals) == (2, 3, 0)
    assert state.seat_wind(2) == Tile.EAST
    assert state.seat_wind(1) == Tile.NORTH


def test_another_winner_passes_the_deal_counter_clockwise() -> None:
    state = replay(KEEPING, [win("1", 2), win("2", 0)], dealer=2)
    assert (state.dealer, state.streak, state.deals) == (3, 1, 1)


def test_of_several_winners_the_dealer_keeps_the_deal_if_he_is_one() -> None:
    assert replay(KEEPING, [win("1", 0, 2)], dealer=2).dealer == 2
    assert replay(KEEPING, [win("1", 0, 1)], dealer=2).dealer == 3


def test_drawn_hands() -> None:
    held = replay(KEEPING, [win("1", 0), draw("2")])
    assert (held.dealer, held.streak) == (0, 2)
    passed = replay(KEEPING, [win("1", 0), draw("2", konged=True)])
    assert (passed.dealer, passed.streak) == (1, 1)
    kept = replay(Progression(drawn=Deal.KEEP), [draw("1", konged=True)])
    assert (kept.dealer, kept.streak) == (0, 2)


def test_a_leaver_holds_the_deal() -> None:
    state = replay(KEEPING, [HandEnd("1", Event.ESCAPE, leaver=3, payouts=(1, 1, 1, -3))])
    assert (state.dealer, state.streak, state.last_deal) == (0, 1, Deal.HOLD)
    assert state.balances == (1, 1, 1, -3)


def test_four_passes_make_a_round_and_rounds_end_the_game() -> None:
    policy = get_ruleset("guobiao").progression
    state = start(policy)
    for number in range(16):
        assert not state.finished
        assert state.round == number // 4
        assert state.round_wind == Tile.EAST + number // 4
        state = apply(state, win(str(number), state.dealer))
    assert state.finished
    with pytest.raises(GameError, match="after the end"):
        apply(state, win("17", 0))


def test_players_may_stop() -> None:
    state = replay(KEEPING, [win("1", 0), Stop()])
    assert state.finished
    with pytest.raises(GameError, match="after the end"):
        apply(state, win("2", 0))


def test_a_correction_changes_all_that_followed() -> None:
    played: list[GameEvent] = [win("1", 1, payouts=(-1, 3, -1, -1)), win("2", 1, payouts=(-2, 6, -2, -2))]
    assert replay(KEEPING, played).streak == 2
    corrected = replay(KEEPING, [*played, Correction("1", win("1", 0, payouts=(3, -1, -1, -1)))])
    assert (corrected.dealer, corrected.streak) == (1, 1)
    assert corrected.balances == (1, 5, -3, -3)
    assert [hand.winners for hand in corrected.hands] == [(0,), (1,)]


def test_a_reversal_takes_a_hand_back() -> None:
    played: list[GameEvent] = [win("1", 0, payouts=(3, -1, -1, -1)), win("2", 1), Reversal("1")]
    state = replay(KEEPING, played)
    assert state == replay(KEEPING, [win("2", 1)])
    assert apply(state, Reversal("2")) == start(KEEPING)


def test_a_stopped_game_stays_stopped_when_corrected() -> None:
    state = replay(KEEPING, [win("1", 0), Stop(), Correction("1", win("1", 1))])
    assert state.finished
    assert state.dealer == 1


@pytest.mark.parametrize(
    ("event", "message"),
    [
        (Correction("9", win("9", 0)), "no hand '9' to correct"),
        (Reversal("9"), "no hand '9' to take back"),
        (win("1", 0), "already in the game"),
        (win("2"), "with winners"),
        (HandEnd("2", Event.DRAW, winners=(1,)), "with winners"),
        (win("2", 4), "expected 0-3"),
        (HandEnd("2", winners=(0,), payouts=(0, 0)), "2 payouts, expected 4"),
    ],
)
def test_events_that_cannot_follow(event: GameEvent, message: str) -> None:
    state = replay(KEEPING, [win("1", 0)])
    with pytest.raises(GameError, match=message):
        apply(state, event)


def test_the_first_dealer_is_a_seat() -> None:
    with pytest.raises(GameError, match="seat 5"):
        start(KEEPING, 5)


# What each rule file says of the deal, as (dealer, streak) after the dealer, seat 0, has won once and then …: he wins
# again, seat 2 wins, nobody wins, nobody wins and there was a kong, he and seat 2 win together, seats 1 and 2 do.
KEEPS, PASSES = (0, 3), (1, 1)
SAYS = {
    "guobiao": [PASSES, PASSES, PASSES, PASSES, PASSES, PASSES],
    "hua": [KEEPS, PASSES, KEEPS, KEEPS, KEEPS, PASSES],
    "wuhan": [KEEPS, PASSES, KEEPS, KEEPS, KEEPS, PASSES],
    # "Drawn hand: the dealer stays, the streak grows by one."
    "hefei": [KEEPS, PASSES, KEEPS, KEEPS, KEEPS, PASSES],
    # "A dealer who wins, or a drawn hand, keeps the deal."
    "taiwan": [KEEPS, PASSES, KEEPS, KEEPS, KEEPS, PASSES],
    # "someone konged four of a kind → the deal passes, else it stays and the streak does not grow"
    "yueqing-chayuan": [KEEPS, PASSES, (0, 2), PASSES, KEEPS, PASSES],
    "yueqing-platform": [KEEPS, PASSES, (0, 2), PASSES, KEEPS, PASSES],
}


@pytest.mark.parametrize("id_", SAYS)
def test_the_deal_goes_on_as_the_rules_say(id_: str) -> None:
    policy = get_ruleset(id_).progression
    dealer = 3 if id_ == "guobiao" else 0
    ends = [win("2", 0), win("2", 2), draw("2"), draw("2", konged=True), win("2", 0, 2), win("2", 1, 2)]
    states = [replay(policy, [win("1", dealer), end], dealer) for end in ends]
    assert [(state.dealer, state.streak) for state in states] == SAYS[id_]


def test_every_ruleset_is_in_the_table_of_the_deal() -> None:
    assert {ruleset.id for ruleset in rulesets()} == set(SAYS)


@pytest.mark.parametrize("id_", SAYS)
def test_when_a_game_is_over(id_: str) -> None:
    """The streak has no limit and a kept deal is no progress towards the end; sixteen passed deals are four rounds."""
    policy = get_ruleset(id_).progression
    state = start(policy)
    for number in range(16):
        if policy.dealer_wins is Deal.KEEP:
            for again in range(5):
                state = apply(state, win(f"{number} again {again}", state.dealer))
            assert state.streak == 6
        assert (state.round, state.finished) == (number // 4, False)
        state = apply(state, win(str(number), (state.dealer + 2) % 4))
        assert state.streak == 1
    assert state.dealer == 0
    assert state.finished == (id_ not in ("hua", "yueqing-chayuan", "yueqing-platform"))
    assert state.round_wind == Tile.EAST


def test_a_leaver_passes_the_deal_in_wuhan_alone() -> None:
    """武汉: all but a dealer's win and a drawn hand passes the deal; elsewhere leaving is like a drawn hand."""
    left = HandEnd("2", Event.ESCAPE, leaver=3)
    told = {
        id_: (state.dealer, state.streak)
        for id_ in ("hua", "wuhan", "yueqing-platform")
        for state in [replay(get_ruleset(id_).progression, [win("1", 0), left])]
    }
    assert told == {"hua": (0, 2), "wuhan": (1, 1), "yueqing-platform": (0, 2)}


POLICIES = [ruleset.id for ruleset in rulesets()]
ends = st.one_of(
    st.builds(lambda seat: (Event.WIN, (seat,), False), st.integers(0, 3)),
    st.builds(lambda konged: (Event.DRAW, (), konged), st.booleans()),
)


@given(st.lists(ends, max_size=12), st.integers(0, 3), st.sampled_from(POLICIES))
def test_a_game_is_a_fold(kinds: list[tuple[Event, tuple[int, ...], bool]], dealer: int, id_: str) -> None:
    """Step by step and all at once are the same; a hand corrected to what it was changes nothing."""
    policy = get_ruleset(id_).progression
    events = [HandEnd(str(n), event, winners, konged=konged) for n, (event, winners, konged) in enumerate(kinds)]
    state: GameState = start(policy, dealer)
    for event in events:
        state = apply(state, event)
    assert state == replay(policy, events, dealer)
    assert (state.dealer - dealer - state.deals) % 4 == 0
    for event in events:
        assert apply(state, Correction(event.id, event)) == state
