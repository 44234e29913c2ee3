"""Forum posts: a match opens a post if its server has chosen a forum for games.

A post's first message is created with it and takes no nonce; after an attempt with an unknown result the
forum's posts are searched, archived ones included.
"""

import logging
from collections.abc import AsyncIterator, Sequence
from datetime import datetime
from functools import partial
from typing import Final

import discord

from bot.chat.core.failures.discord_refusals import RefusalMeaning, got, meaning, refuses_title
from bot.chat.delivery.discord_sender import (
    LOOK_FAR_BACK,
    DiscordSender,
    PlaceClosed,
    Post,
    Undecided,
    earliest_post_time,
    least_looked_at,
)
from bot.chat.delivery.places import Places
from bot.chat.delivery.thread_titles import with_first_title
from bot.kernel.outbox.notices import Notice
from bot.model.people.person import MessageRef

log = logging.getLogger(__name__)

POST_REST: Final = 10080
_MAY_BE_THE_TAG: Final = {RefusalMeaning.CLOSED, RefusalMeaning.UNFIT}
"""The meaning if a post's tag is missing, unknown or reserved to moderators; other faults share it."""


def tag_for(forum: discord.ForumChannel, name: str) -> discord.ForumTag | None:
    """Return the tag named like the game, else the first tag if the forum requires one.

    Tags that only moderators may set are skipped.
    """
    free = [tag for tag in forum.available_tags if not tag.moderated]
    fitting = next((tag for tag in free if tag.name.casefold() == name.casefold()), None)
    if fitting is None and forum.flags.require_tag and free:
        return free[0]
    return fitting


class ForumPosts:
    """Opens posts in forums."""

    def __init__(self, client: discord.Client, sender: DiscordSender, places: Places) -> None:
        self._client = client
        self._sender = sender
        self._places = places

    async def open(
        self, forum_id: int, notice: Notice, post: Post, titles: Sequence[str], game: str
    ) -> MessageRef:
        """Open a post with a notice's message, unless an earlier attempt has arrived.

        It gets the first of the `titles` that Discord accepts, and the tag named like `game`, if any. Raises
        PlaceClosed, Undecided, and FAILURES.
        """
        forum = await self._places.forum(forum_id)
        if notice.uncertain or notice.attempts:
            thread = await self._find(forum, notice, post)
            if thread is not None:
                return thread

        async def send(
            content: str, view: discord.ui.View, files: list[discord.File], mentions: discord.AllowedMentions
        ) -> discord.Message:
            nonlocal forum

            async def create(tag: discord.ForumTag | None, title: str) -> discord.Message:
                for file in files:
                    file.reset()
                thread = await forum.create_thread(
                    name=title,
                    content=content,
                    view=view,
                    files=files,
                    allowed_mentions=mentions,
                    applied_tags=[] if tag is None else [tag],
                    auto_archive_duration=POST_REST,
                )
                return thread.message

            tag = tag_for(forum, game)
            try:
                return await with_first_title(titles, partial(create, tag))
            except discord.HTTPException as error:
                if refuses_title(error):
                    raise PlaceClosed(str(error), code=error.code) from error
                if meaning(error) not in _MAY_BE_THE_TAG:
                    raise
                # The forum's tags may have changed meanwhile.
                forum = await self._places.forum(forum_id)
                again = tag_for(forum, game)
                if again == tag:
                    raise
            return await with_first_title(titles, partial(create, again))

        message = await self._sender.post_by(send, notice, post)
        return MessageRef(message.channel.id, message.id)

    async def _find(self, forum: discord.ForumChannel, notice: Notice, post: Post) -> MessageRef | None:
        """Return the first message of a notice's post, if an attempt did arrive.

        Even a recent post may be archived: Discord does not promise how long a post stays active
        (topics/threads). Raises Undecided after a restore if the bot may not list archived posts.
        """
        thread = await self._among(_active(forum), forum, notice, post)
        if thread is not None:
            return thread
        try:
            return await self._among(forum.archived_threads(limit=LOOK_FAR_BACK), forum, notice, post)
        except discord.HTTPException as error:
            if meaning(error) is RefusalMeaning.PASSING:
                raise
            log.info("archived posts of forum %d cannot be listed: %s", forum.id, error)
            if notice.lost is not None:
                raise Undecided(f"notice {notice.id}") from error
            return None

    async def _among(
        self,
        threads: AsyncIterator[discord.Thread],
        forum: discord.ForumChannel,
        notice: Notice,
        post: Post,
    ) -> MessageRef | None:
        """Return a notice's post among threads, newest first; stop at threads older than the notice."""
        me, since, count = self._client.user, earliest_post_time(notice), 0
        async for thread in threads:
            if count >= least_looked_at(notice) and (since is None or _latest(thread) < since):
                return None
            if thread.parent_id != forum.id or me is None or thread.owner_id != me.id:
                continue
            count += 1
            if await self._sender.carries(MessageRef(thread.id, thread.id), notice, post):
                return MessageRef(thread.id, thread.id)
        return None


async def _active(forum: discord.ForumChannel) -> AsyncIterator[discord.Thread]:
    threads = await got(forum.guild.active_threads())
    for thread in sorted(threads, key=lambda item: item.id, reverse=True):
        yield thread


def _latest(thread: discord.Thread) -> datetime:
    """Return when a thread was opened or archived: Discord's lists are sorted by it."""
    return thread.archive_timestamp if thread.archived else discord.utils.snowflake_time(thread.id)
