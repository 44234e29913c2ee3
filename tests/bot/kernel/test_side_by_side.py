"""Two versions at one database; the newer is today's with a further migration."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from bot.model.match.match import MatchStatus
from data import NewerDatabase
from data.migration import TODAY, Migrations
from data.store import Store
from tests.bot.support.fakes import ANNA, BEN, Counting, World
from tests.data.pretended import NEXT, next_version, version_after

pytest_plugins = ("tests.data.databases",)

_TAKES = 12
_GAMES = {"counting": Counting()}

Open = Callable[..., Awaitable[Store]]


@pytest.fixture
async def start(database_url: str) -> AsyncIterator[Open]:
    """A function that starts a version on the database; all stop with the test."""
    async with AsyncExitStack() as stack:

        async def open_store(migrations: Migrations = TODAY) -> Store:
            store = await Store.open(database_url, migrations)
            stack.push_async_callback(store.close)
            return store

        yield open_store


async def test_two_versions_play_on_together_and_the_older_can_return(
    start: Open, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    today = await start()
    world = World(today, _GAMES)
    match = await world.match(goal=str(2 * _TAKES))

    async def plays(number: int) -> None:
        await world.services.turns.take_turn(world.by((ANNA, BEN)[number % 2]), match.id, "take 1", number)

    async def moves(first: int, last: int) -> None:
        for number in range(first, last):
            await plays(number)

    # Today's version plays on while the next one migrates the tables.
    _, newer = await asyncio.gather(moves(0, _TAKES), start(next_version(tmp_path)))
    newer_world = World(newer, _GAMES, numbers=world.numbers)
    for number in range(_TAKES, 2 * _TAKES - 4, 2):
        await plays(number)
        request = newer_world.by(BEN)
        await newer_world.services.turns.take_turn(request, match.id, "take 1", number + 1)
    other = await newer_world.match()
    assert (await world.services.matches.get(other.id)).status is MatchStatus.RUNNING
    await world.services.resignations.resign(world.by(BEN), other.id)
    await world.services.settings.set_preferences(world.by(ANNA), theme="dark")
    assert (await newer_world.services.settings.preferences(ANNA.id)).theme == "dark"
    assert (await newer_world.services.matches.get(other.id)).status is MatchStatus.FINISHED
    await today.close()

    # Today's version starts again, while the next one still runs and afterwards.
    with caplog.at_level(logging.INFO, "data.migration"):
        back = await start()
    assert caplog.messages == [
        f"the database is of a newer version (revision {NEXT}), which this one may use"
    ]
    world = World(back, _GAMES, numbers=world.numbers)
    await moves(2 * _TAKES - 4, 2 * _TAKES - 2)
    await newer.close()
    await moves(2 * _TAKES - 2, 2 * _TAKES)
    final_match = await world.services.matches.get(match.id)
    assert (final_match.status, final_match.plies) == (MatchStatus.FINISHED, 2 * _TAKES)
    plies = await world.services.matches.plies(match.id, 0, 2 * _TAKES)
    assert [ply.text for ply in plies] == ["take 1"] * 2 * _TAKES


async def test_an_older_version_refuses_an_incompatible_database(start: Open, tmp_path: Path) -> None:
    await start(version_after(tmp_path))
    await start(next_version(tmp_path))
    with pytest.raises(NewerDatabase, match="last"):
        await start(TODAY)
