"""Deliveries without a wire: the senders of all features over a world's outbox, and the messages posted."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import discord
from discord import ui

from bot.kernel.outbox.delivered import Delivered
from bot.kernel.outbox.notices import Notice
from bot.model.event import DomainEvent
from bot.model.events.events import ChallengeMade, MatchStarted
from bot.model.people.person import MessageRef
from tests.bot.chat import guilds
from tests.bot.chat.presses import Presses
from tests.bot.chat.surfaces import features_of, senders_of

_FIRST = 5000
_OTHERS = (ChallengeMade, MatchStarted)
"""Events whose messages are linked by others: they get a number where they are not sent."""


def discord_refusal(code: int) -> discord.HTTPException:
    answer: Any = SimpleNamespace(status=403, reason="Forbidden")
    return discord.HTTPException(answer, {"code": code, "message": "refused"})


class PostedMessage(discord.Message):
    """A message of the bot's, as discord.py reads it."""

    def __init__(self, place: "PostingPlace", data: Any) -> None:
        super().__init__(state=place.client.state, channel=place, data=data)  # type: ignore[arg-type]  # as much of a channel as is used

    async def edit(self, **changes: Any) -> discord.Message:
        place: Any = self.channel
        edited: discord.Message = place.edit_message(self.id, **changes)
        return edited


@dataclass
class PostingPlace:
    """A channel or thread in which the bot posts."""

    client: "PostingClient"
    id: int
    guild: None = None

    async def send(
        self,
        content: str,
        *,
        view: ui.View,
        files: Sequence[discord.File],
        allowed_mentions: discord.AllowedMentions,
        **_: object,
    ) -> PostedMessage:
        self.client.refuse("send", self.id)
        number = next(self.client.numbers)
        self.client.messages[number] = {
            "id": str(number),
            "channel_id": str(self.id),
            "type": 0,
            "author": {"id": str(guilds.ME), "username": "bot", "discriminator": "0", "avatar": None},
            "timestamp": "2026-11-20T12:00:00+00:00",
            "edited_timestamp": None,
            "mentions": [],
            "mention_roles": [],
            "pinned": False,
            "mention_everyone": False,
            "tts": False,
        }
        called = [person.id for person in allowed_mentions.users or ()]  # type: ignore[union-attr]  # people, never all
        self.client.log.append(f"posted in {self.id}" + f", calls {called}" * bool(called))
        return self._write(number, content, view, files)

    async def fetch_message(self, number: int) -> PostedMessage:
        assert isinstance(number, int)
        self.client.refuse("fetch", self.id)
        if number not in self.client.messages:
            raise discord_refusal(10008)
        return PostedMessage(self, self.client.messages[number])

    def edit_message(
        self,
        number: int,
        *,
        content: str,
        view: ui.View,
        attachments: Sequence[discord.File | discord.Attachment],
        **_: object,
    ) -> PostedMessage:
        self.client.refuse("edit", self.id)
        if number not in self.client.messages:
            raise discord_refusal(10008)
        self.client.log.append(f"edited {number} in {self.id}")
        return self._write(number, content, view, attachments)

    def _write(
        self,
        number: int,
        content: str,
        view: ui.View | None,
        files: Sequence[discord.File | discord.Attachment],
    ) -> PostedMessage:
        data = self.client.messages[number]
        data["content"] = content
        data["components"] = [] if view is None else view.to_components()
        data["attachments"] = [
            {
                "id": str(number * 10),
                "filename": file.filename,
                "size": 1,
                "url": "https://discord.test",
                "proxy_url": "https://discord.test",
                "description": file.description,
            }
            for file in files
        ]
        return PostedMessage(self, data)


@dataclass
class PostingClient:
    """Discord as senders see it: `refusals` are codes by the request and the channel that it is sent to."""

    refusals: dict[tuple[str, int], int] = field(default_factory=dict)
    messages: dict[int, dict[str, Any]] = field(default_factory=dict)
    log: list[str] = field(default_factory=list)
    threads: dict[int, Any] = field(default_factory=dict)
    channels: Sequence[int] = ()
    hidden: Mapping[int, Sequence[int]] = field(default_factory=dict)
    numbers: "count[int]" = field(default_factory=lambda: count(_FIRST))
    state: Any = field(init=False)
    user: Any = field(default_factory=lambda: SimpleNamespace(id=guilds.ME))

    def __post_init__(self) -> None:
        self.state = guilds.guild()._state

    def refuse(self, request: str, channel: int) -> None:
        code = self.refusals.get((request, channel))
        if code is not None:
            raise discord_refusal(code)

    def get_partial_messageable(self, channel: int) -> PostingPlace:
        return PostingPlace(self, channel)

    async def fetch_channel(self, channel: int) -> Any:
        self.refuse("fetch", channel)
        return self.threads[channel]

    async def fetch_guild(self, number: int, **_: object) -> Any:
        self.log.append(f"asked for channels of {number}")
        server = guilds.guild(self.channels, self.hidden)

        async def fetch_channels() -> Sequence[discord.abc.GuildChannel]:
            return server.channels

        return SimpleNamespace(fetch_channels=fetch_channels)

    def thread(
        self,
        number: int,
        *,
        owner: int = guilds.ME,
        archived: bool = False,
        locked: bool = False,
        pin: bool = False,
    ) -> None:
        """Open a thread; its edits are logged."""
        thread = Mock(spec=discord.Thread, id=number, owner_id=owner, archived=archived, locked=locked)
        thread.flags = SimpleNamespace(pinned=pin)

        async def edit(**changes: object) -> None:
            self.refuse("edit", number)
            self.log.append(f"thread {number}: {changes}")

        thread.edit = edit
        self.threads[number] = thread

    def text(self, number: int) -> str:
        """Return a message as one readable text."""
        data = self.messages[number]
        rows = [row["components"] for row in data["components"]]
        buttons = [f"[button] {item['label']} ({item['custom_id']})" for row in rows for item in row]
        pictures = [f"[picture] {file['description']}" for file in data["attachments"]]
        return "\n".join([data["content"], *pictures, *buttons, ""])


class Deliveries:
    """Due notices of a world's outbox, sent by the bot's own senders."""

    def __init__(self, presses: Presses) -> None:
        self.client = PostingClient()
        self._world = presses.world
        client: Any = self.client
        self._senders = senders_of(presses.app, client)
        self._settled = features_of(presses.app).kernel.features.settlement_hooks

    async def send(self, *kinds: type[DomainEvent]) -> list[MessageRef | None]:
        """Send the notices of some kinds that are due, close all others; return the new messages.

        Raises the errors of senders once all are closed.
        """
        posted: list[MessageRef | None] = []
        failures: list[Exception] = []
        while notices := await self._world.outbox.claim():
            for notice in notices:
                ref = self._other_message(notice)
                if notice.kind in kinds:
                    try:
                        ref = await self._senders.send(notice)
                        posted.append(ref)
                    except discord.HTTPException as error:
                        failures.append(error)
                await self._world.outbox.exchange([Delivered(notice.id, ref)], 0)
                if notice.kind in self._settled:
                    await self._settled[notice.kind](notice)
        for failure in failures:
            raise failure
        return posted

    async def texts(self, *kinds: type[DomainEvent]) -> list[str]:
        """Send notices; return the texts of the new messages."""
        return [self.client.text(ref.message) for ref in await self.send(*kinds) if ref is not None]

    def _other_message(self, notice: Notice) -> MessageRef | None:
        if notice.recipient is None and isinstance(notice.event, _OTHERS):
            return MessageRef(70, next(self.client.numbers))
        return None
