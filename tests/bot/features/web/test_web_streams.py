"""Streams: every spectator hears of a change; a barred one hears that, and nothing more."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from aiohttp import ClientWebSocketResponse, WSMsgType, WSServerHandshakeError

from bot.features.web.live import LiveHub, Watcher
from bot.features.web.protocol import MatchChanged
from bot.model.match.match import Match
from bot.model.refusal import Refusal
from tests.bot.features.web.pages import URL, Browser, Web, web_over
from tests.bot.support.fakes import ANNA, BEN, DORA, World

pytest_plugins = ("tests.bot.support.worlds",)
SOON = 5.0


@pytest.fixture
async def web(world: World) -> AsyncIterator[Web]:
    async with web_over(world) as running:
        yield running


@asynccontextmanager
async def stream(
    browser: Browser, match: Match, revision: str, **hello: str
) -> AsyncIterator[ClientWebSocketResponse]:
    cookies = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
    headers = {"Origin": browser.origin, "Cookie": cookies}
    async with browser.client.ws_connect(f"/api/games/{match.id}/live", headers=headers) as socket:
        await socket.send_json({"revision": revision, **hello})
        yield socket


async def next_event(socket: ClientWebSocketResponse) -> Any:
    return await socket.receive_json(timeout=SOON)


async def test_a_move_is_heard_by_all(web: Web) -> None:
    match = await web.world.match("conhex")
    ben, opened = await web.browser(BEN, match)
    dora, _ = await web.browser(DORA, match)
    revision = opened["view"]["revision"]
    async with stream(ben, match, "") as one, stream(dora, match, "") as other:
        assert [(await next_event(socket))["revision"] for socket in (one, other)] == [revision] * 2
        await web.world.services.turns.take_turn(web.world.by(ANNA), match.id, "f6")
        for socket in (one, other):
            message = await next_event(socket)
            assert (message["type"], message["plies"]) == ("changed", 1)
            assert message["revision"] != revision


async def test_a_change_before_the_stream_is_told(web: Web) -> None:
    match = await web.world.match("conhex")
    ben, opened = await web.browser(BEN, match)
    await web.world.services.turns.take_turn(web.world.by(ANNA), match.id, "f6")
    async with stream(ben, match, opened["view"]["revision"]) as socket:
        assert (await next_event(socket))["plies"] == 1


async def test_offers_and_ends_are_heard(web: Web) -> None:
    match = await web.world.match("conhex")
    ben, _ = await web.browser(BEN, match)
    async with stream(ben, match, "") as socket:
        assert (await next_event(socket))["running"]
        await web.world.services.resignations.resign(web.world.by(ANNA), match.id)
        assert not (await next_event(socket))["running"]


async def test_an_onlooker_of_a_hidden_game_hears_no_more(web: Web) -> None:
    match = await web.world.match("conhex")
    dora, _ = await web.browser(DORA, match)
    async with stream(dora, match, "") as socket:
        await next_event(socket)
        web.channels.open = False
        await web.world.services.turns.take_turn(web.world.by(ANNA), match.id, "f6")
        message = await next_event(socket)
        assert (message["type"], message["error"]["code"]) == ("closed", "unknown")
        assert (await socket.receive(timeout=SOON)).type is WSMsgType.CLOSE


async def test_sign_out_closes_the_stream(web: Web) -> None:
    match = await web.world.match("conhex")
    anna, _ = await web.browser(ANNA, match)
    async with stream(anna, match, "") as socket:
        await next_event(socket)
        feature = web.world.services.app.web
        await feature.grants.sign_out(web.world.by(ANNA))
        await feature.hub.check_person(ANNA.id)
        assert (await next_event(socket))["error"]["code"] == "expired"


async def test_a_bearer_opens_a_stream(web: Web) -> None:
    match = await web.world.match("conhex")
    token = await web.token(ANNA, match)
    browser = web.stranger()
    opened = await browser.post("/api/session", {"token": token, "frame": True})
    assert opened["bearer"]
    assert not browser.cookies
    async with stream(browser, match, "", bearer=opened["bearer"]) as socket:
        assert (await next_event(socket))["type"] == "changed"
    async with stream(browser, match, "") as socket:
        assert (await next_event(socket))["error"]["code"] == "expired"


async def test_another_origin_gets_no_stream(web: Web) -> None:
    match = await web.world.match("conhex")
    anna, _ = await web.browser(ANNA, match)
    for origin in ("https://evil.example", "null", f"{URL}.evil.example"):
        anna.origin = origin
        with pytest.raises(WSServerHandshakeError) as refused:
            async with stream(anna, match, ""):
                pass
        assert refused.value.status == 403


async def test_a_client_has_one_message(web: Web) -> None:
    match = await web.world.match("conhex")
    anna, _ = await web.browser(ANNA, match)
    async with stream(anna, match, "") as socket:
        await next_event(socket)
        await socket.send_str("more")
        assert (await socket.receive(timeout=SOON)).type is WSMsgType.CLOSE


class Heard:
    """A client that remembers."""

    def __init__(self) -> None:
        self.messages: list[MatchChanged | Refusal] = []

    async def changed(self, message: MatchChanged) -> None:
        self.messages.append(message)

    async def closed(self, refusal: Refusal) -> None:
        self.messages.append(refusal)


@pytest.mark.both_databases
async def test_changes_of_other_processes_are_seen(world: World) -> None:
    match = await world.match("conhex")
    grants = world.services.app.web.grants
    token, _ = await grants.exchange(await grants.link(world.by(ANNA), match))
    hub, outlet = LiveHub(world.store, grants), Heard()
    with hub.watching(Watcher(token, ANNA.id, match.id, outlet, "")):
        await hub.poll()
        await settled()
        outlet.messages.clear()
        await world.other_services().turns.take_turn(world.by(ANNA), match.id, "f6")
        await hub.poll()
        await settled()
    over_postgresql = [message.plies for message in outlet.messages if isinstance(message, MatchChanged)]
    one_process = not over_postgresql
    assert one_process or over_postgresql == [1]


async def settled() -> None:
    """Wait for the started tasks."""
    others = [task for task in asyncio.all_tasks() if "LiveHub" in repr(task.get_coro())]
    await asyncio.gather(*others)
