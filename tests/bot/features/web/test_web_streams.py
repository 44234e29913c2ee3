"""Streams: every spectator receives changes; a barred one only the refusal."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from aiohttp import ClientWebSocketResponse, WSCloseCode, WSMsgType, WSServerHandshakeError

from bot.chat.core import custom_ids
from bot.features.web import buttons
from bot.features.web.protocol import MatchChanged
from bot.features.web.service import live
from bot.features.web.service.grants import BoardSession, Grants
from bot.features.web.service.live import LiveHub, Watcher
from bot.model.match.match import Match
from bot.model.refusal import Refusal
from data.store import Store
from tests.bot.chat.presses import Presses
from tests.bot.features.web.pages import URL, Browser, Web, open_page, page_of, web_over
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


async def test_a_move_is_streamed_to_everyone(web: Web) -> None:
    match = await web.world.match("conhex")
    ben, session = await web.browser(BEN, match)
    dora, _ = await web.browser(DORA, match)
    revision = session["view"]["revision"]
    async with stream(ben, match, "") as first, stream(dora, match, "") as second:
        assert [(await next_event(socket))["revision"] for socket in (first, second)] == [revision] * 2
        await web.world.services.turns.take_turn(web.world.by(ANNA), match.id, "f6")
        for socket in (first, second):
            message = await next_event(socket)
            assert (message["type"], message["plies"]) == ("changed", 1)
            assert message["revision"] != revision


async def test_a_change_before_the_stream_is_sent(web: Web) -> None:
    match = await web.world.match("conhex")
    ben, session = await web.browser(BEN, match)
    await web.world.services.turns.take_turn(web.world.by(ANNA), match.id, "f6")
    async with stream(ben, match, session["view"]["revision"]) as socket:
        assert (await next_event(socket))["plies"] == 1


async def test_the_end_of_a_game_is_streamed(web: Web) -> None:
    match = await web.world.match("conhex")
    ben, _ = await web.browser(BEN, match)
    async with stream(ben, match, "") as socket:
        assert (await next_event(socket))["running"]
        await web.world.services.resignations.resign(web.world.by(ANNA), match.id)
        assert not (await next_event(socket))["running"]


async def test_a_spectator_of_a_hidden_game_is_disconnected(web: Web) -> None:
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
        await Presses(web.world, buttons.HANDLERS).answer_to(ANNA, custom_ids.write("web-sign-out"))
        assert (await next_event(socket))["error"]["code"] == "expired"


async def test_a_bearer_opens_a_stream(web: Web) -> None:
    match = await web.world.match("conhex")
    token = await web.token(ANNA, match)
    browser = web.stranger()
    session = await browser.post("/api/session", {"token": token, "frame": True})
    assert session["bearer"]
    assert not browser.cookies
    async with stream(browser, match, "", bearer=session["bearer"]) as socket:
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


async def test_a_second_client_message_closes_the_stream(web: Web) -> None:
    match = await web.world.match("conhex")
    anna, _ = await web.browser(ANNA, match)
    async with stream(anna, match, "") as socket:
        await next_event(socket)
        await socket.send_str("more")
        assert (await socket.receive(timeout=SOON)).type is WSMsgType.CLOSE


class RecordingOutlet:
    """A client that records its messages."""

    def __init__(self) -> None:
        self.messages: list[MatchChanged | Refusal] = []

    def send_change(self, message: MatchChanged) -> None:
        self.messages.append(message)

    def send_close(self, refusal: Refusal) -> None:
        self.messages.append(refusal)


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
async def test_changes_by_other_processes_are_streamed(database_url: str, world: World) -> None:
    match = await world.match("conhex")
    grants = open_page(world).grants
    token, _ = await grants.exchange(await grants.link(world.by(ANNA), match))
    hub, outlet = LiveHub(world.store, grants), RecordingOutlet()
    hub.watch(Watcher(token, ANNA.id, match.id, outlet, ""))
    await hub.poll()
    await wait_for_tasks()
    outlet.messages.clear()
    other = await Store.open(database_url)
    try:
        await world.other_services(other).turns.take_turn(world.by(ANNA), match.id, "f6")
    finally:
        await other.close()
    await hub.poll()
    await wait_for_tasks()
    assert [message.plies for message in outlet.messages if isinstance(message, MatchChanged)] == [1]


class GatedGrants(Grants):
    """Grants whose checks end when the test opens their gates."""

    def __init__(self, match: Match) -> None:
        self._granted = BoardSession(ANNA, match, 0)
        self.gates: list[asyncio.Future[None]] = []

    async def board_session(self, token: str, match_id: int) -> BoardSession:
        del token, match_id
        self.gates.append(asyncio.get_running_loop().create_future())
        await self.gates[-1]
        return self._granted


async def some_rounds() -> None:
    """Run the loop until only the gates block."""
    for _ in range(5):
        await asyncio.sleep(0)


async def test_a_change_during_a_poll_causes_another_poll(world: World) -> None:
    match = await world.match("conhex")
    grants = GatedGrants(match)
    hub = LiveHub(world.store, grants)
    hub.watch(Watcher("", ANNA.id, match.id, RecordingOutlet(), ""))
    hub.announce(match.id)
    await some_rounds()
    grants.gates[0].set_result(None)
    # Runs right after the poll has ended, in the same iteration of the loop.
    asyncio.get_running_loop().call_soon(hub.announce, match.id)
    await some_rounds()
    assert len(grants.gates) == 2
    hub.announce(match.id)
    grants.gates[1].set_result(None)
    await some_rounds()
    assert len(grants.gates) == 3, "a change during a poll causes another poll"
    grants.gates[2].set_result(None)
    await some_rounds()
    assert len(grants.gates) == 3


async def test_the_hub_polls_twice_a_second_while_watched(world: World) -> None:
    match = await world.match("conhex")
    pauses: list[float] = []
    end, go_on = asyncio.Event(), asyncio.Event()

    async def pause(seconds: float) -> None:
        pauses.append(seconds)
        if seconds > 1:
            await asyncio.Event().wait()
        if pauses.count(0.5) == 3:
            end.set()
            await go_on.wait()

    hub = LiveHub(world.store, open_page(world).grants, pause)
    running = asyncio.create_task(hub.run())
    await asyncio.sleep(0)
    assert not pauses
    watcher = Watcher("", ANNA.id, match.id, RecordingOutlet(), "")
    hub.watch(watcher)
    await asyncio.wait_for(end.wait(), SOON)
    hub.leave(watcher)
    go_on.set()
    await some_rounds()
    assert pauses.count(0.5) == 3
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


async def test_a_failed_poll_is_retried(world: World) -> None:
    match = await world.match("conhex")
    looks = asyncio.Queue[int]()

    async def look() -> None:
        looks.put_nowait(1)
        raise RuntimeError("once")

    async def pause(seconds: float) -> None:
        if seconds > 1 or looks.qsize() > 1:
            await asyncio.Event().wait()

    hub = LiveHub(world.store, open_page(world).grants, pause)
    hub.poll = look  # type: ignore[method-assign]  # it fails each time
    hub.watch(Watcher("", ANNA.id, match.id, RecordingOutlet(), ""))
    running = asyncio.create_task(hub.run())
    for _ in range(2):
        await asyncio.wait_for(looks.get(), SOON)
    assert not running.done()
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


async def test_a_change_is_sent_once_and_sign_out_is_reported(world: World) -> None:
    match, other = await world.match("conhex"), await world.match("conhex")
    grants = open_page(world).grants
    token, _ = await grants.exchange(await grants.link(world.by(ANNA), match))
    hub, outlet, outlet_of_dora = LiveHub(world.store, grants), RecordingOutlet(), RecordingOutlet()
    watcher = Watcher(token, ANNA.id, match.id, outlet, "")
    hub.watch(watcher)
    hub.watch(Watcher(token, DORA.id, match.id, outlet_of_dora, ""))
    for _ in range(2):
        await hub.check(watcher)
    await world.services.turns.take_turn(world.by(ANNA), other.id, "f6")
    await hub.check(watcher)
    await world.services.turns.take_turn(world.by(ANNA), match.id, "f6")
    for _ in range(2):
        await hub.check_person(BEN.id)
        await hub.check_person(ANNA.id)
    assert [message.plies for message in outlet.messages if isinstance(message, MatchChanged)] == [0, 1]
    await grants.sign_out(world.by(ANNA))
    await hub.check_person(ANNA.id)
    assert isinstance(outlet.messages[-1], Refusal)
    assert outlet.messages[-1].reason == "web-expired"
    hub.leave(watcher)
    assert (hub.number, outlet_of_dora.messages) == (1, []), "other people's streams are not checked"


async def test_streams_are_limited_in_total(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "MAX_STREAMS", 2)
    hub = LiveHub(world.store, open_page(world).grants)
    watchers = [Watcher("", person.id, 1, RecordingOutlet(), "") for person in (ANNA, BEN, DORA)]
    for watcher in watchers[:2]:
        hub.watch(watcher)
    with pytest.raises(live.TooManyStreams):
        hub.watch(watchers[2])
    hub.leave(watchers[0])
    hub.watch(watchers[2])


async def test_an_excess_stream_must_retry_later(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "MAX_STREAMS_PER_PERSON", 1)
    match = await web.world.match("conhex")
    anna, _ = await web.browser(ANNA, match)
    async with stream(anna, match, "") as first:
        await next_event(first)
        async with stream(anna, match, "") as second:
            message = await second.receive(timeout=SOON)
            assert (message.type, message.data) == (WSMsgType.CLOSE, WSCloseCode.TRY_AGAIN_LATER)
        assert page_of(web.world).hub.number == 1


async def wait_for_tasks() -> None:
    """Wait for the hub's tasks."""
    others = [task for task in asyncio.all_tasks() if "LiveHub" in repr(task.get_coro())]
    await asyncio.gather(*others)
