"""Where the work is done: on this machine, or on a Ray cluster."""

from __future__ import annotations

from enum import StrEnum
from importlib.util import find_spec
from typing import Annotated

import typer

from service.cli.errors import BadUse


class Engine(StrEnum):
    """What `--engine` may say."""

    LOCAL = "local"
    RAY = "ray"


EngineOption = Annotated[
    Engine,
    typer.Option("--engine", metavar="local|ray", help="This machine, or the Ray cluster that RAY_ADDRESS names."),
]


def need_ray() -> None:
    """Raises BadUse where Ray is not installed."""
    if find_spec("ray") is None:
        raise BadUse("--engine ray needs Ray: pip install 'tilesight[cluster]'")
