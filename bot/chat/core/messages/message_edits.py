"""Edits of posted messages: content, kept files, mentions.

Discord drops files that an edit does not list, and an edit has to allow each mention again. Messages posted
by earlier versions are Components V2; their picture is known by its media item, not as an attachment.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Final
from urllib.parse import urlsplit

import discord
from discord import ui

from bot.chat.core.messages import layouts
from bot.chat.core.messages.message_budget import shorten
from bot.chat.core.messages.public_message import CONTENT_LIMIT, PublicMessage
from bot.chat.core.pictures import Picture

_UNKNOWN: Final = "unknown"


@dataclass(frozen=True, slots=True)
class Edit:
    """The complete body of an edit. `content` is None for Components V2, which have no content."""

    content: str | None
    view: ui.View | ui.LayoutView | None
    files: tuple[discord.Attachment | discord.File, ...]
    mentions: discord.AllowedMentions

    async def apply(self, message: discord.Message | discord.PartialMessage) -> discord.Message:
        """Edit one of the bot's messages. Raises discord.py's errors."""
        if self.content is None:
            return await message.edit(view=self.view, attachments=self.files, allowed_mentions=self.mentions)
        return await message.edit(
            content=self.content, view=self.view, attachments=self.files, allowed_mentions=self.mentions
        )


def calling(people: Iterable[int], roles: Iterable[int] = ()) -> discord.AllowedMentions:
    """Return mentions limited to these people and roles."""
    return discord.AllowedMentions(
        everyone=False,
        roles=[discord.Object(role) for role in roles],
        users=[discord.Object(person) for person in people],
        replied_user=False,
    )


def closing_edit(
    message: discord.Message,
    remark: str = "",
    public: PublicMessage | None = None,
    *,
    reworded: Callable[[str], str] = str,
) -> Edit:
    """Return the edit that removes a message's buttons and adds a remark. It pings nobody.

    `public` replaces a classic message's text, since its language may have changed; without it the message's
    own words are `reworded`.
    """
    if message.flags.components_v2:
        view = layouts.without_buttons(message, remark, reworded)
        return Edit(None, view, kept_files(message), calling(()))
    content = (
        _with_remark(reworded(message.content), remark) if public is None else public.close(remark).content
    )
    return Edit(content, None, kept_files(message), calling(()))


def without_picture(message: discord.Message) -> Edit:
    """Return the edit that reduces a classic message to its first line."""
    return Edit(message.content.partition("\n")[0], None, (), calling(()))


def rewritten(
    message: discord.Message,
    new: PublicMessage,
    epoch: int,
    picture: Picture | None = None,
    *,
    over: bool = False,
) -> Edit:
    """Return the edit of a message; its picture stays unless a new one is given.

    Components belong to the running `epoch`. The message's mentions are kept unless its event is `over`.
    """
    files = kept_files(message) if picture is None else (picture.file(),)
    mentions = calling(() if over else (user.id for user in message.mentions))
    if message.flags.components_v2:
        words = picture.words if picture is not None else layouts.words_on(message)
        layout = layouts.of_epoch(new.layout(words if files else None), epoch)
        return Edit(None, layout, files, mentions)
    return Edit(new.content, layouts.of_epoch(new.view(), epoch), files, mentions)


def shows(message: discord.Message, words: str) -> bool:
    """Return whether a message's picture already has this description and need not be sent again.

    Sending it again would change its id; a concurrent edit that lists the old id would be refused.
    """
    described = {file.description for file in message.attachments}
    return words in described | {layouts.words_on(message)}


def kept_files(message: discord.Message) -> tuple[discord.Attachment, ...]:
    """Return the files that an edit must list to keep them."""
    return (*message.attachments, *_files_in_components(message))


def _with_remark(content: str, remark: str) -> str:
    if not remark:
        return content
    return f"{shorten(content, CONTENT_LIMIT - len(remark) - 1)}\n{remark}"


def _files_in_components(message: discord.Message) -> Iterable[discord.Attachment]:
    attachment_ids = {attachment.id for attachment in message.attachments}
    for media in layouts.media_on(message):
        if media.attachment_id is not None and media.attachment_id not in attachment_ids:
            attachment_ids.add(media.attachment_id)
            name = PurePosixPath(urlsplit(media.url).path).name or _UNKNOWN
            yield discord.Attachment(
                data={
                    "id": media.attachment_id,
                    "filename": name,
                    "size": 0,
                    "url": media.url,
                    "proxy_url": media.proxy_url or media.url,
                },
                state=message._state,  # noqa: SLF001  # its constructor requires it
            )
