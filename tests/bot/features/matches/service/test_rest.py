"""The check whether a finished match is the latest activity in its place."""

from datetime import timedelta

import pytest

from bot.model.challenges.terms import Terms
from bot.model.match.match import Match
from bot.model.people.person import Place
from tests.bot.support.fakes import ANNA, BEN, CARA, HALL, World
from tests.bot.support.timed import play

pytest_plugins = ("tests.bot.support.worlds",)
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

ELSEWHERE = Place(7, 72, "de")


async def resigned_match(world: World, place: Place = HALL) -> Match:
    """Return a match that Anna has just resigned."""
    challenge = await world.services.invitations.challenge(
        world.by(ANNA), Terms("counting", {}, "first"), place, [BEN]
    )
    number = (await world.services.invitations.accept(world.by(BEN), challenge.id)).match or 0
    return await world.services.resignations.resign(world.by(ANNA), number)


async def test_only_the_last_match_of_a_place_rests(world: World) -> None:
    matches = world.services.matches
    first = await resigned_match(world)
    assert await matches.rests(first)
    world.time.pass_by(timedelta(hours=1))
    await resigned_match(world, ELSEWHERE)
    assert await matches.rests(first), "another channel"
    second = await resigned_match(world)
    assert [await matches.rests(match) for match in (first, second)] == [False, True]


async def test_a_running_match_or_open_challenge_prevents_the_rest(world: World) -> None:
    rests = world.services.matches.rests
    match = await resigned_match(world)
    challenge = await world.challenge(opponent=CARA)
    assert not await rests(match)
    accepted = await world.services.invitations.accept(world.by(CARA), challenge.id)
    running = await world.services.matches.get(accepted.match or 0)
    await play(world, running, ANNA)
    assert not await rests(match)
    await world.services.match_places.move_home(running.id, 5000, HALL.channel)
    assert await rests(match), "it has moved into its thread"


async def test_a_threaded_match_rests_regardless_of_its_channel(world: World) -> None:
    match = await resigned_match(world)
    await world.services.match_places.move_home(match.id, 5000, HALL.channel)
    match = await world.services.matches.get(match.id)
    await world.challenge(opponent=CARA)
    await world.match()
    assert await world.services.matches.rests(match)
