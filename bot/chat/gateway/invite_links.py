"""Discord's addresses, and the links to invite or install the bot."""

import discord
import yarl

_FOR_SERVERS, _FOR_PEOPLE = 0, 1
"""Discord's numbers for server installs and user installs.

Without one, a link may open as a user install, for which the scope `bot` is invalid.
"""


NEEDED = discord.Permissions(
    view_channel=True,
    send_messages=True,
    create_public_threads=True,
    send_messages_in_threads=True,
    attach_files=True,
    read_message_history=True,
)
"""The permissions requested from a server; docs/install.md explains each."""


def point_to(api_url: str, gateway_url: str) -> None:
    """Set Discord's addresses, which discord.py stores in two classes."""
    discord.http.Route.BASE = api_url
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway_url)
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False


def invite_link(application: int) -> str:
    """Return the link by which a server's admin invites the bot."""
    link = discord.utils.oauth_url(application, permissions=NEEDED, scopes=("bot", "applications.commands"))
    return f"{link}&integration_type={_FOR_SERVERS}"


def install_link(application: int) -> str:
    """Return the link by which a person installs the app for themselves."""
    link = discord.utils.oauth_url(application, scopes=("applications.commands",))
    return f"{link}&integration_type={_FOR_PEOPLE}"
