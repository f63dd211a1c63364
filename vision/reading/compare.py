"""How right a reading is against what really lay on the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from vision.types import FACE_DOWN, HandReading, ReadingParts, ReadTile, ReviewCode

ABOUT_THE_HAND: frozenset[ReviewCode] = frozenset({"count", "not_winning", "win_tile_unsure"})
"""Reasons that tell about the hand on the table, not about how well it was seen: thirteen tiles plainly read are a
right reading of a hand that lacks its winning tile."""
IN_HAND = "hand"
ASIDE = "aside"


@dataclass(frozen=True, slots=True)
class MeldTruth:
    """A meld as it lay: its scorer type ("pung", "added kong", …), its faces, and the claimed side where known."""

    type: str
    tiles: tuple[str, ...]
    claimed_from: str | None = None


@dataclass(frozen=True, slots=True)
class HandTruth:
    """What the reading should say.

    `tiles` are all faces of the hand, the winning tile, melds and what lies aside included. `melds` is None where only
    the tiles are known; then `aside` is not compared either. `win_tile` is None where it is not known.
    """

    tiles: tuple[str, ...]
    melds: tuple[MeldTruth, ...] | None = None
    aside: tuple[str, ...] = ()
    win_tile: str | None = None


@dataclass(frozen=True, slots=True)
class HandScore:
    """What came out right.

    `tiles` every face, no more and no less; `exact` the same with melds apart from concealed tiles and what lies
    aside; `win_tile` and `claims` None where the truth does not tell. `edits` is how many single corrections (replace,
    move, add, remove) lead to the truth. `flagged` tells that the reading asked for a look, `doubted` that it did so
    for what it saw and not only for what kind of hand lies there; `inferred` how many tiles the rules changed.
    """

    tiles: bool
    exact: bool
    win_tile: bool | None
    claims: bool | None
    edits: int
    flagged: bool
    inferred: int
    doubted: bool = False

    @property
    def silent_error(self) -> bool:
        """Wrong, and not a word of doubt about it."""
        return not self.exact and not self.flagged


def compare(reading: ReadingParts | HandReading, truth: HandTruth) -> HandScore:
    """Score a reading against the truth. A hidden tile of a kong counts as right where its kong is known to be one
    and the truth has a kong there."""
    read = _tokens(reading, truth)
    real = _truth_tokens(truth)
    missing, extra = real - read, read - real
    edits = max(sum(missing.values()), sum(extra.values()))
    read_faces = Counter(face for face, _ in read.elements())
    real_faces = Counter(face for face, _ in real.elements())
    won = next((tile.face for tile in reading.tiles if tile.role == "win"), None)
    return HandScore(
        tiles=read_faces == real_faces,
        exact=not missing and not extra,
        win_tile=None if truth.win_tile is None else won == truth.win_tile,
        claims=None if truth.melds is None else _claims(reading) == _real_claims(truth),
        edits=edits,
        flagged=bool(reading.review),
        inferred=sum(tile.inferred for tile in reading.tiles),
        doubted=any(reason.code not in ABOUT_THE_HAND for reason in reading.review),
    )


def summary(scores: Sequence[HandScore]) -> dict[str, float]:
    """Rates over many hands: exact, tiles, mean edits, the share never flagged, how many of those are right, and the
    share of wrong hands that were not flagged; the same for hands whose tiles were not doubted (`undoubted`)."""
    count = max(len(scores), 1)
    quiet = [score for score in scores if not score.flagged]
    clear = [score for score in scores if not score.doubted]
    wins = [score.win_tile for score in scores if score.win_tile is not None]
    return {
        "hands": float(len(scores)),
        "exact": sum(score.exact for score in scores) / count,
        "tiles": sum(score.tiles for score in scores) / count,
        "win_tile": sum(wins) / max(len(wins), 1),
        "edits": sum(score.edits for score in scores) / count,
        "unflagged": len(quiet) / count,
        "unflagged_exact": sum(score.exact for score in quiet) / max(len(quiet), 1),
        "silent_errors": sum(score.silent_error for score in scores) / count,
        "undoubted": len(clear) / count,
        "undoubted_exact": sum(score.exact for score in clear) / max(len(clear), 1),
        "undoubted_errors": sum(not score.exact for score in clear) / count,
        "inferred": sum(score.inferred for score in scores) / count,
    }


def _tokens(reading: ReadingParts | HandReading, truth: HandTruth) -> Counter[tuple[str, str]]:
    if truth.melds is None:
        return Counter((tile.face, "") for tile in reading.tiles)
    members: dict[int, list[ReadTile]] = {}
    for tile in reading.tiles:
        members.setdefault(tile.group, []).append(tile)
    unnamed = [meld.tiles[0] for meld in truth.melds if meld.type == "concealed kong"]
    hidden = 0
    found: Counter[tuple[str, str]] = Counter()
    for tiles in members.values():
        role = tiles[0].role
        faces = [tile.face for tile in tiles]
        if role == "concealed kong":
            seen = {face for face in faces if face != FACE_DOWN}
            if not seen:
                hidden += 1
                continue
            if len(seen) == 1:
                faces = [next(iter(seen))] * len(faces)
                if faces[0] in unnamed:
                    unnamed.remove(faces[0])
        place = IN_HAND if role in ("concealed", "win") else ASIDE if role == "aside" else f"[{role}]"
        found.update((face, place) for face in faces)
    # A kong whose four tiles lie face down reads right as a kong; which one it is must be asked.
    for face in (*unnamed, *[FACE_DOWN] * hidden)[:hidden]:
        found[face, "[concealed kong]"] += 4
    return found


def _truth_tokens(truth: HandTruth) -> Counter[tuple[str, str]]:
    if truth.melds is None:
        return Counter((face, "") for face in truth.tiles)
    left = Counter(truth.tiles)
    found: Counter[tuple[str, str]] = Counter()
    for meld in truth.melds:
        role = "kong" if meld.type == "added kong" else meld.type
        found.update((face, f"[{role}]") for face in meld.tiles)
        left.subtract(meld.tiles)
    found.update((face, ASIDE) for face in truth.aside)
    left.subtract(truth.aside)
    found.update((face, IN_HAND) for face in left.elements())
    return found


def _claims(reading: ReadingParts | HandReading) -> Counter[str]:
    return Counter(group.claimed_from or "" for group in reading.groups if group.role in ("chow", "pung", "kong"))


def _real_claims(truth: HandTruth) -> Counter[str]:
    return Counter(meld.claimed_from or "" for meld in truth.melds or () if meld.type != "concealed kong")
