"""Notices that erase a name from messages."""

from datetime import UTC, datetime

import pytest

from bot.kernel.outbox.message_routes import write
from bot.kernel.outbox.notices import Routing
from bot.model.people.privacy import NameErasure
from bot.repositories.outbox.notices import NoticeRepository
from bot.repositories.records.outbox import NewNotice
from bot.repositories.tables.outbox_tables import PUBLIC
from tests.bot.support.contents import event_of
from tests.bot.support.fakes import ANNA, BEN, World

pytest_plugins = ("tests.bot.support.worlds",)
pytestmark = pytest.mark.both_databases

_SINCE = datetime(2026, 11, 20, 12, tzinfo=UTC)


async def test_a_pending_name_erasure_keeps_the_name_but_is_not_exported(world: World) -> None:
    await world.match()
    await world.deliver_all()
    erasure = NameErasure(BEN.id, BEN.name, None, ANNA.id, None, "", _SINCE)
    kind, personal_data = type(erasure).__name__, world.services.app.kernel.personal_data
    async with world.store.write() as session:
        notice = NewNotice(kind, ANNA.id, PUBLIC, None, None, write(erasure, Routing()))
        await session.of(NoticeRepository).add([notice], world.time.now)
        await personal_data.erase(session, BEN.id, [BEN.name])
    async with world.store.read() as session:
        tables = {table.name: table.rows for table in await personal_data.export(session, ANNA.id)}
    assert kind not in {row["kind"] for row in tables["notices"]}
    (claimed,) = await world.outbox.claim()
    assert event_of(claimed, NameErasure) == erasure
