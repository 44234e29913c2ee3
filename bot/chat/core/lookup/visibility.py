"""Visibility and existence of channels."""

from collections.abc import Callable, Mapping
from dataclasses import replace

import discord

from bot.model.match.match import Match
from bot.model.people.person import Place

Sees = Callable[[Place], bool]
"""Returns whether a place is visible."""
SeesMatch = Callable[[Match], bool]
"""Returns whether a match's place is visible."""
IsGone = Callable[[Place], bool]
"""Returns whether a place was deleted."""


def sees_no_match(_match: Match) -> bool:
    return False


def place_visibility(interaction: discord.Interaction) -> Sees:
    """Return a predicate: the interaction's person can see a place of their server.

    Unknown places are hidden, except the current one. A private thread is visible only from inside. No
    request is needed: the gateway reports channels, the interaction roles.
    """
    guild, member = interaction.guild, interaction.user

    def sees(place: Place) -> bool:
        if place.channel == interaction.channel_id:
            return True
        channel = None if place.private else _channel(guild, place)
        return channel is not None and isinstance(member, discord.Member) and may_view(channel, member)

    return sees


def match_visibility(interaction: discord.Interaction) -> SeesMatch:
    """Return a predicate: the interaction's person can see a match's place."""
    guild, sees = interaction.guild, place_visibility(interaction)
    return lambda match: interaction.channel_id == match.home or sees(place_of(guild, match))


def place_of(guild: discord.Guild | None, match: Match) -> Place:
    """Return a match's place: its thread or forum post, or the place where it began.

    Matches begun by an earlier version do not store their thread's channel. The gateway knows it, except for
    archived threads: for those the challenge's channel counts.
    """
    if match.thread is None or match.thread_parent is not None or guild is None:
        return match.stands_at
    thread = guild.get_thread(match.thread)
    if thread is None:
        return match.stands_at
    return replace(match.place, channel=thread.id, parent=thread.parent_id)


def place_absence(client: discord.Client) -> IsGone:
    """Return a predicate: a place was surely deleted, as far as this process sees its server.

    Archived threads are unknown here, so a thread exists as long as its channel does.
    """

    def is_gone(place: Place) -> bool:
        guild = None if place.server is None else client.get_guild(place.server)
        if guild is None or guild.unavailable:
            return False
        return guild.get_channel_or_thread(place.parent or place.channel) is None

    return is_gone


def match_visibility_at(at: Place, guild: discord.Guild | None) -> SeesMatch:
    """Return a predicate: a match of the server is visible to all who see the place `at`."""
    sees = place_visibility_at(at, channels_of(guild))
    return lambda match: (
        match.is_visible_in(at) and (at.channel == match.home or sees(place_of(guild, match)))
    )


def place_visibility_at(at: Place, channels: Mapping[int, discord.abc.GuildChannel]) -> Sees:
    """Return a predicate: a place is visible to all who see the place `at`.

    A place outside the server's `channels` is hidden.
    """

    def sees(place: Place) -> bool:
        if place.private:
            return at.channel == place.channel
        if is_at(at, place):
            return True
        channel = channels.get(place.parent or place.channel)
        return channel is not None and may_view(channel, channel.guild.default_role)

    return sees


def open_to_everyone(guild: discord.Guild | None, match: Match) -> bool:
    """Return whether everyone in a server can see the match's channel; False if unknown."""
    if guild is None:
        return False
    place = place_of(guild, match)
    channel = _channel(guild, place)
    return not place.private and channel is not None and may_view(channel, guild.default_role)


def channels_of(guild: discord.Guild | None) -> Mapping[int, discord.abc.GuildChannel]:
    """Return a server's channels by id, as the gateway reported them."""
    return {} if guild is None else {channel.id: channel for channel in guild.channels}


def is_at(at: Place, place: Place) -> bool:
    """Return whether `at` is the other place, or shares its channel or parent channel."""
    return bool({at.channel, at.parent} & {place.channel, place.parent} - {None})


def _channel(guild: discord.Guild | None, place: Place) -> discord.abc.GuildChannel | None:
    """Return a place's channel; for a thread its parent."""
    return None if guild is None else guild.get_channel(place.parent or place.channel)


def may_view(channel: discord.abc.GuildChannel, who: discord.Member | discord.Role) -> bool:
    """Return whether a member, or everyone with a role, can read a channel."""
    may = channel.permissions_for(who)
    # Reading a voice channel requires the right to connect, too.
    spoken_in = isinstance(channel, discord.VoiceChannel | discord.StageChannel)
    return may.view_channel and (may.connect or not spoken_in)
