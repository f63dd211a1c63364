"""Readings and corrections as JSON, the same for command line, HTTP interface and saved readings.

`reading_from_json(reading_to_json(reading))` gives the reading back, up to the candidates beyond those shown and the
fractions of a pixel.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast, get_args

from scorer.errors import CaseError
from scorer.hand import Hand
from scorer.notation import format_tiles
from scorer.tiles import NOTATION
from scorer.wire import hand_from_json
from vision.types import (
    FACE_DOWN,
    AddTile,
    Candidate,
    ClaimedFrom,
    Corners,
    Edit,
    Group,
    HandReading,
    ImageInfo,
    ModelInfo,
    MoveTile,
    NamedTile,
    NotATile,
    ReadTile,
    RemoveTile,
    ReplaceFace,
    ReviewCode,
    ReviewReason,
    Role,
    SetWinningTile,
    Upright,
)

SHOWN_CANDIDATES = 3
_FARTHEST = 1e6
"""Pixels; no picture is so large."""
_LARGEST = 1e300
"""Whole numbers beyond the range of floats are refused as infinite ones are."""
_FACES = frozenset({*NOTATION, FACE_DOWN})
_ROLES: frozenset[str] = frozenset(get_args(Role))
_CODES: frozenset[str] = frozenset(get_args(ReviewCode))
_SIDES: frozenset[str] = frozenset(get_args(ClaimedFrom))


class WireError(ValueError):
    """A reading or an edit in JSON that is not what it should be; `field` says where."""

    def __init__(self, field: str, problem: str) -> None:
        super().__init__(f"{field}: {problem}")
        self.field = field
        self.problem = problem

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.field, self.problem)


def reading_to_json(reading: HandReading) -> dict[str, Any]:
    """The reading as plain data, in the order people read it."""
    return {
        "image": {
            "width": reading.image.width,
            "height": reading.image.height,
            "orientation": reading.image.orientation,
            **({"photo": reading.image.photo} if reading.image.photo else {}),
        },
        "tiles": [_read_tile(tile, reading.image) for tile in reading.tiles],
        "groups": [_group(group) for group in reading.groups],
        "hand": None if reading.hand is None else hand_to_json(reading.hand),
        "notation": reading.notation,
        "background": [_named_tile(tile, tile.face, reading.image) for tile in reading.background],
        "review": [_reason(reason) for reason in reading.review],
        "model": {"id": reading.model.id, "sha256": reading.model.sha256},
        "timing_ms": {stage: round(duration, 2) for stage, duration in reading.timing_ms.items()},
        "edits": [edit_to_json(edit) for edit in reading.edits],
        "forgotten": [_named_tile(tile, tile.face, reading.image) for tile in reading.forgotten],
        "photo_review": [_reason(reason) for reason in reading.photo_review],
    }


def _reason(reason: ReviewReason) -> dict[str, Any]:
    return {"code": reason.code, "tiles": list(reason.tiles), "message": reason.message}


def hand_to_json(hand: Hand) -> dict[str, Any]:
    """A hand as a hand to score carries it."""
    melds = []
    for meld in hand.melds:
        entry: dict[str, Any] = {"type": str(meld.type), "tiles": format_tiles(meld.tiles)}
        if meld.from_seat is not None:
            entry["from"] = meld.from_seat
        melds.append(entry)
    return {
        "concealed": format_tiles(hand.concealed),
        "win_tile": None if hand.win_tile is None else str(hand.win_tile),
        "melds": melds,
        "aside": format_tiles(hand.aside),
    }


def _read_tile(tile: ReadTile, image: ImageInfo) -> dict[str, Any]:
    return {
        **_named_tile(tile.tile, tile.face, image),
        "confidence": round(tile.confidence, 6),
        "role": tile.role,
        "group": tile.group,
        "inferred": tile.inferred,
        "margin": round(tile.margin, 6),
        "fixed": tile.fixed,
    }


def _named_tile(tile: NamedTile, face: str, image: ImageInfo) -> dict[str, Any]:
    left, top, right, bottom = tile.box
    box = max(left, 0.0), max(top, 0.0), min(right, float(image.width)), min(bottom, float(image.height))
    return {
        "id": tile.id,
        "face": face,
        "confidence": round(tile.confidence, 6),
        "candidates": [[name, round(chance, 6)] for name, chance in _shown(tile.candidates, face)],
        "box": [round(value, 1) for value in box],
        "corners": [[round(x, 1), round(y, 1)] for x, y in tile.corners],
        "upright": tile.upright,
        "detection": round(tile.detection_score, 4),
    }


def _shown(candidates: Sequence[Candidate], face: str) -> list[Candidate]:
    """The likeliest candidates, and the face that was read where the rules chose a less likely one."""
    rest = (pair for pair in candidates[SHOWN_CANDIDATES:] if pair[0] == face)
    return [*candidates[:SHOWN_CANDIDATES], *rest]


def _group(group: Group) -> dict[str, Any]:
    shown: dict[str, Any] = {"id": group.id, "role": group.role, "tiles": list(group.tiles)}
    if group.claimed_from is not None:
        shown["from"] = group.claimed_from
    return shown


def edit_to_json(edit: Edit) -> dict[str, Any]:
    """A correction as plain data: `edit` names the kind, the other fields are its own."""
    if isinstance(edit, ReplaceFace):
        return {"edit": "face", "tile": edit.tile, "face": edit.face}
    if isinstance(edit, MoveTile):
        return {"edit": "move", "tile": edit.tile, "role": edit.role, "group": edit.group}
    if isinstance(edit, SetWinningTile):
        return {"edit": "win", "tile": edit.tile}
    if isinstance(edit, AddTile):
        return {"edit": "add", "face": edit.face, "role": edit.role, "group": edit.group}
    if isinstance(edit, RemoveTile):
        return {"edit": "remove", "tile": edit.tile}
    return {"edit": "not a tile", "tile": edit.tile}


_EDITS: Mapping[str, tuple[Callable[..., Edit], tuple[str, ...], tuple[str, ...]]] = {
    "face": (ReplaceFace, ("tile", "face"), ()),
    "move": (MoveTile, ("tile", "role"), ("group",)),
    "win": (SetWinningTile, ("tile",), ()),
    "add": (AddTile, ("face",), ("role", "group")),
    "remove": (RemoveTile, ("tile",), ()),
    "not a tile": (NotATile, ("tile",), ()),
}


def edit_from_json(obj: Any, where: str = "edit") -> Edit:
    """A correction from plain data. Raises `WireError` naming the field that is unknown, missing or wrong."""
    fields = _object(obj, where)
    kind = fields.get("edit")
    if not isinstance(kind, str) or kind not in _EDITS:
        raise WireError(f"{where}.edit", f"expected {' | '.join(_EDITS)}, got {kind!r}")
    make, needed, free = _EDITS[kind]
    unknown = sorted(set(fields) - {"edit", *needed, *free})
    if unknown:
        raise WireError(where, f"unknown field {unknown[0]!r}, a {kind!r} edit has {', '.join((*needed, *free))}")
    values = {}
    for name in (*needed, *free):
        value = fields.get(name)
        if value is None:
            if name in needed:
                raise WireError(f"{where}.{name}", "is missing")
            continue
        values[name] = _EDIT_FIELDS[name](value, f"{where}.{name}")
    return make(**values)


def reading_from_json(obj: Any) -> HandReading:
    """A reading from plain data. Raises `WireError` naming the field that is missing or wrong; further fields are
    ignored, so that readings of later versions can be opened."""
    fields = _object(obj, "reading")
    image = _object(_need(fields, "image", "reading"), "image")
    model = _object(_need(fields, "model", "reading"), "model")
    hand = fields.get("hand")
    return HandReading(
        ImageInfo(
            _length(_need(image, "width", "image"), "image.width"),
            _length(_need(image, "height", "image"), "image.height"),
            _number(image.get("orientation", 1), "image.orientation"),
            _number(image.get("photo", 0), "image.photo"),
        ),
        tuple(_read_tile_from(entry, where) for entry, where in _entries(fields, "tiles")),
        tuple(_group_from(entry, where) for entry, where in _entries(fields, "groups")),
        None if hand is None else _hand_from(hand),
        _text(fields.get("notation", ""), "notation"),
        tuple(_named_tile_from(entry, where) for entry, where in _entries(fields, "background")),
        tuple(_reason_from(entry, where) for entry, where in _entries(fields, "review")),
        ModelInfo(
            _text(_need(model, "id", "model"), "model.id"), _text(_need(model, "sha256", "model"), "model.sha256")
        ),
        {
            str(stage): _real(value, f"timing_ms.{stage}")
            for stage, value in _object(fields.get("timing_ms", {}), "timing_ms").items()
        },
        tuple(edit_from_json(entry, where) for entry, where in _entries(fields, "edits")),
        tuple(_named_tile_from(entry, where) for entry, where in _entries(fields, "forgotten")),
        tuple(_reason_from(entry, where) for entry, where in _entries(fields, "photo_review")),
    )


def _hand_from(obj: Any) -> Hand:
    try:
        return hand_from_json(obj)
    except CaseError as error:
        raise WireError("hand", str(error)) from error


def _read_tile_from(obj: Any, where: str) -> ReadTile:
    fields = _object(obj, where)
    return ReadTile(
        _named_tile_from(fields, where),
        _face(_need(fields, "face", where), f"{where}.face"),
        _role(_need(fields, "role", where), f"{where}.role"),
        _number(_need(fields, "group", where), f"{where}.group"),
        _truth(fields.get("inferred", False), f"{where}.inferred"),
        _real(fields.get("margin", 1.0), f"{where}.margin"),
        _truth(fields.get("fixed", False), f"{where}.fixed"),
    )


def _named_tile_from(obj: Any, where: str) -> NamedTile:
    fields = _object(obj, where)
    corners = _list(_need(fields, "corners", where), f"{where}.corners")
    if len(corners) != 4:
        raise WireError(f"{where}.corners", f"expected 4 corners, got {len(corners)}")
    candidates = _list(_need(fields, "candidates", where), f"{where}.candidates")
    if not candidates:
        raise WireError(f"{where}.candidates", "expected at least one")
    upright = fields.get("upright", 0)
    if type(upright) is not int or upright not in (0, 90, 180, 270):
        raise WireError(f"{where}.upright", f"expected 0, 90, 180 or 270, got {upright!r}")
    return NamedTile(
        _number(_need(fields, "id", where), f"{where}.id"),
        cast(Corners, tuple(_point(point, f"{where}.corners") for point in corners)),
        tuple(_candidate(entry, f"{where}.candidates") for entry in candidates),
        cast(Upright, upright),
        _real(fields.get("detection", 1.0), f"{where}.detection"),
    )


def _candidate(obj: Any, where: str) -> Candidate:
    face, chance = _pair(obj, where)
    return _face(face, where), _real(chance, where)


def _point(obj: Any, where: str) -> tuple[float, float]:
    x, y = (_real(value, where) for value in _pair(obj, where))
    if max(abs(x), abs(y)) > _FARTHEST:
        raise WireError(where, f"expected pixels of a picture, got {x!r}, {y!r}")
    return x, y


def _group_from(obj: Any, where: str) -> Group:
    fields = _object(obj, where)
    side = fields.get("from")
    if side is not None and not (isinstance(side, str) and side in _SIDES):
        raise WireError(f"{where}.from", f"expected {' | '.join(sorted(_SIDES))}, got {side!r}")
    tiles = _list(_need(fields, "tiles", where), f"{where}.tiles")
    return Group(
        _number(_need(fields, "id", where), f"{where}.id"),
        _role(_need(fields, "role", where), f"{where}.role"),
        tuple(_number(tile, f"{where}.tiles") for tile in tiles),
        cast(ClaimedFrom | None, side),
    )


def _reason_from(obj: Any, where: str) -> ReviewReason:
    fields = _object(obj, where)
    code = _need(fields, "code", where)
    if not isinstance(code, str) or code not in _CODES:
        raise WireError(f"{where}.code", f"expected {' | '.join(sorted(_CODES))}, got {code!r}")
    tiles = _list(fields.get("tiles", []), f"{where}.tiles")
    return ReviewReason(
        cast(ReviewCode, code),
        tuple(_number(tile, f"{where}.tiles") for tile in tiles),
        _text(fields.get("message", ""), f"{where}.message"),
    )


def _object(obj: Any, where: str) -> Mapping[str, Any]:
    if not isinstance(obj, Mapping):
        raise WireError(where, f"expected an object, got {obj!r:.60}")
    return obj


def _need(fields: Mapping[str, Any], name: str, where: str) -> Any:
    if name not in fields:
        raise WireError(f"{where}.{name}", "is missing")
    return fields[name]


def _list(value: Any, where: str) -> Sequence[Any]:
    if not isinstance(value, list | tuple):
        raise WireError(where, f"expected a list, got {value!r:.60}")
    return value


def _entries(fields: Mapping[str, Any], name: str) -> list[tuple[Any, str]]:
    return [(entry, f"{name}[{index}]") for index, entry in enumerate(_list(fields.get(name, []), name))]


def _pair(obj: Any, where: str) -> tuple[Any, Any]:
    values = _list(obj, where)
    if len(values) != 2:
        raise WireError(where, f"expected two values, got {len(values)}")
    return values[0], values[1]


def _number(value: Any, where: str) -> int:
    if type(value) is not int:
        raise WireError(where, f"expected a whole number, got {value!r:.60}")
    return value


def _length(value: Any, where: str) -> int:
    length = _number(value, where)
    if not 0 <= length <= _FARTHEST:
        raise WireError(where, f"expected pixels of a picture, got {length!r:.60}")
    return length


def _real(value: Any, where: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise WireError(where, f"expected a number, got {value!r:.60}")
    if not -_LARGEST <= value <= _LARGEST:
        raise WireError(where, f"expected a finite number, got {value!r:.60}")
    return float(value)


def _truth(value: Any, where: str) -> bool:
    if not isinstance(value, bool):
        raise WireError(where, f"expected true or false, got {value!r:.60}")
    return value


def _text(value: Any, where: str) -> str:
    if not isinstance(value, str):
        raise WireError(where, f"expected text, got {value!r:.60}")
    return value


def _face(value: Any, where: str) -> str:
    if not isinstance(value, str) or value not in _FACES:
        raise WireError(where, f"expected a face such as 7s, C, 5f or ?, got {value!r:.60}")
    return value


def _role(value: Any, where: str) -> Role:
    if not isinstance(value, str) or value not in _ROLES:
        raise WireError(where, f"expected {' | '.join(sorted(_ROLES))}, got {value!r:.60}")
    return cast(Role, value)


_EDIT_FIELDS: Mapping[str, Callable[[Any, str], Any]] = {
    "tile": _number,
    "group": _number,
    "face": _face,
    "role": _role,
}
