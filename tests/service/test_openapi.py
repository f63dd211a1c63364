"""The API's description: valid, complete, in step with the documentation."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from openapi_spec_validator import validate

from scorer.errors import OptionError
from scorer.registry import rulesets
from service.api.app import create_app
from service.api.error_docs import error_table
from service.api.problems import declare, declared
from service.book.answers import make_request
from service.book.errors import IdempotencyKeyInvalid
from service.rulebook import ruleset_json
from service.settings import Settings

DOCS = Path(__file__).resolve().parents[2] / "docs"
METHODS = ("get", "post", "put", "patch", "delete")


@pytest.fixture(scope="module")
def document(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    settings = Settings(data_dir=tmp_path_factory.mktemp("openapi"))
    return json.loads(json.dumps(create_app(settings).openapi()))


def operations(document: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for path, methods in document["paths"].items():
        for method in METHODS:
            if method in methods:
                yield f"{method} {path}", methods[method]


def test_it_is_valid(document: dict[str, Any]) -> None:
    validate(document)


def test_every_route_of_the_interfaces_is_there(document: dict[str, Any]) -> None:
    names = {name for name, _ in operations(document)}
    assert {
        "post /v1/readings", "post /v1/readings/corrections", "post /v1/scores", "post /v1/scans", "get /v1/rulesets",
        "get /v1/rulesets/{ruleset_id}", "post /v1/tables", "get /healthz", "get /readyz", "get /metrics",
    } <= names  # fmt: skip


def test_every_operation_is_described_tagged_and_answers_errors_as_problems(document: dict[str, Any]) -> None:
    tags = {tag["name"] for tag in document["tags"]}
    ids = [operation["operationId"] for _, operation in operations(document)]
    assert len(ids) == len(set(ids))
    for name, operation in operations(document):
        assert operation["summary"], name
        assert operation["description"], name
        assert set(operation["tags"]) <= tags, name
        assert operation["tags"], name
        for status, answer in operation["responses"].items():
            assert answer["description"], f"{name} {status}"
            if status.startswith("4"):
                assert set(answer["content"]) == {"application/problem+json"}, f"{name} {status}"
        for parameter in operation.get("parameters", []):
            assert parameter.get("description"), f"{name} {parameter['name']}"


def schemas_of(node: Any, where: str) -> Iterator[tuple[str, dict[str, Any]]]:
    for field, schema in node.get("properties", {}).items():
        yield f"{where}.{field}", schema


def described(schema: dict[str, Any], document: dict[str, Any]) -> bool:
    """Whether a field says what it is: itself, by what it refers to, or by the first thing it may be."""
    target = schema.get("$ref", "").rpartition("/")[2]
    return bool(
        schema.get("description")
        or document["components"]["schemas"].get(target, {}).get("description")
        or (schema.get("anyOf") and described(schema["anyOf"][0], document))
    )


def test_every_field_has_a_description(document: dict[str, Any]) -> None:
    missing = [
        field
        for name, schema in document["components"]["schemas"].items()
        for field, field_schema in schemas_of(schema, name)
        if not described(field_schema, document)
    ]
    assert missing == []


def examples(document: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any], Any]]:
    def walk(node: Any, where: str) -> Iterator[tuple[str, dict[str, Any], Any]]:
        if isinstance(node, dict):
            if isinstance(node.get("examples"), list) and ("type" in node or "$ref" in node or "anyOf" in node):
                for example in node["examples"]:
                    yield where, node, example
            for key, value in node.items():
                if key not in ("examples", "example"):
                    yield from walk(value, f"{where}/{key}")
        elif isinstance(node, list):
            for number, value in enumerate(node):
                yield from walk(value, f"{where}/{number}")

    yield from walk(document["components"]["schemas"], "#")


def test_every_example_fits_its_schema(document: dict[str, Any]) -> None:
    wrong = []
    count = 0
    for where, schema, example in examples(document):
        count += 1
        whole = {**schema, "components": document["components"]}
        # Examples of long answers may leave fields out.
        shortened = "Out/" in where
        errors = [
            error.message
            for error in Draft202012Validator(whole).iter_errors(example)
            if not (shortened and error.validator == "required")
        ]
        if errors:
            wrong.append((where, example, errors[0]))
    assert wrong == []
    assert count > 100


def test_the_examples_are_chinese_hands(document: dict[str, Any]) -> None:
    text = json.dumps(document, ensure_ascii=False)
    for word in ("yueqing-chayuan", "对对碰", "吃碰杠四手", "123456m45p99s"):
        assert word in text


def test_requests_forbid_unknown_fields(document: dict[str, Any]) -> None:
    for name in ("CaseIn", "HandIn", "ContextIn", "ScanContextIn", "CorrectionIn"):
        assert document["components"]["schemas"][name]["additionalProperties"] is False, name


def test_every_route_that_takes_json_says_how_it_refuses_other_bodies(document: dict[str, Any]) -> None:
    for name, operation in operations(document):
        if "application/json" in operation.get("requestBody", {}).get("content", {}):
            assert {"400", "413", "415"} <= set(operation["responses"]), name


def test_keys_are_described_as_the_server_takes_them(document: dict[str, Any]) -> None:
    answered_with_token = {"make_table", "import_table", "make_link"}
    seen = set()
    for _, operation in operations(document):
        for parameter in operation.get("parameters", ()):
            if parameter["name"] != "Idempotency-Key":
                continue
            secret = operation["operationId"] in answered_with_token
            least, most = parameter["schema"]["minLength"], parameter["schema"]["maxLength"]
            for length, fits in ((least - 1, False), (least, True), (most, True), (most + 1, False)):
                if fits:
                    make_request("new", "k" * length, {}, secret=secret)
                else:
                    with pytest.raises(IdempotencyKeyInvalid):
                        make_request("new", "k" * length, {}, secret=secret)
            seen.add(operation["operationId"])
    assert answered_with_token < seen


def test_an_options_bounds_are_the_scorers(document: dict[str, Any]) -> None:
    assert {"minimum", "maximum"} <= set(document["components"]["schemas"]["OptionOut"]["properties"])
    for ruleset in rulesets():
        for option, told in zip(ruleset.options, ruleset_json(ruleset)["options"], strict=True):
            if option.type != "int":
                assert (told["minimum"], told["maximum"]) == (None, None)
                continue
            assert option.check(told["minimum"]) == told["minimum"]
            assert option.check(told["maximum"]) == told["maximum"]
            for beyond in (told["minimum"] - 1, told["maximum"] + 1):
                with pytest.raises(OptionError):
                    option.check(beyond)


def test_the_error_page_is_up_to_date() -> None:
    page = (DOCS / "api-errors.md").read_text(encoding="utf-8")
    assert error_table() in page, "run python -m service.api.error_docs docs/api-errors.md"
    assert len({entry.code for entry in declared()}) == len(declared())


def test_a_code_cannot_mean_two_things() -> None:
    declare("not_found", 404, "Not found", "There is nothing at this address.")
    with pytest.raises(ValueError, match="declared twice"):
        declare("not_found", 410, "Gone", "It was here.")
