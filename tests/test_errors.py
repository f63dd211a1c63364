"""Errors go from process to process: from a pool's workers, from a cluster's readers, through test runs in parallel."""

from __future__ import annotations

import copy
import importlib
import inspect
import pickle
import pkgutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import datasets
import models
import scorer
import service
import vision

PACKAGES = (scorer, vision, models, datasets, service)
ELSEWHERE = ("models.training.", "service.book.migrations.", "service.cluster.")
"""Modules that need an extra, or are no modules to import; of the cluster's, those without Ray are named below."""
WITHOUT_RAY = ("service.cluster.arguments", "service.cluster.errands")


def modules() -> Iterator[str]:
    for package in PACKAGES:
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not found.name.startswith(ELSEWHERE) and not found.name.endswith(".__main__"):
                yield found.name
    yield from WITHOUT_RAY


def below(kind: type[BaseException]) -> Iterator[type[BaseException]]:
    for found in kind.__subclasses__():
        yield found
        yield from below(found)


def ours() -> list[type[BaseException]]:
    for name in modules():
        importlib.import_module(name)
    names = {package.__name__ for package in PACKAGES}
    found = {kind for kind in below(BaseException) if kind.__module__.partition(".")[0] in names}
    return sorted(found, key=lambda kind: f"{kind.__module__}.{kind.__qualname__}")


SAMPLES: dict[str, Any] = {
    "str": "some text",
    "object": ("9x",),
    "int": 404,
    "float": 1.5,
    "Path": Path("nets/namer.onnx"),
    "tuple[str, ...]": ("guobiao", "hua"),
    "Mapping[str, Any]": {"code": "busy"},
    "int | None": 3,
    "str | None": "A title",
    "Mapping[str, str] | None": {"Retry-After": "1"},
    "Mapping[str, Any] | None": {"limit": 5},
    "Mapping[str, object] | None": {"problems": []},
}


def made(kind: type[BaseException]) -> BaseException:
    """One of this kind, everything told that it takes."""
    if not inspect.isfunction(kind.__init__):
        return kind("what went wrong")
    own = list(inspect.signature(kind).parameters.values())
    told = {parameter.name: SAMPLES[parameter.annotation] for parameter in own}
    named = {parameter.name for parameter in own if parameter.kind is parameter.KEYWORD_ONLY}
    return kind(
        *(value for name, value in told.items() if name not in named),
        **{name: value for name, value in told.items() if name in named},
    )


@pytest.mark.parametrize("kind", ours(), ids=lambda kind: f"{kind.__module__}.{kind.__qualname__}")
def test_an_error_arrives_as_it_left(kind: type[BaseException]) -> None:
    error = made(kind)
    for again in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
        assert type(again) is kind
        assert str(again) == str(error)
        assert vars(again) == vars(error)


def test_errors_of_every_package_are_among_them() -> None:
    assert {kind.__module__.partition(".")[0] for kind in ours()} == {package.__name__ for package in PACKAGES}
    assert len(ours()) > 50
