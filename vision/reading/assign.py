"""The most probable faces for one grouping of the tiles.

Every meld is one choice among the sets its tiles can show, every other tile a choice among its candidates. The
combinations are weighed in the order of their cost, so the search may stop as soon as no later one can win; what the
rules say about the whole (copies of a face, a winning shape) is added to each.
"""

from __future__ import annotations

import heapq
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from scorer import Meld, MeldType
from scorer.tiles import TILES
from vision.reading.game import BACK, Game
from vision.reading.pieces import Item
from vision.reading.sets import is_chow, ways_of
from vision.reading.structure import MELD_KINDS, Segment, Structure
from vision.reading.thresholds import ReadingThresholds
from vision.reading.winning import cheapest_win


@dataclass(frozen=True, slots=True)
class Assignment:
    """Faces for all items, by index, and what they cost together with the rules' say.

    `chances` gives for each item the probability of its possible faces with the rules counted in; `wins` tells whether
    the hand is a winning shape; `held_back` are the items whose likelier face under the rules was not taken, with that
    face; `excess` the faces of which there are too many.
    """

    faces: tuple[int, ...]
    cost: float
    wins: bool
    excess: tuple[int, ...]
    chances: dict[int, dict[int, float]]
    held_back: dict[int, int] = field(default_factory=dict)

    def margin(self, item: int) -> float:
        """How much more probable the chosen face of an item is than any other."""
        chances = self.chances.get(item)
        if chances is None:
            return 1.0
        chosen = chances.get(self.faces[item], 0.0)
        return chosen - max((chance for face, chance in chances.items() if face != self.faces[item]), default=0.0)


@dataclass(frozen=True, slots=True)
class _Choice:
    """One thing to decide: faces for these items, cheapest first."""

    items: tuple[int, ...]
    options: tuple[tuple[float, tuple[int, ...]], ...]


@dataclass(frozen=True, slots=True)
class _Weighed:
    cost: float
    faces: tuple[int, ...]
    wins: bool
    excess: tuple[int, ...]


def assign(
    structure: Structure,
    items: Sequence[Item],
    background: Counter[int],
    game: Game,
    limits: ReadingThresholds,
    trials: int | None = None,
) -> Assignment:
    """The most probable faces for this grouping, by at most `trials` assignments (the threshold's number). `background`
    counts the faces seen outside the hand."""
    most = limits.trials if trials is None else trials
    choices = _choices(structure, items, game, limits)
    weigher = _Weigher(structure, items, background, game, limits)
    pool: list[_Weighed] = []
    best = math.inf
    complete = False
    for trial, (cost, faces) in enumerate(_by_cost(choices, len(items), limits.deepest_change)):
        if cost > best + limits.slack:
            complete = True
            break
        if trial >= most:
            break
        weighed = weigher.weigh(cost, faces)
        pool.append(weighed)
        best = min(best, weighed.cost)
    else:
        complete = True
    if not complete and not any(weighed.wins for weighed in pool):
        rescued = weigher.rescue(pool[0], best)
        if rescued is not None:
            pool.append(rescued)
    return _decide(pool, items, choices, limits)


def _choices(structure: Structure, items: Sequence[Item], game: Game, limits: ReadingThresholds) -> list[_Choice]:
    found: list[_Choice] = []
    for segment in structure.segments:
        if segment.kind in MELD_KINDS:
            domains = tuple(items[k].domain for k in segment.items)
            ways = ways_of(domains, limits.broken_meld)
            least = ways[0].cost
            found.append(_Choice(segment.items, tuple((way.cost - least, way.faces) for way in ways)))
            continue
        for k in segment.items:
            found.append(_Choice((k,), _single(items[k], segment, game)))
    return found


def _single(item: Item, segment: Segment, game: Game) -> tuple[tuple[float, tuple[int, ...]], ...]:
    """A tile's own choices where it lies: nothing that must lie aside stands in a hand, and the other way round."""
    options = item.domain
    if segment.kind in ("concealed", "win"):
        options = tuple(pair for pair in options if pair[0] not in game.aside) or item.domain[:1]
    elif segment.kind == "aside":
        loose = game.aside | game.loose
        options = tuple(pair for pair in options if pair[0] in loose) or item.domain[:1]
    elif segment.kind == "stray":
        options = item.domain[:1]
    least = options[0][1]
    return tuple((cost - least, (face,)) for face, cost in options)


def _by_cost(choices: Sequence[_Choice], count: int, deepest: float) -> Iterator[tuple[float, tuple[int, ...]]]:
    """All combinations of the choices, the cheapest first, as faces by item."""
    base = [BACK] * count
    for choice in choices:
        for k, face in zip(choice.items, choice.options[0][1], strict=True):
            base[k] = face
    open_choices = [
        _Choice(choice.items, tuple(option for option in choice.options if option[0] <= deepest))
        for choice in choices
        if len(choice.options) > 1 and choice.options[1][0] <= deepest
    ]
    # Cheap alternatives first keeps the heap small.
    open_choices.sort(key=lambda choice: choice.options[1][0])
    steps = [[later[0] - option[0] for option, later in pairwise(choice.options)] for choice in open_choices]
    # An entry changes what its picks say, as (place, pick), and may go on from its last place.
    heap: list[tuple[float, tuple[tuple[int, int], ...]]] = [(0.0, ())]
    while heap:
        cost, picks = heapq.heappop(heap)
        faces = list(base)
        for place, pick in picks:
            choice = open_choices[place]
            for k, face in zip(choice.items, choice.options[pick][1], strict=True):
                faces[k] = face
        yield cost, tuple(faces)
        if picks:
            place, pick = picks[-1]
            if pick < len(steps[place]):
                heapq.heappush(heap, (cost + steps[place][pick], (*picks[:-1], (place, pick + 1))))
            if place + 1 < len(open_choices):
                ahead = steps[place + 1][0]
                heapq.heappush(heap, (cost + ahead, (*picks, (place + 1, 1))))
                if pick == 1:
                    # The same without this change: later places are reached one from the other.
                    heapq.heappush(heap, (cost - steps[place][0] + ahead, (*picks[:-1], (place + 1, 1))))
        elif open_choices:
            heapq.heappush(heap, (steps[0][0], ((0, 1),)))


class _Weigher:
    """Adds what the rules say about the whole to the cost of its parts."""

    def __init__(
        self,
        structure: Structure,
        items: Sequence[Item],
        background: Counter[int],
        game: Game,
        limits: ReadingThresholds,
    ) -> None:
        self.structure = structure
        self.items = items
        self.game = game
        self.limits = limits
        self.melds = structure.melds
        self.in_hand = structure.items_of("concealed", "win")
        self.seen = [background[face] for face in range(BACK + 1)]
        self.known: dict[tuple[tuple[int, ...], tuple[int, ...]], bool] = {}
        self.penalty = limits.no_win if game.ruleset is not None else limits.no_win_no_rules

    def weigh(self, cost: float, faces: tuple[int, ...]) -> _Weighed:
        """The whole cost of these faces."""
        counts = list(self.seen)
        for face in faces:
            counts[face] += 1
        excess = []
        for face in set(faces):
            limit = max(4 if face < 34 else 1, self.seen[face])
            if counts[face] > limit and face != BACK:
                excess.append(face)
                each = self.limits.fifth_copy if face < 34 else self.limits.second_flower
                cost += (counts[face] - limit) * each
        wins = self.wins(faces)
        if not wins:
            cost += self.penalty
        return _Weighed(cost, faces, wins, tuple(sorted(excess)))

    def wins(self, faces: Sequence[int]) -> bool:
        """Whether the hand is a winning shape."""
        concealed = tuple(sorted(faces[k] for k in self.in_hand))
        shown = tuple(faces[segment.items[0]] for segment in self.melds)
        key = (concealed, shown)
        found = self.known.get(key)
        if found is None:
            melds = [meld_of(segment, faces) for segment in self.melds]
            found = self.known[key] = self.game.wins(concealed, melds)
        return found

    def rescue(self, top: _Weighed, allowed: float) -> _Weighed | None:
        """A win among the combinations that were not reached in time."""
        domains = [
            tuple((face, cost) for face, cost in self.items[k].domain if face < 34) or self.items[k].domain
            for k in self.in_hand
        ]
        for size in self.game.sizes:
            sets = (size - 2) // 3 - len(self.melds)
            if sets < 0:
                continue
            found = cheapest_win(domains, sets, self.game.wild, allowed)
            if found is not None:
                faces = list(top.faces)
                for k, face in zip(self.in_hand, found[1], strict=True):
                    faces[k] = face
                weighed = self.weigh(found[0], tuple(faces))
                return weighed if weighed.wins and weighed.cost < allowed else None
        return None


def meld_of(segment: Segment, faces: Sequence[int]) -> Meld | None:
    """The meld these faces make, None where its faces are hidden. A broken one keeps its tiles."""
    shown = [faces[k] for k in segment.items]
    if BACK in shown:
        return None
    if segment.kind == "meld":
        kind = MeldType.CHOW if is_chow(shown) or len(set(shown)) == 3 else MeldType.PUNG
    else:
        kind = MeldType(segment.kind)
    return Meld(kind, tuple(TILES[face] for face in shown))


def _decide(
    pool: list[_Weighed], items: Sequence[Item], choices: Sequence[_Choice], limits: ReadingThresholds
) -> Assignment:
    """The best of the pool whose changes against the top candidates are all well founded."""
    pool.sort(key=lambda weighed: (weighed.cost, weighed.faces))
    best = pool[0]
    chances = _chances(pool, choices, limits)
    # Where the likeliest face cannot lie, as a wind in a game without, there is nothing to hold back to.
    possible = {k: {faces[n] for _, faces in choice.options} for choice in choices for n, k in enumerate(choice.items)}
    held_back: dict[int, int] = {}
    kept = pool
    while True:
        weak = {
            k: best.faces[k]
            for k, item in enumerate(items)
            if best.faces[k] != item.top
            and best.faces[k] != BACK
            and item.top != BACK
            and not item.fixed
            and item.top in possible.get(k, ())
            and not _founded(item, best.faces[k], chances.get(k, {}), limits)
        }
        if not weak:
            break
        held_back.update(weak)
        remaining = [w for w in kept if all(w.faces[k] == items[k].top for k in weak)]
        if not remaining:
            break
        kept = remaining
        best = kept[0]
    return Assignment(best.faces, best.cost, best.wins, best.excess, chances, held_back)


def _founded(item: Item, face: int, chances: dict[int, float], limits: ReadingThresholds) -> bool:
    chosen = chances.get(face, 0.0)
    other = max((chance for other, chance in chances.items() if other != face), default=0.0)
    seen = item.probability_of(face)
    return chosen - other >= limits.infer_margin and seen >= limits.infer_floor


def _chances(
    pool: Sequence[_Weighed], choices: Sequence[_Choice], limits: ReadingThresholds
) -> dict[int, dict[int, float]]:
    least = min(weighed.cost for weighed in pool)
    weights = [math.exp(least - weighed.cost) for weighed in pool]
    total = sum(weights)
    found: dict[int, dict[int, float]] = {}
    for choice in choices:
        if len(choice.options) < 2:
            continue
        for k in choice.items:
            chances: dict[int, float] = {}
            for weight, weighed in zip(weights, pool, strict=True):
                face = weighed.faces[k]
                chances[face] = chances.get(face, 0.0) + weight / total
            if len(chances) == 1:
                # Nothing else came within reach: the next candidate bounds the margin.
                nearest = choice.options[1][0]
                chances[-1] = math.exp(-max(nearest, limits.slack))
            found[k] = chances
    return found
