"""Put messages where they belong: post, find again, take the buttons off, take away.

A post carries a nonce, by which Discord recognises a repetition for some minutes; an attempt whose fate is
unknown is looked up in the channel before it is made again.
"""

import hashlib
import logging
from dataclasses import dataclass
from datetime import datetime

import aiohttp
import discord
from discord import ui

from bot.chat import layouts
from bot.chat.house import Picture
from bot.chat.posted import Posted
from bot.play.model import MessageRef, Notice

log = logging.getLogger(__name__)

LOOK_BACK = 50
GONE = frozenset({10003, 10008})
CLOSED = frozenset({50001, 50013, 50083, 160005, 40060})
NO_DIRECT_MESSAGES = frozenset({50007, 50278, 10013})
PASSING = (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError)
"""What may go wrong on the way to Discord and may go right another time."""


class PlaceClosed(Exception):
    """The channel is gone, or the bot may not write there."""


@dataclass(frozen=True, slots=True)
class Post:
    """A message ready to be sent: layout, pictures, whom it may ping, and the id that marks it."""

    view: ui.LayoutView
    drawn: Picture | None
    pinged: tuple[int, ...]
    mark: str
    nonce: str


class Mail:
    """The way to Discord's channels and direct messages."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._posted = Posted()

    async def direct(self, person: int) -> int:
        """Return the channel of someone's direct messages. Raises PlaceClosed."""
        try:
            user = await self._client.fetch_user(person)
            return (await user.create_dm()).id
        except discord.HTTPException as error:
            if error.code in NO_DIRECT_MESSAGES or error.status == 403:
                raise PlaceClosed(str(error)) from error
            raise

    async def post(self, channel: int, notice: Notice, post: Post) -> MessageRef:
        """Post a notice's message, unless an earlier attempt has arrived. Raises PlaceClosed."""
        place = self._client.get_partial_messageable(channel)
        # In a direct message nobody but its reader can be meant.
        meant = [person for person in post.pinged if notice.recipient in {None, person}]
        try:
            if notice.uncertain or notice.attempts:
                found = await self._find(place, post.mark)
                if found is not None:
                    return MessageRef(channel, found)
            message = await place.send(
                view=post.view,
                files=[] if post.drawn is None else [post.drawn.file()],
                nonce=post.nonce,
                allowed_mentions=discord.AllowedMentions(
                    everyone=False, roles=False, users=[discord.Object(person) for person in meant]
                ),
            )
        except discord.HTTPException as error:
            if error.code in GONE | CLOSED | NO_DIRECT_MESSAGES or error.status in {403, 404}:
                raise PlaceClosed(str(error)) from error
            raise
        self._posted.keep(message)
        return MessageRef(channel, message.id)

    async def _find(self, place: discord.PartialMessageable, mark: str) -> int | None:
        """Return the message that carries `mark`, if an attempt of unknown fate did arrive."""
        me = self._client.user
        try:
            async for message in place.history(limit=LOOK_BACK):
                if me is not None and message.author.id == me.id and mark in layouts.custom_ids(message):
                    return message.id
        except discord.Forbidden:
            return None
        return None

    async def take_away(self, ref: MessageRef) -> None:
        """Delete a message that a later one replaces; best effort."""
        place = self._client.get_partial_messageable(ref.channel)
        try:
            await place.get_partial_message(ref.message).delete()
        except PASSING as error:
            log.info("message %d stays: %s", ref.message, error)

    async def strip(self, ref: MessageRef, remark: str = "", *, as_posted: bool = False) -> None:
        """Take the buttons off a message and add a remark; best effort.

        One that still stands `as_posted` need not be fetched again.
        """
        posted = self._posted.take(ref.message)
        known = posted if as_posted else None
        place = self._client.get_partial_messageable(ref.channel)
        try:
            message = known or await place.fetch_message(ref.message)
            if layouts.has_buttons(message):
                await message.edit(
                    view=layouts.without_buttons(message, remark), attachments=message.attachments
                )
        except PASSING as error:
            log.info("message %d keeps its buttons: %s", ref.message, error)

    async def reword(self, ref: MessageRef, words: str) -> None:
        """Change the last block of text on a message that still has its buttons; best effort."""
        # What is at hand is no more as it was posted.
        self._posted.take(ref.message)
        place = self._client.get_partial_messageable(ref.channel)
        try:
            message = await place.fetch_message(ref.message)
            if layouts.has_buttons(message) and layouts.last_text_on(message) != words:
                await message.edit(
                    view=layouts.reworded(message, words),
                    attachments=message.attachments,
                    allowed_mentions=discord.AllowedMentions.none(),
                )
        except PASSING as error:
            log.info("message %d keeps its words: %s", ref.message, error)


def nonce(notice: Notice, created: datetime) -> str:
    """Return the text by which Discord knows a repeated post: one per notice, also across databases."""
    content = f"{notice.id}:{created.isoformat()}:{notice.kind}:{notice.recipient}"
    return hashlib.blake2b(content.encode(), digest_size=12).hexdigest()
