"""Databases with backups, for tests of restores."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from itertools import count
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import create_async_engine

from bot.model.restores.epochs import Epochs
from bot.repositories.restores import known_epochs
from data.store import Store
from tests.bot.support.fakes import ANNA, BEN, GAMES, Counting, World

REQUESTS = count(1)
Restore = Callable[..., int]


def over(address: str, do: Callable[[World], Awaitable[None]]) -> None:
    """Run a function in a world over a database."""

    async def run_in_world() -> None:
        store = await Store.open(address)
        try:
            await do(World(store, {**GAMES, "counting": Counting()}, numbers=REQUESTS))
        finally:
            await store.close()

    asyncio.run(run_in_world())


async def begins(world: World) -> None:
    match = await world.match()
    await world.services.turns.take_turn(world.by(ANNA), match.id, "take 1")


async def goes_on(world: World) -> None:
    await world.services.turns.take_turn(world.by(BEN), 1, "take 1")
    await world.match()


def state(address: str) -> tuple[list[int], Epochs]:
    """Return the numbers of plies of Anna's matches, and the epochs of a database."""
    states: list[tuple[list[int], Epochs]] = []

    async def look(world: World) -> None:
        games = await world.services.matches.of(ANNA.id)
        states.append(([match.plies for match in games], await known_epochs(world.store)))

    over(address, look)
    return states[0]


def copy_database(source: Path, target: Path) -> None:
    with closing(sqlite3.connect(source)) as live, closing(sqlite3.connect(target)) as copy:
        live.backup(copy)


def make_database(socket: Path, name: str, template: str = "template1") -> str:
    async def make_tables() -> None:
        engine = create_async_engine(
            f"postgresql+asyncpg://postgres@/postgres?host={socket}", isolation_level="AUTOCOMMIT"
        )
        async with engine.connect() as connection:
            await connection.execute(sa.text(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)"))
            await connection.execute(sa.text(f"CREATE DATABASE {name} TEMPLATE {template}"))
        await engine.dispose()

    asyncio.run(make_tables())
    return f"postgresql://postgres@/{name}?host={socket}"
