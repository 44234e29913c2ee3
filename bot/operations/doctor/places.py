"""The bot's rights in a server's channels, as a table: can play, words only, nothing."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import discord

from bot.chat.core.failures.discord_refusals import got
from bot.chat.core.rights.bot_rights import needs_tag_nobody_may_set
from bot.chat.gateway.invite_links import NEEDED
from bot.kernel.probes import Finding, PlaceLine, fail, ok, warn
from bot.operations.doctor.explanations import FREE_A_TAG

FOR_POSTS: Final = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    attach_files=True,
    read_message_history=True,
)
"""The rights for games in a forum, where each game is a post."""
_TO_WRITE: Final = discord.Permissions(view_channel=True, send_messages=True)
_TO_SHOW: Final = discord.Permissions(attach_files=True)
_NAMES: Final = {
    "read_messages": "View Channel",
    "send_messages": "Send Messages",
    "create_public_threads": "Create Public Threads",
    "send_messages_in_threads": "Send Messages in Threads",
    "attach_files": "Attach Files",
    "read_message_history": "Read Message History",
}
"""Discord's names of permissions, by discord.py's names."""
_FREE_TAG: Final = "a tag that everybody may set"
_ALLOW: Final = "in the channel's settings, Permissions, allow the bot's role what is missing"


class PlaceVerdict(StrEnum):
    """A channel's verdict for games."""

    CAN_PLAY = "can play"
    WORDS_ONLY = "words only"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class PlaceStanding:
    """The verdict on a channel, and the bot's missing rights there."""

    id: int
    name: str
    verdict: PlaceVerdict
    missing: tuple[str, ...]

    def row(self) -> PlaceLine:
        return PlaceLine(f"#{self.name}", self.verdict, self.missing)


async def standings(client: discord.Client, server: discord.Guild) -> tuple[PlaceStanding, ...]:
    """Return the bot's rights in all text and forum channels. Raises the errors in FAILURES."""
    channels = sorted(await got(server.fetch_channels()), key=lambda channel: (channel.position, channel.id))
    if client.user is None:
        return ()
    me = await got(server.fetch_member(client.user.id))
    return tuple(
        standing(channel, channel.permissions_for(me))
        for channel in channels
        if isinstance(channel, discord.TextChannel | discord.ForumChannel)
    )


def standing(
    channel: discord.TextChannel | discord.ForumChannel, allowed: discord.Permissions
) -> PlaceStanding:
    """Return the verdict on a channel in which the bot has these permissions."""
    forum = channel if isinstance(channel, discord.ForumChannel) else None
    lacks = (NEEDED if forum is None else FOR_POSTS) & ~allowed
    missing = [_NAMES[name] for name, is_set in lacks if is_set]
    no_tag = forum is not None and needs_tag_nobody_may_set(forum)
    if lacks & _TO_WRITE or no_tag:
        verdict = PlaceVerdict.NOTHING
    else:
        verdict = PlaceVerdict.WORDS_ONLY if lacks & _TO_SHOW else PlaceVerdict.CAN_PLAY
    return PlaceStanding(channel.id, channel.name, verdict, (*missing, *([_FREE_TAG] if no_tag else [])))


def permissions(
    server: str, standings: Sequence[PlaceStanding], numbers: Collection[int]
) -> Iterator[Finding]:
    """Yield findings about the bot's rights in a server, and in the named channels."""
    able = sum(standing.verdict is not PlaceVerdict.NOTHING for standing in standings)
    text = f"{server}: games can live in {able} of {len(standings)} channels"
    rows = tuple(standing.row() for standing in standings)
    if not able:
        todo = "in Server Settings, Roles, the bot's role, allow what is missing; or invite the bot again"
        yield fail("permissions", text, todo, rows=rows)
    elif any(standing.missing and standing.verdict is not PlaceVerdict.NOTHING for standing in standings):
        yield warn("permissions", text, f"where that is not as you want it, {_ALLOW}", rows=rows)
    else:
        yield ok("permissions", text, rows=rows)
    for standing in standings:
        if standing.id in numbers and standing.verdict is PlaceVerdict.NOTHING:
            text = f"the bot can do nothing there: {', '.join(standing.missing)} missing"
            yield fail(f"#{standing.name}", text, "; ".join(_to_give(standing.missing)))


def _to_give(missing: Sequence[str]) -> Iterator[str]:
    """Yield the remedies for missing rights; a missing tag is not a right."""
    if set(missing) - {_FREE_TAG}:
        yield _ALLOW
    if _FREE_TAG in missing:
        yield FREE_A_TAG
