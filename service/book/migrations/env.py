"""Runs the migrations on the connection that `service.book.schema` hands over, inside its transaction."""

from __future__ import annotations

from alembic import context

from service.book.models import Base

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    transactional_ddl=True,
    transaction_per_migration=False,
)
context.run_migrations()
