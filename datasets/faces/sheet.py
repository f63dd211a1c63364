"""Contact sheets of tile sets, to look at: `python -m datasets.faces.sheet --seed 1 --out sheet.png`.

With `--data FOLDER` the shared art follows, once as it is and once recoloured.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from PIL import Image

from datasets.faces.art import SOURCES, art_set
from datasets.faces.ink import Image as Pixels
from datasets.faces.tileset import FACES, TileSet, random_set


def on_body(ink: Pixels, body: tuple[int, int, int]) -> Pixels:
    """An RGBA face laid on a plain tile: RGB uint8."""
    alpha = ink[..., 3:].astype(np.float32) / 255
    mixed = ink[..., :3] * alpha + np.array(body, np.float32) * (1 - alpha)
    return mixed.astype(np.uint8)


def contact_sheet(sets: Sequence[TileSet], height: int = 96, faces: Sequence[int] = tuple(range(FACES))) -> Pixels:
    """One row for each set, one column for each face, those a set lacks left dark: RGB uint8."""
    wide, gap = height * 3 // 4, 3
    sheet = np.full((len(sets) * (height + gap) + gap, len(faces) * (wide + gap) + gap, 3), 60, np.uint8)
    for row, tiles in enumerate(sets):
        for column, face in enumerate(faces):
            if tiles.has(face):
                y, x = gap + row * (height + gap), gap + column * (wide + gap)
                sheet[y : y + height, x : x + wide] = on_body(tiles.face(face, height), tiles.body_colour)
    return sheet


def main(arguments: Sequence[str] | None = None) -> None:
    """Write a sheet of random sets."""
    parser = argparse.ArgumentParser(prog="python -m datasets.faces.sheet", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sets", type=int, default=8)
    parser.add_argument("--height", type=int, default=96)
    parser.add_argument("--faces", help="numbers or a range, as 9-17 or 18,32; all where not given")
    parser.add_argument("--data", type=Path, help="the data folder whose art is shown too")
    parser.add_argument("--out", type=Path, default=Path("sheet.png"))
    given = parser.parse_args(arguments)
    rng = np.random.default_rng(given.seed)
    sets: list[TileSet] = [random_set(rng) for _ in range(given.sets)]
    if given.data:
        sets += [art_set(given.data, which, coloured) for which in SOURCES for coloured in (None, rng)]
    sheet = contact_sheet(sets, given.height, _faces(given.faces))
    Image.fromarray(sheet).save(given.out)


def _faces(text: str | None) -> tuple[int, ...]:
    if not text:
        return tuple(range(FACES))
    numbers: list[int] = []
    for part in text.split(","):
        first, _, last = part.partition("-")
        numbers.extend(range(int(first), int(last or first) + 1))
    return tuple(numbers)


if __name__ == "__main__":
    main()
