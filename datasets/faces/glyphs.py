"""Characters as a tile carver makes them: a typeface bent, thickened, softened or hollowed."""

from dataclasses import dataclass

import cv2
import numpy as np

from datasets.faces.fonts import Typeface, written
from datasets.faces.ink import Canvas, Image, Ink


@dataclass(frozen=True, slots=True)
class Hand:
    """How one set's characters are cut: typeface, stretch (wide, high), slant, weight (-1 thin … 1 thick), softness and
    wobble in ems, whether only the outline is cut, how much larger than its em the typeface has to be set, and how much
    the strokes climb to the right."""

    face: Typeface
    wide: float = 1.0
    high: float = 1.0
    slant: float = 0.0
    weight: float = 0.0
    softness: float = 0.0
    wobble: float = 0.0
    hollow: bool = False
    seed: int = 0
    size: float = 1.0
    rise: float = 0.0


def glyph(hand: Hand, text: str, em: int) -> Image:
    """`text` at `em` pixels, cut as by `hand`: opacity uint8, with a little empty margin."""
    size = max(8, em)
    plain = written(hand.face, text, size)
    margin = max(3, size // 12)
    high, wide = plain.shape
    lean, climb = hand.slant * high, hand.rise * wide
    out = (round(wide * hand.wide + abs(lean)) + 2 * margin, round(high * hand.high + abs(climb)) + 2 * margin)
    matrix = np.array(
        [[hand.wide, -hand.slant, margin + max(lean, 0)], [-hand.rise, hand.high, margin + max(climb, 0)]], np.float32
    )
    mask = np.asarray(cv2.warpAffine(plain, matrix, out, flags=cv2.INTER_LINEAR), np.uint8)
    return _recut(_bent(mask, hand, size) if hand.wobble > 0 else mask, hand, size)


def _bent(mask: Image, hand: Hand, size: int) -> Image:
    """The character shaken, each in its own way and every time in the same."""
    rng = np.random.default_rng([hand.seed, *mask.shape, int(mask[::3, ::3].sum())])
    high, wide = mask.shape
    coarse = rng.normal(0, hand.wobble * size, (2, 5, 4)).astype(np.float32)
    bend_x, bend_y = (cv2.resize(c, (wide, high), interpolation=cv2.INTER_CUBIC) for c in coarse)
    x, y = np.meshgrid(np.arange(wide, dtype=np.float32), np.arange(high, dtype=np.float32))
    return np.asarray(cv2.remap(mask, x + bend_x, y + bend_y, cv2.INTER_LINEAR), np.uint8)


def _recut(mask: Image, hand: Hand, size: int) -> Image:
    """Change stroke weight and roundness: a blurred shape cut again at another level."""
    if hand.weight == 0 and hand.softness == 0 and not hand.hollow:
        return mask
    sigma = max(hand.softness, abs(hand.weight) * 0.028, 0.012) * size
    soft = np.asarray(cv2.GaussianBlur(mask, (0, 0), sigma), np.float32)
    level = float(np.clip(127.0 - 75.0 * hand.weight, 48.0, 190.0))
    gain = max(2.7, 2.0 * sigma)
    cut = np.clip((soft - level) * gain + 127, 0, 255).astype(np.uint8)
    if hand.hollow:
        reach = max(1, round(size * 0.024))
        inner = cv2.erode(cut, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * reach + 1, 2 * reach + 1)))
        cut = cv2.subtract(cut, inner)
    return np.asarray(cut, np.uint8)


def write(canvas: Canvas, hand: Hand, text: str, x: float, y: float, em: float, ink: Ink | None) -> None:
    """Cut `text` with its ink centred at (x, y), `em` units to the em."""
    canvas.stamp(glyph(hand, text, round(em * hand.size * canvas.scale)), x, y, ink)


def write_fitted(canvas: Canvas, hand: Hand, text: str, x: float, y: float, box: tuple[float, float], ink: Ink) -> None:
    """Cut `text` as large as fits in a box of (width, height) units centred at (x, y)."""
    trial = written(hand.face, text, 64)
    wide = trial.shape[1] * hand.wide + abs(hand.slant) * trial.shape[0]
    em = 64 * min(box[0] / wide, box[1] / (trial.shape[0] * hand.high)) / hand.size
    write(canvas, hand, text, x, y, em, ink)


def random_hand(rng: np.random.Generator, face: Typeface, *, plain: float = 0.35) -> Hand:
    """A way of cutting characters; with probability `plain` close to the typeface as designed."""
    seed = int(rng.integers(1 << 31))
    wide, high = float(rng.uniform(0.85, 1.15)), float(rng.uniform(0.88, 1.08))
    sample = written(face, "南" if face.chinese else "8", 64)
    # Bold faces take no more weight without closing up, light ones need some to look carved.
    black = float(sample.mean()) / 255
    most, least = float(np.clip((0.6 - black) * 5, -0.2, 1.3)), float(np.clip((0.36 - black) * 3, -0.4, 0.6))
    size = float(np.clip(55 / max(sample.shape), 0.9, 1.35)) if face.chinese else 1.0
    if rng.random() < plain:
        weight = float(np.clip(rng.uniform(-0.2, 0.8), min(least, most), most))
        return Hand(face, wide=wide, high=high, weight=weight, seed=seed, size=size)
    return Hand(
        face,
        wide=wide * float(rng.uniform(0.9, 1.12)),
        high=high,
        slant=float(rng.normal(0, 0.06)),
        weight=float(rng.uniform(min(least, most), most)),
        softness=float(rng.choice([0.0, rng.uniform(0.01, 0.035)])),
        wobble=float(rng.choice([0.0, rng.uniform(0.004, 0.02)])),
        hollow=bool(rng.random() < 0.05),
        seed=seed,
        size=size,
        rise=float(rng.choice([0.0, rng.normal(0.07, 0.06), rng.normal(0.07, 0.06)])),
    )
