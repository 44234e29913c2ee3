"""Direct messages: channels, and the pace of first messages."""

import logging
from dataclasses import dataclass, replace
from typing import Final

import cachetools
import discord

from bot.chat.core.failures.discord_refusals import QUARANTINED, RefusalMeaning, got, meaning
from bot.chat.core.ports import FirstMessagesPort
from bot.chat.delivery.discord_sender import DiscordSender, PlaceClosed, Post
from bot.chat.rate_limits.refusals import LeftAlone
from bot.kernel.outbox.notices import Notice
from bot.model.people.person import MessageRef
from bot.model.people.quarantine import Quarantined

log = logging.getLogger(__name__)

_CAPACITY: Final = 4096
_NO_ACCESS: Final = 50001
_CLOSED: Final = {RefusalMeaning.GONE, RefusalMeaning.CLOSED, RefusalMeaning.UNREACHABLE}


@dataclass(frozen=True, slots=True)
class _DirectChannel:
    """A person's direct message channel; `is_new` until it has a message."""

    id: int
    is_new: bool


class DirectMessages:
    """Posts in direct messages."""

    def __init__(
        self, client: discord.Client, sender: DiscordSender, first_messages: FirstMessagesPort
    ) -> None:
        self._client = client
        self._sender = sender
        self._first_messages = first_messages
        self._channels: cachetools.LRUCache[int, _DirectChannel] = cachetools.LRUCache(_CAPACITY)

    async def channel(self, person: int, *, reopen: bool = False) -> int:
        """Return a person's direct message channel; `reopen` asks Discord again.

        Raises PlaceClosed and unhandled FAILURES.
        """
        return (await self._open(person, reopen=reopen)).id

    async def post(self, person: int, notice: Notice, post: Post) -> MessageRef | None:
        """Post a notice's message to a person, like DiscordSender.

        Raises LeftAlone while a first message waits for its turn. Raises PlaceClosed, Undecided, and
        FAILURES.
        """
        try:
            channel = await self._open(person)
            if channel.is_new:
                await self._wait_for_turn(notice)
            posted = await self._post_in(channel, person, notice, post)
        except PlaceClosed as refused:
            if refused.code == QUARANTINED:
                await self._quarantine()
            raise
        self._channels[person] = replace(self._channels.get(person, channel), is_new=False)
        return posted

    async def _post_in(
        self, channel: _DirectChannel, person: int, notice: Notice, post: Post
    ) -> MessageRef | None:
        try:
            return await self._sender.post(channel.id, notice, post)
        except PlaceClosed as refused:
            if refused.code != _NO_ACCESS:
                raise
            # A channel's id may change, which closes the old one (discord-api-docs issue 7666).
            reopened = await self._open(person, reopen=True)
            if reopened.id == channel.id:
                raise
            return await self._sender.post(reopened.id, notice, post)

    async def _wait_for_turn(self, notice: Notice) -> None:
        try:
            wait = await self._first_messages.take_turn(notice.id)
        except Quarantined:
            raise PlaceClosed("no first messages are taken", code=QUARANTINED) from None
        if wait:
            raise LeftAlone("first direct messages", wait.total_seconds())

    async def _quarantine(self) -> None:
        if await self._first_messages.quarantine():
            log.critical(
                "Discord refuses direct messages to people without an earlier one (code %d): they get these"
                " messages at their next command; ask Discord's support",
                QUARANTINED,
            )

    async def _open(self, person: int, *, reopen: bool = False) -> _DirectChannel:
        channel_id = None if reopen else self._channels.get(person)
        if channel_id is not None:
            return channel_id
        try:
            # discord.py's users cache the first opened channel.
            data = await got(self._client.http.start_private_message(person))
        except discord.HTTPException as error:
            if meaning(error) in _CLOSED:
                raise PlaceClosed(str(error), code=error.code) from error
            raise
        channel = _DirectChannel(int(data["id"]), is_new=data.get("last_message_id") is None)
        self._channels[person] = channel
        return channel
