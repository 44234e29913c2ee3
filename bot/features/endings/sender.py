"""Delayed steps of matches: posts results to servers, closes threads, and opens late threads."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import discord

from bot.chat.core.failures.discord_refusals import RefusalMeaning, got, meaning
from bot.chat.core.lookup.readers import Readers
from bot.chat.delivery.composed import MatchPosts
from bot.chat.delivery.discord_sender import DiscordSender, PlaceClosed, Post
from bot.chat.delivery.senders import Sender
from bot.features.endings.messages import result_mark, result_message
from bot.features.matches.service.match_queries import MatchQueries
from bot.features.servers.service.server_admin import ServerAdmin
from bot.kernel.outbox.notices import Notice
from bot.model.events.instructions import CloseThread, OpenThread, TellResult
from bot.model.match.match import Match, MatchStatus
from bot.model.people.person import MessageRef

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class EndingSender:
    """Posts results, and opens and closes threads. Lasting refusals are logged and dropped."""

    client: discord.Client
    sender: DiscordSender
    homes: MatchPosts
    readers: Readers
    matches: MatchQueries
    servers: ServerAdmin

    def senders(self) -> Sequence[Sender[Any]]:
        return (
            Sender(TellResult, self._post_result),
            Sender(OpenThread, self._open_thread),
            Sender(CloseThread, self._close_thread),
        )

    async def _open_thread(self, instruction: OpenThread, _: Notice) -> None:
        """Open the thread of a match that had to begin in its channel."""
        match = await self.matches.get(instruction.match)
        if match.thread is None and match.status is MatchStatus.RUNNING:
            await self.homes.open_thread(match)

    async def _post_result(self, instruction: TellResult, notice: Notice) -> MessageRef | None:
        """Post a match's result in its server's channel for results.

        Raises the transient errors in FAILURES.
        """
        position = await self.matches.display_position(instruction.match)
        match = position.match
        outcome = position.outcome
        if outcome is None:
            return None
        t = await self.readers.public(match)
        message = result_message(match, outcome, position.names, t)
        post = Post(message, (), result_mark(match), match.created, self.readers.pictures)
        try:
            return await self.sender.post(instruction.channel, notice, post)
        except PlaceClosed as refused:
            log.info(
                "the result of match %d cannot be posted in channel %d: %s",
                match.id,
                instruction.channel,
                refused,
            )
            if refused.gone and match.place.server is not None:
                await self.servers.forget_results(match.place.server, instruction.channel)
            return None

    async def _close_thread(self, instruction: CloseThread, _: Notice) -> None:
        """Archive a finished match's thread, unless it has other activity.

        Only threads opened by the bot are archived. Raises the transient errors in FAILURES.
        """
        match = await self.matches.get(instruction.match)
        if not _was_in_thread(match) or not await self.matches.rests(match):
            return
        try:
            thread = await got(self.client.fetch_channel(match.home))
            if isinstance(thread, discord.Thread) and self._is_to_close(thread):
                await got(thread.edit(archived=True))
        except discord.InvalidData as error:
            log.info("thread %d stays open: %s", match.home, error)
        except discord.HTTPException as error:
            if meaning(error) is RefusalMeaning.PASSING:
                raise
            log.info("thread %d stays open: %s", match.home, error)

    def _is_to_close(self, thread: discord.Thread) -> bool:
        """Return whether the bot owns an open thread. Pinned posts stay open: archiving would unpin them."""
        me = self.client.user
        own = me is not None and thread.owner_id == me.id
        return own and not (thread.archived or thread.locked or thread.flags.pinned)


def _was_in_thread(match: Match) -> bool:
    in_thread = match.thread is not None or match.place.parent is not None
    return in_thread and match.status is MatchStatus.FINISHED
