"""The app's sources and what is built from them, without a browser."""

from __future__ import annotations

import gzip
import importlib.util
import json
import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from scorer.registry import rulesets
from scorer.wire import score_json
from service.api.web import BUILT
from service.rulebook import ruleset_json
from service.web import make_types

WEB = BUILT.parent
SOURCES = WEB / "src"
MOST_SCRIPT_BYTES = 200_000
ENTRY = re.compile(r"(?:'([^']+)'|(\w+)): \[('(?:[^'\\]|\\.)*'), ('(?:[^'\\]|\\.)*')\]")
built = pytest.mark.skipif(not (BUILT / "index.html").is_file(), reason="the phone app is not built")


def words() -> dict[str, tuple[str, str]]:
    """Every key of the dictionaries with its English and Chinese."""
    found: dict[str, tuple[str, str]] = {}
    for path in sorted((SOURCES / "lib" / "i18n").glob("words-*.ts")):
        for quoted, bare, english, chinese in ENTRY.findall(path.read_text(encoding="utf-8")):
            key = quoted or bare
            assert key not in found, f"{key} stands twice"
            found[key] = (english[1:-1], chinese[1:-1])
    return found


def test_the_types_are_those_of_the_api() -> None:
    made_from = make_types.TYPES.read_text(encoding="utf-8").split("\n", 1)[0]
    assert made_from == make_types.first_line(make_types.bare()), "run: python -m service.web.make_types"


def test_prose_does_not_change_the_shape() -> None:
    named_like_prose = {"properties": {"title": {"type": "string", "description": "a"}}, "description": "b"}
    assert make_types.without_prose(named_like_prose) == {"properties": {"title": {"type": "string"}}}


def test_both_languages_say_the_same_things() -> None:
    found = words()
    assert len(found) > 300
    for key, (english, chinese) in found.items():
        assert english, key
        assert chinese, key
        assert set(re.findall(r"\{\w+\}", english)) == set(re.findall(r"\{\w+\}", chinese)), key
        assert not re.search(r"[一-鿿]", english) or key.startswith(("liability.", "problem.")), key


def test_every_error_of_the_api_has_words() -> None:
    from service.api import app, problems

    assert app
    never_seen = {"method_not_allowed", "photo_not_kept", "backup_invalid", "database_too_new"}
    said = {key.removeprefix("error.") for key in words() if key.startswith("error.")}
    assert {entry.code for entry in problems.declared()} - never_seen - said == set()


def test_every_problem_and_flag_of_the_scorer_has_words() -> None:
    from scorer.context import FLAGS

    scorer = WEB.parent.parent / "scorer"
    codes = {
        code for path in scorer.rglob("*.py") for code in re.findall(r"Problem\(\s*\"(\w+)\"", path.read_text("utf-8"))
    }
    said = {key.removeprefix("problem.") for key in words() if key.startswith("problem.")}
    assert codes - said == set()
    flags = (SOURCES / "lib" / "i18n" / "rules.ts").read_text(encoding="utf-8")
    assert [flag for flag in FLAGS if f"'{flag}':" not in flags and f" {flag}:" not in flags] == []


def test_every_doubt_of_the_reader_has_words() -> None:
    vision = WEB.parent.parent / "vision"
    codes = {
        code
        for path in vision.rglob("*.py")
        for code in re.findall(r"ReviewReason\(\s*\"(\w+)\"", path.read_text(encoding="utf-8"))
    }
    assert len(codes) > 10
    assert codes - {key.removeprefix("doubt.") for key in words()} == set()


def numbers(text: str) -> set[str]:
    return set(re.findall(r"\d+(?:\.\d+)?", text))


def test_the_rule_books_are_whole_in_chinese() -> None:
    """Every note, option, worth and flag that a rule page shows; the numbers tell where a text has grown old."""
    books = json.loads((SOURCES / "lib" / "i18n" / "rules-zh.json").read_text(encoding="utf-8"))
    missing: list[str] = []
    used: set[str] = set()

    def said(where: str, english: str, chinese: str) -> None:
        if english and (not chinese or numbers(english) - numbers(chinese)):
            missing.append(f"{where}: {english!r} as {chinese!r}")

    for ruleset in map(ruleset_json, rulesets()):
        book = books["rulesets"][ruleset["id"]]
        for item in ruleset["items"]:
            said(f"{ruleset['id']} {item['id']}", item["note"], book["items"].get(item["id"], ""))
            worth = item["value_note"]
            if worth and not worth.isdigit():
                used.add(worth)
                said("worths", worth, books["worths"].get(worth, ""))
        for option in ruleset["options"]:
            said(f"{ruleset['id']} {option['name']}", option["meaning"], book["options"].get(option["name"], ""))
        for flag in ruleset["flags"]:
            said("flags", flag["name"], books["flags"].get(flag["name"], ""))
        said(f"{ruleset['id']} notes", ruleset["notes"], book["notes"])
        assert set(book["items"]) <= {item["id"] for item in ruleset["items"]}, ruleset["id"]
        assert set(book["options"]) == {option["name"] for option in ruleset["options"]}, ruleset["id"]
    assert missing == []
    assert set(books["worths"]) == used


def test_every_choice_of_an_option_has_words() -> None:
    said = (SOURCES / "lib" / "i18n" / "rules.ts").read_text(encoding="utf-8")
    missing = [
        f"{option.name}.{choice}"
        for ruleset in rulesets()
        for option in ruleset.options
        for choice in option.choices
        if isinstance(choice, str) and not re.search(r"[一-鿿]", choice) and f"'{option.name}.{choice}':" not in said
        if not (option.type == "int" and choice == "none")
    ]
    assert missing == []


def arithmetic() -> set[tuple[str, str]]:
    """What the golden cases are worth and why somebody pays, each with its ruleset."""
    told: set[tuple[str, str]] = set()
    for path in sorted((WEB.parent.parent / "tests" / "golden").rglob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            if not line.startswith("{"):
                continue
            case = json.loads(line)
            answer = score_json(
                {name: case[name] for name in ("ruleset", "options", "hand", "context") if name in case}
            )
            reasons = [answer.get("formula") or "", *(payment["why"] for payment in answer.get("payments", ()))]
            told |= {(case["ruleset"], reason) for reason in reasons}
    return told


def test_the_arithmetic_of_payments_is_said_in_english() -> None:
    source = (SOURCES / "lib" / "i18n" / "terms.ts").read_text(encoding="utf-8")
    terms = dict(re.findall(r"^  \['([^']+)', '([^']+)'\],$", source, re.MULTILINE))
    assert len(terms) > 20
    suited = {f"{rank}{suit}" for rank in "一二三四五六七八九" for suit in "万筒条"}
    faces = suited | {"东", "南", "西", "北", "红中", "发财", "白板"}
    left = set()
    for ruleset in rulesets():
        said = sorted({*terms, *faces, *(item.name for item in ruleset.items)}, key=len, reverse=True)
        known = re.compile("|".join(map(re.escape, said)))
        for _, text in filter(lambda told: told[0] == ruleset.id, arithmetic()):
            left |= set(re.findall(r"[一-鿿]+", known.sub("", text)))
    assert left == set()


def test_the_arithmetic_of_payments_is_said_in_chinese() -> None:
    source = (SOURCES / "lib" / "i18n" / "money.ts").read_text(encoding="utf-8")
    phrases = re.findall(r"^  \['([^']+)', '([^']+)'\],$", source, re.MULTILINE)
    assert len(phrases) > 15
    assert [(one, two) for at, (one, _) in enumerate(phrases) for two, _ in phrases[at + 1 :] if one in two] == []
    told = {text for _, text in arithmetic()}
    left = set()
    for text in told:
        said = re.sub(r"(, for|花 of)? ?\bseat \d:?", "", text)
        for english, chinese in phrases:
            said = said.replace(english, chinese)
        left |= set(re.findall(r"[A-Za-z]{2,}", said))
    assert len(told) > 200
    assert left == set()


def test_the_lock_file_names_no_host() -> None:
    assert '"resolved"' not in (WEB / "package-lock.json").read_text(encoding="utf-8")


@built
def test_the_first_load_is_small() -> None:
    page = (BUILT / "index.html").read_text(encoding="utf-8")
    scripts = [BUILT / name.lstrip("/") for name in re.findall(r"src=\"([^\"]+\.js)\"", page)]
    assert scripts
    assert sum(len(gzip.compress(path.read_bytes(), 9)) for path in scripts) <= MOST_SCRIPT_BYTES


@built
def test_nothing_comes_from_another_host() -> None:
    page = (BUILT / "index.html").read_text(encoding="utf-8")
    styles = "".join(path.read_text(encoding="utf-8") for path in BUILT.rglob("*.css"))
    assert re.findall(r"(?:src|href)=\"(?!/)[^\"]*\"", page) == []
    assert re.findall(r"url\((?!data:)|@import", styles) == []


@pytest.fixture
def hook(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The build hook, without hatchling."""
    interface = ModuleType("hatchling.builders.hooks.plugin.interface")
    interface.BuildHookInterface = object  # type: ignore[attr-defined]
    for name in ("hatchling", "hatchling.builders", "hatchling.builders.hooks", "hatchling.builders.hooks.plugin"):
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    monkeypatch.setitem(sys.modules, interface.__name__, interface)
    spec = importlib.util.spec_from_file_location("hatch_build", WEB.parent.parent / "hatch_build.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Screen:
    """What the build would have shown."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def display_warning(self, text: str) -> None:
        self.said.append(text)


def run_hook(hook: ModuleType, root: Path) -> tuple[dict[str, Any], list[str]]:
    plugin, screen, data = hook.WebBuildHook(), Screen(), {"force_include": {}}
    plugin.root, plugin.app, plugin.target_name = str(root), screen, "wheel"
    plugin.initialize("standard", data)
    return data["force_include"], screen.said


def test_without_npm_the_package_is_the_api_alone(
    hook: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(hook.VARIABLE, raising=False)
    monkeypatch.setattr(hook.shutil, "which", lambda name: None)
    included, said = run_hook(hook, tmp_path)
    assert included == {}
    assert said == ["npm was not found (Node.js 20 or later brings it); this package serves the API alone"]
    monkeypatch.setenv(hook.VARIABLE, "require")
    with pytest.raises(hook.WebNotBuilt, match="npm was not found"):
        run_hook(hook, tmp_path)


def test_an_app_that_stands_built_goes_into_the_package(
    hook: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hook.shutil, "which", lambda name: None)
    dist = tmp_path / "service" / "web" / "dist"
    dist.mkdir(parents=True)
    (dist / "index.html").write_text("app", encoding="utf-8")
    assert run_hook(hook, tmp_path) == ({str(dist): hook.PLACE}, [])
