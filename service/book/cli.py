"""`tilesight db`: bring the book's database up to date, check it, back it up, restore it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import Progress

from service.cli.errors import BadUse
from service.cli.plain_help import PlainCommand

if TYPE_CHECKING:
    from service.book.backup import Counts
    from service.book.engine import Database

app = typer.Typer(help="The book's database: upgrade, check, backup, restore.", no_args_is_help=False)

DatabaseOption = Annotated[
    str | None,
    typer.Option("--db", metavar="URL", help="sqlite:///FILE or postgresql://…; else as the settings say."),
]


@app.command(cls=PlainCommand)
def upgrade(db: DatabaseOption = None) -> None:
    """Bring the database to this release's schema. 'tilesight serve' does so at its start."""
    from service.book import schema

    with _database(db) as database:
        typer.echo(f"schema {schema.upgrade(database)}")


@app.command(cls=PlainCommand)
def check(
    db: DatabaseOption = None,
    rescore: Annotated[bool, typer.Option("--rescore", help="Score every hand anew as well.")] = False,
) -> None:
    """Compute every balance anew from the entries; exit status 1 where something is wrong."""
    from service.book.check import check_database, check_games, count_games

    with _database(db, there=True) as database:
        findings = check_database(database)
        games = 0
        if not findings:
            console = Console(stderr=True)
            with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
                task = progress.add_task("games", total=count_games(database))
                for checked in check_games(database, rescore):
                    games += 1
                    findings.extend(checked.findings)
                    progress.advance(task)
    for finding in findings:
        where = "" if finding.table is None else f"table {finding.table}, game {finding.game}: "
        typer.echo(f"{where}{finding.what}")
    if findings:
        raise typer.Exit(1)
    typer.echo(f"{_number(games, 'game')} checked, nothing wrong")


@app.command(cls=PlainCommand)
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="File to write, for instance book.jsonl.gz.")],
    db: DatabaseOption = None,
    force: Annotated[bool, typer.Option("--force", help="Write over a file that is there.")] = False,
) -> None:
    """Write the whole book to one file, while it is in use."""
    from service.book.backup import backup as write_backup

    if file.exists() and not force:
        raise BadUse(f"{file} is there already; --force writes over it")
    with _database(db, there=True) as database:
        try:
            counts = write_backup(database, file)
        except OSError as error:
            raise BadUse(f"{file}: {error.strerror or error}") from None
    typer.echo(f"{file}: {_said(counts)}")


@app.command(cls=PlainCommand)
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file that 'tilesight db backup' wrote.")],
    db: DatabaseOption = None,
) -> None:
    """Fill an empty database from a backup, of either kind of database."""
    from service.book.backup import restore as read_backup

    with _database(db) as database:
        try:
            counts = read_backup(database, file)
        except OSError as error:
            raise BadUse(f"{file}: {error.strerror or error}") from None
    typer.echo(f"{_said(counts)} restored")


def _said(counts: Counts) -> str:
    """What a backup holds, in words."""
    entries = _number(counts.entries, "entry", "entries")
    return f"{_number(counts.tables, 'table')}, {_number(counts.games, 'game')}, {entries}"


def _number(count: int, one: str, several: str | None = None) -> str:
    return f"{count} {one if count == 1 else several or one + 's'}"


@contextmanager
def _database(url: str | None, there: bool = False) -> Iterator[Database]:
    """The database; `there` where it must not be made by asking for it, as SQLite makes a file of a mistyped name."""
    from service.book.engine import Database
    from service.book.errors import BookError
    from service.settings import SettingsError, load_settings

    try:
        database = Database(url or load_settings().database_url)
    except (ValueError, SettingsError) as error:
        raise BadUse(str(error)) from None
    except OSError as error:
        raise BadUse(f"the database cannot be opened: {error}") from None
    if there and database.sqlite and not Path(str(database.url.database)).exists():
        raise BadUse(f"{database.url.database} is not there; expected the file of a database")
    try:
        yield database
    except BookError as error:
        raise BadUse(error.detail) from None
    finally:
        database.close()
