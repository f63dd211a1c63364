"""What travels between the app and the readers of a cluster: jobs one way, readings or reasons the other.

Both are plain data, so that either side may be newer than the other while a cluster is brought up to date.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from service.engine import PhotoReader, Source

Job = dict[str, Any]
Outcome = dict[str, Any]


def make_job(
    photos: Sequence[Source], ruleset: str | None, wild: str | None, edits: Sequence[Mapping[str, Any]]
) -> Job:
    """The job of reading photos of one hand; files are read here, since another machine may not have them."""
    return {
        "photos": [photo.read_bytes() if isinstance(photo, Path) else photo for photo in photos],
        "ruleset": ruleset,
        "wild": wild,
        "edits": [dict(edit) for edit in edits],
    }


def carry_out(reader: PhotoReader, job: Job) -> Outcome:
    """Read; what is wrong with the photo or the request comes back as data, since it is nobody's failure."""
    from vision.image import PhotoError

    try:
        return {"reading": reader.read(job["photos"], job["ruleset"], job["wild"], job["edits"])}
    except PhotoError as error:
        return {"photo_error": error.code, "name": error.name, "problem": error.problem}
    except ValueError as error:
        return {"value_error": str(error)}
    except Exception as error:
        return {"failure": f"{type(error).__name__}: {error}"}


def reading_of(outcome: Outcome) -> dict[str, Any]:
    """The reading of an outcome.

    Raises:
        vision.image.PhotoError, ValueError: as the reader raised it.
        ReadingFailed: the reader failed in a way it should not have.
    """
    from vision.image import PhotoError

    if "reading" in outcome:
        reading: dict[str, Any] = outcome["reading"]
        return reading
    if "photo_error" in outcome:
        refused = PhotoError(outcome["problem"], outcome["name"])
        refused.code = outcome["photo_error"]
        raise refused
    if "value_error" in outcome:
        raise ValueError(outcome["value_error"])
    raise ReadingFailed(outcome["failure"])


class ReadingFailed(Exception):
    """A reader of the cluster failed, or died, over a photo; the message says how."""
