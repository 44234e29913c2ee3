import lzma
import sqlite3
from contextlib import closing
from pathlib import Path

import asyncpg
import pytest

from data.urls import driver_url

pytest_plugins = ("tests.data.databases",)
_HERE = Path(__file__).parent


@pytest.fixture
async def adopted_url(database_url: str) -> str:
    """The address of a database that 0.11.0 left, not opened yet."""
    url = driver_url(database_url)
    kind = url.get_backend_name()
    sql = lzma.decompress((_HERE / f"{kind}.sql.xz").read_bytes()).decode()
    if kind == "sqlite":
        with closing(sqlite3.connect(url.database or "")) as connection:
            connection.executescript(sql)
        return database_url
    connected = await asyncpg.connect(host=str(url.query["host"]), user="postgres", database=url.database)
    try:
        await connected.execute(sql)
    finally:
        await connected.close()
    return database_url
