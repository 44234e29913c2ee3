"""What is left to do when a match has ended: tell its server, and close the thread it was played in."""

import logging

import discord

from bot.chat.core.app_context import AppContext
from bot.chat.core.discord_refusals import RefusalMeaning, got, meaning
from bot.chat.delivery.composer import Composer
from bot.chat.delivery.discord_sender import DiscordSender, PlaceClosed, Post, nonce
from bot.chat.features.boards.result_message import result_mark, result_message
from bot.play.domain.matches import Match, MatchStatus
from bot.play.domain.outbox.instructions import CloseThread, TellResult
from bot.play.domain.outbox.notices import Notice
from bot.play.domain.people.person import MessageRef

log = logging.getLogger(__name__)


class Endings:
    """Acts on matches that have ended. What is refused is given up with a line in the log."""

    def __init__(
        self, app: AppContext, client: discord.Client, sender: DiscordSender, composer: Composer
    ) -> None:
        self._app = app
        self._client = client
        self._sender = sender
        self._composer = composer

    async def tell_result(self, notice: Notice, told: TellResult) -> MessageRef | None:
        """Post how a match has ended, in the channel its server has named. Raises what passes of FAILURES."""
        position = await self._app.services.matches.shown(told.match)
        match = position.match
        outcome = position.outcome
        if outcome is None:
            return None
        t = await self._app.readers.public(match)
        message = result_message(match, self._app.games[match.key], outcome, position.names, t)
        post = Post(
            message, (), result_mark(match), nonce(notice, match.created, self._app.epochs.current), self._app
        )
        try:
            return await self._sender.post(told.channel, notice, post)
        except PlaceClosed as refused:
            log.info("the result of match %d is not told in channel %d: %s", match.id, told.channel, refused)
            if refused.gone and match.place.server is not None:
                await self._app.services.servers.forget_results(match.place.server, told.channel)
            return None

    async def close_thread(self, told: CloseThread) -> None:
        """Archive the thread a match was played in, unless something goes on there.

        Only threads the bot has opened are its to close. Raises what passes of FAILURES.
        """
        match = await self._app.services.matches.get(told.match)
        if not _was_in_thread(match) or not await self._app.services.matches.rests(match):
            return
        try:
            thread = await got(self._client.fetch_channel(match.home))
            if isinstance(thread, discord.Thread) and self._is_to_close(thread):
                await got(thread.edit(archived=True))
        except discord.InvalidData as error:
            log.info("thread %d stays open: %s", match.home, error)
        except discord.HTTPException as error:
            if meaning(error) is RefusalMeaning.PASSING:
                raise
            log.info("thread %d stays open: %s", match.home, error)

    def _is_to_close(self, thread: discord.Thread) -> bool:
        """Return whether an open thread is the bot's own; to archive a pinned post would unpin it."""
        me = self._client.user
        own = me is not None and thread.owner_id == me.id
        return own and not (thread.archived or thread.locked or thread.flags.pinned)


def _was_in_thread(match: Match) -> bool:
    in_thread = match.thread is not None or match.place.parent is not None
    return in_thread and match.status is MatchStatus.FINISHED
