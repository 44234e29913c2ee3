"""Engines that run out of time, and opening messages of matches with dice."""

import pytest

from bot.model.challenges.terms import Terms
from bot.model.events.events import MatchRestored, MatchStalled, MatchStarted, PlyPlayed
from bot.model.match.match import MatchStatus
from bot.model.people.person import Person
from bot.model.time.clocks import read_clock
from tests.bot.features.engines.service.test_practice import FirstMoveEngines, games_of, turns_of
from tests.bot.support.fakes import ANNA, BEN, HALL, World
from tests.bot.support.timed import DAY, pass_by, play

pytest_plugins = ("tests.bot.support.worlds",)
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

ACCOUNT = Person(999, "Fern", "")


async def test_an_engine_has_no_vacation_and_loses_on_time(world: World) -> None:
    await world.match()
    terms = Terms("conhex", {"swap": "off"}, "red", clock=read_clock("2d"), against_engine=True)
    challenge = await world.services.invitations.challenge(world.by(ANNA), terms, HALL, [ACCOUNT])
    number = (
        await games_of(world, FirstMoveEngines(world)).accept(world.by(ANNA), challenge.id, 1)
    ).match or 0
    match = await world.services.matches.get(number)
    await play(world, match, ANNA, move="f6")
    await turns_of(world, FirstMoveEngines(world)).schedule(number)
    await play(world, match, ANNA, move="c4")
    await pass_by(world, 2 * DAY)
    finished = await world.services.matches.get(number)
    assert (finished.status, finished.outcome is not None and finished.outcome.winners) == (
        MatchStatus.FINISHED,
        (0,),
    )


async def test_a_silent_engine_is_reported_but_not_reminded(world: World) -> None:
    await world.match()
    terms = Terms("conhex", {"swap": "off"}, "red", against_engine=True)
    challenge = await world.services.invitations.challenge(world.by(ANNA), terms, HALL, [ACCOUNT])
    number = (
        await games_of(world, FirstMoveEngines(world)).accept(world.by(ANNA), challenge.id, 1)
    ).match or 0
    await play(world, await world.services.matches.get(number), ANNA, move="f6")
    await world.deliver_all()
    notices = [notice for notice in await pass_by(world, 60 * DAY) if notice.match == number]
    assert [notice.kind for notice in notices] == [PlyPlayed, MatchStalled]
    assert notices[-1].event == MatchStalled(number, 1, 1)


async def test_dice_are_rolled_once_the_opening_message_is_settled(world: World) -> None:
    await world.match()
    lobby = await world.lobby(BEN, role="red")
    number = (await world.services.lobbies.start(world.by(ANNA), lobby.id)).match or 0
    hooks = world.services.openings.settled
    assert set(hooks) == {MatchStarted, MatchRestored}
    plies = []
    while notices := await world.outbox.claim():
        for notice in notices:
            await world.outbox.deliver_as(notice.id, None)
            if notice.match == number and notice.kind in hooks:
                plies.append((await world.services.matches.get(number)).plies)
                await hooks[notice.kind](notice)
    assert [*plies, (await world.services.matches.get(number)).plies] == [0, 1]
