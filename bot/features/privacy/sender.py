"""Erasure of names from the bot's messages, place by place.

Each notice cleans one page of a place's history, and schedules another notice for the rest. Discord limits
edits of old messages, so a notice ends after MAX_EDITS edits. Messages without names are skipped, so checking
them twice is harmless.
"""

import logging
import re
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import discord

from bot.chat.core.failures.discord_refusals import RefusalMeaning, got, is_lasting, meaning
from bot.chat.core.lookup.readers import Readers
from bot.chat.core.messages import layouts
from bot.chat.core.messages.message_edits import Edit, calling, kept_files
from bot.chat.core.messages.public_message import name_variants
from bot.chat.delivery.direct_messages import DirectMessages
from bot.chat.delivery.discord_sender import DiscordSender, PlaceClosed
from bot.chat.delivery.recomposing import Recomposer
from bot.chat.delivery.senders import Sender
from bot.chat.delivery.thread_titles import nameless_titles, with_first_title
from bot.features.help.service import Welcomes
from bot.features.matches.service.match_queries import MatchQueries
from bot.features.privacy.service.deletions import Deletions
from bot.kernel.outbox.notices import Notice
from bot.locale import SOMEONE, Language
from bot.model.people.person import MessageRef
from bot.model.people.privacy import NameErasure, is_alias
from data.names_in_text import NamesInText

log = logging.getLogger(__name__)

PAGE: Final = 100
"""The number of messages in one page of Discord's history."""
_STAYS: Final = frozenset({discord.MessageType.recipient_add, discord.MessageType.channel_name_change})
"""Discord's own messages in a thread that nobody can delete."""
MAX_EDITS: Final = 3
"""The maximum number of edits per place and notice: Discord allows about as many in a row."""

Reword = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class NameErasureSender:
    """Edits messages and renames threads. Messages out of the bot's reach stay.

    `is_unchangeable` decides by a message's buttons whether it is never edited.
    """

    client: discord.Client
    sender: DiscordSender
    direct: DirectMessages
    recomposer: Recomposer
    readers: Readers
    matches: MatchQueries
    welcomes: Welcomes
    deletions: Deletions
    is_unchangeable: Callable[[frozenset[str]], bool]

    def senders(self) -> Sequence[Sender[Any]]:
        return (Sender(NameErasure, self._send),)

    async def _send(self, place: NameErasure, notice: Notice) -> None:
        await self.clean(place, notice.attempts)

    async def clean(self, place: NameErasure, attempts: int = 0) -> None:
        """Clean a page of a place, and schedule the remaining ones. Raises the transient errors in FAILURES.

        After many `attempts` an unknown refusal counts as final: its message or thread stays unchanged, and
        blocks nothing else.
        """
        rest = None
        try:
            channel = await self._channel_of(place)
            if channel is not None:
                rest = await self._clean_page(channel, place, attempts)
        except PlaceClosed as refused:
            log.info("a name remains in a channel that the bot cannot reach: %s", refused)
        except discord.HTTPException as error:
            if meaning(error) is RefusalMeaning.PASSING:
                raise
            log.info("a name remains in a channel that the bot may not read: %s", error)
        if rest is not None:
            await self.deletions.resume_erasure(rest)

    async def _channel_of(self, place: NameErasure) -> int | None:
        if place.reader is None:
            return place.channel
        return None if is_alias(place.reader) else await self.direct.channel(place.reader, reopen=True)

    async def _clean_page(self, channel: int, place: NameErasure, attempts: int) -> NameErasure | None:
        """Clean a page; return the place with its remaining pages, None at the end."""
        t = await self._language(place)
        reword = reworder(place.person, (place.name, *place.earlier), t)
        if place.before is None and place.reader is None:
            await _unless_lasting(self._rename(channel, reword, t), attempts)
        me, edits = self.client.user, 0
        before = None if place.before is None else discord.Object(place.before)
        history = self.client.get_partial_messageable(channel).history(limit=PAGE, before=before)
        messages = [message async for message in history]
        for message in messages:
            if message.created_at < place.since:
                return None
            if me is None or message.author.id != me.id or edit_of(message, place.person, reword) is None:
                continue
            ref = MessageRef(channel, message.id)
            if message.type in _STAYS or self.is_unchangeable(layouts.custom_ids(message)):
                continue
            change: Awaitable[object]
            if message.is_system():
                # Discord's message about the thread's creation, with its old name, cannot be edited.
                change = self.sender.delete(ref)
            else:
                change = self.sender.change(ref, lambda it: self._edit(it, place.person, reword))
            await _unless_lasting(change, attempts)
            edits += 1
            if edits == MAX_EDITS:
                return _before(place, message.id)
        return _before(place, messages[-1].id) if len(messages) == PAGE else None

    async def _edit(self, message: discord.Message, person: int, reword: Reword) -> Edit | None:
        """Return the edit of a message; a picture with a name is rendered again if possible."""
        edit = edit_of(message, person, reword)
        if edit is None or message.flags.components_v2 or not is_painted(message, reword):
            return edit
        public = await self.recomposer.recompose(message)
        picture = (
            None if public is None or public.scene is None else await public.scene.draw(self.readers.pictures)
        )
        return edit if picture is None else replace(edit, files=(picture.file(),))

    async def _language(self, place: NameErasure) -> Language:
        if place.reader is not None:
            return (await self.readers.reader(place.reader, place.locale))[1]
        if place.server is None:
            return self.readers.texts.language(place.locale)
        return self.readers.texts.language(await self.welcomes.locale(place.server, place.locale))

    async def _rename(self, channel: int, reword: Reword, t: Language) -> None:
        """Rename a thread of the bot whose title has a name; archive it again if it was archived.

        Discord posts the new title in the thread, permanently. It therefore names no players at all, so that
        it needs no change when the next player is deleted.
        """
        me = self.client.user
        try:
            thread = await got(self.client.fetch_channel(channel))
            if not isinstance(thread, discord.Thread) or me is None or thread.owner_id != me.id:
                return
            if reword(thread.name) == thread.name:
                return
            titles = await self._nameless(channel, t)
            if thread.name not in titles:
                archived = thread.archived
                if archived:
                    await got(thread.edit(archived=False))
                await with_first_title(titles, lambda title: got(thread.edit(name=title, archived=archived)))
        except discord.InvalidData as error:
            log.info("channel %d is not renamed: %s", channel, error)
        except discord.HTTPException as error:
            if meaning(error) is RefusalMeaning.PASSING:
                raise
            log.info("channel %d is not renamed: %s", channel, error)

    async def _nameless(self, thread: int, t: Language) -> tuple[str, ...]:
        """Return the titles of a thread without its players, the best first."""
        match = await self.matches.latest_at(thread)
        return (t("game.thread-unknown"),) if match is None else nameless_titles(match, t)


async def _unless_lasting(change: Awaitable[object], attempts: int) -> None:
    """Await a change; skip a change that was refused too often."""
    try:
        await change
    except discord.HTTPException as error:
        if not is_lasting(error, attempts):
            raise
        log.warning("a name remains in a message that the bot cannot edit: %s", error)


def reworder(person: int, names: Iterable[str], t: Language) -> Reword:
    """Return a function that removes a person from a text: their mentions, and their names as whole words."""
    someone, mentioned = t(SOMEONE), re.compile(rf"<@!?{person}>")
    names_in_text = NamesInText(
        (variant for name in names for variant in name_variants(name)), any_case=False
    )
    return lambda text: names_in_text.replace_names(mentioned.sub(someone, text), someone)


def edit_of(message: discord.Message, person: int, reword: Reword) -> Edit | None:
    """Return the edit that removes a person's name from a message; None if that does not name them."""
    mentions = calling(user.id for user in message.mentions if user.id != person)
    painted = is_painted(message, reword)
    # A picture with a name cannot be edited.
    files = () if painted else kept_files(message)
    if message.flags.components_v2:
        if not painted and all(reword(text) == text for text in layouts.words_in(message)):
            return None
        return Edit(None, layouts.replace_words(message, reword), files, mentions)
    content = reword(message.content)
    if content == message.content and not painted:
        return None
    return Edit(content, layouts.classic_again(message), files, mentions)


def is_painted(message: discord.Message, reword: Reword) -> bool:
    """Return whether a message's picture shows a name: then its alt text has the name, too."""
    described = [file.description or "" for file in message.attachments]
    return any(reword(words) != words for words in (*described, layouts.words_on(message)))


def _before(place: NameErasure, message: int) -> NameErasure:
    return replace(place, before=message)
