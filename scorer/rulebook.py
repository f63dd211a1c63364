"""The rule book of a ruleset, printed from its declarations: `tilesight rules ID` and `docs/rules/ID.md`.

Run as a program it writes the Markdown files: `python -m scorer.rulebook docs/rules`.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from scorer.context import FLAGS
from scorer.items import Item, Option, excluded_ids
from scorer.ruleset import Ruleset


def worth(item: Item) -> str:
    """The value or factor of an item as the table shows it."""
    if item.value_note:
        return item.value_note
    for number, sign in ((item.value, ""), (item.factor, "× ")):
        if isinstance(number, int):
            return f"{sign}{number}"
    return "measured"


def rulebook_json(rules: Ruleset) -> dict[str, Any]:
    """Everything `tilesight rules ID --json` and `GET /v1/rulesets/{id}` give."""
    return {
        "id": rules.id,
        "name": rules.name,
        "name_en": rules.name_en,
        "version": rules.version,
        "hand_size": rules.hand_size,
        "unit": rules.unit,
        "wild": rules.wild is not None,
        "tiles": [str(tile) for tile in sorted(rules.tiles | rules.aside_tiles)],
        "melds": sorted(str(kind) for kind in rules.melds),
        "items": [_item_json(item) for item in rules.items],
        "options": [_option_json(option) for option in rules.options],
        "presets": {name: dict(values) for name, values in rules.presets.items()},
        "flags": [{"flag": flag, "meaning": FLAGS[flag]} for flag in rules.flags],
        "context": [{"field": name, "meaning": meaning} for name, meaning in rules.context_fields],
        "source": rules.source,
    }


def _item_json(item: Item) -> dict[str, Any]:
    return {
        "id": item.id,
        "name": item.name,
        "name_en": item.name_en,
        "worth": worth(item),
        "value": item.value if isinstance(item.value, int) else None,
        "factor": item.factor if isinstance(item.factor, int) else None,
        "group": item.group,
        "when": item.note,
        "excludes": list(item.excludes),
        "only_if": item.only_if,
        "source": item.source,
    }


def _option_json(option: Option) -> dict[str, Any]:
    return {
        "name": option.name,
        "type": option.type,
        "default": option.default,
        "choices": list(option.choices),
        "meaning": option.meaning,
    }


def markdown(rules: Ruleset) -> str:
    """The rule book of one ruleset as a Markdown page."""
    lines = [
        f"# {rules.name} — `{rules.id}`",
        "",
        f"{rules.name_en}. Version {rules.version}; {rules.hand_size} tiles when winning; counted in {rules.unit}.",
        "",
    ]
    if rules.notes:
        lines += [rules.notes.strip(), ""]
    lines += _items_table(rules)
    lines += _options_table(rules)
    lines += _presets_table(rules)
    if rules.flags:
        lines += ["## Flags of the context", "", "| flag | meaning |", "|---|---|"]
        lines += [f"| `{flag}` | {_cell(FLAGS[flag])} |" for flag in rules.flags]
        lines.append("")
    if rules.context_fields:
        lines += ["## Fields of the context", "", "| field | meaning |", "|---|---|"]
        lines += [f"| `{name}` | {_cell(meaning)} |" for name, meaning in rules.context_fields]
        lines.append("")
    if rules.source:
        lines += [f"Source: {rules.source}", ""]
    lines.append("This page is generated from the ruleset itself: `python -m scorer.rulebook docs/rules`.")
    return "\n".join(lines) + "\n"


def _items_table(rules: Ruleset) -> list[str]:
    names = {item.id: item.name for item in rules.items}
    lines = ["## Items", "", f"| item | | {rules.unit} | when | not beside it |", "|---|---|---|---|---|"]
    for item in rules.items:
        dropped = "、".join(_excluded(entry, names) for entry in item.excludes)
        when = item.note + (f" (option `{item.only_if}`)" if item.only_if else "")
        lines.append(f"| {item.name} | {item.name_en} | {worth(item)} | {_cell(when)} | {_cell(dropped)} |")
    return [*lines, ""]


def _excluded(entry: str, names: Mapping[str, str]) -> str:
    id_ = entry.split(" ", 1)[0]
    condition = entry[len(id_) :].strip()
    return names[id_] + (f" ({condition})" if condition else "")


def _options_table(rules: Ruleset) -> list[str]:
    if not rules.options:
        return []
    lines = ["## Options", "", "| option | type | default | meaning |", "|---|---|---|---|"]
    for option in rules.options:
        kind = option.type + (f": {', '.join(map(str, option.choices))}" if option.choices else "")
        lines.append(f"| `{option.name}` | {kind} | {_shown(option.default)} | {_cell(option.meaning)} |")
    return [*lines, ""]


def _presets_table(rules: Ruleset) -> list[str]:
    if not rules.presets:
        return []
    lines = ["## Presets", "", "| preset | sets |", "|---|---|"]
    for name, values in rules.presets.items():
        settings = ", ".join(f"`{option}` {_shown(value)}" for option, value in values.items())
        lines.append(f"| `{name}` | {_cell(settings) or 'the defaults'} |")
    return [*lines, ""]


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return "; ".join(f"{key} {number}" for key, number in value.items()) or "empty"
    return str(value)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def unknown_exclusions(rules: Ruleset) -> list[str]:
    """Entries of `excludes` that name no later item of the ruleset; a ruleset has none."""
    order = [item.id for item in rules.items]
    defaults = rules.resolve({})
    wrong = []
    for index, item in enumerate(rules.items):
        for entry in item.excludes:
            excluded_ids(entry, defaults)
            if entry.split(" ", 1)[0] not in order[index + 1 :]:
                wrong.append(f"{item.id}: {entry}")
    return wrong


def main(folder: str) -> None:
    """Write `ID.md` for every ruleset into the folder."""
    from scorer.registry import rulesets

    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    for rules in rulesets():
        (target / f"{rules.id}.md").write_text(markdown(rules), encoding="utf-8")


if __name__ == "__main__":
    import argparse

    parser = argparse.ArgumentParser(description="Writes the rule book of every ruleset.")
    parser.add_argument("folder", help="where the pages ID.md go")
    main(parser.parse_args().folder)
