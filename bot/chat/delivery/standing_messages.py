"""Edits of posted messages: removing buttons, updating the content."""

from collections.abc import Callable
from dataclasses import replace

import discord

from bot.chat.core.messages import layouts
from bot.chat.core.messages.message_edits import Edit, closing_edit, rewritten, shows
from bot.chat.core.messages.public_message import PublicMessage
from bot.chat.core.pictures import Pictures
from bot.chat.delivery.discord_sender import DiscordSender
from bot.chat.delivery.recomposing import Recomposer
from bot.model.people.person import MessageRef


class StandingMessages:
    """Edits messages. After a refused edit, the message is recomposed and its picture rendered again."""

    def __init__(self, sender: DiscordSender, recomposer: Recomposer, pictures: Pictures, epoch: int) -> None:
        self._sender = sender
        self._recomposer = recomposer
        self._pictures = pictures
        self._epoch = epoch

    async def close(
        self,
        ref: MessageRef,
        remark: str = "",
        public: PublicMessage | None = None,
        *,
        as_posted: bool = False,
        reworded: Callable[[str], str] = str,
        link: str = "",
    ) -> None:
        """Remove a message's buttons and add a remark; `public` is its current content, if known.

        A message without buttons that already contains `link` is unchanged. Raises the transient errors in
        FAILURES.
        """

        async def edit(message: discord.Message) -> Edit | None:
            is_done = not message.components and link in message.content
            return None if is_done else closing_edit(message, remark, public, reworded=reworded)

        async def recompose(message: discord.Message) -> Edit | None:
            again = public or await self._recomposer.recompose(message)
            if again is None:
                return None
            edit = await self._redrawn(message, again.close(remark), over=True)
            return edit if edit.content is None else replace(edit, content=reworded(edit.content))

        await self._sender.change(ref, edit, recompose, as_posted=as_posted)

    async def update(self, ref: MessageRef, public: PublicMessage) -> None:
        """Rewrite a message with changed content, unless it is up to date.

        Raises transient FAILURES.
        """

        async def edit(message: discord.Message) -> Edit | None:
            shown = layouts.custom_ids(message) == public.custom_ids(self._epoch)
            if shown and message.content == public.content:
                return None
            if public.scene is not None and shows(message, public.scene.words(self._pictures)):
                return rewritten(message, public, self._epoch)
            return await self._redrawn(message, public)

        await self._sender.change(ref, edit, lambda message: self._redrawn(message, public))

    async def reword(self, ref: MessageRef) -> None:
        """Recompose a message and rewrite its text. Raises the transient errors in FAILURES."""

        async def edit(message: discord.Message) -> Edit | None:
            public = await self._recomposer.recompose(message)
            if public is None or message.content == public.content:
                return None
            return rewritten(message, public, self._epoch)

        async def recompose(message: discord.Message) -> Edit | None:
            public = await self._recomposer.recompose(message)
            return None if public is None else await self._redrawn(message, public)

        await self._sender.change(ref, edit, recompose)

    async def _redrawn(self, message: discord.Message, public: PublicMessage, *, over: bool = False) -> Edit:
        """Return the edit with new text and a newly rendered picture."""
        picture = None if public.scene is None else await public.scene.draw(self._pictures)
        return rewritten(message, public, self._epoch, picture, over=over)
