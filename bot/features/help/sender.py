"""Posts welcomes, once each and without pings, or shows them to the first person who uses a command."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import discord

from bot.chat.core.interactions.answers import Answers
from bot.chat.core.interactions.interaction_context import place_of
from bot.chat.core.interactions.responder import Responder
from bot.chat.core.lookup.readers import Readers
from bot.chat.core.lookup.whereabouts import server_of
from bot.chat.delivery.discord_sender import DiscordSender, PlaceClosed, Post
from bot.chat.delivery.senders import Sender
from bot.chat.parts.new_game import new_game_mark
from bot.features.engines.service.practice import Practice
from bot.features.help.messages import welcome_message
from bot.features.help.service import Welcomes
from bot.kernel.outbox.notices import Notice
from bot.locale import Language
from bot.model.events.events import WelcomeDue
from bot.model.people.person import MessageRef, Place
from rules.contract import Game

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class WelcomeSender:
    sender: DiscordSender
    readers: Readers
    games: Mapping[str, Game]
    welcomes: Welcomes
    practice: Practice

    def senders(self) -> Sequence[Sender[Any]]:
        return (Sender(WelcomeDue, self.post),)

    async def post(self, welcome: WelcomeDue, notice: Notice) -> MessageRef | None:
        """Post a welcome.

        Raises PlaceClosed if no channel accepts it, and the transient errors in FAILURES.
        """
        locale = await self.welcomes.locale(welcome.server, welcome.locale)
        t = self.readers.texts.language(locale)
        created = discord.utils.snowflake_time(welcome.server)
        for channel in welcome.channels:
            practises = await self.practice.is_offered_in(Place(welcome.server, channel, locale))
            message = welcome_message(self.games, t, notice.id, practises=practises)
            post = Post(message, (), new_game_mark(notice.id), created, self.readers.pictures)
            try:
                return await self.sender.post(channel, notice, post)
            except PlaceClosed as refused:
                log.info("server %d gets no welcome in channel %d: %s", welcome.server, channel, refused)
        raise PlaceClosed(f"no channel of server {welcome.server} takes its welcome")

    async def show_privately(self, answers: Answers, t: Language) -> None:
        """Show the welcome to the first person who uses a command, if no channel accepted it."""
        interaction = answers.interaction
        is_command = interaction.type is discord.InteractionType.application_command
        server = server_of(interaction)
        if not is_command or server is None or not Responder.of(interaction).has_answered:
            return
        try:
            if await self.welcomes.claim(server):
                practises = await self.practice.is_offered_in(place_of(interaction))
                message = welcome_message(self.games, t, practises=practises)
                picture = None if message.scene is None else await message.scene.draw(self.readers.pictures)
                private = replace(message, closing=t("welcome.private"))
                words = None if picture is None else picture.words
                await answers.show(private.layout(words), [] if picture is None else [picture])
        except Exception:
            log.exception("welcoming server %s failed", server)
