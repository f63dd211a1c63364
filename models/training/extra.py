"""Imported before torch by the commands that train: says in one line which extra brings it, in place of a traceback."""

from __future__ import annotations

import sys
from importlib.util import find_spec


def missing(module: str) -> str | None:
    """What to say where this module is not installed; None where it is."""
    if find_spec(module) is not None:
        return None
    spec = getattr(sys.modules["__main__"], "__spec__", None)
    asking = spec.name if spec is not None and spec.name.startswith(f"{__package__}.") else __package__
    return f"{asking} needs {module}: pip install '.[train]'"


if said := missing("torch"):
    if said.startswith(f"{__package__}."):
        print(said, file=sys.stderr)
        raise SystemExit(2)
    raise ModuleNotFoundError(said, name="torch")
