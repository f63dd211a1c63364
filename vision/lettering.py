"""Text on pictures: a Chinese typeface where the machine has one, else Pillow's own Latin letters."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

FONT_VARIABLE = "TILESIGHT_FONT"
"""Environment variable that names a font file to use before any other."""

_WANTED = (
    "notosanscjk-regular",
    "notosanscjksc-regular",
    "notosanssc-regular",
    "notosanscjk-medium",
    "notosanscjk-bold",
    "sourcehansans",
    "pingfang",
    "hiragino sans gb",
    "stheiti",
    "msyh",
    "microsoftyahei",
    "simhei",
    "wqy-microhei",
    "wqy-zenhei",
    "droidsansfallback",
    "notosanscjk",
    "notoserifcjk",
    "simsun",
    "uming",
    "ukai",
    "gbsn00lp",
)
_SUFFIXES = {".ttf", ".ttc", ".otf", ".otc"}
_MAGIC = (b"\x00\x01\x00\x00", b"OTTO", b"ttcf", b"true")
_PROBE = "番碰萬兰庄"
_LATIN_END = 0x250
_UNITS = {"台": " tai ", "番": " fan ", "分": " points ", "点": " points ", "元": " yuan "}
_SPELLED = _UNITS | {"–": "-", "—": "-", "−": "-", "…": "...", "×": "x", "·": "-", "→": "->", "≥": ">=", "≤": "<="}


@dataclass(frozen=True, slots=True)
class Lettering:
    """A typeface; `font` is None for Pillow's own, which has no Chinese characters."""

    font: Path | None = None

    @property
    def chinese(self) -> bool:
        """Whether Chinese text can be drawn."""
        return self.font is not None

    def at(self, size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
        """The typeface at a height in pixels."""
        return _load(self.font, max(8, size))

    def shown(self, text: str) -> str:
        """The text as this typeface can draw it: Chinese units become words, other Chinese is left out."""
        if self.chinese:
            return text
        spelled = "".join(_SPELLED.get(c, c if ord(c) < _LATIN_END else "") for c in text)
        return " ".join(spelled.split())

    def width(self, text: str, size: int) -> float:
        """How wide a line of text is in pixels."""
        return float(self.at(size).getlength(text))


@lru_cache(maxsize=64)
def _load(font: Path | None, size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    if font is None:
        return ImageFont.load_default(size)
    return ImageFont.truetype(str(font), size)


def font_folders() -> list[Path]:
    """Where this system usually keeps typefaces."""
    home = Path.home()
    known: dict[str, list[Path | str]] = {
        "darwin": ["/System/Library/Fonts", "/Library/Fonts", home / "Library/Fonts"],
        "win32": [Path(os.environ.get("WINDIR", "C:/Windows")) / "Fonts"],
    }
    elsewhere: list[Path | str] = ["/usr/share/fonts", "/usr/local/share/fonts", home / ".fonts"]
    return [Path(folder) for folder in known.get(sys.platform, [*elsewhere, home / ".local/share/fonts"])]


def find_chinese_font(folders: Iterable[Path] | None = None) -> Path | None:
    """The best typeface with Chinese characters in these folders, None where there is none."""
    found: dict[int, Path] = {}
    for path in _font_files(font_folders() if folders is None else folders):
        name = path.stem.lower()
        rank = next((rank for rank, wanted in enumerate(_WANTED) if name.startswith(wanted)), None)
        if rank is not None and rank not in found:
            found[rank] = path
    return next((found[rank] for rank in sorted(found) if draws_chinese(found[rank])), None)


def _font_files(folders: Iterable[Path]) -> Iterator[Path]:
    for folder in folders:
        for parent, _, names in os.walk(folder):
            yield from (Path(parent, name) for name in sorted(names) if Path(name).suffix.lower() in _SUFFIXES)


def draws_chinese(font: Path) -> bool:
    """Whether a font file can be opened and has the characters that scores need."""
    try:
        # Pillow looks for a font of the same name elsewhere when it cannot read this one.
        with font.open("rb") as file:
            if file.read(4) not in _MAGIC:
                return False
        opened = ImageFont.truetype(str(font), 32)
    except (OSError, ValueError):
        return False
    missing = _drawn(opened, "\U0010fffd")
    return all(_drawn(opened, character) not in (missing, b"") for character in _PROBE)


def _drawn(font: ImageFont.FreeTypeFont, character: str) -> bytes:
    picture = Image.new("L", (48, 48))
    ImageDraw.Draw(picture).text((4, 4), character, font=font, fill=255)
    return picture.tobytes() if picture.getbbox() else b""


@lru_cache(maxsize=1)
def system_lettering() -> Lettering:
    """The lettering of this machine: `FONT_VARIABLE`, else what its usual folders hold, else Latin letters only."""
    named = os.environ.get(FONT_VARIABLE)
    if named and draws_chinese(Path(named)):
        return Lettering(Path(named))
    return Lettering(find_chinese_font())
