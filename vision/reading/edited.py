"""Reading again with the player's corrections.

Corrections of what is seen (a face, no tile, not of this hand) are made before the layout and the grouping, which may
then come out better of themselves. From the first correction of the grouping on, the groups are the player's and stay
as they are but for what the corrections say; the faces are still read as well as the rules allow.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from vision.layout import Layout, arrangements
from vision.reading.assign import assign
from vision.reading.build import parts_of
from vision.reading.doubts import doubts_of
from vision.reading.edits import EditError, format_edit
from vision.reading.found import Found, background_counts, find_among, nothing
from vision.reading.game import Game
from vision.reading.pieces import FACE_NUMBERS, Item, domain_of
from vision.reading.steps import Kind
from vision.reading.structure import MELD_KINDS, Segment, Structure
from vision.reading.thresholds import DEFAULT_READING_THRESHOLDS, ReadingThresholds
from vision.reading.winning_tile import WinningTile
from vision.types import (
    AddTile,
    Edit,
    MoveTile,
    NamedTile,
    NotATile,
    ReadingParts,
    RemoveTile,
    ReplaceFace,
    Role,
    SetWinningTile,
)

_NOWHERE = ((0.0, 0.0),) * 4
_KINDS: dict[Role, Kind] = {
    "concealed": "concealed",
    "win": "win",
    "chow": "meld",
    "pung": "meld",
    "kong": "kong",
    "concealed kong": "concealed kong",
    "aside": "aside",
}


@dataclass(slots=True)
class _Group:
    kind: Kind
    tiles: list[int]


def read_edited(
    tiles: Sequence[NamedTile],
    image_size: tuple[int, int] | None,
    game: Game,
    edits: Sequence[Edit] = (),
    limits: ReadingThresholds = DEFAULT_READING_THRESHOLDS,
) -> ReadingParts:
    """The reading of these tiles after these corrections, in their order.

    Raises EditError for a correction of a tile that is not there.
    """
    first = next(
        (k for k, edit in enumerate(edits) if isinstance(edit, MoveTile | SetWinningTile | AddTile)), len(edits)
    )
    forgotten = [edit.tile for edit in edits[: first_added(edits)] if isinstance(edit, NotATile)]
    table = _Table(tiles, max([*(tile.id for tile in tiles), *forgotten], default=-1) + 1)
    for edit in edits[:first]:
        table.see(edit)
    layout, found = _found(table, game, limits)
    if first == len(edits):
        dropped = frozenset(table.dropped)
        return nothing(table.seen) if found is None else found.parts(layout, game, limits, dropped)
    groups = _Groups(found)
    for edit in edits[first:]:
        table.see(edit)
        groups.apply(edit, table)
    return groups.read(table, game, limits)


def _found(table: _Table, game: Game, limits: ReadingThresholds) -> tuple[Layout, Found | None]:
    """What the tiles read as. A corrected face never makes another row the hand: it is read in the row that was shown,
    win or not."""
    dropped, fixed = frozenset(table.dropped), frozenset(table.fixed)
    layouts: Iterable[Layout] = arrangements(table.seen, dropped=dropped)
    if fixed:
        shown = _ids(find_among(arrangements(table.as_seen, dropped=dropped), game, limits)[0])
        if fixed & shown:
            layouts = [max(layouts, key=lambda layout: len(shown & _ids(layout)) / len(shown | _ids(layout)))]
    return find_among(layouts, game, limits, fixed)


def _ids(layout: Layout) -> frozenset[int]:
    return frozenset(tile.id for tile in layout.hand_tiles)


def first_added(edits: Sequence[Edit]) -> int:
    """Where the first tile is added: before it every number is one of the picture's."""
    return next((k for k, edit in enumerate(edits) if isinstance(edit, AddTile)), len(edits))


class _Table:
    """The tiles as the player says they are."""

    def __init__(self, tiles: Sequence[NamedTile], next_id: int) -> None:
        self.tiles = {tile.id: tile for tile in tiles}
        self._own = dict(self.tiles)
        self.next_id = next_id
        self.fixed: set[int] = set()
        self.dropped: set[int] = set()

    @property
    def seen(self) -> list[NamedTile]:
        return list(self.tiles.values())

    @property
    def as_seen(self) -> list[NamedTile]:
        """The tiles of the picture that are still there, with the faces as they were seen."""
        return [tile for name, tile in self._own.items() if name in self.tiles]

    def see(self, edit: Edit) -> None:
        """Take in what the correction says about the tile itself."""
        if isinstance(edit, AddTile):
            self._known_face(edit.face, edit)
            self.tiles[self.next_id] = NamedTile(self.next_id, _NOWHERE, ((edit.face, 1.0),), 0, 0.0)
            self.fixed.add(self.next_id)
            self.next_id += 1
            return
        tile = self.tiles.get(edit.tile)
        if tile is None and isinstance(edit, NotATile):
            # Forgotten already, when a reading is read again with all its corrections.
            return
        if tile is None:
            known = f"{min(self.tiles)}–{max(self.tiles)}" if self.tiles else "none"
            raise EditError(format_edit(edit), f"a tile of this picture ({known})")
        if isinstance(edit, ReplaceFace):
            self._known_face(edit.face, edit)
            others = tuple(pair for pair in tile.candidates if pair[0] != edit.face)
            self.tiles[edit.tile] = replace(tile, candidates=((edit.face, 1.0), *others))
            self.fixed.add(edit.tile)
        elif isinstance(edit, NotATile):
            del self.tiles[edit.tile]
        elif isinstance(edit, RemoveTile):
            self.dropped.add(edit.tile)
        else:
            self.dropped.discard(edit.tile)

    def _known_face(self, face: str, edit: Edit) -> None:
        if face not in FACE_NUMBERS:
            raise EditError(format_edit(edit), "a face in notation such as 9s, E, 5f or ?")


class _Groups:
    """The grouping, from the reading before on in the player's hands. Numbers are those of the groups shown."""

    def __init__(self, found: Found | None) -> None:
        self.groups: dict[int, _Group] = {}
        self.sideways: set[int] = set()
        self.stacked: dict[int, int] = {}
        self.sure = True
        if found is None:
            return
        items, structure, won = found.items, found.structure, found.won
        self.sideways = {item.tile.id for item in items if item.sideways}
        self.stacked = {items[top].tile.id: item.tile.id for item in items for top in item.stacked}
        self.sure = won.sure
        concealed = [k for k in structure.items_of("concealed", "win") if k != won.item]
        listed: list[tuple[Kind, Sequence[int]]] = [("concealed", concealed)]
        listed += [(segment.kind, segment.items) for segment in structure.melds]
        listed += [("win", () if won.item is None else (won.item,)), ("aside", structure.items_of("aside"))]
        for kind, members in listed:
            if members:
                self.groups[len(self.groups)] = _Group(kind, [items[k].tile.id for k in members])

    def apply(self, edit: Edit, table: _Table) -> None:
        """Change the groups as the correction says."""
        match edit:
            case SetWinningTile(tile) | MoveTile(tile, "win", _):
                self._win(tile)
            case MoveTile(tile, role, group):
                self._take_out(tile)
                self._put(tile, role, group)
            case AddTile(_, role, group):
                tile = table.next_id - 1
                if role == "win":
                    self._win(tile)
                else:
                    self._put(tile, role, group)
            case RemoveTile(tile) | NotATile(tile):
                self._take_out(tile)
            case ReplaceFace():
                pass

    def _win(self, tile: int) -> None:
        self._take_out(tile)
        for group in list(self.groups.values()):
            if group.kind == "win":
                for other in list(group.tiles):
                    self._take_out(other)
                    self._put(other, "concealed", None)
        self._put(tile, "win", None)
        self.sure = True

    def _take_out(self, tile: int) -> None:
        for number, group in list(self.groups.items()):
            if tile in group.tiles:
                group.tiles.remove(tile)
                if not group.tiles:
                    del self.groups[number]

    def _put(self, tile: int, role: Role, number: int | None) -> None:
        kind = _KINDS[role]
        if number is None and kind not in MELD_KINDS:
            number = next((n for n, group in self.groups.items() if group.kind == kind), None)
        if number is None:
            number = max(self.groups, default=-1) + 1
        group = self.groups.setdefault(number, _Group(kind, []))
        if not (group.kind == "added kong" and kind == "kong"):
            group.kind = kind
        group.tiles.append(tile)

    def read(self, table: _Table, game: Game, limits: ReadingThresholds) -> ReadingParts:
        """Read the faces in these groups."""
        items: list[Item] = []
        segments: list[Segment] = []
        order = {"concealed": 0, "win": 2, "aside": 3}
        for group in sorted(self.groups.values(), key=lambda group: order.get(group.kind, 1)):
            base = len(items)
            for tile in group.tiles:
                items.append(self._item(len(items), table, tile, game, limits))
            kind = group.kind
            if kind in ("kong", "added kong") and len(group.tiles) == 3:
                kind = "meld"
            elif kind == "meld" and len(group.tiles) == 4:
                kind = "kong"
            segments.append(Segment(kind, tuple(range(base, len(items)))))
        in_hand = {item.tile.id for item in items}
        background = [tile for tile in table.tiles.values() if tile.id not in in_hand]
        if not items:
            return nothing(background)
        structure = Structure(tuple(segments), 0.0)
        assignment = assign(structure, items, background_counts(background), game, limits)
        marked = structure.items_of("win")
        won = WinningTile(marked[0] if marked else None, self.sure)
        review = doubts_of((), structure, None, assignment, won, items, game, limits)
        return parts_of(structure, assignment, won, items, background, review)

    def _item(self, index: int, table: _Table, name: int, game: Game, limits: ReadingThresholds) -> Item:
        tile = table.tiles[name]
        fixed = name in table.fixed
        top = FACE_NUMBERS[tile.face]
        domain = ((top, 0.0),) if fixed else domain_of(tile, game, limits)
        sideways = name in self.sideways and name not in self.stacked
        return Item(index, tile, 0, math.inf, sideways, domain, top, fixed)
