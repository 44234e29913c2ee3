"""Later games of a series, and ends: pauses, rated games."""

from datetime import timedelta

import pytest

from bot.model.events.events import MatchEnded
from bot.model.match.match import Match
from tests.bot.support.contents import event_of
from tests.bot.support.fakes import ANNA, BEN, HALL, World
from tests.bot.support.rated import begin

pytest_plugins = ("tests.bot.support.worlds",)
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


async def second_of(world: World, first: Match) -> Match:
    record = await world.services.matches.series(first.challenge)
    return await world.services.matches.get(record.games[1])


async def test_a_later_game_waits_while_the_bot_is_away(world: World) -> None:
    first = await begin(world, series=True)
    await world.services.presence.pause_server(HALL.server or 0)
    world.time.pass_by(timedelta(hours=1))
    await world.services.resignations.resign(world.by(ANNA), first.id)
    second = await second_of(world, first)
    assert (second.running, second.timing.paused) == (True, world.time.now)
    await world.services.presence.resume_server(HALL.server or 0)
    assert (await second_of(world, first)).timing.paused is None


@pytest.mark.parametrize("rated", [True, False])
async def test_an_end_event_marks_rated_matches(world: World, rated: bool) -> None:
    match = await begin(world, rated=rated)
    await world.services.resignations.resign(world.by(BEN), match.id)
    (end,) = [notice for notice in await world.deliver_all() if notice.kind is MatchEnded]
    assert event_of(end, MatchEnded).rated is rated
