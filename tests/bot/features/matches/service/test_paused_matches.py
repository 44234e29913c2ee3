"""Matches in a server without the bot: clocks stop, and boards show the new deadline afterwards."""

from datetime import timedelta

import pytest

from bot.kernel.transactions.unit_of_work import Change
from bot.model.events.events import DeadlineMoved, DeadlineNear, DeadlinePassed, MatchResumed
from bot.model.match.match import Match
from bot.model.people.preferences import AUTO_VACATION
from tests.bot.support.fakes import ANNA, BEN, HALL, World
from tests.bot.support.timed import DAY, begin_timed, pass_by, play

pytest_plugins = ("tests.bot.support.worlds",)
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

SERVER = HALL.server or 0


async def current_match(world: World, match: Match) -> Match:
    return await world.services.matches.get(match.id)


async def test_a_resumed_match_shows_its_new_deadline(world: World) -> None:
    await world.match()
    match = await begin_timed(world, "3d")
    await play(world, match, ANNA)
    await world.deliver_all()
    before = (await current_match(world, match)).deadline
    assert before is not None
    await world.services.presence.pause_server(SERVER)
    assert (await current_match(world, match)).deadline is None
    assert not [notice for notice in await pass_by(world, 5 * DAY) if notice.match == match.id]
    changes: list[Change] = []
    world.services.app.kernel.work.consequences.committed.append(changes.append)
    await world.services.presence.resume_server(SERVER)
    assert MatchResumed(match.id) in [recorded.event for change in changes for recorded in change.events]
    resumed = await current_match(world, match)
    assert (resumed.deadline, resumed.plies, resumed.running) == (before + 5 * DAY, 1, True)
    (moved,) = [notice for notice in await world.deliver_all() if notice.match == match.id]
    assert moved.event == DeadlineMoved(match.id, 1, 1, timed=False)
    near = [notice.event for notice in await pass_by(world, timedelta(days=2, hours=23))]
    hours = [
        event.hours_left for event in near if isinstance(event, DeadlineNear) and event.match == match.id
    ]
    assert hours == [24, 6]


async def test_soft_time_expires_only_once_across_a_pause(world: World) -> None:
    match = await begin_timed(world, "1d soft")
    for person in (ANNA, BEN):
        await world.services.settings.set_value(world.by(person), AUTO_VACATION, False)
    await play(world, match, ANNA)
    passed = [notice.event for notice in await pass_by(world, DAY + timedelta(hours=1))]
    last_day = [notice.event for notice in await pass_by(world, 3 * DAY)]
    assert [event.hours_left for event in last_day if isinstance(event, DeadlineNear)] == [None]
    assert [event for event in passed if isinstance(event, DeadlinePassed)] == [
        DeadlinePassed(match.id, 1, 1)
    ]
    await world.services.presence.pause_server(SERVER)
    await pass_by(world, 2 * DAY)
    await world.services.presence.resume_server(SERVER)
    after_resume = [notice.event for notice in await pass_by(world, DAY)]
    assert not [event for event in after_resume if isinstance(event, DeadlinePassed)]
    assert (await current_match(world, match)).timing.claimable
