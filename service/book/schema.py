"""Bringing a database to this release's schema, once, whoever else tries at the same moment."""

from __future__ import annotations

from importlib.resources import as_file, files

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import text
from sqlalchemy.orm import Session

from service.book.engine import Database
from service.book.errors import DatabaseTooNew

_LOCK = 0x7469_6C65  # any fixed number: PostgreSQL's advisory lock of the upgrade


def upgrade(database: Database) -> str:
    """Apply the missing migrations in one transaction; the revision reached.

    Raises DatabaseTooNew where a newer release has been here.
    """
    with database.write() as session, as_file(files("service.book.migrations")) as folder:
        if not database.sqlite:
            session.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
        config = _config(str(folder))
        scripts = ScriptDirectory.from_config(config)
        _refuse_newer(current(session), scripts)
        config.attributes["connection"] = session.connection()
        command.upgrade(config, "head")
        head = scripts.get_current_head()
    assert head is not None
    return head


def current(session: Session) -> str | None:
    """The revision a database is at; None for an empty one."""
    return MigrationContext.configure(session.connection()).get_current_revision()


def newest() -> str:
    """The revision this release works with."""
    with as_file(files("service.book.migrations")) as folder:
        head = ScriptDirectory.from_config(_config(str(folder))).get_current_head()
    assert head is not None
    return head


def _config(folder: str) -> Config:
    config = Config()
    config.set_main_option("script_location", folder.replace("%", "%%"))
    return config


def _refuse_newer(revision: str | None, scripts: ScriptDirectory) -> None:
    known = {script.revision for script in scripts.walk_revisions()}
    if revision is not None and revision not in known:
        raise DatabaseTooNew(f"the database is at schema {revision}, which this release does not know")
