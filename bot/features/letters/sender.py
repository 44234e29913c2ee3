"""Send the weekly letters of servers, each once and calling nobody."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import discord

from bot.chat.core.lookup.readers import Readers
from bot.chat.core.lookup.visibility import place_visibility_at
from bot.chat.delivery.discord_sender import DiscordSender, PlaceClosed, Post
from bot.chat.delivery.places import Places
from bot.chat.delivery.senders import Sender
from bot.chat.parts.new_game import new_game_mark
from bot.features.letters.events import LetterDue
from bot.features.letters.service.letter_composer import LetterComposer
from bot.features.servers.service.limitations import Limitations
from bot.features.servers.service.server_admin import ServerAdmin
from bot.features.servers.service.subscriptions import Subscriptions
from bot.kernel.outbox.notices import Notice
from bot.model.people.person import MessageRef, Place

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class LetterSender:
    """Sends letters."""

    sender: DiscordSender
    places: Places
    readers: Readers
    letters: Subscriptions
    composer: LetterComposer
    limitations: Limitations
    servers: ServerAdmin

    def senders(self) -> Sequence[Sender[Any]]:
        """Return the sender of letters."""
        return (Sender(LetterDue, self._post),)

    async def _post(self, due: LetterDue, notice: Notice) -> MessageRef | None:
        """Post a letter; a deleted channel gets no further ones.

        It contains only events that all readers of its channel may see.
        """
        locale = await self.limitations.locale(due.server)
        sees = place_visibility_at(
            Place(due.server, due.channel, locale), await self.places.channels_of(due.server)
        )
        rules = await self.servers.server(due.server)
        pictures = self.readers.pictures.painted(rules.theme or self.readers.pictures.theme)
        t = self.readers.texts.language(locale)
        message = await self.composer.letter(due, sees, notice.id, pictures, t)
        if message is None:
            return None
        created = discord.utils.snowflake_time(due.server)
        try:
            post = Post(message, (), new_game_mark(notice.id), created, pictures)
            return await self.sender.post(due.channel, notice, post)
        except PlaceClosed as refused:
            log.info("server %d gets no letter in channel %d: %s", due.server, due.channel, refused)
            if refused.gone:
                await self.letters.refused(due.server, due.channel)
            return None
