"""Out of the book and in again: imports of spoilt documents, backup, restore, checking, and their commands."""

from __future__ import annotations

import gzip
import json
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import make_url, select, text, update
from typer.testing import CliRunner

from service.book import exports, importing
from service.book.answers import make_request
from service.book.backup import backup, restore
from service.book.book import Book
from service.book.check import check_database
from service.book.cli import app
from service.book.engine import Database
from service.book.errors import BackupInvalid, ImportInvalid, TableNotFound
from service.book.models import GameRow, OutcomeRow, StandingRow, TableRow, TurnRow
from service.cli.errors import BadUse
from tests.service.book.play import Play, amounts, won, wrong_in

UP = amounts(0, [30, -10, -10, -10])


def document_of(play: Play) -> dict[str, Any]:
    with play.book.reading(play.table, play.watch) as reader:
        found: dict[str, Any] = json.loads("".join(exports.table_json(reader.session, reader.table)))
        return found


def bring_in(book: Book, document: dict[str, Any]) -> None:
    key = secrets.token_hex(16)
    book.create(
        make_request("new", key, {}, secret=True), lambda session: importing.import_table(session, document, key)
    )


def tables_in(book: Book) -> list[str]:
    with book.database.read() as session:
        return list(session.scalars(select(TableRow.id)))


@pytest.mark.parametrize(
    "spoil",
    [
        lambda document: document.update(format="other"),
        lambda document: document["table"].update(name="x" * 200),
        lambda document: document["table"]["players"].pop(),
        lambda document: document.update(games=[]),
        lambda document: document["games"][0].update(number=7),
        lambda document: document["games"][0]["ruleset"].update(id="no-such"),
        lambda document: document["games"][0]["start"].update(dealer=9),
        lambda document: document["games"][0]["start"].update(players=[1, 1, 2, 3]),
        lambda document: document["games"][0]["entries"][0].update(amounts=[1, 0, 0, 0]),
        lambda document: document["games"][0]["entries"][0].update(amounts=[10**40, -(10**40), 0, 0]),
        lambda document: document["games"][0]["entries"][0].update(fee=5),
        lambda document: document["games"][0]["entries"][0].update(entry=2),
        lambda document: document["games"][0]["entries"][0].update(surprise=1),
        lambda document: document["games"][0]["entries"][0].update(written_at="yesterday"),
        lambda document: document["games"][0]["entries"][0]["event"].update(winners=[9]),
        lambda document: document["games"][0]["entries"][0]["event"].update(payer=1),
        lambda document: document["games"][0]["entries"][0]["event"].update(payer=None),
        lambda document: document["games"][0]["entries"][0]["event"].update(win_by="self-draw"),
        lambda document: document["games"][0]["entries"][0]["event"].update(kind="close"),
        lambda document: document["games"][0]["entries"][0].update(fee=10**30),
        lambda document: document["games"][0]["entries"][0].update(reversal_of=10**30),
        lambda document: document["games"][0]["start"].update(unit_price=10**4000),
        lambda document: document["games"][0]["entries"][1].update(reversal_of=None),
        lambda document: document["games"][0]["entries"][1].update(reversal_of=2),
        lambda document: document["games"][0]["entries"][1].update(amounts=[0, 0, 0, 0]),
        lambda document: document["games"][0]["entries"].pop(0),
        lambda document: document["games"][0]["entries"].append(17),
        lambda document: document["games"][0]["entries"][2]["event"].update(other=9),
    ],
)
def test_a_spoilt_document_is_refused_and_leaves_nothing(play: Play, spoil: Callable[[Any], object]) -> None:
    play.enter(won(1, payer=2))
    play.undo()
    play.enter({"kind": "swap", "one": 1, "other": 2})
    document = document_of(play)
    spoil(document)
    with pytest.raises(ImportInvalid):
        bring_in(play.book, document)
    assert tables_in(play.book) == [play.table]


HIDDEN = "\u202eabc"


@pytest.mark.parametrize(
    ("spoil", "named"),
    [
        (lambda document: document["table"].update(name=HIDDEN), "table.name: expected printable"),
        (lambda document: document["table"].update(name="x" * 41), "table.name: expected at most 40 characters"),
        (lambda document: document["table"]["players"][2].update(name=HIDDEN), "players[2].name: expected printable"),
        (lambda document: document["table"]["players"][2].update(name="a\nb"), "players[2].name: expected printable"),
        (lambda document: document["table"]["players"][2].update(name=""), "players[2].name: expected text"),
        (lambda document: document["table"]["players"][2].update(name="x" * 41), "players[2].name: expected at most"),
        (lambda document: document["games"][0]["start"].update(currency=HIDDEN), "games[0].start.currency: expected"),
        (
            lambda document: document["games"][0]["entries"][0]["event"].update(reason=HIDDEN),
            "games[0].entries[0].event.reason: expected printable",
        ),
        (
            lambda document: document["games"][0]["entries"][0]["event"].update(reason="x" * 201),
            "games[0].entries[0].event.reason: expected at most 200",
        ),
        (
            lambda document: document["games"][0]["entries"][0].update(written_by=HIDDEN),
            "games[0].entries[0].written_by: expected printable",
        ),
    ],
)
def test_imported_words_are_checked_as_typed_ones(play: Play, spoil: Callable[[Any], object], named: str) -> None:
    play.enter({**UP, "reason": "晚饭前"})
    document = document_of(play)
    spoil(document)
    with pytest.raises(ImportInvalid) as refused:
        bring_in(play.book, document)
    assert refused.value.detail.startswith(named)
    assert tables_in(play.book) == [play.table]


def test_imported_words_are_kept_as_typed_ones(play: Play) -> None:
    play.enter({**UP, "reason": "晚饭前"})
    document = document_of(play)
    document["table"]["name"] = " 周五\u3000麻将 "
    document["table"]["players"][0]["name"] = "e\u0301"
    document["games"][0]["entries"][0]["event"]["reason"] = "晚\u00a0饭"
    bring_in(play.book, document)
    with play.book.database.read() as session:
        table = session.scalars(select(TableRow).where(TableRow.id != play.table)).one()
        kept = json.loads("".join(exports.table_json(session, table)))
    assert kept["table"]["name"] == "周五 麻将"
    assert kept["table"]["players"][0]["name"] == "\u00e9"
    assert kept["games"][0]["entries"][0]["event"]["reason"] == "晚 饭"


def test_an_imported_game_goes_on(play: Play) -> None:
    play.enter(won(1, payer=2))
    document = document_of(play)
    key = secrets.token_hex(16)
    made = play.book.create(
        make_request("new", key, {}, secret=True), lambda session: importing.import_table(session, document, key)
    )
    tokens: Any = made.body["tokens"]
    table: Any = made.body["table"]
    copy = Play(play.book, table["id"], tokens["host"], tokens["watch"])
    assert copy.balances() == play.balances()
    copy.undo()
    copy.enter(won(2))
    assert copy.view()["hands"] == 1
    assert wrong_in(play.book, rescore=True) == []


@pytest.fixture
def played(book: Book) -> Play:
    """A table with a little of everything, beside another one."""
    Play.at_new_table(book).enter(UP)
    play = Play.at_new_table(book)
    play.enter(won(1, payer=2), key="a-key-to-remember")
    play.enter(won(0))
    play.undo(1)
    play.enter({"kind": "replace", "player": 4, "name": "小陈", "since": 2})
    play.enter({"kind": "close"})
    return play


def test_a_backup_restored_is_the_same_book(played: Play, fresh_url: Callable[[], str], tmp_path: Path) -> None:
    counts = backup(played.book.database, tmp_path / "book.gz")
    assert (counts.tables, counts.games) == (2, 2)
    assert (tmp_path / "book.gz").stat().st_mode & 0o077 == 0
    elsewhere = Database(fresh_url())
    assert restore(elsewhere, tmp_path / "book.gz") == counts
    copy = Play(Book(elsewhere), played.table, played.host, played.watch)
    assert copy.view() == played.view()
    assert document_of(copy)["games"] == document_of(played)["games"]
    assert wrong_in(copy.book, rescore=True) == []
    copy.enter({"kind": "reopen"})
    copy.enter(UP)
    assert backup(elsewhere, tmp_path / "again.gz").entries == counts.entries + 2
    elsewhere.close()


def test_a_backup_goes_from_one_kind_of_database_to_the_other(played: Play, tmp_path: Path) -> None:
    """The file says nothing of the database it came from."""
    backup(played.book.database, tmp_path / "book.gz")
    sqlite = Database(f"sqlite:///{tmp_path / 'other.db'}")
    restore(sqlite, tmp_path / "book.gz")
    backup(sqlite, tmp_path / "again.gz")
    first, again = (gzip.decompress((tmp_path / name).read_bytes()).splitlines() for name in ("book.gz", "again.gz"))
    assert first[1:-1] == again[1:-1]
    sqlite.close()


def test_after_a_restore_a_request_sent_again_still_books_nothing(
    played: Play, fresh_url: Callable[[], str], tmp_path: Path
) -> None:
    from service.book.errors import IdempotencyConflict

    played.enter({"kind": "reopen"})
    backup(played.book.database, tmp_path / "book.gz")
    elsewhere = Database(fresh_url())
    restore(elsewhere, tmp_path / "book.gz")
    copy = Play(Book(elsewhere), played.table, played.host, played.watch)
    with pytest.raises(IdempotencyConflict):
        copy.enter(won(1, payer=2), key="a-key-to-remember")
    elsewhere.close()


def _cut(data: bytes) -> bytes:
    return data[: len(data) // 2]


def _flip(data: bytes) -> bytes:
    lines = gzip.decompress(data).splitlines(keepends=True)
    lines[1] = lines[1].replace("桌".encode(), "卓".encode())
    return gzip.compress(b"".join(lines))


def _without_end(data: bytes) -> bytes:
    return gzip.compress(b"".join(gzip.decompress(data).splitlines(keepends=True)[:-1]))


@pytest.mark.parametrize("spoil", [_cut, _flip, _without_end, lambda _: b"", lambda _: b"nonsense"])
def test_a_spoilt_backup_is_refused_and_leaves_nothing(
    played: Play, fresh_url: Callable[[], str], tmp_path: Path, spoil: Callable[[bytes], bytes]
) -> None:
    file = tmp_path / "book.gz"
    backup(played.book.database, file)
    file.write_bytes(spoil(file.read_bytes()))
    elsewhere = Database(fresh_url())
    with pytest.raises(BackupInvalid):
        restore(elsewhere, file)
    with elsewhere.read() as session:
        assert session.scalars(select(TableRow.id)).all() == []
    elsewhere.close()


def test_a_backup_is_restored_only_into_an_empty_database(played: Play, tmp_path: Path) -> None:
    backup(played.book.database, tmp_path / "book.gz")
    with pytest.raises(BackupInvalid, match="empty"):
        restore(played.book.database, tmp_path / "book.gz")


def test_nothing_is_wrong_with_a_book_that_was_only_played(played: Play) -> None:
    assert check_database(played.book.database) == []
    assert wrong_in(played.book, rescore=True) == []


@pytest.mark.parametrize(
    "spoil",
    [
        update(StandingRow).values(balance=StandingRow.balance + 1).where(StandingRow.player == 1),
        update(StandingRow).values(wins=9).where(StandingRow.player == 1),
        update(OutcomeRow).values(amount=OutcomeRow.amount + 1),
        update(OutcomeRow).values(player=3).where(OutcomeRow.seat == 0),
        update(TurnRow).values(live_seq=None),
        update(TurnRow).values(state_before="{}").where(TurnRow.place == 2),
        update(GameRow).values(state="{}"),
        update(GameRow).values(hands=77),
        update(GameRow).values(fees=1),
        update(GameRow).values(head_seq=1),
        update(GameRow).values(closed=False),
        update(GameRow).values(seating="[4,3,2,1]"),
    ],
    ids=str,
)
def test_checking_finds_what_does_not_follow_from_the_entries(played: Play, spoil: Any) -> None:
    with played.book.database.write() as session:
        session.execute(spoil)
    assert wrong_in(played.book, table=played.table) != []


def test_checking_finds_entries_that_were_forged_past_the_triggers(played: Play) -> None:
    forge = "UPDATE book_entry SET amount_0 = amount_0 + 1, amount_1 = amount_1 - 1 WHERE seq = 2"
    with played.book.database.write() as session:
        if played.book.database.sqlite:
            session.execute(text("DROP TRIGGER book_entry_no_update"))
        else:
            session.execute(text("ALTER TABLE book_entry DISABLE TRIGGER USER"))
        session.execute(text(forge))
        if not played.book.database.sqlite:
            session.execute(text("ALTER TABLE book_entry ENABLE TRIGGER USER"))
    assert wrong_in(played.book, table=played.table) != []


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, list(arguments), catch_exceptions=True)
    if isinstance(result.exception, BadUse):
        return 2, str(result.exception)
    return result.exit_code, result.output


def test_the_commands_upgrade_check_backup_and_restore(
    played: Play, url: str, fresh_url: Callable[[], str], tmp_path: Path
) -> None:
    file = str(tmp_path / "book.gz")
    empty = fresh_url()
    made = make_url(empty)
    if made.get_backend_name() == "sqlite":
        Path(str(made.database)).touch()
    status, said = run("check", "--db", empty)
    assert (status, "no schema yet" in said) == (1, True)
    assert run("upgrade", "--db", empty)[0] == 0
    assert run("check", "--db", empty) == (0, "0 games checked, nothing wrong\n")
    assert run("check", "--db", url, "--rescore") == (0, "2 games checked, nothing wrong\n")
    assert run("backup", file, "--db", url)[0] == 0
    assert run("backup", file, "--db", url)[0] == 2
    assert run("backup", file, "--db", url, "--force")[0] == 0
    assert run("restore", file, "--db", empty)[0] == 0
    assert run("restore", file, "--db", empty)[0] == 2
    with played.book.database.write() as session:
        session.execute(update(StandingRow).values(balance=1))
    status, said = run("check", "--db", url)
    assert (status, played.table in said) == (1, True)


@pytest.mark.parametrize(
    ("games", "said"), [(1, "1 table, 1 game, 1 entry"), (2, "2 tables, 2 games, 2 entries")], ids=["one", "two"]
)
def test_what_was_backed_up_and_restored_is_said_in_plain_words(
    book: Book, url: str, fresh_url: Callable[[], str], tmp_path: Path, games: int, said: str
) -> None:
    for _ in range(games):
        Play.at_new_table(book).enter(UP)
    file = str(tmp_path / "book.gz")
    assert run("backup", file, "--db", url) == (0, f"{file}: {said}\n")
    assert run("restore", file, "--db", fresh_url()) == (0, f"{said} restored\n")


@pytest.mark.parametrize("address", ["nonsense", "mysql://x/y", "sqlite://"])
def test_an_address_that_is_none_is_bad_use(address: str) -> None:
    assert run("check", "--db", address)[0] == 2


def test_asking_about_a_file_that_is_not_there_makes_none(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'mistyped.db'}"
    for asked in (("check",), ("backup", str(tmp_path / "book.gz"))):
        status, said = run(*asked, "--db", address)
        assert (status, "mistyped.db is not there" in said) == (2, True)
    assert list(tmp_path.iterdir()) == []


def test_a_database_that_is_away_is_said_in_one_line() -> None:
    status, said = run("check", "--db", "postgresql://nobody@127.0.0.1:9/none")
    assert (status, said.count("\n")) == (2, 0)


def test_tokens_do_not_travel_with_an_export(played: Play, fresh_url: Callable[[], str]) -> None:
    text_of = json.dumps(document_of(played))
    assert played.host not in text_of
    assert "sha256" not in text_of
    elsewhere = Book(Database(fresh_url()))
    from service.book import schema

    schema.upgrade(elsewhere.database)
    bring_in(elsewhere, document_of(played))
    with pytest.raises(TableNotFound), elsewhere.reading(tables_in(elsewhere)[0], played.host):
        pass
    elsewhere.close()
