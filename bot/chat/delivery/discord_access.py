"""The access to Discord shared by the messages of all features."""

from dataclasses import dataclass

import discord

from bot.chat.core.app_context import AppContext
from bot.chat.core.ports import FirstMessagesPort
from bot.chat.delivery.direct_messages import DirectMessages
from bot.chat.delivery.discord_sender import DiscordSender
from bot.chat.delivery.message_cache import MessageCache
from bot.chat.delivery.message_posts import MessagePosts, NoteLimitation
from bot.chat.delivery.places import Places
from bot.chat.delivery.recomposing import Recomposer
from bot.chat.delivery.refused_forms import RefusedForms
from bot.chat.delivery.standing_messages import StandingMessages
from bot.kernel.outbox.outbox import Outbox
from bot.model.servers.limitations import Limitation


@dataclass(frozen=True, slots=True)
class DiscordAccess:
    """The access of features' senders to Discord: posts, edits, places.

    `forms` are request forms refused by channels, `note` stores a place's refusals.
    """

    client: discord.Client
    outbox: Outbox
    sender: DiscordSender
    direct: DirectMessages
    posts: MessagePosts
    standing: StandingMessages
    recomposer: Recomposer
    places: Places
    forms: RefusedForms
    note: NoteLimitation


def discord_access(
    app: AppContext,
    client: discord.Client,
    first_messages: FirstMessagesPort,
    note: NoteLimitation,
    messages: MessageCache | None = None,
    forms: RefusedForms | None = None,
) -> DiscordAccess:
    """Build a client's access to Discord; `messages` is the cache of posted messages."""
    forms, epoch = forms or RefusedForms(), app.epochs.current
    sender = DiscordSender(
        client,
        app.outbox,
        app.metrics,
        app.clock,
        epoch,
        messages=messages,
        changed=app.outbox.signal_change,
        forms=forms,
        no_picture=lambda place, code: note(place, Limitation.PICTURES, code),
    )
    direct, recomposer = DirectMessages(client, sender, first_messages), Recomposer(epoch)
    return DiscordAccess(
        client=client,
        outbox=app.outbox,
        sender=sender,
        direct=direct,
        posts=MessagePosts(sender, direct, note),
        standing=StandingMessages(sender, recomposer, app.pictures, epoch),
        recomposer=recomposer,
        places=Places(client),
        forms=forms,
        note=note,
    )
