"""The messages of all features as Discord would show them, without a network.

A real discord.py client works on an HTTP client that keeps messages in memory.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from types import SimpleNamespace
from typing import Any, Final

import discord
from discord import ui

from bot.chat.core.app_context import AppContext
from bot.chat.core.messages import layouts
from bot.chat.core.pictures import Pictures
from bot.chat.delivery.discord_sender import PlaceClosed
from bot.chat.surface import publish
from bot.kernel.outbox.delivered import Delivered
from bot.kernel.outbox.notices import Notice
from bot.locale import Texts
from bot.model.event import DomainEvent
from bot.model.events.events import ChallengeMade, MatchStarted
from bot.model.people.person import MessageRef
from tests.bot.chat import guilds
from tests.bot.chat.page_text import page_text
from tests.bot.chat.surfaces import features_of, resender_of, surfaces_of
from tests.bot.support.fakes import HALL, World
from tests.galleries import CHARTS, GALLERY

_FIRST: Final = 1440000000000000001
_ME: Final[Mapping[str, Any]] = {
    "id": str(guilds.ME),
    "username": "bot",
    "discriminator": "0",
    "avatar": None,
    "bot": True,
}
_SILENT: Final = 1 << 12


@dataclass
class MessagesInMemory:
    """The part of discord.py's HTTP client used by senders.

    `refuses` maps an action ("send", "thread", "edit") in a channel to the status and code of the error,
    `limits` to the seconds of a rate limit. `hidden_channels` maps channels to the roles that see them.
    """

    log: list[str] = field(default_factory=list)
    refuses: dict[tuple[str, int], tuple[int, int]] = field(default_factory=dict)
    limits: dict[tuple[str, int], float] = field(default_factory=dict)
    forums: dict[int, str] = field(default_factory=dict)
    channels: Sequence[int] = ()
    hidden_channels: Mapping[int, Sequence[int]] = field(default_factory=dict)
    threads: dict[int, dict[str, Any]] = field(default_factory=dict)
    names: dict[int, str] = field(default_factory=dict)
    messages: dict[int, dict[str, Any]] = field(default_factory=dict)
    state: Any = None
    _ids: "count[int]" = field(default_factory=lambda: count(_FIRST))

    async def send_message(self, channel: int, *, params: Any) -> dict[str, Any]:
        self._allow("send", channel)
        payload = _payload(params)
        message = self._store(next(self._ids), channel, payload)
        silently = " silently" * bool(payload.get("flags", 0) & _SILENT)
        self._write(f"posts{silently}{_ping_note(payload)}", message)
        return message

    async def edit_message(self, channel: int, message: int, *, params: Any) -> dict[str, Any]:
        self._allow("edit", channel)
        edited = self._store(message, channel, _payload(params), self.messages[message])
        self._write("edits", edited)
        return edited

    async def get_message(self, channel: int, message: int) -> dict[str, Any]:
        self._allow("read", channel)
        if message not in self.messages:
            raise refusal(404, 10008)
        return self.messages[message]

    async def delete_message(self, channel: int, message: int, **_: Any) -> None:
        self._allow("delete", channel)
        del self.messages[message]
        self.log.append(f"#{self._name(channel)} deletes {_short(message)}\n")

    async def logs_from(
        self, channel: int, limit: int, before: int | None = None, **_: Any
    ) -> list[dict[str, Any]]:
        self._allow("read", channel)
        in_channel = [message for message in self.messages.values() if message["channel_id"] == str(channel)]
        earlier = [message for message in in_channel if before is None or int(message["id"]) < before]
        return sorted(earlier, key=lambda message: -int(message["id"]))[:limit]

    async def start_private_message(self, person: int) -> dict[str, Any]:
        self._allow("direct", person)
        self.names[900_000 + person] = f"direct of {person}"
        return {"id": str(900_000 + person), "last_message_id": "1"}

    async def start_thread_with_message(
        self, channel: int, message: int, *, name: str, auto_archive_duration: int
    ) -> dict[str, Any]:
        self._allow("thread", channel)
        self.names[message] = f"thread of {_short(message)}"
        self.log.append(f"#{self._name(channel)} opens a thread on {_short(message)}: {name}\n")
        return {"id": str(message), "auto_archive_duration": auto_archive_duration}

    async def start_thread_in_forum(self, channel: int, *, params: Any, **_: Any) -> dict[str, Any]:
        self._allow("post", channel)
        payload = _payload(params)
        number = next(self._ids)
        self.names[number] = f"post {_short(number)}"
        self.log.append(f"#{channel} opens a post: {payload['name']}\n")
        message = self._store(number, number, payload["message"])
        self._write(f"posts{_ping_note(payload['message'])}", message)
        thread = guilds._thread(number, channel)
        return {**thread, "message": message}

    async def get_guild(self, server: int, **_: Any) -> Mapping[str, Any]:
        self.log.append(f"server {server} is read\n")
        return guilds.guild_data()

    async def get_all_guild_channels(self, server: int) -> Sequence[Mapping[str, Any]]:
        assert server == guilds.SERVER
        return guilds.guild_data(self.channels, self.hidden_channels)["channels"]  # type: ignore[no-any-return]  # as JSON

    async def get_channel(self, channel: int) -> Mapping[str, Any]:
        self._allow("see", channel)
        if channel in self.threads:
            return self.threads[channel]
        data = guilds.channel_data(channel, forums=(channel,) if channel in self.forums else ())
        return {**data, "guild_id": str(guilds.SERVER)}

    def thread(
        self,
        number: int,
        *,
        owner: int = guilds.ME,
        archived: bool = False,
        locked: bool = False,
        pin: bool = False,
    ) -> None:
        """Open a thread, or a post if it has a `pin`."""
        thread = guilds._thread(number, HALL.channel)
        metadata = {**thread["thread_metadata"], "archived": archived, "locked": locked}
        flags = discord.ChannelFlags(pinned=pin).value
        self.threads[number] = {**thread, "owner_id": str(owner), "flags": flags, "thread_metadata": metadata}

    async def edit_channel(self, channel: int, **options: Any) -> Mapping[str, Any]:
        self._allow("change", channel)
        self.log.append(f"#{self._name(channel)} is changed: {options}\n")
        return self.threads.get(channel, {})

    def _allow(self, action: str, channel: int) -> None:
        if (action, channel) in self.limits:
            raise discord.RateLimited(self.limits[action, channel])
        if (action, channel) in self.refuses:
            raise refusal(*self.refuses[action, channel])

    def _name(self, channel: int) -> str:
        return self.names.get(channel, str(channel))

    def _store(
        self, number: int, channel: int, payload: Mapping[str, Any], before: Mapping[str, Any] = {}
    ) -> dict[str, Any]:
        files = before.get("attachments", [])
        if "attachments" in payload:
            files = [self._attachment(file, files) for file in payload["attachments"]]
        message = {
            "id": str(number),
            "channel_id": str(channel),
            "author": _ME,
            "content": payload.get("content", before.get("content", "")) or "",
            "components": payload.get("components", before.get("components", [])) or [],
            "attachments": files,
            "timestamp": "2026-11-20T12:00:00+00:00",
            "edited_timestamp": None,
            "tts": False,
            "mention_everyone": False,
            "mentions": [_person(number) for number in _mentioned_ids(payload, "users")],
            "mention_roles": [],
            "embeds": [],
            "pinned": False,
            "type": 0,
            "flags": before.get("flags", 0),
        }
        self.messages[number] = message
        return message

    def _attachment(self, file: Mapping[str, Any], before: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
        unchanged = [earlier for earlier in before if earlier["id"] == str(file["id"])]
        if unchanged:
            return unchanged[0]
        return {**file, "id": str(next(self._ids)), "size": 1, "url": "https://x.test", "proxy_url": ""}

    def message(self, data: dict[str, Any]) -> discord.Message:
        """Return a message as discord.py parses it."""
        channel: Any = SimpleNamespace(id=int(data["channel_id"]), guild=None)
        payload: Any = data
        return discord.Message(state=self.state, channel=channel, data=payload)

    def with_button(self, custom_id: str) -> discord.Message | None:
        """Return the newest message with a given button or menu."""
        for data in sorted(self.messages.values(), key=lambda data: -int(data["id"])):
            message = self.message(data)
            if custom_id in layouts.custom_ids(message):
                return message
        return None

    def apply_answer(self, message: int, content: str, components: Sequence[Any]) -> None:
        """Change a message as the answer to a press on it would."""
        self.messages[message] |= {"content": content, "components": list(components)}

    def _write(self, action: str, data: dict[str, Any]) -> None:
        message = self.message(data)
        place = self._name(int(data["channel_id"]))
        self.log.append(f"#{place} {action} {_short(message.id)}\n{self.text(message.id)}\n")

    def text(self, number: int) -> str:
        """Return a message as readable text."""
        message = self.message(self.messages[number])
        pictures = "".join(f"[picture] {file.description}\n" for file in message.attachments)
        form = ui.LayoutView if message.flags.components_v2 else ui.View
        components = fold_menus(page_text(form.from_message(message))) if message.components else ""
        return "\n".join(part for part in (message.content, pictures.rstrip(), components.rstrip()) if part)


def refusal(status: int, code: int) -> discord.HTTPException:
    """Return Discord's error response to a refused request."""
    response: Any = SimpleNamespace(status=status, reason="no")
    errors = {403: discord.Forbidden, 404: discord.NotFound}
    return errors.get(status, discord.HTTPException)(response, {"code": code, "message": "no"})


def _payload(params: Any) -> dict[str, Any]:
    if params.payload is not None:
        return dict(params.payload)
    return dict(json.loads(params.multipart[0]["value"]))


def fold_menus(text: str) -> str:
    """Return the text of a page with only the first, last and chosen options of each menu."""
    lines = text.splitlines()
    around = zip([False, *map(_is_option, lines)], lines, [*map(_is_option, lines[1:]), False], strict=False)
    hidden = [before and _is_option(line) and after for before, line, after in around]
    return "\n".join(
        line for line, folds in zip(lines, hidden, strict=True) if not folds or line.startswith("  *")
    )


def _is_option(line: str) -> bool:
    return line.startswith("  ")


def _short(message: int) -> str:
    return f"m{message - _FIRST + 1}"


def _mentioned_ids(payload: Mapping[str, Any], kind: str) -> list[int]:
    return [int(number) for number in payload.get("allowed_mentions", {}).get(kind, ())]


def _ping_note(payload: Mapping[str, Any]) -> str:
    """Return the people and roles that a message mentions and is allowed to ping."""
    content = payload.get("content") or ""
    people = [number for number in _mentioned_ids(payload, "users") if f"<@{number}>" in content]
    roles = [number for number in _mentioned_ids(payload, "roles") if f"<@&{number}>" in content]
    pinged = ", ".join([*map(str, sorted(people)), *(f"role {role}" for role in roles)])
    return f" (pings {pinged})" if pinged else ""


def _person(number: int) -> dict[str, Any]:
    return {**_ME, "id": str(number), "username": str(number), "bot": False}


@dataclass
class PostedMessages:
    """Delivers a world's notices with the senders of all features; records the resulting messages."""

    world: World
    discord: MessagesInMemory = field(default_factory=MessagesInMemory)
    app: AppContext = field(init=False)

    def __post_init__(self) -> None:
        world = self.world
        self.app = AppContext(
            world.services,
            world.outbox,
            world.games,
            Pictures(GALLERY, charts=CHARTS),
            Texts.load(),
            world.time,
        )
        publish(surfaces_of(self.app), self.app.slots)
        client = discord.Client(intents=discord.Intents(guilds=True))
        http: Any = self.discord
        client.http = client._connection.http = http
        client._connection.user = discord.ClientUser(state=client._connection, data=dict(_ME))  # type: ignore[arg-type]  # a user as Discord sends it
        self.discord.state = client._connection
        self.resender = resender_of(self.app, client)
        self._hooks = features_of(self.app).kernel.features.settlement_hooks

    async def deliver(self, *kinds: type[DomainEvent]) -> str:
        """Deliver all due notices, or only the given kinds; return the log of resulting messages.

        Other notices are settled unsent; a game's first message gets a number, since others link to it.
        """
        start = len(self.discord.log)
        while notices := await self.world.outbox.claim():
            for notice in notices:
                if not kinds or notice.kind in kinds:
                    await self._send(notice)
                else:
                    await self._close(notice)
        return "\n".join(self.discord.log[start:])

    async def deliver_briefly(self, *kinds: type[DomainEvent]) -> list[str]:
        """Deliver due notices; return the place and kind of each message, without its text."""
        start = len(self.discord.log)
        await self.deliver(*kinds)
        return [re.split(r"\n|: ", entry)[0] for entry in self.discord.log[start:]]

    def text(self, message: int) -> str:
        """Return the text of the message with a number, counted from 1."""
        return self.discord.text(_FIRST + message - 1)

    async def _close(self, notice: Notice) -> None:
        first = notice.recipient is None and isinstance(notice.event, ChallengeMade | MatchStarted)
        ref = MessageRef(HALL.channel, next(self.discord._ids)) if first else None
        await self._settle(notice, ref)

    async def _send(self, notice: Notice) -> None:
        try:
            ref = await self.resender.senders.send(notice)
        except PlaceClosed as error:
            # The delivery worker does the same.
            if notice.recipient is None:
                await self.world.outbox.reroute(notice.id, str(error))
            else:
                await self.world.outbox.miss(notice.id, str(error))
            return
        except discord.HTTPException:
            await self._close(notice)
            raise
        await self._settle(notice, ref)

    async def _settle(self, notice: Notice, ref: MessageRef | None) -> None:
        await self.world.outbox.exchange([Delivered(notice.id, ref)], 0)
        if notice.kind in self._hooks:
            await self._hooks[notice.kind](notice)
