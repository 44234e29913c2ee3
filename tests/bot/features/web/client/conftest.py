"""A room and a browser shared by all tests of this folder; each test creates its own matches."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page

from tests.bot.features.web.client.module_page import module_page
from tests.bot.features.web.client.table_stage import Room, room_over


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def shared_room(chrome: Browser, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Room]:
    async with room_over(tmp_path_factory.mktemp("web") / "games.db", chrome) as room:
        yield room


@pytest_asyncio.fixture(loop_scope="session")
async def room(shared_room: Room) -> AsyncIterator[Room]:
    yield shared_room
    errors = await shared_room.close_windows()
    assert not errors


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def modules(chrome: Browser) -> AsyncIterator[Page]:
    """Yield a tab for the client's modules, without a server."""
    async with module_page(chrome) as tab:
        yield tab
