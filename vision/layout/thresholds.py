"""Every number the layout decides by, in one place. Lengths are in tile widths, heights or ratios, never pixels."""

from __future__ import annotations

from dataclasses import dataclass, replace

TILE_ASPECT = 1.35
"""Height of a mahjong tile's face over its width."""


@dataclass(frozen=True, slots=True)
class LayoutThresholds:
    """The tunable part of the layout.

    Attributes:
        touch_gap: widths between tiles that count as lying together.
        touch_overlap: how much of the shorter side two neighbours must share.
        touch_turn: degrees two neighbours may be turned against each other, modulo a quarter turn.
        touch_size: largest ratio of sizes between neighbours.
        skewed_step, skewed_offset, skewed_size, skewed_turn, skewed_sine: where the next tile of a row is looked for
            (widths along it, heights aside), how unlike in size and from which turn its box is taken for a skewed one,
            and the sine of the slant up to which it can be put right.
        skewed_reach, skewed_near, skewed_alike: widths along the row where plainly slanting tiles are sought, widths
            around the heart, and degrees by which slanting tiles beside each other may differ.
        next_step, next_offset, plainly_sideways: where the centre of the next tile must lie to be taken for one,
            whatever its box, unless that lies across the row to so many degrees.
        sideways_step: from which step such a tile is taken for a sideways one, which needs more room.
        row_offset: heights two neighbours of one row may be shifted against each other.
        sideways_ratio: how much wider (as a logarithm) than its neighbours a tile must look to be lying on its side
            against the word of the namer.
        sideways_hint: the same where the namer says so too.
        wall_backs, wall_gap: face-down tiles in one block from which it is a wall, when they are most of it, and the
            widths between backs of one wall.
        reach_beside: widths a piece of the hand may lie apart on the same line.
        reach_behind: heights a piece may lie before or behind the rows of the hand.
        reach_before: heights a piece of some tiles may lie nearer to the owner, where nothing but his hand lies.
        few_before: how much nearer single tiles and pairs must lie there.
        crosswise_piece, crosswise_reach: the share of a piece's tiles that face a neighbour from which it is taken for
            his, and how much nearer it must lie then.
        reach_corner: widths a piece before or behind may stick out past the end.
        attach_turn: degrees a piece may be turned against the hand, modulo a quarter turn.
        attach_size: largest ratio of sizes between hand and piece.
        full_hand: tiles from which a hand needs nothing more; pieces then must lie closer.
        largest_hand: tiles from which pieces are no longer taken in.
        telling: tiles of a heart from which it tells by itself which way its rows run.
        hearts_tried, heart_margin: how many blocks are tried as the heart of the hand, and how far their scores may lie
            behind the best.
        hearts_at_all, wider_worth: how many are tried where none of these gives a hand of the right size, and how much
            less is worth what gathers from as far as on a quiet table.
        outlying_reach, outlying_reach_few: how far off, as a multiple of what belongs, pieces of three and more, and of
            one or two tiles, are still offered to the reading.
        full_hand_many, full_hand_few: how much nearer pieces of more than four, and of fewer tiles, must lie to a full
            hand.
        own_row, few_tiles: beside this many tiles, how much nearer single tiles and pairs must lie.
        attach_turn_weight: how much a turn counts against a piece beside its distance.
        outlying_pieces, outlying_tiles: how many such pieces at most, and of how many tiles.
        doubtful_piece: how much nearer, as a multiple, a piece must lie of which it is not sure that it is of tiles.
        quiet_table: faces in the whole picture up to which hardly any can be of something else than the hand.
        quiet_reach, quiet_turn, quiet_size: how much farther, and the degrees and the ratio of sizes up to which,
            pieces then belong.
        rival_margin: two blocks whose scores are closer than this are two possible hands.
    """

    touch_gap: float = 0.45
    touch_overlap: float = 0.35
    touch_turn: float = 16.0
    touch_size: float = 1.45
    skewed_step: tuple[float, float] = (0.6, 1.75)
    skewed_offset: float = 0.3
    skewed_size: float = 1.7
    skewed_turn: float = 9.0
    skewed_sine: float = 0.5
    next_step: tuple[float, float] = (0.75, 1.3)
    next_offset: float = 0.2
    plainly_sideways: float = 33.0
    sideways_step: float = 1.09
    skewed_reach: float = 4.5
    skewed_near: float = 6.0
    skewed_alike: float = 14.0
    row_offset: float = 0.5
    sideways_ratio: float = 0.42
    sideways_hint: float = 0.12
    wall_backs: int = 5
    wall_gap: float = 0.7
    reach_beside: float = 4.0
    reach_behind: float = 1.1
    reach_before: float = 2.6
    few_before: float = 1.3
    crosswise_piece: float = 0.7
    crosswise_reach: float = 3.0
    reach_corner: float = 2.5
    attach_turn: float = 18.0
    attach_size: float = 1.35
    full_hand: int = 14
    largest_hand: int = 24
    telling: int = 6
    hearts_tried: int = 5
    heart_margin: float = 2.0
    hearts_at_all: int = 6
    wider_worth: float = 1.0
    outlying_reach: float = 3.5
    outlying_reach_few: float = 2.6
    full_hand_many: float = 1.3
    full_hand_few: float = 1.25
    own_row: int = 8
    few_tiles: float = 1.25
    attach_turn_weight: float = 0.6
    outlying_pieces: int = 6
    outlying_tiles: int = 9
    doubtful_piece: float = 3.0
    quiet_table: int = 18
    quiet_reach: float = 1.7
    quiet_turn: float = 26.0
    quiet_size: float = 1.65
    rival_margin: float = 0.35

    def quiet(self) -> LayoutThresholds:
        """These where there is hardly anything but the hand to be seen."""
        return replace(
            self,
            reach_beside=self.reach_beside * self.quiet_reach,
            reach_behind=self.reach_behind * self.quiet_reach,
            reach_before=self.reach_before * self.quiet_reach,
            reach_corner=self.reach_corner * self.quiet_reach,
            attach_turn=self.quiet_turn,
            attach_size=self.quiet_size,
        )


DEFAULT_LAYOUT_THRESHOLDS = LayoutThresholds()
