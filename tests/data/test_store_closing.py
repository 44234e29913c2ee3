"""Closing a store: running work finishes first."""

import asyncio
from pathlib import Path

import sqlalchemy as sa

from data.session import Session
from data.store import Store

_ONE = sa.select(sa.literal(1).label("one"))


async def _ask(session: Session) -> None:
    assert (await session.connection.execute(_ONE)).scalar_one() == 1


async def test_closing_waits_for_every_running_access(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    file.touch()
    store = Store.open_unmigrated(f"sqlite:///{file}")
    async with store.read() as reading:
        async with store.write() as writing:
            closing = asyncio.create_task(store.close())
            await _ask(writing)
            assert not closing.done()
        await _ask(reading)
        assert not closing.done()
    await closing
    assert store.in_use == 0
