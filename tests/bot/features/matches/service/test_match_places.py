"""A match's home: the overview of its channel shows the new link."""

from datetime import datetime, timedelta

import pytest

from bot.features.matches.service.match_places import MatchPlaces
from data.session import Session
from tests.bot.support.fakes import HALL, World
from tests.bot.support.services import ROUTES

pytest_plugins = ("tests.bot.support.worlds",)
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


@pytest.mark.parametrize(("thread", "parent"), [(7001, 7000), (7001, None), (None, None)])
async def test_moving_a_match_redraws_the_channel_s_overview(
    world: World, thread: int | None, parent: int | None
) -> None:
    other, match = await world.match(), await world.match()
    redrawn: list[tuple[int, datetime]] = []

    async def touch(session: Session, channel: int, now: datetime) -> None:
        del session
        redrawn.append((channel, now))

    places = MatchPlaces(world.store, world.time, ROUTES, touch)
    await places.move_home(match.id, 6999)
    world.time.pass_by(timedelta(hours=1))
    await places.move_home(match.id, thread, parent)
    assert redrawn == [(HALL.channel, world.time.now - timedelta(hours=1)), (HALL.channel, world.time.now)]
    assert (await world.services.matches.get(match.id)).thread == thread
    assert (await world.services.matches.get(other.id)).thread is None
    await places.move_home(99, thread)
    assert len(redrawn) == 2
