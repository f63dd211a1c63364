"""What is wrong with a value, said in plain words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from starlette.testclient import TestClient

from service.plain_words import field_names, plain


class Inner(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    seat: int = Field(default=0, ge=0, le=3)


class Left(BaseModel):
    kind: Literal["left"]
    leaver: int = 0


class Right(BaseModel):
    kind: Literal["right"]


class Everything(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    number: int = 0
    part: float = Field(default=0.5, gt=0, lt=1)
    word: str = Field(default="abc", min_length=2, max_length=4)
    yes: bool = False
    names: list[str] = Field(default=["a", "b"], min_length=2, max_length=3)
    how: Literal["one", "two"] = "one"
    inner: Inner = Inner()
    side: Annotated[Left | Right, Field(discriminator="kind")] | None = None
    wanted: int


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"number": "南"}, "expected a whole number, got text"),
        ({"number": 1.5}, "expected a whole number, got a fraction"),
        ({"number": None}, "expected a whole number, got null"),
        ({"number": True}, "expected a whole number, got true"),
        ({"part": 2.0}, "expected a number below 1, got a fraction"),
        ({"part": 0}, "expected a number above 0, got 0"),
        ({"word": "a"}, "expected text of 2 characters or more, got 1"),
        ({"word": "abcdefgh"}, "expected text of 4 characters at most, got 8"),
        ({"word": ["secret"]}, "expected text, got a list of 1"),
        ({"yes": "true"}, "expected true or false, got text"),
        ({"names": ["a"]}, "expected a list of 2 or more, got 1"),
        ({"names": ["a"] * 4}, "expected a list of 3 at most, got 4"),
        ({"names": {"a": 1}}, "expected a list, got an object"),
        ({"how": "three"}, "expected 'one' or 'two', got text"),
        ({"how": ""}, "expected 'one' or 'two', got empty text"),
        ({"inner": 5}, "expected an object, got 5"),
        ({"inner": {"seat": 4}}, "expected a number up to 3, got 4"),
        ({"inner": {"seat": -(10**20)}}, "expected a number from 0 on, got a larger one"),
        ({"inner": {"seet": 1}}, "is unknown (did you mean seat?)"),
        ({"quite_other": 1}, "is unknown"),
        ({"side": {}}, "expected 'kind' to say what it is"),
        ({"side": {"kind": "up"}}, "expected 'kind' to say what it is: one of 'left', 'right'"),
    ],
)
def test_each_kind_of_error_is_told(given: dict[str, Any], said: str) -> None:
    with pytest.raises(ValidationError) as caught:
        Everything(**{"wanted": 1, **given})
    (error,) = caught.value.errors()
    assert plain(error, field_names(Everything)) == said


def test_what_is_missing_is_said_to_be() -> None:
    with pytest.raises(ValidationError) as caught:
        Everything()  # type: ignore[call-arg]
    assert [plain(error) for error in caught.value.errors()] == ["is missing"]


def test_an_error_without_words_here_keeps_its_own() -> None:
    assert plain({"type": "some_new_kind", "msg": "Whatever it is", "loc": ()}) == "Whatever it is"


def test_fields_are_found_through_lists_and_unions() -> None:
    assert field_names(list[Everything] | None) >= {"number", "seat", "leaver", "kind"}
    assert field_names(int) == field_names(None) == frozenset()


@pytest.mark.parametrize(
    ("path", "body", "pointer", "said"),
    [
        ("/v1/tables", {"players": ["a", "b", "c"]}, "/players", "got 3"),
        ("/v1/scores", {"ruleset": "guobiao", "hand": {}, "context": {"winer": 1}}, "/context/winer", "mean winner?"),
        ("/v1/scores", {"ruleset": "guobiao", "context": {"winner": "南"}}, "/context/winner", "a whole number, got"),
    ],
)
def test_the_api_speaks_so(
    make_client: Callable[..., TestClient], path: str, body: dict[str, Any], pointer: str, said: str
) -> None:
    with make_client() as client:
        answer = client.post(path, json=body, headers={"Idempotency-Key": "a" * 20})
    assert answer.status_code == 422
    told = {error["pointer"]: error["message"] for error in answer.json()["errors"]}
    assert said in told[pointer]
    for own in ("Input should", "Extra inputs", "after validation", "Field required"):
        assert own not in answer.text


@pytest.mark.parametrize("part", [{"context": '{"winer": 1}'}, {"edits": '[{"edit": "win", "tle": 1, "tile": 1}]'}])
def test_parts_of_an_upload_are_told_so_too(
    make_client: Callable[..., TestClient], jpeg: bytes, part: dict[str, str]
) -> None:
    with make_client() as client:
        path = "/v1/scans" if "context" in part else "/v1/readings"
        answer = client.post(path, files={"photo": jpeg}, data={"ruleset": "guobiao", **part})
    assert answer.status_code == 422
    assert "is unknown (did you mean" in answer.json()["detail"]
