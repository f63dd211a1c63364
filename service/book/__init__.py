"""The book of a table: an append-only ledger with everything else derived from it.

`open_book(url)` gives the `Book`; `service.book.errors` its refusals. See docs/book.md.
"""

from service.book.book import Book, open_book

__all__ = ["Book", "open_book"]
