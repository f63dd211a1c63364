"""Photos that the operator chose to keep: re-encoded, without metadata, deletable, gone after some days."""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray

_ID = re.compile(r"[A-Za-z0-9_-]{22}\Z")
_QUALITY = 88
_LONGEST_SIDE = 2560


class PhotoStore:
    """A folder of kept photos, one JPEG each, named by an unguessable id."""

    def __init__(self, folder: Path, days: int) -> None:
        self.folder = folder
        self.max_age_s = days * 86_400

    def keep(self, photo: bytes) -> str:
        """Decode and encode ``photo`` anew, so that no metadata survives, keep it and return its id.

        Raises:
            vision.image.PhotoError: it is no picture.
            OSError: the disk refuses.
        """
        import cv2

        from vision.image import load_photo

        pixels: NDArray[Any] = load_photo(photo).pixels
        longest = max(pixels.shape[:2])
        if longest > _LONGEST_SIDE:
            scale = _LONGEST_SIDE / longest
            pixels = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        done, encoded = cv2.imencode(".jpg", pixels[:, :, ::-1], [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
        if not done:
            raise OSError("the photo could not be encoded")
        photo_id = secrets.token_urlsafe(16)
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        unfinished = self.folder / f".{photo_id}.part"
        try:
            unfinished.write_bytes(encoded.tobytes())
            os.replace(unfinished, self._path(photo_id))
        except OSError:
            unfinished.unlink(missing_ok=True)
            raise
        return photo_id

    def get(self, photo_id: str) -> bytes | None:
        """The kept JPEG, or None where there is none of this id or it is past its age."""
        if not _ID.match(photo_id):
            return None
        path = self._path(photo_id)
        try:
            if path.stat().st_mtime < time.time() - self.max_age_s:
                return None
            return path.read_bytes()
        except FileNotFoundError:
            return None

    def delete(self, photo_id: str) -> bool:
        """Delete a kept photo; whether there was one."""
        if not _ID.match(photo_id):
            return False
        try:
            self._path(photo_id).unlink()
        except FileNotFoundError:
            return False
        return True

    def sweep(self) -> int:
        """Delete what is past its age; how many photos went."""
        gone = 0
        oldest = time.time() - self.max_age_s
        if not self.folder.is_dir():
            return 0
        for path in self.folder.iterdir():
            with contextlib.suppress(OSError):
                if path.is_file() and path.stat().st_mtime < oldest:
                    path.unlink()
                    gone += 1
        return gone

    def _path(self, photo_id: str) -> Path:
        return self.folder / f"{photo_id}.jpg"
