"""The rulesets as data: found by name, in order, printed, and the printed pages up to date."""

from __future__ import annotations

import json
import runpy
import sys
from pathlib import Path

import pytest

import scorer.rules
from scorer import OptionError, Ruleset, UnknownRuleset, get_ruleset, rulesets
from scorer.context import FLAGS
from scorer.items import LARGEST, Item, Option, excluded_ids, holds
from scorer.rulebook import main, markdown, rulebook_json, unknown_exclusions, worth

PAGES = Path(__file__).resolve().parents[2] / "docs" / "rules"
ALL = rulesets()


def test_rulesets_are_found_by_id_name_and_alias() -> None:
    assert [rules.id for rules in ALL] == sorted(rules.id for rules in ALL)
    assert get_ruleset("mcr") is get_ruleset("国标麻将") is get_ruleset("guobiao")
    for rules in ALL:
        for name in (rules.id, rules.name, rules.name_en, *rules.aliases):
            assert get_ruleset(name) is get_ruleset(name.upper()) is get_ruleset(name.title()) is rules, name


def test_no_two_rulesets_share_a_name() -> None:
    names = [name.lower() for rules in ALL for name in {rules.id, rules.name, rules.name_en, *rules.aliases}]
    assert sorted(names) == sorted(set(names))


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("guobao", "guobiao"),
        ("国标麻", "guobiao"),
        ("hefie", "hefei"),
        ("Taiwan16", "taiwan"),
        ("yueqing", "yueqing-chayuan or yueqing-platform"),
    ],
)
def test_the_nearest_ruleset_is_offered(name: str, meant: str) -> None:
    with pytest.raises(UnknownRuleset) as caught:
        get_ruleset(name)
    assert str(caught.value).startswith(f"unknown ruleset {name!r} (did you mean {meant}?): expected one of guobiao, ")


@pytest.mark.parametrize("name", ["riichi", "x", "guobiao" * 1000])
def test_what_is_like_none_offers_none(name: str) -> None:
    with pytest.raises(UnknownRuleset) as caught:
        get_ruleset(name)
    assert "did you mean" not in str(caught.value)


@pytest.mark.parametrize("name", ["riichi", "", "_x", "guobiao_items", "../x", "hua ", None])
def test_an_unknown_ruleset_is_named_with_the_known_ones(name: str) -> None:
    with pytest.raises(UnknownRuleset, match="expected one of guobiao") as caught:
        get_ruleset(name)
    assert caught.value.name == name
    assert "hua" in caught.value.known


@pytest.mark.parametrize("rules", ALL, ids=lambda rules: rules.id)
def test_declarations_are_whole(rules: Ruleset) -> None:
    ids = [item.id for item in rules.items]
    assert len(ids) == len(set(ids))
    assert unknown_exclusions(rules) == []
    for item in rules.items:
        assert item.name
        assert item.name_en
        assert item.note, f"{item.id} does not say when it holds"
        assert item.source, f"{item.id} does not say where it is written"
        assert (item.value is None) != (item.factor is None), item.id
        assert worth(item) != "measured", f"{item.id} does not say what it is worth"
        assert rules.item(item.id) is item
    assert set(rules.flags) <= FLAGS.keys()
    for option in rules.options:
        assert option.check(option.default) == option.default
        assert option.meaning
    for name, values in rules.presets.items():
        resolved = rules.resolve({"preset": name})
        assert all(resolved[option] == value for option, value in values.items())


@pytest.mark.parametrize("rules", ALL, ids=lambda rules: rules.id)
def test_the_printed_page_is_up_to_date(rules: Ruleset) -> None:
    page = PAGES / f"{rules.id}.md"
    assert page.read_text(encoding="utf-8") == markdown(rules), "run python -m scorer.rulebook docs/rules"


@pytest.mark.parametrize("rules", ALL, ids=lambda rules: rules.id)
def test_the_rule_book_is_plain_data(rules: Ruleset) -> None:
    book = rulebook_json(rules)
    assert json.loads(json.dumps(book)) == book
    assert [item["id"] for item in book["items"]] == [item.id for item in rules.items]
    assert [option["name"] for option in book["options"]] == [option.name for option in rules.options]


def test_pages_are_written_for_every_ruleset(tmp_path: Path) -> None:
    main(str(tmp_path / "rules"))
    assert sorted(path.stem for path in (tmp_path / "rules").iterdir()) == [rules.id for rules in ALL]


def test_no_item_of_that_id() -> None:
    with pytest.raises(KeyError):
        get_ruleset("hua").item("no-such-item")


@pytest.mark.parametrize(
    ("option", "good", "bad"),
    [
        (Option("n", "int", 1, "", (), 1), [1, 5, LARGEST], [0, True, "1", 1.0, None, LARGEST + 1]),
        (Option("n", "int", "none", "", ("none",)), [0, "none", None], ["all", -1]),
        (Option("b", "bool", False, ""), [True, False], [0, 1, "yes", None]),
        (Option("c", "choice", 2, "", (1, 2)), [1, 2], [3, True, "1", None, []]),
        (Option("m", "map", {}, ""), [{}, {"a": 3}], [{"a": "b"}, {"a": True}, {"a": LARGEST + 1}, [], None]),
    ],
)
def test_options_take_what_they_say(option: Option, good: list[object], bad: list[object]) -> None:
    for value in good:
        assert option.check(value) == ("none" if value is None else value)
    for value in bad:
        with pytest.raises(OptionError, match=f"option '{option.name}'") as caught:
            option.check(value)
        assert caught.value.expected in str(caught.value)


def test_a_ruleset_without_options_takes_none() -> None:
    bare = Ruleset(id="x", name="x", name_en="x", version="1", sets=4, unit="番", items=(), settle=lambda tally: [])
    assert bare.resolve(None) == {}
    with pytest.raises(OptionError, match="options of x: none"):
        bare.resolve({"a": 1})
    assert "## Options" not in markdown(bare)
    assert bare.hand_size == 14


def test_conditions_of_exclusions() -> None:
    options = {"on": True, "off": False, "mode": "ata"}
    assert holds("on", options)
    assert not holds("off", options)
    assert holds("mode=ata", options)
    assert not holds("mode=sml", options)
    assert excluded_ids("a", options) == "a"
    assert excluded_ids("a if on", options) == "a"
    assert excluded_ids("a if off", options) is None
    assert excluded_ids("a unless on", options) is None
    assert excluded_ids("a unless mode=sml", options) == "a"


def test_exclusions_in_the_wrong_order_are_found() -> None:
    items = (
        Item(id="a", name="甲", name_en="A", value=1, when=lambda r: True, excludes=("b", "c if x")),
        Item(id="b", name="乙", name_en="B", value=1, when=lambda r: True, excludes=("a",)),
    )
    wrong = Ruleset(
        id="x",
        name="x",
        name_en="x",
        version="1",
        sets=4,
        unit="番",
        items=items,
        options=(Option("x", "bool", False, "x"),),
        settle=lambda tally: [],
    )
    assert unknown_exclusions(wrong) == ["a: c if x", "b: a"]


def test_what_an_item_is_worth_in_words() -> None:
    def item(**fields: object) -> Item:
        return Item(id="a", name="a", name_en="a", when=lambda r: True, **fields)  # type: ignore[arg-type]

    assert worth(item(value=3)) == "3"
    assert worth(item(factor=2)) == "× 2"
    assert worth(item(value=lambda r: 1, value_note="tiles − 8")) == "tiles − 8"
    assert worth(item(value=lambda r: 1)) == "measured"


def test_a_broken_ruleset_is_not_taken_for_an_unknown_one(monkeypatch: pytest.MonkeyPatch) -> None:
    import importlib

    from scorer import registry

    def missing(name: str) -> None:
        raise ModuleNotFoundError("no module", name="scorer.something_else")

    monkeypatch.setattr(importlib, "import_module", missing)
    monkeypatch.setattr(registry, "_loaded", {})
    with pytest.raises(ModuleNotFoundError, match="no module"):
        get_ruleset("hua")


def test_the_pages_are_written_from_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["rulebook", str(tmp_path / "pages")])
    monkeypatch.delitem(sys.modules, "scorer.rulebook")
    runpy.run_module("scorer.rulebook", run_name="__main__")
    written = {page.name: page.read_text(encoding="utf-8") for page in (tmp_path / "pages").iterdir()}
    assert written == {f"{rules.id}.md": markdown(rules) for rules in ALL}


def test_a_module_with_an_underscore_or_without_a_ruleset_is_a_helper(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "_unfinished.py").write_text("raise RuntimeError('a helper is not to be loaded by itself')\n")
    (tmp_path / "spare_helper.py").write_text("RULES = 1\n")
    monkeypatch.setattr(scorer.rules, "__path__", [*scorer.rules.__path__, str(tmp_path)])
    assert rulesets.__wrapped__() == ALL
