"""Claims of processes that died."""

from datetime import UTC, datetime

from bot.repositories.outbox.claims import ClaimRepository
from bot.repositories.outbox.notices import NoticeRepository
from bot.repositories.records.outbox import NewNotice
from bot.repositories.tables.outbox_tables import PUBLIC
from data.store import Store

pytest_plugins = ("tests.data.databases",)

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


async def test_a_notice_of_a_dead_process_may_have_arrived(store: Store) -> None:
    async with store.write() as session:
        notices = session.of(NoticeRepository)
        await notices.add([NewNotice("ply", 5, PUBLIC, None, 1, {})], NOON)
        (before,) = await notices.claim("dead", NOON, 9)
        assert await session.of(ClaimRepository).release_dead() == 1
        (after,) = await notices.claim("successor", NOON, 9)
    assert (before.id, before.uncertain) == (after.id, False)
    assert after.uncertain, "it is looked for before it is posted again"
