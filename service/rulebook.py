"""A ruleset as data, for programs and for printing: its items, options, flags and what else a table must tell."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from scorer.items import Item, Option
    from scorer.ruleset import Ruleset


def summary_json(ruleset: Ruleset) -> dict[str, Any]:
    """One ruleset in a list: its names, version and size."""
    return {
        "id": ruleset.id,
        "name": ruleset.name,
        "name_en": ruleset.name_en,
        "version": ruleset.version,
        "aliases": list(ruleset.aliases),
        "unit": ruleset.unit,
        "hand_size": ruleset.hand_size,
        "has_wild_tiles": ruleset.wild is not None,
        "items": len(ruleset.items),
        "options": len(ruleset.options),
    }


def ruleset_json(ruleset: Ruleset) -> dict[str, Any]:
    """The whole ruleset."""
    from scorer.context import FLAGS
    from scorer.notation import format_tiles

    return {
        **summary_json(ruleset),
        "tiles": format_tiles(ruleset.tiles),
        "aside_tiles": format_tiles(ruleset.aside_tiles),
        "melds": sorted(str(kind) for kind in ruleset.melds),
        "needs_dealer": ruleset.needs_dealer,
        "settles_draw": ruleset.draw is not None,
        "settles_escape": ruleset.escape is not None,
        "items": [_item(item) for item in ruleset.items],
        "options": [_option(option) for option in ruleset.options],
        "presets": {name: plain(values) for name, values in ruleset.presets.items()},
        "flags": [{"name": flag, "meaning": FLAGS.get(flag, "")} for flag in ruleset.flags],
        "context": [{"name": name, "meaning": meaning} for name, meaning in ruleset.context_fields],
        "source": ruleset.source,
        "notes": ruleset.notes,
    }


def laid_aside(ruleset: Ruleset) -> tuple[str, tuple[str, ...]]:
    """What is laid aside in this game: the tiles that always are, in notation, and in words what hangs on the hand."""
    from scorer.notation import format_tiles
    from scorer.tiles import Tile

    if ruleset.singles is None:
        return format_tiles(ruleset.aside_tiles), ()
    options = ruleset.resolve({})
    always = ruleset.singles(-1, None, options)
    # Any two tiles serve to ask with that follow each other.
    turned, wild = Tile.parse("4s"), Tile.parse("5s")
    then = ruleset.singles(wild, turned, options)
    changing = [tile for tile in sorted(always) if tile not in ruleset.singles(tile, None, options)]
    more = [f"another where {tile} is wild" for tile in changing]
    more += ["the wild tile"] * (wild in then) + ["copies of the tile turned up"] * (turned in then)
    return format_tiles(always), tuple(more)


def plain(value: Any) -> Any:
    """A value as JSON knows it."""
    if isinstance(value, Mapping):
        return {str(key): plain(entry) for key, entry in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [plain(entry) for entry in value]
    return value


def _item(item: Item) -> dict[str, Any]:
    """A value that depends on the hand is null, and said in words in ``value_note``."""
    return {
        "id": item.id,
        "name": item.name,
        "name_en": item.name_en,
        "value": item.value if isinstance(item.value, int) else None,
        "factor": item.factor if isinstance(item.factor, int) else None,
        "value_note": item.value_note,
        "group": item.group,
        "excludes": list(item.excludes),
        "only_if": item.only_if,
        "note": item.note,
        "source": item.source,
    }


def _option(option: Option) -> dict[str, Any]:
    from scorer.items import LARGEST

    return {
        "name": option.name,
        "type": option.type,
        "default": plain(option.default),
        "choices": plain(option.choices),
        "minimum": option.minimum if option.type == "int" else None,
        "maximum": LARGEST if option.type == "int" else None,
        "meaning": option.meaning,
    }
