"""What the app makes of readers that are busy, dying, or slow; no cluster is needed."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("ray", reason="Ray is not installed (extra cluster)")

from ray import exceptions as ray_errors
from ray.serve import exceptions as serve_errors

from service.cluster.errands import ReadingFailed, carry_out
from service.cluster.remote import DEATHS, RemoteReader
from service.pool import PoolFull
from tests.service.fakes import SameHandReader, picture
from vision.image import PhotoError


class Readers:
    """A deployment's handle whose readers fail as told, then read."""

    def __init__(self, *failures: BaseException) -> None:
        self.failures = list(failures)
        self.asked = 0
        self.cancelled = 0
        self._job: Any = None

    @property
    def read(self) -> Readers:
        return self

    def remote(self, job: Any) -> Readers:
        self._job = job
        return self

    def result(self, timeout_s: float) -> Any:
        assert timeout_s > 0
        self.asked += 1
        if self.failures:
            raise self.failures.pop(0)
        return carry_out(SameHandReader(), self._job)

    def cancel(self) -> None:
        self.cancelled += 1


def test_a_reader_that_dies_is_asked_for_again() -> None:
    readers = Readers(ray_errors.ActorDiedError(), ray_errors.ActorUnavailableError("away", None))
    reading = RemoteReader(readers, 20).read([picture()], "guobiao")
    assert reading["hand"]["win_tile"] == "1p"
    assert readers.asked == 3


def test_a_photo_over_which_readers_die_is_given_up() -> None:
    readers = Readers(*[ray_errors.ActorDiedError() for _ in range(10)])
    with pytest.raises(ReadingFailed, match="died over this photo"):
        RemoteReader(readers, 20).read([picture()])
    assert readers.asked == DEATHS


def test_where_no_reader_lives_the_answer_is_busy() -> None:
    readers = Readers(*[ray_errors.ActorUnavailableError("away", None) for _ in range(100)])
    with pytest.raises(PoolFull):
        RemoteReader(readers, 0.5).read([picture()])
    assert 1 <= readers.asked < 10


def test_full_queues_are_busy_at_once() -> None:
    readers = Readers(serve_errors.BackPressureError(num_queued_requests=9, max_queued_requests=8))
    with pytest.raises(PoolFull):
        RemoteReader(readers, 20).read([picture()])
    assert readers.asked == 1


def test_a_reading_that_takes_too_long_is_called_off() -> None:
    readers = Readers(TimeoutError())
    with pytest.raises(PoolFull):
        RemoteReader(readers, 20).read([picture()])
    assert readers.cancelled == 1


@pytest.mark.parametrize(("photo", "code"), [(b"", "photo_empty"), (b"text", "photo_format")])
def test_what_is_wrong_with_a_photo_is_told_as_it_is_here(photo: bytes, code: str) -> None:
    with pytest.raises(PhotoError) as there:
        RemoteReader(Readers(), 20).read([photo])
    with pytest.raises(PhotoError) as here:
        SameHandReader().read([photo])
    assert there.value.code == here.value.code == code
    assert str(there.value) == str(here.value)


def test_a_wrong_correction_is_told() -> None:
    reader = RemoteReader(Readers(), 20)
    edits = [{"edit": "face", "tile": 99, "face": "1m"}]
    with pytest.raises(ValueError, match="99"):
        reader.read([picture()], None, None, edits)
    with pytest.raises(ValueError, match="99"):
        reader.correct(reader.read([picture()]), None, None, edits)
