"""Trimmed server payloads for discord.py's caches: used fields only, equal numbers shared.

Discord sends real servers with topics, colours, emojis, overwrites for every permission, and all threads:
stored unchanged they take twice the memory. The payloads are trimmed before discord.py parses them.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

import discord

_USED: Final = discord.Permissions(
    administrator=True,
    view_channel=True,
    connect=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    create_private_threads=True,
    manage_threads=True,
    manage_messages=True,
    manage_roles=True,
    attach_files=True,
    embed_links=True,
    read_message_history=True,
    mention_everyone=True,
    use_external_apps=True,
).value
"""The permissions that the bot checks in channels, for itself or for people."""
_NOT_OF_SERVERS: Final = (
    "description",
    "discovery_splash",
    "embedded_activities",
    "emojis",
    "guild_scheduled_events",
    "presences",
    "soundboard_sounds",
    "splash",
    "stage_instances",
    "stickers",
    "voice_states",
)
_NOT_OF_CHANNELS: Final = ("icon_emoji", "last_message_id", "last_pin_timestamp", "topic")
_NOT_OF_ROLES: Final = ("color", "colors", "icon", "tags", "unicode_emoji")
_PRIVATE_THREAD: Final = discord.ChannelType.private_thread.value
_CATEGORY: Final = discord.ChannelType.category.value

_Data = Mapping[str, Any]
_Own = Callable[[], int]


def trim_guild_payloads(client: discord.Client) -> None:
    """Trim a client's server payloads to the used fields."""
    # These are discord.py's parsers by event; there is no other hook before its cache.
    parsers = client._connection.parsers  # noqa: SLF001

    def own() -> int:
        return 0 if client.user is None else client.user.id

    for event, used in {
        "GUILD_CREATE": lambda data: server(data, own()),
        "GUILD_UPDATE": lambda data: server(data, own()),
        "CHANNEL_CREATE": lambda data: channel(data, {}),
        "CHANNEL_UPDATE": lambda data: channel(data, {}),
        "THREAD_LIST_SYNC": lambda data: {**data, "threads": threads(data["threads"], own())},
    }.items():
        parsers[event] = _before(parsers[event], used)
    parse = parsers["THREAD_CREATE"]
    parsers["THREAD_CREATE"] = lambda data: parse(data) if threads([data], own()) else None


def _before(parse: Callable[[Any], Any], used: Callable[[_Data], _Data]) -> Callable[[Any], Any]:
    return lambda data: parse(used(data))


def server(data: _Data, own: int) -> _Data:
    """Return a server's used fields, for the bot whose id is `own`."""
    numbers: dict[object, int] = {}
    fields = _without(data, _NOT_OF_SERVERS)
    if "roles" in data:
        fields["roles"] = [_without(role, _NOT_OF_ROLES) for role in data["roles"]]
    if "channels" in data:
        fields["channels"] = [channel(payload, numbers) for payload in data["channels"]]
    if "threads" in data:
        fields["threads"] = threads(data["threads"], own)
    return fields


def channel(data: _Data, numbers: dict[object, int]) -> _Data:
    """Return a channel's used fields; equal ids are shared through `numbers`."""
    fields = _without(data, _NOT_OF_CHANNELS)
    if fields.get("parent_id") is not None:
        fields["parent_id"] = _once(fields["parent_id"], numbers)
    # Channels repeat their category's permissions.
    overwrites = [] if data["type"] == _CATEGORY else data.get("permission_overwrites") or []
    fields["permission_overwrites"] = [
        {
            "id": _once(overwrite["id"], numbers),
            "type": overwrite["type"],
            "allow": _once(int(overwrite["allow"]) & _USED, numbers),
            "deny": _once(int(overwrite["deny"]) & _USED, numbers),
        }
        for overwrite in overwrites
        if (int(overwrite["allow"]) | int(overwrite["deny"])) & _USED
    ]
    return fields


def threads(listed: list[_Data], own: int) -> list[_Data]:
    """Return the bot's own threads, and private threads, which only members receive."""
    return [
        thread
        for thread in listed
        if thread["type"] == _PRIVATE_THREAD or int(thread.get("owner_id") or 0) == own
    ]


def _without(data: _Data, names: tuple[str, ...]) -> dict[str, Any]:
    return {name: value for name, value in data.items() if name not in names}


def _once(number: object, numbers: dict[object, int]) -> int:
    """Return a shared object for equal numbers; int() preserves it."""
    value = int(str(number))
    return numbers.setdefault(value, value)
