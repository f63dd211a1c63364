"""Tile sets: all 42 faces in one style, drawn on demand."""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Protocol

import numpy as np

from datasets.faces.bamboo import StickStyle, draw_sticks, random_sticks
from datasets.faces.bird import BirdStyle, draw_bird, random_bird
from datasets.faces.characters import (
    IndexStyle,
    WritingStyle,
    draw_character,
    draw_green,
    draw_index,
    draw_red,
    draw_wind,
    index_text,
    random_index,
    random_writing,
)
from datasets.faces.dots import DotStyle, draw_dots, random_dots
from datasets.faces.flowers import FlowerStyle, draw_flower, random_flowers
from datasets.faces.fonts import NoFont, chinese_typefaces, latin_typefaces
from datasets.faces.ink import Canvas, Image
from datasets.faces.palette import Palette, random_palette
from datasets.faces.wear import WearStyle, aged, random_wear, wobbled
from datasets.faces.white import WhiteStyle, draw_white, random_white

FACES = 42
DEFAULT_HEIGHT = 192
_BODIES = ("white", "ivory", "cream", "green", "yellow", "grey")


class TileSet(Protocol):
    """A set of tiles in one style. Faces are numbered as everywhere: 0–8 characters, 9–17 dots, 18–26 bamboos, 27–30
    winds, 31–33 dragons (red, green, white), 34–37 seasons, 38–41 plants."""

    @property
    def name(self) -> str:
        """What identifies the set: the same name draws the same set."""
        ...

    @property
    def body_colour(self) -> tuple[int, int, int]:
        """A hint: the RGB colour of tile body that suits the inks."""
        ...

    def has(self, face: int) -> bool:
        """Whether the set has the face."""
        ...

    def face(self, face: int, height: int = DEFAULT_HEIGHT) -> Image:
        """The ink of the face on a transparent ground: RGBA uint8 (height, height * 3 // 4, 4), the same each time.

        Raises ValueError for a number outside 0 to 41, LookupError for a face that the set lacks.
        """
        ...


@dataclass(frozen=True, slots=True)
class SetStyle:
    """Everything that one drawn set's faces have in common."""

    palette: Palette
    writing: WritingStyle | None
    dots: DotStyle
    sticks: StickStyle
    bird: BirdStyle
    white: WhiteStyle
    seasons: FlowerStyle
    plants: FlowerStyle
    index: IndexStyle | None
    wear: WearStyle
    scale: float
    red_fives: bool
    rim: float
    body_colour: tuple[int, int, int]


def random_style(seed: int) -> SetStyle:
    """The style of the set of that seed. Each part has a random stream of its own."""

    def stream(part: int) -> np.random.Generator:
        return np.random.default_rng([seed, 1000 + part])

    plants = random_flowers(stream(0), plants=True)
    seasons = random_flowers(stream(1), plants=False)
    general = stream(2)
    try:
        writing = random_writing(stream(3))
    except NoFont:
        writing = None
    return SetStyle(
        palette=random_palette(stream(4)),
        writing=writing,
        dots=random_dots(stream(5)),
        sticks=random_sticks(stream(6)),
        bird=random_bird(stream(7)),
        white=random_white(stream(8)),
        seasons=seasons if general.random() < 0.5 else _as_seasons(plants, seasons, general),
        plants=plants,
        index=random_index(stream(9)),
        wear=random_wear(stream(10)),
        scale=float(general.uniform(0.88, 1.08)),
        red_fives=bool(general.random() < 0.06),
        rim=float(general.uniform(2, 5)) if general.random() < 0.03 else 0.0,
        body_colour=_body(general),
    )


def _as_seasons(plants: FlowerStyle, own: FlowerStyle, rng: np.random.Generator) -> FlowerStyle:
    """Seasons composed like the set's plants but with drawings and numbers of their own."""
    return FlowerStyle(
        layout="corners" if plants.layout == "drawing" else plants.layout,
        numbers=own.numbers,
        numbered=plants.numbered,
        chinese_numbers=plants.chinese_numbers,
        character_left=plants.character_left if rng.random() < 0.6 else not plants.character_left,
        text_size=plants.text_size,
        text_ink=own.text_ink,
        number_ink=own.number_ink,
        line=plants.line,
        open_shapes=plants.open_shapes,
        kinds=own.kinds,
        seed=own.seed,
        butterfly=plants.butterfly,
        crowded=plants.crowded,
        at_will=own.at_will,
    )


def _body(rng: np.random.Generator) -> tuple[int, int, int]:
    bases = ((246, 246, 242), (240, 234, 216), (238, 224, 186), (222, 232, 220), (232, 206, 140), (214, 216, 218))
    base = bases[int(rng.choice(6, p=[0.5, 0.22, 0.12, 0.05, 0.06, 0.05]))]
    r, g, b = (int(np.clip(c + rng.normal(0, 5), 0, 255)) for c in base)
    return r, g, b


@dataclass(frozen=True)
class DrawnSet:
    """A set drawn by this package, wholly determined by its seed and the typefaces at hand; cheap to pickle.

    Without a Chinese typeface on the machine it lacks all written faces, and asking for one raises NoFont.
    """

    seed: int

    @cached_property
    def style(self) -> SetStyle:
        """The set's style, worked out on first use."""
        return random_style(self.seed)

    @property
    def name(self) -> str:
        return f"drawn-{self.seed}"

    @property
    def body_colour(self) -> tuple[int, int, int]:
        return self.style.body_colour

    def has(self, face: int) -> bool:
        return 0 <= face < FACES and (self.style.writing is not None or not is_written(face))

    def face(self, face: int, height: int = DEFAULT_HEIGHT) -> Image:
        # A hand shows the same face again and again, and callers may write into what they get.
        return _drawn(self, checked(face), height).copy()

    def __getstate__(self) -> dict[str, int]:
        return {"seed": self.seed}


@lru_cache(maxsize=128)
def _drawn(tiles: DrawnSet, face: int, height: int) -> Image:
    style = tiles.style
    rng = np.random.default_rng([tiles.seed, face])
    canvas = Canvas(height)
    indexed = style.index is not None and index_text(face, style.index) is not None
    canvas.frame = _frame(style, indexed=indexed)
    draw_design(canvas, face, style, rng)
    canvas.frame = (1.0, 0.0, 0.0)
    if style.index is not None and style.writing is not None:
        draw_index(canvas, face, style.index, style.writing, style.palette)
    if style.rim:
        canvas.line([(14, 14), (286, 14), (286, 386), (14, 386)], style.rim, style.palette.dark, closed=True)
    canvas.pixels = wobbled(canvas.pixels, style.wear, rng)
    return aged(canvas.finished(), style.wear, rng)


def _frame(style: SetStyle, *, indexed: bool) -> tuple[float, float, float]:
    """Where the design goes: in the middle, or smaller and aside where a corner index needs room."""
    scale, x, y = style.scale, 150.0, 200.0
    if indexed and style.index is not None:
        if style.index.great:
            scale *= 0.66
            return scale, 172.0 - 150 * scale, 244.0 - 200 * scale
        scale *= 0.88
        corners = style.index.corners
        if len(corners) == 1:
            cx, cy, _ = corners[0]
            x += 10.0 if cx < 150 else -10.0
            y += 16.0 if cy < 200 else -16.0
    return scale, x - 150 * scale, y - 200 * scale


def draw_design(canvas: Canvas, face: int, style: SetStyle, rng: np.random.Generator) -> None:
    """Draw a face's design, without index and wear; NoFont for a written face where nothing can be written."""
    palette, writing = style.palette, style.writing
    if style.red_fives and face in (4, 13, 22):
        palette = palette.all_red()
    if 9 <= face < 18:
        draw_dots(canvas, face - 8, style.dots, palette, rng)
    elif face == 18:
        draw_bird(canvas, style.bird, palette)
    elif 18 < face < 27:
        draw_sticks(canvas, face - 17, style.sticks, palette, rng)
    elif face == 33:
        draw_white(canvas, style.white, writing, palette)
    elif writing is None:
        chinese_typefaces()
        latin_typefaces()
    elif face < 9:
        draw_character(canvas, face + 1, writing, palette)
    elif face < 31:
        draw_wind(canvas, face - 27, writing, palette)
    elif face == 31:
        draw_red(canvas, writing, palette)
    elif face == 32:
        draw_green(canvas, writing, palette)
    else:
        draw_flower(canvas, face - 34, style.seasons if face < 38 else style.plants, writing, palette)


def is_written(face: int) -> bool:
    """Whether drawing the face needs a Chinese typeface."""
    return not (9 <= face < 27 or face == 33)


def checked(face: int) -> int:
    """The face number itself; ValueError where it is none."""
    if not 0 <= face < FACES:
        raise ValueError(f"faces are numbered 0 to {FACES - 1}, not {face}")
    return face


def random_set(rng: np.random.Generator) -> DrawnSet:
    """A new set in a style of its own."""
    return DrawnSet(int(rng.integers(1 << 62)))


def draw_face(face: int, rng: np.random.Generator, height: int = DEFAULT_HEIGHT) -> Image:
    """One face of a new random set."""
    return random_set(rng).face(face, height)
