"""The stream of a match: a WebSocket that says when there is something new."""

import asyncio
import contextlib
import logging
from typing import Final

import orjson
from aiohttp import WSCloseCode, WSMsgType, web
from pydantic import TypeAdapter, ValidationError

from bot.features.web import protocol
from bot.features.web.backend import Backend
from bot.features.web.http.answers import language_of, refused
from bot.features.web.http.api import Api, match_of, token_of
from bot.features.web.http.limits import RequestKind, RequestLimits, TooFast
from bot.features.web.live import LiveHub, TooManyStreams, Watcher
from bot.locale import Language
from bot.model.refusal import Refusal

log = logging.getLogger(__name__)

HELLO_SECONDS: Final = 10.0
HEARTBEAT: Final = 55.0
"""Seconds between two pings: proxies close silent connections after a minute."""
SEND_SECONDS: Final = 10.0
_LONGEST: Final = 2048
_HELLO: Final = TypeAdapter(protocol.Hello)


class SocketOutlet:
    """The way to a client over its WebSocket."""

    __slots__ = ("_socket", "_t")

    def __init__(self, socket: web.WebSocketResponse, t: Language) -> None:
        self._socket = socket
        self._t = t

    async def changed(self, message: protocol.MatchChanged) -> None:
        """Send that the match has changed; a client that does not read is cut off."""
        await self._send(message)

    async def closed(self, refusal: Refusal) -> None:
        """Send why nothing more follows, and close."""
        await self._send(protocol.Closed(refused(refusal, {}, self._t)))
        with contextlib.suppress(ConnectionError, RuntimeError):
            await self._socket.close(code=WSCloseCode.POLICY_VIOLATION)

    async def _send(self, message: object) -> None:
        try:
            async with asyncio.timeout(SEND_SECONDS):
                await self._socket.send_str(orjson.dumps(message, option=orjson.OPT_UTC_Z).decode())
        except (ConnectionError, RuntimeError, TimeoutError):
            with contextlib.suppress(ConnectionError, RuntimeError):
                await self._socket.close(code=WSCloseCode.GOING_AWAY, drain=False)


class Stream:
    """Answers requests for streams."""

    def __init__(self, backend: Backend, api: Api, limits: RequestLimits) -> None:
        self._backend = backend
        self._api = api
        self._limits = limits
        self._open: set[web.WebSocketResponse] = set()

    def add_to(self, app: web.Application) -> None:
        """Add the address."""
        app.router.add_get("/api/games/{match:[0-9]{1,18}}/live", self.live)

    @property
    def hub(self) -> LiveHub:
        """The streams of this process."""
        return self._backend.hub

    async def live(self, request: web.Request) -> web.StreamResponse:
        """Send what changes in a match until the client leaves or may watch no longer."""
        socket = web.WebSocketResponse(
            heartbeat=HEARTBEAT, compress=False, max_msg_size=_LONGEST, autoclose=True
        )
        await socket.prepare(request)
        self._open.add(socket)
        try:
            # What stands in a variable here stands as long as the stream does: only what it needs.
            watcher = await self._watcher(request, socket)
            if watcher is not None:
                with self.hub.watching(watcher):
                    await self.hub.check(watcher)
                    await self._until_closed(socket)
        except TooManyStreams:
            # Not `Closed`: the client may come back later.
            await socket.close(code=WSCloseCode.TRY_AGAIN_LATER)
        finally:
            self._open.discard(socket)
            await socket.close()
        return socket

    async def _watcher(self, request: web.Request, socket: web.WebSocketResponse) -> Watcher | None:
        """Return who watches by a stream; None, after the last word, where nobody may."""
        hello = await self._hello(socket)
        if hello is None:
            return None
        match = match_of(request)
        token = hello.bearer or token_of(request, match)
        try:
            entry = await self._api.entry_by(request, token)
            self._limits.take(RequestKind.STREAM, entry.person.id)
        except Refusal as refusal:
            await SocketOutlet(socket, language_of(request, self._backend.texts)).closed(refusal)
            return None
        except TooFast:
            await socket.close(code=WSCloseCode.TRY_AGAIN_LATER)
            return None
        outlet = SocketOutlet(socket, (await self._backend.readers.of(entry.person)).t)
        return Watcher(token, entry.person.id, match, outlet, hello.revision)

    @staticmethod
    async def _hello(socket: web.WebSocketResponse) -> protocol.Hello | None:
        """Return the first message; None, and an end, where there is none in time."""
        try:
            message = await socket.receive(timeout=HELLO_SECONDS)
            if message.type is WSMsgType.TEXT:
                return _HELLO.validate_json(message.data)
        except (TimeoutError, ValidationError):
            pass
        await socket.close(code=WSCloseCode.POLICY_VIOLATION)
        return None

    @staticmethod
    async def _until_closed(socket: web.WebSocketResponse) -> None:
        """Wait for the end; a client has nothing more to say."""
        async for _ in socket:
            await socket.close(code=WSCloseCode.POLICY_VIOLATION)

    async def close_all(self) -> None:
        """Close all streams, as the process ends: the clients come back, to another one or later."""
        for socket in tuple(self._open):
            with contextlib.suppress(ConnectionError, RuntimeError):
                await socket.close(code=WSCloseCode.GOING_AWAY, drain=False)
