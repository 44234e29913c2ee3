"""Posts one overview per channel, and edits it when it changes."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Final

import discord

from bot.chat.core.failures.discord_refusals import RefusalMeaning, got, meaning
from bot.chat.core.lookup.readers import Readers
from bot.chat.core.lookup.visibility import is_at, place_visibility_at
from bot.chat.core.messages import layouts
from bot.chat.core.messages.message_edits import rewritten
from bot.chat.core.messages.public_message import PublicMessage
from bot.chat.delivery.discord_sender import DiscordSender, PlaceClosed, Post
from bot.chat.delivery.places import Channels, Places
from bot.chat.delivery.senders import Sender
from bot.features.overviews import messages as overview_message
from bot.features.servers.service.server_admin import ServerAdmin
from bot.kernel.outbox.notices import Notice
from bot.model.agenda import Overview
from bot.model.events.instructions import RedrawOverview
from bot.model.people.person import MessageRef
from rules.contract import Game

log = logging.getLogger(__name__)

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class OverviewSender:
    client: discord.Client
    sender: DiscordSender
    places: Places
    readers: Readers
    games: Mapping[str, Game]
    servers: ServerAdmin
    epoch: int

    def senders(self) -> Sequence[Sender[Any]]:
        return (Sender(RedrawOverview, self._send),)

    async def _send(self, event: RedrawOverview, notice: Notice) -> MessageRef | None:
        """Edit a channel's overview; post it if there is none, or if it was deleted."""
        channel = event.channel
        overview = await self.servers.overview(channel)
        if overview is None:
            return None
        is_visible = place_visibility_at(overview.place, await self._channels_for(overview))
        overview = replace(
            overview,
            matches=tuple(match for match in overview.matches if is_visible(match.stands_at)),
            challenges=tuple(challenge for challenge in overview.challenges if is_visible(challenge.place)),
        )
        message = overview_message.overview_message(
            self.games, overview, channel, await self.readers.public(overview)
        )
        if overview.message is not None and await self._edit(channel, overview.message, message):
            return None
        mark = overview_message.overview_mark(channel)
        try:
            return await self.sender.post(
                channel, notice, Post(message, (), mark, _EPOCH, self.readers.pictures)
            )
        except PlaceClosed as refused:
            log.info("channel %d gets no overview: %s", channel, refused)
            return None

    async def _channels_for(self, overview: Overview) -> Channels:
        """Return the channels of an overview's server, needed only if an entry is in another channel."""
        places = (
            *(challenge.place for challenge in overview.challenges),
            *(match.stands_at for match in overview.matches),
        )
        elsewhere = any(not is_at(overview.place, place) for place in places)
        if overview.place.server is None or not elsewhere:
            return {}
        return await self.places.channels_of(overview.place.server)

    async def _edit(self, channel: int, message_id: int, new: PublicMessage) -> bool:
        """Edit an overview if it differs; return False if it was deleted.

        Raises for refusals that may pass, and for a message with a fault; other refusals count as done.
        """
        place = self.client.get_partial_messageable(channel)
        try:
            message = await got(place.fetch_message(message_id))
            if message.content != new.content or layouts.custom_ids(message) != new.custom_ids(self.epoch):
                await got(rewritten(message, new, self.epoch).apply(message))
        except discord.HTTPException as error:
            refusal = meaning(error)
            if refusal in {RefusalMeaning.PASSING, RefusalMeaning.UNFIT}:
                raise
            return refusal is not RefusalMeaning.NO_MESSAGE
        return True
