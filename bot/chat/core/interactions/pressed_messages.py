"""Answers to presses by editing the pressed message.

If Discord refuses the edit, the message is rebuilt with its picture; if it refuses that, too, the person gets
a private answer. The game continues in any case.
"""

from dataclasses import dataclass

import discord
from discord.utils import MISSING

from bot.chat.core.interactions.interaction_context import InteractionContext
from bot.chat.core.interactions.resender import Resender
from bot.chat.core.messages import layouts
from bot.chat.core.messages.message_edits import Edit, closing_edit, rewritten, shows
from bot.chat.core.messages.public_message import PublicMessage


@dataclass(frozen=True, slots=True)
class PressedMessages:
    """Edits pressed messages; their buttons belong to the running `epoch`."""

    resender: Resender
    epoch: int

    async def close(
        self, context: InteractionContext, remark: str, public: PublicMessage | None = None
    ) -> None:
        """Remove the pressed message's buttons and add a remark.

        `public` is its text without the remark, given if it may have changed. A private page becomes the
        remark.
        """
        message = context.interaction.message
        if message is None or message.flags.ephemeral:
            await context.turn_page(layouts.note(remark))
            return
        if await _apply(context, closing_edit(message, remark, public)):
            return
        public = public or await self.resender.recompose(message)
        if public is not None:
            edit = await self._redrawn(context, message, public.close(remark), over=True)
            if await _apply(context, edit):
                return
        await context.reply(remark)

    async def rewrite(
        self, context: InteractionContext, message: discord.Message, public: PublicMessage, remark: str
    ) -> None:
        """Update a message; send `remark` if it cannot be edited."""
        edit = rewritten(message, public, self.epoch)
        stays = public.scene is not None and shows(message, public.scene.words(context.pictures))
        if stays and await _apply(context, edit):
            return
        if await _apply(context, await self._redrawn(context, message, public)):
            return
        if stays or not await _apply(context, edit):
            await context.reply(remark)

    async def _redrawn(
        self,
        context: InteractionContext,
        message: discord.Message,
        public: PublicMessage,
        *,
        over: bool = False,
    ) -> Edit:
        picture = None if public.scene is None else await public.scene.draw(context.pictures)
        return rewritten(message, public, self.epoch, picture, over=over)


async def _apply(context: InteractionContext, edit: Edit) -> bool:
    return await context.update(
        view=edit.view,
        content=MISSING if edit.content is None else edit.content,
        attachments=edit.files,
        allowed_mentions=edit.mentions,
    )
