"""Every number the reading decides by, in one place, so that all of them can be fitted on measured readings.

Costs are negative logarithms of probabilities (nats): adding 2.3 makes something ten times less likely.

`low_confidence` and `low_margin` come from the curve that `tilesight model eval real/dev --hands` prints: of the 107
hands there 92 % are returned without a doubt of what was seen, and all of these are right. `no_win`, `infer_margin` and
`infer_floor` come from winning hands, and hands one tile off a win, dealt from the photographs' own tiles
(`service.dealt_hands`): of the tiles misread in wins of an unknown tile set those are repaired whose true face is among
the candidates (docs/hands.md), and of the hands one tile off a win one in two hundred is changed, and says so.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ReadingThresholds:
    """The tunable part of the reading.

    Attributes:
        least_probability: candidates below it are taken at it; nothing is ever quite impossible.
        deepest_change: alternatives that cost more than this against the top candidate are not tried.
        most_faces: how many candidates of a tile are tried.
        no_win: what a hand costs that does not win. A photographed hand nearly always does, and hands that miss a win
            by just one tile's likeliest misreading are rare.
        no_win_no_rules: the same where no ruleset says what wins.
        fifth_copy: cost of every copy of a face over four in the whole picture.
        second_flower: cost of every further copy of one flower.
        foreign_face: cost of a face that the game does not use.
        kong_split: cost of four of one face that touch and are torn apart.
        broken_meld: cost of a meld that is neither a chow nor a pung nor a kong.
        trials, trials_rival: how many assignments are weighed at most, for the likeliest grouping and for others.
        slack: assignments that cost this much more than the best still count for the margins.
        infer_margin: a change against the top candidate is made when its face is at least so much more probable than
            any other, the rules counted in; below, it is only suggested.
        infer_floor: the least calibrated probability of a face that the rules may choose.
        low_margin: tiles whose face is less than this more probable than the next are shown to the player.
        low_confidence: tiles whose face the namer gives less than this, and which the rules do not bear out.
        low_detection: detections weaker than this in the hand are shown.
        group_margin: two ways to group whose costs differ by less are a doubt.
        wrong_count, each_missing, each_extra: cost of a hand of another size, and of every tile less or more: tiles can
            be overlooked, what is more is of something else.
        one_short: cost of a hand without its winning tile.
        second_piece, later_piece: cost of concealed tiles in another row, and after a meld in the same row.
        set_piece: more for several pieces of which one is a set that lies by itself: that is a meld.
        set_among_melds: cost of a set that lies by itself as concealed tiles where there are melds.
        kong_alone: cost of four of one face that lie by themselves as concealed tiles.
        inner_gap, inner_gap_most: cost per width of a gap inside the concealed tiles, and its bound.
        sideways_concealed, back_concealed, flower_inside: cost of such a tile among the concealed ones.
        meld, sideways_meld, more_sideways: cost of a meld, the same when one tile lies sideways, cost of each further.
        melds: cost of having this many melds.
        meld_gap: cost per width of a gap inside a meld.
        touching_meld, touching_sideways_meld, touching_kong, touching_melds: cost of a border without a gap between
            concealed tiles and a meld, the same when a sideways tile marks it, when it is four alike, and between two
            melds.
        border: widths of gap from which a border costs nothing.
        win_apart, win_sideways, win_alone: cost of a winning tile at these places.
        win_elsewhere: more for an apart tile that is not at the right.
        win_touching: more for a winning tile without a gap.
        wild_aside: cost of a wild tile lying apart as laid aside.
        aside_change: what a tile may at most cost more as one that must lie aside.
        stray, stray_fringe, stray_inside, stray_back: cost of leaving out a tile that lies alone, at the edge, inside a
            row, and a single back.
        outlying, outlying_each: cost of taking in a piece that lies near the hand, and for how far off it is.
        outlying_part: more for taking only a part of such a piece.
        outlying_set: less for a piece that is a set by itself: by chance few are.
        outlying_tile: more for each single tile of such a piece, and for one that won.
        outlying_flowers, outlying_flower: less for a row of tiles that must lie aside, and for a single one.
        outlying_row: more for a whole row of such a piece as concealed tiles.
        outlying_wall: more for four backs.
        hidden_kong: cost of a kong of four backs, which may be a piece of the wall.
        stray_row, stray_row_each: cost of leaving out a whole row, and for each of its tiles.
        plain_hand: cost up to which a hand that does not win is not doubted to be the one that is meant.
        other_hand, other_hand_behind: cost of taking other tiles for the hand than geometry would, and for how much
            less likely it finds them.
    """

    least_probability: float = 3e-5
    deepest_change: float = 10.0
    most_faces: int = 6
    no_win: float = 7.0
    no_win_no_rules: float = 4.0
    fifth_copy: float = 7.0
    second_flower: float = 3.5
    foreign_face: float = 5.0
    kong_split: float = 3.0
    broken_meld: float = 7.0
    trials: int = 200
    trials_rival: int = 40
    slack: float = 3.5
    infer_margin: float = 0.75
    infer_floor: float = 0.002
    low_margin: float = 0.85
    low_confidence: float = 0.97
    low_detection: float = 0.35
    group_margin: float = 1.1
    wrong_count: float = 4.5
    each_missing: float = 0.5
    each_extra: float = 1.5
    one_short: float = 3.0
    second_piece: float = 1.4
    later_piece: float = 1.5
    set_piece: float = 1.2
    set_among_melds: float = 1.0
    kong_alone: float = 5.0
    inner_gap: float = 1.6
    inner_gap_most: float = 2.0
    sideways_concealed: float = 2.5
    back_concealed: float = 3.0
    flower_inside: float = 8.0
    meld: float = 0.0
    sideways_meld: float = -0.6
    more_sideways: float = 2.0
    melds: tuple[float, ...] = (0.0, 0.1, 0.2, 0.5, 1.6, 2.2)
    meld_gap: float = 5.0
    touching_meld: float = 3.2
    touching_sideways_meld: float = 1.8
    touching_kong: float = 2.0
    touching_melds: float = 1.5
    border: float = 0.3
    win_apart: float = 0.3
    win_sideways: float = 0.3
    win_alone: float = 0.6
    win_elsewhere: float = 0.7
    win_touching: float = 4.0
    wild_aside: float = 1.5
    aside_change: float = 3.0
    stray_back: float = 1.0
    stray: float = 3.5
    stray_fringe: float = 1.8
    stray_inside: float = 7.0
    outlying: float = 0.8
    outlying_each: float = 1.4
    outlying_part: float = 2.5
    outlying_set: float = 1.6
    outlying_tile: float = 3.0
    outlying_flowers: float = 2.2
    outlying_flower: float = 0.8
    outlying_row: float = 1.5
    outlying_wall: float = 4.0
    hidden_kong: float = 1.0
    stray_row: float = 3.8
    stray_row_each: float = 0.25
    plain_hand: float = 5.0
    other_hand: float = 1.0
    other_hand_behind: float = 0.5


DEFAULT_READING_THRESHOLDS = ReadingThresholds()
