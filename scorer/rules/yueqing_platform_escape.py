"""乐清, platform edition: 逃跑. A leaver pays each of the others the largest big item still possible for that one.

"Possible" is a check of what lies there, wild tiles standing only for themselves, not a search for a winning hand.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from scorer.context import wind_of
from scorer.given import Given
from scorer.hand import Meld, MeldType
from scorer.result import Payment
from scorer.rules import yueqing_platform_flowers as flowers
from scorer.rules.yueqing_platform_big import BIG_ITEMS
from scorer.rules.yueqing_platform_settlement import priced
from scorer.rules.yueqing_tiles import GREEN, RED, WHITE, WINDS, face_before, flower_tile
from scorer.settle import others
from scorer.tiles import Tile


@dataclass(frozen=True)
class Player:
    """One player's tiles at the moment another leaves; what was not shown is not there. Where nothing is shown at all
    the wild face may be unknown, -1.

    count_concealed_kongs, count_concealed_chows   the table's options on what makes a set claimed or made
    """

    melds: tuple[Meld, ...]
    hand: tuple[Tile, ...]
    aside: tuple[Tile, ...]
    wild: int
    own_wind: int
    count_concealed_kongs: bool
    count_concealed_chows: bool

    @cached_property
    def tiles(self) -> tuple[Tile, ...]:
        """Hand and melds."""
        return (*self.hand, *(tile for meld in self.melds for tile in meld.tiles))

    def has(self, face: int) -> int:
        return sum(tile == face for tile in self.tiles)

    @cached_property
    def wilds(self) -> int:
        return sum(tile == self.wild for tile in self.hand)

    @cached_property
    def flowers(self) -> int:
        return self.aside.count(flower_tile(self.wild, face_before(self.wild)))

    @cached_property
    def claimed(self) -> tuple[Meld, ...]:
        """吃 碰 杠: sets taken from another player; concealed kongs as the table has it."""
        return tuple(meld for meld in self.melds if meld.is_exposed or self.count_concealed_kongs)

    @cached_property
    def triples(self) -> tuple[int, ...]:
        """Faces of three or four alike in hand (刻)."""
        return tuple(face for face in sorted(set(self.hand)) if self.hand.count(face) >= 3)

    @cached_property
    def suits(self) -> int:
        """How many suits there are among the tiles."""
        return len({tile // 9 for tile in self.tiles if tile < 27})

    @cached_property
    def honours(self) -> int:
        return sum(tile >= 27 for tile in self.tiles)

    @cached_property
    def made(self) -> int:
        """Sets on the table, and in hand the pungs (where the table has it, the chows too) that need no wild tile."""
        if self.count_concealed_chows:
            in_hand = most_sets([self.hand.count(Tile(face)) if face != self.wild else 0 for face in range(34)])
        else:
            in_hand = sum(face != self.wild for face in self.triples)
        return len(self.melds) + in_hand


def most_sets(counts: list[int], start: int = 0) -> int:
    """The most pungs and chows that these 34 counts hold at once."""
    best = 0
    for face in range(start, 34):
        takes = [(face,) * 3] if counts[face] >= 3 else []
        if face < 27 and face % 9 < 7 and all(counts[face + step] for step in range(3)):
            takes.append((face, face + 1, face + 2))
        for take in takes:
            left = list(counts)
            for taken in take:
                left[taken] -= 1
            best = max(best, 1 + most_sets(left, face))
    return best


def has_other_winds(p: Player) -> bool:
    return p.wild not in WINDS and all(p.has(wind) for wind in WINDS if wind != p.own_wind)


def beauties(p: Player, whites: int) -> bool:
    none_wild = p.wild not in (RED, GREEN, WHITE)
    return none_wild and p.has(RED) >= 3 and p.has(GREEN) >= 3 and p.aside.count(WHITE) + p.has(WHITE) >= whites


POSSIBLE: dict[str, Callable[[Player], bool]] = {
    "all-pungs": lambda p: sum(meld.type is not MeldType.CHOW for meld in p.melds) + len(p.triples) >= 5,
    "one-suit-and-honours": lambda p: p.suits <= 1 and len(p.claimed) >= 3,
    "lone-wild": lambda p: len(p.hand) in (1, 2) and p.wilds >= 1,
    "three-wild": lambda p: p.wilds >= 3,
    "wild-pair": lambda p: len(p.claimed) >= 4 and p.wilds >= 2,
    "winds-shadow": lambda p: has_other_winds(p) and p.has(p.own_wind) >= 1,
    "one-suit": lambda p: p.suits == 1 and not p.honours and len(p.claimed) >= 3,
    "wild-pung": lambda p: p.made >= 4 and p.wilds >= 3,
    "three-beauties": lambda p: beauties(p, 3),
    "four-whites": lambda p: p.flowers >= 4,
    "all-winds": lambda p: has_other_winds(p) and p.has(p.own_wind) >= 3,
    "hard-lone-tile": lambda p: len(p.hand) in (1, 2) and p.wilds == 0,
    "all-honours": lambda p: sum(meld.tiles[0] >= 27 for meld in p.claimed) >= 3 and len(p.tiles) - p.honours <= 1,
    "three-shown": lambda p: p.aside.count(face_before(p.wild)) >= 3,
    "four-wild": lambda p: p.wilds >= 4,
    "four-beauties": lambda p: beauties(p, 4),
}
"""When each big item counts as possible. 双归位, 单吊财神, 天胡, 地胡, 三归位 and 四归位 never do."""

VALUES = {item.id: int(item.value_note) for item in BIG_ITEMS}
NAMES = {item.id: item.name for item in BIG_ITEMS}


def player(given: Given, seat: int) -> Player:
    context = given.context
    view = context.seat(seat)
    return Player(
        view.melds,
        view.concealed or (),
        view.aside,
        given.wild,
        -1 if context.dealer is None else int(wind_of(seat, context.dealer)),
        given.option["escape_concealed_kongs"],
        given.option["escape_concealed_chows"],
    )


def largest_possible(p: Player) -> str | None:
    """The id of the largest possible item, the first of equals; None where nothing is possible."""
    possible = [id_ for id_, holds in POSSIBLE.items() if holds(p)]
    return max(possible, key=lambda id_: VALUES[id_], default=None)


def escape(given: Given) -> list[Payment]:
    """What the leaver pays each of the others, and everybody's 花 as in a drawn hand."""
    leaver = given.context.leaver
    assert leaver is not None, "the context of an escape names its leaver"
    base, multiple = given.option["base"], given.option["escape_multiple"]
    found = []
    for seat in others(leaver):
        id_ = largest_possible(player(given, seat))
        amount = base * multiple
        why = f"逃跑: base {base} × {multiple}"
        if id_ is not None:
            amount += VALUES[id_]
            why += f" + {NAMES[id_]} {VALUES[id_]}, possible"
        if amount:
            found.append(Payment(leaver, seat, amount, why))
    return priced([*found, *flowers.payments(given.context, given.wild)], given.option)
