"""Deletes the messages and threads of a trial, by their ids or their buttons."""

import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, TypeVar

import discord

from bot.chat.core import custom_ids
from bot.chat.core.failures.discord_refusals import RefusalMeaning, got, meaning
from bot.chat.core.messages import layouts
from bot.chat.delivery.discord_sender import DiscordSender
from bot.chat.delivery.senders import Sender
from bot.features.trial.trial_state import VERB
from bot.kernel.outbox.notices import Notice
from bot.model.events.instructions import DeleteTrial
from bot.model.people.person import MessageRef

log = logging.getLogger(__name__)

_LOOK_BACK: Final = 50
_Answer = TypeVar("_Answer")


@dataclass(frozen=True, slots=True)
class TrialSender:
    """Carries out deletions; a thread that cannot be deleted is emptied and archived."""

    client: discord.Client
    sender: DiscordSender

    def senders(self) -> Sequence[Sender[Any]]:
        return (Sender(DeleteTrial, self._delete),)

    async def _delete(self, posted: DeleteTrial, _: Notice) -> None:
        """Delete a message, a thread, or a trial's messages in a channel.

        Raises the transient errors in FAILURES.
        """
        if posted.message is not None:
            await self.sender.delete(MessageRef(posted.channel, posted.message))
            return
        place = await self._answer_or_none(lambda: self.client.fetch_channel(posted.channel))
        match place:
            case discord.Thread():
                await self._delete_thread(place)
            case discord.ForumChannel():
                await self._sweep_forum(place, posted.run)
            case discord.TextChannel():
                async for message in self._own_messages(place, posted.run):
                    await self.sender.delete(MessageRef(place.id, message.id))
            case _:
                pass

    async def _delete_thread(self, thread: discord.Thread) -> None:
        """Delete a thread; if the bot may not, delete its own messages there and archive it."""
        if await self._is_deleted(thread):
            return
        if thread.archived and not thread.locked:
            await self._answer_or_none(lambda: thread.edit(archived=False))
        async for message in self._own_messages(thread):
            await self.sender.delete(MessageRef(thread.id, message.id))
        await self._answer_or_none(lambda: thread.edit(archived=True))

    async def _sweep_forum(self, forum: discord.ForumChannel, run: str) -> None:
        """Delete the posts of a trial, known by their first message."""
        me = self.client.user
        threads = await self._answer_or_none(forum.guild.active_threads) or []
        for thread in threads:
            if thread.parent_id != forum.id or me is None or thread.owner_id != me.id:
                continue
            first = await self._answer_or_none(partial(thread.fetch_message, thread.id))
            if first is not None and _is_of_trial(first, run):
                await self._delete_thread(thread)

    async def _own_messages(
        self, place: discord.TextChannel | discord.Thread, run: str = ""
    ) -> AsyncIterator[discord.Message]:
        """Yield the trial's newest messages in a place; in its thread these are all messages of the bot.

        System messages about a thread at such a message are included.
        """
        me, whole = self.client.user, isinstance(place, discord.Thread)

        async def newest() -> list[discord.Message]:
            return [message async for message in place.history(limit=_LOOK_BACK)]

        messages = await self._answer_or_none(newest) or []
        own = [message for message in messages if me is not None and message.author.id == me.id]
        marked = {message.id for message in own if whole or _is_of_trial(message, run)}
        for message in own:
            channel = None if message.reference is None else message.reference.channel_id
            tells = message.type is discord.MessageType.thread_created and channel in marked
            if message.id in marked or tells:
                yield message

    @staticmethod
    async def _answer_or_none(ask: Callable[[], Awaitable[_Answer]]) -> _Answer | None:
        """Return an answer, None for a permanent refusal. Raises the transient errors in FAILURES."""
        try:
            return await got(ask())
        except discord.InvalidData:
            return None
        except discord.HTTPException as error:
            if meaning(error) is RefusalMeaning.PASSING:
                raise
            log.info("a message of a trial cannot be deleted: %s", error)
            return None

    async def _is_deleted(self, thread: discord.Thread) -> bool:
        try:
            await got(thread.delete())
        except discord.HTTPException as error:
            if meaning(error) is RefusalMeaning.PASSING:
                raise
            return meaning(error) is RefusalMeaning.GONE
        return True


def _is_of_trial(message: discord.Message, run: str) -> bool:
    for custom_id in layouts.custom_ids(message):
        try:
            press = custom_ids.read(custom_id)
        except custom_ids.MalformedId:
            continue
        if press.verb == VERB and press.rest.partition(":")[0] == run:
            return True
    return False
