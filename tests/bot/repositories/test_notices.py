"""Notices that are held back until their moment."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.repositories.outbox.notices import NoticeRepository
from bot.repositories.records.outbox import NewNotice
from bot.repositories.tables.outbox_tables import PUBLIC
from data.store import Store

pytest_plugins = ("tests.data.databases",)

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
LATER = NOON + timedelta(hours=1)
STREAM = 5


@pytest.mark.parametrize(
    ("attempts", "uncertain", "released"),
    [(0, False, True), (0, True, False), (1, False, False)],
    ids=["never tried", "it may have arrived", "it has failed"],
)
async def test_only_an_untried_notice_is_released(
    store: Store, attempts: int, *, uncertain: bool, released: bool
) -> None:
    async with store.write() as session:
        notices = session.of(NoticeRepository)
        await notices.add([NewNotice("ply", STREAM, PUBLIC, None, 1, {})], NOON)
        (notice,) = await notices.claim("this", NOON, 9)
        await notices.postpone(notice.id, LATER, attempts, "held back", uncertain=uncertain)
        await notices.release_held(STREAM, NOON)
        claimed = await notices.claim("this", NOON, 9)
    assert [record.id for record in claimed] == [notice.id] * released
