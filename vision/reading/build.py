"""From the grouping and the faces to what the player sees: tiles with roles, groups, the hand, its notation."""

from __future__ import annotations

from collections.abc import Sequence

from scorer import Hand, Meld, format_hand, format_tiles
from scorer.notation import format_meld
from scorer.tiles import TILES
from vision.reading.assign import Assignment, meld_of
from vision.reading.game import BACK
from vision.reading.pieces import FACE_NAMES, Item
from vision.reading.sets import is_chow
from vision.reading.structure import MELD_KINDS, Segment, Structure
from vision.reading.winning_tile import WinningTile
from vision.types import ClaimedFrom, Group, NamedTile, ReadingParts, ReadTile, ReviewReason, Role


def parts_of(
    structure: Structure,
    assignment: Assignment,
    won: WinningTile,
    items: Sequence[Item],
    background: Sequence[NamedTile],
    review: tuple[ReviewReason, ...],
) -> ReadingParts:
    """The reading. Groups are numbered: the concealed tiles, the melds in reading order, the winning tile, what lies
    aside."""
    faces = assignment.faces
    concealed = tuple(k for k in structure.items_of("concealed", "win") if k != won.item)
    aside = structure.items_of("aside")
    groups: list[Group] = []
    tiles: list[ReadTile] = []

    def add(role: Role, members: Sequence[int], claimed: ClaimedFrom | None = None) -> None:
        if not members:
            return
        number = len(groups)
        groups.append(Group(number, role, tuple(items[k].tile.id for k in members), claimed))
        for k in members:
            item = items[k]
            changed = faces[k] not in (item.top, BACK) and not item.face_down and not item.fixed
            margin = max(0.0, min(1.0, assignment.margin(k)))
            face = FACE_NAMES[BACK if item.face_down else faces[k]]
            tiles.append(ReadTile(item.tile, face, role, number, changed, round(margin, 4)))

    add("concealed", concealed)
    for segment in structure.melds:
        add(_role(segment, faces), segment.items, claimed_from(segment, items))
    add("win", [] if won.item is None else [won.item])
    add("aside", aside)

    taken = {tile.id for tile in tiles}
    left_out = {items[k].tile.id: items[k].tile for k in structure.items_of("stray")}
    table = {tile.id: tile for tile in background} | left_out
    rest = tuple(tile for name, tile in sorted(table.items()) if name not in taken)
    melds = [meld_of(segment, faces) for segment in structure.melds]
    hand, notation = _hand(concealed, won, aside, structure.melds, melds, faces)
    return ReadingParts(tuple(tiles), tuple(groups), hand, notation, rest, review)


def _role(segment: Segment, faces: Sequence[int]) -> Role:
    if segment.kind == "concealed kong":
        return "concealed kong"
    if segment.kind in ("kong", "added kong"):
        return "kong"
    shown = [faces[k] for k in segment.items]
    return "chow" if is_chow(shown) or len(set(shown)) == 3 else "pung"


def claimed_from(segment: Segment, items: Sequence[Item]) -> ClaimedFrom | None:
    """The seat a meld was claimed from, by the place of its sideways tile: left, middle or right of the set."""
    stacked = {k for item in items for k in item.stacked}
    line = [k for k in segment.items if k not in stacked]
    sideways = [place for place, k in enumerate(line) if items[k].sideways]
    if segment.kind not in MELD_KINDS or segment.kind == "concealed kong" or len(sideways) != 1:
        return None
    if sideways[0] == 0:
        return "left"
    return "right" if sideways[0] == len(line) - 1 else "across"


def _hand(
    concealed: Sequence[int],
    won: WinningTile,
    aside: Sequence[int],
    segments: Sequence[Segment],
    melds: Sequence[Meld | None],
    faces: Sequence[int],
) -> tuple[Hand | None, str]:
    own = [faces[k] for k in concealed]
    last = None if won.item is None else faces[won.item]
    known = tuple(meld for meld in melds if meld is not None)
    loose = tuple(TILES[faces[k]] for k in aside if faces[k] != BACK)
    unseen = len(aside) - len(loose)
    if BACK not in own and last != BACK and not unseen and len(known) == len(melds):
        hand = Hand(
            tuple(sorted(TILES[face] for face in own)),
            None if last is None else TILES[last],
            known,
            tuple(sorted(loose)),
        )
        return hand, format_hand(hand)
    hidden = own.count(BACK)
    words = [format_tiles(TILES[face] for face in own if face != BACK), "?" * hidden]
    for segment, meld in zip(segments, melds, strict=True):
        words.append("[" + "?" * len(segment.items) + "|an]" if meld is None else format_meld(meld))
    if last is not None:
        words.append(f"+ {FACE_NAMES[last]}")
    if aside:
        words += ["|", format_tiles(loose), "?" * unseen]
    return None, " ".join(word for word in words if word)
