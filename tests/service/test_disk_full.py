"""A disk without room, a real one: what was acknowledged stays, what cannot be kept is refused with its own code, and
all goes on once there is room."""

from __future__ import annotations

import json
import os
import secrets
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy.engine import make_url
from starlette.testclient import TestClient

from service.batchrun import BatchError
from service.book.book import Book
from service.cli import main
from service.cli.batch import run_batch
from tests.service.book.conftest import NO_POSTGRES, POSTGRES
from tests.service.book.play import Play, amounts, wrong_in
from tests.service.book.test_book_cost_http import NEW
from tests.service.fakes import SameHandReader, picture, wait_until_ready
from tests.service.test_batch import fake_job

PENALTY = {"kind": "penalty", "amounts": [5, -5, 0, 0], "reason": "迟" * 60}
MOST_WRITES = 3000


@contextmanager
def disk(folder: Path, size: str) -> Iterator[Path]:
    """A file system of its own, of this size, at a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    mount = shutil.which("mount")
    if os.geteuid() or mount is None:
        pytest.skip("only root may mount a small disk")
    command = [mount, "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)]
    done = subprocess.run(command, capture_output=True, check=False)
    if done.returncode:
        pytest.skip("no small disk can be mounted here")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    with disk(tmp_path / "disk", "2m") as folder:
        yield folder


def fill(folder: Path) -> Path:
    """Take all the room there is; the file that takes it."""
    filler = folder / "filler"
    with filler.open("wb", buffering=0) as file:
        size = 65536
        while size:
            try:
                file.write(b"\0" * size)
            except OSError:
                size //= 2
    return filler


class Writer:
    """A host of a table, over HTTP."""

    def __init__(self, client: TestClient) -> None:
        self.client = client
        made = client.post("/v1/tables", json=NEW, headers={"Idempotency-Key": secrets.token_hex(12)}).json()
        self.at = f"/v1/tables/{made['table']['id']}"
        self.token = {"X-Table-Token": made["tokens"]["host"]}
        self.acknowledged = 0

    def enter(self, key: str | None = None) -> Any:
        headers = {**self.token, "Idempotency-Key": key or secrets.token_hex(12), "If-Match": "*"}
        answer = self.client.post(f"{self.at}/games/1/entries", json=PENALTY, headers=headers)
        self.acknowledged += answer.status_code == 201
        return answer

    def until_refused(self, key: str) -> Any:
        """Write until there is no room, then once under a key that is kept; the refusal."""
        for _ in range(MOST_WRITES):
            if self.enter().status_code != 201:
                return self.enter(key)
        raise AssertionError("the disk never was full")

    def entries(self) -> int:
        return int(self.client.get(f"{self.at}/games/1", headers=self.token).json()["entries"])


def refused_and_taken_up_again(writer: Writer, make_room: Callable[[], object]) -> None:
    refused = writer.until_refused("kept-key")
    assert (refused.status_code, refused.json()["code"]) == (507, "storage_full")
    assert writer.entries() == writer.acknowledged
    assert writer.client.get("/readyz").status_code == 200
    make_room()
    assert writer.enter("kept-key").status_code == 201
    assert writer.enter("kept-key").headers["idempotency-replayed"] == "true"
    writer.acknowledged -= 1  # the same write, answered twice
    assert writer.entries() == writer.acknowledged
    book: Book = writer.client.app.state.book  # type: ignore[attr-defined]
    assert wrong_in(book) == []


def test_a_book_on_a_full_disk_refuses_writes_and_goes_on_once_there_is_room(
    make_client: Callable[..., TestClient], small_disk: Path
) -> None:
    writer = Writer(make_client(database_url=f"sqlite:///{small_disk / 'book.db'}"))
    writer.enter()
    filler = fill(small_disk)
    refused_and_taken_up_again(writer, filler.unlink)


def test_a_service_starts_on_a_full_disk_and_reads_what_there_is(
    make_client: Callable[..., TestClient], make_settings: Callable[..., Any], small_disk: Path
) -> None:
    url = f"sqlite:///{small_disk / 'book.db'}"
    writer = Writer(make_client(database_url=url))
    writer.enter()
    fill(small_disk)
    from service.api.app import create_app

    with TestClient(create_app(make_settings(database_url=url), SameHandReader)) as again:
        wait_until_ready(again)
        assert again.get(f"{writer.at}/games/1", headers=writer.token).json()["entries"] == 1


@pytest.fixture
def small_tablespace(tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """A PostgreSQL database whose tables lie on a small disk; its address, and the disk."""
    if not POSTGRES:
        pytest.skip(NO_POSTGRES)
    address = make_url(POSTGRES).set(drivername="postgresql")
    name = f"small_{secrets.token_hex(4)}"
    # The server, which is another user, has to reach the folder.
    place = Path(f"/tmp/tilesight-{name}")
    with disk(place, "24m") as folder, psycopg.connect(address.render_as_string(False), autocommit=True) as admin:
        home = folder / "space"
        home.mkdir()
        data = admin.execute("SHOW data_directory").fetchone()
        assert data is not None
        owner = Path(data[0]).stat()
        os.chown(home, owner.st_uid, owner.st_gid)
        home.chmod(0o700)
        admin.execute(f"CREATE TABLESPACE {name} LOCATION '{home}'".encode())
        admin.execute(f"CREATE DATABASE {name} TEMPLATE template0 TABLESPACE {name}".encode())
        try:
            yield address.set(database=name).render_as_string(False), folder
        finally:
            (folder / "filler").unlink(missing_ok=True)
            admin.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())
            admin.execute(f"DROP TABLESPACE {name}".encode())
    place.rmdir()


def test_a_full_disk_under_postgresql_is_told_the_same_way(
    make_client: Callable[..., TestClient], small_tablespace: tuple[str, Path]
) -> None:
    url, folder = small_tablespace
    writer = Writer(make_client(database_url=url))
    writer.enter()
    filler = fill(folder)
    refused_and_taken_up_again(writer, filler.unlink)


def test_a_batch_that_finds_no_room_goes_on_later_without_a_photo_lost_or_done_twice(
    small_disk: Path, tmp_path: Path
) -> None:
    photos = tmp_path / "photos"
    photos.mkdir()
    for number in range(6):
        (photos / f"{number}.jpg").write_bytes(picture())
    out = small_disk / "out.jsonl"
    out.write_bytes(b"")
    filler = fill(small_disk)
    os.truncate(filler, filler.stat().st_size - 8192)  # room for a line or two
    with pytest.raises(BatchError, match=r"No space left.*run the same command again"):
        run_batch(fake_job(photos), out, {}, retry_errors=False)
    filler.unlink()
    run_batch(fake_job(photos), out, {}, retry_errors=False)
    paths = [json.loads(line)["path"] for line in out.read_bytes().splitlines()]
    assert sorted(paths) == [f"{number}.jpg" for number in range(6)]


def test_a_backup_that_finds_no_room_leaves_the_one_before(
    small_disk: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from service.book import open_book

    url = f"sqlite:///{tmp_path / 'book.db'}"
    book = open_book(url)
    play = Play.at_new_table(book)
    play.enter(amounts(0, [30, -10, -10, -10]))
    target = small_disk / "book.backup"
    assert main(["db", "backup", str(target), "--db", url]) == 0
    before = target.read_bytes()
    for _ in range(40):
        play.enter({**PENALTY, "reason": secrets.token_hex(40)})
    book.close()
    fill(small_disk)
    capsys.readouterr()
    assert main(["db", "backup", str(target), "--db", url, "--force"]) == 2
    said = capsys.readouterr().err
    assert "No space left" in said
    assert said.count("\n") == 1
    assert target.read_bytes() == before
    assert sorted(file.name for file in small_disk.iterdir()) == ["book.backup", "filler"]


def test_a_scan_that_cannot_save_its_picture_says_so(small_disk: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sample = Path(__file__).resolve().parents[2] / "datasets/samples/hand.jpg"
    fill(small_disk)
    out = small_disk / "out.jpg"
    assert main(["scan", str(sample), "--rules", "guobiao", "--save", str(out)]) == 2
    assert "out.jpg" in capsys.readouterr().err
    assert not out.exists()
