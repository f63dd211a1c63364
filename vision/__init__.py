"""A photo of a mahjong hand in, its reading out.

    from vision import default_reader, load_photo

    reading = default_reader().read(load_photo("hand.jpg"), ruleset="guobiao")
    print(reading.notation, reading.review)

Names are loaded when they are first used: the types alone need neither onnxruntime nor OpenCV.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from vision.detector import Detector, DetectorSettings, OnnxDetector
    from vision.image import Photo, PhotoError, load_photo
    from vision.namer import Namer, NamerSettings, OnnxNamer
    from vision.picture import draw_reading, save_picture
    from vision.reader import Reader, default_reader, load_reader, reread
    from vision.reading import EditError, parse_edit
    from vision.types import (
        AddTile,
        Detection,
        Edit,
        Group,
        HandReading,
        MoveTile,
        NamedTile,
        NotATile,
        ReadTile,
        RemoveTile,
        ReplaceFace,
        ReviewReason,
        SetWinningTile,
    )
    from vision.wire import WireError, edit_from_json, edit_to_json, reading_from_json, reading_to_json

_HOMES = {
    "detector": ("Detector", "DetectorSettings", "OnnxDetector"),
    "image": ("Photo", "PhotoError", "load_photo"),
    "namer": ("Namer", "NamerSettings", "OnnxNamer"),
    "picture": ("draw_reading", "save_picture"),
    "reader": ("Reader", "default_reader", "load_reader", "reread"),
    "reading": ("EditError", "parse_edit"),
    "types": (
        "AddTile",
        "Detection",
        "Edit",
        "Group",
        "HandReading",
        "MoveTile",
        "NamedTile",
        "NotATile",
        "ReadTile",
        "RemoveTile",
        "ReplaceFace",
        "ReviewReason",
        "SetWinningTile",
    ),
    "wire": ("WireError", "edit_from_json", "edit_to_json", "reading_from_json", "reading_to_json"),
}
_HOME = {name: module for module, names in _HOMES.items() for name in names}

__all__ = [
    "AddTile",
    "Detection",
    "Detector",
    "DetectorSettings",
    "Edit",
    "EditError",
    "Group",
    "HandReading",
    "MoveTile",
    "NamedTile",
    "Namer",
    "NamerSettings",
    "NotATile",
    "OnnxDetector",
    "OnnxNamer",
    "Photo",
    "PhotoError",
    "ReadTile",
    "Reader",
    "RemoveTile",
    "ReplaceFace",
    "ReviewReason",
    "SetWinningTile",
    "WireError",
    "default_reader",
    "draw_reading",
    "edit_from_json",
    "edit_to_json",
    "load_photo",
    "load_reader",
    "parse_edit",
    "reading_from_json",
    "reading_to_json",
    "reread",
    "save_picture",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
