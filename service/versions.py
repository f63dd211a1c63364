"""Which package, models and rules these are."""

from __future__ import annotations

from importlib import metadata


def package_version() -> str:
    """The version of the installed package; ``0+unknown`` when run from files alone."""
    try:
        return metadata.version("tilesight")
    except metadata.PackageNotFoundError:
        return "0+unknown"


def version_text() -> str:
    """Package, model and rules, one a line."""
    import models
    from scorer.registry import rulesets

    try:
        model = models.card().id
    except models.ModelError:
        model = "not installed"
    lines = [f"tilesight {package_version()}", f"models {model}"]
    lines += [f"rules {ruleset.id} {ruleset.version}" for ruleset in rulesets()]
    return "\n".join(lines)
