"""The rulesets there are. Each is a module of `scorer.rules` with a `RULESET`; a module whose name starts with an
underscore, or that has none, is a helper."""

from __future__ import annotations

import importlib
from functools import cache

import scorer.rules
from scorer.errors import UnknownRuleset
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
    """The ruleset of this id or alias. Raises UnknownRuleset naming it and listing the known ones."""
    found = _loaded.get(name)
    if found is None:
        found = _load(name)
        if found is None:
            raise UnknownRuleset(name, tuple(ruleset.id for ruleset in rulesets()))
        _loaded[name] = found
    return found


def _load(name: str) -> Ruleset | None:
    module = name.replace("-", "_") if isinstance(name, str) else ""
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
    for ruleset in rulesets():
        if name == ruleset.id or name in ruleset.aliases or name == ruleset.name:
            return ruleset
    return None
