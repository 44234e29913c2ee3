"""Sends messages without a nonce, which discord.py otherwise adds."""

from collections.abc import Sequence

import discord


async def send_without_nonce(
    client: discord.Client,
    place: discord.PartialMessageable,
    content: str,
    view: discord.ui.View,
    files: Sequence[discord.File],
    mentions: discord.AllowedMentions,
    *,
    silent: bool = False,
) -> discord.Message:
    """Send text, buttons and files; return the message. Raises discord.py's errors."""
    flags = discord.MessageFlags(suppress_notifications=True) if silent else discord.utils.MISSING
    with discord.http.handle_message_parameters(
        content, view=view, files=files, allowed_mentions=mentions, flags=flags
    ) as parameters:
        data = await client.http.send_message(place.id, params=parameters)
    state = client._connection  # noqa: SLF001  # no public way to build a message from the answer
    return state.create_message(channel=place, data=data)
