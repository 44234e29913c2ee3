"""Claims of notices and jobs, and their release after a process died."""

from datetime import UTC, datetime, timedelta

from bot.repositories.outbox.claims import ClaimRepository
from bot.repositories.outbox.notices import NoticeRepository
from bot.repositories.records.outbox import NewNotice
from bot.repositories.tables.outbox_tables import PUBLIC
from data.cluster.processes import ProcessRepository
from data.store import Store

pytest_plugins = ("tests.data.databases",)

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


async def test_a_notice_claimed_by_a_dead_process_becomes_uncertain(store: Store) -> None:
    async with store.write() as session:
        notices = session.of(NoticeRepository)
        await notices.add([NewNotice("ply", 5, PUBLIC, None, 1, {})], NOON)
        (before,) = await notices.claim("dead", NOON, 9)
        assert await session.of(ClaimRepository).release_dead() == 1
        (after,) = await notices.claim("successor", NOON, 9)
    assert (before.id, before.uncertain) == (after.id, False)
    assert after.uncertain, "it is looked for before it is posted again"


async def test_a_job_is_claimed_once(store: Store) -> None:
    async with store.write() as session:
        claims = session.of(ClaimRepository)
        assert await claims.take("game", [9, 4, 6], "first") == (9, 4, 6)
        assert await claims.take("game", [6, 7, 4, 2], "second") == (7, 2)
        assert await claims.take("seat", [4], "second") == (4,)
        await claims.release_all("second")
        assert await claims.take("game", [4, 7, 2], "third") == (7, 2)


async def test_claims_of_dead_processes_are_released(store: Store) -> None:
    async with store.write() as session:
        claims = session.of(ClaimRepository)
        await session.of(ProcessRepository).join("lives", "host", "1", timedelta(minutes=5))
        await claims.take("game", [1, 2], "dead")
        await claims.take("game", [3], "lives")
        await claims.take("game", [4], "this")
        assert await claims.release_late("this") == 2
        assert await claims.release_late("this") == 0
        assert await claims.take("game", [1, 2, 3, 4], "next") == (1, 2)
