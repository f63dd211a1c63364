"""The reader as the service uses it: photos in, readings out as JSON; every conversion between the two stands here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from models import ModelError

if TYPE_CHECKING:
    from vision.reader import Reader
    from vision.types import Edit, HandReading

__all__ = ["Engine", "InvalidReading", "ModelError", "PhotoReader", "Source", "check_models", "load_default_reader"]

Source = bytes | Path
MOST_TILES = 400
MOST_PIXELS = 16_000


class InvalidReading(Exception):
    """What was sent back is no reading, or not one of ours."""


class PhotoReader(Protocol):
    """Anything that reads photos. Readings and edits are JSON; ``read`` is called on several threads at once."""

    def read(
        self,
        photos: Sequence[Source],
        ruleset: str | None = None,
        wild: str | None = None,
        edits: Sequence[Mapping[str, Any]] = (),
    ) -> dict[str, Any]:
        """The reading of one hand; several photos show the same one.

        Raises:
            vision.image.PhotoError: a photo cannot be read.
            vision.wire.WireError, ValueError: an edit names a tile or face that is not there.
        """
        ...

    def correct(
        self,
        reading: Mapping[str, Any],
        ruleset: str | None = None,
        wild: str | None = None,
        edits: Sequence[Mapping[str, Any]] = (),
    ) -> dict[str, Any]:
        """The reading read anew with further edits, under the ruleset and wild tile it was read with unless told.

        Raises:
            InvalidReading: it is no reading.
            vision.wire.WireError, ValueError: an edit names a tile or face that is not there.
        """
        ...


class Engine:
    """The packaged reader, speaking JSON."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    def read(
        self,
        photos: Sequence[Source],
        ruleset: str | None = None,
        wild: str | None = None,
        edits: Sequence[Mapping[str, Any]] = (),
    ) -> dict[str, Any]:
        from vision.wire import reading_to_json

        reading = self._reader.read(list(photos), ruleset, wild, _edits(edits))
        return {**reading_to_json(reading), "ruleset": ruleset, "wild": wild}

    def correct(
        self,
        reading: Mapping[str, Any],
        ruleset: str | None = None,
        wild: str | None = None,
        edits: Sequence[Mapping[str, Any]] = (),
    ) -> dict[str, Any]:
        from scorer.errors import NotationError, UnknownRuleset
        from vision.reader import reread
        from vision.wire import reading_from_json, reading_to_json

        ruleset = ruleset or _text(reading, "ruleset")
        wild = wild or _text(reading, "wild")
        more = _edits(edits)
        try:
            before = reading_from_json(reading)
        except (ArithmeticError, ValueError) as error:
            raise InvalidReading(str(error)) from None
        check_geometry(before)
        try:
            after = reread(before, more, ruleset, wild)
        except (UnknownRuleset, NotationError) as error:
            raise InvalidReading(str(error)) from None
        return {**reading_to_json(after), "ruleset": ruleset, "wild": wild}

    def save_picture(self, photo: Path, reading: Mapping[str, Any], score: Mapping[str, Any] | None, out: Path) -> None:
        """Write the photo with its boxes, groups, doubts and payouts.

        Raises:
            OSError: the file cannot be written.
            ValueError: the name's ending is no picture format that is written.
        """
        from vision.picture import save_picture

        save_picture(photo, reading, score, out)


def check_geometry(reading: HandReading) -> None:
    """Refuse a reading that came back with more tiles, or tiles elsewhere, than any photo can show.

    Raises:
        InvalidReading: saying what is wrong.
    """
    import math

    tiles = [*(read.tile for read in reading.tiles), *reading.background]
    if len(tiles) > MOST_TILES:
        raise InvalidReading(f"{len(tiles)} tiles, at most {MOST_TILES} are read")
    if len({tile.id for tile in tiles}) != len(tiles):
        raise InvalidReading("two tiles have the same id")
    if not (1 <= reading.image.width <= MOST_PIXELS and 1 <= reading.image.height <= MOST_PIXELS):
        raise InvalidReading(f"an image of {reading.image.width} × {reading.image.height} pixels")
    for tile in tiles:
        if not all(math.isfinite(value) and abs(value) <= 2 * MOST_PIXELS for point in tile.corners for value in point):
            raise InvalidReading(f"tile {tile.id} lies outside of any photo")
        chances = (tile.detection_score, *(chance for _, chance in tile.candidates))
        if not all(0 <= chance <= 1 for chance in chances):
            raise InvalidReading(f"tile {tile.id} has a probability outside of 0–1")


def _text(reading: Mapping[str, Any], name: str) -> str | None:
    value = reading.get(name)
    if value is None or isinstance(value, str):
        return value
    raise InvalidReading(f"{name}: expected text")


def _edits(edits: Sequence[Mapping[str, Any]]) -> tuple[Edit, ...]:
    from vision.wire import edit_from_json

    return tuple(edit_from_json(edit) for edit in edits)


def check_models() -> None:
    """Compare the packaged nets with their card.

    Raises:
        ModelError: they are missing or damaged.
    """
    import models

    card = models.card()
    models.verified(card.detector)
    models.verified(card.namer)


def load_default_reader() -> Engine:
    """The packaged models, ready to read.

    Raises:
        ModelError: they are missing or damaged.
    """
    import cv2

    from vision.reader import default_reader

    # Photos are read in parallel; threads inside each reading would only get in each other's way.
    cv2.setNumThreads(1)
    return Engine(default_reader())
