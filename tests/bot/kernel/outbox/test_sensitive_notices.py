"""Notices with sensitive content: no trace remains after any result."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.kernel.outbox.message_routes import kind_of, write
from bot.kernel.outbox.notices import Routing
from bot.model.people.privacy import NameErasure
from bot.repositories.outbox.notices import NoticeRepository
from bot.repositories.records.outbox import NewNotice
from bot.repositories.tables.outbox_tables import PUBLIC
from tests.bot.support.fakes import BEN, World

pytest_plugins = ("tests.bot.support.worlds",)

ERASURE = NameErasure(BEN.id, "Xaverl", 70, None, 7, "en", datetime(2026, 11, 20, 12, tzinfo=UTC))


def _files_with(folder: Path, name: str) -> list[str]:
    return [file.name for file in folder.iterdir() if name.encode() in file.read_bytes()]


@pytest.mark.both_databases
@pytest.mark.parametrize("end", ["reroute", "miss", "deliver"])
async def test_an_erasure_notice_leaves_no_trace_of_the_name(world: World, end: str, tmp_path: Path) -> None:
    new = NewNotice(kind_of(ERASURE), 70, PUBLIC, None, None, write(ERASURE, Routing()))
    async with world.store.write() as session:
        await session.of(NoticeRepository).add([new], world.time.now)
    (notice,) = await world.outbox.claim()
    assert notice.event == ERASURE
    if end == "reroute":
        await world.outbox.reroute(notice.id, "10003")
    elif end == "miss":
        await world.outbox.miss(notice.id, "50001")
    else:
        await world.outbox.deliver_as(notice.id, None)
    assert await world.outbox.notice(notice.id) is None
    assert _files_with(tmp_path, "Xaverl") == []
