"""Live events of a table for watchers: server-sent events that go on where the watcher was.

Each write is a `write` event whose id is the table's revision; a `table` event with the table as it is then follows.
A watcher that comes back names the last id it saw, in `Last-Event-ID` or `?after=`.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from sse_starlette import EventSourceResponse, ServerSentEvent

from service.book.book import Book
from service.book.errors import BookUnavailable, StorageFull, TableNotFound
from service.metrics import Metrics

PING_S = 15
RETRY_MS = 2000
_AGAIN_S = 1.0


def stream(book: Book, metrics: Metrics, table_id: str, token: str, after: int | None) -> EventSourceResponse:
    """The event stream of a table whose token was checked already."""
    return EventSourceResponse(
        _events(book, metrics, table_id, token, after),
        ping=PING_S,
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
        send_timeout=30,
    )


def last_seen(header: str | None, after: int | None) -> int | None:
    """The revision a watcher saw last: the browser's own header wins; nonsense means none."""
    if header is not None and header.isascii() and header.isdigit() and len(header) < 19:
        return int(header)
    return after


async def _events(
    book: Book, metrics: Metrics, table_id: str, token: str, after: int | None
) -> AsyncIterator[ServerSentEvent]:
    metrics.watchers.inc()
    try:
        async with book.feed.watching(table_id) as watch:
            while True:
                watch.changed.clear()
                try:
                    messages = await asyncio.to_thread(book.feed.since, table_id, token, after)
                except TableNotFound:
                    yield ServerSentEvent(event="revoked", data="{}")
                    return
                except (BookUnavailable, StorageFull):
                    await asyncio.sleep(_AGAIN_S)
                    watch.changed.set()
                    messages = ()
                for message in messages:
                    yield ServerSentEvent(
                        id=str(message.id), event=message.event, data=message.data, retry=RETRY_MS
                    )  # fmt: skip
                    after = message.id
                await watch.changed.wait()
    finally:
        metrics.watchers.dec()
