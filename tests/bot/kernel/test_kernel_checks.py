"""Checks for rows without a timer, and timers without a row."""

import pytest
import sqlalchemy as sa

from bot.kernel.checks import timer_checks
from bot.model.match.match import MatchStatus
from bot.repositories.tables.match_tables import games
from data.cluster.cluster_tables import timers
from tests.bot.support.fakes import ANNA, World

pytest_plugins = ("tests.bot.support.worlds",)
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


async def test_checks_find_missing_and_superfluous_timers(world: World) -> None:
    numbers = [(await world.match()).id for _ in range(4)]
    _, without, _, over = numbers
    await world.services.resignations.resign(world.by(ANNA), over)
    checks = timer_checks(games, games.c.id, "nap", games.c.status == MatchStatus.RUNNING)
    async with world.store.write() as session:
        for number in {*numbers, 999} - {without}:
            row = {"kind": "nap", "subject": number, "due": world.time.now}
            await session.connection.execute(sa.insert(timers).values(**row))
        await session.connection.execute(
            sa.insert(timers).values(kind="rest", subject=over, due=world.time.now)
        )
        found = [list(await session.connection.execute(check.query)) for check in checks]
    assert [sorted(map(tuple, rows)) for rows in found] == [[(without,)], [("nap", over), ("nap", 999)]]
