"""The JSON in and out: every field read, every unknown or wrong one named, the answer as people are promised it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorer import CaseError, Event, Liability, MeldType, Tile, WinBy, get_ruleset
from scorer.wire import case_from_json, score_json

FULL: dict[str, Any] = {
    "ruleset": "hua",
    "options": {"fee": 3},
    "hand": {
        "concealed": "345p345s67s22m",
        "win_tile": "8s",
        "melds": [{"type": "chow", "tiles": ["3m", "4m5m"], "from": 0}],
        "aside": ["1f", "5f"],
    },
    "context": {
        "winner": 1,
        "win_by": "discard",
        "payer": 3,
        "dealer": 0,
        "streak": 2,
        "round_wind": "E",
        "wild": "9p",
        "indicator": "8p",
        "flags": ["last of its kind"],
        "liability": [{"reason": "吃碰杠四手", "seat": 2}],
        "seats": [{"melds": [], "aside": "P", "concealed": None}, {}, None, {"concealed": "11m"}],
        "event": "win",
        "leaver": None,
        "bird": "4s",
        "open_hand_holder": 2,
    },
}


def changed(**path: Any) -> dict[str, Any]:
    """FULL with `part__field` set."""
    case: dict[str, Any] = json.loads(json.dumps(FULL))
    for name, value in path.items():
        *parents, field = name.split("__")
        target = case
        for parent in parents:
            target = target[parent]
        target[field] = value
    return case


def test_every_field_is_read() -> None:
    case = case_from_json(FULL)
    assert case.hand is not None
    assert case.hand.melds[0].type is MeldType.CHOW
    assert case.hand.melds[0].from_seat == 0
    assert case.hand.aside == (Tile.SPRING, Tile.PLUM)
    context = case.context
    assert (context.winner, context.win_by, context.payer, context.dealer) == (1, WinBy.DISCARD, 3, 0)
    assert (context.streak, context.round_wind) == (2, Tile.EAST)
    assert (str(context.wild), str(context.indicator), str(context.bird)) == ("9p", "8p", "4s")
    assert context.flags == {"last of its kind"}
    assert context.liability == (Liability("吃碰杠四手", 2),)
    assert context.seat(0).aside == (Tile.WHITE,)
    assert context.seat(3).concealed == (Tile.M1, Tile.M1)
    assert context.seat(1) == context.seat(2)
    assert (context.event, context.leaver, context.open_hand_holder) == (Event.WIN, None, 2)


def test_little_is_needed() -> None:
    case = case_from_json({"ruleset": "guobiao"})
    assert case.hand is None
    assert case.context.dealer == 0
    assert case.context.streak == 1
    assert case_from_json({"ruleset": "guobiao", "hand": {}, "context": {"dealer": None}}).context.dealer is None
    assert score_json({"ruleset": "guobiao"})["problems"][0]["code"] == "no_hand"


@pytest.mark.parametrize(
    ("case", "field"),
    [
        (changed(colour=1), "case"),
        (changed(hand__tiles="1m"), "hand"),
        (changed(context__round="E"), "context"),
        (changed(ruleset="riichi"), "ruleset"),
        (changed(ruleset=None), "ruleset"),
        (changed(options=[]), "options"),
        (changed(options__nothing=1), "options.nothing"),
        (changed(options__fee=-1), "options.fee"),
        (changed(options__fee=True), "options.fee"),
        (changed(hand=[]), "hand"),
        (changed(hand__concealed=5), "hand.concealed"),
        (changed(hand__concealed="1x"), "hand.concealed"),
        (changed(hand__concealed=["1m", 2]), "hand.concealed"),
        (changed(hand__win_tile="1m2m"), "hand.win_tile"),
        (changed(hand__win_tile=3), "hand.win_tile"),
        (changed(hand__melds={}), "hand.melds"),
        (changed(hand__melds=[{"type": "chi", "tiles": "123m"}]), "hand.melds[0].type"),
        (changed(hand__melds=[{"type": "chow", "tile": "123m"}]), "hand.melds[0]"),
        (changed(hand__melds=[{"type": "chow", "tiles": "123m", "from": "left"}]), "hand.melds[0].from"),
        (changed(context=3), "context"),
        (changed(context__flags="first turn"), "context.flags"),
        (changed(context__winner="me"), "context.winner"),
        (changed(context__winner=1.5), "context.winner"),
        (changed(context__win_by="luck"), "context.win_by"),
        (changed(context__event="end"), "context.event"),
        (changed(context__liability={}), "context.liability"),
        (changed(context__liability=[{"reason": "x"}]), "context.liability.seat"),
        (changed(context__liability=[{"seat": 1}]), "context.liability.reason"),
        (changed(context__seats=[{"hand": ""}]), "context.seats[0]"),
        (changed(context__wild="?"), "context.wild"),
        (["ruleset"], "case"),
    ],
)
def test_what_is_wrong_is_named(case: Any, field: str) -> None:
    with pytest.raises(CaseError) as caught:
        case_from_json(case)
    assert caught.value.field == field
    assert str(caught.value).startswith(f"{field}: ")


def test_what_is_noted_beside_a_case_says_nothing_of_the_hand() -> None:
    noted = {**FULL, "id": "a-7", "expected": {"total": 99}, "why": ["as one likes"]}
    assert case_from_json(noted) == case_from_json(FULL)
    with pytest.raises(CaseError, match="unknown field 'expected'"):
        case_from_json({**FULL, "hand": {"concealed": "123m", "expected": 1}})


def test_all_unknown_fields_are_named_at_once() -> None:
    with pytest.raises(CaseError, match="unknown fields 'colour', 'size'"):
        case_from_json(changed(colour=1, size=2))


def test_the_answer_has_every_promised_field() -> None:
    answer = score_json(FULL)
    assert json.loads(json.dumps(answer)) == answer
    assert list(answer) == [
        "status",
        "ruleset",
        "total",
        "unit",
        "items",
        "not_counted",
        "reading",
        "runner_up",
        "payouts",
        "payments",
        "formula",
    ]
    assert answer["ruleset"]["id"] == "hua"
    assert answer["ruleset"]["options"]["fee"] == 3
    assert answer["ruleset"]["options"]["min_fan"] == 8
    assert set(answer["items"][0]) == {"id", "name", "name_en", "value", "count", "sets"}
    assert {"type", "tiles", "concealed", "wild"} == set(answer["reading"]["sets"][0])
    assert answer["reading"]["pair"] == "22m"
    assert answer["payments"][-1] == {"from": 3, "to": None, "amount": 3, "why": "fee 3"}
    assert {"id", "name", "name_en", "because"} == set(answer["not_counted"][0])


def test_a_shape_without_sets_shows_its_tiles() -> None:
    answer = score_json(
        {"ruleset": "guobiao", "hand": {"concealed": "1133m5577p2288s9m", "win_tile": "9m"}, "context": {}}
    )
    assert answer["reading"]["shape"] == "seven pairs"
    assert answer["reading"]["tiles"] == "113399m 5577p 2288s"
    assert answer["reading"]["pair"] == ""
    assert answer["reading"]["won"] is None


def test_settled_and_unscored_answers() -> None:
    settled = score_json({"ruleset": "hua", "options": {"fee": 2}, "hand": None, "context": {"event": "draw"}})
    assert settled["status"] == "settled"
    assert settled["payouts"] == [-2, -2, -2, -2]
    assert "total" not in settled
    wrong = score_json(changed(hand__concealed="345p345s67s222m"))
    assert wrong["status"] == "illegal"
    assert wrong["problems"][0].keys() == {"code", "message", "tiles"}
    assert "total" not in wrong


def test_several_ways_of_writing_the_same_hand() -> None:
    listed = changed(hand__concealed=["3p", "4p", "5p", "345s", "6s", "7s", "2m2m"])
    assert score_json(listed) == score_json(FULL)


def test_what_is_remembered_between_cases_is_bounded() -> None:
    """Thousands of cases go through one process: every memory has a limit."""
    from scorer import shapes, winning
    from scorer.rules import guobiao_chows, hua_bound

    memories = [shapes.read_suit, guobiao_chows.chow_items, hua_bound.of_chows, hua_bound.of_pungs, hua_bound.of_faces]
    assert all(memory.cache_info().maxsize is not None for memory in memories)
    assert winning._lacking.cache_info().maxsize is not None
    rules = get_ruleset("hua")
    for fee in range(600):
        rules.table(rules.resolve({"fee": fee}))
    assert len(rules._tables) <= 501


ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 40) | st.just(1.5) | st.sampled_from(["", "E", "12m", "x"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["tiles", "seat", "a"]), inner),
    max_leaves=4,
)
PATHS = [
    *FULL,
    *(f"hand__{name}" for name in FULL["hand"]),
    *(f"context__{name}" for name in FULL["context"]),
    *(f"options__{option.name}" for option in get_ruleset("hua").options),
]


@settings(max_examples=300, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(PATHS), ANY_JSON), min_size=1, max_size=2))
def test_any_json_gives_an_answer_or_names_a_field(changes: list[tuple[str, Any]]) -> None:
    case = json.loads(json.dumps(FULL))
    for path, value in changes:
        *parents, field = path.split("__")
        target = case
        for parent in parents:
            target = target.get(parent) if isinstance(target, dict) else None
        if isinstance(target, dict):
            target[field] = value
    try:
        answer = score_json(case)
    except CaseError as error:
        named = error.field.partition(".")[0]
    else:
        named = answer["status"]
    assert named in ("case", *FULL, "scored", "settled", "not_winning", "illegal")
