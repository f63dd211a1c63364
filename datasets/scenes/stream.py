"""Scenes without end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np

from datasets.scenes.render import SHARED_SETS, render_scene
from datasets.scenes.types import KINDS, FaceSource, Scene


@dataclass(frozen=True, slots=True)
class StreamConfig:
    """What a stream of scenes is made of; picklable when `faces` is."""

    faces: FaceSource
    seed: int = 0
    kinds: Mapping[str, float] | None = None
    """Weights of the kinds; None for the usual mix."""
    size: tuple[int, int] | None = None
    """(width, height); None for the usual mix of sizes."""
    workers: int = 1
    """Streams that share the seeds between them."""
    worker: int = field(default=0)


def stream(config: StreamConfig) -> Iterator[Scene]:
    """Endless scenes; worker k of n takes every nth block of the seeds that share a tile set.

    ValueError names a kind that does not exist.
    """
    for kind in config.kinds or ():
        if kind not in KINDS:
            raise ValueError(f"kind {kind!r} is none of {', '.join(KINDS)}")
    block = config.worker
    while True:
        for seed in range(block * SHARED_SETS, (block + 1) * SHARED_SETS):
            yield scene_at(config, config.seed * 1_000_003 * SHARED_SETS + seed)
        block += config.workers


def scene_at(config: StreamConfig, seed: int) -> Scene:
    """The scene of one seed under the stream's mix, for sources that are asked by number."""
    kind = None
    if config.kinds:
        weights = np.array(list(config.kinds.values()), dtype=np.float64)
        chooser = np.random.default_rng([seed, 3])
        kind = str(chooser.choice(list(config.kinds), p=weights / weights.sum()))
    return render_scene(seed, faces=config.faces, size=config.size, kind=kind)
