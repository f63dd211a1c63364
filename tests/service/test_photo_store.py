"""Kept photos: their age, their names, what a crash leaves."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from service.photos import PhotoStore
from tests.service.fakes import picture
from vision.image import PhotoError


def test_an_old_photo_is_gone_even_before_it_is_swept(tmp_path: Path) -> None:
    store = PhotoStore(tmp_path / "photos", 7)
    assert store.sweep() == 0
    young, old = store.keep(picture()), store.keep(picture())
    past = time.time() - 8 * 86_400
    os.utime(tmp_path / "photos" / f"{old}.jpg", (past, past))
    assert store.get(young) is not None
    assert store.get(old) is None
    assert store.sweep() == 1
    assert [path.stem for path in (tmp_path / "photos").iterdir()] == [young]
    assert not store.delete(old)


def test_what_a_crash_left_is_swept_too(tmp_path: Path) -> None:
    store = PhotoStore(tmp_path, 1)
    left = tmp_path / ".abc.part"
    left.write_bytes(b"half")
    os.utime(left, (0, 0))
    assert store.sweep() == 1


def test_names_cannot_be_guessed_and_the_folder_is_private(tmp_path: Path) -> None:
    store = PhotoStore(tmp_path / "photos", 1)
    names = {store.keep(picture()) for _ in range(5)}
    assert len(names) == 5
    assert all(len(name) == 22 for name in names)
    assert (tmp_path / "photos").stat().st_mode & 0o077 == 0


def test_large_photos_are_kept_smaller_and_no_picture_not_at_all(tmp_path: Path) -> None:
    store = PhotoStore(tmp_path, 1)
    kept = store.get(store.keep(picture(size=(4000, 3000))))
    assert kept is not None
    assert len(kept) < 2_000_000
    with pytest.raises(PhotoError):
        store.keep(b"no picture")


@pytest.mark.parametrize("name", ["", "../secret", "a" * 21, "a" * 23, "a" * 21 + "/", "a" * 21 + "\n"])
def test_another_name_is_no_photo(tmp_path: Path, name: str) -> None:
    store = PhotoStore(tmp_path, 1)
    assert store.get(name) is None
    assert not store.delete(name)
