"""Databases for servers of several processes: the same as the book's tests have."""

from __future__ import annotations

from tests.service.book.conftest import kind, upgraded, url

__all__ = ["kind", "upgraded", "url"]
