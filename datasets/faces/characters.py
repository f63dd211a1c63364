"""Faces that are written: the character suit, winds, dragons (framed or blank white ones too) and corner indices."""

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from datasets.faces.fonts import Typeface, chinese_typefaces, latin_typefaces
from datasets.faces.glyphs import Hand, glyph, random_hand, write, write_fitted
from datasets.faces.ink import Canvas, Ink
from datasets.faces.palette import Palette

NUMERALS = "一二三四五六七八九"
WINDS = "東南西北"
_BRUSH = ("kai", "kouzan", "soseki", "mouhitsu", "zheng", "cang", "mang", "yoz", "kiloji", "opti", "fs", "xiaowei")
_UNREADABLE = ("sousyo", "mao-cao", "emoji")
_THIN = ("thin", "extralight", "demilight")


@dataclass(frozen=True, slots=True)
class WritingStyle:
    """Hands for numerals, 萬, honours and corner indices, the spellings used, and the measures of the faces."""

    numeral: Hand
    wan: Hand
    honour: Hand
    latin: Hand
    wan_text: str
    five: str
    east: str
    fortune: str
    numeral_size: float
    wan_size: float
    numeral_y: float
    wan_y: float
    honour_size: float
    lean: float


def pick_typeface(rng: np.random.Generator, faces: tuple[Typeface, ...]) -> Typeface:
    """One typeface, brush and Kai hands first, each family with the same chance however many weights it has."""
    families: dict[str, list[Typeface]] = {}
    for face in faces:
        name = Path(face.path).stem.lower()
        if any(word in name for word in _UNREADABLE + _THIN):
            continue
        families.setdefault("".join(c for c in name if c.isalpha())[:7], []).append(face)
    if not families:
        return faces[int(rng.integers(len(faces)))]
    names = sorted(families)
    brush = [n for n in names if any(word in Path(families[n][0].path).stem.lower() for word in _BRUSH)]
    pool = brush if brush and rng.random() < 0.55 else names
    family = families[pool[int(rng.integers(len(pool)))]]
    return family[int(rng.integers(len(family)))]


def random_writing(rng: np.random.Generator) -> WritingStyle:
    """A style of writing; NoFont where the machine has no typeface for Chinese or Latin characters."""
    faces = chinese_typefaces()
    main = pick_typeface(rng, faces)
    numeral = random_hand(rng, main)
    if rng.random() < 0.35:
        numeral = replace(numeral, high=numeral.high * float(rng.uniform(0.7, 0.92)))
    wan = replace(numeral, high=max(numeral.high, 0.85)) if rng.random() < 0.7 else random_hand(rng, main)
    if rng.random() < 0.12:
        wan = random_hand(rng, pick_typeface(rng, faces))
    honour = wan if rng.random() < 0.5 else random_hand(rng, main)
    if rng.random() < 0.25:
        honour = random_hand(rng, pick_typeface(rng, faces))
    if rng.random() < 0.86 and not wan.face.writes("萬"):
        wan = _traditional(rng, wan, faces, "萬")
    if rng.random() < 0.88 and not honour.face.writes("東發"):
        honour = _traditional(rng, honour, faces, "東發")
    latin = random_hand(rng, pick_typeface(rng, latin_typefaces()), plain=0.8)
    gap = float(rng.uniform(-8, 14))
    return WritingStyle(
        numeral=numeral,
        wan=wan,
        honour=honour,
        latin=Hand(latin.face, wide=latin.wide, high=latin.high, weight=max(latin.weight, 0.0), seed=latin.seed),
        wan_text=_spelling(rng, wan, "萬", "万", 0.1),
        five=_spelling(rng, numeral, "五", "伍", 0.45),
        east=_spelling(rng, honour, "東", "东", 0.08),
        fortune=_fortune(rng, honour),
        numeral_size=float(rng.uniform(125, 182)),
        wan_size=float(rng.uniform(138, 196)),
        numeral_y=112 - gap + float(rng.normal(0, 6)),
        wan_y=278 + gap + float(rng.normal(0, 6)),
        honour_size=float(rng.uniform(185, 260)),
        lean=float(rng.normal(0, 5)),
    )


def _traditional(rng: np.random.Generator, hand: Hand, faces: tuple[Typeface, ...], text: str) -> Hand:
    """Another hand, in a typeface that has the traditional characters, where there is one."""
    able = tuple(face for face in faces if face.writes(text))
    return random_hand(rng, pick_typeface(rng, able)) if able else hand


def _spelling(rng: np.random.Generator, hand: Hand, usual: str, other: str, share: float) -> str:
    """`other` with the probability `share`, and always where the typeface lacks the usual spelling."""
    use_other = rng.random() < share
    first, second = (other, usual) if use_other else (usual, other)
    return first if hand.face.writes(first) else second


def _fortune(rng: np.random.Generator, hand: Hand) -> str:
    able = [c for c in "發发発" if hand.face.writes(c)]
    weights = np.array([{"發": 0.84, "发": 0.1, "発": 0.06}[c] for c in able])
    return able[int(rng.choice(len(able), p=weights / weights.sum()))]


def draw_character(canvas: Canvas, rank: int, style: WritingStyle, palette: Palette) -> None:
    """The character tile of the rank 1 to 9: the numeral over 萬."""
    text = style.five if rank == 5 else NUMERALS[rank - 1]
    write(canvas, style.numeral, text, 150 + style.lean, style.numeral_y, style.numeral_size, palette.numeral)
    write(canvas, style.wan, style.wan_text, 150 - style.lean, style.wan_y, style.wan_size, palette.wan)


def draw_wind(canvas: Canvas, wind: int, style: WritingStyle, palette: Palette) -> None:
    """East, south, west, north for 0 to 3."""
    text = style.east if wind == 0 else WINDS[wind]
    _great(canvas, style, text, palette.wind)


def draw_red(canvas: Canvas, style: WritingStyle, palette: Palette) -> None:
    """The red dragon 中."""
    _great(canvas, style, "中", palette.centre)


def draw_green(canvas: Canvas, style: WritingStyle, palette: Palette) -> None:
    """The green dragon 發."""
    _great(canvas, style, style.fortune, palette.fortune)


def _great(canvas: Canvas, style: WritingStyle, text: str, ink: Ink) -> None:
    write_fitted(canvas, style.honour, text, 150, 200, (min(style.honour_size, 246.0), style.honour_size * 1.22), ink)


@dataclass(frozen=True, slots=True)
class IndexStyle:
    """Corner indices of a set: which corners (x and y in face units, and whether upside down), size, which tiles carry
    them, and whether they are so great that the design stands small below."""

    corners: tuple[tuple[float, float, bool], ...]
    size: float
    suits: bool
    honours: bool
    flowers: bool
    by_suit: bool
    great: bool
    letters: tuple[str, str, str]


def random_index(rng: np.random.Generator) -> IndexStyle | None:
    """Indices as on export sets, or none at all as on most others."""
    if rng.random() < 0.58:
        return None
    great = bool(rng.random() < 0.15)
    inset_x, inset_y, size = float(rng.uniform(36, 52)), float(rng.uniform(44, 60)), float(rng.uniform(46, 80))
    if great:
        inset_x, inset_y, size = 68.0, 74.0, float(rng.uniform(95, 135))
    left, right, top, bottom = inset_x, 300 - inset_x, inset_y, 400 - inset_y
    choices = (
        ((left, top, False),),
        ((right, top, False),),
        ((left, bottom, False),),
        ((right, bottom, True),),
        ((left, top, False), (right, bottom, True)),
        ((right, top, False), (left, bottom, True)),
        ((left, top, False), (right, top, False)),
        ((left, top, False), (right, top, False), (left, bottom, True), (right, bottom, True)),
    )
    kind = rng.random()
    letters = (
        ("C", "F", "P")
        if kind < 0.5
        else (("C", "F", "B") if kind < 0.8 else (("R", "G", "P") if kind < 0.9 else ("R", "G", "W")))
    )
    if letters == ("R", "G", "W"):
        letters = ("R", "G", "B")
    return IndexStyle(
        corners=choices[0 if great else int(rng.choice(8, p=[0.4, 0.25, 0.06, 0.06, 0.1, 0.05, 0.03, 0.05]))],
        size=size,
        suits=bool(rng.random() < 0.95),
        honours=bool(rng.random() < 0.85),
        flowers=bool(rng.random() < 0.15),
        by_suit=bool(rng.random() < 0.2),
        great=great,
        letters=letters,
    )


def index_text(face: int, style: IndexStyle) -> str | None:
    """What the corner of the face (0 to 41) says, if anything."""
    if face < 27:
        return str(face % 9 + 1) if style.suits else None
    if face < 31:
        return "ESWN"[face - 27] if style.honours else None
    if face < 34:
        return style.letters[face - 31] if style.honours else None
    return str((face - 34) % 4 + 1) if style.flowers else None


def draw_index(canvas: Canvas, face: int, index: IndexStyle, writing: WritingStyle, palette: Palette) -> None:
    """Write the corner indices; corners marked so are upside down."""
    text = index_text(face, index)
    if text is None:
        return
    ink = (palette.red, palette.blue, palette.green)[face // 9] if index.by_suit and face < 27 else palette.index
    mask = glyph(writing.latin, text, round(index.size * canvas.scale))
    for x, y, reversed_ in index.corners:
        canvas.stamp(np.ascontiguousarray(mask[::-1, ::-1]) if reversed_ else mask, x, y, ink)
