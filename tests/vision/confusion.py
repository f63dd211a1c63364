"""A namer that errs the way real ones do, but knows how often: its probabilities are calibrated by construction."""

from __future__ import annotations

import random

from vision.types import FACE_DOWN, Candidate

PAIRS = (
    "4p5p 5p6p 4p6p 6p9p 6s7s 7s8s 8s9s 6s9s 6s8s 7s9s 7m8m 8m9m 7m9m 2m3m 1m2m 1sF 1s1f 2s3s 4s5s 5s7s 3p2p 7p8p "
    "1p2p 4m6m 5m6m PF EW SN 1f5f 2f6f 3f7f 4f8f 1f2f 3f4f 5f6f 7f8f 2p3p 4s6s 3s5s"
)


def _neighbours() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for word in PAIRS.split():
        one, other = (word[:2], word[2:]) if len(word) == 4 else _split(word)
        found.setdefault(one, []).append(other)
        found.setdefault(other, []).append(one)
    return found


def _split(word: str) -> tuple[str, str]:
    if word[0].isdigit():
        return word[:2], word[2:]
    return word[0], word[1:]


NEIGHBOURS = _neighbours()


def doubtful(face: str, rng: random.Random, share: float = 0.12) -> tuple[Candidate, ...]:
    """Candidates for a tile that shows `face`: a `share` of the tiles is seen poorly. Of the tiles named with
    probability p, the share p is named right."""
    others = NEIGHBOURS.get(face)
    if face == FACE_DOWN or others is None or rng.random() >= share:
        return ((face, 0.9995), *(((others[0], 0.0003),) if others else ()))
    sure = rng.choice([0.97, 0.9, 0.8, 0.65, 0.5])
    shown, hidden = face, rng.choice(others)
    if rng.random() > sure:
        shown, hidden = hidden, shown
    rest = [other for other in NEIGHBOURS.get(shown, []) if other != hidden][:2]
    left = 1.0 - sure
    candidates = [(shown, sure), (hidden, left * (0.9 if rest else 1.0))]
    candidates += [(other, left * 0.1 / len(rest)) for other in rest]
    return tuple(sorted(candidates, key=lambda pair: -pair[1]))
