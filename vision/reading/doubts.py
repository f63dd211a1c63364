"""Everything the player should look at, said in one line each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from scorer.tiles import TILES
from vision.layout import LayoutDoubt
from vision.reading.assign import Assignment
from vision.reading.game import BACK, Game
from vision.reading.pieces import FACE_NAMES, FACE_NUMBERS, Item
from vision.reading.sets import is_chow
from vision.reading.structure import MELD_KINDS, Segment, Structure
from vision.reading.thresholds import ReadingThresholds
from vision.reading.winning_tile import WinningTile
from vision.types import NamedTile, ReviewReason

LEFT_OUT = "left out of the hand"
COUNTED_IN = "lies beside the hand; counted in"
NOT_COUNTED = "not counted to the hand"
OF_EACH_TILE = frozenset({LEFT_OUT, COUNTED_IN, NOT_COUNTED})
"""Messages that are about each tile by itself: what is said of one answers nothing about the others."""
_ENOUGH = 0.5
"""Of a hand's tiles, the part from which what was seen is a hand."""
_TOUCH = 0.3
"""Widths of gap below which a meld touches its neighbours."""
_FAR = 2.0
"""The reach from which melds beside the hand may be another player's."""
_FEW_LEFT = 2
"""Face-up tiles beside a hand up to which they are no discards: what are they?"""
_WHOLE_TILE = 0.9
"""Product of a tile's detection and its name from which it lies wholly in the picture, not cut by its edge."""


def doubts_of(
    doubts: Sequence[LayoutDoubt],
    structure: Structure,
    rival: Structure | None,
    assignment: Assignment,
    won: WinningTile,
    items: Sequence[Item],
    game: Game,
    limits: ReadingThresholds,
    left: Sequence[NamedTile] = (),
    *,
    still: Sequence[ReviewReason] = (),
    said: frozenset[int] = frozenset(),
) -> tuple[ReviewReason, ...]:
    """All doubts, the gravest first; `left` are the tiles in sight that were not read, `still` doubts of the grouping
    that were there before it was corrected, `said` the tiles whose group the player named.

    Where not even half a hand was seen, and of that most is hardly tiles, the count is all there is to say: doubts
    about single things would be about things that are no tiles.
    """
    sure = sum(item.surely_a_tile for item in items)
    if structure.size < _ENOUGH * min(game.sizes) and 2 * sure < len(items):
        return tuple(_count(structure, won, game))
    groups = tuple(_groups(structure, rival, assignment, items, said))
    return (
        *_count(structure, won, game),
        *_copies(assignment, items),
        *_hidden(structure, assignment, items),
        *groups,
        *(reason for reason in still if reason not in groups),
        *_borders(structure, items, left),
        *_left(left, structure, assignment, game),
        *_layout(doubts),
        *_faces(structure, assignment, items, limits),
        *_unknown(structure, assignment, items, game),
        *_laid_aside(structure, assignment, items, game),
        *_not_winning(structure, assignment, items, game, limits),
        *_win_tile(won, structure, assignment, items, game),
    )


def _ids(items: Sequence[Item], chosen: Sequence[int]) -> tuple[int, ...]:
    return tuple(items[k].tile.id for k in chosen)


def _count(structure: Structure, won: WinningTile, game: Game) -> Iterator[ReviewReason]:
    # A meld that lacks tiles has those that it has: with the three it should have, more would be told than were read.
    size = structure.size - sum(max(0, 3 - len(segment.items)) for segment in structure.melds)
    if size in game.sizes:
        return
    expected = min(game.sizes, key=lambda one: (abs(one - size), one))
    kongs = sum(len(segment.items) == 4 for segment in structure.melds)
    aside = len(structure.items_of("aside"))
    beside = [f"{kongs} kongs' fourth tiles" if kongs > 1 else "a kong's fourth tile"] * (kongs > 0)
    beside += [f"{aside} laid aside"] * (aside > 0)
    extra = f" beside {' and '.join(beside)}" if beside else ""
    short = "; the winning tile is missing" if size == expected - 1 and won.item is None else ""
    yield ReviewReason("count", (), f"{size} tile{'s' * (size != 1)} read, {expected} expected{extra}{short}")


def _copies(assignment: Assignment, items: Sequence[Item]) -> Iterator[ReviewReason]:
    counts = Counter(assignment.faces)
    for face in assignment.excess:
        tiles = _ids(items, [k for k in range(len(items)) if assignment.faces[k] == face])
        limit = TILES[face].copies
        seen = f"{counts[face]} × {FACE_NAMES[face]} in the hand"
        yield ReviewReason("five_of_a_kind", tiles, f"{seen}, there are {limit} in the game with those on the table")


def _hidden(structure: Structure, assignment: Assignment, items: Sequence[Item]) -> Iterator[ReviewReason]:
    for segment in structure.segments:
        faces = {assignment.faces[k] for k in segment.items}
        if segment.kind == "concealed kong" and assignment.faces[segment.items[0]] == BACK:
            yield ReviewReason("hidden_kong", _ids(items, segment.items), "a kong lies face down: which tile is it?")
        elif segment.kind in MELD_KINDS and faces == {BACK}:
            yield ReviewReason("hidden_kong", _ids(items, segment.items), "a meld lies face down: which tiles is it?")
    loose = [k for k in structure.items_of("concealed", "win", "aside") if assignment.faces[k] == BACK]
    if loose:
        yield ReviewReason("low_margin", _ids(items, loose), "a tile lies face down: which one is it?")


def _groups(
    structure: Structure,
    rival: Structure | None,
    assignment: Assignment,
    items: Sequence[Item],
    said: frozenset[int],
) -> Iterator[ReviewReason]:
    if rival is not None:
        tiles = _difference(structure, rival)
        yield ReviewReason("group_unsure", _ids(items, tiles), "these tiles could be grouped in another way")
    for segment in structure.segments:
        if segment.kind not in MELD_KINDS:
            continue
        faces = [assignment.faces[k] for k in segment.items]
        sideways = sum(items[k].sideways for k in segment.items)
        alike = len(set(faces)) == 1
        if len(faces) < 3:
            yield ReviewReason("group_unsure", _ids(items, segment.items), _too_few(segment))
        elif segment.kind == "meld" and not (alike or is_chow(faces)):
            yield ReviewReason("group_unsure", _ids(items, segment.items), "a meld that is no chow, pung or kong")
        elif segment.kind != "meld" and (len(faces) != 4 or not alike):
            yield ReviewReason("group_unsure", _ids(items, segment.items), "a kong that is not four alike")
        elif segment.kind == "kong" and not sideways and said.isdisjoint(_ids(items, segment.items)):
            others = any(items[k].sideways for other in structure.melds if other is not segment for k in other.items)
            first, after = items[segment.items[0]], segment.items[-1] + 1
            crowded = first.gap < _TOUCH or (after < len(items) and items[after].gap < _TOUCH)
            if others or crowded:
                text = "a kong without a sideways tile: claimed or concealed?"
                yield ReviewReason("group_unsure", _ids(items, segment.items), text)
    strays = [k for k in structure.items_of("stray") if not items[k].reach]
    if strays:
        yield ReviewReason("group_unsure", _ids(items, strays), LEFT_OUT)


def _too_few(segment: Segment) -> str:
    tiles = "1 tile" if len(segment.items) == 1 else f"{len(segment.items)} tiles"
    return f"a meld of {tiles}: a chow or pung has 3" if segment.kind == "meld" else f"a kong of {tiles}: it has 4"


def _borders(structure: Structure, items: Sequence[Item], left: Sequence[NamedTile]) -> Iterator[ReviewReason]:
    """What geometry alone would have put elsewhere: sets cut from the row, and of a table with more tiles on it, those
    from beside the hand."""
    own = set(structure.items_of("concealed", "win"))
    for segment in structure.melds:
        first, after = segment.items[0], segment.items[-1] + 1
        cut = first - 1 in own and items[first].gap < _TOUCH
        if segment.kind == "meld" and (cut or (after in own and items[after].gap < _TOUCH)):
            text = "touches the concealed tiles: a meld, or part of them?"
            yield ReviewReason("group_unsure", _ids(items, segment.items), text)
    if all(tile.face_down for tile in left):
        return
    far = [k for k in sorted(own) if items[k].reach]
    far += [k for segment in structure.melds for k in segment.items if items[k].reach > _FAR]
    if far:
        yield ReviewReason("group_unsure", _ids(items, far), COUNTED_IN)


def _left(
    left: Sequence[NamedTile], structure: Structure, assignment: Assignment, game: Game
) -> Iterator[ReviewReason]:
    """What could complete a hand that has its tiles: one that must lie aside, the fourth of a pung. With hardly
    anything else on the table it is no discard."""
    sets = [{assignment.faces[k] for k in segment.items} for segment in structure.melds if segment.kind == "meld"]
    pungs = frozenset(face for faces in sets if len(faces) == 1 for face in faces)
    shown = [tile for tile in left if not tile.face_down and tile.confidence * tile.detection_score >= _WHOLE_TILE]
    told = None if game.indicator is None else str(game.indicator)
    odd = [tile for tile in shown if tile.face != told and FACE_NUMBERS[tile.face] in game.aside | pungs]
    if odd and len(shown) <= _FEW_LEFT:
        yield ReviewReason("group_unsure", tuple(tile.id for tile in odd), NOT_COUNTED)


def _difference(one: Structure, other: Structure) -> tuple[int, ...]:
    mine = {(segment.kind, segment.items) for segment in one.segments}
    theirs = {(segment.kind, segment.items) for segment in other.segments}
    return tuple(sorted({k for _, group in mine ^ theirs if len(group) < 8 for k in group}))


def _layout(doubts: Sequence[LayoutDoubt]) -> Iterator[ReviewReason]:
    for doubt in doubts:
        if doubt.code in ("two_hands", "regrouped"):
            yield ReviewReason("group_unsure", doubt.tiles, doubt.message)


def _faces(
    structure: Structure, assignment: Assignment, items: Sequence[Item], limits: ReadingThresholds
) -> Iterator[ReviewReason]:
    strays = set(structure.items_of("stray"))
    for k, item in enumerate(items):
        face = assignment.faces[k]
        if k in strays or item.fixed or face == BACK or item.face_down:
            continue
        name = FACE_NAMES[face]
        if face != item.top:
            text = f"looks like {FACE_NAMES[item.top]}, the rules say {name}"
            yield ReviewReason("inferred", (item.tile.id,), text)
            continue
        other = assignment.held_back.get(k)
        if other is None:
            other = _likeliest_other(assignment, k, face)
        margin = assignment.margin(k)
        borne_out = margin >= limits.low_margin and assignment.wins
        doubtful = item.probability_of(face) < limits.low_confidence and not borne_out
        if k in assignment.held_back or margin < limits.low_margin or doubtful:
            text = f"{name} or {FACE_NAMES[other]}" if other is not None else f"{name}, seen poorly"
            yield ReviewReason("low_margin", (item.tile.id,), text)
        elif item.tile.detection_score < limits.low_detection and not assignment.wins:
            yield ReviewReason("low_margin", (item.tile.id,), f"{name}, if it is a tile at all")


def _unknown(structure: Structure, assignment: Assignment, items: Sequence[Item], game: Game) -> Iterator[ReviewReason]:
    """Tiles that the game is played without."""
    strays = set(structure.items_of("stray"))
    for k, item in enumerate(items):
        face = assignment.faces[k]
        if k not in strays and face != BACK and face not in game.faces:
            text = f"{FACE_NAMES[face]} is no tile of {game.name}"
            yield ReviewReason("low_margin", (item.tile.id,), text)


def _laid_aside(
    structure: Structure, assignment: Assignment, items: Sequence[Item], game: Game
) -> Iterator[ReviewReason]:
    """Tiles that the player laid aside and the game keeps in the hand."""
    for k in structure.items_of("aside"):
        face = assignment.faces[k]
        if face != BACK and face in game.faces and face not in game.aside | game.loose:
            text = f"{FACE_NAMES[face]} is not laid aside in {game.name}"
            yield ReviewReason("group_unsure", (items[k].tile.id,), text)


def _likeliest_other(assignment: Assignment, k: int, face: int) -> int | None:
    chances = {other: chance for other, chance in assignment.chances.get(k, {}).items() if other not in (face, -1)}
    return max(chances, key=lambda other: (chances[other], -other)) if chances else None


def _not_winning(
    structure: Structure, assignment: Assignment, items: Sequence[Item], game: Game, limits: ReadingThresholds
) -> Iterator[ReviewReason]:
    if assignment.wins or structure.size not in game.sizes:
        return
    if any(assignment.faces[k] == BACK for k in structure.items_of("concealed", "win")):
        return
    held = dict(assignment.held_back.items())
    hint = ""
    if held:
        changes = ", ".join(f"{FACE_NAMES[items[k].top]} as {FACE_NAMES[face]}" for k, face in sorted(held.items()))
        hint = f"; with {changes} it would be"
    yield ReviewReason("not_winning", _ids(items, sorted(held)), f"no winning hand in {game.name} as read{hint}")


def _win_tile(
    won: WinningTile, structure: Structure, assignment: Assignment, items: Sequence[Item], game: Game
) -> Iterator[ReviewReason]:
    if won.item is None:
        if structure.size in game.sizes:
            yield ReviewReason("win_tile_unsure", (), "which tile won?")
    elif not won.sure:
        name = FACE_NAMES[assignment.faces[won.item]]
        text = f"which tile won? {name} at the right end was taken"
        yield ReviewReason("win_tile_unsure", (items[won.item].tile.id,), text)
