"""The reader as the service uses it: photos in, readings out as JSON; every conversion between the two stands here."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from models import ModelError

if TYPE_CHECKING:
    from vision.reader import Reader
    from vision.types import Edit, HandReading

__all__ = [
    "Engine",
    "InvalidReading",
    "ModelError",
    "PhotoReader",
    "Source",
    "check_models",
    "load_default_reader",
    "save_picture",
]

Source = bytes | Path
_SEAT_WINDS = ("东 East", "南 South", "西 West", "北 North")
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
        """The reading read anew with exactly these edits, under the ruleset and wild tile it was read with unless told.

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
        corrections = _edits(edits)
        try:
            # Numbers that JSON does not know could be read, but not written again.
            json.dumps(reading, allow_nan=False)
            before = reading_from_json(reading)
        except (ArithmeticError, RecursionError, ValueError) as error:
            raise InvalidReading(str(error)) from None
        check_geometry(before)
        try:
            after = reread(before, corrections, ruleset, wild)
        except (UnknownRuleset, NotationError) as error:
            raise InvalidReading(str(error)) from None
        return {**reading_to_json(after), "ruleset": ruleset, "wild": wild}


def save_picture(photos: Sequence[Path], scan: Mapping[str, Any], out: Path) -> None:
    """Write the photo of a scan with its boxes, groups, doubts and payouts, as JPEG, PNG or WebP by the name's ending.

    Raises:
        vision.image.PhotoError: the photo cannot be opened any more.
        ValueError: the ending is no picture format that is written.
        OSError: the file cannot be written.
    """
    from scorer import score
    from scorer.wire import case_from_json
    from vision.image import load_photo
    from vision.picture import draw_reading, save_picture
    from vision.wire import reading_from_json

    reading = reading_from_json(scan["reading"])
    result = seats = None
    if scan["score"] is not None:
        case = case_from_json(scan["case"])
        if (dealer := case.context.dealer) is not None:
            seats = [_SEAT_WINDS[(seat - dealer) % 4] for seat in range(4)]
        result = score(case.ruleset, case.hand, case.context, case.options)
    photo = load_photo(photos[reading.image.photo])
    save_picture(draw_reading(photo, reading, result, seats=seats), out)


def check_geometry(reading: HandReading) -> None:
    """Refuse a reading that came back with more tiles, or tiles elsewhere, than any photo can show.

    Raises:
        InvalidReading: saying what is wrong.
    """
    tiles = [*(read.tile for read in reading.tiles), *reading.background, *reading.forgotten]
    if len(tiles) > MOST_TILES:
        raise InvalidReading(f"{len(tiles)} tiles, at most {MOST_TILES} are read")
    if len({tile.id for tile in tiles}) != len(tiles):
        raise InvalidReading("two tiles have the same id")
    if not (1 <= reading.image.width <= MOST_PIXELS and 1 <= reading.image.height <= MOST_PIXELS):
        raise InvalidReading(f"an image of {reading.image.width} × {reading.image.height} pixels")
    if not (1 <= reading.image.orientation <= 8 and 0 <= reading.image.photo < MOST_TILES):
        raise InvalidReading("the image's orientation or number is none that a reading has")
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
