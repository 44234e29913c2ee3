"""Signals between processes that share a database, also after a lost connection."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime

import pytest
import sqlalchemy as sa

from data.cluster.signal_values import Signal, Topic
from data.cluster.signals import SignalRepository
from data.listening import Listening
from data.store import Store

pytest_plugins = ("tests.data.databases",)

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
_HANG_UP = sa.text("""
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND query LIKE 'LISTEN%'
""")
on_postgresql = pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)


async def _at_once(_: float) -> None:
    """Reconnect without a pause."""


@asynccontextmanager
async def _listening(store: Store) -> AsyncIterator["asyncio.Queue[Signal]"]:
    signals: asyncio.Queue[Signal] = asyncio.Queue()
    listening = asyncio.create_task(Listening(store._engines.listener, _at_once).run(signals.put_nowait))
    async with asyncio.timeout(10):
        assert await signals.get() == Signal(Topic.MISSED)
        yield signals
    listening.cancel()
    await asyncio.wait([listening])


@pytest.mark.parametrize(
    "signal",
    [
        Signal(Topic.NOTICES),
        Signal(Topic.PERSON, 1_100_000_000_000_000_101),
        Signal(Topic.PERSON, -3),
        Signal(Topic.DEADLINE, moment=NOON),
    ],
)
def test_signals_round_trip(signal: Signal) -> None:
    assert Signal.read(signal.to_line()) == signal


@pytest.mark.parametrize("line", ["", "tournament 7", "deadline soon", "person Anna"])
def test_a_newer_versions_signal_reads_as_unknown(line: str) -> None:
    assert Signal.read(line) == Signal(Topic.UNKNOWN)


@on_postgresql
async def test_only_committed_signals_are_received(store: Store) -> None:
    async with _listening(store) as signals:
        with suppress(RuntimeError):
            async with store.write() as session:
                await session.of(SignalRepository).send(Signal(Topic.PERSON, 1))
                raise RuntimeError
        async with store.write() as session:
            await session.of(SignalRepository).send(Signal(Topic.PERSON, 2))
        assert await signals.get() == Signal(Topic.PERSON, 2)


@on_postgresql
async def test_a_lost_connection_is_reopened(store: Store) -> None:
    async with _listening(store) as signals:
        async with store._engines.writer.begin() as connection:
            assert len((await connection.execute(_HANG_UP)).all()) == 1
        assert await signals.get() == Signal(Topic.MISSED)
        await store.signal(Signal(Topic.NOTICES))
        assert await signals.get() == Signal(Topic.NOTICES)


@on_postgresql
async def test_a_deadline_is_signalled_unless_this_process_handles_it(store: Store) -> None:
    async with _listening(store) as signals:
        async with store.write() as session:
            session.expect(NOON)
        assert await signals.get() == Signal(Topic.DEADLINE, moment=NOON)
        store.when_due(lambda _: None)
        async with store.write() as session:
            session.expect(NOON)
        await store.signal(Signal(Topic.NOTICES))
        assert await signals.get() == Signal(Topic.NOTICES)


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
async def test_a_lone_process_receives_nothing(store: Store) -> None:
    signals: list[Signal] = []
    await store.listen(signals.append)
    await store.signal(Signal(Topic.NOTICES))
    assert signals == []
