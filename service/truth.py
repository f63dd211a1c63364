"""What photos really show, for measuring.

A truth is ``{"hand"}`` as a case has it, or ``{"notation"}``, or ``{"tiles"}`` where only the tiles are known. They
come as JSON Lines that name their photo in ``path``, or as a folder where ``NAME.json`` lies beside ``NAME.jpg``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any


class TruthError(ValueError):
    """A truth file cannot be read; the message names the file and line."""


def read_truth(path: Path) -> dict[str, dict[str, Any]]:
    """The truth by photo.

    Raises:
        TruthError: the file cannot be read, or a line is no truth about a photo.
    """
    from scorer.errors import CaseError, NotationError

    if path.is_dir():
        return _read_folder(path)
    found: dict[str, dict[str, Any]] = {}
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise TruthError(f"{path}: {getattr(error, 'strerror', None) or error}") from None
    for number, raw in enumerate(text.split("\n"), 1):
        if not raw.strip():
            continue
        try:
            line = json.loads(raw)
            found[line["path"]] = _normal(line)
        except (AttributeError, KeyError, TypeError, ValueError, CaseError, NotationError) as error:
            raise TruthError(f"{path}: line {number}: {type(error).__name__}: {error}") from None
    return found


def _read_folder(folder: Path) -> dict[str, dict[str, Any]]:
    from scorer.errors import CaseError, NotationError

    found: dict[str, dict[str, Any]] = {}
    for file in sorted(folder.rglob("*.json")):
        try:
            found[file.relative_to(folder).with_suffix("").as_posix()] = _normal(json.loads(file.read_bytes()))
        except (AttributeError, KeyError, TypeError, ValueError, OSError, CaseError, NotationError) as error:
            raise TruthError(f"{file}: {type(error).__name__}: {error}") from None
    return found


def truth_of(truth: Mapping[str, dict[str, Any]], path: str) -> dict[str, Any] | None:
    """The truth about a photo, by its path, or by its path without the ending."""
    return truth.get(path) or truth.get(path.rpartition(".")[0])


def _normal(line: Mapping[str, Any]) -> dict[str, Any]:
    from scorer.notation import parse_hand, parse_tiles
    from scorer.wire import hand_from_json

    if line.get("hand") is not None:
        hand = hand_from_json(line["hand"])
    elif "notation" in line:
        hand = parse_hand(line["notation"])
    else:
        return {"tiles": sorted(int(tile) for tile in parse_tiles(line["tiles"]))}
    return {"tiles": _all_tiles(hand), "hand": _key(hand)}


def _all_tiles(hand: Any) -> list[int]:
    return sorted(int(tile) for tile in (*hand.tiles, *hand.aside))


def _key(hand: Any) -> tuple[Any, ...]:
    melds = sorted((str(meld.type), tuple(sorted(meld.tiles))) for meld in hand.melds)
    return tuple(sorted(hand.concealed)), hand.win_tile, tuple(melds), tuple(sorted(hand.aside))


def same_tiles(line: Mapping[str, Any], truth: Mapping[str, Any]) -> bool:
    """Whether exactly the right tiles were read."""
    hand = _hand(line)
    if hand is not None:
        return bool(_all_tiles(hand) == truth["tiles"])
    faces = [tile["face"] for tile in line.get("tiles", ())]
    if "?" in faces or "error" in line:
        return False
    from scorer.tiles import Tile

    return bool(sorted(int(Tile.parse(face)) for face in faces) == truth["tiles"])


def same_hand(line: Mapping[str, Any], truth: Mapping[str, Any]) -> bool:
    """Whether the whole hand is right; only the tiles where the truth tells no more."""
    if "hand" not in truth:
        return same_tiles(line, truth)
    hand = _hand(line)
    return hand is not None and bool(_key(hand) == truth["hand"])


def _hand(line: Mapping[str, Any]) -> Any:
    from scorer.errors import CaseError
    from scorer.wire import hand_from_json

    if line.get("hand") is None:
        return None
    try:
        return hand_from_json(line["hand"])
    except CaseError:
        return None
