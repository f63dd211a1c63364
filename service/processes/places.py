"""A fixed number of places that every process of the service fills and empties, such as photos being received.

A place names the process that holds it, so the places of a process that was killed are free at once.
"""

from __future__ import annotations

import os
import struct
from hashlib import blake2b
from mmap import mmap
from typing import Literal

from service.processes.memory import Memory

_PLACE = struct.Struct("<Q8s")


class Places:
    """``count`` places in ``memory``, which holds them alone."""

    def __init__(self, memory: Memory, count: int) -> None:
        self._memory = memory
        self.count = count
        self._process = os.getpid()
        with memory.alone() as found:
            # Left by a process that is dead and whose number this one was given.
            for number, (process, _) in enumerate(_PLACE.iter_unpack(found[: self.size(count)])):
                if process == self._process:
                    _PLACE.pack_into(found, number * _PLACE.size, 0, b"")

    @staticmethod
    def size(count: int) -> int:
        """Bytes of memory for so many places."""
        return count * _PLACE.size

    def take(self, key: str = "", most: int | None = None) -> int | Literal["full", "full for key"]:
        """The number of a place that is now held for ``key``, or why there is none: every place is taken, or ``most``
        are by this key."""
        digest = blake2b(key.encode("utf-8", "surrogatepass"), digest_size=8).digest()
        free, mine = -1, 0
        with self._memory.alone() as found:
            for number, process, holder in self._held(found):
                if not process:
                    free = number if free < 0 else free
                else:
                    mine += holder == digest
            if free < 0:
                return "full"
            if most is not None and mine >= most:
                return "full for key"
            _PLACE.pack_into(found, free * _PLACE.size, self._process, digest)
        return free

    def give_back(self, number: int) -> None:
        """Free a place."""
        with self._memory.alone() as found:
            _PLACE.pack_into(found, number * _PLACE.size, 0, b"")

    def held(self) -> int:
        """Places that are held, by living processes."""
        with self._memory.alone() as found:
            return sum(process != 0 for _, process, _ in self._held(found))

    def _held(self, found: bytearray | mmap) -> list[tuple[int, int, bytes]]:
        """Every place's number, process (0: free) and key."""
        living = {0: False, self._process: True}
        places = []
        for number, (process, holder) in enumerate(_PLACE.iter_unpack(found[: self.size(self.count)])):
            if process not in living:
                living[process] = is_alive(process)
            places.append((number, process if living[process] else 0, holder))
        return places


def is_alive(process: int) -> bool:
    """Whether there is a process of this number."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
