"""The eight flower tiles: a drawing with the season's or plant's character, a number, or both, in many compositions."""

from dataclasses import dataclass

import numpy as np

from datasets.faces.characters import NUMERALS, WritingStyle
from datasets.faces.glyphs import Hand, write_fitted
from datasets.faces.ink import Canvas, Ink
from datasets.faces.palette import Palette
from datasets.faces.plants import (
    DRAWINGS,
    PLANTS,
    SEASONS,
    Drawing,
    Paints,
    bouquet,
    butterfly,
    garnish,
    random_paints,
)
from datasets.faces.sketch import Sketch

SEASON_TEXT = "春夏秋冬"
PLANT_TEXT = ("梅", "蘭兰", "竹", "菊")
_PEOPLE_AND_PLACES = (3, 4)
"""Which of a season's drawings show no plant."""
_LAYOUTS = ("corners", "corners", "corners", "side", "below", "great", "drawing", "text only")


@dataclass(frozen=True, slots=True)
class FlowerStyle:
    """One set's flowers (seasons or plants): composition, numbers, paints and drawings."""

    layout: str
    numbers: tuple[int, int, int, int]
    numbered: bool
    chinese_numbers: bool
    character_left: bool
    text_size: float
    text_ink: int
    number_ink: int
    line: float
    open_shapes: bool
    kinds: tuple[int, int, int, int]
    seed: int
    butterfly: bool
    crowded: bool
    at_will: bool
    """Whether any drawing may stand beside any character, which alone tells the tile then."""


def random_flowers(rng: np.random.Generator, *, plants: bool) -> FlowerStyle:
    """A composition shared by four flower tiles. Numbers follow a usual order, in a few sets any other."""
    usual = (1, 2, 4, 3) if plants else (1, 2, 3, 4)
    chance = float(rng.random())
    if plants and chance < 0.3:
        numbers = (1, 2, 3, 4)
    elif chance > 0.97:
        order = [int(i) + 1 for i in rng.permutation(4)]
        numbers = (order[0], order[1], order[2], order[3])
    else:
        numbers = usual
    kinds = [int(i) for i in rng.integers(0, 5, 4)]
    if not plants and rng.random() < 0.7:
        # Most sets keep to one manner for all their seasons.
        kinds = [kinds[0]] * 4
    layout = str(rng.choice(_LAYOUTS))
    if layout == "drawing" and not plants and (numbers != usual or rng.random() < 0.5):
        layout = "corners"
    if layout == "drawing" and not plants:
        # With no character a plant would pass for one of the four plants.
        kinds = [kind if kind in _PEOPLE_AND_PLACES else _PEOPLE_AND_PLACES[kind % 2] for kind in kinds]
    return FlowerStyle(
        layout=layout,
        numbers=numbers,
        numbered=bool(rng.random() < 0.75) or (layout == "drawing" and not plants),
        chinese_numbers=bool(rng.random() < 0.12),
        character_left=bool(rng.random() < 0.5),
        text_size=float(rng.uniform(70, 118)),
        text_ink=int(rng.integers(4)),
        number_ink=int(rng.integers(4)),
        line=float(rng.uniform(4.5, 9.5)),
        open_shapes=bool(rng.random() < 0.45),
        kinds=(kinds[0], kinds[1], kinds[2], kinds[3]),
        seed=int(rng.integers(1 << 31)),
        butterfly=bool(rng.random() < 0.15),
        crowded=bool(rng.random() < 0.35),
        at_will=bool(rng.random() < 0.2),
    )


def draw_flower(canvas: Canvas, flower: int, style: FlowerStyle, writing: WritingStyle, palette: Palette) -> None:
    """Draw the flower 0 to 7: spring, summer, autumn, winter, plum, orchid, bamboo, chrysanthemum."""
    rng = np.random.default_rng([style.seed, flower])
    inks = (palette.red, palette.blue, palette.green, palette.dark)
    text = _text(flower, writing.honour)
    number = style.numbers[flower % 4] if style.numbered else None
    paints = random_paints(np.random.default_rng(style.seed), palette)
    if style.layout == "text only":
        write_fitted(
            canvas, writing.honour, text, 150, 200, (style.text_size * 1.9, style.text_size * 2.2), inks[style.text_ink]
        )
        if number is not None:
            _number(canvas, number, style, writing, (52.0, 62.0), inks[style.number_ink])
        return
    sketch = sketched(flower, style, paints, palette, rng)
    flip = bool(rng.random() < 0.5)
    size, left = style.text_size, style.character_left
    side = -1 if left else 1
    if style.layout == "corners":
        sketch.draw(canvas, 150, 248, (216, 236), flip=flip)
        write_fitted(
            canvas, writing.honour, text, 150 + side * (118 - size / 2), 66, (size, size), inks[style.text_ink]
        )
        if number is not None:
            _number(canvas, number, style, writing, (150 - side * 88, 66), inks[style.number_ink])
    elif style.layout == "side":
        sketch.draw(canvas, 150 - side * 42, 215, (150, 300), flip=flip, stretch=1.6)
        write_fitted(canvas, writing.honour, text, 150 + side * 82, 120, (size, size * 1.2), inks[style.text_ink])
        if number is not None:
            _number(canvas, number, style, writing, (150 + side * 82, 310), inks[style.number_ink])
    elif style.layout == "below":
        sketch.draw(canvas, 150, 150, (220, 215), flip=flip)
        write_fitted(canvas, writing.honour, text, 150 + side * 40, 325, (size, size), inks[style.text_ink])
        if number is not None:
            _number(canvas, number, style, writing, (150 - side * 70, 325), inks[style.number_ink])
    elif style.layout == "great":
        sketch.draw(canvas, 150, 285, (200, 160), flip=flip)
        write_fitted(canvas, writing.honour, text, 150, 120, (size * 1.35, size * 1.4), inks[style.text_ink])
        if number is not None:
            _number(canvas, number, style, writing, (150 - side * 100, 60), inks[style.number_ink])
    else:
        sketch.draw(canvas, 150, 205, (225, 300), flip=flip, stretch=1.5)
        if number is not None:
            _number(canvas, number, style, writing, (150 + side * 100, 62), inks[style.number_ink])


def _text(flower: int, hand: Hand) -> str:
    if flower < 4:
        return SEASON_TEXT[flower]
    spellings = PLANT_TEXT[flower - 4]
    able = [c for c in spellings if hand.face.writes(c)] or [spellings[0]]
    return able[hand.seed % len(able)] if hand.seed % 5 == 0 else able[0]


def _number(
    canvas: Canvas, number: int, style: FlowerStyle, writing: WritingStyle, at: tuple[float, float], ink: Ink
) -> None:
    size = 0.8 * style.text_size
    if style.chinese_numbers:
        write_fitted(canvas, writing.honour, NUMERALS[number - 1], at[0], at[1], (size * 0.85, size * 0.85), ink)
    else:
        write_fitted(canvas, writing.latin, str(number), at[0], at[1], (size * 0.8, size * 0.8), ink)


def sketched(flower: int, style: FlowerStyle, paints: Paints, palette: Palette, rng: np.random.Generator) -> Sketch:
    """The flower's drawing, without character and number."""
    sketch = Sketch(line=style.line, open_shapes=style.open_shapes)
    draw: Drawing
    if style.at_will and style.layout != "drawing":
        draw = DRAWINGS[int(rng.integers(len(DRAWINGS)))]
    elif flower < 4:
        draw = SEASONS[flower][style.kinds[flower]]
    else:
        # With its character beside it a plant may be drawn as just some flower; alone it has to be itself.
        itself = style.layout == "drawing" or style.kinds[flower - 4] > 0
        draw = PLANTS[flower - 4] if itself else bouquet
    draw(sketch, paints, rng)
    if style.crowded:
        garnish(sketch, paints, rng)
    if style.butterfly:
        left, top, right, _ = sketch.extent()
        butterfly(sketch, right if rng.random() < 0.5 else left, top + 20, 34, palette.accent)
    return sketch
