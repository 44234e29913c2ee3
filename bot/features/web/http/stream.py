"""The stream of a match: a WebSocket that announces changes."""

import asyncio
import contextlib
import logging
from typing import Final

import orjson
from aiohttp import WSCloseCode, WSMsgType, web
from pydantic import TypeAdapter, ValidationError

from bot.features.web import protocol
from bot.features.web.domain import hash_token
from bot.features.web.http.answers import language_of, refusal_error
from bot.features.web.http.api import Api, match_of, token_of
from bot.features.web.http.limits import RequestKind, RequestLimits, TooFast
from bot.features.web.http.live_connection import LiveConnection
from bot.features.web.http.pings import Pings
from bot.features.web.service.backend import Backend
from bot.features.web.service.grants import BoardSession
from bot.features.web.service.live import LiveHub, TooManyStreams, Watcher
from bot.model.refusal import Refusal

log = logging.getLogger(__name__)

HELLO_SECONDS: Final = 10.0
_LONGEST: Final = 2048
_AT_ONCE: Final = 0.001
_HELLO: Final = TypeAdapter(protocol.Hello)


class Stream:
    """Handles requests for streams.

    aiohttp receives a client's first message. From then on the client only listens, and a `LiveConnection`
    takes over.
    """

    def __init__(self, backend: Backend, api: Api, limits: RequestLimits) -> None:
        self._backend = backend
        self._api = api
        self._limits = limits
        self._greeting: set[web.WebSocketResponse] = set()
        self._connections: dict[LiveConnection, Watcher] = {}
        self._checks: set[asyncio.Task[None]] = set()
        self.pings = Pings()

    def add_to(self, app: web.Application) -> None:
        """Add the route."""
        app.router.add_get("/api/games/{match:[0-9]{1,18}}/live", self.live)

    @property
    def hub(self) -> LiveHub:
        """The streams of this process."""
        return self._backend.hub

    async def live(self, request: web.Request) -> web.StreamResponse:
        """Start a stream of a match's changes, if the client may watch it."""
        socket = web.WebSocketResponse(compress=False, max_msg_size=_LONGEST)
        await socket.prepare(request)
        self._greeting.add(socket)
        try:
            watcher = await self._start_watcher(request, socket)
        except TooManyStreams:
            # Not `Closed`: the client may come back later.
            await socket.close(code=WSCloseCode.TRY_AGAIN_LATER)
            watcher = None
        finally:
            self._greeting.discard(socket)
        if watcher is None:
            return socket
        # aiohttp has lost the connection for this response, and may cancel this task.
        return web.Response()

    async def _start_watcher(self, request: web.Request, socket: web.WebSocketResponse) -> Watcher | None:
        """Return the watcher of a new stream; None, after a closing message, if watching is not allowed.

        Raises TooManyStreams.
        """
        hello = await self._hello(socket)
        if hello is None:
            return None
        match = match_of(request)
        token = hello.bearer or token_of(request, match)
        session = await self._session(request, socket, token)
        if session is None:
            return None
        t = (await self._backend.readers.of(session.person)).t
        if not await self._listens(socket):
            return None
        connection = LiveConnection(t, self._on_close)
        watcher = Watcher(token, session.person.id, match, connection, hello.revision)
        self.hub.watch(watcher)
        try:
            connection.take_over(request)
        except ConnectionError:
            self.hub.leave(watcher)
            return None
        self._connections[connection] = watcher
        self.pings.add(connection)
        check = asyncio.create_task(self._check(connection, watcher))
        self._checks.add(check)
        check.add_done_callback(self._checks.discard)
        return watcher

    async def _check(self, connection: LiveConnection, watcher: Watcher) -> None:
        """Send the changes since the client's revision."""
        try:
            await self.hub.check(watcher)
        except Exception:
            log.exception("a stream failed")
            connection.close(WSCloseCode.TRY_AGAIN_LATER)

    def _on_close(self, connection: LiveConnection) -> None:
        self.pings.remove(connection)
        self.hub.leave(self._connections.pop(connection))

    async def _session(
        self, request: web.Request, socket: web.WebSocketResponse, token: str
    ) -> BoardSession | None:
        """Return a stream's board session; None, after a closing message, if watching is not allowed."""
        try:
            session = await self._api.session_by(request, token)
            self._limits.take_in_session(RequestKind.STREAM, hash_token(token), session.person.id)
        except Refusal as refusal:
            message = protocol.Closed(refusal_error(refusal, {}, language_of(request, self._backend.texts)))
            await socket.send_str(orjson.dumps(message, option=orjson.OPT_UTC_Z).decode())
            await socket.close(code=WSCloseCode.POLICY_VIOLATION)
            return None
        except TooFast:
            await socket.close(code=WSCloseCode.TRY_AGAIN_LATER)
            return None
        return session

    @staticmethod
    async def _hello(socket: web.WebSocketResponse) -> protocol.Hello | None:
        """Return the first message; None, after closing, if none arrives in time."""
        try:
            message = await socket.receive(timeout=HELLO_SECONDS)
            if message.type is WSMsgType.TEXT:
                return _HELLO.validate_json(message.data)
        except (TimeoutError, ValidationError):
            pass
        await socket.close(code=WSCloseCode.POLICY_VIOLATION)
        return None

    @staticmethod
    async def _listens(socket: web.WebSocketResponse) -> bool:
        """Return whether a client has sent nothing since its first message; close it otherwise."""
        try:
            await socket.receive(timeout=_AT_ONCE)
        except TimeoutError:
            # A message that arrived together with the timeout is still unread, and would be lost.
            reader = socket._reader  # noqa: SLF001  # no public way
            if reader is not None and not reader._buffer:  # noqa: SLF001  # as above
                return True
        await socket.close(code=WSCloseCode.POLICY_VIOLATION)
        return False

    async def close_all(self) -> None:
        """Close all streams when the process ends: the clients reconnect, later or to another process."""
        for connection in tuple(self._connections):
            connection.close(WSCloseCode.GOING_AWAY)
        for socket in tuple(self._greeting):
            with contextlib.suppress(ConnectionError, RuntimeError):
                await socket.close(code=WSCloseCode.GOING_AWAY, drain=False)
