"""The trained nets and the card that describes them.

`tiles.json` is the card, `tiles-detector.onnx` and `tiles-namer.onnx` are the nets it names. Nothing but the standard
library is needed here; the training programs lie in `models.training` and are not installed.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

__all__ = [
    "CardError",
    "ModelCard",
    "ModelDamaged",
    "ModelError",
    "ModelMissing",
    "NetFile",
    "card",
    "load_card",
    "path",
    "verified",
]

CARD_FILE = "tiles.json"


class ModelError(RuntimeError):
    """The packaged models cannot be used."""


class ModelMissing(ModelError):
    """A file that the card names is not there."""

    def __init__(self, file: Path) -> None:
        super().__init__(f"model file {file} is missing; reinstall the package or train the models")
        self.file = file

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.file,)


class ModelDamaged(ModelError):
    """A net's bytes are not those that the card was written for."""

    def __init__(self, file: Path, expected: str, actual: str) -> None:
        super().__init__(f"model file {file.name} is damaged: expected sha256 {expected}, got {actual}")
        self.file, self.expected, self.actual = file, expected, actual

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.file, self.expected, self.actual)


class CardError(ModelError):
    """The card lacks a field or holds a value of the wrong kind."""


@dataclass(frozen=True, slots=True)
class NetFile:
    """One net: its file beside the card, its checksum, and its settings as the card gives them."""

    file: Path
    sha256: str
    settings: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ModelCard:
    """What is known about the models. `raw` is the whole card, for showing it."""

    id: str
    detector: NetFile
    namer: NetFile
    raw: Mapping[str, Any]

    @property
    def sha256(self) -> str:
        """One checksum over both nets, as readings carry it."""
        return hashlib.sha256(f"{self.detector.sha256}\n{self.namer.sha256}\n".encode()).hexdigest()


def load_card(file: Path) -> ModelCard:
    """The card in a JSON file, its nets lying beside it. `ModelMissing` or `CardError` where that does not hold."""
    if not file.is_file():
        raise ModelMissing(file)
    try:
        raw = json.loads(file.read_text(encoding="utf-8"))
    except ValueError as error:
        raise CardError(f"{file.name} is not JSON: {error}") from error
    if not isinstance(raw, dict):
        raise CardError(f"{file.name}: expected an object, got {type(raw).__name__}")
    return ModelCard(_text(raw, "id", file.name), _net(raw, "detector", file), _net(raw, "namer", file), raw)


@lru_cache(maxsize=1)
def card() -> ModelCard:
    """The card of the packaged models."""
    return load_card(path(CARD_FILE))


def path(name: str) -> Path:
    """Where a packaged file lies, `ModelMissing` where there is none of this name."""
    found = Path(str(files(__name__).joinpath(name)))
    if not found.is_file():
        raise ModelMissing(found)
    return found


def verified(net: NetFile) -> Path:
    """The net's file after its bytes were compared with the card's checksum; `ModelMissing` or `ModelDamaged`."""
    if not net.file.is_file():
        raise ModelMissing(net.file)
    with net.file.open("rb") as opened:
        actual = hashlib.file_digest(opened, "sha256").hexdigest()
    if actual != net.sha256:
        raise ModelDamaged(net.file, net.sha256, actual)
    return net.file


def _net(raw: dict[str, Any], key: str, card_file: Path) -> NetFile:
    settings = raw.get(key)
    if not isinstance(settings, dict):
        raise CardError(f"{card_file.name}: {key!r} is missing or no object")
    where = f"{card_file.name}, {key}"
    return NetFile(card_file.parent / _text(settings, "file", where), _text(settings, "sha256", where), settings)


def _text(raw: Mapping[str, Any], key: str, where: str) -> str:
    value = raw.get(key)
    if not isinstance(value, str) or not value:
        raise CardError(f"{where}: {key!r} is missing or no text")
    return value
