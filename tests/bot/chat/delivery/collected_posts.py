"""A sender that collects posts, or reports their channel as closed."""

from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import discord

from bot.chat.core.lookup.visibility import channels_of
from bot.chat.delivery.discord_sender import PlaceClosed, Post
from bot.chat.delivery.places import Channels
from bot.chat.delivery.senders import Messages, Senders
from bot.kernel.outbox.notices import Notice
from bot.model.people.person import MessageRef
from tests.bot.chat.page_text import message_text


@dataclass
class CollectedPosts:
    """Posts by channel, with their notices; `closed` is raised instead of each post."""

    posts: list[tuple[int, Notice, Post]] = field(default_factory=list)
    closed: PlaceClosed | None = None

    async def post(self, channel: int, notice: Notice, post: Post) -> MessageRef | None:
        if self.closed is not None:
            raise self.closed
        self.posts.append((channel, notice, post))
        return MessageRef(channel, 5000 + len(self.posts))

    @property
    def text(self) -> str:
        """All posts as one text: channels, pings, messages."""
        return "\n".join(
            f"> in {channel}, calls {list(post.called)} {list(post.roles)}, marked {post.mark}, "
            f"created {post.created:%Y-%m-%d %H:%M}\n"
            f"{message_text(post.message)}"
            for channel, _, post in self.posts
        )


@dataclass
class ListedPlaces:
    """The channels of a server, as listed by Discord."""

    server: discord.Guild

    async def channels_of(self, server: int) -> Channels:
        return channels_of(self.server) if server == self.server.id else {}


def access_to(posts: CollectedPosts, server: discord.Guild | None = None) -> Any:  # parts of one
    """Return an access to Discord that only posts, and knows the channels of a server."""
    return SimpleNamespace(sender=posts, places=None if server is None else ListedPlaces(server))


async def send(messages: Messages, notice: Notice) -> MessageRef | None:
    """Pass a notice to the sender of its event."""
    senders = Senders()
    senders.add(messages.senders)
    return await senders.send(notice)
