"""Reading again with the player's corrections.

Corrections of what is seen (a face, no tile, not of this hand) are made before the grouping, which may then come out
better of itself (`vision.reading.corrected`). From the first correction of the grouping on, the groups are the player's
and stay as they are but for what the corrections say; the faces are still read as well as the rules allow.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from vision.layout import Layout
from vision.reading.assign import assign
from vision.reading.build import parts_of
from vision.reading.corrected import Table, find_corrected, spread
from vision.reading.doubts import OF_EACH_TILE, doubts_of
from vision.reading.edits import EditError, format_edit
from vision.reading.found import Found, background_counts, nothing
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
    ReviewReason,
    Role,
    SetWinningTile,
)

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


def _place(group: _Group) -> int:
    """Where a group is shown: the concealed tiles, the melds, the winning tile, what lies aside."""
    return {"concealed": 0, "win": 2, "aside": 3}.get(group.kind, 1)


def read_edited(
    tiles: Sequence[NamedTile],
    image_size: tuple[int, int] | None,
    game: Game,
    edits: Sequence[Edit] = (),
    limits: ReadingThresholds = DEFAULT_READING_THRESHOLDS,
    shown: Layout | None = None,
) -> ReadingParts:
    """The reading of these tiles after these corrections, in their order; `shown` is the layout that is read without
    corrections where that is known.

    Raises EditError for a correction of a tile that is not there.
    """
    first = next(
        (k for k, edit in enumerate(edits) if isinstance(edit, MoveTile | SetWinningTile | AddTile)), len(edits)
    )
    forgotten = [edit.tile for edit in edits[: first_added(edits)] if isinstance(edit, NotATile)]
    numbers = {tile.id for tile in tiles}
    _check_forgotten(forgotten, numbers)
    table = Table(tiles, max([*numbers, *forgotten], default=-1) + 1)
    for edit in edits[:first]:
        table.see(edit)
    layout, found = find_corrected(table, game, limits, shown)
    if first == len(edits):
        dropped = frozenset(table.dropped)
        return nothing(table.seen) if found is None else found.parts(layout, game, limits, dropped)
    groups = _Groups(found)
    for edit in edits[first:]:
        table.see(edit)
        groups.apply(edit, table)
    before = () if found is None else found.parts(layout, game, limits, frozenset(table.dropped)).review
    return groups.read(table, game, limits, before)


def _check_forgotten(forgotten: Sequence[int], numbers: set[int]) -> None:
    """Numbers that are missing here may be tiles that were said to be none before the reading was saved; but there are
    no more numbers than tiles."""
    missing = sorted(set(forgotten) - numbers)
    last = max(max(numbers, default=-1), len(numbers) - 1) + len(missing)
    for name in missing:
        if not 0 <= name <= last:
            raise EditError(format_edit(NotATile(name)), f"a tile of this picture ({spread(numbers)})")


def first_added(edits: Sequence[Edit]) -> int:
    """Where the first tile is added: before it every number is one of the picture's."""
    return next((k for k, edit in enumerate(edits) if isinstance(edit, AddTile)), len(edits))


def _still(reason: ReviewReason, there: Collection[int]) -> ReviewReason | None:
    """What is left of a doubt about the grouping when only these of its tiles are there and untouched."""
    left = tuple(name for name in reason.tiles if name in there)
    if reason.code != "group_unsure" or not left:
        return None
    if reason.message in OF_EACH_TILE:
        return replace(reason, tiles=left)
    return reason if left == reason.tiles else None


class _Groups:
    """The grouping, from the reading before on in the player's hands. Numbers are those of the groups shown after the
    corrections made so far."""

    def __init__(self, found: Found | None) -> None:
        self.groups: dict[int, _Group] = {}
        self.new: dict[int, _Group] = {}
        self.sideways: set[int] = set()
        self.stacked: dict[int, int] = {}
        self.order: dict[int, int] = {}
        self.shown_in: dict[int, int] = {}
        self.touched: set[int] = set()
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
                ids = [items[k].tile.id for k in members]
                self.order |= {name: place for place, name in enumerate(ids)}
                self.shown_in |= dict.fromkeys(ids, len(self.groups))
                self.groups[len(self.groups)] = _Group(kind, ids)

    def apply(self, edit: Edit, table: Table) -> None:
        """Change the groups as the correction says."""
        if isinstance(edit, MoveTile | AddTile) and edit.role not in _KINDS:
            raise EditError(format_edit(edit), f"one of the roles {', '.join(_KINDS)}")
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
        self.groups = dict(enumerate(sorted(self.groups.values(), key=_place)))

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
        self.touched.add(tile)
        for number, group in list(self.groups.items()):
            if tile in group.tiles:
                self._touch(group)
                group.tiles.remove(tile)
                if not group.tiles:
                    del self.groups[number]

    def _put(self, tile: int, role: Role, number: int | None) -> None:
        """Lay a tile into a group. Only melds are told apart by number, and only a meld becomes one of another kind by
        what is laid to it."""
        kind = _KINDS[role]
        group = self._group(kind, number)
        if group is None:
            group = self.groups[max(self.groups, default=-1) + 1] = _Group(kind, [])
            if number is not None and kind in MELD_KINDS:
                self.new[number] = group
        if not (group.kind == "added kong" and kind == "kong"):
            group.kind = kind
        group.tiles.insert(self._seat(tile, group), tile)
        self.touched.add(tile)
        self._touch(group)

    def _seat(self, tile: int, group: _Group) -> int:
        """Where in a group a tile is laid: where it lay before among those it was shown with, else at the end. Whom a
        meld was claimed from hangs on the place of its sideways tile."""
        home = self.shown_in.get(tile)
        after = [
            place
            for place, other in enumerate(group.tiles)
            if home is not None and self.shown_in.get(other) == home and self.order[other] > self.order[tile]
        ]
        return min(after, default=len(group.tiles))

    def _touch(self, group: _Group) -> None:
        if group.kind in MELD_KINDS:
            self.touched.update(group.tiles)

    def _group(self, kind: Kind, number: int | None) -> _Group | None:
        """The group that a tile is laid to, None for a new one. A number that was not shown is the player's own for a
        meld he makes."""
        if kind not in MELD_KINDS:
            return next((group for group in self.groups.values() if group.kind == kind), None)
        if number is None:
            return None
        shown, own = self.groups.get(number), self.new.get(number)
        if shown is not None and shown.kind in MELD_KINDS:
            return shown
        return own if own is not None and any(own is group for group in self.groups.values()) else None

    def read(
        self, table: Table, game: Game, limits: ReadingThresholds, before: Sequence[ReviewReason] = ()
    ) -> ReadingParts:
        """Read the faces in these groups; of the doubts `before`, those stay that are about the grouping of tiles that
        the player did not touch."""
        items: list[Item] = []
        segments: list[Segment] = []
        for group in self.groups.values():
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
        there = table.tiles.keys() - self.touched
        still = [part for reason in before if (part := _still(reason, there)) is not None]
        review = doubts_of(
            (), structure, None, assignment, won, items, game, limits, still=still, said=frozenset(self.touched)
        )
        return parts_of(structure, assignment, won, items, background, review)

    def _item(self, index: int, table: Table, name: int, game: Game, limits: ReadingThresholds) -> Item:
        tile = table.tiles[name]
        fixed = name in table.fixed
        top = FACE_NUMBERS[tile.face]
        domain = ((top, 0.0),) if fixed else domain_of(tile, game, limits)
        sideways = name in self.sideways and name not in self.stacked
        return Item(index, tile, 0, math.inf, sideways, domain, top, fixed)
