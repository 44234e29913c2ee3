"""Drive a playground from tests: an adjustable clock, people who act, and ready-made fixtures."""

import asyncio
import base64
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import aiohttp
import discord
import pytest
import yarl

from playground.limits.parts import SELECTS
from playground.rest.rate_limits import ROOMY
from playground.server import Playground

Json = dict[str, Any]

ATTACHMENT = 11

ANNA, BEN, CLARA, DAVID, EMMA, FINN = (str(1_100_000_000_000_000_101 + n) for n in range(6))
BOT = "1100000000000000100"
SPIELEABEND, GAME_NIGHT = "1100000000000000201", "1100000000000000202"
BRETTSPIELE, PLAUDEREI = "1100000000000000211", "1100000000000000212"
BOARD_GAMES, LOBBY = "1100000000000000221", "1100000000000000222"

TIMEOUT = 10.0


class AdjustableClock:
    """The machine's clock, which tests can advance and stop."""

    def __init__(self) -> None:
        self._ahead = 0.0
        self._stopped: float | None = None

    def now(self) -> float:
        return (time.time() if self._stopped is None else self._stopped) + self._ahead

    def pass_by(self, seconds: float) -> None:
        self._ahead += seconds

    def stop(self) -> None:
        """Freeze the clock, so that time passes only by `pass_by`, however slow the machine is."""
        self._stopped = time.time()


class Refused(AssertionError):
    """The playground refused a request to its client or control interface."""

    def __init__(self, status: int, error: str) -> None:
        super().__init__(f"{status}: {error}")
        self.status = status
        self.error = error


class Line:
    """JSON requests to the playground's own interface."""

    def __init__(self, session: aiohttp.ClientSession, url: str) -> None:
        self.session = session
        self.url = url

    async def ask(self, method: str, path: str, body: Json | None = None) -> Json:
        async with self.session.request(method, self.url + path, json=body) as response:
            answer: Json = await response.json()
        if response.status >= 400:
            raise Refused(response.status, answer.get("error", ""))
        return answer

    async def commands(self, user: str) -> list[Json]:
        return list((await self.ask("GET", f"/playground/state?as={user}"))["commands"])

    @property
    def events(self) -> int:
        """The number of the playground's events so far, 0 if unknown."""
        return 0

    async def wait_for_change(self, since: int) -> None:
        """Wait 20 ms; subclasses wait for events after `since`."""
        del since
        await asyncio.sleep(0.02)


def components_of(message: Json) -> Iterator[Json]:
    """Yield all components of a message, including nested ones, in reading order."""
    todo = list(message["components"])
    while todo:
        component = todo.pop(0)
        yield component
        accessory = component.get("accessory")
        todo[:0] = component.get("components", []) + ([accessory] if accessory else [])


def text_of(message: Json) -> str:
    """Return all text of a message: content and text displays."""
    parts = [message["content"]]
    parts.extend(c["content"] for c in components_of(message) if c["type"] == 10)
    return "\n".join(part for part in parts if part)


def button(message: Json, label: str) -> str:
    """Return the custom_id of the button with a label."""
    for component in components_of(message):
        if component["type"] == 2 and component.get("label") == label:
            return str(component["custom_id"])
    raise AssertionError(f"no button {label!r} in {text_of(message)!r}")


@dataclass(slots=True)
class Person:
    """A person using the page, through its interface."""

    line: Line
    id: str

    async def state(self) -> Json:
        return await self.line.ask("GET", f"/playground/state?as={self.id}")

    async def messages(self, channel: str, limit: int = 50) -> list[Json]:
        path = f"/playground/channels/{channel}/messages?as={self.id}&limit={limit}"
        return list((await self.line.ask("GET", path))["messages"])

    async def say(self, channel: str, content: str) -> Json:
        body = {"as": self.id, "content": content}
        return await self.line.ask("POST", f"/playground/channels/{channel}/messages", body)

    async def open_dm(self) -> str:
        return str((await self.line.ask("POST", "/playground/dms", {"as": self.id}))["id"])

    async def open_thread(self, channel: str, name: str, *, private: bool = False) -> str:
        """Open a thread without a message and return its id."""
        body = {"as": self.id, "channel_id": channel, "name": name, "private": private}
        return str((await self.line.ask("POST", "/playground/threads", body))["id"])

    async def _act(self, channel: str, kind: int, data: Json, **more: object) -> Json:
        body = {"as": self.id, "channel_id": channel, "type": kind, "data": data} | more
        return await self.line.ask("POST", "/playground/interactions", body)

    async def _data(self, name: str, options: Json, focus: str | None) -> Json:
        """Build a command's data from a name such as "challenge conhex" and values by option name."""
        first, *rest = name.split()
        commands = await self.line.commands(self.id)
        unknown: Json = {"id": "0", "name": first}
        command: Json = next((c for c in commands if c["name"] == first), unknown)
        node = command
        path: list[Json] = []
        for step in rest:
            node = next(option for option in node["options"] if option["name"] == step)
            path.append(node)
        types = {option["name"]: option["type"] for option in node.get("options", [])}
        rows: list[Json] = [
            {"name": key, "type": types.get(key, 3), "value": value}
            | ({"focused": True} if key == focus else {})
            for key, value in options.items()
        ]
        for branch in reversed(path):
            rows = [{"name": branch["name"], "type": branch["type"], "options": rows}]
        files = [option for option in rows if types.get(option["name"]) == ATTACHMENT]
        attachments = [
            {
                "id": str(number),
                "filename": option["value"][0],
                "content": base64.b64encode(option["value"][1]).decode(),
            }
            for number, option in enumerate(files)
        ]
        for number, option in enumerate(files):
            option["value"] = str(number)
        more = {"attachments": attachments} if attachments else {}
        return {"id": command["id"], "name": first, "type": 1, "options": rows} | more

    async def command(self, channel: str, name: str, /, **options: object) -> Json:
        """Send a slash command such as "challenge conhex" and return the outcome."""
        return await self._act(channel, 2, await self._data(name, options, None))

    async def complete(self, channel: str, name: str, focus: str, /, **options: object) -> list[Json]:
        """Request the autocompletion of an option and return the choices."""
        outcome = await self._act(channel, 4, await self._data(name, options, focus))
        assert outcome["status"] == "answered", outcome
        return list(outcome["choices"])

    async def press(self, message: Json, custom_id: str, *, forged: bool = False) -> Json:
        data = {"component_type": 2, "custom_id": custom_id}
        return await self._act(message["channel_id"], 3, data, message_id=message["id"], forged=forged)

    async def forge(self, page: Json, custom_id: str, *values: str) -> Json:
        """Press a custom_id of a message as shown on `page`, or choose `values` there, offered or not.

        The bot gets the message as the page shows it, even if it has changed since.
        """
        data: Json = {"component_type": 3 if values else 2, "custom_id": custom_id}
        if values:
            data["values"] = list(values)
        more = {"message_id": page["id"], "forged": True, "page": page["components"]}
        return await self._act(page["channel_id"], 3, data, **more)

    async def choose(
        self, message: Json, custom_id: str, *values: str, kind: int = 3, forged: bool = False
    ) -> Json:
        data = {"component_type": kind, "custom_id": custom_id, "values": list(values)}
        return await self._act(message["channel_id"], 3, data, message_id=message["id"], forged=forged)

    async def menu(self, channel: str, name: str, target: str) -> Json:
        """Use a command in the context menu of a person or a message."""
        commands = await self.line.commands(self.id)
        entry: Json = next(
            command for command in commands if command["name"] == name and command["type"] != 1
        )
        data = {"id": entry["id"], "name": name, "type": entry["type"], "target_id": target}
        return await self._act(channel, 2, data)

    async def submit(
        self, channel: str, modal: Json, message: Json | None = None, **values: str | None
    ) -> Json:
        """Fill in and submit a modal: texts and values by custom_id; other selects keep their values."""
        parts = []
        for row in modal["components"]:
            field = row.get("component") or (row.get("components") or [None])[0]
            if field is None:
                parts.append({"type": row["type"], "id": row["id"]})
                continue
            answer: Json = {"type": field["type"], "custom_id": field["custom_id"]}
            text = values.get(field["custom_id"])
            if field["type"] in SELECTS:
                rows = [option["value"] for option in field.get("options") or () if option.get("default")]
                answer["values"] = rows if text is None else [text]
            else:
                answer["value"] = text or ""
            key, value = ("component", answer) if row["type"] == 18 else ("components", [answer])
            parts.append({"type": row["type"], "id": row["id"], key: value})
        data = {"custom_id": modal["custom_id"], "components": parts}
        more = {} if message is None else {"message_id": message["id"]}
        return await self._act(channel, 5, data, **more)


@dataclass(slots=True)
class Control:
    line: Line

    async def _post(self, path: str, body: Json) -> Json:
        return await self.line.ask("POST", f"/playground/control/{path}", body)

    async def fault(self, fault: str, path: str, method: str | None = None, **more: object) -> str:
        """Request a fault for requests with a matching path."""
        return str(
            (await self._post("faults", {"fault": fault, "path": path, "method": method} | more))["id"]
        )

    async def faults(self) -> list[Json]:
        return list((await self.line.ask("GET", "/playground/control/faults"))["faults"])

    async def clear_faults(self) -> None:
        await self.line.ask("DELETE", "/playground/control/faults")

    async def gateway(self, action: str, **more: object) -> None:
        await self._post("gateway", {"action": action} | more)

    async def requests(self, since: int = 0) -> list[Json]:
        path = f"/playground/control/requests?since={since}"
        return list((await self.line.ask("GET", path))["requests"])

    async def pushes(self, since: int = 0) -> list[Json]:
        """Return the push notifications with their texts, oldest first."""
        path = f"/playground/control/pushes?since={since}"
        return list((await self.line.ask("GET", path))["pushes"])

    async def strictness(self, **switches: bool) -> Json:
        """Set switches of playground.values.settings.Strictness (`all=False`: all); return all of them."""
        return await self.line.ask("PATCH", "/playground/control/strictness", dict(switches))

    async def limits(self, **limits: object) -> Json:
        """Set rate limits (see playground.rest.rate_limits.LimitSettings) and return their state."""
        return await self.line.ask("PATCH", "/playground/control/limits", dict(limits))

    async def deny(self, channel: str, *names: str, allow: tuple[str, ...] = ()) -> None:
        """Deny the bot permissions in a channel and grant it others; earlier lists are replaced."""
        body = {"channel_id": channel, "deny": list(names), "allow": list(allow)}
        await self._post("permissions", body)

    async def deny_people(self, channel: str, *names: str) -> None:
        """Deny permissions in a channel to everyone except the guild's owner and the bot."""
        body = {"channel_id": channel, "deny": [], "allow": [], "deny_people": list(names)}
        await self._post("permissions", body)

    async def install(self, user: str, *, installed: bool = True) -> None:
        """Install the app for a person, or uninstall it."""
        await self._post(f"users/{user}/app", {"installed": installed})

    async def allow_installs(self, *, allowed: bool) -> None:
        """Set in the portal whether people may install the app for themselves."""
        await self.line.ask("PATCH", "/playground/control/application", {"user_installs": allowed})

    async def change_application(self, **switches: object) -> Json:
        """Set switches of playground.values.application.Application; `activities` creates an Entry Point."""
        return await self.line.ask("PATCH", "/playground/control/application", dict(switches))

    async def add_private_channel(self, *people: str) -> str:
        """Open a direct message between two people, or in a group, and return its id."""
        return str((await self._post("private-channels", {"people": people}))["id"])

    async def set_dm(self, user: str, *, is_open: bool, code: int = 50007, opening: bool = False) -> None:
        """Open or close a person's DMs; closed ones refuse with a code, on opening or only on posting."""
        await self._post("dms", {"user_id": user, "open": is_open, "code": code, "opening": opening})

    async def move_dm(self, user: str) -> str:
        """Change the id of a person's DM and return it; the old one is closed to the bot."""
        return str((await self._post("dms", {"user_id": user, "move": True}))["id"])

    async def archive(self, thread: str, *, archived: bool = True, locked: bool | None = False) -> None:
        """Archive or reopen a thread; with `locked` None its lock stays as it is."""
        await self._post(f"threads/{thread}", {"archived": archived, "locked": locked})

    async def lock(self, thread: str, *, archived: bool = False) -> None:
        """Lock a thread; as is usual for moderators, it stays active unless `archived`."""
        await self.archive(thread, archived=archived, locked=True)

    async def set_thread_cap(self, guild: str, cap: int) -> None:
        """Set the maximum number of active threads in a guild."""
        await self.change_guild(guild, thread_cap=cap)

    async def change_guild(self, guild: str, **changes: object) -> Json:
        """Change a guild: `locale`, `community`, `thread_cap`."""
        return await self.line.ask("PATCH", f"/playground/control/guilds/{guild}", dict(changes))

    async def add_role(self, guild: str, name: str, *members: str, **more: object) -> str:
        """Add a role that people can have: `mentionable`, `managed`, `permissions`, `above_bot`."""
        body = {"name": name, "members": members, **more}
        return str((await self._post(f"guilds/{guild}/roles", body))["id"])

    async def delete_role(self, guild: str, role: str) -> None:
        await self.line.ask("DELETE", f"/playground/control/guilds/{guild}/roles/{role}")

    async def allow_everywhere(self, guild: str, *names: str) -> None:
        """Grant the bot additional permissions in the guild; earlier lists are replaced."""
        await self.change_guild(guild, bot_allowed=list(names))

    async def remove_bot(self, guild: str) -> None:
        await self._post(f"guilds/{guild}/bot", {"present": False})

    async def add_bot(self, guild: str) -> None:
        """Add the bot to a guild again."""
        await self._post(f"guilds/{guild}/bot", {"present": True})

    async def add_guild(
        self, name: str, locale: str = "en-US", *, community: bool = False, present: bool = True
    ) -> str:
        """Add a guild and return its id; without `community` its language does not appear on the wire.

        The bot is in it from the start if `present`.
        """
        body = {"name": name, "locale": locale, "community": community, "present": present}
        return str((await self._post("guilds", body))["id"])

    async def delete_message(self, message: str) -> None:
        """Delete a message like an admin."""
        await self.line.ask("DELETE", f"/playground/control/messages/{message}")

    async def age(self, message: str, seconds: float) -> None:
        await self._post("age", {"message_id": message, "seconds": seconds})

    async def delete_channel(self, channel: str) -> None:
        await self.line.ask("DELETE", f"/playground/control/channels/{channel}")

    async def add_channel(self, guild: str, name: str, kind: str = "text") -> str:
        """Add a channel: text, voice, stage, category, announcement or forum."""
        return str((await self._post("channels", {"guild_id": guild, "name": name, "type": kind}))["id"])

    async def add_forum(self, guild: str, name: str, *tags: Json, requires_tag: bool = False) -> str:
        """Add a forum with tags such as {"name": "ConHex", "moderated": True}."""
        body = {"guild_id": guild, "name": name, "type": "forum", "tags": tags, "requires_tag": requires_tag}
        return str((await self._post("channels", body))["id"])

    async def pin_post(self, thread: str) -> None:
        await self._post(f"threads/{thread}", {"archived": False, "pinned": True})


@dataclass(slots=True)
class Pocket:
    """A running playground and everything needed to drive it."""

    playground: Playground
    clock: AdjustableClock
    line: Line
    control: Control

    def person(self, user_id: str) -> Person:
        return Person(self.line, user_id)

    @property
    def anna(self) -> Person:
        return self.person(ANNA)

    @property
    def ben(self) -> Person:
        return self.person(BEN)

    async def until(self, condition: Callable[[], Awaitable[Any]], description: str = "condition") -> Any:
        """Poll until the result is truthy and return it; fail after some seconds."""
        try:
            async with asyncio.timeout(TIMEOUT):
                while True:
                    result = await condition()
                    if result:
                        return result
                    await asyncio.sleep(0.01)
        except TimeoutError:
            raise AssertionError(f"never happened: {description}") from None

    async def bot_online(self, *, online: bool = True) -> None:
        """Wait until the bot is connected and identified, or offline."""
        text = "online" if online else "offline"

        async def has_status() -> bool:
            return bool((await self.line.ask("GET", "/health"))["bot"] == text)

        await self.until(has_status, f"bot {text}")


@contextmanager
def discord_at(api_url: str, gateway_url: str) -> Iterator[None]:
    """Point discord.py at other addresses during the block."""
    base = discord.http.Route.BASE
    gateway = discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY
    discord.http.Route.BASE = api_url
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway_url)
    try:
        yield
    finally:
        discord.http.Route.BASE = base
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = gateway


@pytest.fixture
async def pocket() -> AsyncIterator[Pocket]:
    """Start a new playground in this process, with discord.py pointed at it."""
    clock = AdjustableClock()
    async with Playground.start(clock=clock, limits=ROOMY) as playground, aiohttp.ClientSession() as session:
        line = Line(session, playground.url)
        with discord_at(playground.api_url, playground.gateway_url):
            yield Pocket(playground, clock, line, Control(line))
