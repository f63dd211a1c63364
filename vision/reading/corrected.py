"""The table as the player says it is: corrections of what is seen, and the hand that is then found.

A correction never makes another row the hand, or another player's meld one of it: what was read without corrections
is looked up first, and the corrected tiles are read there, win or not.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from vision.layout import Layout, LayoutDoubt, arrangements
from vision.reading.edits import EditError, format_edit
from vision.reading.found import Found, find, find_among
from vision.reading.game import Game
from vision.reading.pieces import FACE_NUMBERS
from vision.reading.steps import Kind
from vision.reading.thresholds import ReadingThresholds
from vision.types import AddTile, Corners, Edit, NamedTile, NotATile, ReadingParts, RemoveTile, ReplaceFace

NOWHERE: Corners = ((0.0, 0.0),) * 4
_ALIKE: dict[Kind, Kind] = {"win": "concealed", "kong": "meld", "added kong": "meld", "concealed kong": "meld"}
"""Kinds that make no difference to where a tile lies: a correction of its face makes one of the other."""


class Table:
    """The tiles as the player says they are; `own` are those of the picture as they were seen."""

    def __init__(self, tiles: Sequence[NamedTile], next_id: int) -> None:
        self.own = {tile.id: tile for tile in tiles}
        self.tiles = dict(self.own)
        self.next_id = next_id
        self.fixed: set[int] = set()
        self.dropped: set[int] = set()

    @property
    def seen(self) -> list[NamedTile]:
        """Every tile that is there, corrected."""
        return list(self.tiles.values())

    @property
    def forgotten(self) -> frozenset[int]:
        """The ids of what was seen and is no tile."""
        return frozenset(self.own) - frozenset(self.tiles)

    def see(self, edit: Edit) -> None:
        """Take in what the correction says about the tile itself."""
        if isinstance(edit, AddTile):
            _known_face(edit.face, edit)
            self.tiles[self.next_id] = NamedTile(self.next_id, NOWHERE, ((edit.face, 1.0),), 0, 0.0)
            self.fixed.add(self.next_id)
            self.next_id += 1
            return
        tile = self.tiles.get(edit.tile)
        if tile is None and isinstance(edit, NotATile):
            # Forgotten already, when a reading is read again with all its corrections.
            return
        if tile is None:
            gone = f"; {edit.tile} was said to be no tile" if edit.tile in self.own else ""
            raise EditError(format_edit(edit), f"a tile of this picture ({spread(self.tiles)}{gone})")
        if isinstance(edit, ReplaceFace):
            _known_face(edit.face, edit)
            others = tuple(pair for pair in tile.candidates if pair[0] != edit.face)
            self.tiles[edit.tile] = replace(tile, candidates=((edit.face, 1.0), *others))
            self.fixed.add(edit.tile)
        elif isinstance(edit, NotATile):
            del self.tiles[edit.tile]
        elif isinstance(edit, RemoveTile):
            self.dropped.add(edit.tile)
        else:
            self.dropped.discard(edit.tile)


def spread(numbers: Collection[int]) -> str:
    """From which number to which tiles go."""
    return f"{min(numbers)}–{max(numbers)}" if numbers else "none"


def _known_face(face: str, edit: Edit) -> None:
    if face not in FACE_NUMBERS:
        raise EditError(format_edit(edit), "a face in notation such as 9s, E, 5f or ?")


def find_corrected(
    table: Table, game: Game, limits: ReadingThresholds, shown: Layout | None = None
) -> tuple[Layout, Found | None]:
    """What the corrected tiles read as, in the row that is read without corrections; `shown` is that row's layout where
    it is known."""
    if shown is None:
        shown, plain = find_among(arrangements(list(table.own.values())), game, limits)
    else:
        plain = find(shown, game, limits)
    out = table.forgotten | table.dropped
    if not (table.fixed or out):
        return shown, plain
    kept = (_ids(shown) if plain is None else plain.read) - out
    if plain is None or not kept:
        # Nothing is left of what was shown: whatever else lies there may be the hand.
        others = [layout.with_tiles(table.tiles) for layout in _layouts(table)]
        with_hand = [layout for layout in others if layout.hand_tiles]
        return find_among(with_hand or others, game, limits, frozenset(table.fixed))
    layout = _most_alike(_layouts(table), _ids(shown) - out) if out else shown
    layout, found = _read_there(layout, shown, table, game, limits)
    lost = kept - (frozenset() if found is None else found.read)
    if lost:
        layout = next(iter(_layouts(table, only=kept)))
        layout, found = _read_there(layout, shown, table, game, limits, kept)
    moved = _moved(plain, found, table.fixed | out | _doubted(plain.parts(shown, game, limits)))
    if moved:
        doubt = LayoutDoubt("regrouped", moved, "grouped in another way than before the correction")
        layout = replace(layout, doubts=(*layout.doubts, doubt))
    return layout, found


def _doubted(parts: ReadingParts) -> frozenset[int]:
    """The tiles whose grouping was doubtful anyhow: where there are too many or too few of them, all."""
    if any(reason.code == "count" for reason in parts.review):
        return frozenset(tile.id for tile in parts.tiles)
    return frozenset(name for reason in parts.review if reason.code == "group_unsure" for name in reason.tiles)


def _moved(plain: Found, found: Found | None, touched: Collection[int]) -> tuple[int, ...]:
    """The tiles but those `touched` that now lie elsewhere: in a meld, in the hand, or aside."""
    before, after = _lying(plain), {} if found is None else _lying(found)
    return tuple(sorted(name for name in before if name not in touched and before[name] != after.get(name)))


def _lying(found: Found) -> dict[int, Kind]:
    """Where every tile lies, by its id."""
    return {
        found.items[k].tile.id: _ALIKE.get(segment.kind, segment.kind)
        for segment in found.structure.segments
        for k in segment.items
    }


def _layouts(table: Table, only: frozenset[int] | None = None) -> Iterable[Layout]:
    """How the tiles that are left can lie, or those alone that the hand is to be of. Geometry looks at what was seen:
    a face that the player named was a back."""
    left = [tile for name, tile in table.own.items() if name in table.tiles]
    if only is None:
        return arrangements(left, dropped=frozenset(table.dropped))
    return arrangements(left, kept=only, dropped=frozenset(tile.id for tile in left) - only)


def _most_alike(layouts: Iterable[Layout], wanted: frozenset[int]) -> Layout:
    """The layout whose hand is nearest to these tiles."""
    best, most = None, -1.0
    for layout in layouts:
        ids = _ids(layout)
        alike = len(wanted & ids) / max(len(wanted | ids), 1)
        if alike > most:
            best, most = layout, alike
        if math.isclose(alike, 1.0):
            break
    assert best is not None
    return best


def _read_there(
    layout: Layout,
    shown: Layout,
    table: Table,
    game: Game,
    limits: ReadingThresholds,
    kept: frozenset[int] = frozenset(),
) -> tuple[Layout, Found | None]:
    """The corrected tiles read in this layout, of which `kept` are not left out. A doubt that another row could be the
    hand stays one."""
    said = {doubt.code for doubt in layout.doubts}
    still = [
        replace(doubt, tiles=tuple(name for name in doubt.tiles if name in table.tiles))
        for doubt in shown.doubts
        if doubt.code == "two_hands" and doubt.code not in said
    ]
    layout = replace(
        layout.with_tiles(table.tiles), doubts=(*layout.doubts, *(doubt for doubt in still if doubt.tiles))
    )
    return layout, find(layout, game, limits, frozenset(table.fixed), kept)


def _ids(layout: Layout) -> frozenset[int]:
    return frozenset(tile.id for tile in layout.hand_tiles)
