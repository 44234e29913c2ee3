"""Limitations of places: stored for their server, posted once in its admins' channel."""

import logging
from dataclasses import replace

import pytest
from syrupy.assertion import SnapshotAssertion

from bot.chat.delivery.discord_sender import PlaceClosed
from bot.features.servers.sender import limitation_recorder
from bot.features.servers.service.limitations import Limitations
from bot.model.people.person import Place
from bot.model.servers.limitations import Limitation, LimitedChannel
from tests.bot.chat.delivery.collected_posts import CollectedPosts, access_to, send
from tests.bot.chat.presses import Presses
from tests.bot.chat.surfaces import features_of
from tests.bot.support.fakes import CARA, HALL, World

pytest_plugins = ("tests.bot.support.worlds", "tests.bot.chat.approved")
pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)

SERVER, ADMINS = HALL.server or 0, 79
FILES = LimitedChannel(SERVER, HALL.channel, Limitation.PICTURES, 50013)


async def send_all(world: World, posts: CollectedPosts) -> list[object]:
    """Send all notices; return the references to their posts."""
    app = Presses(world, {}).app
    messages = features_of(app).servers.messages(app.chat, access_to(posts))
    return [await send(messages, notice) for notice in await world.deliver_all()]


@pytest.mark.parametrize("code", ["en", "de"])
async def test_limitations_are_posted_to_the_admins_channel(
    world: World, approved: SnapshotAssertion, code: str
) -> None:
    posts = CollectedPosts()
    await world.services.servers.set_server(world.by(CARA), SERVER, language=code)
    await world.services.limitations.notify_admin(SERVER, ADMINS)
    await world.services.limitations.record_limitation(FILES)
    await world.services.limitations.record_limitation(
        replace(FILES, channel=71, what=Limitation.THREADS, code=160006)
    )
    refs = await send_all(world, posts)
    assert [channel for channel, _, _ in posts.posts] == [ADMINS, ADMINS]
    assert None not in refs
    assert posts.text == approved(name=code)


async def test_with_a_closed_channel_the_notice_waits_for_a_command(world: World) -> None:
    await world.services.limitations.notify_admin(SERVER, ADMINS)
    await world.services.limitations.record_limitation(FILES)
    assert await send_all(world, CollectedPosts(closed=PlaceClosed("no"))) == [None]
    assert await world.services.limitations.notify_admin(SERVER, ADMINS) == (FILES,)


@pytest.mark.parametrize(
    ("place", "channel"),
    [
        (HALL, HALL.channel),
        (Place(SERVER, 7001, "de", parent=71), 71),
        (Place(SERVER, 7001, "de", parent=71, private=True), None),
        (Place(None, 55, "de"), None),
    ],
    ids=["channel", "thread", "private thread", "direct messages"],
)
async def test_limitations_are_recorded_only_in_servers(
    world: World, place: Place, channel: int | None
) -> None:
    await limitation_recorder(world.services.limitations)(place, Limitation.THREADS, 160006)
    channels = [limitation.limited for limitation in await world.services.limitations.of(SERVER)]
    expected = [] if channel is None else [LimitedChannel(SERVER, channel, Limitation.THREADS, 160006)]
    assert channels == expected


@pytest.mark.parametrize(
    ("error", "raised"), [(ConnectionRefusedError("down"), False), (ValueError("x"), True)]
)
async def test_an_outage_is_logged(
    world: World,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    error: Exception,
    *,
    raised: bool,
) -> None:
    async def record_limitation(_self: Limitations, _limited: LimitedChannel) -> None:
        raise error

    monkeypatch.setattr(Limitations, "record_limitation", record_limitation)
    note = limitation_recorder(world.services.limitations)
    caplog.set_level(logging.WARNING)
    if raised:
        with pytest.raises(ValueError, match="x"):
            await note(HALL, Limitation.PICTURES, 50013)
    else:
        await note(HALL, Limitation.PICTURES, 50013)
        assert f"channel {HALL.channel} refuses pictures: down" in caplog.text
