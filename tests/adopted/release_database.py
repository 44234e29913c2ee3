"""The database of release 0.11.0, for tests to load."""

import lzma
import sqlite3
from contextlib import closing
from pathlib import Path

import asyncpg
import sqlalchemy as sa

from data.connections.urls import driver_url

GAMES = 14
"""The number of games in the database."""
_HERE = Path(__file__).parent


def load_release_file(path: Path) -> Path:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(_dump("sqlite"))
    return path


async def load_release(address: str) -> None:
    """Load the database into an empty SQLite or PostgreSQL database."""
    url = driver_url(address)
    if url.get_backend_name() == "sqlite":
        load_release_file(Path(url.database or ""))
        return
    await _load_on_postgresql(url)


async def _load_on_postgresql(url: sa.URL) -> None:
    connection = await asyncpg.connect(host=str(url.query["host"]), user="postgres", database=url.database)
    try:
        await connection.execute(_dump("postgresql"))
    finally:
        await connection.close()


def _dump(kind: str) -> str:
    return lzma.decompress((_HERE / f"{kind}.sql.xz").read_bytes()).decode()
