"""A batch worker killed from outside, as by a machine short of memory: no photo is lost for it or done twice."""

from __future__ import annotations

import os
import signal
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from service.batchrun import Job, find_photos, read_all
from service.engine import Source
from tests.service.fakes import SameHandReader, picture


class KilledOnce(SameHandReader):
    """Its process is killed in the middle of the third photo, the first time that is read."""

    def read(
        self,
        photos: Sequence[Source],
        ruleset: str | None = None,
        wild: str | None = None,
        edits: Sequence[Mapping[str, Any]] = (),
    ) -> dict[str, Any]:
        path = Path(str(photos[0]))
        mark = path.parent.parent / "killed"
        if path.name == "2.jpg" and not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return super().read(photos, ruleset, wild, edits)


def test_every_photo_has_one_line_and_none_is_an_error(tmp_path: Path) -> None:
    folder = tmp_path / "photos"
    folder.mkdir()
    for number in range(7):
        (folder / f"{number}.jpg").write_bytes(picture())
    job = Job(folder, "guobiao", None, 2, ("tests.service.test_batch_killed_worker", "KilledOnce"))
    lines = list(read_all(job, find_photos(folder)))
    assert (tmp_path / "killed").exists()
    assert sorted(line["path"] for line in lines) == [f"{number}.jpg" for number in range(7)]
    assert [line for line in lines if "error" in line] == []
