"""`/server overview`: maintained in a channel, and its message deleted when switched off."""

from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from syrupy.assertion import SnapshotAssertion

from bot.model.people.person import MessageRef
from tests.bot.chat import guilds
from tests.bot.chat.presses import Presses
from tests.bot.chat.surfaces import command_of
from tests.bot.support.fakes import CARA, HALL, World

pytest_plugins = ("tests.bot.support.worlds", "tests.bot.chat.approved")
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


@dataclass
class DeletingClient:
    """A client that records deletions, or raises `error`."""

    deleted: list[MessageRef] = field(default_factory=list)
    error: Exception | None = None

    def get_guild(self, _server: int) -> Any:
        return SimpleNamespace(unavailable=True)

    def get_partial_messageable(self, channel: int) -> Any:
        async def delete(message: int) -> None:
            if self.error is not None:
                raise self.error
            self.deleted.append(MessageRef(channel, message))

        return SimpleNamespace(
            get_partial_message=lambda message: SimpleNamespace(delete=lambda: delete(message))
        )


@pytest.mark.parametrize("code", ["en", "de"])
async def test_the_overview_is_switched_on_and_off(
    world: World, approved: SnapshotAssertion, code: str
) -> None:
    await world.services.settings.set_preferences(world.by(CARA), language=code)
    client = DeletingClient()
    presses = Presses(world, {}, client=client)
    overview = command_of(presses.app, "server", "overview")
    pages = []
    for on in (True, False, True):
        (answer,) = await presses.command(CARA, overview, admin=True, on=on)
        pages.append(answer.page)
    assert client.deleted == [], "none was posted yet"
    for notice in await world.outbox.claim():
        await world.outbox.deliver_as(notice.id, MessageRef(HALL.channel, 500))
    await presses.command(CARA, overview, admin=True, on=True)
    assert client.deleted == [], "it is kept"
    await presses.command(CARA, overview, admin=True, on=False)
    assert client.deleted == [MessageRef(HALL.channel, 500)]
    assert await world.services.servers.overview(HALL.channel) is None
    server = guilds.guild((HALL.channel,), forums=(HALL.channel,))
    in_post = Presses(world, {}, server, 7001, thread=True, _numbers=presses._numbers)
    for on in (True, False):
        (answer,) = await in_post.command(
            CARA, command_of(in_post.app, "server", "overview"), admin=True, on=on
        )
        pages.append(answer.page)
    assert "\n".join(pages) == approved(name=code)


async def test_a_missing_overview_message_is_ignored(world: World) -> None:
    response: Any = SimpleNamespace(status=404, reason="gone")
    client = DeletingClient(error=discord.NotFound(response, {"code": 10008, "message": "Unknown Message"}))
    presses = Presses(world, {}, client=client)
    overview = command_of(presses.app, "server", "overview")
    await presses.command(CARA, overview, admin=True, on=True)
    for notice in await world.outbox.claim():
        await world.outbox.deliver_as(notice.id, MessageRef(HALL.channel, 500))
    (answer,) = await presses.command(CARA, overview, admin=True, on=False)
    assert "went wrong" not in answer.text
    assert await world.services.servers.overview(HALL.channel) is None
