"""The book of a table: an append-only ledger with everything else derived from it.

`open_book(url)` gives the `service.book.book.Book`; `service.book.errors` has its refusals. See docs/book.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from service.book.book import Book


def open_book(url: str) -> Book:
    """The book at a database address, its schema brought up to date first.

    Raises ValueError for an address that is not understood, DatabaseTooNew, BookUnavailable.
    """
    from service.book.book import Book
    from service.book.engine import Database
    from service.book.schema import upgrade

    database = Database(url)
    upgrade(database)
    return Book(database)


__all__ = ["open_book"]
