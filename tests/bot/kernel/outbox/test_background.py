"""Background notices are delivered after urgent ones."""

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.matches.service.notices.held_boards import HELD
from bot.kernel.outbox.message_projection import message_projection
from bot.kernel.outbox.message_routes import OutgoingMessage
from bot.kernel.outbox.recorded import RecordedInMatch
from bot.model.events.events import ChallengeMade, MatchRestored, PlyPlayed
from bot.model.events.instructions import CloseThread
from bot.model.people.players import EnginePlayer
from bot.model.people.preferences import PingPlace
from bot.repositories.matches.matches import MatchRepository
from bot.repositories.outbox.notices import NoticeRepository
from tests.bot.support.fakes import ANNA, World
from tests.bot.support.services import ROUTES

pytest_plugins = ("tests.bot.support.worlds",)
pytestmark = pytest.mark.both_databases


async def test_awaited_notices_precede_background_notices(world: World) -> None:
    await _in_background(world, 50)
    await world.match()
    first = (await world.outbox.exchange((), 10, 4)).claimed
    assert [notice.kind for notice in first if not notice.background] == [ChallengeMade]
    assert sum(notice.background for notice in first) == 4
    nothing_more = await world.outbox.exchange((), 10, 0)
    assert (nothing_more.claimed, nothing_more.next_due) == ((), None)


async def test_background_notices_fill_the_rest_of_a_limit(world: World) -> None:
    await _in_background(world, 5)
    await world.match()
    first = (await world.outbox.exchange((), 3, 5)).claimed
    assert sorted(notice.background for notice in first) == [False, True, True]
    assert len((await world.outbox.exchange((), 10, 2)).claimed) == 2


async def test_awaited_notices_take_the_place_of_background_notices(world: World) -> None:
    await _in_background(world, 5)
    await world.match()
    (first,) = (await world.outbox.exchange((), 1, 1)).claimed
    assert first.kind is ChallengeMade


async def test_a_move_does_not_wait_for_the_background_after_a_restore(world: World) -> None:
    match = await world.match()
    while waiting := await world.outbox.claim():
        for notice in waiting:
            await world.outbox.deliver_as(notice.id, None)
    async with world.store.write() as session:
        record = await session.of(MatchRepository).get(match.id)
        assert record is not None
        anew = MatchRestored(record.id, 0, 0, PingPlace.THREAD)
        await message_projection(ROUTES)(session, [RecordedInMatch(anew, record)], world.time())
    await _in_background(world, 5)
    await world.services.turns.take_turn(world.by(ANNA), match.id, "take 1")
    notices_told = []
    while claimed := (await world.outbox.exchange((), 10, 0)).claimed:
        for notice in claimed:
            notices_told.append(notice.kind)
            await world.outbox.deliver_as(notice.id, None)
    assert notices_told == [MatchRestored, PlyPlayed]


async def test_a_board_is_held_for_a_computers_answer(world: World) -> None:
    match = await world.match()
    await world.deliver_all()
    async with world.store.write() as session:
        record = await session.of(MatchRepository).get(match.id)
        assert record is not None
        engine = replace(record, players=(record.players[0], EnginePlayer("alpha-beta", 3)))
        ply = PlyPlayed(record.id, 0, 1, 0, "take 1", before=0, turn=1, tell=PingPlace.THREAD, by=0)
        await message_projection(ROUTES)(session, [RecordedInMatch(ply, engine)], world.time())
    assert await world.outbox.next_due() == world.time.now + HELD


async def test_only_a_worker_with_background_room_waits_for_the_background(world: World) -> None:
    due = world.time.now + timedelta(hours=1)
    async with world.store.write() as session:
        later = OutgoingMessage(CloseThread(31), 31, due=due).to_notice()
        await session.of(NoticeRepository).add([later], world.time.now)
    waits = [
        (await world.outbox.exchange((), limit, room)).next_due for limit, room in ((9, 4), (9, 0), (0, 4))
    ]
    assert waits == [due, None, None]


async def _in_background(world: World, number: int) -> None:
    """Greet `number` servers: background notices."""
    for server in range(9000, 9000 + number):
        await world.services.welcomes.greet_server(server, world.time(), [server + 100_000], "")
