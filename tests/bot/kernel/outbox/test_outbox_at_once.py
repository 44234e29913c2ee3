"""The outbox concurrent with other transactions: no deadlocks, no lost redraw."""

import pytest

from bot.features.overviews.projections import touch_overview
from bot.kernel.outbox.delivered import Delivered
from bot.model.events.events import ChallengeMade, MatchEnded
from bot.model.events.instructions import RedrawOverview
from bot.model.people.person import MessageRef
from bot.repositories.matches.matches import MatchRepository
from tests.bot.support.fakes import ANNA, BEN, CARA, HALL, World
from tests.bot.support.queues import queue_behind

pytest_plugins = ("tests.bot.support.worlds",)
# SQLite runs one writing transaction at a time; only PostgreSQL's can block each other midway.
pytestmark = pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)


async def test_a_rematch_can_be_accepted_while_card_and_board_are_delivered(world: World) -> None:
    match = await world.match()
    await world.deliver_all()
    await world.services.resignations.resign(world.by(ANNA), match.id)
    rematch = await world.services.rematches.rematch(world.by(ANNA), match.id)
    waiting = {notice.kind: notice.id for notice in await world.outbox.claim()}
    delivered = [
        Delivered(waiting[ChallengeMade], MessageRef(70, 1)),
        Delivered(waiting[MatchEnded], MessageRef(70, 2)),
    ]
    async with queue_behind(world.store, lambda session: session.of(MatchRepository).lock(match.id)) as queue:
        await queue.join(world.services.rematches.rematch(world.by(BEN), match.id))
        await queue.join(world.outbox.exchange(delivered, 0))
    challenge = await world.services.challenges.get(rematch.id)
    assert (challenge.status, challenge.message) == ("accepted", 1)
    assert (await world.services.matches.get(match.id)).board == MessageRef(70, 2)


async def test_an_overview_change_during_a_claim_is_redrawn_later(
    world: World,
) -> None:
    await world.services.servers.set_overview(world.by(CARA), HALL, on=True)
    async with world.store.write() as session:
        await touch_overview(session, HALL.channel, world.time())
        # A drawing from this claim does not show the uncommitted change.
        await world.outbox.claim()
    assert [notice.kind for notice in await world.outbox.claim()] == [RedrawOverview]


async def test_concurrent_overview_changes_do_not_wait(world: World) -> None:
    await world.services.servers.set_overview(world.by(CARA), HALL, on=True)
    async with world.store.write() as first, world.store.write() as second:
        for session in (first, second):
            await touch_overview(session, HALL.channel, world.time())
    assert len(await world.outbox.claim()) == 1
