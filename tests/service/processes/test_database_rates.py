"""Rates counted in PostgreSQL: right over all processes, and never in the way."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest
from starlette.testclient import TestClient

from service.processes.common import join
from service.processes.database_rates import DatabaseRates
from service.settings import Settings
from tests.service.book.conftest import NO_POSTGRES, POSTGRES


@pytest.fixture
def kind() -> str:
    if not POSTGRES:
        pytest.skip(NO_POSTGRES)
    return "postgresql"


@pytest.fixture
def emptied(url: str) -> str:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("DROP TABLE IF EXISTS tilesight_rates")
    return url


def rates(url: str, tmp_path: Path, per_minute: int = 40, photos: int = 8) -> DatabaseRates:
    settings = Settings(data_dir=tmp_path, rate_per_minute=4, photo_rate_per_minute=4)
    return DatabaseRates(url, per_minute, photos, join(settings, None).rates)


def test_all_processes_count_the_same_callers(emptied: str, tmp_path: Path) -> None:
    async def test() -> None:
        processes = [rates(emptied, tmp_path) for _ in range(3)]
        began = asyncio.get_running_loop().time()
        waits = await asyncio.gather(*(one.wait(["address:a"], False) for one in processes for _ in range(20)))
        refilled = (asyncio.get_running_loop().time() - began) * 40 / 60
        assert 10 <= waits.count(0.0) <= 10 + refilled + 1
        assert all(0 <= wait <= 1.5 for wait in waits)
        assert await processes[0].wait(["address:b"], False) == 0.0
        # A caller is known by every key: one that is used up is enough to wait.
        assert await processes[1].wait(["address:b", "address:a"], False) > 0
        for one in processes:
            await one.close()

    asyncio.run(test())


def test_photos_have_a_rate_of_their_own(emptied: str, tmp_path: Path) -> None:
    async def test() -> list[float]:
        one = rates(emptied, tmp_path, per_minute=4000, photos=8)
        waits = [await one.wait(["address:a"], True) for _ in range(4)]
        waits.append(await one.wait(["address:a"], False))
        await one.close()
        return waits

    waits = asyncio.run(test())
    assert waits[:2] == [0.0, 0.0]
    assert max(waits[2:4]) > 0
    assert waits[4] == 0.0


def test_no_limit_asks_nobody(tmp_path: Path) -> None:
    one = rates("postgresql://nobody@127.0.0.1:9/nothing", tmp_path, 0, 0)
    assert asyncio.run(one.wait(["address:a"], True)) == 0.0


def test_without_the_database_each_process_counts_for_itself(tmp_path: Path) -> None:
    async def test() -> list[float]:
        one = rates("postgresql://nobody@127.0.0.1:9/nothing", tmp_path)
        waits = [await one.wait(["address:a"], False) for _ in range(2)]
        await one.close()
        return waits

    first, second = asyncio.run(test())
    assert first == 0.0
    assert second > 0


def test_a_connection_that_was_cut_is_made_again(emptied: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.processes.database_rates._AGAIN_S", 0.0)

    async def test() -> list[float]:
        one = rates(emptied, tmp_path, per_minute=60)
        waits = [await one.wait(["address:a"], False) for _ in range(15)]
        with psycopg.connect(emptied, autocommit=True) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'tilesight rates'"
            )
        waits.append(await one.wait(["address:other"], False))
        waits.append(await one.wait(["address:other"], False))
        with psycopg.connect(emptied, autocommit=True) as connection:
            counted = connection.execute("SELECT count(*) FROM tilesight_rates").fetchone()
        assert counted == (2,)
        await one.close()
        return waits

    assert asyncio.run(test()) == [0.0] * 17


def test_the_table_holds_no_addresses(emptied: str, make_client: Callable[..., TestClient]) -> None:
    client = make_client(database_url=emptied, rate_store="database", rate_per_minute=8)
    assert [client.get("/v1/rulesets").status_code for _ in range(3)][:2] == [200, 200]
    with psycopg.connect(emptied) as connection:
        rows = connection.execute("SELECT key FROM tilesight_rates").fetchall()
    assert len(rows) == 1
    assert "testclient" not in rows[0][0]


def test_sqlite_is_no_place_for_rates(tmp_path: Path) -> None:
    refusal = Settings(data_dir=tmp_path, rate_store="database").refusal()
    assert refusal is not None
    assert "postgresql://" in refusal
