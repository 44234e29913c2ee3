"""Retention: old rows are deleted by age, unless a running game or a person still needs them."""

from datetime import timedelta

import pytest
import sqlalchemy as sa

from bot.model.events.instructions import CloseThread
from bot.model.people.person import MessageRef
from bot.model.people.privacy import MISSED_KEPT, NOTICES_KEPT, REQUESTS_KEPT
from bot.repositories.tables.outbox_tables import notices, requests
from data.connections.engines import Connection
from data.session import Session
from tests.bot.support.fakes import ANNA, BEN, World

pytest_plugins = ("tests.bot.support.worlds",)
pytestmark = pytest.mark.both_databases

_DAY = timedelta(days=1)


class _ExposedSession(Session):
    def __init__(self, connection: Connection) -> None:
        super().__init__(connection)
        self.connection = connection


async def _count(world: World, table: sa.Table, *where: sa.ColumnElement[bool]) -> int:
    async with world.store.transaction(_ExposedSession) as session:
        rows = await session.connection.execute(sa.select(sa.func.count()).select_from(table).where(*where))
        return int(rows.scalar_one())


async def _forget(world: World, at_once: int = 3) -> int:
    """Run a round of retention; return the number of deleted rows."""
    retention = world.services.retention
    retention._at_once = at_once
    pauses = 0

    async def pause() -> None:
        nonlocal pauses
        pauses += 1
        assert pauses < 200, "the round does not end"

    deleted = await retention.forget(pause)
    assert pauses >= deleted // at_once
    return deleted


async def _deliver_all(world: World) -> None:
    message = 5000
    while batch := await world.outbox.claim():
        for notice in batch:
            message += 1
            await world.outbox.deliver_as(notice.id, MessageRef(7, message))


async def test_requests_are_deleted_after_a_week(world: World) -> None:
    for _ in range(3):
        match = await world.match()
    before = await _count(world, requests)
    assert before > 3, "more rows than one step reads"
    world.time.pass_by(REQUESTS_KEPT - _DAY)
    await _forget(world)
    assert await _count(world, requests) == before
    await world.services.turns.take_turn(world.by(ANNA), match.id, "take 1")
    world.time.pass_by(2 * _DAY)
    await _forget(world)
    assert await _count(world, requests) == 1


async def test_old_notices_are_deleted_except_a_running_game_s_board(world: World) -> None:
    running, finished = await world.match(), await world.match()
    await world.services.turns.take_turn(world.by(ANNA), running.id, "take 1")
    await world.services.turns.take_turn(world.by(ANNA), finished.id, "take 1")
    await world.services.resignations.resign(world.by(ANNA), finished.id)
    await _deliver_all(world)
    world.time.pass_by(NOTICES_KEPT + _DAY)
    assert await _forget(world) > 0
    delivered = notices.c.game == finished.id, notices.c.status == "delivered"
    # The newest notice stays.
    assert await _count(world, notices, *delivered) == 1
    count = await _count(world, notices, notices.c.game == running.id, notices.c.ply == 1)
    assert count == 1
    await world.services.turns.take_turn(world.by(BEN), running.id, "take 1")
    assert [notice.ply for notice in await world.outbox.claim() if notice.match == running.id] == [2]


async def test_a_shown_message_is_kept_while_its_game_runs(world: World) -> None:
    match = await world.match()
    await _deliver_all(world)
    still_shown = notices.c.game == match.id, notices.c.shown_message == 77
    async with world.store.write() as session:
        first = sa.select(sa.func.min(notices.c.id)).where(notices.c.game == match.id).scalar_subquery()
        await session.connection.execute(
            sa.update(notices).where(notices.c.id == first).values(shown_message=77)
        )
    for person in (ANNA, BEN):
        await world.services.turns.take_turn(world.by(person), match.id, "take 1")
    await _deliver_all(world)
    world.time.pass_by(NOTICES_KEPT + _DAY)
    await _forget(world)
    assert await _count(world, notices, *still_shown) == 1
    await world.services.resignations.resign(world.by(BEN), match.id)
    await _deliver_all(world)
    await _forget(world)
    assert await _count(world, notices, *still_shown) == 0


async def test_pending_notices_are_kept_at_any_age(world: World) -> None:
    await world.match()
    count = await _count(world, notices)
    assert count > 0
    world.time.pass_by(MISSED_KEPT * 2)
    await _forget(world)
    assert await _count(world, notices) == count


async def test_missed_notices_are_kept_for_half_a_year(world: World) -> None:
    match = await world.match()
    first, *_ = await world.outbox.claim()
    await world.outbox.miss(first.id, "closed")
    await world.services.resignations.resign(world.by(BEN), match.id)
    missed = notices.c.status == "missed"
    assert await _count(world, notices, missed) > 0
    world.time.pass_by(NOTICES_KEPT + _DAY)
    await _forget(world)
    assert await _count(world, notices, missed) > 0
    world.time.pass_by(MISSED_KEPT)
    await world.match()
    await _forget(world)
    assert await _count(world, notices, missed) == 0


async def test_notice_ids_are_never_reused(world: World) -> None:
    match = await world.match()
    await world.services.resignations.resign(world.by(ANNA), match.id)
    await _deliver_all(world)
    async with world.store.transaction(_ExposedSession) as session:
        newest = (await session.connection.execute(sa.select(sa.func.max(notices.c.id)))).scalar_one()
    world.time.pass_by(NOTICES_KEPT + _DAY)
    await _forget(world)
    await world.match()
    delayed = CloseThread
    ids = [notice.id for notice in await world.outbox.claim() if notice.kind is not delayed]
    assert min(ids) > newest
