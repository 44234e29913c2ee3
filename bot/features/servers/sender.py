"""Stores what Discord refuses in a channel, and posts each refusal once to the admins, without pings."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import discord

from bot.chat.core.lookup.readers import Readers
from bot.chat.delivery.discord_sender import DiscordSender, PlaceClosed, Post
from bot.chat.delivery.message_posts import NoteLimitation
from bot.chat.delivery.senders import Sender
from bot.features.servers.messages import limitation_mark, limitation_message
from bot.features.servers.service.limitations import Limitations
from bot.kernel.outbox.notices import Notice
from bot.model.events.events import LimitationMet
from bot.model.people.person import MessageRef, Place
from bot.model.servers.limitations import Limitation, LimitedChannel
from data.outages import is_outage

log = logging.getLogger(__name__)


def limitation_recorder(limitations: Limitations) -> NoteLimitation:
    """Return a function that stores a refusal of Discord in a place.

    Private threads and places outside servers are not stored. An outage of the database is logged,
    not raised.
    """

    async def record(place: Place, limitation: Limitation, code: int | None) -> None:
        if place.server is None or place.private:
            return
        channel = place.parent or place.channel
        try:
            await limitations.record_limitation(LimitedChannel(place.server, channel, limitation, code))
        except Exception as error:
            if not is_outage(error):
                raise
            log.warning("failed to store that channel %d refuses %s: %s", channel, limitation, error)

    return record


@dataclass(frozen=True, slots=True)
class LimitationSender:
    sender: DiscordSender
    readers: Readers
    limitations: Limitations

    def senders(self) -> Sequence[Sender[Any]]:
        return (Sender(LimitationMet, self._post),)

    async def _post(self, event: LimitationMet, notice: Notice) -> MessageRef | None:
        """Post in the admins' channel; if it is closed, defer the message to an admin's next command."""
        server = event.limited.server
        t = self.readers.texts.language(await self.limitations.locale(server))
        message = limitation_message(event.limited, notice.id, t)
        created = discord.utils.snowflake_time(server)
        try:
            post = Post(message, (), limitation_mark(notice.id), created, self.readers.pictures)
            return await self.sender.post(event.told_in, notice, post)
        except PlaceClosed as refused:
            log.info("server %d gets no message about its limitations: %s", server, refused)
            await self.limitations.defer_limitation(event.limited)
            return None
