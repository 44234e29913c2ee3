"""Live updates for the page over WebSockets."""

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass, field

from aiohttp import WSCloseCode, web

from playground.values.events import (
    BotSeen,
    ChannelChanged,
    ChannelClosed,
    ChannelOpened,
    CommandsChanged,
    GuildChanged,
    GuildLeft,
    GuildOpened,
    MembersChanged,
    MessageDeleted,
    MessageEdited,
    MessagePosted,
    ReadMoved,
    RoleChanged,
    RolesHeldChanged,
    UserChanged,
    WorldEvent,
)
from playground.values.messages import Message
from playground.values.people import Json
from playground.world.view import PageView
from playground.world.world import World

BACKLOG = 5000
FAR_BEHIND = 4008


@dataclass(frozen=True, slots=True)
class HubWakeup:
    """An event for the page. `channel_id` and `only_for` restrict its audience."""

    name: str
    data: object
    channel_id: str | None = None
    only_for: str | None = None


@dataclass(slots=True, eq=False)
class Listener:
    """An open page."""

    user_id: str
    queue: "asyncio.Queue[str]" = field(default_factory=lambda: asyncio.Queue(BACKLOG))
    lost: bool = False


class Hub:
    """Forwards events to the pages of the people allowed to see them."""

    def __init__(self, world: World, view: PageView) -> None:
        self._world = world
        self._view = view
        self._listeners: set[Listener] = set()
        self._sockets: set[web.WebSocketResponse] = set()
        self._write = self._writers()

    def __call__(self, event: WorldEvent) -> None:
        if not self._listeners:
            return
        wakeup = self._write[type(event)](event)
        frame = json.dumps({"t": wakeup.name, "d": wakeup.data}, separators=(",", ":"))
        for listener in self._listeners:
            if self._may_receive(listener.user_id, wakeup, event):
                self._push(listener, frame)

    def _push(self, listener: Listener, frame: str) -> None:
        try:
            listener.queue.put_nowait(frame)
        except asyncio.QueueFull:
            listener.lost = True

    def _may_receive(self, user_id: str, wakeup: HubWakeup, event: WorldEvent) -> bool:
        if wakeup.only_for is not None and wakeup.only_for != user_id:
            return False
        if isinstance(event, ChannelClosed):
            return self._world.people_see(user_id, event.channel)
        if wakeup.channel_id is None:
            return True
        channel = self._world.channels.get(wakeup.channel_id)
        return channel is not None and self._world.people_see(user_id, channel)

    def _writers(self) -> dict[type, Callable[..., HubWakeup]]:
        view, of_message = self._view, self._of_message

        def of_guild(
            event: GuildOpened | GuildChanged | RoleChanged | RolesHeldChanged | GuildLeft,
        ) -> HubWakeup:
            return HubWakeup("GUILD_UPDATE", view.guild(event.guild))

        def deletion_wakeup(event: MessageDeleted) -> HubWakeup:
            message = event.message
            deletion: Json = {"id": message.id, "channel_id": message.channel_id}
            return of_message("MESSAGE_DELETE", message, deletion)

        def read_wakeup(event: ReadMoved) -> HubWakeup:
            data = {"channel_id": event.channel_id, "message_id": event.message_id}
            return HubWakeup("READ", data, event.channel_id, event.user_id)

        return {
            MessagePosted: lambda h: of_message("MESSAGE_CREATE", h.message, view.message(h.message)),
            MessageEdited: lambda h: of_message("MESSAGE_UPDATE", h.message, view.message(h.message)),
            MessageDeleted: deletion_wakeup,
            ChannelOpened: lambda h: HubWakeup("CHANNEL_CREATE", view.channel(h.channel), h.channel.id),
            ChannelChanged: lambda h: HubWakeup("CHANNEL_UPDATE", view.channel(h.channel), h.channel.id),
            ChannelClosed: lambda h: HubWakeup("CHANNEL_DELETE", view.channel(h.channel)),
            UserChanged: lambda h: HubWakeup("USER_UPDATE", h.user.card()),
            GuildOpened: of_guild,
            GuildChanged: of_guild,
            RoleChanged: of_guild,
            RolesHeldChanged: of_guild,
            GuildLeft: of_guild,
            MembersChanged: lambda h: HubWakeup("CHANNEL_UPDATE", view.channel(h.channel), h.channel.id),
            CommandsChanged: lambda _: HubWakeup("COMMANDS_UPDATE", {"commands": view.commands()}),
            BotSeen: lambda h: HubWakeup("BOT_STATUS", {"online": h.online}),
            ReadMoved: read_wakeup,
        }

    @staticmethod
    def _of_message(name: str, message: Message, data: Json) -> HubWakeup:
        return HubWakeup(name, data, message.channel_id, message.ephemeral_for)

    async def serve(self, request: web.Request, user_id: str) -> web.StreamResponse:
        """Serve a page's WebSocket until it closes."""
        socket = web.WebSocketResponse(heartbeat=30)
        await socket.prepare(request)
        listener = Listener(user_id)
        self._listeners.add(listener)
        self._sockets.add(socket)
        pump = asyncio.create_task(self._pump(socket, listener))
        try:
            async for _ in socket:
                pass
        finally:
            pump.cancel()
            await asyncio.gather(pump, return_exceptions=True)
            self._listeners.discard(listener)
            self._sockets.discard(socket)
        return socket

    @staticmethod
    async def _pump(socket: web.WebSocketResponse, listener: Listener) -> None:
        while not listener.lost:
            await socket.send_str(await listener.queue.get())
        # The page reloads everything after it reconnects.
        await socket.close(code=FAR_BEHIND)

    async def close(self) -> None:
        """Close all pages' connections."""
        for socket in list(self._sockets):
            await socket.close(code=WSCloseCode.GOING_AWAY)
