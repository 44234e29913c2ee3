"""Post a server's welcome in the first of its channels that takes it."""

import logging

import discord

from bot.chat.core.app_context import AppContext
from bot.chat.delivery.discord_sender import DiscordSender, PlaceClosed, Post, nonce
from bot.chat.features.help.welcome_message import welcome_mark, welcome_message
from bot.play.domain.notices import Notice, Welcome
from bot.play.domain.people import MessageRef

log = logging.getLogger(__name__)


class Welcomes:
    """Posts welcomes, each once and calling nobody."""

    def __init__(self, app: AppContext, sender: DiscordSender) -> None:
        self._app = app
        self._sender = sender

    async def post(self, notice: Notice, welcome: Welcome) -> MessageRef | None:
        """Post a welcome. Raises PlaceClosed where no channel takes it, and what passes of FAILURES."""
        locale = await self._app.services.welcomes.locale(welcome.server, welcome.locale)
        message = welcome_message(self._app.games, self._app.texts.language(locale), notice.id)
        created = discord.utils.snowflake_time(welcome.server)
        known = nonce(notice, created, self._app.epochs.current)
        post = Post(message, (), welcome_mark(notice.id), known, self._app)
        for channel in welcome.channels:
            try:
                return await self._sender.post(channel, notice, post)
            except PlaceClosed as refused:
                log.info("server %d is not welcomed in channel %d: %s", welcome.server, channel, refused)
        raise PlaceClosed(f"no channel of server {welcome.server} takes its welcome")
