"""Thousands of photos read by several processes, each line kept once it is written.

`read_all` is the engine of one machine; `service.cluster.photos` has the one for a Ray cluster, with the same lines.

The output is JSON Lines, one line a photo, in the order in which photos are done. After a kill the same command goes
on: whole lines stay, a torn last line is dropped, photos that have a line are not read again.
"""

from __future__ import annotations

import json
import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait as wait_for
from pathlib import Path
from typing import Any, BinaryIO

ENDINGS = frozenset({".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif"})
_SYNC_S = 2.0
_AHEAD = 2

Line = dict[str, Any]
Progress = Callable[[Line], None]


class BatchError(Exception):
    """The folder or the output file cannot be used."""


def find_photos(folder: Path) -> list[str]:
    """Every photo below ``folder``, by its path relative to it, sorted.

    Raises:
        BatchError: there is no such folder.
    """
    if not folder.is_dir():
        raise BatchError(f"{folder}: no such folder")
    found = (path for path in folder.rglob("*") if path.suffix.lower() in ENDINGS and path.is_file())
    return sorted(path.relative_to(folder).as_posix() for path in found)


@contextmanager
def alone(out: Path) -> Iterator[None]:
    """Hold ``out`` against other batches, by a lock on a hidden file beside it, which the system lifts with its holder,
    and which is gone afterwards unless the holder was killed.

    Raises:
        BatchError: another batch is writing it, or no file can be made there.
    """
    try:
        import fcntl
    except ImportError:  # Windows has none; there the user alone sees to it.
        yield
        return
    # By whatever name and link it is reached, it is one file.
    real = out.resolve()
    if not real.name:
        raise BatchError(f"{out}: expected the name of a file")
    lock = real.with_name(f".{real.name}.lock")
    while True:
        try:
            held = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise BatchError(f"{out}: {error.strerror}") from None
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(held)
            raise BatchError(f"{out}: another batch is writing it") from None
        if _is_open(lock, held):
            break
        # It was opened just before its holder removed it; whoever comes now makes another.
        os.close(held)
    try:
        yield
    finally:
        # Removed while it is held: afterwards it may be another's.
        with suppress(OSError):
            lock.unlink()
        os.close(held)


def _is_open(path: Path, descriptor: int) -> bool:
    """Whether the open file is the one that has this name now."""
    try:
        return os.path.samestat(path.stat(), os.fstat(descriptor))
    except OSError:
        return False


def resume(out: Path) -> list[Line]:
    """The lines already done in ``out``; a torn last line is cut off the file.

    Raises:
        BatchError: the file holds something else, or cannot be read.
    """
    done: list[Line] = []
    if out.exists() and not out.is_dir() and not out.is_file():
        # Reading a device may never end.
        raise BatchError(f"{out}: not an ordinary file")
    try:
        with out.open("r+b") as file:
            whole = 0
            for number, raw in enumerate(file, 1):
                if not raw.endswith(b"\n"):
                    break
                line = _parse(raw)
                if line is None:
                    raise BatchError(f"{out}: line {number} is no line of a batch; name another file")
                done.append(line)
                whole += len(raw)
            file.truncate(whole)
    except FileNotFoundError:
        return []
    except OSError as error:
        raise BatchError(f"{out}: {error.strerror}") from None
    return done


def _parse(raw: bytes) -> Line | None:
    try:
        line = json.loads(raw)
    except ValueError:
        return None
    return line if isinstance(line, dict) and isinstance(line.get("path"), str) else None


def check_same_game(out: Path, done: Sequence[Line], ruleset: str | None, wild: str | None) -> None:
    """See that every reading already in ``out`` was made under this ruleset and wild tile; one file holds no mixture.

    Lines that do not say what they were read with (errors, and files of former releases) pass.

    Raises:
        BatchError: saying what the file was made with.
    """
    asked = _game(ruleset, wild)
    for line in done:
        if "ruleset" in line and (made := _game(line["ruleset"], line.get("wild"))) != asked:
            raise BatchError(f"{out}: made {_said(made)}, not {_said(asked)}; name another file")


def _game(ruleset: Any, wild: Any) -> tuple[Any, Any]:
    """Ruleset and wild tile by their own names, whichever of their names was used."""
    from scorer.errors import NotationError, UnknownRuleset
    from scorer.registry import get_ruleset
    from scorer.tiles import Tile

    # What this release does not know stays as it is written, and so differs from all that it does know.
    with suppress(UnknownRuleset):
        ruleset = get_ruleset(ruleset).id if isinstance(ruleset, str) else ruleset
    with suppress(NotationError):
        wild = str(Tile.parse(wild)) if isinstance(wild, str) else wild
    return ruleset, wild


def _said(game: tuple[Any, Any]) -> str:
    ruleset, wild = game
    rules = "without --rules" if ruleset is None else f"with --rules {ruleset}"
    return rules if wild is None else f"{rules} and with --wild {wild}"


def without_errors(out: Path, done: Sequence[Line]) -> list[Line]:
    """The lines that are readings; the file is written anew without the error lines, whole or not at all.

    Raises:
        BatchError: the file cannot be written.
    """
    from service.cli.output import json_bytes

    kept = [line for line in done if "error" not in line]
    if len(kept) == len(done):
        return kept
    beside = out.with_name(out.name + ".part")
    try:
        with beside.open("wb") as file:
            for line in kept:
                file.write(json_bytes(line))
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, out)
    except OSError as error:
        raise BatchError(f"{out}: {error.strerror}") from None
    return kept


class Appender:
    """Appends lines to an unbuffered file and sees to it that they reach the disk.

    Nothing waits in a buffer: after a write that the disk refuses, closing the file must not try the rest of it again.
    """

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._synced = time.monotonic()

    def __call__(self, line: Line) -> None:
        from service.cli.output import json_bytes

        rest = memoryview(json_bytes(line))
        while rest:
            rest = rest[self._file.write(rest) :]
        if time.monotonic() - self._synced > _SYNC_S:
            self.sync()

    def sync(self) -> None:
        os.fsync(self._file.fileno())
        self._synced = time.monotonic()


@dataclass(slots=True)
class Summary:
    """What came of a batch."""

    photos: int = 0
    sure: int = 0
    errors: int = 0
    review: dict[str, int] = field(default_factory=dict)
    compared: int = 0
    tiles_right: int = 0
    hands_right: int = 0
    sure_but_wrong: int = 0

    def add(self, line: Line) -> None:
        """Count one line."""
        self.photos += 1
        if "error" in line:
            self.errors += 1
            return
        codes = {reason["code"] for reason in line.get("review", ())}
        self.sure += not codes
        for code in codes:
            self.review[code] = self.review.get(code, 0) + 1

    def compare(self, line: Line, truth: Line) -> None:
        """Count whether a line agrees with the truth about its photo."""
        from service.truth import same_hand, same_tiles

        self.compared += 1
        tiles, hand = same_tiles(line, truth), same_hand(line, truth)
        self.tiles_right += tiles
        self.hands_right += hand
        self.sure_but_wrong += not hand and "error" not in line and not line.get("review")

    def as_json(self) -> dict[str, Any]:
        """The summary as data."""
        data: dict[str, Any] = {
            "photos": self.photos,
            "sure": self.sure,
            "errors": self.errors,
            "review": dict(sorted(self.review.items(), key=lambda entry: (-entry[1], entry[0]))),
        }
        if self.compared:
            data["truth"] = {
                "compared": self.compared,
                "tiles_right": self.tiles_right,
                "hands_right": self.hands_right,
                "sure_but_wrong": self.sure_but_wrong,
            }
        return data


_engine: Any = None


def _start_worker(module: str, name: str) -> None:
    """Load this process's own reader: ``name`` of ``module`` makes it."""
    import importlib
    import signal

    import cv2

    global _engine
    threading.Thread(target=_leave_with_parent, daemon=True).start()
    # Ctrl-C reaches the whole group; the main process alone decides what to do about it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    cv2.setNumThreads(1)
    _engine = getattr(importlib.import_module(module), name)()


def _leave_with_parent() -> None:
    """A worker whose main process was killed would wait for work for ever."""
    parent = parent_process()
    if parent is not None:
        wait_for([parent.sentinel])
        os._exit(1)


def _read_one(folder: str, path: str, ruleset: str | None, wild: str | None) -> Line:
    from vision.image import PhotoError

    try:
        reading: Line = _engine.read([Path(folder) / path], ruleset, wild)
    except PhotoError as error:
        return {"path": path, "error": str(error), "code": error.code}
    except MemoryError:
        return {"path": path, "error": f"{path}: not enough memory", "code": "photo_too_large"}
    except Exception as error:
        return {"path": path, "error": f"{path}: {type(error).__name__}: {error}", "code": "internal_error"}
    return {"path": path, **reading}


@dataclass(frozen=True, slots=True)
class Job:
    """What to read, and how: ``reader`` names the module and function that make a worker's reader."""

    folder: Path
    ruleset: str | None = None
    wild: str | None = None
    workers: int = 1
    reader: tuple[str, str] = ("service.engine", "load_default_reader")


def read_all(job: Job, photos: Sequence[str]) -> Iterator[Line]:
    """A line for each photo, as they are done.

    A photo that kills its worker gets an error line; the others that were under way at that moment are read again.
    """
    suspects: list[str] = []
    waiting = list(reversed(photos))
    while waiting or suspects:
        if suspects:
            # Each alone, so that a worker's death names its photo.
            yield from _alone(job, suspects.pop())
            continue
        under_way: dict[Future[Line], str] = {}
        with reading_processes(job, job.workers) as pool:
            try:
                while waiting or under_way:
                    while waiting and len(under_way) < job.workers * _AHEAD:
                        path = waiting.pop()
                        under_way[submit(pool, job, path)] = path
                    for future in wait(under_way, return_when=FIRST_COMPLETED).done:
                        line = future.result()
                        del under_way[future]
                        yield line
            except BrokenProcessPool:
                suspects = list(under_way.values())
            except GeneratorExit:
                pool.shutdown(wait=False, cancel_futures=True)
                raise


def _alone(job: Job, path: str) -> Iterator[Line]:
    with reading_processes(job, 1) as pool:
        try:
            yield submit(pool, job, path).result()
        except BrokenProcessPool:
            yield died_over(path)


def died_over(path: str) -> Line:
    """The line of a photo whose reading killed its process."""
    return {"path": path, "error": f"{path}: the reading process died", "code": "worker_died"}


def reading_processes(job: Job, workers: int) -> ProcessPoolExecutor:
    """So many processes, each with a reader of its own."""
    # Forked workers would inherit threads and locks of the main process; fresh ones do not.
    return ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_start_worker, initargs=job.reader)


def submit(pool: ProcessPoolExecutor, job: Job, path: str) -> Future[Line]:
    """Have a photo read; the future raises BrokenProcessPool where that kills a process."""
    return pool.submit(_read_one, str(job.folder), path, job.ruleset, job.wild)
