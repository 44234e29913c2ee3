"""Sending a welcome to the first channel that accepts it."""

from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest

import rules
from bot.chat.core.lookup.readers import Readers
from bot.chat.core.pictures import Pictures
from bot.chat.delivery.discord_sender import PlaceClosed, Post, nonce
from bot.features.help.sender import WelcomeSender
from bot.kernel.outbox.notices import Notice
from bot.locale import Texts
from bot.model.events.events import WelcomeDue
from bot.model.people.person import MessageRef, Place
from tests.galleries import GALLERY

TEXTS = Texts.load()


class _Locales:
    """The languages of servers: two servers have chosen theirs."""

    async def locale(self, server: int, community: str) -> str:
        return {8: "de", 9: "en"}.get(server) or community or "en"


@dataclass
class _Sender:
    """A fake sender that refuses the `closed` channels."""

    closed: set[int] = field(default_factory=set)
    fails: Exception | None = None
    attempts: list[tuple[int, Post]] = field(default_factory=list)
    nonces: set[str] = field(default_factory=set)

    async def post(self, channel: int, notice: Notice, post: Post) -> MessageRef | None:
        self.attempts.append((channel, post))
        self.nonces.add(nonce(notice, post.created, 0))
        if self.fails is not None:
            raise self.fails
        if channel in self.closed:
            raise PlaceClosed("closed")
        return MessageRef(channel, 1)


def notice(number: int = 5, server: int = 7, locale: str = "") -> tuple[WelcomeDue, Notice]:
    welcome = WelcomeDue(server, (70, 71, 72), locale)
    return welcome, Notice(number, welcome, server, None, None, None, 0, uncertain=False)


def welcomes(sender: Any, practised: frozenset[int] = frozenset()) -> WelcomeSender:
    """Return a sender of welcomes; engines are offered in the `practised` channels."""

    async def is_offered_in(place: Place) -> bool:
        return place.channel in practised

    unused: Any = None
    readers = Readers(TEXTS, Pictures(GALLERY), unused, unused)
    locales: Any = _Locales()
    practice: Any = SimpleNamespace(is_offered_in=is_offered_in)
    return WelcomeSender(sender, readers, rules.GAMES, locales, practice)


async def test_a_welcome_is_posted_once_and_pings_nobody() -> None:
    sender = _Sender()
    assert await welcomes(sender).post(*notice()) == MessageRef(70, 1)
    ((channel, post),) = sender.attempts
    assert channel == 70
    assert (post.called, post.roles) == ((), ())
    assert post.mark in post.message.custom_ids()


async def test_a_refused_welcome_tries_each_channel_once() -> None:
    sender = _Sender(closed={70, 71})
    assert await welcomes(sender).post(*notice()) == MessageRef(72, 1)
    assert [channel for channel, _ in sender.attempts] == [70, 71, 72]
    assert len(sender.nonces) == 1, "Discord recognises a repeated post by its nonce"
    sender = _Sender(closed={70, 71, 72})
    with pytest.raises(PlaceClosed):
        await welcomes(sender).post(*notice())
    assert [channel for channel, _ in sender.attempts] == [70, 71, 72]


async def test_a_network_error_tries_no_other_channel() -> None:
    sender = _Sender(fails=OSError("away"))
    with pytest.raises(OSError, match="away"):
        await welcomes(sender).post(*notice())
    assert len(sender.attempts) == 1


async def test_welcomes_have_distinct_marks_and_nonces() -> None:
    sender = _Sender()
    for parts in (notice(), notice(6), notice(5, server=8 << 22)):
        await welcomes(sender).post(*parts)
    first, later, _ = (post for _, post in sender.attempts)
    assert first.mark != later.mark
    assert len(sender.nonces) == 3


async def test_a_welcome_uses_its_server_s_language() -> None:
    sender = _Sender()
    for server, community in ((7, "de"), (7, ""), (8, "en"), (9, "de")):
        await welcomes(sender).post(*notice(server=server, locale=community))
    german = ["Brettspiele" in post.message.content for _, post in sender.attempts]
    english = ["board games" in post.message.content for _, post in sender.attempts]
    assert (german, english) == ([True, False, True, False], [False, True, False, True])


async def test_practice_is_offered_only_in_allowed_channels() -> None:
    sender = _Sender(closed={70})
    (handler,) = welcomes(sender, frozenset({71})).senders()
    assert handler.event is WelcomeDue
    await handler.send(*notice())
    offered = [
        [button.custom_id for row in post.message.rows for button in row] for _, post in sender.attempts
    ]
    assert [ids[1] for ids in offered] == ["fp:challenge-form:5", "fp:practise:5"]
    assert [custom_id for custom_id in offered[1] if custom_id != "fp:practise:5"] == offered[0]
