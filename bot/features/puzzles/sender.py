"""Posts the daily puzzles of servers, once each and without pings."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import discord

from bot.chat.core.lookup.readers import Readers
from bot.chat.delivery.discord_sender import DiscordSender, PlaceClosed, Post
from bot.chat.delivery.senders import Sender
from bot.features.puzzles.events import PuzzleOfDay
from bot.features.puzzles.messages import daily_mark, daily_message
from bot.features.puzzles.service.puzzles import Puzzles, PuzzleTask
from bot.features.servers.service.limitations import Limitations
from bot.features.servers.service.server_admin import ServerAdmin
from bot.features.servers.service.subscriptions import Subscriptions
from bot.kernel.outbox.notices import Notice
from bot.model.people.person import MessageRef
from bot.model.refusal import Refusal

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class DailyPuzzleSender:
    sender: DiscordSender
    readers: Readers
    puzzles: Puzzles
    daily_puzzles: Subscriptions
    limitations: Limitations
    servers: ServerAdmin

    def senders(self) -> Sequence[Sender[Any]]:
        return (Sender(PuzzleOfDay, self._post),)

    async def _post(self, due: PuzzleOfDay, notice: Notice) -> MessageRef | None:
        """Post a daily puzzle; if its channel was deleted, end the server's subscription."""
        try:
            task = await self.puzzles.get(due.puzzle)
        except Refusal:
            # Another version of the program chose this puzzle, and this version does not have it.
            return None
        before = await self._before(due)
        rules = await self.servers.server(due.server)
        pictures = self.readers.pictures.with_theme(rules.theme or self.readers.pictures.theme)
        t = self.readers.texts.language(await self.limitations.locale(due.server))
        message = daily_message(due.number, task, before, pictures.theme, t)
        created = discord.utils.snowflake_time(due.server)
        try:
            post = Post(message, (), daily_mark(due.number, task), created, pictures)
            return await self.sender.post(due.channel, notice, post)
        except PlaceClosed as refused:
            log.info("server %d gets no daily puzzle in channel %d: %s", due.server, due.channel, refused)
            if refused.gone:
                await self.daily_puzzles.on_deleted_channel(due.server, due.channel)
            return None

    async def _before(self, due: PuzzleOfDay) -> PuzzleTask | None:
        try:
            return None if due.before is None else await self.puzzles.get(due.before)
        except Refusal:
            return None
