"""Lookups of matches by place, and of their messages."""

from datetime import timedelta
from itertools import count

import pytest

from bot.kernel.outbox.delivered import Delivered
from bot.model.challenges.terms import Terms
from bot.model.events.instructions import OpenThread
from bot.model.match.match import Match
from bot.model.people.person import MessageRef, Person, Place
from bot.model.people.preferences import PingPlace
from tests.bot.support.fakes import ANNA, BEN, CARA, HALL, World
from tests.bot.support.refusals import expect_refusal

pytest_plugins = ("tests.bot.support.worlds",)

pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

ELSEWHERE = Place(8, 80, "en")
THREAD = 7001


async def _begin(world: World, opponent: Person = BEN, place: Place = HALL) -> Match:
    challenge = await world.services.invitations.challenge(
        world.by(ANNA), Terms("counting", {}, "first"), place, [opponent]
    )
    accepted = await world.services.invitations.accept(world.by(opponent), challenge.id)
    return await world.services.matches.get(accepted.match or 0)


async def test_matches_are_found_by_place(world: World) -> None:
    matches = world.services.matches
    first, second, third = await _begin(world), await _begin(world, CARA), await _begin(world, BEN, ELSEWHERE)
    await world.services.match_places.move_home(second.id, THREAD, HALL.channel)

    def ids(matches_found: tuple[Match, ...]) -> list[int]:
        return [match.id for match in matches_found]

    assert ids(await matches.running_at(HALL.channel)) == [first.id]
    assert ids(await matches.running_at(THREAD)) == [second.id]
    assert await matches.threads_in(HALL.server or 0) == {THREAD}
    assert await matches.threads_in(ELSEWHERE.server or 0) == frozenset()
    latest = await matches.latest_at(HALL.channel)
    assert latest is not None
    assert latest.id == first.id
    assert await matches.latest_at(99) is None
    for match in (first, second, third):
        world.time.pass_by(timedelta(hours=1))
        await world.services.resignations.resign(world.by(ANNA), match.id)
    assert ids(await matches.finished_matches_in(HALL.server or 0)) == [second.id, first.id]
    assert ids(await matches.finished_matches_in(HALL.server or 0, limit=1)) == [second.id]
    assert ids(await matches.finished_matches_in(ELSEWHERE.server or 0)) == [third.id]
    assert await matches.threads_in(HALL.server or 0) == frozenset()
    assert await matches.running_at(HALL.channel) == ()


async def test_a_direct_board_lasts_until_its_reader_moves(world: World) -> None:
    await world.services.settings.set_preferences(world.by(BEN), tell=PingPlace.DIRECT)
    match, numbers = await _begin(world), count(900)

    async def deliver() -> None:
        while notices := await world.outbox.claim():
            for notice in notices:
                ref = MessageRef(notice.recipient or HALL.channel, next(numbers))
                await world.outbox.exchange([Delivered(notice.id, ref)], 0)

    async def boards() -> list[int | None]:
        people = (ANNA.id, BEN.id)
        refs = [await world.services.match_places.direct_board(match.id, person) for person in people]
        return [None if ref is None else ref.channel for ref in refs]

    await deliver()
    assert await boards() == [None, None]
    await world.services.turns.take_turn(world.by(ANNA), match.id, "take 1")
    await deliver()
    assert await boards() == [None, BEN.id]
    await world.services.turns.take_turn(world.by(BEN), match.id, "take 1")
    await deliver()
    assert await boards() == [None, None]


async def test_opening_a_thread_later_delays_no_notice(world: World) -> None:
    match = await _begin(world)
    await world.deliver_all()
    await world.services.match_places.open_thread_later(match.id, timedelta(minutes=5))
    assert await world.deliver_all() == []
    await world.services.turns.take_turn(world.by(ANNA), match.id, "take 1")
    assert OpenThread not in [notice.kind for notice in await world.deliver_all()]
    world.time.pass_by(timedelta(minutes=5))
    (notice,) = await world.deliver_all()
    assert (notice.event, notice.stream, notice.recipient) == (OpenThread(match.id), -match.id, None)


async def test_a_paused_match_refuses_moves_but_accepts_resignations(world: World) -> None:
    match = await _begin(world)
    await world.services.presence.pause_server(HALL.server or 0)
    await expect_refusal(world.services.turns.take_turn(world.by(ANNA), match.id, "take 1"), "game-paused")
    assert (await world.services.matches.get(match.id)).plies == 0
    finished = await world.services.resignations.resign(world.by(ANNA), match.id)
    assert finished.outcome is not None
    assert finished.outcome.winners == (1,)
