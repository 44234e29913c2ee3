"""Idle streams: their holders' permission is rechecked regularly."""

import asyncio

import pytest

from bot.features.web.service.live import CHECKED_EVERY, LiveHub, Watcher
from bot.model.refusal import Refusal
from tests.bot.features.web.pages import open_page
from tests.bot.features.web.test_web_streams import SOON, RecordingOutlet
from tests.bot.support.fakes import ANNA, BEN, World

pytest_plugins = ("tests.bot.support.worlds",)
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


class BrokenOutlet(RecordingOutlet):
    """A connection that fails."""

    def send_close(self, refusal: Refusal) -> None:
        super().send_close(refusal)
        raise RuntimeError("lost")


async def test_quiet_streams_are_rechecked(world: World, caplog: pytest.LogCaptureFixture) -> None:
    grants, outlets = open_page(world).grants, (BrokenOutlet(), RecordingOutlet(), RecordingOutlet())
    rounds, done = asyncio.Semaphore(0), asyncio.Semaphore(0)

    async def pause(seconds: float) -> None:
        if seconds != CHECKED_EVERY:
            await asyncio.Event().wait()
        done.release()
        await rounds.acquire()

    async def one_round() -> list[list[str]]:
        rounds.release()
        await asyncio.wait_for(done.acquire(), SOON)
        return [
            [message.reason if isinstance(message, Refusal) else "changed" for message in outlet.messages]
            for outlet in outlets
        ]

    hub = LiveHub(world.store, grants, pause)
    hub.watch(Watcher("", ANNA.id, (await world.match("conhex")).id, outlets[0], ""))
    for person, outlet in ((ANNA, outlets[1]), (BEN, outlets[2])):
        match = await world.match("conhex")
        token, session = await grants.exchange(await grants.link(world.by(person), match))
        hub.watch(Watcher(token, person.id, session.match.id, outlet, ""))
    running = asyncio.create_task(hub.run())
    await asyncio.wait_for(done.acquire(), SOON)
    assert await one_round() == [["web-expired"], ["changed"], ["changed"]]
    await grants.sign_out(world.by(BEN))
    assert await one_round() == [["web-expired"] * 2, ["changed"], ["changed", "web-expired"]]
    assert caplog.text.count("updating the streams failed") == 2
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
