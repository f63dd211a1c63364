"""How often a caller may ask, counted in memory: of this process, or of all the processes of a machine."""

from __future__ import annotations

import struct
import time
from collections.abc import Callable, Sequence
from hashlib import blake2b
from typing import Protocol

from service.processes.memory import Memory

_BUCKET = struct.Struct("<16sdd")
_WAYS = 8
SETS = 4096


class Rates(Protocol):
    """Counts requests by caller; the same for every process that shares it."""

    async def wait(self, keys: Sequence[str], photo: bool) -> float:
        """Count one request, of photos or not, of a caller known by each of these keys; 0 where it is within every
        rate, else the seconds until it would be."""
        ...

    async def close(self) -> None:
        """Let go of what counting needs."""
        ...


class Buckets:
    """Token buckets by caller: ``per_minute`` on average, as much at once as a quarter of that.

    There are as many as the memory has room for. A caller not seen for long gives way to a new one: his bucket is full
    again by then, and a full bucket is what a new caller gets.
    """

    def __init__(
        self, memory: Memory, per_minute: int, clock: Callable[[], float] = time.monotonic, sets: int = SETS
    ) -> None:
        self.rate = per_minute / 60
        self.burst = max(1.0, per_minute / 4)
        self._memory = memory
        self._clock = clock
        self._sets = sets

    @staticmethod
    def size(sets: int = SETS) -> int:
        """Bytes of memory for so many sets of buckets."""
        return sets * _WAYS * _BUCKET.size

    def take(self, key: str) -> float:
        """Take one token: 0 when there was one, else the seconds until there is."""
        if self.rate == 0:
            return 0.0
        digest = blake2b(key.encode("utf-8", "surrogatepass"), digest_size=16).digest()
        first = int.from_bytes(digest[:8], "little") % self._sets * _WAYS * _BUCKET.size
        places = range(first, first + _WAYS * _BUCKET.size, _BUCKET.size)
        with self._memory.alone() as buckets:
            now = self._clock()
            held = [(_BUCKET.unpack_from(buckets, place), place) for place in places]
            found = next(((tokens, seen, place) for (owner, tokens, seen), place in held if owner == digest), None)
            if found is None:
                # An empty place was last seen at 0.
                tokens, seen, place = self.burst, now, min(held, key=lambda entry: entry[0][2])[1]
            else:
                tokens, seen, place = found
            tokens = min(self.burst, max(0.0, tokens) + max(0.0, now - seen) * self.rate)
            taken = tokens >= 1
            _BUCKET.pack_into(buckets, place, digest, tokens - taken, now)
        return 0.0 if taken else (1 - tokens) / self.rate


class MemoryRates:
    """Two rates, of all requests and of those with photos."""

    def __init__(self, all_requests: Buckets, photos: Buckets) -> None:
        self._all = all_requests
        self._photos = photos

    async def wait(self, keys: Sequence[str], photo: bool) -> float:
        waits = [self._all.take(key) for key in keys]
        if photo:
            waits.extend(self._photos.take(key) for key in keys)
        return max(waits, default=0.0)

    async def close(self) -> None:
        """Nothing is open."""
