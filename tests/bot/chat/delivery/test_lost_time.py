"""Retries of messages that may have arrived: the channel is searched first, and unclear cases are counted.

After a restore, a retry never pings anyone twice.
"""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.chat.core import custom_ids
from bot.chat.core.messages import layouts
from bot.chat.core.messages.public_message import PublicMessage
from bot.chat.delivery.discord_sender import (
    LOOK_BACK,
    LOOK_FAR_BACK,
    DiscordSender,
    Post,
    Undecided,
    nonce,
)
from bot.kernel.outbox.notices import LostTime, Notice
from bot.locale import Texts
from bot.model.events.events import PlyPlayed
from bot.model.people.person import MessageRef
from bot.model.people.preferences import PingPlace
from bot.monitoring.metrics import Metrics

ME, OTHER, CHANNEL = 1, 2, 70
WRITTEN = datetime(2026, 11, 20, 12, tzinfo=UTC)
FIRST, NOW = 400_000, 467_000
EARLIER = discord.utils.time_snowflake(WRITTEN - timedelta(hours=1))
LATER = discord.utils.time_snowflake(WRITTEN + timedelta(hours=1))
MARK = custom_ids.write("more", 3, 17)
TEXTS = Texts.load()


def message(number: int, custom_id: str, author: int = ME, after: timedelta = timedelta()) -> Any:
    button = SimpleNamespace(custom_id=custom_id, children=())
    row = SimpleNamespace(children=[button])
    at = WRITTEN + after
    return SimpleNamespace(id=number, author=SimpleNamespace(id=author), components=[row], created_at=at)


@dataclass
class Channel:
    """A channel; `messages` are its history visible to the bot, newest first."""

    messages: list[Any] = field(default_factory=list)
    sent: list[dict[str, Any]] = field(default_factory=list)
    last_message_id: int | None = None
    id: int = CHANNEL

    async def history(self, limit: int) -> AsyncIterator[Any]:
        for entry in self.messages[:limit]:
            yield entry

    async def send(self, _content: str, **more: Any) -> Any:
        self.sent.append(more)
        return SimpleNamespace(id=900)


@dataclass
class Outbox:
    """A counter of undecided notices."""

    undecided: int = 0

    async def count_undecided(self) -> None:
        self.undecided += 1


@dataclass
class Scene:
    """A sender and its only channel."""

    channel: Channel = field(default_factory=Channel)
    outbox: Outbox = field(default_factory=Outbox)
    now: datetime = WRITTEN
    fetched: Any = None
    metrics: Metrics = field(default_factory=Metrics)

    @property
    def unsure(self) -> float | None:
        """The number of possibly duplicated messages."""
        return self.metrics.registry.get_sample_value("fernpartie_messages_unsure_total")

    async def post(self, notice: Notice, *pinged: int, roles: tuple[int, ...] = ()) -> MessageRef | None:
        async def fetch_channel(_channel: int) -> Any:
            if isinstance(self.fetched, Exception):
                raise self.fetched
            return self.fetched or self.channel

        client: Any = SimpleNamespace(
            user=SimpleNamespace(id=ME),
            get_partial_messageable=lambda _channel: self.channel,
            fetch_channel=fetch_channel,
        )
        outbox: Any = self.outbox
        pictures: Any = None
        sender = DiscordSender(client, outbox, self.metrics, lambda: self.now, NOW)
        message = PublicMessage("A board", rows=((layouts.button("More", MARK),),))
        return await sender.post(CHANNEL, notice, Post(message, pinged, MARK, WRITTEN, pictures, roles))


def notice(epoch: int | None, *, recipient: int | None = None) -> Notice:
    lost_time = None if epoch is None else LostTime(epoch, WRITTEN)
    ply = PlyPlayed(3, 3, 4, 0, "a1", before=0, turn=1, tell=PingPlace.THREAD, by=0)
    return Notice(17, ply, 3, 3, 4, recipient, attempts=0, uncertain=True, lost=lost_time, written=WRITTEN)


@pytest.mark.parametrize(
    ("epoch", "wire_epoch", "found"),
    [
        (0, 0, True),
        (0, FIRST, True),
        (0, NOW, True),
        (FIRST, FIRST, True),
        # Before the restore, the number belonged to something else.
        (FIRST, 0, False),
        (None, FIRST, False),
        (None, NOW, True),
    ],
)
async def test_a_mark_is_recognised_in_the_epoch_it_was_written_in(
    epoch: int | None, wire_epoch: int, found: bool
) -> None:
    scene = Scene(Channel([message(5, custom_ids.of_epoch(MARK, wire_epoch))]))
    ref = await scene.post(notice(epoch), 1001)
    assert ref == MessageRef(CHANNEL, 5 if found else 900)
    assert bool(scene.channel.sent) is not found
    assert scene.outbox.undecided == 0


async def test_new_posts_carry_the_current_epoch() -> None:
    scene = Scene(Channel([message(5, "fp:other")]))
    await scene.post(notice(0), 1001)
    ((button,),) = (view["view"].children for view in scene.channel.sent)
    assert button.custom_id == custom_ids.of_epoch(MARK, NOW)
    assert custom_ids.read(button.custom_id).epoch == NOW


async def test_the_search_goes_back_to_the_time_of_writing() -> None:
    later = [message(1000 - n, "fp:other", OTHER, timedelta(hours=1)) for n in range(400)]
    earlier = [message(9, "fp:other", OTHER, -timedelta(days=1)) for _ in range(LOOK_FAR_BACK)]
    found = Scene(Channel([*later, message(10, MARK), *earlier]))
    assert await found.post(notice(0), 1001) == MessageRef(CHANNEL, 10)
    scene = Scene(Channel([*later, *earlier]))
    assert await scene.post(notice(0), 1001) == MessageRef(CHANNEL, 900)


@pytest.mark.assumes("own-history")
@pytest.mark.parametrize(("visible", "last"), [(0, LATER), (0, None), (LOOK_FAR_BACK + 1, LATER)])
async def test_pings_are_not_repeated_if_the_channel_is_unreadable(visible: int, last: int | None) -> None:
    later = [message(n, "fp:other", OTHER, timedelta(hours=1)) for n in range(visible)]
    with_ping = Scene(Channel(later, last_message_id=last))
    with pytest.raises(Undecided):
        await with_ping.post(notice(0), 1001)
    with pytest.raises(Undecided):
        await with_ping.post(notice(0), roles=(601,))
    assert with_ping.channel.sent == []
    without_ping = Scene(Channel(later, last_message_id=last))
    assert await without_ping.post(notice(0)) == MessageRef(CHANNEL, 900)
    assert without_ping.outbox.undecided == 1


@pytest.mark.assumes("last-message")
async def test_a_notice_is_posted_if_nothing_was_posted_since() -> None:
    scene = Scene(Channel(last_message_id=EARLIER))
    assert await scene.post(notice(0), 1001) == MessageRef(CHANNEL, 900)
    assert scene.outbox.undecided == 0


def thread(messages: int) -> discord.Thread:
    """Return a thread without a last message and with a message count."""
    channel = discord.Thread.__new__(discord.Thread)
    channel.message_count, channel.last_message_id = messages, None
    return channel


def refused(status: int, code: int) -> discord.HTTPException:
    response: Any = SimpleNamespace(status=status, reason="")
    return discord.HTTPException(response, {"code": code, "message": ""})


@pytest.mark.parametrize(
    ("fetched", "is_empty"),
    [
        (thread(0), True),
        (thread(3), False),
        (SimpleNamespace(last_message_id=None, message_count=0), False),
        (refused(403, 50001), False),
        (discord.InvalidData("of no known kind"), False),
    ],
)
async def test_a_thread_without_messages_has_no_earlier_post(*, fetched: object, is_empty: bool) -> None:
    scene = Scene(fetched=fetched)
    if is_empty:
        assert await scene.post(notice(0), 1001) == MessageRef(CHANNEL, 900)
    else:
        with pytest.raises(Undecided):
            await scene.post(notice(0), 1001)


async def test_a_temporarily_unreadable_channel_is_retried_later() -> None:
    with pytest.raises(discord.HTTPException):
        await Scene(fetched=refused(503, 0)).post(notice(0), 1001)


async def test_an_empty_direct_channel_has_no_earlier_post() -> None:
    scene = Scene()
    assert await scene.post(notice(0, recipient=1001), 1001) == MessageRef(CHANNEL, 900)


async def test_without_a_restore_the_nonce_suffices_in_an_unknown_channel() -> None:
    scene = Scene()
    assert await scene.post(notice(None), 1001) == MessageRef(CHANNEL, 900)


def test_nonces_survive_restores_and_differ_for_reused_numbers() -> None:
    before = nonce(notice(None), WRITTEN, 0)
    assert nonce(notice(0), WRITTEN, NOW) == before
    assert len({before, nonce(notice(None), WRITTEN, NOW), nonce(notice(FIRST), WRITTEN, NOW)}) == 3


@pytest.mark.assumes("nonce-once", "own-history")
@pytest.mark.parametrize(
    ("seconds", "visible", "last", "unsure"),
    [
        (30, 0, LATER, 0),  # the nonce prevents a duplicate
        (600, 0, LATER, 1),
        (600, 0, EARLIER, 0),
        (600, 3, LATER, 0),
        (600, LOOK_FAR_BACK + 1, LATER, 1),
    ],
)
async def test_without_a_restore_unsure_repetitions_are_posted_and_counted(
    seconds: int, visible: int, last: int, unsure: int
) -> None:
    later = [message(n, "fp:other", OTHER, timedelta(hours=1)) for n in range(visible)]
    scene = Scene(Channel(later, last_message_id=last), now=WRITTEN + timedelta(seconds=seconds))
    assert await scene.post(notice(None), 1001) == MessageRef(CHANNEL, 900)
    assert (scene.unsure, scene.outbox.undecided) == (unsure, 0)


@pytest.mark.parametrize(
    ("changes", "unsure"),
    [
        ({"uncertain": True, "attempts": 3}, 1),
        ({"uncertain": False, "attempts": 3}, 0),
        ({"uncertain": True, "written": None}, 0),
    ],
    ids=["it may have arrived", "it has surely failed", "written at an unknown time"],
)
async def test_only_unverified_repetitions_are_counted(changes: dict[str, Any], unsure: int) -> None:
    scene = Scene(Channel(last_message_id=LATER), now=WRITTEN + timedelta(hours=1))
    scene.fetched = refused(403, 50001)
    assert await scene.post(replace(notice(None), **changes), 1001) == MessageRef(CHANNEL, 900)
    assert (scene.unsure, scene.outbox.undecided) == (unsure, 0)


async def test_a_notice_without_pings_is_counted_only_at_its_first_attempt() -> None:
    scene = Scene(Channel(last_message_id=LATER))
    for attempts in (0, 1):
        await scene.post(replace(notice(0), attempts=attempts))
    assert (scene.unsure, scene.outbox.undecided) == (0, 1)


async def test_a_first_attempt_is_posted_without_searching() -> None:
    scene = Scene(Channel([message(5, custom_ids.of_epoch(MARK, NOW))]))
    assert await scene.post(replace(notice(None), uncertain=False)) == MessageRef(CHANNEL, 900)


async def test_an_earlier_post_is_found_behind_many_messages() -> None:
    later = [message(1000 - n, "fp:other", OTHER, timedelta(hours=1)) for n in range(400)]
    scene = Scene(Channel([*later, message(10, custom_ids.of_epoch(MARK, NOW))]))
    assert await scene.post(notice(None), 1001) == MessageRef(CHANNEL, 10)
    assert scene.channel.sent == []


@pytest.mark.parametrize(
    ("lost", "written", "earlier", "found"),
    [
        (None, WRITTEN, LOOK_BACK - 1, True),
        (None, WRITTEN, LOOK_BACK, False),
        (None, None, LOOK_BACK - 1, True),
        (None, None, LOOK_BACK, False),
        (0, WRITTEN, 0, True),
        (0, WRITTEN, 1, False),
    ],
)
async def test_without_a_restore_the_search_passes_a_few_older_messages(
    lost: int | None, written: datetime | None, earlier: int, found: bool
) -> None:
    """Without a restore, several messages are compared whatever their times; after one, times decide."""
    older = [message(1000 - n, "fp:other", OTHER, -timedelta(days=1)) for n in range(earlier)]
    scene = Scene(Channel([*older, message(10, custom_ids.of_epoch(MARK, NOW))]))
    ref = await scene.post(replace(notice(lost), written=written), 1001)
    assert ref == MessageRef(CHANNEL, 10 if found else 900)
