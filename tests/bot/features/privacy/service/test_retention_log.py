"""SQLite's log after a round of retention: no expired row."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa

from bot.model.people.person import MessageRef
from bot.model.people.privacy import NOTICES_KEPT, REQUESTS_KEPT
from bot.repositories.tables.outbox_tables import requests
from tests.bot.support.fakes import ANNA, World

pytest_plugins = ("tests.bot.support.worlds",)
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

_DAY = timedelta(days=1)


@pytest.fixture
def log(database_url: str) -> Path:
    """Return the path of SQLite's log."""
    return Path(database_url.removeprefix("sqlite:///") + "-wal")


def _contents(log: Path) -> bytes:
    """Return the contents of the database file and its log."""
    return b"".join(part.read_bytes() for part in log.parent.glob(f"{log.stem}*"))


def _size(log: Path) -> int:
    return log.stat().st_size


async def _forget(world: World, at_pause: Callable[[], None] = lambda: None, at_once: int = 3) -> int:
    """Run a round of retention, `at_once` rows a step; return the number of deleted rows."""
    world.services.retention._at_once = at_once

    async def pause() -> None:
        at_pause()

    return await world.services.retention.forget(pause)


async def _request_ids(world: World) -> list[str]:
    async with world.store.read() as session:
        rows = await session.connection.execute(sa.select(requests.c.id))
        return [row.id for row in rows]


async def test_expired_requests_remain_in_no_file(world: World, log: Path) -> None:
    for _ in range(2):
        await world.match()
    ids = await _request_ids(world)
    assert not [request for request in ids if request.encode() not in _contents(log)]
    world.time.pass_by(REQUESTS_KEPT + _DAY)
    assert await _forget(world) == len(ids) > 3, "in several steps; no notice is old enough"
    assert not [request for request in ids if request.encode() in _contents(log)]


@pytest.mark.parametrize("at_once", [3, 200])
async def test_the_write_ahead_log_is_truncated_after_a_round(world: World, log: Path, at_once: int) -> None:
    match = await world.match()
    await world.services.resignations.resign(world.by(ANNA), match.id)
    while batch := await world.outbox.claim():
        for notice in batch:
            await world.outbox.deliver_as(notice.id, MessageRef(7, 5000 + notice.id))
    world.time.pass_by(REQUESTS_KEPT + _DAY)
    await _forget(world)
    assert not await _request_ids(world), "only notices can be deleted from now on"
    world.time.pass_by(NOTICES_KEPT)
    sizes: list[int] = []
    assert await _forget(world, lambda: sizes.append(_size(log)), at_once) > 0
    assert _size(log) == 0
    # The first pause comes after the requests are deleted.
    assert 0 not in sizes[1:], "emptied once"
    assert (len(sizes) > 1) == (at_once == 3)


async def test_the_write_ahead_log_is_kept_if_nothing_expired(world: World, log: Path) -> None:
    await world.match()
    size = _size(log)
    assert size > 0
    assert await _forget(world) == 0
    assert _size(log) >= size
