"""Counts across tables; the rest is tested through the pages that show it."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import pytest

from bot.monitoring.figures import FigureRepository
from data import StoreUnavailable, newest
from data.store import Store

pytest_plugins = ("tests.data.databases",)

NOON: Final = datetime(2026, 11, 20, 12, tzinfo=UTC)


def make_file(url: str) -> None:
    """Make the file of an SQLite database, with nothing in it."""
    if url.startswith("sqlite"):
        Path(url.removeprefix("sqlite:///")).touch()


async def test_a_database_of_nobody_has_no_revision(database_url: str) -> None:
    make_file(database_url)
    store = Store.open_as_it_is(database_url)
    async with store.read() as session:
        assert await session.of(FigureRepository).revision() is None
    await store.close()


async def test_a_database_of_this_version(store: Store, database_url: str) -> None:
    async with store.read() as session:
        assert await session.of(FigureRepository).revision() == newest()
        assert await session.of(FigureRepository).size() > 100_000
        assert database_url.startswith(session.of(FigureRepository).kind)


async def test_a_file_is_not_made_to_look_into_it(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    with pytest.raises(StoreUnavailable, match=str(file)):
        Store.open_as_it_is(f"sqlite:///{file}")
    assert not file.exists()


async def test_nothing_waits_where_nothing_was_written(store: Store) -> None:
    async with store.read() as session:
        figures = [
            await session.of(FigureRepository).due_notices(NOON),
            await session.of(FigureRepository).claimed_notices(),
            await session.of(FigureRepository).overdue(NOON),
        ]
        assert [(figure.number, figure.oldest) for figure in figures] == [(0, None)] * 3
        assert await session.of(FigureRepository).running_games() == {}
        assert await session.of(FigureRepository).alive() == ()
