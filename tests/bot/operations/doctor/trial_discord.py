"""A channel and a forum of an in-memory Discord, for the doctor's trials."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import discord

from bot.kernel.probes import Finding
from bot.locale import Language, Texts
from bot.operations.doctor.trial import Samples, Trial
from tests.bot.chat import guilds
from tests.bot.chat.posted import MessagesInMemory, _payload, refusal
from tests.galleries import GALLERY

CHANNEL, GAMES, OWNER = 70, 71, 1042
_TEXTS: Final = Texts.load()
_SAMPLES: Final[dict[str, Samples]] = {}
Rejects = Callable[[str, Mapping[str, Any]], bool]
"""Whether Discord refuses an action with this payload."""


@dataclass
class TrialDiscord(MessagesInMemory):
    """Discord without a network, with faults.

    A post loses its "picture" or its "alt text", a "nonce" is ignored, "edits drop", "edits keep" or "edits
    add" files, "mentions" are not parsed, a "gif" becomes another type, a thread stays "archived".
    """

    faults: frozenset[str] = frozenset()
    rejects: Rejects = lambda _action, _payload: False
    codes: Mapping[int, int] = field(default_factory=dict)
    """Unusual error codes by the refusal's number, counted from 1."""
    refusals: int = 0
    archived: dict[int, bool] = field(default_factory=dict)
    changes: list[tuple[int, Mapping[str, Any]]] = field(default_factory=list)
    payloads: list[Mapping[str, Any]] = field(default_factory=list)
    opened: asyncio.Event | None = None
    """If set, sending ends only after this event."""
    reached: asyncio.Event = field(default_factory=asyncio.Event)
    _nonces: dict[str, int] = field(default_factory=dict)

    async def send_message(self, channel: int, *, params: Any) -> dict[str, Any]:
        payload = _payload(params)
        self.payloads.append({**payload, "channel_id": channel})
        self._refuse("send", {**payload, "channel": channel})
        self.reached.set()
        if self.opened is not None:
            await self.opened.wait()
        if channel in self.archived and "archived" not in self.faults:
            self.archived[channel] = False
        nonce = payload.get("nonce")
        if nonce in self._nonces and "nonce" not in self.faults:
            return self.messages[self._nonces[nonce]]
        message = await super().send_message(channel, params=params)
        self._nonces[nonce or ""] = int(message["id"])
        for attachment in message["attachments"]:
            attachment["content_type"] = "image/webp" if "gif" in self.faults else "image/gif"
            if "alt text" in self.faults:
                attachment["description"] = None
        if "picture" in self.faults:
            message["attachments"] = []
        return message

    async def edit_message(self, channel: int, message: int, *, params: Any) -> dict[str, Any]:
        payload = _payload(params)
        self._refuse("edit", payload)
        before = self.messages[message]["attachments"]
        edited = await super().edit_message(channel, message, params=params)
        if "edits drop" in self.faults:
            edited["attachments"] = []
        if "edits add" in self.faults:
            edited["attachments"] = [*before, *edited["attachments"]]
        if "edits keep" in self.faults:
            edited["attachments"] = before
        if "mentions" in self.faults:
            edited["mentions"] = []
        return edited

    async def delete_message(self, channel: int, message: int, **more: Any) -> None:
        self._refuse("delete", {"id": message})
        if message not in self.messages:
            raise refusal(404, 10008)
        await super().delete_message(channel, message, **more)

    async def start_thread_with_message(self, channel: int, message: int, **options: Any) -> dict[str, Any]:
        self._refuse("thread", options)
        self.archived[message] = False
        self.changes.append((message, options))
        return await super().start_thread_with_message(channel, message, **options)

    async def start_thread_in_forum(self, channel: int, *, params: Any, **more: Any) -> dict[str, Any]:
        payload = _payload(params)
        self._refuse("post", payload)
        thread = await super().start_thread_in_forum(channel, params=params, **more)
        self.archived[int(thread["id"])] = False
        self.changes.append((int(thread["id"]), payload))
        return thread

    async def edit_channel(self, channel: int, **options: Any) -> Mapping[str, Any]:
        self._refuse("change", options)
        self.archived[channel] = options.get("archived", self.archived[channel])
        return await super().edit_channel(channel, **options)

    async def get_channel(self, channel: int) -> Mapping[str, Any]:
        thread = guilds._thread(channel, CHANNEL)
        thread["thread_metadata"]["archived"] = self.archived[channel]
        return thread

    async def delete_channel(self, channel: int, **_: Any) -> None:
        self._refuse("delete thread", {})
        self.log.append(f"#{self._name(channel)} is deleted\n")

    async def logs_from(
        self, channel: int, limit: int, before: int | None = None, **more: Any
    ) -> list[dict[str, Any]]:
        self._refuse("look back", {"limit": limit})
        return await super().logs_from(channel, limit, before, **more)

    def _refuse(self, action: str, payload: Mapping[str, Any]) -> None:
        if self.rejects(action, payload):
            self.refusals += 1
            raise refusal(400, self.codes.get(self.refusals, 50035))

    def post_of(self, author: int, content: str, custom_id: str = "", *, kind: int = 0) -> int:
        """Add an earlier message of another author to the channel."""
        button = {"type": 2, "style": 2, "label": "x", "custom_id": custom_id}
        rows = [{"type": 1, "components": [button]}] if custom_id else []
        number = next(self._ids)
        message = self._store(number, CHANNEL, {"content": content, "components": rows})
        message |= {"type": kind, "author": {**message["author"], "id": str(author)}}
        return number


def samples(t: Language) -> Samples:
    """Return the pictures in a language, drawn once."""
    if t.code not in _SAMPLES:
        _SAMPLES[t.code] = Samples.draw(GALLERY, t)
    return _SAMPLES[t.code]


def trial(memory: TrialDiscord, language: str = "en", *, channel: bool = True) -> Trial:
    """Return a trial in the channel of a server with a forum."""
    server = guilds.guild((CHANNEL,))
    state = server._state
    client = discord.Client(intents=discord.Intents(guilds=True))
    http: Any = memory
    client._connection, client.http, state.http = state, http, http
    memory.state = state
    t = _TEXTS.language(language)
    place = server.text_channels[0] if channel else None
    return Trial(client, guilds.SERVER, place, samples(t), t, OWNER)


def forum(tried: Trial, *tags: tuple[str, bool]) -> discord.ForumChannel:
    """Return the server's forum with tags, each open to everyone or only to moderators."""
    available = [
        {"id": str(50 + number), "name": name, "moderated": moderated, "emoji_id": None, "emoji_name": None}
        for number, (name, moderated) in enumerate(tags)
    ]
    data: Any = {**guilds.channel_data(GAMES, forums=(GAMES,)), "available_tags": available}
    return discord.ForumChannel(state=tried.client._connection, guild=guilds.guild(), data=data)


async def run(tried: Trial, in_forum: discord.ForumChannel | None = None) -> list[Finding]:
    """Try everything and clean up; return the findings."""
    findings = [finding async for finding in tried.messages()]
    findings += [finding async for finding in tried.threads()]
    if in_forum is not None:
        findings += [finding async for finding in tried.forum(in_forum)]
    return [*findings, await tried.clean_up()]
