"""Alembic migrations of the book, shipped in the package."""
