"""Uses of the database, as they are counted and reported."""

from datetime import UTC, datetime

import pytest
from sqlalchemy.exc import IntegrityError

from bot.repositories.outbox.requests import RequestRepository
from bot.repositories.records.outbox import RequestRecord
from data.store import Store

pytest_plugins = ("tests.data.databases",)

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


async def test_each_use_of_the_database_is_reported(store: Store) -> None:
    uses: list[tuple[bool, bool]] = []
    store.when_accessed(lambda access: uses.append((access.writes, access.failed)))
    async with store.read():
        assert store.in_use == 1
        async with store.write():
            assert store.in_use == 2
    assert store.in_use == 0
    with pytest.raises(OSError, match="gone"):
        async with store.write():
            raise OSError("gone")
    with pytest.raises(IntegrityError):
        async with store.write() as session:
            await session.of(RequestRepository).add(RequestRecord("r", 404, "turn", 1, None), NOON)
    assert uses == [(True, False), (False, False), (True, True), (True, False)], "a conflict is no failure"
    assert store.in_use == 0
