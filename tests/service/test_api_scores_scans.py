"""Scores and scans over HTTP give what the command line gives."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from scorer.validate import LONGEST_STREAK
from scorer.wire import score_json
from service.api.schemas.case import EXAMPLE_CASE, ContextIn
from service.api.schemas.scan import ScanOut
from tests.service.fakes import CONTEXT, SameHandReader
from vision.types import ReviewReason

SAMPLES = Path(__file__).resolve().parents[2] / "datasets" / "samples"
CASE: dict[str, Any] = {
    "ruleset": "guobiao",
    "hand": {"concealed": "123456789m1p234s", "win_tile": "1p"},
    "context": CONTEXT,
}


def test_a_hand_is_scored_as_the_scorer_does(client: TestClient) -> None:
    answer = client.post("/v1/scores", json=CASE)
    assert answer.status_code == 200
    assert answer.json() == score_json(CASE)
    assert answer.json()["payouts"] == [-8, 45, -8, -29]


@pytest.mark.parametrize("sample", sorted(SAMPLES.glob("*.json")), ids=lambda path: path.stem)
def test_a_sample_can_be_sent_as_it_lies(client: TestClient, sample: Path) -> None:
    answer = client.post("/v1/scores", content=sample.read_bytes(), headers={"Content-Type": "application/json"}).json()
    expected = json.loads(sample.read_text(encoding="utf-8"))["expected"]
    assert {name: answer.get(name) for name in expected} == expected


@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "text/plain"])
def test_a_case_sent_as_something_else_is_told_so(client: TestClient, kind: str) -> None:
    answer = client.post("/v1/scores", content=json.dumps(CASE), headers={"Content-Type": kind})
    assert (answer.status_code, answer.json()["code"]) == (415, "unsupported_media_type")
    assert "application/json" in answer.json()["detail"]
    good = client.post(
        "/v1/scores", content=json.dumps(CASE), headers={"Content-Type": "application/json; charset=utf-8"}
    )
    assert good.status_code == 200


def test_lists_of_tiles_and_chinese_names_are_understood(client: TestClient) -> None:
    names = ["一万", "二万", "三万", "4m", "5m", "6m", "7m", "8m", "9m", "一筒", "2s", "3s", "4s"]
    hand = {"concealed": names, "win_tile": "一筒"}
    assert client.post("/v1/scores", json={**CASE, "hand": hand}).json()["total"] == 21


def test_no_win_is_an_answer_with_all_reasons(client: TestClient) -> None:
    answer = client.post("/v1/scores", json={**CASE, "hand": {"concealed": "123456789m1p234s", "win_tile": "2p"}})
    assert (answer.status_code, answer.json()["status"]) == (200, "not_winning")
    assert answer.json()["problems"]


@pytest.mark.parametrize(
    ("change", "code", "said"),
    [
        ({"surprise": 1}, "invalid_request", "/surprise"),
        ({"context": {"surprise": 1}}, "invalid_request", "/context/surprise"),
        ({"context": {"winner": 4}}, "invalid_request", "/context/winner"),
        ({"context": {"winner": "1"}}, "invalid_request", "/context/winner"),
        ({"context": {"winner": True}}, "invalid_request", "/context/winner"),
        ({"hand": {"concealed": "12x"}}, "invalid_case", "hand.concealed"),
        ({"ruleset": "atlantis"}, "invalid_case", "atlantis"),
        ({"options": {"nonsense": 1}}, "invalid_case", "nonsense"),
    ],
)
def test_a_wrong_field_is_named(client: TestClient, change: dict[str, Any], code: str, said: str) -> None:
    answer = client.post("/v1/scores", json={**CASE, **change})
    assert answer.status_code == 422
    assert answer.json()["code"] == code
    assert said in answer.text


def test_broken_json_and_other_types_are_refused(client: TestClient) -> None:
    json_type = {"Content-Type": "application/json"}
    broken = client.post("/v1/scores", content=b"{", headers=json_type)
    assert (broken.status_code, broken.json()["code"]) == (400, "bad_request")
    deep = client.post("/v1/scores", content=b"[" * 100_000, headers=json_type)
    assert deep.status_code == 400
    form = client.post("/v1/scores", content=json.dumps(CASE), headers={"Content-Type": "text/plain"})
    assert form.status_code in (415, 422)


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/v1/scores", '{"ruleset": "hua", "ruleset": "guobiao", "hand": null}'),
        ("/v1/scores", '{"ruleset": "guobiao", "hand": {"concealed": "1m", "concealed": "2m"}}'),
        ("/v1/readings/corrections", '{"reading": {}, "reading": {}}'),
        ("/v1/tables", '{"name": "a", "name": "b"}'),
        ("/v1/tables/import", '{"format": "a", "format": "b"}'),
        ("/v1/access", '{"token": "a", "token": "b"}'),
    ],
)
def test_a_field_that_comes_twice_is_refused_as_on_the_command_line(client: TestClient, path: str, body: str) -> None:
    headers = {"Content-Type": "application/json", "Idempotency-Key": "0123456789abcdef"}
    answer = client.post(path, content=body, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")
    assert "comes twice" in answer.json()["detail"]


def test_a_body_of_nothing_but_lists_is_refused_unparsed(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.api.strict._MOST_CONTAINERS", 100_000)
    lists = b"[" + b"[]," * 100_000 + b"1]"
    answer = client.post("/v1/scores", content=lists, headers={"content-type": "application/json"})
    assert answer.status_code == 400
    assert "more than 100000 lists and objects" in answer.json()["detail"]


def test_a_part_of_an_upload_that_says_a_thing_twice_is_refused(client: TestClient, jpeg: bytes) -> None:
    answer = scan(client, jpeg, ruleset="guobiao", context='{"winner": 1, "winner": 2}')
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_request")
    assert "/context: not valid JSON: the field 'winner' comes twice" in answer.json()["detail"]


def test_numbers_that_json_does_not_know_are_refused(client: TestClient) -> None:
    body = json.dumps({**CASE, "options": {"min_fan": float("nan")}})
    answer = client.post("/v1/scores", content=body, headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")
    assert "NaN" in answer.json()["detail"]


def test_a_streak_is_bounded_as_the_scorer_bounds_it(client: TestClient) -> None:
    def told(streak: int) -> Any:
        return client.post("/v1/scores", json={**CASE, "context": {**CONTEXT, "streak": streak}})

    assert told(LONGEST_STREAK).json()["status"] == "scored"
    assert told(LONGEST_STREAK + 1).json()["code"] == "invalid_request"
    beyond = score_json({**CASE, "context": {**CONTEXT, "streak": LONGEST_STREAK + 1}})
    assert [problem["code"] for problem in beyond["problems"]] == ["bad_streak"]


def test_the_schema_knows_every_field_of_the_context() -> None:
    from dataclasses import fields

    from scorer.context import WinContext

    assert set(ContextIn.model_fields) == {field.name for field in fields(WinContext)}


def test_the_example_in_the_documentation_scores(client: TestClient) -> None:
    known = {entry["id"] for entry in client.get("/v1/rulesets").json()["rulesets"]}
    if EXAMPLE_CASE["ruleset"] not in known:
        pytest.skip(f"{EXAMPLE_CASE['ruleset']} is not installed")
    answer = client.post("/v1/scores", json=EXAMPLE_CASE).json()
    assert answer["status"] == "scored"
    assert sum(answer["payouts"]) == 0


def scan(client: TestClient, photo: bytes, **fields: Any) -> Any:
    data = {name: value if isinstance(value, str) else json.dumps(value) for name, value in fields.items()}
    return client.post("/v1/scans", files={"photo": ("hand.jpg", photo, "image/jpeg")}, data=data)


def test_a_scan_is_the_reading_and_its_score(client: TestClient, jpeg: bytes) -> None:
    answer = scan(client, jpeg, ruleset="guobiao", context=CONTEXT)
    assert answer.status_code == 200
    result = answer.json()
    ScanOut.model_validate(result)
    assert result["status"] == "scored"
    assert result["message"] == "21 番"
    assert result["score"] == score_json({**CASE, "hand": result["reading"]["hand"]})
    assert client.post("/v1/scores", json=result["case"]).json() == result["score"]


def test_ruleset_and_options_may_stand_in_the_context(client: TestClient, reader: SameHandReader, jpeg: bytes) -> None:
    answer = scan(client, jpeg, context={**CONTEXT, "ruleset": "guobiao", "options": {"min_fan": 30}})
    assert answer.json()["status"] == "not_winning"
    assert reader.calls[0]["ruleset"] == "guobiao"


@pytest.mark.parametrize(
    ("part", "inside", "said"),
    [
        ({"ruleset": "hua"}, {"ruleset": "wuhan"}, '/ruleset: the part is "hua", the context says "wuhan"'),
        ({"ruleset": "hua"}, {"ruleset": "atlantis"}, "atlantis"),
        ({"options": {"min_fan": 8}}, {"options": {"min_fan": 30}}, '/options: the part is {"min_fan": 8}, the'),
        ({"ruleset": "hua", "wild": "5s"}, {"wild": "6s"}, '/wild: the part is "5s", the context says "6s"'),
    ],
)
def test_a_part_that_disagrees_with_the_context_is_refused(
    client: TestClient, reader: SameHandReader, jpeg: bytes, part: dict[str, Any], inside: dict[str, Any], said: str
) -> None:
    answer = scan(client, jpeg, **{"ruleset": "guobiao", **part}, context={**CONTEXT, **inside})
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_request")
    assert said in answer.json()["detail"]
    assert answer.json()["errors"][0]["pointer"] == answer.json()["detail"].partition(":")[0]
    assert not reader.calls


def test_a_part_may_repeat_the_context_in_other_words(client: TestClient, jpeg: bytes) -> None:
    said_twice = {"ruleset": "guobiao", "options": {"min_fan": 8}}
    answer = scan(client, jpeg, ruleset="mcr", options={"min_fan": 8}, context={**CONTEXT, **said_twice})
    assert answer.json()["status"] == "scored"
    assert scan(client, jpeg, ruleset="hua", wild="五条", context={**CONTEXT, "wild": "5s"}).status_code == 200


def test_a_scan_without_ruleset_or_with_a_wrong_context_is_refused(client: TestClient, jpeg: bytes) -> None:
    assert scan(client, jpeg).json()["errors"][0]["pointer"] == "/ruleset"
    wrong = scan(client, jpeg, ruleset="guobiao", context={"winner": 9})
    assert wrong.json()["errors"][0]["pointer"] == "/context/winner"
    option = scan(client, jpeg, ruleset="guobiao", options={"nonsense": True})
    assert (option.status_code, option.json()["code"]) == (422, "invalid_case")


def test_doubts_are_said_and_the_score_is_still_given(client: TestClient, reader: SameHandReader, jpeg: bytes) -> None:
    reader.review = (ReviewReason("low_margin", (4,), "5m or 6m"),)
    result = scan(client, jpeg, ruleset="guobiao", context=CONTEXT).json()
    assert (result["status"], result["message"]) == ("needs_review", "5m or 6m")
    assert result["score"]["total"] == 21


def test_an_incomplete_hand_has_no_score(client: TestClient, reader: SameHandReader, jpeg: bytes) -> None:
    reader.review = (ReviewReason("count", (), "13 tiles read, 14 expected"),)
    result = scan(client, jpeg, ruleset="guobiao", context=CONTEXT).json()
    assert (result["status"], result["score"]) == ("needs_review", None)
    assert result["message"] == "13 tiles read, 14 expected"


def test_the_wild_tile_reaches_reader_and_scorer(client: TestClient, reader: SameHandReader, jpeg: bytes) -> None:
    known = {entry["id"] for entry in client.get("/v1/rulesets").json()["rulesets"] if entry["has_wild_tiles"]}
    if not known:
        pytest.skip("no ruleset with wild tiles is installed")
    result = scan(client, jpeg, ruleset=min(known), context=CONTEXT, wild="5s").json()
    assert reader.calls[0]["wild"] == "5s"
    assert result["case"]["context"]["wild"] == "5s"


def test_a_wild_tile_in_a_game_without_one_is_refused(client: TestClient, jpeg: bytes) -> None:
    told = {**CONTEXT, "wild": "5s"}
    for answer in (
        client.post("/v1/scores", json={**CASE, "context": told}),
        scan(client, jpeg, ruleset="guobiao", context=told),
        scan(client, jpeg, ruleset="guobiao", context=CONTEXT, wild="5s"),
    ):
        assert answer.status_code == 422
        assert "国标麻将 guobiao has no wild tile, so 5s cannot be one" in answer.json()["detail"]
    assert client.post("/v1/scores", json={**CASE, "context": {**CONTEXT, "wild": None}}).status_code == 200
    assert scan(client, jpeg, ruleset="hua", context=CONTEXT, wild="").status_code == 422


def test_rulesets_are_listed_and_found_by_alias(client: TestClient) -> None:
    listed = client.get("/v1/rulesets").json()["rulesets"]
    for entry in listed:
        book = client.get(f"/v1/rulesets/{entry['id']}").json()
        assert book["version"] == entry["version"]
        assert len(book["items"]) == entry["items"]
    assert client.get("/v1/rulesets/mcr").json()["id"] == "guobiao"
    unknown = client.get("/v1/rulesets/atlantis")
    assert (unknown.status_code, unknown.json()["code"]) == (404, "unknown_ruleset")
