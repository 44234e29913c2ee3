"""The interface of tests and the curious: faults, the gateway's troubles, the journal, the world itself."""

from collections.abc import Callable
from dataclasses import replace

from aiohttp import web

from playground.client_api import answering, body_of
from playground.errors import ClientError
from playground.faults import Faults
from playground.gateway import Gateway
from playground.journal import Journal
from playground.people import LOCALES, Json, User
from playground.permissions import Permission
from playground.places import Channel, ChannelType, Guild
from playground.view import View
from playground.world import World

COLOURS = ("#b4437c", "#2f6fb0", "#2e7d5b", "#8a5a1f", "#7a4fb5", "#b5482f")


class ControlApi:
    """The routes under /playground/control."""

    def __init__(
        self, *, world: World, view: View, gateway: Gateway, faults: Faults, journal: Journal
    ) -> None:
        self._world = world
        self._view = view
        self._gateway = gateway
        self._faults = faults
        self._journal = journal

    def routes(self) -> list[web.RouteDef]:
        """Return what this serves."""
        base = "/playground/control"
        return [
            web.get(f"{base}/faults", answering(self.list_faults)),
            web.post(f"{base}/faults", answering(self.order_fault)),
            web.delete(f"{base}/faults", answering(self.clear_faults)),
            web.post(f"{base}/gateway", answering(self.trouble_gateway)),
            web.get(f"{base}/requests", answering(self.list_requests)),
            web.post(f"{base}/guilds", answering(self.add_guild)),
            web.post(f"{base}/users", answering(self.add_user)),
            web.post(f"{base}/channels", answering(self.add_channel)),
            web.delete(f"{base}/channels/{{channel}}", answering(self.delete_channel)),
            web.post(f"{base}/permissions", answering(self.deny)),
            web.post(f"{base}/threads/{{channel}}", answering(self.archive)),
            web.post(f"{base}/dms", answering(self.set_dm)),
            web.post(f"{base}/age", answering(self.age)),
        ]

    async def list_faults(self, _: web.Request) -> Json:
        """Answer GET for the faults that still wait."""
        return {"faults": [fault.shown() for fault in self._faults.listed()]}

    async def order_fault(self, request: web.Request) -> Json:
        """Answer POST of a fault."""
        try:
            return {"id": self._faults.order(await body_of(request)).id}
        except (TypeError, ValueError) as error:
            raise ClientError(str(error)) from None

    async def clear_faults(self, _: web.Request) -> Json:
        """Answer DELETE of all faults."""
        self._faults.clear()
        return {"ok": True}

    async def trouble_gateway(self, request: web.Request) -> Json:
        """Answer POST of a trouble for the gateway."""
        body = await body_of(request)
        gateway = self._gateway
        action = body.get("action")
        if action == "close":
            code = body.get("code", 4000)
            if not isinstance(code, int) or not 1000 <= code < 5000:
                raise ClientError("code must be from 1000 to 4999")
            await gateway.close_all(code)
            return {"ok": True}
        actions: dict[str, Callable[[], None]] = {
            "reconnect": gateway.ask_reconnect,
            "invalidate": lambda: gateway.invalidate(resumable=bool(body.get("resumable"))),
            "abort": gateway.abort_all,
            "down": lambda: gateway.set_down(down=True),
            "up": lambda: gateway.set_down(down=False),
        }
        act = actions.get(str(action))
        if act is None:
            raise ClientError("action must be close, reconnect, invalidate, abort, down or up")
        act()
        return {"ok": True}

    async def list_requests(self, request: web.Request) -> Json:
        """Answer GET for the journal."""
        since = request.query.get("since") or "0"
        if not since.isdigit():
            raise ClientError("since must be a number")
        return {"requests": [entry.shown() for entry in self._journal.since(int(since))]}

    async def add_guild(self, request: web.Request) -> Json:
        """Answer POST of a guild."""
        body = await body_of(request)
        mint = self._world.snowflakes.mint
        owner = next(iter(self._world.people), self._world.bot)
        guild = Guild(mint(), _name(body), _locale(body), owner.id, mint(), self._world.clock.now())
        self._world.open_guild(guild)
        return self._view.guild(guild) | {"channels": []}

    async def add_user(self, request: web.Request) -> Json:
        """Answer POST of a person."""
        body = await body_of(request)
        name = _name(body)
        colour = COLOURS[len(self._world.users) % len(COLOURS)]
        username = "".join(char for char in name.lower() if char.isalnum() or char in "._") or "someone"
        user = User(self._world.snowflakes.mint(), username, name, _locale(body), colour)
        self._world.set_user(user)
        return user.card()

    async def add_channel(self, request: web.Request) -> Json:
        """Answer POST of a text channel."""
        body = await body_of(request)
        guild_id = str(body.get("guild_id"))
        if guild_id not in self._world.guilds:
            raise ClientError("no such guild")
        channel = Channel(
            id=self._world.snowflakes.mint(),
            type=ChannelType.TEXT,
            name=_name(body),
            created=self._world.clock.now(),
            guild_id=guild_id,
            position=len(self._world.channels_of(guild_id)),
        )
        self._world.open_channel(channel)
        return self._view.channel(channel)

    def _channel(self, channel_id: object) -> Channel:
        channel = self._world.channels.get(str(channel_id))
        if channel is None:
            raise ClientError("no such channel", status=404)
        return channel

    async def delete_channel(self, request: web.Request) -> Json:
        """Answer DELETE of a channel or thread."""
        self._world.close_channel(self._channel(request.match_info["channel"]))
        return {"ok": True}

    async def deny(self, request: web.Request) -> Json:
        """Answer POST of what the bot may not do in a channel; the new list replaces the old."""
        body = await body_of(request)
        channel = self._channel(body.get("channel_id"))
        names = body.get("deny")
        if not isinstance(names, list) or any(str(name) not in Permission.__members__ for name in names):
            raise ClientError(f"deny: names out of {', '.join(Permission.__members__)}")
        self._world.set_channel(replace(channel, denied=tuple(names)))
        return {"ok": True}

    async def archive(self, request: web.Request) -> Json:
        """Answer POST of a thread's archived state."""
        body = await body_of(request)
        thread = self._channel(request.match_info["channel"])
        if not thread.is_thread:
            raise ClientError("this is no thread")
        locked = body.get("locked")
        changed = self._world.archive_thread(
            thread, archived=bool(body.get("archived")), locked=None if locked is None else bool(locked)
        )
        return self._view.channel(changed)

    async def set_dm(self, request: web.Request) -> Json:
        """Answer POST of whether a person takes DMs from the bot."""
        body = await body_of(request)
        user_id = str(body.get("user_id"))
        user = self._world.users.get(user_id)
        if user is None or user.bot:
            raise ClientError("no such person")
        channel = replace(self._world.open_dm(user_id), accepts=bool(body.get("open", True)))
        self._world.set_channel(channel)
        return self._view.channel(channel)

    async def age(self, request: web.Request) -> Json:
        """Answer POST of making a message older."""
        body = await body_of(request)
        message = self._world.find_message(str(body.get("message_id")))
        seconds = body.get("seconds")
        if message is None or not isinstance(seconds, (int, float)):
            raise ClientError("message_id or seconds are wrong")
        self._world.revise(replace(message, timestamp=message.timestamp - seconds))
        return {"ok": True}


def _name(body: Json) -> str:
    name = body.get("name")
    if not isinstance(name, str) or not 1 <= len(name) <= 100:
        raise ClientError("name is missing")
    return name


def _locale(body: Json) -> str:
    locale = body.get("locale", "en-US")
    if str(locale) not in LOCALES:
        raise ClientError("locale: no such language")
    return str(locale)
