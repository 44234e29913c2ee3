"""Removes the pictures from all but the last boards of a long thread, in servers that want it."""

import logging
from typing import Final

import discord

from bot.chat.core.failures.discord_refusals import FAILURES, got
from bot.chat.core.messages.message_edits import without_picture
from bot.chat.core.pictures import PICTURE
from bot.model.people.person import MessageRef

log = logging.getLogger(__name__)

KEPT: Final = 3
"""The number of boards that keep their pictures, including the latest one."""
LOOK_BACK: Final = 20
"""The number of messages searched before a board: a few boards, and the messages between them."""
MOST: Final = 2
"""The maximum number of pictures removed per new board: the one that is now too old, and an older one."""


class OldPictures:
    """Removes the pictures of superseded boards; a picture stays if Discord refuses its removal."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def drop(self, replaced: MessageRef) -> None:
        """Trim a thread to the pictures of its last boards after a board was replaced."""
        # The new board and the replaced board also keep their pictures.
        later = KEPT - 2
        place, dropped = self._client.get_partial_messageable(replaced.channel), 0
        try:
            async for message in place.history(limit=LOOK_BACK, before=discord.Object(replaced.message)):
                if not self._is_board(message):
                    continue
                later -= 1
                if later < 0 and dropped < MOST:
                    dropped += 1
                    await got(without_picture(message).apply(message))
        except FAILURES as error:
            log.info("boards in thread %d keep their pictures: %s", replaced.channel, error)

    def _is_board(self, message: discord.Message) -> bool:
        """Return whether a message is one of the bot's boards without buttons."""
        me = self._client.user
        pictured = any(file.filename == PICTURE for file in message.attachments)
        # A forum shows a post with the picture of its first message.
        opens = message.id == message.channel.id
        own = me is not None and message.author.id == me.id
        return own and pictured and not opens and not message.components
