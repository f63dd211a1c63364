"""From photos to the reading of a hand: the whole path, stage by stage, each one replaceable.

    reading = default_reader().read(load_photo(path), ruleset="wuhan")

Corrections are data: `reread` takes a reading and more edits and reads again, without the photo.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeAlias

import models
from scorer import Ruleset, Tile, get_ruleset
from vision.detector import Detector, DetectorSettings, OnnxDetector
from vision.image import Photo, load_photo
from vision.layout import Layout, arrange
from vision.namer import Namer, NamerSettings, OnnxNamer
from vision.quality import QualityLimits, review_photo
from vision.reading import fuse, game_of, read_tiles
from vision.types import (
    Edit,
    HandReading,
    ImageInfo,
    ModelInfo,
    NamedTile,
    ReadingParts,
    ReplaceFace,
    ReviewReason,
)

Source: TypeAlias = Photo | bytes | Path | str
_GAME = frozenset({"ruleset", "wild", "indicator", "options"})
_PICTURE_CODES = frozenset({"small_tiles", "blurred", "overlapping", "nothing_found"})


@dataclass(frozen=True, slots=True)
class Reader:
    """A detector and a namer with the steps between and after them."""

    detector: Detector
    namer: Namer
    model: ModelInfo = field(default_factory=lambda: ModelInfo("unnamed", ""))
    quality: QualityLimits = field(default_factory=QualityLimits)

    def read(
        self,
        photos: Source | Sequence[Source],
        ruleset: Ruleset | str | None = None,
        wild: Tile | str | None = None,
        edits: Sequence[Edit] = (),
        **rules: Any,
    ) -> HandReading:
        """The hand in a photo, or in several photos of the same hand.

        `ruleset` and `wild` let the game's rules help; further keywords (`indicator`, `options`) go to
        `vision.reading.read_tiles`. `edits` refer to the ids that reading without edits gives. Raises `PhotoError` for
        a photo that cannot be read, `EditError` for an edit of a tile that is not there, and the scorer's errors for an
        unknown ruleset or wild tile.
        """
        sources = [photos] if isinstance(photos, Photo | bytes | Path | str) else list(photos)
        if not sources:
            raise ValueError("expected at least one photo")
        rules = _rules(ruleset, wild, rules)
        spent = {"decode": 0.0, "detect": 0.0, "name": 0.0, "read": 0.0}
        opened, named = [], []
        for source in sources:
            photo = source if isinstance(source, Photo) else load_photo(source)
            spent["decode"] += photo.decode_ms
            began = time.perf_counter()
            detections = self.detector.detect(photo)
            spent["detect"] += _since(began)
            began = time.perf_counter()
            named.append(self.namer.name(photo, detections))
            spent["name"] += _since(began)
            opened.append(photo)
        began = time.perf_counter()
        fused = fuse(named, game_of(**{name: value for name, value in rules.items() if name in _GAME}))
        lead = fused.reference
        tiles, layout, shown = _numbered(fused.tiles)
        photo = opened[lead]
        parts = read_tiles(tiles, (photo.width, photo.height), edits=edits, **rules)
        views = [(photo, shown)]
        views += [(opened[k], arrange(named[k]).hand_tiles) for k in range(len(opened)) if k != lead]
        about_photo = review_photo(views, _stacked(layout), self.quality)
        spent["read"] = _since(began)
        image = ImageInfo(photo.width, photo.height, photo.orientation, lead)
        return _reading(image, tiles, parts, about_photo, self.model, spent, tuple(edits))


def reread(
    reading: HandReading,
    edits: Sequence[Edit],
    ruleset: Ruleset | str | None = None,
    wild: Tile | str | None = None,
    **rules: Any,
) -> HandReading:
    """The tiles of a reading read again with exactly these corrections, and perhaps other rules.

    To correct further, give the earlier edits and the new ones; to undo the last, leave it out. Numbers of groups and
    of added tiles are those shown when an edit was made: without an earlier one they may be others. Raises `EditError`
    for an edit of a tile that is not there.
    """
    rules = _rules(ruleset, wild, rules)
    tiles = [*(tile.tile for tile in reading.tiles if not is_added(tile.tile)), *reading.forgotten]
    tiles += [tile for tile in reading.background if not is_added(tile)]
    tiles.sort(key=lambda tile: tile.id)
    began = time.perf_counter()
    parts = read_tiles(tiles, (reading.image.width, reading.image.height), edits=edits, **rules)
    # A saved reading may be older than `photo_review`.
    about_photo = reading.photo_review or tuple(reason for reason in reading.review if reason.code in _PICTURE_CODES)
    spent = dict(reading.timing_ms) | {"read": _since(began)}
    return _reading(reading.image, tiles, parts, about_photo, reading.model, spent, tuple(edits))


def is_added(tile: NamedTile) -> bool:
    """Whether the player put this tile there: it has no place in the picture."""
    left, top, right, bottom = tile.box
    return left == right and top == bottom


def load_reader(card: models.ModelCard, threads: int = 1) -> Reader:
    """A reader from a model card. Raises `models.ModelError` for files that are missing or damaged."""
    detector = OnnxDetector(models.verified(card.detector), threads, DetectorSettings.from_card(card.detector.settings))
    namer = OnnxNamer(models.verified(card.namer), threads, NamerSettings.from_card(card.namer.settings))
    return Reader(detector, namer, ModelInfo(card.id, card.sha256))


@lru_cache(maxsize=4)
def default_reader(threads: int = 1) -> Reader:
    """The reader with the packaged models, made once per number of threads."""
    return load_reader(models.card(), threads)


def _rules(ruleset: Ruleset | str | None, wild: Tile | str | None, more: Mapping[str, Any]) -> dict[str, Any]:
    return {
        **more,
        "ruleset": get_ruleset(ruleset) if isinstance(ruleset, str) else ruleset,
        "wild": Tile.parse(wild) if isinstance(wild, str) else wild,
    }


def _numbered(tiles: Sequence[NamedTile]) -> tuple[list[NamedTile], Layout, tuple[NamedTile, ...]]:
    """Tiles and their layout with ids in reading order, the hand's first, so that the numbers mean something, and the
    hand's tiles, whose sharpness and size matter.

    Where another row than the nearest reads as a hand of any game, its tiles are the first; neither the rules that are
    asked for nor corrections change that.
    """
    layout = arrange(tiles)
    ordered = [*layout.hand_tiles, *layout.background]
    hand = len(layout.hand_tiles)
    parts = read_tiles(tiles)
    if not _is_offered(parts, layout):
        ordered = [*(tile.tile for tile in parts.tiles), *parts.background]
        hand = len(parts.tiles)
    if [tile.id for tile in ordered] != list(range(len(ordered))):
        ordered = _renumbered(ordered)
        layout = arrange(ordered)
    return ordered, layout, tuple(ordered[:hand])


def _renumbered(ordered: Sequence[NamedTile]) -> list[NamedTile]:
    return [replace(tile, id=number) for number, tile in enumerate(ordered)]


def _is_offered(parts: ReadingParts, layout: Layout) -> bool:
    """Whether what was read is the layout's hand and what lies near it, not another row."""
    near = (placed.tile for row in layout.outlying for placed in row.tiles)
    offered = {tile.id for tile in (*layout.hand_tiles, *near)}
    return offered.issuperset(tile.tile.id for tile in parts.tiles if not is_added(tile.tile))


def _stacked(layout: Layout) -> frozenset[int]:
    return frozenset(placed.tile.id for row in layout.rows for placed in row.tiles if placed.on is not None)


def _reading(
    image: ImageInfo,
    tiles: Sequence[NamedTile],
    parts: ReadingParts,
    about_photo: tuple[ReviewReason, ...],
    model: ModelInfo,
    spent: Mapping[str, float],
    edits: tuple[Edit, ...],
) -> HandReading:
    """The parts put together, every tile with the evidence as it was seen, whatever the player said since."""
    seen = {tile.id: tile for tile in tiles}
    given = {edit.tile for edit in edits if isinstance(edit, ReplaceFace)}
    read = tuple(
        replace(tile, tile=seen.get(tile.id, tile.tile), fixed=tile.id in given or tile.id not in seen)
        for tile in parts.tiles
    )
    background = tuple(seen.get(tile.id, tile) for tile in parts.background)
    kept = {tile.id for tile in read} | {tile.id for tile in background}
    there = frozenset(tile.id for tile in read)
    return HandReading(
        image,
        read,
        parts.groups,
        parts.hand,
        parts.notation,
        background,
        _still_true(about_photo, there, parts.review),
        model,
        {stage: round(duration, 2) for stage, duration in spent.items()},
        edits,
        tuple(tile for tile in tiles if tile.id not in kept),
        tuple(about_photo),
    )


def _still_true(
    about_photo: Sequence[ReviewReason], there: frozenset[int], others: Sequence[ReviewReason]
) -> tuple[ReviewReason, ...]:
    """The doubts of the photo that concern the tiles of the hand, before those of the reading; none said twice."""
    doubts = []
    for reason in about_photo:
        ids = tuple(tile for tile in reason.tiles if tile in there)
        needed = {"nothing_found": 0, "overlapping": 2}.get(reason.code, 1)
        if len(ids) >= needed and not (reason.code == "nothing_found" and there):
            doubts.append(replace(reason, tiles=ids))
    said = {reason.code for reason in doubts} & {"nothing_found"}
    return (*doubts, *(reason for reason in others if reason.code not in said))


def _since(began: float) -> float:
    return (time.perf_counter() - began) * 1000
