"""The bill of materials: valid, complete, and the same each time."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.release.conftest import ROOT


def made() -> str:
    done = subprocess.run(
        [sys.executable, str(ROOT / "deploy/sbom.py")], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def text() -> str:
    return made()


@pytest.fixture(scope="module")
def bill(text: str) -> dict[str, Any]:
    return json.loads(text)


def test_it_is_the_same_each_time(text: str) -> None:
    assert made() == text


def test_it_keeps_to_the_standard(text: str) -> None:
    validation = pytest.importorskip("cyclonedx.validation.json")
    schema = pytest.importorskip("cyclonedx.schema")
    assert validation.JsonStrictValidator(schema.SchemaVersion.V1_6).validate_str(text) is None


def names(bill: dict[str, Any], kind: str, scope: str) -> set[str]:
    found = (part for part in bill["components"] if part["scope"] == scope)
    return {part["name"] for part in found if part["bom-ref"].startswith(kind)}


def test_everything_the_package_asks_for_is_listed_with_what_that_asks_for(bill: dict[str, Any]) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    direct = {canonicalize_name(Requirement(line).name) for line in project["dependencies"]}
    listed = names(bill, "pkg:pypi/", "required")
    assert direct <= listed
    assert {"starlette", "pydantic-core", "mako"} <= listed
    assert not {"pytest", "torch", "ray"} & listed
    refs = {part["bom-ref"] for part in bill["components"]} | {"tilesight"}
    for entry in bill["dependencies"]:
        assert {entry["ref"], *entry["dependsOn"]} <= refs


def test_the_apps_packages_are_told_from_those_that_build_it(bill: dict[str, Any]) -> None:
    assert {"svelte", "dexie", "workbox-core"} <= names(bill, "pkg:npm/", "required")
    assert {"vite", "typescript", "svelte-check"} <= names(bill, "pkg:npm/", "excluded")
    lock = json.loads((ROOT / "service/web/package-lock.json").read_text(encoding="utf-8"))
    locked = {path.rpartition("node_modules/")[2] for path in lock["packages"] if path}
    assert names(bill, "pkg:npm/", "required") | names(bill, "pkg:npm/", "excluded") == locked


def test_the_nets_are_listed_with_their_checksums(bill: dict[str, Any]) -> None:
    card = json.loads((ROOT / "models/tiles.json").read_text(encoding="utf-8"))
    found = {part["name"]: part for part in bill["components"] if part["type"] == "machine-learning-model"}
    assert set(found) == {"tiles-detector.onnx", "tiles-namer.onnx"}
    for net in (card["detector"], card["namer"]):
        assert found[net["file"]]["hashes"] == [{"alg": "SHA-256", "content": net["sha256"]}]
        assert found[net["file"]]["version"] == card["id"]
