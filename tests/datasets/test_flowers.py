"""What tells one flower tile from another."""

import dataclasses

import numpy as np

from datasets.faces.flowers import FlowerStyle, random_flowers, sketched
from datasets.faces.palette import random_palette
from datasets.faces.plants import SEASONS, bouquet, figure, landscape, random_paints


def drawn(flower: int, style: FlowerStyle) -> list[object]:
    palette = random_palette(np.random.default_rng(5))
    paints = random_paints(np.random.default_rng(style.seed), palette)
    sketch = sketched(flower, style, paints, palette, np.random.default_rng([style.seed, flower]))
    return [points.tolist() for points, *_ in sketch.strokes]


def test_a_season_without_its_character_shows_people_or_places() -> None:
    styles = [random_flowers(np.random.default_rng(seed), plants=False) for seed in range(400)]
    alone = [style for style in styles if style.layout == "drawing"]
    assert len(alone) > 5
    for style in alone:
        assert style.numbered
        assert {SEASONS[0][kind] for kind in style.kinds} <= {figure, landscape}
    others = {SEASONS[0][kind] for style in styles if style.layout != "drawing" for kind in style.kinds}
    assert bouquet in others


def test_a_drawing_at_will_depends_on_no_character() -> None:
    # The same stream of chance draws the same picture beside any character of such a set, and not of another.
    style = next(
        style
        for style in (random_flowers(np.random.default_rng(seed), plants=True) for seed in range(100))
        if style.at_will and style.layout == "corners"
    )
    own = dataclasses.replace(style, at_will=False, kinds=(1, 1, 1, 1))
    alone = dataclasses.replace(style, layout="drawing")
    assert drawn(7, dataclasses.replace(alone, at_will=False)) == drawn(7, alone)
    assert any(drawn(flower, style) != drawn(flower, own) for flower in range(4, 8))
