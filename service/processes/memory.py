"""Memory that one process keeps for itself, or that several processes of one machine change by turns."""

from __future__ import annotations

import mmap
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class Memory:
    """So many zeroed bytes of this process."""

    def __init__(self, size: int) -> None:
        self._bytes: bytearray | mmap.mmap = bytearray(size)
        self._turn = threading.Lock()

    @contextmanager
    def alone(self) -> Iterator[bytearray | mmap.mmap]:
        """The bytes, while nobody else reads or changes them. Never to be held while waiting for anything."""
        with self._turn:
            yield self._bytes


class SharedMemory(Memory):
    """The bytes of a file, the same for every process that opens it; made, zeroed, by the first.

    Taking turns goes by a lock on the file, which the system lifts when its holder dies.
    """

    def __init__(self, path: Path, size: int) -> None:
        self._turn = threading.Lock()
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        # Only ever longer: a process whose settings ask for less must not take memory from under the others.
        if os.fstat(self._file).st_size < size:
            os.ftruncate(self._file, size)
        self._bytes = mmap.mmap(self._file, size)

    @contextmanager
    def alone(self) -> Iterator[bytearray | mmap.mmap]:
        import fcntl

        with self._turn:
            fcntl.flock(self._file, fcntl.LOCK_EX)
            try:
                yield self._bytes
            finally:
                fcntl.flock(self._file, fcntl.LOCK_UN)
