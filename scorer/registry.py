"""The rulesets there are. Each is a module of `scorer.rules` with a `RULESET`; a module whose name starts with an
underscore, or that has none, is a helper."""

from __future__ import annotations

import importlib
from functools import cache

import scorer.rules
from scorer.errors import UnknownRuleset
from scorer.near import nearest
from scorer.ruleset import Ruleset

_loaded: dict[str, Ruleset] = {}


@cache
def rulesets() -> tuple[Ruleset, ...]:
    """Every ruleset, by id."""
    import pkgutil  # only here: it is a good part of what importing the scorer costs

    found = []
    for info in pkgutil.iter_modules(scorer.rules.__path__):
        if not info.name.startswith("_"):
            ruleset = getattr(importlib.import_module(f"scorer.rules.{info.name}"), "RULESET", None)
            if ruleset is not None:
                found.append(ruleset)
    return tuple(sorted(found, key=lambda ruleset: str(ruleset.id)))


def get_ruleset(name: str) -> Ruleset:
    """The ruleset of this id, name or alias, in capitals or not.

    Raises UnknownRuleset naming it, the nearest and the known ones.
    """
    found = _loaded.get(name)
    if found is None:
        known = name.lower() if isinstance(name, str) else ""
        found = _loaded.get(known) or _load(known)
        if found is None:
            raise UnknownRuleset(name, tuple(ruleset.id for ruleset in rulesets()), _nearest(known))
        # Not by the name as it was written: of those there is no end.
        _loaded[known] = found
    return found


def _load(name: str) -> Ruleset | None:
    module = name.replace("-", "_")
    if module.isidentifier() and not module.startswith("_"):
        # The common case needs no other ruleset than the one asked for.
        try:
            ruleset = getattr(importlib.import_module(f"scorer.rules.{module}"), "RULESET", None)
        except ModuleNotFoundError as error:
            if error.name != f"scorer.rules.{module}":
                raise
        else:
            if isinstance(ruleset, Ruleset) and ruleset.id == name:
                return ruleset
    return _names().get(name)


@cache
def _names() -> dict[str, Ruleset]:
    """Every ruleset by each of its names, in small letters."""
    return {
        name.lower(): ruleset
        for ruleset in rulesets()
        for name in (*ruleset.aliases, ruleset.name, ruleset.name_en, ruleset.id)
    }


def _nearest(name: str) -> tuple[str, ...]:
    """The ids of the rulesets that may have been meant, the likeliest first."""
    alike = nearest(name, _names(), most=4)
    return tuple(dict.fromkeys(_names()[one].id for one in alike))[:2]
