"""What a Serve config may tell the application, and the defaults."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any


class BadArgument(ValueError):
    """An argument that the application does not know or cannot use, or a setting that a cluster cannot."""


@dataclass(frozen=True, slots=True)
class Arguments:
    """The arguments of `service.cluster.deployments.application`."""

    api_replicas: int = 2
    """Replicas of the app."""
    api_cpus: float = 0.25
    """Cores set aside for each."""
    min_readers: int = 1
    max_readers: int = 4
    """Replicas of the readers, between which the load decides."""
    reader_cpus: float = 1.0
    """Cores set aside for each, and as many photos read side by side."""
    photos_per_reader: int = 2
    """Photos on the way to one reader that autoscaling aims at."""
    queued_photos: int = 64
    """Photos that may wait in one app replica for a reader; over it, 503."""
    reader: str = "service.engine:load_default_reader"
    """Module and function that make a reader."""


def checked(given: Mapping[str, Any]) -> Arguments:
    """The arguments with these instead of the defaults.

    Raises:
        BadArgument: naming the one that is unknown or cannot be used.
    """
    kinds: dict[str, Any] = {field.name: type(field.default) for field in fields(Arguments)}
    told: dict[str, Any] = {}
    for name, value in given.items():
        if name not in kinds:
            raise BadArgument(f"unknown argument {name!r}; expected one of {', '.join(kinds)}")
        try:
            told[name] = kinds[name](value)
        except (TypeError, ValueError):
            raise BadArgument(f"argument {name}: expected {kinds[name].__name__}, got {value!r}") from None
        if kinds[name] is not str and told[name] <= 0:
            raise BadArgument(f"argument {name}: expected more than 0, got {value!r}")
    arguments = Arguments(**told)
    if arguments.max_readers < arguments.min_readers:
        raise BadArgument(f"max_readers {arguments.max_readers} is less than min_readers {arguments.min_readers}")
    return arguments
