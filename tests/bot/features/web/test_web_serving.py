"""The page's server: running during a block, at its own address, or not at all."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import aiohttp
import pytest
from pydantic import SecretStr

from bot.address import Address, CannotListen
from bot.features.web.service.activity import RunningInstances
from bot.features.web.web_settings import VARIABLE, WebSettings
from tests.bot.chat.samples import MATCH
from tests.bot.features.boards.test_board_composer import app_context
from tests.bot.features.web.pages import open_page, page_of
from tests.bot.features.web.test_web_discord import RUNNING, AnsweringPlaces, InstanceClient
from tests.bot.support.fakes import World

pytest_plugins = ("tests.bot.support.worlds",)
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


@pytest.fixture
def settings(unused_tcp_port: int) -> WebSettings:
    address = Address("127.0.0.1", unused_tcp_port)
    return replace(
        WebSettings(address, f"http://127.0.0.1:{unused_tcp_port}"), client_secret=SecretStr("secret")
    )


async def config(settings: WebSettings) -> Any:
    async with aiohttp.ClientSession() as http, http.get(f"{settings.url}/api/config") as answer:
        return await answer.json()


async def test_the_page_is_served_only_inside_the_block(world: World, settings: WebSettings) -> None:
    open_page(world, settings)
    feature, chat = world.services.app.web, app_context(world).chat
    async with feature.serving(chat, lambda: 99):
        assert await config(settings) == {"application": "99"}
    with pytest.raises(aiohttp.ClientConnectorError):
        await config(settings)


async def test_a_port_in_use_is_reported(world: World, settings: WebSettings) -> None:
    open_page(world, settings)
    feature, chat = world.services.app.web, app_context(world).chat
    async with feature.serving(chat, lambda: 99):
        with pytest.raises(CannotListen, match=VARIABLE) as refused:
            async with feature.serving(chat, lambda: 99):
                pass
        assert refused.value.is_taken
        assert await config(settings) == {"application": "99"}


async def test_a_disabled_page_serves_nothing(world: World, settings: WebSettings) -> None:
    feature, chat = world.services.app.web, app_context(world).chat
    access: Any = SimpleNamespace()
    assert feature.messages(chat, access).senders == ()
    async with feature.serving(chat, lambda: 99):
        with pytest.raises(aiohttp.ClientConnectorError):
            await config(settings)


async def test_before_the_bots_login_there_is_no_activity(world: World, settings: WebSettings) -> None:
    open_page(world, settings)
    feature, chat = world.services.app.web, app_context(world).chat
    async with feature.serving(chat, lambda: None), aiohttp.ClientSession() as http:
        assert await config(settings) == {"application": None}
        body, headers = {"code": "code", "instance": "i-1"}, {"Origin": settings.url}
        async with http.post(f"{settings.url}/api/activity", json=body, headers=headers) as answer:
            assert (answer.status, (await answer.json())["error"]["reason"]) == (422, "web-activity")


async def test_the_page_queries_discord_through_the_bot(world: World, settings: WebSettings) -> None:
    page = open_page(world, settings)
    instances: RunningInstances = page.instances
    access: Any = SimpleNamespace(places=AnsweringPlaces(), client=InstanceClient(RUNNING))
    world.services.app.web.messages(app_context(world).chat, access)
    assert await page_of(world).visibility.is_open_to(MATCH, 5)
    assert not await page_of(world).visibility.is_open_to(MATCH, 6)
    assert await instances.people_at(99, "i-1") == (70, frozenset({1001, 1002}))
