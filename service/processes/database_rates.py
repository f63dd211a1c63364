"""How often a caller may ask, counted in PostgreSQL for the processes of several machines.

One statement a request fills up and empties the buckets of its caller. The table is no part of the book: it holds
digests instead of addresses and tokens, is not written to the log of the database, and may be lost. While the database
does not answer, each process counts for itself.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from service.logs import get_logger
from service.processes.rates import Rates

if TYPE_CHECKING:
    from psycopg import AsyncConnection

_PATIENCE_S = 1.0
_AGAIN_S = 5.0
_SWEEP_S = 300.0
_LOCK = 0x7261_7465

_MAKE = """
CREATE UNLOGGED TABLE IF NOT EXISTS tilesight_rates (
    key text PRIMARY KEY,
    tokens double precision NOT NULL,
    wait double precision NOT NULL,
    seen timestamptz NOT NULL
)
"""
_TAKE = """
INSERT INTO tilesight_rates AS old (key, tokens, wait, seen)
SELECT asked.key, asked.burst - 1, 0, clock_timestamp()
FROM unnest(%s::text[], %s::float8[], %s::float8[]) AS asked (key, burst, rate)
ORDER BY asked.key
ON CONFLICT (key) DO UPDATE SET (tokens, wait, seen) = (
    SELECT filled - CASE WHEN filled >= 1 THEN 1 ELSE 0 END,
           CASE WHEN filled >= 1 THEN 0 ELSE (1 - filled) / rate END,
           clock_timestamp()
    FROM (
        SELECT rate, LEAST(
            burst, old.tokens + rate * GREATEST(0, EXTRACT(EPOCH FROM clock_timestamp() - old.seen))
        ) AS filled
        FROM unnest(%s::text[], %s::float8[], %s::float8[]) AS asked (key, burst, rate)
        WHERE asked.key = old.key
    ) AS now_held
)
RETURNING wait
"""
_SWEEP = "DELETE FROM tilesight_rates WHERE seen < now() - interval '10 minutes'"


class DatabaseRates:
    """Rates counted in one table for every process that uses the database."""

    def __init__(self, url: str, per_minute: int, photos_per_minute: int, instead: Rates) -> None:
        """``url`` of PostgreSQL; ``instead`` counts while it does not answer."""
        self._url = url
        self._rates = {"all": per_minute, "photos": photos_per_minute}
        self._instead = instead
        self._connection: AsyncConnection[Any] | None = None
        self._turn = asyncio.Lock()
        self._not_before = 0.0
        self._sweep_at = time.monotonic() + _SWEEP_S
        self._log = get_logger("rates")

    async def wait(self, keys: Sequence[str], photo: bool) -> float:
        asked = self._asked(keys, photo)
        if not asked[0]:
            return 0.0
        if time.monotonic() < self._not_before:
            return await self._instead.wait(keys, photo)
        try:
            async with asyncio.timeout(_PATIENCE_S), self._turn:
                return await self._take(asked)
        except Exception as error:
            # Whatever the database's trouble is, the request must not suffer from it.
            self._log.warning("rates are counted by each process for itself", error=type(error).__name__)
            self._not_before = time.monotonic() + _AGAIN_S
            await self._leave()
            return await self._instead.wait(keys, photo)

    def _asked(self, keys: Sequence[str], photo: bool) -> tuple[list[str], list[float], list[float]]:
        """Digest, burst and tokens a second of each bucket that a request draws on."""
        names, bursts, rates = [], [], []
        for kind in ("all", "photos") if photo else ("all",):
            per_minute = self._rates[kind]
            for key in keys if per_minute else ():
                names.append(sha256(f"{kind}:{key}".encode("utf-8", "surrogatepass")).hexdigest()[:32])
                bursts.append(max(1.0, per_minute / 4))
                rates.append(per_minute / 60)
        return names, bursts, rates

    async def _take(self, asked: tuple[list[str], list[float], list[float]]) -> float:
        connection = self._connection
        if connection is None or connection.closed:
            connection = self._connection = await self._connect()
        if time.monotonic() >= self._sweep_at:
            self._sweep_at = time.monotonic() + _SWEEP_S
            await connection.execute(_SWEEP)
        found = await connection.execute(_TAKE, (*asked, *asked))
        return max(float(row[0]) for row in await found.fetchall())

    async def _connect(self) -> AsyncConnection[Any]:
        from psycopg import AsyncConnection
        from sqlalchemy.engine import make_url

        address = make_url(self._url).set(drivername="postgresql").render_as_string(hide_password=False)
        connection = await AsyncConnection.connect(address, autocommit=True, application_name="tilesight rates")
        async with connection.transaction():
            # Two processes that make the same table at the same moment get in each other's way.
            await connection.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
            await connection.execute(_MAKE)
        return connection

    async def _leave(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.close()

    async def close(self) -> None:
        await self._leave()
        await self._instead.close()
