"""Why a photo cannot be read, one narrow error a cause."""

from __future__ import annotations

from typing import Any


class PhotoError(ValueError):
    """A photo that cannot be read. `code` is stable; the message is one line and names the file where it has a name."""

    code = "photo_unreadable"

    def __init__(self, problem: str, name: str = "photo") -> None:
        super().__init__(f"{name}: {problem}")
        self.name = name
        self.problem = problem

    def __reduce__(self) -> tuple[Any, ...]:
        # With what else it holds: a `code` of its own, where it was told of by another process.
        return type(self), (self.problem, self.name), vars(self)


class PhotoNotFound(PhotoError):
    """There is no such file, or it cannot be opened."""

    code = "photo_not_found"


class EmptyFile(PhotoError):
    """The file holds no bytes."""

    code = "photo_empty"


class UnsupportedFormat(PhotoError):
    """The first bytes are not those of a JPEG, PNG, WebP or HEIC picture, whatever the name says."""

    code = "photo_format"


class TooLarge(PhotoError):
    """More bytes, pixels or length of side than a photo may have."""

    code = "photo_too_large"


class Truncated(PhotoError):
    """The file ends before the picture does."""

    code = "photo_truncated"


class Damaged(PhotoError):
    """The file begins like a picture but cannot be decoded."""

    code = "photo_damaged"
