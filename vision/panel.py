"""The panel below the annotated picture: the hand in small tiles, doubts, what counted, the total, who pays whom."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from scorer import Illegal, NotWinning, Result, Scored, get_ruleset
from vision.glyphs import Colour, tile_icon
from vision.lettering import Lettering
from vision.types import HandReading, ReadTile

_PAPER: Colour = (24, 28, 34)
_INK: Colour = (238, 240, 242)
_QUIET: Colour = (160, 168, 176)
_GAIN: Colour = (90, 220, 120)
_LOSS: Colour = (255, 110, 100)
_DOUBT: Colour = (255, 90, 180)
_TOTAL: Colour = (255, 208, 60)
_INFERRED: Colour = (0, 190, 255)


@dataclass(slots=True)
class _Sheet:
    """A panel that grows downwards."""

    width: int
    letters: Lettering
    size: int
    image: Image.Image = field(init=False)
    pen: ImageDraw.ImageDraw = field(init=False)
    at: float = field(init=False)

    def __post_init__(self) -> None:
        self.image = Image.new("RGB", (self.width, 64 * self.size), _PAPER)
        self.pen = ImageDraw.Draw(self.image)
        self.at = self.margin

    @property
    def margin(self) -> float:
        return 0.8 * self.size

    def room(self, height: float) -> None:
        """Makes sure that `height` more pixels fit."""
        if self.at + height + self.margin <= self.image.height:
            return
        larger = Image.new("RGB", (self.width, self.image.height + max(int(height), 64 * self.size)), _PAPER)
        larger.paste(self.image)
        self.image, self.pen = larger, ImageDraw.Draw(larger)

    def line(self, text: str, colour: Colour = _INK, right: str = "", size: float = 1.0) -> None:
        """A paragraph, broken at the margin, with a short text at the right end of its first line."""
        height = round(self.size * size)
        free = self.width - 2 * self.margin - (self.letters.width(right, height) + height if right else 0)
        for number, part in enumerate(self.broken(self.letters.shown(text), height, free)):
            self.room(1.4 * height)
            font = self.letters.at(height)
            middle = self.at + 0.7 * height
            self.pen.text((self.margin, middle), part, font=font, fill=colour, anchor="lm")
            if number == 0 and right:
                self.pen.text((self.width - self.margin, middle), right, font=font, fill=colour, anchor="rm")
            self.at += 1.4 * height

    def broken(self, text: str, size: int, free: float) -> list[str]:
        """A text as lines that fit; it breaks at blanks and anywhere between Chinese characters."""
        lines, line = [], ""
        for piece in _pieces(text):
            if line and self.letters.width((line + piece).rstrip(), size) > free:
                lines.append(line.rstrip())
                line = piece.lstrip()
            else:
                line += piece
        return [*lines, line.rstrip()] if line or not lines else lines

    def gap(self, share: float = 0.5) -> None:
        self.at += share * self.size

    def rule(self) -> None:
        self.gap(0.35)
        self.room(2)
        self.pen.line((self.margin, self.at, self.width - self.margin, self.at), fill=(70, 76, 84), width=2)
        self.gap(0.35)

    def done(self) -> NDArray[np.uint8]:
        return np.asarray(self.image.crop((0, 0, self.width, round(self.at + self.margin))))


def draw_panel(
    width: int,
    reading: HandReading,
    result: Result | None,
    doubtful: Collection[int],
    seats: Sequence[str] | None,
    letters: Lettering,
) -> NDArray[np.uint8]:
    """The panel, RGB uint8, `width` pixels wide and as high as it needs."""
    sheet = _Sheet(width, letters, max(20, round(width / 36)))
    _hand(sheet, reading, doubtful)
    for reason in reading.review:
        sheet.line(f"? {reason.message}", _DOUBT)
    if result is not None:
        sheet.rule()
        _result(sheet, result, seats)
    return sheet.done()


def _hand(sheet: _Sheet, reading: HandReading, doubtful: Collection[int]) -> None:
    """The tiles group by group, in rows that fit."""
    by_id = {tile.id: tile for tile in reading.tiles}
    height = round(min(2.6 * sheet.size, sheet.width / 9))
    step, apart = round(0.8 * height), round(0.4 * height)
    x = sheet.margin
    sheet.room(1.3 * height)
    for group in reading.groups:
        members = [by_id[number] for number in group.tiles if number in by_id]
        needed = step * len(members)
        if x > sheet.margin and x + min(needed, sheet.width / 2) > sheet.width - sheet.margin:
            x, sheet.at = sheet.margin, sheet.at + 1.25 * height
            sheet.room(1.3 * height)
        for tile in members:
            if x + step > sheet.width - sheet.margin:
                x, sheet.at = sheet.margin, sheet.at + 1.25 * height
                sheet.room(1.3 * height)
            _small_tile(sheet, tile, x, height, tile.id in doubtful)
            x += step
        x += apart
    if reading.tiles:
        sheet.at += 1.25 * height
    sheet.gap(0.2)
    if reading.notation:
        sheet.line(reading.notation, _QUIET, size=0.85)


def _small_tile(sheet: _Sheet, tile: ReadTile, x: float, height: int, doubtful: bool) -> None:
    icon = Image.fromarray(tile_icon(tile.face, height))
    sheet.image.paste(icon, (round(x), round(sheet.at)), icon)
    colour = _DOUBT if doubtful else _INFERRED if tile.inferred else None
    if colour is not None:
        below = sheet.at + height * 1.06
        sheet.pen.line((x, below, x + icon.width, below), fill=colour, width=max(3, height // 12))


def _result(sheet: _Sheet, result: Result, seats: Sequence[str] | None) -> None:
    rules = get_ruleset(result.ruleset.id)
    name = f"{rules.name} {rules.name_en}" if sheet.letters.chinese else rules.name_en
    if isinstance(result, NotWinning | Illegal):
        sheet.line(name, _INK, size=1.2)
        for problem in result.problems:
            sheet.line(problem.message, _LOSS)
        return
    if isinstance(result, Scored):
        sheet.line(name, _TOTAL, sheet.letters.shown(f"{result.total} {result.unit}"), size=1.35)
        for item in result.items:
            worth = sheet.letters.shown(f"×{item.factor}" if item.factor is not None else str(item.value))
            shown = f"{item.name} {item.name_en}" if sheet.letters.chinese else item.name_en
            sheet.line(shown if item.count == 1 else f"{shown}  ×{item.count}", _INK, worth)
        for left_out in result.not_counted:
            because = next((item for item in result.items if item.id == left_out.because), None)
            if sheet.letters.chinese:
                sheet.line(
                    f"不计 {left_out.name} {left_out.name_en}", _QUIET, because.name if because else "", size=0.8
                )
            else:
                sheet.line(f"not counted: {left_out.name_en}", _QUIET, because.name_en if because else "", size=0.8)
        sheet.line(result.formula, _QUIET, size=0.9)
    else:
        sheet.line(name, _TOTAL, size=1.2)
    _payouts(sheet, result.payouts, seats)


def _payouts(sheet: _Sheet, payouts: Sequence[int], seats: Sequence[str] | None) -> None:
    """One box a seat, with what it gets or pays."""
    if not payouts:
        return
    sheet.gap()
    height = 3.1 * sheet.size
    sheet.room(height)
    wide = (sheet.width - 2 * sheet.margin) / len(payouts)
    names = seats or [("座位 " if sheet.letters.chinese else "seat ") + str(number) for number in range(len(payouts))]
    for number, amount in enumerate(payouts):
        left = sheet.margin + number * wide
        box = (left + 4, sheet.at, left + wide - 4, sheet.at + height)
        sheet.pen.rounded_rectangle(box, sheet.size // 2, fill=(44, 50, 58))
        colour = _GAIN if amount > 0 else _LOSS if amount < 0 else _QUIET
        middle = left + wide / 2
        name = sheet.letters.shown(names[number]) if number < len(names) else str(number)
        sheet.pen.text(
            (middle, sheet.at + 0.28 * height), name, font=sheet.letters.at(sheet.size), fill=_QUIET, anchor="mm"
        )
        sheet.pen.text(
            (middle, sheet.at + 0.68 * height),
            f"{amount:+d}" if amount else "0",
            font=sheet.letters.at(round(1.3 * sheet.size)),
            fill=colour,
            anchor="mm",
        )
    sheet.at += height


def _pieces(text: str) -> list[str]:
    """Where a line may break: after a blank, and after every Chinese character."""
    pieces, word = [], ""
    for character in text:
        if ord(character) >= 0x2E80:
            if word:
                pieces.append(word)
            pieces.append(character)
            word = ""
        else:
            word += character
            if character == " ":
                pieces.append(word)
                word = ""
    return [*pieces, word] if word else pieces
