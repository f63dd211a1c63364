"""Characters as a tile carver makes them: a typeface bent, thickened, softened or hollowed."""

from dataclasses import dataclass

import cv2
import numpy as np

from datasets.faces.fonts import Typeface, written
from datasets.faces.ink import Canvas, Image, Ink


@dataclass(frozen=True, slots=True)
class Hand:
    """How one set's characters are cut: typeface, stretch (wide, high), slant, weight (-1 thin … 1 thick), softness and
    wobble in ems, whether only the outline is cut, and how much larger than its em the typeface has to be set."""

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


def glyph(hand: Hand, text: str, em: int) -> Image:
    """`text` at `em` pixels, cut as by `hand`: opacity uint8, with a little empty margin."""
    size = max(8, em)
    plain = written(hand.face, text, size)
    margin = max(3, size // 12)
    high, wide = plain.shape
    out_wide = round(wide * hand.wide + abs(hand.slant) * high) + 2 * margin
    out_high = round(high * hand.high) + 2 * margin
    if hand.wobble > 0:
        mask = _bent(plain, hand, size, margin, out_wide, out_high)
    else:
        shift = margin + max(hand.slant, 0) * high
        matrix = np.array([[hand.wide, -hand.slant, shift], [0, hand.high, margin]], np.float32)
        mask = np.asarray(cv2.warpAffine(plain, matrix, (out_wide, out_high), flags=cv2.INTER_LINEAR), np.uint8)
    return _recut(mask, hand, size)


def _bent(plain: Image, hand: Hand, size: int, margin: int, out_wide: int, out_high: int) -> Image:
    rng = np.random.default_rng([hand.seed, *plain.shape, int(plain[::3, ::3].sum())])
    coarse = rng.normal(0, hand.wobble * size, (2, 5, 4)).astype(np.float32)
    bend = [cv2.resize(coarse[i], (out_wide, out_high), interpolation=cv2.INTER_CUBIC) for i in (0, 1)]
    x, y = np.meshgrid(np.arange(out_wide, dtype=np.float32), np.arange(out_high, dtype=np.float32))
    from_y = (y - margin) / hand.high
    from_x = (x - margin - max(hand.slant, 0) * plain.shape[0] + hand.slant * from_y) / hand.wide
    return np.asarray(
        cv2.remap(
            plain, (from_x + bend[0]).astype(np.float32), (from_y + bend[1]).astype(np.float32), cv2.INTER_LINEAR
        ),
        np.uint8,
    )


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
    )
